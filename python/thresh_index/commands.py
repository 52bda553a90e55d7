"""The commands that write: build, update, export, and clean, which is a build without a store that stays."""
import contextlib
import itertools
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from thresh_index import _core
from thresh_index.crawl_file import write_crawl
from thresh_index.errors import InputError, StoreError, UsageError
from thresh_index.flags import as_list, encoded, flags_of, refuse
from thresh_index.kinds import Inputs, Path, Progress, Stores, Text
from thresh_index.progress import told
from thresh_index.row import Row, rows
from thresh_index.store import Page, check_text
from thresh_index.store import open as open_store

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

_OURS = {"json", "quiet", "store", "progress", "help"}


def _folder() -> "TemporaryDirectory[str]":
    import tempfile  # a third of the time that importing this package would take
    return tempfile.TemporaryDirectory(prefix="thresh-")


@contextlib.contextmanager
def _files_of(inputs: Any) -> Iterator[list[Any]]:
    """The inputs as files: pairs of address and html become a crawl in a temporary folder."""
    if isinstance(inputs, (str, bytes, os.PathLike)):
        yield [inputs]
        return
    try:
        inputs = iter(inputs)
    except TypeError as error:
        raise UsageError(64, f"{inputs!r} is neither a path nor several pages") from error
    first = next(inputs, None)
    if not isinstance(first, (tuple, list)):
        yield [] if first is None else [first, *inputs]
        return
    with _folder() as folder:
        crawl = os.path.join(folder, "pages.warc")
        write_crawl(itertools.chain([first], inputs), crawl)
        yield [crawl]


def _write(command: str, inputs: Inputs, store: Path, progress: Progress, flags: dict[str, object]) -> Row:
    refuse(command, flags, _OURS)
    with _files_of(inputs) as files, told(progress) as (shown, listener):
        arguments = [command.encode(), *flags_of(store=encoded(store), json=True, progress=shown, **flags), b"--"]
        names = [encoded(file) for file in files]
        if b"" in (*names, encoded(store)):
            raise UsageError(64, "the name of an input or of the store is empty")
        try:
            report: Row = rows(_core.index(arguments + names, listener))
        except StoreError as error:
            raise InputError(error.code, str(error)) from None
        return report


def build(inputs: Inputs, store: Path, *, progress: Progress = False, **flags: Any) -> Row:
    """Indexes a crawl into a store, as `thresh-index build` does, and returns its report.

    `inputs` is a path, several paths, or an iterable of (address, html) pairs. The other parameters are the flags of
    the command with `_` for `-`. `progress=True` shows a bar on standard error, that of tqdm where it is installed; a
    function is called with numbers some ten times a second: phase, seconds, pages, bytes, done. What it raises ends the
    build as Ctrl-C does. The same call on a store that is there already replaces it only with `replace=True` if the
    pages come from an iterable.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = build([("http://mill.example/", b"<p>All is grist.</p>")], folder + "/store", memory="512M")
    >>> report.counters.indexed
    1
    """
    return _write("build", inputs, store, progress, flags)


def update(store: Path, inputs: Inputs, *, progress: Progress = False, **flags: Any) -> Row:
    """Takes a newer crawl into a store, as `thresh-index update` does, and returns its report.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = build([("http://mill.example/", b"<p>All is grist.</p>")], folder + "/store")
    ...     _ = update(folder + "/store", [("http://mill.example/new", b"<p>The new stones.</p>")])
    ...     with open_store(folder + "/store") as store:
    ...         len(store)
    2
    """
    return _write("update", inputs, store, progress, flags)


def export(store: Stores, out: Path, *, progress: Progress = False, **flags: Any) -> None:
    """Writes the clean text of a store for other tools, as `thresh-query export` does: a file or a folder.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = build([("http://mill.example/", b"<p>All is grist.</p>")], folder + "/store")
    ...     export(folder + "/store", folder + "/pages.jsonl.gz", with_removed=True)
    ...     os.path.getsize(folder + "/pages.jsonl.gz") > 0
    True
    """
    refuse("export", flags, {"help"})
    if encoded(out) == b"-":
        raise UsageError(64, "export writes to files: give `out` a path")
    stores = [encoded(one) for one in as_list(store)]
    with told(progress) as (shown, listener):
        _core.query([b"export", *flags_of(store=stores, out=encoded(out), progress=shown, **flags)], listener)


def clean(inputs: Inputs, *, text: Text = "plain", progress: Progress = False, **flags: Any) -> Iterator[Page]:
    """Yields the pages of a crawl without their templates. The store is temporary and gone at the end.

    `text` is "plain" or "markdown"; the other parameters are those of `build`.

    >>> for page in clean([("http://mill.example/", "<h1>Grist</h1><p>All of it.")], text="markdown"):
    ...     print(page.text)
    # Grist
    <BLANKLINE>
    All of it.
    """
    refuse("clean", flags, _OURS)
    check_text(text)
    return _clean(inputs, text, progress, flags)


def _clean(inputs: Inputs, text: Text, progress: Progress, flags: dict[str, object]) -> Iterator[Page]:
    with _folder() as folder:
        path = os.path.join(folder, "clean.store")
        _write("build", inputs, path, progress, flags)
        with open_store(path) as store:
            yield from store.pages(text=text)
