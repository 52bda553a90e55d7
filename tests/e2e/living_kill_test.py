"""kill -9 at any moment of update, merge, compact and delete, and before every call of theirs that changes something: the
store is the old one or the new one, and the same command ends in the new one. And every I/O call fails once, is
interrupted, or moves half of its bytes: the same outcome."""
import json
import os
import random
import shutil
import signal
import subprocess
import time

import faults_test
import harness
from faults_test import COUNTED, EIO, ENOSPC, INTERRUPTED, KILLED, SAMPLE, SHORT
from harness import INDEX, OK
from living_model import Maker

KILLS = int(os.environ.get("E2E_KILLS", "120" if harness.THOROUGH else "25"))  # of each command
COMMANDS = ("update", "merge", "compact", "delete")


class Changes(harness.EndToEnd):
    """A store, and a command of each kind that changes it."""
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        maker = Maker(5)
        urls = [f"http://s{site}.example/p{page}" for site in range(8) for page in range(20)]
        records = [maker.record(url, "page") for url in urls]
        self.old = self.path("old")
        self.run_program(self.line("build", self.old, self.crawl("old", records)))
        # The store that is compacted has had an update, so that its pages have not come from html.
        self.run_program(self.line("update", self.old, self.crawl("more", records[::7])))
        new = [dict(maker.record(url, "page"), date="2024-06-01T00:00:00Z") for url in urls[::3]]
        new += [dict(maker.record(url, "gone"), date="2024-06-01T00:00:00Z") for url in urls[1::9]]
        other = [maker.record(url.replace("http://s", "http://t"), "page") for url in urls[:90]]
        self.run_program(self.line("build", self.path("part"), self.crawl("part", other + new[:10])))
        self.arguments = {"update": [self.crawl("new", new)], "merge": [self.path("part")], "compact": [],
                          "delete": ["--site", "s3.example", "--url", urls[0]]}

    def crawl(self, name, records):
        return self.write(name + ".jsonl", "".join(json.dumps(record) + "\n" for record in records))

    @staticmethod
    def line(command, store, *arguments):
        return [INDEX, command, "--store", store, "--threads", "1", "--memory", "300M", "--run-memory", "64K",
                "--progress", "none", *arguments]

    def of(self, command, store):
        return self.line(command, store, *self.arguments[command])


class LivingKill(Changes):
    def undisturbed(self, command):
        """Digests of the store before and after, and the seconds between."""
        store = self.path("undisturbed")
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(self.old, store)
        started = time.monotonic()
        self.run_program(self.of(command, store))
        return (self.digest(store=self.old), self.digest(store=store)), time.monotonic() - started

    def kill_after(self, command, seconds):
        """True if the command was still running then."""
        process = subprocess.Popen(self.of(command, self.store), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(seconds)
        process.kill()
        _, errors = process.communicate()
        self.assertIn(process.returncode, (0, -signal.SIGKILL), errors)
        return process.returncode == -signal.SIGKILL

    def kill_often(self, command):
        (old, new), seconds = self.undisturbed(command)
        self.assertEqual(old == new, command == "compact")
        dice, kills, found = random.Random(1768), 0, set()
        while kills < KILLS:
            shutil.rmtree(self.store, ignore_errors=True)
            shutil.copytree(self.old, self.store)
            again = True
            while again:  # often several kills in a row before the command may end
                kills += self.kill_after(command, dice.uniform(0, 1.1) * seconds)
                self.verify()
                found.add(self.digest())
                self.assertLessEqual(found, {old, new})
                again = dice.random() < 0.5
            self.run_program(self.of(command, self.store))
            self.assertEqual(self.digest(), new)
            self.verify()
            work = self.path("store", "work")
            self.assertEqual(os.listdir(work) if os.path.isdir(work) else [], [])
        self.assertIn(old, found)

    def test_kill_an_update_at_any_moment(self):
        self.kill_often("update")

    def test_kill_a_merge_at_any_moment(self):
        self.kill_often("merge")

    def test_kill_a_compact_at_any_moment(self):
        self.kill_often("compact")

    def test_kill_a_delete_at_any_moment(self):
        self.kill_often("delete")


class LivingFaults(Changes):
    """As faults_test.py, for the commands that change a store."""
    try_calls = faults_test.Faults.try_calls

    def change_with_fault(self, command, name, at, fault):
        """The command on a copy of the store in which `fault` happens to call number `at`; 0 only counts. Also returns the
        trace."""
        folder = self.path(name)
        os.mkdir(folder)
        shutil.copytree(self.old, os.path.join(folder, "store"))
        run = self.run_program(self.of(command, os.path.join(folder, "store")), fault.allowed, fault.environment(folder, at))
        with open(folder + ".trace", encoding="utf-8") as file:
            return run, file.read().splitlines()

    def try_one(self, command, at, call, fault, digests):
        name = f"{command}-{fault.name}-{at}"
        store = self.path(name, "store")
        try:
            run, trace = self.change_with_fault(command, name, at, fault)
            struck = [line for line in trace if line.endswith(" struck")]
            if run.returncode > OK:
                self.assert_one_line(run.stderr, self.path(name))
                self.assertTrue(struck, f"{run.stderr} but nothing was struck")
            self.verify(store=store)
            self.assertIn(self.digest(store=store), digests, struck)
            self.run_program(self.of(command, store))
            self.assertEqual(self.digest(store=store), digests[1], struck)
        except Exception as problem:
            raise AssertionError(f"call {call}, {fault.name}: {problem}") from problem
        finally:
            shutil.rmtree(self.path(name))

    def try_all(self, command):
        _, trace = self.change_with_fault(command, "count", 0, COUNTED)
        digests = (self.digest(store=self.old), self.digest(store=self.path("count", "store")))
        self.assertGreater(len(trace), 100)
        self.try_calls([(command, at, call, fault, digests)
                        for fault, most in ((EIO, SAMPLE), (ENOSPC, SAMPLE), (INTERRUPTED, SAMPLE // 4), (SHORT, SAMPLE // 4),
                                            (KILLED, SAMPLE // 4))
                        for at, call in faults_test.sample(trace, fault, most)])

    def test_every_call_of_an_update_fails(self):
        self.try_all("update")

    def test_every_call_of_a_merge_fails(self):
        self.try_all("merge")

    def test_every_call_of_a_compact_fails(self):
        self.try_all("compact")

    def test_every_call_of_a_delete_fails(self):
        self.try_all("delete")


if __name__ == "__main__":
    harness.main()
