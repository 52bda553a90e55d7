"""PyTerrier: a store as an index whose models are transformers (extra: pip install ".[pyterrier]").

    import pyterrier as pt
    from thresh_index.pyterrier import ThreshIndex

    index = ThreshIndex("site.store")
    pt.Experiment([index.bm25(), index.bm25(expand="rm3"), index.dph()], topics, qrels, ["map", "ndcg_cut_10"])
"""
import html
import json
import os
import tempfile

import pandas as pd
import pyterrier as pt
import thresh_index as ti


def _row(document):
    number = str(document["docno"])
    page = document.get("html") or "<pre>" + html.escape(document["text"]) + "</pre>"
    return json.dumps({"url": document.get("url") or "http://collection.invalid/" + number, "docno": number, "html": page})


class ThreshIndex(pt.Indexer):
    """The store at `path`, which may be there already or is made by `index`."""

    def __init__(self, path, threads=1):
        self.path, self.threads = os.fspath(path), threads

    def index(self, documents, **flags):
        """Builds the store from dictionaries with `docno` and `html`, or with `text`, which has no templates to remove."""
        has_html = False
        with tempfile.TemporaryDirectory(prefix="thresh-") as folder:
            crawl = os.path.join(folder, "pages.jsonl")
            with open(crawl, "w", encoding="utf-8") as file:
                for document in documents:
                    has_html |= bool(document.get("html"))
                    file.write(_row(document) + "\n")
            flags.setdefault("detector", "spine" if has_html else "none")
            ti.build(crawl, self.path, replace=True, **flags)
        return self

    def retriever(self, model, num_results=1000, **flags):
        """A transformer from queries to pages. The flags are those of `thresh-query run`."""
        return ThreshRetriever(self, num_results, model=model, **flags)

    def bm25(self, **flags):
        """BM25."""
        return self.retriever("bm25", **flags)

    def pivoted(self, **flags):
        """Pivoted TF-IDF."""
        return self.retriever("pivoted_tfidf", **flags)

    def dirichlet(self, **flags):
        """The language model with Dirichlet smoothing."""
        return self.retriever("lm_dirichlet", **flags)

    def dph(self, **flags):
        """DPH."""
        return self.retriever("dph", **flags)

    def pl2(self, **flags):
        """PL2."""
        return self.retriever("pl2", **flags)

    def text_loader(self, text="plain"):
        """A transformer that adds the text of each page without its templates."""
        return ThreshText(self, text)


class ThreshRetriever(pt.Transformer):
    """From a frame with qid and query to one with qid, query, docno, score and rank."""

    def __init__(self, index, num_results, **flags):
        self.source, self.num_results, self.flags = index, num_results, flags

    def transform(self, inp):
        queries = dict(zip(inp["qid"].astype(str), inp["query"]))
        rows = []
        if queries:
            with ti.open(self.source.path) as store:
                run = store.search_many(queries, k=self.num_results, threads=self.source.threads, **self.flags)
            rows = [(qid, docno, score) for qid, hits in run.items() for docno, score in hits]
        hits = pd.DataFrame(rows, columns=["qid", "docno", "score"]).astype({"qid": str, "docno": str, "score": float})
        known = inp.drop(columns=["docno", "score", "rank"], errors="ignore").drop_duplicates("qid")
        return pt.model.add_ranks(known.astype({"qid": str}).merge(hits, on="qid"))


class ThreshText(pt.Transformer):
    """Adds the column `text` to a frame with docno."""

    def __init__(self, index, text):
        self.source, self.form = index, text

    def transform(self, inp):
        with ti.open(self.source.path) as store:
            texts = {docno: getattr(store.page(docno), "text" if self.form == "plain" else self.form)
                     for docno in set(inp["docno"])}
        return inp.assign(text=[texts[docno] for docno in inp["docno"]])
