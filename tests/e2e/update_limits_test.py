"""A process that may write no larger files, or have no more memory, ends with one line and leaves the store as it was."""
import json
import resource
import shutil
import subprocess

import harness
from harness import INDEX, IO, OK, TRY_AGAIN
from living_model import Maker

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none", "-q")
MIB = 1 << 20


class UpdateLimits(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        maker = Maker(3)
        urls = [f"http://s{site}.example/p{page}" for site in range(10) for page in range(40)]
        old = [dict(maker.record(url, "page"), date="2024-01-01T00:00:00Z") for url in urls]
        new = [dict(maker.record(url, "page"), date="2024-06-01T00:00:00Z") for url in urls[::3]]
        crawls = [self.write(name, "".join(json.dumps(record) + "\n" for record in records))
                  for name, records in (("old.jsonl", old), ("new.jsonl", new))]
        self.arguments = dict(zip(("build", "update"), crawls))
        self.store_of = {"build": self.path("old"), "update": self.path("new")}
        self.change("build", self.path("old"))
        shutil.copytree(self.path("old"), self.path("new"))
        self.change("update", self.path("new"))

    def change(self, command, store, limits=(), expect=OK):
        """Runs a command with limits of the system: pairs of a resource and its most."""
        def limit():
            for what, most in limits:
                resource.setrlimit(what, (most, most))

        run = subprocess.run([INDEX, command, "--store", store, *MANNER, self.arguments[command]], capture_output=True,
                             text=True, preexec_fn=limit, timeout=300, check=False)
        self.assertIn(run.returncode, expect if isinstance(expect, tuple) else (expect,), f"{limits}: {run.stderr}")
        return run

    def try_limit(self, command, what, most, code, *words):
        """True if the command has ended well all the same."""
        shutil.rmtree(self.store, ignore_errors=True)
        if command == "update":
            shutil.copytree(self.path("old"), self.store)
        run = self.change(command, self.store, ((resource.RLIMIT_CORE, 0), (what, most)), (OK, code))
        if run.returncode != OK:
            self.assert_one_line(run.stderr, *words)
            if command == "update":
                self.verify()
                self.assertEqual(self.digest(), self.digest(store=self.path("old")))
            self.change(command, self.store)
        self.assertEqual(self.digest(), self.digest(store=self.store_of[command]))
        return run.returncode == OK

    def test_a_file_may_not_grow(self):
        for command in ("build", "update"):
            ended_well = [self.try_limit(command, resource.RLIMIT_FSIZE, most, IO, "cannot write", self.store)
                          for most in (0, 1, 100, 1000, 3000, 10_000, 30_000, 100_000, 10 * MIB)]
            self.assertEqual((ended_well[0], ended_well[-1]), (False, True))

    def smallest(self):
        """Address space in which the program comes to its main; None if there is no telling (sanitizers)."""
        for most in range(40 * MIB, 400 * MIB, 5 * MIB):
            def limit(most=most):
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                resource.setrlimit(resource.RLIMIT_AS, (most, most))

            run = subprocess.run([INDEX, "--version"], capture_output=True, preexec_fn=limit, check=False)
            if run.returncode == OK:
                return most
        return None

    def test_no_memory_is_left(self):
        smallest = self.smallest()
        if smallest is None:
            self.skipTest("a sanitizer takes all addresses")
        ends = set()
        for command in ("build", "update"):
            for more in range(0, 120, 4 if harness.THOROUGH else 12):
                ends.add(self.try_limit(command, resource.RLIMIT_AS, smallest + more * MIB, TRY_AGAIN, "run it again"))
            ends.add(self.try_limit(command, resource.RLIMIT_AS, 4096 * MIB, TRY_AGAIN))
        self.assertEqual(ends, {False, True})


if __name__ == "__main__":
    harness.main()
