"""The library as a stranger uses it: installed into a prefix, found by find_package(Thresh), its example built by a
CMake of its own and run on a store."""
import os
import re

import harness


class Library(harness.EndToEnd):
    def cache(self, name):
        """A setting of the build that is tested: the example must be compiled as the library was."""
        with open(os.path.join(self.tree, "CMakeCache.txt"), encoding="utf-8") as file:
            found = re.search(rf"^{name}:[A-Z]+=(.*)$", file.read(), re.M)
        return found.group(1) if found else ""

    def test_what_is_installed_is_what_thresh_h_needs(self):
        self.tree = os.path.dirname(os.path.abspath(harness.QUERY))
        include = os.path.join(self.path("prefix"), "include", "thresh")
        self.run_program(["cmake", "--install", self.tree, "--prefix", self.path("prefix"),
                          "--component", "library"])
        installed = {os.path.relpath(os.path.join(folder, name), include)
                     for folder, _, names in os.walk(include) for name in names}
        needed, todo = set(), ["query/thresh.h"]
        while todo:
            header = todo.pop()
            needed.add(header)
            with open(os.path.join(include, header), encoding="utf-8") as file:
                text = file.read()
            todo += set(re.findall(r'^#include "([^"]+)"', text, re.M)) - needed
            for macro in re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M):
                self.assertTrue(macro.startswith("THRESH_"), f"{header} defines {macro}")
        self.assertEqual(installed, needed)
        self.assertLessEqual(len(installed), 20)

    def test_the_example_is_built_against_an_installed_library(self):
        self.tree = os.path.dirname(os.path.abspath(harness.QUERY))
        prefix, build = self.path("prefix"), self.path("example")
        self.run_program(["cmake", "--install", self.tree, "--prefix", prefix, "--component", "library"])
        self.assertTrue(os.path.exists(os.path.join(prefix, "include", "thresh", "query", "thresh.h")))
        self.run_program(["cmake", "-G", "Ninja", "-S", os.path.join(harness.TOP, "examples"), "-B", build,
                          f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={self.cache('CMAKE_CXX_FLAGS')}",
                          f"-DCMAKE_CXX_COMPILER={self.cache('CMAKE_CXX_COMPILER')}"])
        self.run_program(["cmake", "--build", build], timeout=600)
        example = os.path.join(build, "thresh-example")
        self.build()
        run = self.run_program([example, self.store, "threshing floor"])
        lines = run.stdout.splitlines()
        hits = self.query_json("search", "-n", "5", "--duplicates", "threshing", "floor")["hits"]
        self.assertEqual(lines[:len(hits)], [f"{hit['score']:.4f}  {hit['url']}" for hit in hits])
        self.assertEqual([line.split(":")[0] for line in lines[len(hits):]], ["threshing", "floor"])
        self.assert_one_line(self.run_program([example, self.store, "(open"], harness.USAGE).stderr, "character 1")


if __name__ == "__main__":
    harness.main()
