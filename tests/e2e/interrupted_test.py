"""A crawl that comes through a pipe is taken whole, whatever an interrupted command has left; and a dry run changes nothing,
neither what such a command has saved nor the folder of a store."""
import json
import os
import signal
import subprocess

import harness
from harness import INDEX
from living_model import Maker

MANNER = ("--threads", "1", "--memory", "300M", "--run-memory", "64K", "--queue-memory", "64K", "--progress", "none")


class Interrupted(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        maker = Maker(7)
        self.urls = [f"http://s{site}.example/p{page}" for site in range(3) for page in range(300)]
        self.weeks = [self.lines([dict(maker.record(url, "page"), date=f"2024-0{week}-01T00:00:00Z") for url in urls])
                      for week, urls in ((1, self.urls), (2, self.urls), (3, self.urls[:600]))]

    @staticmethod
    def lines(records):
        return "".join(json.dumps(record) + "\n" for record in records).encode()

    @staticmethod
    def line(command, store, *arguments):
        return [INDEX, command, "--store", store, *MANNER, *arguments]

    def interrupt(self, line, crawl, how):
        """Ends the command when it has saved runs, and while it waits for the rest of its crawl."""
        process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        process.stdin.write(crawl)
        process.stdin.flush()
        self.wait_for(os.path.join(self.store, "work", "ledger"))
        process.send_signal(how)
        process.stdin.close()
        with process.stderr:
            errors = process.stderr.read().decode()
        process.wait()
        return errors

    def undisturbed(self, command, week, flags):
        store = self.path("undisturbed-" + command)
        if command == "update":
            self.run_program(self.line("build", store, "--name", "x", "-"), stdin=self.weeks[0])
        self.run_program(self.line(command, store, "--name", "x", *flags, "-"), stdin=week)
        return self.digest(store)

    def check_pipe(self, command, how, name, *flags):
        """Week two is cut off; week three is the same command."""
        expected = self.undisturbed(command, self.weeks[2], flags)
        if command == "update":
            self.run_program(self.line("build", self.store, "--name", "x", "-"), stdin=self.weeks[0])
        line = self.line(command, self.store, "--name", "x", *flags, name)
        errors = self.interrupt(line, self.weeks[1], how)
        if how in (signal.SIGINT, signal.SIGHUP):
            self.assert_one_line(errors, "give the whole crawl again")
        self.run_program(line, stdin=self.weeks[2])
        self.assertEqual(self.digest(), expected)
        self.assertEqual(len(self.query("dump").stdout.splitlines()), 600 if flags or command == "build" else 900)

    def test_a_killed_build_from_standard_input(self):
        self.check_pipe("build", signal.SIGKILL, "-")

    def test_a_killed_update_from_standard_input(self):
        self.check_pipe("update", signal.SIGKILL, "-")

    def test_an_interrupted_update_from_standard_input(self):
        self.check_pipe("update", signal.SIGINT, "-")

    def test_an_update_whose_terminal_hangs_up(self):
        self.check_pipe("update", signal.SIGHUP, "-")

    def test_an_update_that_nohup_runs(self):
        self.run_program(self.line("build", self.store, "--name", "x", "-"), stdin=self.weeks[0])
        process = subprocess.Popen(["nohup", *self.line("update", self.store, "-")], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        process.stdin.write(self.weeks[1])
        process.stdin.flush()
        self.wait_for(os.path.join(self.store, "work", "ledger"))
        process.send_signal(signal.SIGHUP)
        errors = process.communicate()[1]
        self.assertEqual(process.returncode, 0, errors)

    def test_a_killed_update_of_a_whole_site(self):
        self.check_pipe("update", signal.SIGKILL, "-", "--complete", "s2.example", "--most-gone", "100%")

    def test_a_pipe_with_a_name(self):
        self.check_pipe("update", signal.SIGKILL, "/dev/stdin")

    def state(self, folder):
        found = {}
        for path, _, files in os.walk(folder):
            found[path] = None
            for file in files:
                with open(os.path.join(path, file), "rb") as bytes_of:
                    found[os.path.join(path, file)] = bytes_of.read()
        return found

    def test_a_dry_run_leaves_the_runs_of_an_interrupted_update(self):
        self.run_program(self.line("build", self.store, "--name", "x", "-"), stdin=self.weeks[0])
        self.interrupt(self.line("update", self.store, "--name", "x", "-"), self.weeks[1], signal.SIGKILL)
        part = self.path("part")
        self.run_program(self.line("build", part, self.write("part.jsonl", self.weeks[2].replace(b"http://s", b"http://t"))))
        before = self.state(self.store)
        self.assertTrue(any(path.endswith("/work/ledger") for path in before))
        for command in (["delete", "--url", self.urls[0]], ["compact", "--rejudge"], ["merge", part],
                        ["update", self.write("week.jsonl", self.weeks[1])]):
            run = self.run_program(self.line(command[0], self.store, "--dry-run", *command[1:]))
            self.assertIn("nothing was published (--dry-run)", run.stdout)
            self.assertEqual(self.state(self.store), before, command)

    def test_a_dry_merge_into_a_new_store_leaves_nothing(self):
        part = self.path("part")
        self.run_program(self.line("build", part, self.write("part.jsonl", self.weeks[2])))
        run = self.run_program(self.line("merge", self.store, "--dry-run", part))
        self.assertIn("600 pages", run.stdout)
        self.assertFalse(os.path.exists(self.store))
        os.mkdir(self.store)
        self.run_program(self.line("merge", self.store, "--dry-run", part))
        self.assertEqual(os.listdir(self.store), [])
        self.run_program(self.line("merge", self.store, part))
        self.assertEqual(self.digest(), self.digest(part))


if __name__ == "__main__":
    harness.main()
