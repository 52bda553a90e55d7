"""A process that may write no larger files, or have no more memory, ends with one line and leaves the store as it was."""
import json
import resource
import shutil
import subprocess

import harness
from harness import INDEX, IO, OK, QUERY, TRY_AGAIN
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
        self.arguments = {"build": crawls[:1], "update": crawls[1:], "compact": ["--rejudge"], "merge": [self.path("part")]}
        self.store_of = {"build": self.path("old"), "update": self.path("new"), "compact": self.path("old"),
                         "merge": self.path("new")}
        self.change("build", self.path("old"))
        self.run_program([INDEX, "build", "--store", self.path("part"), *MANNER, crawls[1]])
        shutil.copytree(self.path("old"), self.path("new"))
        self.change("update", self.path("new"))

    def change(self, command, store, limits=(), expect=OK):
        """Runs a command with limits of the system: pairs of a resource and its most."""
        def limit():
            for what, most in limits:
                resource.setrlimit(what, (most, most))

        run = subprocess.run([INDEX, command, "--store", store, *MANNER, *self.arguments[command]],
                             capture_output=True, text=True, preexec_fn=limit, timeout=300, check=False)
        self.assertIn(run.returncode, expect if isinstance(expect, tuple) else (expect,), f"{limits}: {run.stderr}")
        return run

    def try_limit(self, command, what, most, code, *words):
        """True if the command has ended well all the same."""
        shutil.rmtree(self.store, ignore_errors=True)
        if command != "build":
            shutil.copytree(self.path("old"), self.store)
        run = self.change(command, self.store, ((resource.RLIMIT_CORE, 0), (what, most)), (OK, code))
        if run.returncode != OK:
            self.assert_one_line(run.stderr, *words)
            if command != "build":
                self.verify()
                self.assertEqual(self.digest(), self.digest(store=self.path("old")))
            self.change(command, self.store)
        self.assertEqual(self.digest(), self.digest(store=self.store_of[command]))
        return run.returncode == OK

    def test_a_file_may_not_grow(self):
        for command in self.arguments:
            ended_well = [self.try_limit(command, resource.RLIMIT_FSIZE, most, IO, "cannot write", self.store)
                          for most in (0, 1, 100, 1000, 3000, 10_000, 30_000, 100_000, 10 * MIB)]
            self.assertEqual((ended_well[0], ended_well[-1]), (False, True))

    def run_limited(self, line, most):
        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (most, most))

        return subprocess.run(line, capture_output=True, text=True, preexec_fn=limit, timeout=300, check=False)

    def commands(self):
        """Each command on a copy of the old store, but for `build`; and queries of the old store itself."""
        lines = {command: [INDEX, command, "--store", self.store, *MANNER, *arguments] for command, arguments in (
            *self.arguments.items(), ("delete", ["--site", "s3.example"]))}
        lines["verify"] = [INDEX, "verify", "--store", self.store]
        for query in (["search", "kabel"], ["stats"], ["changes"]):
            lines[query[0]] = [QUERY, query[0], "--store", self.path("old"), *query[1:]]
        return lines

    def try_memory(self, command, line, most):
        """The exit code, or None if the program does not even say its version: nothing of ours has run then."""
        if self.run_limited([line[0], "--version"], most).returncode != OK:
            return None
        shutil.rmtree(self.store, ignore_errors=True)
        if command != "build":
            shutil.copytree(self.path("old"), self.store)
        run = self.run_limited(line, most)
        self.assertIn(run.returncode, (OK, IO, TRY_AGAIN), f"{command} with {most} bytes: {run.stderr}")
        if run.returncode != OK:
            self.assert_one_line(run.stderr, "memory" if run.returncode == IO else "run it again")
            # Only the indexer has the option that the line names.
            self.assertFalse(line[0] == QUERY and "--memory" in run.stderr, run.stderr)
            if command != "build":
                self.verify()
                self.assertEqual(self.digest(), self.digest(store=self.path("old")))
        return run.returncode

    def ends_of(self, command, line):
        """How the command ends with more and more memory. Where threads get no heap of their own, each piece of memory
        is a mapping, and a command that ends well takes ten times as long: two of these are enough, unless it is thorough."""
        step = MIB // 4 if harness.THOROUGH else 7 * MIB // 2
        ends = []
        for most in range(44 * MIB, 130 * MIB, step):
            ends.append(self.try_memory(command, line, most))
            if ends[-2:] == [OK, OK] and not harness.THOROUGH:
                break
        return set(ends)

    def test_no_memory_is_left(self):
        """Every limit from which the program says its version; `ulimit -v` in steps, finer where it is thorough."""
        for command, line in self.commands().items():
            if self.try_memory(command, line, 400 * MIB) is None:
                self.skipTest("a sanitizer takes all addresses")
            ends = self.ends_of(command, line)
            self.assertEqual(self.try_memory(command, line, 4096 * MIB), OK)
            self.assertLess({None}, ends, command)


if __name__ == "__main__":
    harness.main()
