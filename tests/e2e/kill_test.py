"""kill -9 at any moment, then the same command: the content digest is that of a build nobody disturbed."""
import os
import random
import shutil
import signal
import subprocess
import time

import harness

KILLS = int(os.environ.get("E2E_KILLS", "120" if harness.THOROUGH else "25"))  # of each detector


class Kill(harness.EndToEnd):
    detector = "spine"  # says its strikes at the end of the input; bsc_wfc says them run by run

    def command(self, store):
        """A build of many small runs."""
        return self.build_command("--detector", self.detector, "--run-memory", "128K", "--threads", "2", store=store)

    def undisturbed(self):
        started = time.monotonic()
        self.run_program(self.command(self.path("undisturbed")))
        return self.digest(store=self.path("undisturbed")), time.monotonic() - started

    def kill_after(self, seconds):
        """True if the build was still running then."""
        process = subprocess.Popen(self.command(self.store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        code = process.wait()
        self.assertIn(code, (0, -signal.SIGKILL))
        return code != 0

    def test_kill_at_any_moment(self):
        self.kill_often()

    def test_kill_at_any_moment_with_verdicts_by_run(self):
        self.detector = "bsc_wfc"
        self.kill_often()

    def kill_often(self):
        digest, seconds = self.undisturbed()
        rng = random.Random(1768)
        kills = 0
        while kills < KILLS:
            kills += self.kill_after(rng.uniform(0.02, 1.05) * seconds)
            if rng.random() < 0.34:  # often several kills in a row before a build may end
                self.run_program(self.command(self.store))
                self.assertEqual(self.digest(), digest, f"after {kills} kills")
                self.verify()
                self.assertEqual(self.leftovers(), [])
                if rng.random() < 0.5:
                    shutil.rmtree(self.store)
        self.run_program(self.command(self.store))
        self.assertEqual(self.digest(), digest)

    def leftovers(self):
        """Files that a finished build should have removed."""
        work = self.path("store", "work")
        return os.listdir(work) if os.path.isdir(work) else []

    def test_interrupt_says_how_to_resume(self):
        digest, seconds = self.undisturbed()
        process = subprocess.Popen(self.command(self.store), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(0.3 * seconds)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        self.assertIn(process.returncode, (0, 130, -signal.SIGINT))
        if process.returncode == 130:
            self.assertIn("same command", errors.decode())
        self.run_program(self.command(self.store))
        self.assertEqual(self.digest(), digest)


if __name__ == "__main__":
    harness.main()
