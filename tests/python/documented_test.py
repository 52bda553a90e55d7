"""What the package says of itself is so: examples in docstrings and READMEs, and the types of its functions."""
import doctest
import gzip
import importlib
import importlib.util
import os
import re
import sys

from package import BUILT, Package, harness, ti
from thresh_index.crawl_file import write_crawl  # after package, which finds it

MENU = "<ul><li>Home<li>Our mills<li>How to find us</ul>"
RIVERS = ("Aire Avon Cam Dee Derwent Don Eden Exe Kennet Medway Mersey Nene Ouse Severn Tamar Tees Thames Trent Tyne Wye").split()
GRAINS = ("rye", "barley", "wheat", "spelt", "oats")
MODULES = ("", ".commands", ".crawl_file", ".errors", ".flags", ".kinds", ".progress", ".row", ".store")
ADAPTERS = {".datatrove": "datatrove", ".pyterrier": "pyterrier"}
# Of a user's program. What mypy must not take is marked.
TYPED = """import thresh_index as ti

def told(now: ti.Row) -> None:
    print(now.pages)

report: ti.Row = ti.build("crawl", "site.store", progress=told, memory="1G")
ti.update("site.store", [("http://a.example/", b"<p>"), ("http://a.example/b", "<p>")])
ti.export(["site.store"], "out.jsonl", sections=True)
for page in ti.clean(["a", "b"], text="markdown"):
    text: str = page.text
    print([removed.reason for removed in page.removed], page.title)
with ti.open("site.store") as store:
    urls = [hit.url for hit in store.search("mill", k=3, model="bm25")]
    run: dict[str, list[tuple[str, float]]] = store.search_many({"q": "mill"}, terms={"q": {"mill": 2}})
    links: list[ti.Row] = store.page("http://a.example/").links
    store.pages(text="rtf")  # wrong
    store.search_many("mill", k="ten")  # wrong
ti.build(7, "site.store")  # wrong
ti.open(None)  # wrong
"""


class Documented(Package):
    def test_docstrings(self):
        pages = [(f"http://mill.example/{river.lower()}", f"<title>{river} Mill</title><body>{MENU}<h1>{river} Mill</h1><p>On the "
                  f"{river} they grind <em><a href=/{GRAINS[n % 5]}>{GRAINS[n % 5]}</a></em>.") for n, river in enumerate(RIVERS)]
        path = self.path("mill.store")
        ti.build(pages, path)
        with ti.open(path) as store:
            for name in (*MODULES, *(name for name, other in ADAPTERS.items() if importlib.util.find_spec(other))):
                module = importlib.import_module("thresh_index" + name)
                result = doctest.testmod(module, extraglobs={"store": store, "path": path}, optionflags=doctest.ELLIPSIS)
                self.assertEqual(result.failed, 0, name)

    def test_everything_public_has_an_example(self):
        lacking = []
        for name in ti.__all__:
            members = {name: getattr(ti, name)}
            if isinstance(members[name], type):
                members.update({f"{name}.{of}": member for of, member in vars(members[name]).items()
                                if not of.startswith("_") and (callable(member) or isinstance(member, property))})
            lacking += [of for of, member in members.items() if ">>>" not in (member.__doc__ or "")]
        self.assertEqual(lacking, ["InputError", "ResourceError", "StoreError", "UsageError"])  # Error has one for all

    def test_types_are_those_that_checkers_see(self):
        self.need("mypy")
        program = self.write("program.py", TYPED)
        folder = BUILT or os.path.dirname(os.path.dirname(ti.__file__))
        if not os.path.exists(os.path.join(folder, "thresh_index", "_core.pyi")):
            self.skipTest("the stubs of the C++ half are not built (target _core_stub)")
        mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", self.path("cache"), "--follow-imports", "silent"]
        own = {"MYPYPATH": folder}
        run = self.run_program([*mypy, program], 1, environment=own)
        told = {int(line) for line in re.findall(r"^.*program\.py:(\d+): error", run.stdout, re.M)}
        self.assertEqual(told, {n for n, line in enumerate(TYPED.splitlines(), 1) if "# wrong" in line}, run.stdout)
        files = [os.path.join(folder, "thresh_index", (name[1:] or "__init__") + ".py") for name in MODULES]
        run = self.run_program([*mypy, *files], (0, 1), environment=own)  # the stub that nanobind makes is not strict
        self.assertEqual([line for line in run.stdout.splitlines() if "error:" in line and "_core.pyi" not in line], [])

    def test_the_readmes(self):
        pages = [(f"http://a.example/{n}", f"<ul><li>Home<li>Us</ul><p>Page {n} of the write ahead log.") for n in range(20)]
        write_crawl(pages, self.path("crawl.warc"))
        with open(self.path("crawl.warc"), "rb") as file:
            packed = gzip.compress(file.read())
        for readme in ("README.md", "python/README.md"):
            for name in ("crawl", "crawl-1", "crawl-2"):
                self.write(f"{readme}.d/{name}.warc.gz", packed)
            with open(os.path.join(harness.TOP, readme), encoding="utf-8") as file:
                blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.S | re.M)
            self.assertTrue(blocks, readme)
            for block in blocks:
                code = f"import os, sys\nos.chdir(sys.argv[1])\n{block}"
                run = self.run_python(code, self.path(readme + ".d"))
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("http://a.example/7", run.stdout)


if __name__ == "__main__":
    harness.main()
