"""PyTerrier: a store as an index whose models are transformers (extra: pip install ".[pyterrier]").

    import pyterrier as pt
    from thresh_index.pyterrier import ThreshIndex

    index = ThreshIndex("site.store")
    bm25 = index.bm25()
    pt.Experiment([bm25, bm25 >> index.rm3() >> bm25, index.dph()], topics, qrels, ["map", "ndcg_cut_10"])
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
    """The store at `path`, which may be there already or is made by `index`. The flags are those of every search."""

    def __init__(self, path, threads=1, **flags):
        self.path, self.threads, self.flags = os.fspath(path), threads, flags

    def index(self, documents, **flags):
        """Builds the store from dictionaries with `docno` and `html`, or with `text`, which has no templates to remove.

        The words of templates stay in the store for `with_removal(False)`, unless `removal` says otherwise.
        """
        has_html = False
        with tempfile.TemporaryDirectory(prefix="thresh-") as folder:
            crawl = os.path.join(folder, "pages.jsonl")
            with open(crawl, "w", encoding="utf-8") as file:
                for document in documents:
                    has_html |= bool(document.get("html"))
                    file.write(_row(document) + "\n")
            flags.setdefault("detector", "spine" if has_html else "none")
            flags.setdefault("removal", "field")
            ti.build(crawl, self.path, replace=True, **flags)
        return self

    def with_removal(self, removal=True):
        """The same site with its templates removed, or as if nothing had been: a store of `removal="field"` is both."""
        return ThreshIndex(self.path, self.threads, **{**self.flags, "template_weight": 0 if removal else 1})

    def retriever(self, model, num_results=1000, **flags):
        """A transformer from queries to pages. The flags are those of `thresh-query run`."""
        return ThreshRetriever(self, num_results, model=model, **{**self.flags, **flags})

    def bm25(self, **flags):
        """BM25."""
        return self.retriever("bm25", **flags)

    def bm25_plus(self, **flags):
        """BM25 with a lower bound for a word that is there."""
        return self.retriever("bm25+", **flags)

    def pivoted(self, **flags):
        """Pivoted TF-IDF."""
        return self.retriever("pivoted_tfidf", **flags)

    def tfidf(self, **flags):
        """Logarithmic TF-IDF."""
        return self.retriever("tfidf", **flags)

    def dirichlet(self, **flags):
        """The language model with Dirichlet smoothing."""
        return self.retriever("lm_dirichlet", **flags)

    def jelinek_mercer(self, **flags):
        """The language model with Jelinek-Mercer smoothing."""
        return self.retriever("lm_jm", **flags)

    def dph(self, **flags):
        """DPH."""
        return self.retriever("dph", **flags)

    def pl2(self, **flags):
        """PL2."""
        return self.retriever("pl2", **flags)

    def rm3(self, **flags):
        """A transformer that rewrites queries: it adds the words that the best pages for a query have in common.

        The pages are those of a search of its own, by `model` and the other flags of `thresh-query run`. What it finds
        stands in the column `query_toks`, which every model of this index takes in place of the query.
        """
        return ThreshRewriter(self, expand="rm3", **{**self.flags, **flags})

    def bo1(self, **flags):
        """The same by divergence from randomness."""
        return ThreshRewriter(self, expand="bo1", **{**self.flags, **flags})

    def text_loader(self, text="plain"):
        """A transformer that adds the text of each page without its templates."""
        return ThreshText(self, text)


def _queries(frame):
    return dict(zip(frame["qid"].astype(str), frame["query"]))


class ThreshRetriever(pt.Transformer):
    """From a frame with qid and query, and query_toks if it has them, to one with docno, score and rank as well."""

    def __init__(self, index, num_results, **flags):
        self.source, self.num_results, self.flags = index, num_results, flags

    def transform(self, inp):
        queries, rows = _queries(inp), []
        terms = dict(zip(inp["qid"].astype(str), inp["query_toks"])) if "query_toks" in inp else None
        if queries:
            with ti.open(self.source.path) as store:
                run = store.search_many(queries, k=self.num_results, threads=self.source.threads, terms=terms, **self.flags)
            rows = [(qid, docno, score) for qid, hits in run.items() for docno, score in hits]
        hits = pd.DataFrame(rows, columns=["qid", "docno", "score"]).astype({"qid": str, "docno": str, "score": float})
        known = inp.drop(columns=["docno", "score", "rank"], errors="ignore").drop_duplicates("qid")
        return pt.model.add_ranks(known.astype({"qid": str}).merge(hits, on="qid"))


class ThreshRewriter(pt.Transformer):
    """From a frame with qid and query to one with the terms that replace the query, and the query as query_0."""

    def __init__(self, index, **flags):
        self.source, self.flags = index, flags

    def transform(self, inp):
        queries, terms = _queries(inp), {}
        if queries:
            with ti.open(self.source.path) as store:
                terms = store.expand_many(queries, **self.flags)
        known = inp[[name for name in pt.model.query_columns(inp) if name != "query_toks"]].drop_duplicates("qid")
        known = pt.model.push_queries(known.astype({"qid": str}), keep_original=True)
        return known.assign(query_toks=[terms[qid] for qid in known["qid"]])


class ThreshText(pt.Transformer):
    """Adds the column `text` to a frame with docno."""

    def __init__(self, index, text):
        self.source, self.form = index, text

    def transform(self, inp):
        with ti.open(self.source.path) as store:
            texts = {docno: getattr(store.page(docno), "text" if self.form == "plain" else self.form)
                     for docno in set(inp["docno"])}
        return inp.assign(text=[texts[docno] for docno in inp["docno"]])
