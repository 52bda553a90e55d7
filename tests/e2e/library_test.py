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
