"""What a package installs beside the programs: a manual page and completions that have every command and option."""
import re
import shutil
import subprocess

import harness

SHELLS = ("bash", "fish", "zsh")


class Manual(harness.EndToEnd):
    def printed(self, program, *words):
        return self.run_program([program, *words]).stdout

    def commands_of(self, program):
        return re.findall(r"^  ([a-z]+)  ", self.printed(program, "--help"), re.M)

    def flags_of(self, program, command):
        return set(re.findall(r"^  (?:-\w, )?--([a-z0-9-]+)", self.printed(program, command, "-h"), re.M)) - {"help"}

    def test_every_option_is_in_all_of_them(self):
        tried = 0
        for program in (harness.INDEX, harness.QUERY):
            texts = {kind: self.printed(program, "help", kind) for kind in ("man", *SHELLS)}
            sections = dict(re.findall(r"^\.SS thresh\\-\w+ (\w+)\n(.*?)(?=^\.S[SH] )", texts["man"], re.S | re.M))
            for command in self.commands_of(program):
                for flag in self.flags_of(program, command):
                    self.assertIn("--" + flag, sections[command].replace("\\-", "-"))
                    self.assertRegex(texts["bash"], rf"(?m)^ +{command}\) words=.*--{flag}\b")
                    self.assertRegex(texts["fish"], rf"seen_subcommand_from {command}' -l {flag} ")
                    self.assertRegex(texts["zsh"].split(f"\n    {command}) _arguments")[1].split(";;")[0], rf"--{flag}\b")
                    tried += 1
        self.assertGreater(tried, 150)

    def complete(self, program, *words):
        """What bash offers for the last word."""
        name = program.rsplit("/", 1)[-1]
        code = f"{self.printed(program, 'help', 'bash')}\nCOMP_WORDS=({name} {' '.join(repr(word) for word in words)})\n" \
               f"COMP_CWORD={len(words)}\n_{name.replace('-', '_')}\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
        return self.run_program(["bash", "-c", code]).stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.complete(harness.INDEX, "bu"), ["build"])
        self.assertIn("help", self.complete(harness.QUERY, ""))
        self.assertEqual(self.complete(harness.QUERY, "help", "se"), ["search", "serve"])
        self.assertIn("zsh", self.complete(harness.INDEX, "help", ""))
        self.assertEqual(self.complete(harness.INDEX, "build", "--stor"), ["--store"])
        self.assertEqual(self.complete(harness.INDEX, "build", "--parser", ""), ["auto", "gumbo"])
        self.assertEqual(self.complete(harness.INDEX, "build", "--parser", "=", "g"), ["gumbo"])
        self.assertEqual(self.complete(harness.INDEX, "build", "--parser", "="), ["auto", "gumbo"])
        self.assertEqual(self.complete(harness.INDEX, "build", "--store", "a"), [])  # bash goes on with names of files
        self.assertEqual(self.complete(harness.INDEX, "nosuch", "-"), [])

    def test_fish_and_zsh_complete_where_they_are(self):
        name = harness.QUERY.rsplit("/", 1)[-1]
        asked = 0
        if shutil.which("fish"):
            script = self.write("script.fish", self.printed(harness.QUERY, "help", "fish"))
            for words, offered in (("sear", "search"), ("help ser", "serve"), ("search --mod", "--model"),
                                   ("search --sort=", "--sort=date"), ("search --sort ", "relevance")):
                run = self.run_program(["fish", "-c", f"source {script}; complete -C '{name} {words}'"])
                self.assertIn(offered, [line.split("\t")[0] for line in run.stdout.splitlines()], words)
            asked += 1
        if shutil.which("zsh"):
            # Without a terminal zsh offers nothing, so what the script calls prints what it would add.
            self.write("_" + name, self.printed(harness.QUERY, "help", "zsh"))
            code = f"fpath=({self.path('')} $fpath); autoload -U _{name}; " \
                   "_describe() { print -l ${(P)2} }; _arguments() { print -l -- $@ }; " \
                   f"compdef() {{ }}; words=({name} '') CURRENT=2; _{name}; " \
                   f"words=({name} search '') CURRENT=3; _{name.replace('-', '_')}"
            said = self.run_program(["zsh", "-f", "-c", code]).stdout
            self.assertIn("serve:shows a store", said)
            self.assertRegex(said, r"(?m)^\*--sort=\[.*\(.*relevance.*\)$")
            asked += 1
        if asked == 0:
            self.skipTest("neither fish nor zsh is installed")

    def test_every_shell_that_is_here_can_read_its_script(self):
        read = 0
        for shell in SHELLS:
            if shutil.which(shell):
                for program in (harness.INDEX, harness.QUERY):
                    self.run_program([shell, "-n", self.write("script", self.printed(program, "help", shell))])
                    read += 1
        self.assertGreater(read, 0)

    def test_roff_has_nothing_to_warn_of(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        for program in (harness.INDEX, harness.QUERY):
            run = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=self.printed(program, "help", "man"), text=True,
                                 capture_output=True, check=True)
            self.assertEqual(run.stderr, "")
            self.assertIn("EXIT STATUS", re.sub(".\b|\x1b\\[[0-9]*m", "", run.stdout))


if __name__ == "__main__":
    harness.main()
