"""The commands of the README do what it says: every thresh-* line of its shell blocks is run, in order."""
import os
import re
import shlex

import harness


class Readme(harness.EndToEnd):
    def test_commands_of_the_readme_run(self):
        with open(os.path.join(harness.TOP, "README.md"), encoding="utf-8") as file:
            blocks = re.findall(r"^```sh\n(.*?)^```", file.read(), re.S | re.M)
        programs = {"thresh-index": os.path.abspath(harness.INDEX), "thresh-query": os.path.abspath(harness.QUERY)}
        for folder in ("tests", "configs"):
            os.symlink(os.path.join(harness.TOP, folder), self.path(folder))
        os.chdir(self.scratch)
        self.addCleanup(os.chdir, harness.TOP)
        commands = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
        commands = [command for command in commands if command and command[0] in programs]
        self.assertGreater(len(commands), 5)
        for command in commands:
            # An assistant would speak first.
            hello = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' if command[1] == "mcp" else None
            run = self.run_program([programs[command[0]], *command[1:]], stdin=hello)
            self.assertTrue(run.stdout.strip(), f"{command} printed nothing")


if __name__ == "__main__":
    harness.main()
