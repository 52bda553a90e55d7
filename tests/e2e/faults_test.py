"""Every I/O call of a build fails once, with EIO and with ENOSPC: the build succeeds all the same or ends with exit code
73, 74 or 75 and a line that names file and cause, never by a signal; and the same command afterwards ends well.

The calls are those below the store (tests/faults/shim.cc). A thorough run takes every call, else a sample."""
import concurrent.futures
import errno
import os
import shutil

import harness
from harness import CANNOT_CREATE, IO, OK, TRY_AGAIN

PRELOAD = os.environ.get("E2E_PRELOAD", "")
INPUTS = (os.path.join(harness.SITE, "kitchen"), os.path.join(harness.SITE, "old"))
SAMPLE = int(os.environ.get("E2E_CALLS", "40"))  # calls tried where the run is not thorough


class Faults(harness.EndToEnd):
    scratch_in = "/dev/shm"  # a thousand builds that sync: in memory, where that is possible

    def build_with_faults(self, name, at, error=0, sticky=False, expect=OK):
        """A build into a store of its own in which call number `at` fails; 0 only counts. Also returns the trace."""
        folder = self.path(name)
        trace = folder + ".trace"
        environment = {"LD_PRELOAD": PRELOAD, "FAULT_UNDER": folder, "FAULT_AT": str(at), "FAULT_ERROR": str(error),
                       "FAULT_STICKY": "1" if sticky else "0", "FAULT_TRACE": trace}
        command = self.command(name)
        run = self.run_program(command, expect, environment)
        with open(trace, encoding="utf-8") as file:
            return run, file.read().splitlines()

    def command(self, name):
        return self.build_command("--run-memory", "96K", "--threads", "1", "--detect-overlap", "off",
                                  store=self.path(name, "store"), inputs=INPUTS)

    def calls(self):
        os.mkdir(self.path("count"))
        _, trace = self.build_with_faults("count", 0)
        self.digest_expected = self.digest(store=self.path("count", "store"))
        self.assertGreater(len(trace), 100)
        return trace

    def try_one(self, at, error, sticky, call):
        name = f"{errno.errorcode[error]}-{sticky:d}-{at}"
        os.mkdir(self.path(name))
        try:
            run, trace = self.build_with_faults(name, at, error, sticky, (OK, CANNOT_CREATE, IO, TRY_AGAIN))
            struck = [line for line in trace if line.endswith(" struck")]
            if run.returncode != OK:
                self.assert_one_line(run.stderr, self.path(name))
                self.assertTrue(struck, f"{run.stderr} but nothing was struck")
                if not self.hidden_by_rocksdb(struck[0]):
                    self.assertIn(os.strerror(error), run.stderr, struck)
            self.run_program(self.command(name))
            self.assertEqual(self.digest(store=self.path(name, "store")), self.digest_expected, struck)
        except Exception as problem:
            raise AssertionError(f"call {call} with {errno.errorcode[error]}: {problem}") from problem
        finally:
            shutil.rmtree(self.path(name))

    @staticmethod
    def hidden_by_rocksdb(struck):
        """Calls after which RocksDB names no errno: it takes a folder it cannot look at for "not a directory", and a
        failure to open CURRENT that a second try does not have for missing direct I/O."""
        return " stat " in struck or (" open_read " in struck and "/segment/CURRENT " in struck)

    def try_all(self, error, sticky=False):
        trace = self.calls()
        step = 1 if harness.THOROUGH else max(1, len(trace) // SAMPLE)
        self.try_calls([(at, error, sticky, trace[at - 1]) for at in range(1, len(trace) + 1, step)])

    def try_calls(self, calls):
        """Calls try_one with each of the lists of arguments."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tries = [pool.submit(self.try_one, *call) for call in calls]
            problems = [str(one.exception()) for one in tries if one.exception() is not None]
        self.assertFalse(problems, f"{len(problems)} of {len(tries)} calls\n" + "\n".join(problems))

    def test_every_call_fails_with_eio(self):
        self.try_all(errno.EIO)

    def test_every_call_fails_with_enospc(self):
        self.try_all(errno.ENOSPC)

    def test_disk_stays_full(self):
        self.try_all(errno.ENOSPC, sticky=True)


if __name__ == "__main__":
    harness.main()
