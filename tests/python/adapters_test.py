"""The adapters: PyTerrier's measures are those of `thresh-query eval`, and datatrove reads the pages of the export."""
import importlib.util
import json
import os

from package import Package, harness, ti

CACM = os.path.join(harness.TOP, "..", "shared", "data", "cacm")


class Adapters(Package):
    def need(self, *modules):
        missing = [name for name in modules if importlib.util.find_spec(name) is None]
        if missing:
            self.skipTest(f"{', '.join(missing)}: not installed")

    def test_pyterrier_finds_what_the_program_finds(self):
        self.need("pyterrier", "pandas")
        import pandas
        import pyterrier
        from thresh_index.pyterrier import ThreshIndex
        index = ThreshIndex(self.site, threads=2)
        topics = pandas.DataFrame([("1", "threshing floor"), ("2", "bread oven"), ("3", "qqzz")], columns=["qid", "query"])
        found = index.bm25(num_results=5)(topics)
        file = self.write("topics.tsv", "".join(f"{row.qid}\t{row.query}\n" for row in topics.itertuples()))
        run = self.query("run", "--topics", file, "--topics-format", "tsv", "-n", "5", "--model", "bm25", store=self.site)
        told = [line.split() for line in run.stdout.splitlines()]
        self.assertEqual([(row.qid, row.docno, row.rank + 1) for row in found.itertuples()],
                         [(qid, docno, int(rank)) for qid, _, docno, rank, _, _ in told])
        self.assertEqual(list(index.bm25()(topics[:0]).columns), list(found.columns))
        texts = (index.bm25(num_results=2) >> index.text_loader())(topics)
        self.assertTrue(all("thresh" in text.lower() for text in texts[texts.qid == "1"].text))
        qrels = pandas.DataFrame([(row.qid, row.docno, 1) for row in found[found["rank"] == 1].itertuples()],
                                 columns=["qid", "docno", "label"])
        table = pyterrier.Experiment([index.bm25(), index.dph(), index.bm25(expand="rm3")], topics, qrels, ["recip_rank"])
        self.assertAlmostEqual(table["recip_rank"][0], 1 / 2)

    def test_pyterrier_indexes_dictionaries_and_measures_as_eval(self):
        self.need("pyterrier", "pandas")
        import pandas
        import pyterrier
        from thresh_index.pyterrier import ThreshIndex
        words = "mill stone grain floor flour oven bread wheat rye barley".split()
        documents = [{"docno": f"d{n}", "text": " ".join(words[(n * k + k * k) % len(words)] for k in range(1, 9)) + " <b>"}
                     for n in range(60)]
        index = ThreshIndex(self.path("collection")).index(documents)
        topics = pandas.DataFrame([(str(n), f"{words[n]} {words[n - 3]}") for n in range(8)], columns=["qid", "query"])
        qrels = pandas.DataFrame([(str(n), f"d{d}", int((n + d) % 3 == 0)) for n in range(8) for d in range(60)],
                                 columns=["qid", "docno", "label"])
        table = pyterrier.Experiment([index.bm25()], topics, qrels, ["map", "ndcg_cut_10", "P_5"])
        run = self.query("run", "--model", "bm25", "--topics-format", "tsv", "--topics", self.write(
            "topics.tsv", "".join(f"{row.qid}\t{row.query}\n" for row in topics.itertuples())), store=self.path("collection"))
        judged = self.write("qrels", "".join(f"{row.qid} 0 {row.docno} {row.label}\n" for row in qrels.itertuples()))
        told = json.loads(self.run_program([harness.QUERY, "eval", "--json", "-m", "map", "-m", "ndcg_cut", "-m", "P", judged,
                                            self.write("run", run.stdout)]).stdout)
        for name in ("map", "ndcg_cut_10", "P_5"):
            self.assertIn(f'"{name}": {table[name][0]:.4f}'[:-1], json.dumps(told).replace("0.", "0."), name)

    def test_datatrove_reads_a_store_and_a_crawl(self):
        self.need("datatrove")
        from thresh_index.datatrove import ThreshReader
        with ti.open(self.site) as store:
            pages = [(page.id, page.text) for page in store.pages()]
        read = [(document.id, document.text) for document in ThreshReader(self.site).run()]
        self.assertEqual(read, pages)
        parts = [document.id for rank in range(3) for document in ThreshReader(self.site).run(rank=rank, world_size=3)]
        self.assertEqual(sorted(parts), sorted(name for name, _ in pages))
        crawl = ThreshReader(harness.SITE, base_url=harness.BASE, limit=7)
        self.assertEqual([document.text for document in crawl.run()], [text for _, text in pages[:7]])


if __name__ == "__main__":
    harness.main()
