"""scripts/mutate: its table fits our code, and it tells mistakes that tests notice from those that they do not."""
import os
import shutil
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(TOP, "tests", "e2e"))
import harness  # noqa: E402

CODE = """bool IsDigit(char c) { return c >= '0' && c <= '9'; }
int Sum(int n) {
  int sum = 0;
  while (n > 0) sum += n--;
  return sum;
}
"""
TEST = """bool IsDigit(char c);
int Sum(int n);
int main() { return IsDigit('0') && !IsDigit('a') && Sum(3) == 6 ? 0 : 1; }
"""
TABLE = """# file, expression, mistake, test
code.cc	c >= '0'	c > '0'	unit_code
code.cc	c <= '9'	c < '9'	unit_code
code.cc	n > 0	n > none	unit_code
"""
CMAKE = """cmake_minimum_required(VERSION 3.22)
project(made CXX)
include_directories(${PROJECT_SOURCE_DIR})
add_executable(unit_code code.cc test.cc)
set_target_properties(unit_code PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
"""
PRESETS = """{"version": 3, "configurePresets": [{"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build"}]}"""


class Mutate(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        for name, text in (("code.cc", CODE), ("test.cc", TEST), ("CMakeLists.txt", CMAKE), ("CMakePresets.json", PRESETS),
                           ("tests/mutants.tsv", TABLE), (".gitignore", "/mutants/\n")):
            self.write(name, text)
        os.mkdir(self.path("scripts"))
        shutil.copy(os.path.join(TOP, "scripts", "mutate"), self.path("scripts"))
        subprocess.run(["git", "init", "-q", self.scratch], check=True)

    def mutate(self, *arguments, expect):
        run = self.run_program([self.path("scripts", "mutate"), "--folder", self.path("mutants"), *arguments], expect)
        return run.stdout + run.stderr

    def test_the_table_fits_the_code(self):
        self.run_program([os.path.join(TOP, "scripts", "mutate"), "--check"])

    def test_an_expression_that_is_not_there_is_named(self):
        self.write("tests/mutants.tsv", TABLE + "code.cc\tsum\tn\tunit_code\ngone.cc\ta\tb\tunit_code\n")
        out = self.mutate("--check", expect=1)
        self.assertIn("code.cc: stands there 3 times: sum", out)
        self.assertIn("gone.cc: stands there 0 times: a", out)

    def test_mistakes_are_killed_survive_or_do_not_compile(self):
        self.assertIn("0 run, 0 killed, 0 survived, 0 uncompiled, 3 not run", self.mutate("--report", expect=1))
        out = self.mutate(expect=1)
        self.assertIn("killed: code.cc:1: c >= '0' -> c > '0' (unit_code)", out)
        self.assertIn("survived: code.cc:1: c <= '9' -> c < '9' (unit_code)", out)
        self.assertIn("uncompiled: code.cc:4: n > 0 -> n > none (unit_code)", out)
        self.assertIn("2 run, 1 killed, 1 survived, 1 uncompiled, 0 not run", out)
        # A better test: only what survived is run again, and now all is well.
        self.write("test.cc", TEST.replace("&& Sum", "&& IsDigit('9') && Sum"))
        out = self.mutate(expect=0)
        self.assertNotIn("c > '0'", out)
        self.assertIn("killed: code.cc:1: c <= '9' -> c < '9' (unit_code)", out)


if __name__ == "__main__":
    harness.main()
