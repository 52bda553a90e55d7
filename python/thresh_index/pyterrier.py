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
from collections.abc import Iterable, Mapping
from typing import Any

try:
    import pandas as pd
    import pyterrier as pt
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f'{error}: pip install "thresh-index[pyterrier]"', name=error.name) from error
import thresh_index as ti
from thresh_index.crawl_file import Addresses, record
from thresh_index.kinds import Path, Text


class _Crawl:
    """Documents as files that `build` reads: JSON lines, and a WARC file for html that is bytes."""

    def __init__(self, folder: str) -> None:
        self._names, self._addresses = set[str](), Addresses()
        self._lines, self._records = os.path.join(folder, "pages.jsonl"), os.path.join(folder, "pages.warc")
        self.has_html = False

    def write(self, documents: Iterable[Mapping[str, Any]]) -> list[str]:
        with open(self._lines, "w", encoding="utf-8") as lines, open(self._records, "wb") as records:
            for document in documents:
                name, address, page = self._page(document)
                if isinstance(page, str):
                    lines.write(json.dumps({"url": address, "docno": name, "html": page}) + "\n")
                else:
                    records.write(record(address, page, name=f"<{name}>"))
        return [file for file in (self._lines, self._records) if os.path.getsize(file)] or [self._lines]

    def _page(self, document: Mapping[str, Any]) -> tuple[str, str, Any]:
        """Its docno, its address, and its html."""
        if document.get("docno") is None:
            raise ti.UsageError(64, f"document {len(self._names) + 1} has no docno")
        name = str(document["docno"])
        if name in self._names:
            raise ti.UsageError(64, f"the docno {name} comes twice")
        if not name or not name.isprintable():
            raise ti.UsageError(64, f"{name!r} is no docno")
        self._names.add(name)
        address = document.get("url") or "http://collection.invalid/" + name.replace(" ", "%20")
        self._addresses.add(address)
        page = document.get("html")
        self.has_html |= bool(page)
        if not page and isinstance(document.get("text"), str):
            return name, address, "<pre>" + html.escape(document["text"]) + "</pre>"
        if page is None:
            raise ti.UsageError(64, f"the document {name} has neither html nor text")
        return name, address, page


class ThreshIndex(pt.Indexer):
    """The store at `path`, which may be there already or is made by `index`. The flags are those of every search.

    >>> import tempfile, pandas
    >>> folder = tempfile.TemporaryDirectory()
    >>> index = ThreshIndex(folder.name + "/mills.store").index([{"docno": "m1", "text": "It grinds rye."},
    ...                                                          {"docno": "m2", "text": "It grinds barley."}])
    >>> topics = pandas.DataFrame([("q1", "barley")], columns=["qid", "query"])
    >>> list((index.bm25() >> index.text_loader())(topics)[["docno", "text"]].iloc[0])
    ['m2', 'It grinds barley.']
    """

    def __init__(self, path: Path, threads: int = 1, **flags: Any) -> None:
        self.path, self.threads, self.flags = os.fspath(path), threads, flags

    def __repr__(self) -> str:
        return f"<ThreshIndex {os.fsdecode(self.path)}{_shown(self.flags)}>"

    def index(self, documents: Iterable[Mapping[str, Any]], **flags: Any) -> "ThreshIndex":
        """Builds the store from dictionaries with `docno` and `html`, or with `text`, which has no templates to remove.

        `html` is a str, or bytes as a server sent them. `url` is the address of the page, if it has one; no docno and no
        address may come twice. The words of templates stay in the store for `with_removal(False)`, unless `removal` says
        otherwise.
        """
        with tempfile.TemporaryDirectory(prefix="thresh-") as folder:
            crawl = _Crawl(folder)
            files = crawl.write(documents)
            flags.setdefault("detector", "spine" if crawl.has_html else "none")
            flags.setdefault("removal", "field")
            ti.build(files, self.path, replace=True, **flags)
        return self

    def with_removal(self, removal: bool = True) -> "ThreshIndex":
        """The same site with its templates removed, or as if nothing had been: a store of `removal="field"` is both."""
        return ThreshIndex(self.path, self.threads, **{**self.flags, "template_weight": 0 if removal else 1})

    def retriever(self, model: str, num_results: int = 1000, **flags: Any) -> "ThreshRetriever":
        """A transformer from queries to pages. The flags are those of `thresh-query run`."""
        return ThreshRetriever(self, num_results, model=model, **{**self.flags, **flags})

    def bm25(self, **flags: Any) -> "ThreshRetriever":
        """BM25."""
        return self.retriever("bm25", **flags)

    def bm25_plus(self, **flags: Any) -> "ThreshRetriever":
        """BM25 with a lower bound for a word that is there."""
        return self.retriever("bm25+", **flags)

    def pivoted(self, **flags: Any) -> "ThreshRetriever":
        """Pivoted TF-IDF."""
        return self.retriever("pivoted_tfidf", **flags)

    def tfidf(self, **flags: Any) -> "ThreshRetriever":
        """Logarithmic TF-IDF."""
        return self.retriever("tfidf", **flags)

    def dirichlet(self, **flags: Any) -> "ThreshRetriever":
        """The language model with Dirichlet smoothing."""
        return self.retriever("lm_dirichlet", **flags)

    def jelinek_mercer(self, **flags: Any) -> "ThreshRetriever":
        """The language model with Jelinek-Mercer smoothing."""
        return self.retriever("lm_jm", **flags)

    def dph(self, **flags: Any) -> "ThreshRetriever":
        """DPH."""
        return self.retriever("dph", **flags)

    def pl2(self, **flags: Any) -> "ThreshRetriever":
        """PL2."""
        return self.retriever("pl2", **flags)

    def rm3(self, **flags: Any) -> "ThreshRewriter":
        """A transformer that rewrites queries: it adds the words that the best pages for a query have in common.

        The pages are those of a search of its own, by `model` and the other flags of `thresh-query run`. What it finds
        stands in the column `query_toks`, which every model of this index takes in place of the query.
        """
        return ThreshRewriter(self, expand="rm3", **{**self.flags, **flags})

    def bo1(self, **flags: Any) -> "ThreshRewriter":
        """The same by divergence from randomness."""
        return ThreshRewriter(self, expand="bo1", **{**self.flags, **flags})

    def text_loader(self, text: Text = "plain") -> "ThreshText":
        """A transformer that adds the text of each page without its templates."""
        return ThreshText(self, text)


def _shown(flags: Mapping[str, object]) -> str:
    return "".join(f", {name}={value}" for name, value in flags.items())


def _queries(frame: pd.DataFrame) -> dict[str, str]:
    return dict(zip(frame["qid"].astype(str), frame["query"]))


class ThreshRetriever(pt.Transformer):
    """From a frame with qid and query, and query_toks if it has them, to one with docno, score and rank as well."""

    def __init__(self, index: ThreshIndex, num_results: int, **flags: Any) -> None:
        self.source, self.num_results, self.flags = index, num_results, flags

    def __repr__(self) -> str:
        return f"<ThreshRetriever {os.fsdecode(self.source.path)}{_shown(self.flags)}>"

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
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

    def __init__(self, index: ThreshIndex, **flags: Any) -> None:
        self.source, self.flags = index, flags

    def __repr__(self) -> str:
        return f"<ThreshRewriter {os.fsdecode(self.source.path)}{_shown(self.flags)}>"

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        queries, terms = _queries(inp), {}
        if queries:
            with ti.open(self.source.path) as store:
                terms = store.expand_many(queries, **self.flags)
        known = inp[[name for name in pt.model.query_columns(inp) if name != "query_toks"]].drop_duplicates("qid")
        known = pt.model.push_queries(known.astype({"qid": str}), keep_original=True)
        return known.assign(query_toks=[terms[qid] for qid in known["qid"]])


class ThreshText(pt.Transformer):
    """Adds the column `text` to a frame with docno."""

    def __init__(self, index: ThreshIndex, text: Text) -> None:
        self.source, self.form = index, text

    def __repr__(self) -> str:
        return f"<ThreshText {os.fsdecode(self.source.path)}, {self.form}>"

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        with ti.open(self.source.path) as store:
            texts = {docno: getattr(store.page(docno), "text" if self.form == "plain" else self.form)
                     for docno in set(inp["docno"])}
        return inp.assign(text=[texts[docno] for docno in inp["docno"]])
