"""Every rule can fail: each check is given a small tree with one violation, and the same tree without it."""
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(TOP, "tests", "e2e"))
import harness  # noqa: E402

LONG_FUNCTION = "int F() {\n" + "  // {\n" * 59 + "  return 0;\n}\n"


class Rules(unittest.TestCase):
    def check(self, rule, files):
        """Exit code and output of a check on a tree of these files."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "-q", folder], check=True)
            for path, text in files.items():
                full = os.path.join(folder, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            script = os.path.join(TOP, "scripts", "check_" + rule)
            run = subprocess.run([script, folder], capture_output=True, text=True, check=False)
            self.assertEqual(run.stderr, "")
            return run.returncode, run.stdout

    def assert_finds(self, rule, clean, violation, words):
        self.assertEqual(self.check(rule, clean), (0, ""))
        code, out = self.check(rule, {**clean, **violation})
        self.assertEqual(code, 1, out)
        self.assertIn(words, out)

    def test_layers_sideways(self):
        clean = {"indexer/run/a.cc": '#include "common/base/ids.h"\n#include "indexer/records.h"\n'}
        self.assert_finds("layers", clean, {"query/b.cc": '#include "indexer/records.h"\n'}, "query may not include")
        self.assert_finds("layers", clean, {"common/base/b.h": '#include "query/x.h"\n'}, "common/base may not include")
        self.assert_finds("layers", clean, {"indexer/run/b.cc": '#include "indexer/page/digest.h"\n'}, "may not include")
        self.assert_finds("layers", clean, {"indexer/build/b.cc": '#include "indexer/detect/sig.h"\n'}, "private")

    def test_layers_sources_are_listed(self):
        clean = {"common/base/CMakeLists.txt": "thresh_room(a SOURCES\n  a.cc\n)\n", "common/base/a.cc": "int a;\n"}
        self.assert_finds("layers", clean, {"common/base/b.cc": "int b;\n"}, "not listed in common/base/CMakeLists.txt")

    def test_layers_only_one_room_writes(self):
        clean = {"indexer/segment/a.cc": "rocksdb::SstFileWriter w;\n", "query/a.cc": "// SstFileWriter\n"}
        for room in ("query", "indexer/run", "indexer/merge"):
            for code in ("rocksdb::SstFileWriter w;\n", 'rename(file, store + "/CURRENT");\n',
                         "db->IngestExternalFiles(arguments);\n"):
                self.assert_finds("layers", clean, {f"{room}/b.cc": code}, "only indexer/segment")
        self.assert_finds("layers", clean, {"query/b.cc": "#include <rocksdb/db.h>\n"}, "belongs behind")

    def test_sizes_of_files(self):
        clean = {"tests/a.cc": "int a;\n" * 600}
        self.assert_finds("sizes", clean, {"tests/b.cc": "int b;\n" * 601}, "at most 600")

    def test_sizes_of_functions(self):
        clean = {"tests/a.cc": "namespace a {\n" + LONG_FUNCTION.replace("  // {\n", "", 2) + "}\n"}
        self.assert_finds("sizes", clean, {"tests/b.cc": LONG_FUNCTION}, "function of 62 lines")
        method = "class A {\n  A() : a_{1}, b_(2) {\n" + "    f(\"}\");\n" * 60 + "  }\n};\n"
        self.assert_finds("sizes", clean, {"tests/b.cc": method}, "function of 62 lines")

    def test_sizes_most_functions(self):
        short = "int F() {\n  return 0;\n}\n" * 9
        medium = "int F() {\n" + "  ++i;\n" * 30 + "}\n"
        readme = {"common/README.md": "Central type: F\n"}
        self.assert_finds("sizes", {**readme, "common/a.cc": short + medium}, {"common/b.cc": medium}, "one in ten")

    def test_sizes_of_documents(self):
        clean = {"a.md": "short\n\n| " + "wide " * 40 + "|\n\n```\n" + "code " * 40 + "\n```\n"}
        self.assert_finds("sizes", clean, {"b.md": "word " * 21 + "\n"}, "b.md:1: 105 columns")

    def test_sizes_of_anything(self):
        clean = {"tests/a.txt": "a" * 100_000}
        self.assert_finds("sizes", clean, {"tests/b.txt": "b" * 100_001}, "at most 100000")

    def test_sizes_readmes(self):
        clean = {"common/a.cc": "int a;\n", "common/README.md": "Central type: A\n"}
        self.assert_finds("sizes", clean, {"query/b.cc": "int b;\n"}, "query/README.md: missing")
        self.assert_finds("sizes", clean, {"common/README.md": "A\n" * 26}, "more than 25")

    def test_format(self):
        clean = {".clang-format": "BasedOnStyle: Google\n", "a.cc": "int a;\n"}
        self.assert_finds("format", clean, {"b.cc": "int  b ;\n"}, "b.cc:1")

    def test_links(self):
        clean = {"a.md": "# One two\n[a](b.md#three) [self](#one-two) `docs/x.cc`\n", "b.md": "## Three\n",
                 "docs/x.cc": "\n"}
        self.assert_finds("links", clean, {"c.md": "[gone](d.md)\n"}, "dead link d.md")
        self.assert_finds("links", clean, {"c.md": "[gone](b.md#four)\n"}, "no heading")
        self.assert_finds("links", clean, {"c.md": "see `docs/gone.cc`\n"}, "no such file")

    def test_names(self):
        clean = {"common/a.h": "namespace thresh {\nstruct A : B {};\nclass C;\n}\n",
                 "query/b.cc": "namespace thresh {\nnamespace {\nstruct A {};\n}\nvoid f() { struct A {}; }\n"
                               "struct B { struct A {}; };\nclass C final {};\n}\n",
                 "query/c.h": "namespace other {\nenum class A { kB };\n}\n"}
        self.assert_finds("names", clean, {"indexer/d.h": "namespace thresh {\nenum class A : int { kB };\n}\n"},
                          "common/a.h:2: thresh::A is another type in indexer/d.h:2")
        self.assert_finds("names", clean, {"indexer/d.cc": "namespace thresh {\ntemplate <typename T>\nclass C {};\n}"},
                          "thresh::C")

    def test_readme(self):
        clean = {"README.md": "```sh\nthresh-index build --store x\n```\n",
                 "a.cc": '{"build", "help"},\nAdd("store,s", 1);\n'}
        self.assert_finds("readme", clean, {"README.md": "```sh\nthresh-index build --shop x\n```\n"}, "--shop")
        self.assert_finds("readme", clean, {"README.md": "```sh\nscripts/gone\n```\n"}, "no script")
        package = {"README.md": "```python\nti.build()\n```\n", "python/thresh_index/__init__.py": '__all__ = ["build"]\n'}
        self.assert_finds("readme", package, {"README.md": "```python\nti.bild()\n```\n"}, "has no bild")
        self.assert_finds("readme", package, {"README.md": "```python\nti.build(\n```\n"}, "no Python")

    def test_tidy(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "common"))
            for name, text in {".clang-tidy": "Checks: '-*,modernize-use-nullptr'\n", "common/a.cc": "int* a = 0;\n",
                               "compile_commands.json": f'[{{"directory": "{folder}", "file": "{folder}/common/a.cc", '
                                                        f'"command": "g++ -c {folder}/common/a.cc"}}]'}.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            command = [os.path.join(TOP, "scripts", "check_tidy"), folder, "--build", folder]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn("a.cc:1:10: error: use nullptr", run.stdout)

    def test_words(self):
        clean = {"a.cc": "// see /usr/include and https://example.org/home/x\n"}
        self.assert_finds("words", clean, {"b.cc": '"/home/me/x"\n'}, "path of a machine")
        self.assert_finds("words", clean, {"b.cc": "// TO" + "DO: rest\n"}, "unfinished work")

    def test_words_worst_phrases(self):
        clean = {"a.md": "The pages take turns.\n"}
        self.assert_finds("words", clean, {"b.md": "The row\nis told twice.\n"}, "b.md:2: hard to read: is told")

    def test_commits(self):
        with tempfile.TemporaryDirectory() as folder:
            def commit(message):
                subprocess.run(["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@a.example", "commit", "-q",
                                "--allow-empty", "-m", message], check=True)

            def check():
                script = os.path.join(TOP, "scripts", "check_commits")
                run = subprocess.run([script, folder], capture_output=True, text=True, check=False)
                return run.returncode, run.stdout
            subprocess.run(["git", "init", "-q", folder], check=True)
            commit("Older than the rule")
            os.makedirs(os.path.join(folder, "scripts"))
            open(os.path.join(folder, "scripts", "check_commits"), "w", encoding="utf-8").close()
            subprocess.run(["git", "-C", folder, "add", "."], check=True)
            commit("The rule")
            commit("Short subject\n\nBecause of this.")
            self.assertEqual(check(), (0, ""))
            commit("No body")
            self.assertIn("no body", check()[1])
            commit("S" * 73 + "\n\nBecause of this.")
            self.assertIn("subject of 73 columns", check()[1])

    def test_tally(self):
        junit = ('<testsuite><testcase name="a" status="run"/><testcase name="b" status="notrun"><skipped/></testcase>'
                 '%s</testsuite>')
        for more, code, last in (("", 0, "1 passed, 0 failed, 1 skipped"),
                                 ('<testcase name="c" status="fail"/>', 1, "1 passed, 1 failed, 1 skipped")):
            with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
                file.write(junit % more)
                file.flush()
                run = subprocess.run([os.path.join(TOP, "scripts", "tally"), file.name], capture_output=True, text=True,
                                     check=False)
            self.assertEqual((run.returncode, run.stdout.splitlines()[-1]), (code, last))
        run = subprocess.run([os.path.join(TOP, "scripts", "tally")], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (1, "0 passed, 0 failed\n"))

    def test_fixture_site_is_what_its_script_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            fixtures = os.path.join(TOP, "tests", "fixtures")
            subprocess.run([os.path.join(fixtures, "make_site"), folder], check=True)
            subprocess.run(["diff", "-r", folder, os.path.join(fixtures, "site")], check=True)


if __name__ == "__main__":
    harness.main()
