"""A store that is open for reading: search, pages, templates."""
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thresh_index import _core
from thresh_index.errors import StoreError, UsageError
from thresh_index.flags import as_list, encoded, flags_of, refuse
from thresh_index.kinds import Path, Queries, Stores, Terms, Text
from thresh_index.row import Row, rows

Run = dict[str, list[tuple[str, float]]]  # {id: [(docno, score), ...]}


class Answer(Sequence[Row]):
    """The hits of a search, best first. `json` is all that `thresh-query search --json` prints.

    >>> Answer(Row(query="grist", hits=[Row(rank=1, url="http://mill.example/")]))[0].url
    'http://mill.example/'
    """

    def __init__(self, answer: Row) -> None:
        self.json = answer

    def __getitem__(self, place: Any) -> Any:
        return self.json.hits[place]

    def __len__(self) -> int:
        return len(self.json.hits)

    def __repr__(self) -> str:
        return f"<{len(self)} hits for {self.json.query!r}>"


class Page:
    """A page without its templates. What is not in the export's line is read when it is asked for.

    >>> page = Page(None, 0, '{"id": "a", "text": "Grist.", "metadata": {"title": "Mill", "removed": []}}', [])
    >>> page.text, page.title
    ('Grist.', 'Mill')
    """

    def __init__(self, snapshot: Any, number: int, line: str, reasons: list[str]) -> None:
        self._snapshot, self._number, self._reasons = snapshot, number, reasons
        self.record: Row = rows(line)  # the line of `export --format jsonl --with-removed`

    def __getattr__(self, name: str) -> Any:
        # url, title, date, language, site, digest, words, words_removed
        if name != "record" and name in self.record["metadata"]:
            return self.record["metadata"][name]
        raise AttributeError(name)

    def __repr__(self) -> str:
        return f"<Page {self.record['metadata'].get('url', self.record['id'])}>"

    @property
    def id(self) -> str:
        """The name of the page in run files: docno, path or address.

        >>> Page(None, 0, '{"id": "a", "text": "Grist.", "metadata": {}}', []).id
        'a'
        """
        return str(self.record["id"])

    @property
    def text(self) -> str:
        """The text that `export` writes: without templates, plain unless Markdown was asked for.

        >>> store.page("http://mill.example/dee").text
        'Dee Mill\\nOn the Dee they grind spelt.'
        """
        return str(self.record["text"])

    @property
    def removed(self) -> list[Row]:
        """What was struck: text, rule, support (the pages that have the template), and reason, a sentence.

        >>> [(struck.text, struck.support) for struck in store.page("http://mill.example/dee").removed]
        [('Home Our mills How to find us', 20)]
        """
        return [Row(removed, reason=reason) for removed, reason in zip(self.record["metadata"]["removed"], self._reasons)]

    @property
    def markdown(self) -> str:
        """The page as Markdown, without its templates.

        >>> print(store.page("http://mill.example/dee").markdown)
        # Dee Mill
        <BLANKLINE>
        On the Dee they grind *spelt*.
        """
        return str(self._snapshot.markdown(self._number)[0])

    @property
    def sections(self) -> list[Row]:
        """The sections in their order: level and title of the heading, its anchor, and the Markdown below it.

        >>> [(section.level, section.title, section.text) for section in store.page("http://mill.example/dee").sections]
        [(1, 'Dee Mill', 'On the Dee they grind *spelt*.')]
        """
        markdown, headings = self._snapshot.markdown(self._number)
        ends = [begin for _, _, _, begin in headings[1:]] + [len(markdown)]
        return [Row(level=level, title=title, anchor=anchor, text=markdown[begin:end].partition("\n")[2].strip("\n"))
                for (level, title, anchor, begin), end in zip(headings, ends)]

    @property
    def links(self) -> list[Row]:
        """The links of the page: target, text, block, and the verdict on it, as `thresh-query dump` has them.

        >>> [(link.target, link.text) for link in store.page("http://mill.example/dee").links]
        [('http://mill.example/spelt', 'spelt')]
        """
        links: list[Row] = rows(self._snapshot.dump(self._number)).links
        return links


class Store:
    """An open store, or several that are searched as one. It stays in the state that it had when it was opened.

    Many threads may use one: `search_many` and `expand_many` run beside other calls, which are answered one after the
    other. A forked child opens the store for itself.

    >>> import tempfile, thresh_index as ti
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = ti.build([("http://mill.example/", b"<p>All is grist.</p>")], folder + "/store")
    ...     with Store(folder + "/store") as mill:
    ...         [page.text for page in mill.pages()]
    ['All is grist.']
    """

    def __init__(self, paths: Stores) -> None:
        self._paths: list[Path] = as_list(paths)
        names = [encoded(path) for path in self._paths]
        if b"" in names:
            raise UsageError(64, "the name of a store is empty")
        self._open: Any = _core.Snapshot.open(names)

    def __repr__(self) -> str:
        state = "closed" if self._open is None else f"{len(self)} page{'s' * (len(self) != 1)}"
        return f"<Store {' '.join(map(os.fsdecode, self._paths))}, {state}>"

    @property
    def _snapshot(self) -> Any:
        if self._open is None:
            raise StoreError(65, "the store is closed")
        return self._open

    def close(self) -> None:
        """Closes the store. Pages and iterators that came from it go on.

        >>> import thresh_index as ti
        >>> other, first = ti.open(path), next(store.pages())
        >>> other.close()
        >>> other
        <Store ..., closed>
        """
        self._open = None

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._snapshot.range(b"")[1])

    def search(self, query: str | bytes | None = None, k: int = 10, **flags: Any) -> Answer:
        """The best `k` pages for a query, as `thresh-query search` finds them. `more_like=URL` replaces the query.

        >>> store.search("mill +dee", k=3)
        <1 hits for 'mill +dee'>
        >>> [(hit.rank, hit.url, hit.title) for hit in store.search("mill +dee", k=3)]
        [(1, 'http://mill.example/dee', 'Dee Mill')]
        """
        refuse("search", flags, {"help", "json", "limit", "store"})
        words = [] if query is None else [b"--", encoded(query)]
        return Answer(rows(self._snapshot.search(flags_of(limit=k, **flags) + words)))

    def search_many(self, queries: Queries, k: int = 1000, threads: int = 1, terms: Terms | None = None,
                    **flags: Any) -> Run:
        """The answers to many queries as {id: [(docno, score), ...]}, as `thresh-query run` finds them.

        `queries` are texts, numbered from "1" on, or (id, text) pairs, or a dictionary of them. A text is words and no
        query: signs have no meaning in it. `terms` has {term: weight} by id, as `expand_many` gives it: what is searched in
        place of the words of that query. Ctrl-C ends it before the next query.

        >>> run = store.search_many({"q1": "mills on the Dee", "q2": "mills on the Wye"}, k=1, model="bm25", threads=2)
        >>> [(name, hits[0][0]) for name, hits in run.items()]
        [('q1', 'http://mill.example/dee'), ('q2', 'http://mill.example/wye')]
        """
        refuse("search_many", flags, {"help", "limit"})
        return dict(self._snapshot.search_many(_topics(queries), _weights(terms or {}),
                                               flags_of(limit=k, threads=threads, **flags)))

    def expand_many(self, queries: Queries, expand: str = "rm3", **flags: Any) -> dict[str, dict[str, float]]:
        """The terms of many queries and those that the best pages add, as {id: {term: weight, ...}}.

        The flags are those of `thresh-query run`; a search for these terms finds what `--expand` finds.

        >>> terms = store.expand_many({"q1": "spelt"}, feedback_terms=3)
        >>> len(terms["q1"])
        4
        >>> len(store.search_many({"q1": "spelt"}, k=3, terms=terms)["q1"])
        3
        """
        refuse("expand_many", flags, {"help", "limit"})
        expanded = self._snapshot.expand_many(_topics(queries), flags_of(expand=expand, **flags))
        return {name: dict(terms) for name, terms in expanded}

    def page(self, name: str | bytes) -> Page:
        """The page of this URL, docno or path.

        >>> store.page("http://mill.example/dee")
        <Page http://mill.example/dee>
        """
        snapshot = self._snapshot
        number = snapshot.find(encoded(name))
        found: Any = _core.Walk(snapshot, number, number + 1, False).next()
        return Page(snapshot, *found)

    def pages(self, site: str | bytes = "", text: Text = "plain") -> Iterator[Page]:
        """Iterates over the pages of a site, or of all, in the order of the store; one is in memory at a time.

        >>> [page.title for page in store.pages(site="mill.example")][:3]
        ['Aire Mill', 'Avon Mill', 'Cam Mill']
        """
        check_text(text)
        snapshot = self._snapshot
        first, end = snapshot.range(encoded(site))
        return _walk(snapshot, _core.Walk(snapshot, first, end, text == "markdown"))

    def table(self, site: str | bytes = "", text: Text = "plain") -> "Table":
        """The pages as a table for pyarrow, polars, pandas or DuckDB: `pyarrow.table(store.table())`.

        A row is a page in the order of the store: id, text, url, title, date, language, site, digest, words and
        words_removed. It is read batch by batch, and is that of the open store even if that is closed meanwhile.

        >>> hasattr(store.table(), "__arrow_c_stream__")
        True
        """
        check_text(text)
        snapshot = self._snapshot
        return Table(snapshot, snapshot.range(encoded(site)), text == "markdown")

    def templates(self, limit: int = 20, site: str | bytes = "") -> list[Row]:
        """What was found and removed, the heaviest templates first, as `thresh-query templates` shows them.

        >>> [(template.text, template.support) for template in store.templates(limit=1)]
        [('Home Our mills How to find us', 20)]
        """
        if isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit < 1 << 63:
            raise UsageError(64, f"limit: {limit!r} is no number of templates")
        found: list[Row] = rows(self._snapshot.templates(encoded(site), limit)).templates
        return found

    def statistics(self) -> Row:
        """What was seen, indexed and removed, as `thresh-query stats` counts it.

        >>> store.statistics().counters.indexed
        20
        """
        counted: Row = rows(self._snapshot.statistics())
        return counted

    def explain(self, name: str | bytes) -> Row:
        """A page block by block, with every verdict and its reason, as `thresh-query explain` shows it.

        >>> [block.text for block in store.explain("http://mill.example/dee").blocks if block.verdict == "template"][0]
        'Home'
        """
        explained: Row = rows(self._snapshot.explain(encoded(name)))
        return explained


class Table:
    """Pages that any library may read which takes Arrow's streams: it speaks the PyCapsule interface, once or often.

    >>> type(store.table().__arrow_c_stream__()).__name__
    'PyCapsule'
    """

    def __init__(self, snapshot: Any, bounds: tuple[int, int], markdown: bool) -> None:
        self._asked = snapshot, *bounds, markdown

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _core.table(*self._asked)


def check_text(text: object) -> None:
    """Raises for an unknown form of text.

    >>> check_text("markdown")
    """
    if text not in ("plain", "markdown"):
        raise UsageError(64, f"text: {text!r} is not one of plain, markdown")


def _topics(queries: Any) -> list[tuple[bytes, bytes]]:
    if isinstance(queries, (str, bytes)):
        raise UsageError(64, f"{queries!r} is one query: give a list, pairs or a dictionary of them")
    queries = as_list(queries.items() if isinstance(queries, Mapping) else queries)
    topics = [query if isinstance(query, tuple) else (str(number), query) for number, query in enumerate(queries, 1)]
    if any(len(topic) != 2 for topic in topics):
        raise UsageError(64, "a query is a text, or a pair of id and text")
    topics = [(encoded(str(name)), encoded(text)) for name, text in topics]
    if len({name for name, _ in topics}) < len(topics):
        raise UsageError(64, "two queries have the same id")
    return topics


def _weights(terms: Any) -> list[tuple[bytes, list[tuple[bytes, float]]]]:
    if not isinstance(terms, Mapping) or not all(isinstance(of, Mapping) for of in terms.values()):
        raise UsageError(64, "terms: a dictionary of {term: weight} by the id of a query is wanted")
    return [(encoded(str(name)), [(encoded(term), _weight(term, weight)) for term, weight in of.items()])
            for name, of in terms.items()]


def _weight(term: object, weight: object) -> float:
    if not isinstance(weight, (int, float)) or not math.isfinite(weight) or weight < 0:
        raise UsageError(64, f"{weight!r} is no weight of the term {term!r}")
    return float(weight)


def _walk(snapshot: Any, walk: Any) -> Iterator[Page]:
    while (found := walk.next()) is not None:
        yield Page(snapshot, *found)


def open(paths: Stores) -> Store:  # pylint: disable=redefined-builtin
    """Opens a store, or several that share no site and are searched as one.

    >>> open("nowhere.store")
    Traceback (most recent call last):
    thresh_index.errors.StoreError: ...
    """
    return Store(paths)
