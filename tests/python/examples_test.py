"""Every example in examples/python does what it says."""
import gzip
import io
import json
import os
import re
import shutil
import sys
import tarfile

from package import BUILT, Package, harness, ti

EXAMPLES = os.path.join(harness.TOP, "examples", "python")
SHARED = os.path.join(harness.TOP, "..", "shared", "data")
MANUAL = os.path.join(harness.TOP, "data", "corpora", "octave-doc", "usr", "share", "doc", "octave")


class Examples(Package):
    def setUp(self):
        super().setUp()
        self.package = {"PYTHONPATH": os.pathsep.join(filter(None, [BUILT, os.environ.get("PYTHONPATH")]))}

    def example(self, name, *arguments):
        return self.run_program([sys.executable, os.path.join(EXAMPLES, name), *arguments], environment=self.package).stdout

    def test_every_example_is_tried(self):
        with open(__file__, encoding="utf-8") as file:
            tests = file.read()
        for name in os.listdir(EXAMPLES):
            self.assertIn(f'"{name}"', tests)

    def test_clean_crawl(self):
        out = self.path("clean.jsonl")
        self.example("clean_crawl.py", harness.SITE, out)
        with open(out, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        with ti.open(self.site) as store:
            self.assertEqual(len(rows), len(store))
        self.assertGreater(sum(bool(row["text"]) for row in rows), len(rows) * 0.9)
        self.assertTrue(any("pages" in reason for row in rows for reason in row["removed"]))

    def test_corpus(self):
        self.need("pyarrow")
        import pyarrow.parquet
        mirror, out = self.path("mirror"), self.path("corpus.parquet")
        shutil.copytree(harness.SITE, os.path.join(mirror, "granary.example"))  # as wget leaves it
        told = self.example("corpus.py", mirror, out)
        self.assertIn(f"pages in {out}", told)
        self.assertIn("Millbrook Granary Trust", told)
        rows = pyarrow.parquet.read_table(out).to_pylist()
        with ti.open(self.site) as store:
            expected = [(page.url, page.title, page.text) for page in store.pages(text="markdown")]
        self.assertEqual([(row["url"], row["title"], row["text"]) for row in rows], expected)

    def test_template_weight(self):
        self.need("matplotlib", "scipy")
        store, out = self.path("field"), self.path("weights.svg")
        ti.build(harness.SITE, store, base_url=harness.BASE, removal="field")
        with ti.open(store) as opened:
            pages = [(page.id, page.title) for page in opened.pages() if page.title]
        topics = self.write("topics.tsv", "".join(f"q{n}\t{title}\n" for n, (_, title) in enumerate(pages)))
        qrels = self.write("qrels", "".join(f"q{n} 0 {name} {1 + n % 2}\nq{n} 0 {pages[n - 1][0]} 1\n"
                                            for n, (name, _) in enumerate(pages)))
        told = self.example("template_weight.py", store, topics, qrels, out)
        with open(out, encoding="utf-8") as file:
            self.assertIn("nDCG@10", file.read())
        names = {"MRR@10": "recip_rank_cut.10", "MAP": "map", "nDCG@10": "ndcg_cut.10"}
        for weight in ("0", "0.2", "1"):
            run = self.query("run", "--topics", topics, "--topics-format", "tsv", "-n", "100", "--template-weight", weight, store=store)
            flags = [word for name in names.values() for word in ("-m", name)]
            eval_ = self.run_program([harness.QUERY, "eval", *flags, qrels, self.write("run", run.stdout)]).stdout
            means = [float(line.split()[2]) for line in eval_.splitlines() if line.split()[1] == "all"]
            ours = [float(value) for value in re.findall(rf"W = {re.escape(weight)} +([01]\.\d+)", told)]
            self.assertEqual(len(means), 3)
            for mean, own in zip(sorted(means), sorted(ours), strict=True):
                self.assertAlmostEqual(mean, own, delta=0.00010001)
        self.assertRegex(told, r"MAP +W = 1 +0\.\d+  \d+ queries win, \d+ lose, p = [01]\.\d+")

    # ---- the notebook

    def run_notebook(self, data, manual):
        """The outputs of its cells."""
        self.need("pyterrier", "pandas", "matplotlib", "nbclient", "ipykernel")
        import nbclient
        import nbformat
        notebook = nbformat.read(os.path.join(EXAMPLES, "experiment.ipynb"), as_version=4)
        own = {**self.package, "THRESH_DATA": data, "THRESH_MANUAL": manual, "IPYTHONDIR": self.path("ipython"),
               "JUPYTER_RUNTIME_DIR": self.path("runtime"), "MPLCONFIGDIR": self.path("matplotlib")}
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.update(own)
        nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": EXAMPLES}}).execute()
        return [output for cell in notebook.cells for output in cell.get("outputs", [])]

    def check_notebook(self, outputs):
        kinds = {kind: output["data"][kind] for output in outputs for kind in output.get("data", {})}
        self.assertGreater(len(kinds["image/png"]), 5000)  # the plot
        for word in ("CACM", "manual", "with templates", "without", "map", "recip_rank p-value"):
            self.assertIn(word, kinds["text/html"])
        self.assertIn("pages: ", "".join(output.get("text", "") for output in outputs))  # the templates

    def test_the_notebook_on_a_small_site(self):
        data = self.path("data")
        with ti.open(self.site) as store:
            pages = [(page.id, page.title) for page in store.pages() if page.title]
        os.makedirs(os.path.join(data, "ir-cacm"))
        with tarfile.open(os.path.join(data, "ir-cacm", "cacm.tar.gz"), "w:gz") as archive:
            for number, (path, _) in enumerate(pages):
                with open(os.path.join(harness.SITE, path), "rb") as file:
                    page = file.read()
                entry = tarfile.TarInfo(f"CACM-{number}.html")
                entry.size = len(page)
                archive.addfile(entry, io.BytesIO(page))
        self.write("data/ir-cacm/cacm.query.text", "".join(f".I {n}\n.W\n {title}\n.N\n {n}\n\n"
                                                           for n, (_, title) in enumerate(pages)))
        self.write("data/ir-cacm/qrels.cacm.txt", "".join(f"{n} Q0 CACM-{n} 1\n" for n in range(len(pages))))
        self.write("data/known-items/octave.exclude", "workshop/index.html\n")
        for name, line in (("topics.tsv", "{}\t{}\n"), ("qrels", "{} 0 {} 1\n")):
            rows = "".join(line.format(n, title if "tsv" in name else path) for n, (path, title) in enumerate(pages))
            self.write(f"data/known-items/octave.{name}.gz", gzip.compress(rows.encode()))
        self.check_notebook(self.run_notebook(data, harness.SITE))

    def test_the_notebook_on_its_collections(self):
        if not os.path.isdir(os.path.join(SHARED, "ir-cacm")) or not os.path.isdir(MANUAL):
            self.skipTest("needs ../shared/data and scripts/fetch_corpora octave-doc")
        self.check_notebook(self.run_notebook(SHARED, MANUAL))


if __name__ == "__main__":
    harness.main()
