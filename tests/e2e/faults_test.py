"""Every I/O call of a build fails once, with EIO and with ENOSPC: the build succeeds all the same or ends with exit code
73, 74 or 75 and a line that names file and cause, never by a signal; and the same command afterwards ends well. A call
that a signal interrupts (EINTR) is no better or worse than these. A read or write that moves half of its bytes is no
failure at all: the build succeeds. And the build is killed before each call that changes something: the same command ends
well.

The calls are those below the store (tests/faults/shim.cc). A thorough run takes every call, else a sample."""
import concurrent.futures
import errno
import os
import shutil
import signal
import typing

import harness
from harness import CANNOT_CREATE, IO, OK, TRY_AGAIN

PRELOAD = os.environ.get("E2E_PRELOAD", "")
INPUTS = (os.path.join(harness.SITE, "kitchen"), os.path.join(harness.SITE, "old"))
SAMPLE = int(os.environ.get("E2E_CALLS", "40"))  # calls tried where the run is not thorough


class Fault(typing.NamedTuple):
    """What happens to a call, and the exit codes that are allowed."""
    name: str
    error: int = 0
    sticky: bool = False
    short: bool = False
    kill: bool = False

    def environment(self, folder, at):
        return {"LD_PRELOAD": PRELOAD, "FAULT_UNDER": folder, "FAULT_AT": str(at), "FAULT_ERROR": str(self.error),
                "FAULT_STICKY": str(int(self.sticky)), "FAULT_SHORT": str(int(self.short)), "FAULT_KILL": str(int(self.kill)),
                "FAULT_TRACE": folder + ".trace"}

    @property
    def allowed(self):
        if self.kill:
            return (-signal.SIGKILL,)
        return (OK,) if self.short else (OK, CANNOT_CREATE, IO, TRY_AGAIN)

    def can_strike(self, call):
        """Whether a line of the trace is a call that this can happen to."""
        kind = call.split()[1]
        if self.short:
            return kind in ("read", "write")
        if self.kill:
            return kind not in ("open_read", "read", "stat", "close")
        return self.error != errno.EINTR or kind in INTERRUPTIBLE


INTERRUPTIBLE = ("open_read", "open_write", "read", "write", "sync", "truncate", "allocate", "close")
EIO = Fault("EIO", errno.EIO)
ENOSPC = Fault("ENOSPC", errno.ENOSPC)
FULL = Fault("full", errno.ENOSPC, sticky=True)  # a disk that stays full
INTERRUPTED = Fault("EINTR", errno.EINTR)
SHORT = Fault("short", short=True)
KILLED = Fault("kill", kill=True)
COUNTED = Fault("count")


def sample(trace, fault, most):
    """Numbers and lines of the calls that are tried."""
    calls = [(at, call) for at, call in enumerate(trace, 1) if fault.can_strike(call)]
    return calls[::1 if harness.THOROUGH else max(1, len(calls) // most)]


class Faults(harness.EndToEnd):
    scratch_in = "/dev/shm"  # a thousand builds that sync: in memory, where that is possible

    def build_with_fault(self, name, at, fault):
        """A build in which `fault` happens to call number `at`; 0 only counts. Also returns the trace."""
        folder = self.path(name)
        run = self.run_program(self.command(name), fault.allowed, fault.environment(folder, at))
        with open(folder + ".trace", encoding="utf-8") as file:
            return run, file.read().splitlines()

    def command(self, name):
        return self.build_command("--run-memory", "96K", "--threads", "1", "--detect-overlap", "off",
                                  store=self.path(name, "store"), inputs=INPUTS)

    def calls(self):
        os.mkdir(self.path("count"))
        _, trace = self.build_with_fault("count", 0, COUNTED)
        self.digest_expected = self.digest(store=self.path("count", "store"))
        self.assertGreater(len(trace), 100)
        return trace

    def try_one(self, at, call, fault):
        name = f"{fault.name}-{at}"
        os.mkdir(self.path(name))
        try:
            run, trace = self.build_with_fault(name, at, fault)
            struck = [line for line in trace if line.endswith(" struck")]
            if run.returncode > OK:
                self.assert_one_line(run.stderr, self.path(name))
                self.assertTrue(struck, f"{run.stderr} but nothing was struck")
                if not self.hidden_by_rocksdb(struck[0]):
                    self.assertIn(os.strerror(fault.error), run.stderr, struck)
            self.run_program(self.command(name))
            self.assertEqual(self.digest(store=self.path(name, "store")), self.digest_expected, struck)
        except Exception as problem:
            raise AssertionError(f"call {call}, {fault.name}: {problem}") from problem
        finally:
            shutil.rmtree(self.path(name))

    @staticmethod
    def hidden_by_rocksdb(struck):
        """Calls after which RocksDB names no errno: it takes a folder it cannot look at for "not a directory", and a
        failure to open CURRENT that a second try does not have for missing direct I/O."""
        return " stat " in struck or (" open_read " in struck and "/segment/CURRENT " in struck)

    def try_all(self, fault, most=SAMPLE):
        self.try_calls([(at, call, fault) for at, call in sample(self.calls(), fault, most)])

    def try_calls(self, calls):
        """Calls try_one with each of the lists of arguments."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tries = [pool.submit(self.try_one, *call) for call in calls]
            problems = [str(one.exception()) for one in tries if one.exception() is not None]
        self.assertFalse(problems, f"{len(problems)} of {len(tries)} calls\n" + "\n".join(problems))

    def test_every_call_fails_with_eio(self):
        self.try_all(EIO)

    def test_every_call_fails_with_enospc(self):
        self.try_all(ENOSPC)

    def test_disk_stays_full(self):
        self.try_all(FULL)

    def test_every_call_is_interrupted(self):
        self.try_all(INTERRUPTED, SAMPLE // 2)

    def test_every_call_kills(self):
        self.try_all(KILLED, SAMPLE // 4)

    def test_every_read_and_write_is_short(self):
        self.try_all(SHORT, SAMPLE // 2)


if __name__ == "__main__":
    harness.main()
