"""What the end-to-end tests share: the two programs (given by ctest), a scratch folder, builds and their digests."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

INDEX = os.environ.get("E2E_INDEX", "build/dev/thresh-index")
QUERY = os.environ.get("E2E_QUERY", "build/dev/thresh-query")
THOROUGH = os.environ.get("E2E_THOROUGH", "") == "1"
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SITE = os.path.join(TOP, "tests", "fixtures", "site")
BASE = "http://granary.example/"
SKIPPED = 77  # what ctest takes for "skipped"

# Exit codes of the programs.
OK, FAILED, USAGE, UNUSABLE, MISSING, CANNOT_CREATE, IO, TRY_AGAIN = 0, 1, 64, 65, 66, 73, 74, 75


class EndToEnd(unittest.TestCase):
    scratch_in = None  # folder for scratch folders; the system's own where it cannot be written

    def setUp(self):
        where = self.scratch_in if self.scratch_in and os.access(self.scratch_in, os.W_OK) else None
        self.scratch = tempfile.mkdtemp(prefix="thresh-e2e-", dir=where)
        self.addCleanup(shutil.rmtree, self.scratch, ignore_errors=True)
        self.store = self.path("store")

    def path(self, *parts):
        return os.path.join(self.scratch, *parts)

    def write(self, name, content):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def run_program(self, command, expect=OK, environment=None, stdin=None, timeout=300):
        """Runs, and checks the exit code: a signal never passes."""
        run = subprocess.run(command, capture_output=True, env={**os.environ, **(environment or {})}, input=stdin,
                             timeout=timeout, check=False)
        run.stdout, run.stderr = run.stdout.decode("utf-8", "replace"), run.stderr.decode("utf-8", "replace")
        expected = expect if isinstance(expect, (tuple, set)) else (expect,)
        self.assertIn(run.returncode, expected, f"{' '.join(command)}\n{run.stdout}\n{run.stderr}")
        return run

    def build(self, *flags, store=None, inputs=(SITE,), expect=OK, **more):
        return self.run_program(self.build_command(*flags, store=store, inputs=inputs), expect, **more)

    def build_command(self, *flags, store=None, inputs=(SITE,)):
        return [INDEX, "build", "--store", store or self.store, "--progress", "none", "--base-url", BASE, *flags,
                *inputs]

    def query(self, command, *arguments, store=None, expect=OK):
        return self.run_program([QUERY, command, "--store", store or self.store, *arguments], expect)

    def query_json(self, command, *arguments, store=None):
        return json.loads(self.query(command, "--json", *arguments, store=store).stdout)

    def digest(self, store=None):
        return self.query_json("stats", store=store)["digest"]

    def verify(self, store=None, expect=OK):
        return self.run_program([INDEX, "verify", "--store", store or self.store], expect)

    def wait_for(self, path):
        for _ in range(600):
            if os.path.exists(path):
                return
            time.sleep(0.05)
        self.fail(path + " never came")

    def assert_one_line(self, text, *words):
        """An error is one line that names what it is about."""
        self.assertEqual(len(text.strip().splitlines()), 1, text)
        for word in words:
            self.assertIn(word, text)


def main():
    """unittest's main, but no test is a failure, and all skipped is what ctest calls skipped."""
    program = unittest.main(exit=False, argv=sys.argv)
    result = program.result
    if not result.wasSuccessful() or result.testsRun == 0:
        sys.exit(1)
    sys.exit(SKIPPED if len(result.skipped) >= result.testsRun else 0)  # parts of a test are skipped, too
