"""A store that is open for reading: search, pages, templates."""
import math
import os
from collections.abc import Sequence

from thresh_index import _core
from thresh_index.errors import StoreError, UsageError
from thresh_index.flags import as_list, encoded, flags_of
from thresh_index.row import Row, rows


class Answer(Sequence):
    """The hits of a search, best first. `json` is all that `thresh-query search --json` prints.

    >>> Answer(Row(query="grist", hits=[Row(rank=1, url="http://mill.example/")]))[0].url
    'http://mill.example/'
    """

    def __init__(self, answer):
        self.json = answer

    def __getitem__(self, place):
        return self.json.hits[place]

    def __len__(self):
        return len(self.json.hits)

    def __repr__(self):
        return f"<{len(self)} hits for {self.json.query!r}>"


class Page:
    """A page without its templates. What is not in the export's line is read when it is asked for.

    >>> page = Page(None, 0, '{"id": "a", "text": "Grist.", "metadata": {"title": "Mill", "removed": []}}', [])
    >>> page.text, page.title
    ('Grist.', 'Mill')
    """

    def __init__(self, snapshot, number, line, reasons):
        self._snapshot, self._number, self._reasons = snapshot, number, reasons
        self.record = rows(line)  # the line of `export --format jsonl --with-removed`

    def __getattr__(self, name):
        # url, title, date, language, site, digest, words, words_removed
        if name != "record" and name in self.record["metadata"]:
            return self.record["metadata"][name]
        raise AttributeError(name)

    def __repr__(self):
        return f"<Page {self.record['metadata'].get('url', self.record['id'])}>"

    @property
    def id(self):
        """The name of the page in run files: docno, path or address."""
        return self.record["id"]

    @property
    def text(self):
        """The text that `export` writes: without templates, plain unless Markdown was asked for."""
        return self.record["text"]

    @property
    def removed(self):
        """What was struck: text, rule, support (the pages that have the template), and reason, a sentence."""
        return [Row(removed, reason=reason) for removed, reason in zip(self.record["metadata"]["removed"], self._reasons)]

    @property
    def markdown(self):
        """The page as Markdown, without its templates."""
        return self._snapshot.markdown(self._number)[0]

    @property
    def sections(self):
        """The sections in their order: level and title of the heading, its anchor, and the Markdown below it."""
        markdown, headings = self._snapshot.markdown(self._number)
        ends = [begin for _, _, _, begin in headings[1:]] + [len(markdown)]
        return [Row(level=level, title=title, anchor=anchor, text=markdown[begin:end].partition("\n")[2].strip("\n"))
                for (level, title, anchor, begin), end in zip(headings, ends)]

    @property
    def links(self):
        """The links of the page: target, text, block, and the verdict on it, as `thresh-query dump` has them."""
        return rows(self._snapshot.dump(self._number)).links


class Store:
    """An open store, or several that are searched as one. It stays in the state that it had when it was opened.

    Many threads may use one; calls are answered one after the other. A forked child opens the store for itself.
    """

    def __init__(self, paths):
        self._paths = as_list(paths)
        self._open = _core.Snapshot.open([encoded(path) for path in self._paths])

    def __repr__(self):
        state = "closed" if self._open is None else f"{len(self)} page{'s' * (len(self) != 1)}"
        return f"<Store {' '.join(map(os.fsdecode, self._paths))}, {state}>"

    @property
    def _snapshot(self):
        if self._open is None:
            raise StoreError(65, "the store is closed")
        return self._open

    def close(self):
        """Closes the store. Pages and iterators that came from it go on."""
        self._open = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __len__(self):
        return self._snapshot.range(b"")[1]

    def search(self, query=None, k=10, **flags):
        """The best `k` pages for a query, as `thresh-query search` finds them. `more_like=URL` replaces the query."""
        if _OURS.intersection(flags):
            raise UsageError(64, f"search has no parameter {sorted(_OURS.intersection(flags))[0]}")
        words = [] if query is None else [b"--", encoded(query)]
        return Answer(rows(self._snapshot.search(flags_of(limit=k, **flags) + words)))

    def search_many(self, queries, k=1000, threads=1, terms=None, **flags):
        """The answers to many queries as {id: [(docno, score), ...]}, as `thresh-query run` finds them.

        `queries` are texts, numbered from "1" on, or (id, text) pairs, or a dictionary of them. A text is words and no
        query: signs have no meaning in it. Each thread opens the store for itself, in its present state. `terms` has
        {term: weight} by id, as `expand_many` gives it: what is searched in place of the words of that query.
        """
        weights = [(encoded(str(name)), [(encoded(term), _weight(term, weight)) for term, weight in of.items()])
                   for name, of in (terms or {}).items()]
        return dict(self._snapshot.search_many(_topics(queries), weights, flags_of(limit=k, threads=threads, **flags)))

    def expand_many(self, queries, expand="rm3", **flags):
        """The terms of many queries and those that the best pages add, as {id: {term: weight, ...}}.

        The flags are those of `thresh-query run`; a search for these terms finds what `--expand` finds.
        """
        expanded = self._snapshot.expand_many(_topics(queries), flags_of(expand=expand, **flags))
        return {name: dict(terms) for name, terms in expanded}

    def page(self, name):
        """The page of this URL, docno or path."""
        snapshot = self._snapshot
        number = snapshot.find(encoded(name))
        return Page(snapshot, *_core.Walk(snapshot, number, number + 1, False).next())

    def pages(self, site="", text="plain"):
        """Iterates over the pages of a site, or of all, in the order of the store; one is in memory at a time."""
        _check_text(text)
        snapshot = self._snapshot
        return _walk(snapshot, _core.Walk(snapshot, *snapshot.range(encoded(site)), text == "markdown"))

    def table(self, site="", text="plain"):
        """The pages as a table for pyarrow, polars, pandas or DuckDB: `pyarrow.table(store.table())`.

        A row is a page in the order of the store: id, text, url, title, date, language, site, digest, words and
        words_removed. It is read batch by batch, and is that of the open store even if that is closed meanwhile.
        """
        _check_text(text)
        snapshot = self._snapshot
        return Table(snapshot, snapshot.range(encoded(site)), text == "markdown")

    def templates(self, limit=20, site=""):
        """What was found and removed, the heaviest templates first, as `thresh-query templates` shows them."""
        return rows(self._snapshot.templates(encoded(site), limit)).templates

    def statistics(self):
        """What was seen, indexed and removed, as `thresh-query stats` counts it."""
        return rows(self._snapshot.statistics())

    def explain(self, name):
        """A page block by block, with every verdict and its reason, as `thresh-query explain` shows it."""
        return rows(self._snapshot.explain(encoded(name)))


class Table:
    """Pages that any library may read which takes Arrow's streams: it speaks the PyCapsule interface, once or often."""

    def __init__(self, snapshot, bounds, markdown):
        self._asked = snapshot, *bounds, markdown

    def __arrow_c_stream__(self, requested_schema=None):
        return _core.table(*self._asked)


_OURS = {"json", "limit", "store"}


def _check_text(text):
    if text not in ("plain", "markdown"):
        raise UsageError(64, f"text: {text!r} is not one of plain, markdown")


def _topics(queries):
    queries = list(queries.items() if isinstance(queries, dict) else queries)
    topics = [query if isinstance(query, tuple) else (str(number), query) for number, query in enumerate(queries, 1)]
    topics = [(encoded(str(name)), encoded(text)) for name, text in topics]
    if len({name for name, _ in topics}) < len(topics):
        raise UsageError(64, "two queries have the same id")
    return topics


def _weight(term, weight):
    if not isinstance(weight, (int, float)) or not math.isfinite(weight) or weight < 0:
        raise UsageError(64, f"{weight!r} is no weight of the term {term!r}")
    return float(weight)


def _walk(snapshot, walk):
    while (found := walk.next()) is not None:
        yield Page(snapshot, *found)


def open(paths):  # pylint: disable=redefined-builtin
    """Opens a store, or several that share no site and are searched as one.

    >>> open("nowhere.store")
    Traceback (most recent call last):
    thresh_index.errors.StoreError: ...
    """
    return Store(paths)
