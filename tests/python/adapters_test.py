"""The adapters: PyTerrier's measures are those of `thresh-query eval`, and datatrove reads the pages of the export."""
import gzip
import json
import os
import re
import tarfile
import warnings

from package import Package, harness, ti

SHARED = os.path.join(harness.TOP, "..", "shared", "data")
MEASURES = {"map": "map", "recip_rank": "recip_rank", "ndcg_cut_10": "ndcg_cut.10", "P_30": "P.30"}  # of pyterrier and of eval


def cacm():
    """Documents, topics and the name of the judgments."""
    def documents():
        with tarfile.open(os.path.join(SHARED, "ir-cacm", "cacm.tar.gz")) as archive:
            for member in archive:
                if member.name.endswith(".html"):
                    page = archive.extractfile(member).read().decode("latin-1")
                    yield {"docno": os.path.basename(member.name)[:-5], "html": page}
    with open(os.path.join(SHARED, "ir-cacm", "cacm.query.text"), encoding="latin-1") as file:
        topics = re.findall(r"^\.I (\d+)\n\.W\n(.*?)(?=^\.|\Z)", file.read(), re.S | re.M)
    return documents(), topics, os.path.join(SHARED, "ir-cacm", "qrels.cacm.txt")


def vaswani():
    def documents():
        with gzip.open(os.path.join(SHARED, "ir-vaswani", "doc-text.trec.gz"), "rt", encoding="utf-8") as file:
            for number, text in re.findall(r"<DOCNO>\s*(\S+?)\s*</DOCNO>(.*?)</DOC>", file.read(), re.S | re.I):
                yield {"docno": number, "text": text}
    with open(os.path.join(SHARED, "ir-vaswani", "query-text.trec"), encoding="utf-8") as file:
        topics = re.findall(r"<num>(\d+)</num>\s*<title>(.*?)</title>", file.read(), re.S)
    return documents(), topics, os.path.join(SHARED, "ir-vaswani", "qrels")


class Adapters(Package):
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
        table = pyterrier.Experiment([index.bm25(), index.dph(), index.bm25(expand="rm3")], topics, qrels, ["recip_rank"],
                                     validate="error")
        self.assertAlmostEqual(table["recip_rank"][0], 1 / 2)
        self.assertFalse(pyterrier.java.started())

    def test_pyterrier_sees_what_columns_come_without_a_warning(self):
        self.need("pyterrier", "pandas")
        import pyterrier
        from thresh_index.pyterrier import ThreshIndex
        index, hits = ThreshIndex(self.site), {"qid", "query", "docno", "score", "rank"}
        bm25 = index.bm25()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message="The inplace keyword")  # PyTerrier's own
            for pipeline, columns in ((bm25, hits), (bm25 >> index.text_loader(), hits | {"text"}),
                                      (bm25 >> index.rm3() >> bm25, hits | {"query_0", "query_toks"})):
                outputs = pyterrier.inspect.transformer_outputs(pipeline, ["qid", "query"])
                self.assertEqual(set(outputs), columns)

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

    def test_pyterrier_loses_no_document(self):
        self.need("pyterrier", "pandas")
        from thresh_index.pyterrier import ThreshIndex
        index = ThreshIndex(self.path("collection"))
        a = {"docno": "a", "text": "mill"}
        for documents, words in (([a, a], ("docno a comes twice",)), ([a, {"docno": 1, "text": ""}, {"docno": "1", "text": ""}], ("docno 1",)),
                                 ([{**a, "url": "http://x.org/"}, {"docno": "b", "text": "", "url": "http://X.org"}], ("X.org", "earlier")),
                                 ([a, {"text": "mill"}], ("document 2 has no docno",)), ([{"docno": "a"}], ("a has neither",)),
                                 ([{"docno": "a\n", "text": ""}], ("no docno",)), ([{"docno": "a", "html": 7}], ("int",))):
            self.assert_raises(ti.UsageError, 64, lambda d=documents: index.index(d), *words)
        self.assertFalse(os.path.exists(index.path))
        menu = "<ul><li>Home<li>About us<li>Our mills</ul>"
        index.index([a, {"docno": "b c", "html": f"{menu}<p>Mühle".encode()}, {"docno": "d", "html": ""},
                     {"docno": "e", "html": "", "text": "stone"}, {"docno": "f", "html": f"{menu}<p>Flügel", "url": "http://x.org/f"},
                     {"docno": "g", "html": "<meta charset=iso-8859-1><p>Räder".encode("latin-1"), "url": "http://x.org/g"}])
        with ti.open(index.path) as store:
            pages = {page.id: page.text.splitlines()[-1:] for page in store.pages()}
        # A page without a word is no page of a store.
        self.assertEqual(pages, {"a": ["mill"], "b c": ["Mühle"], "e": ["stone"], "f": ["Flügel"], "g": ["Räder"]})

    def test_pyterrier_objects_say_what_they_are(self):
        self.need("pyterrier", "pandas")
        from thresh_index.pyterrier import ThreshIndex
        index = ThreshIndex(self.site).with_removal(False)
        for shown, words in ((index, ("ThreshIndex", "template_weight=1")), (index.bm25(b=0.3), ("model=bm25", "b=0.3")),
                             (index.rm3(), ("expand=rm3",)), (index.text_loader("markdown"), ("markdown",))):
            self.assert_one_line(repr(shown), self.site, *words)
            self.assertNotIn(" object at ", repr(shown))

    def test_an_extra_that_is_not_installed_is_named(self):
        for adapter in ("pyterrier", "datatrove"):
            run = self.run_python(f"import sys\nsys.modules['{adapter}'] = None\nimport thresh_index.{adapter}\n")
            self.assertEqual(run.returncode, 1)
            last = run.stderr.splitlines()[-1]
            self.assertTrue(last.startswith("ModuleNotFoundError: "), last)
            self.assertIn(f'pip install "thresh-index[{adapter}]"', last)

    def check_collection(self, collection):
        self.need("pyterrier", "pandas")
        if not os.path.isdir(SHARED):
            self.skipTest("needs ../shared/data")
        import pandas
        import pyterrier
        from thresh_index.pyterrier import ThreshIndex
        documents, topics, judged = collection()
        store = self.path("collection")
        index = ThreshIndex(store, threads=2).index(documents, stemmer="porter", stop_words="english")
        with open(judged, encoding="ascii") as file:
            qrels = pandas.DataFrame([line.split() for line in file], columns=["qid", "q0", "docno", "label"])
        qrels = qrels.drop(columns="q0").astype({"label": int})
        topics = pandas.DataFrame([(qid, " ".join(text.split())) for qid, text in topics], columns=["qid", "query"])
        topics = topics[topics.qid.isin(qrels.qid)]
        ways = {("bm25", "none"): index.bm25(), ("pl2", "none"): index.pl2(),
                ("bm25", "rm3"): index.bm25() >> index.rm3() >> index.bm25()}
        table = pyterrier.Experiment(list(ways.values()), topics, qrels, list(MEASURES), names=[str(way) for way in ways])
        file = self.write("topics.tsv", "".join(f"{row.qid}\t{row.query}\n" for row in topics.itertuples()))
        for number, (model, expand) in enumerate(ways):
            run = self.query("run", "--topics", file, "--topics-format", "tsv", "-n", "1000", "--model", model, "--expand", expand,
                             store=store)
            flags = [word for name in MEASURES.values() for word in ("-m", name)]
            told = self.run_program([harness.QUERY, "eval", *flags, judged, self.write("run", run.stdout)]).stdout
            values = {line.split()[0]: float(line.split()[2]) for line in told.splitlines() if line.split()[1] == "all"}
            for name in MEASURES:
                self.assertAlmostEqual(table[name][number], values[name], delta=0.00005000001, msg=f"{name} of {model}, {expand}")
        return table

    def test_pyterrier_measures_cacm_as_eval(self):
        self.assertGreater(self.check_collection(cacm)["map"][0], 0.3)

    def test_pyterrier_measures_vaswani_as_eval(self):
        self.assertGreater(self.check_collection(vaswani)["map"][0], 0.25)

    def test_a_query_that_rm3_rewrote_finds_what_expand_finds(self):
        self.need("pyterrier", "pandas")
        import pandas
        from thresh_index.pyterrier import ThreshIndex
        index = ThreshIndex(self.site, threads=2)
        topics = pandas.DataFrame([("1", "threshing floor"), ("2", "bread bread oven"), ("3", "qqzz"), ("4", "the miller's cat")],
                                  columns=["qid", "query"])
        bm25 = index.bm25()
        for method in ("rm3", "bo1"):
            rewritten = (bm25 >> getattr(index, method)(feedback_terms=7))(topics)
            self.assertEqual(list(rewritten["query_0"]), [query for query in topics["query"] if query != "qqzz"])
            self.assertTrue(all(len(terms) > 3 for terms in rewritten["query_toks"]))
            ours, theirs = bm25(rewritten), index.bm25(expand=method, feedback_terms=7)(topics)
            self.assertEqual(list(zip(ours.qid, ours.docno)), list(zip(theirs.qid, theirs.docno)))
            self.assertLess(max(abs(ours.score - theirs.score)), 1e-9)
            self.assertGreater(len(ours), len(bm25(topics)))
        empty = (bm25 >> index.rm3() >> bm25)(topics[:0])
        self.assertLessEqual({"qid", "query", "query_0", "docno", "score", "rank"}, set(empty.columns))

    def test_one_store_is_the_site_with_and_without_removal(self):
        self.need("pyterrier", "pandas")
        import pandas
        from thresh_index.pyterrier import ThreshIndex
        topics = pandas.DataFrame([("1", "threshing floor"), ("2", "mill cat"), ("3", "seed library")], columns=["qid", "query"])

        def best(index):
            """The scores, since pages of the same score may stand in any order."""
            found = index.bm25()(topics)
            return {(row.qid, row.docno): round(row.score, 9) for row in found.itertuples()}
        both = ThreshIndex(self.path("both")).index({"docno": page.id, "url": page.url, "html": self.html_of(page)}
                                                    for page in self.pages())
        stores = {}
        for name, flags in (("drop", {"removal": "drop"}), ("none", {"detector": "none"})):
            stores[name] = ThreshIndex(self.path(name)).index(({"docno": page.id, "url": page.url, "html": self.html_of(page)}
                                                               for page in self.pages()), **flags)
        self.assertEqual(best(both), best(stores["drop"]))
        self.assertEqual(best(both.with_removal(True)), best(stores["drop"]))
        self.assertEqual(best(both.with_removal(False)), best(stores["none"]))
        self.assertNotEqual(best(both), best(both.with_removal(False)))
        self.assert_raises(ti.UsageError, 64, lambda: stores["drop"].with_removal(False).bm25()(topics), "--removal field")

    def pages(self):
        with ti.open(self.site) as store:
            yield from store.pages()

    @staticmethod
    def html_of(page):
        with open(os.path.join(harness.SITE, page.id), encoding="latin-1") as file:
            return file.read()

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
