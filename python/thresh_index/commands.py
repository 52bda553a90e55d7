"""The commands that write: build, update, export, and clean, which is a build without a store that stays."""
import contextlib
import itertools
import os

from thresh_index import _core
from thresh_index.crawl_file import write_crawl
from thresh_index.errors import InputError, StoreError, UsageError
from thresh_index.flags import encoded, flags_of
from thresh_index.progress import told
from thresh_index.row import rows
from thresh_index.store import open as open_store

_OURS = {"json", "quiet", "store", "progress"}


def _folder():
    import tempfile  # a third of the time that importing this package would take
    return tempfile.TemporaryDirectory(prefix="thresh-")


@contextlib.contextmanager
def _files_of(inputs):
    """The inputs as files: pairs of address and html become a crawl in a temporary folder."""
    if isinstance(inputs, (str, bytes, os.PathLike)):
        yield [inputs]
        return
    inputs = iter(inputs)
    first = next(inputs, None)
    if not isinstance(first, tuple):
        yield [] if first is None else [first, *inputs]
        return
    with _folder() as folder:
        crawl = os.path.join(folder, "pages.warc")
        write_crawl(itertools.chain([first], inputs), crawl)
        yield [crawl]


def _write(command, inputs, store, progress, flags):
    taken = _OURS.intersection(flags)
    if taken:
        raise UsageError(64, f"{command} has no parameter {sorted(taken)[0]}")
    with _files_of(inputs) as files, told(progress) as (shown, listener):
        arguments = [command.encode(), *flags_of(store=store, json=True, progress=shown, **flags), b"--"]
        try:
            return rows(_core.index(arguments + [encoded(file) for file in files], listener))
        except StoreError as error:
            raise InputError(error.code, str(error)) from None


def build(inputs, store, *, progress=False, **flags):
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


def update(store, inputs, *, progress=False, **flags):
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


def export(store, out, *, progress=False, **flags):
    """Writes the clean text of a store for other tools, as `thresh-query export` does: a file or a folder.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = build([("http://mill.example/", b"<p>All is grist.</p>")], folder + "/store")
    ...     export(folder + "/store", folder + "/pages.jsonl.gz", with_removed=True)
    ...     os.path.getsize(folder + "/pages.jsonl.gz") > 0
    True
    """
    if encoded(out) == b"-":
        raise UsageError(64, "export writes to files: give `out` a path")
    with told(progress) as (shown, listener):
        _core.query([b"export", *flags_of(store=store, out=out, progress=shown, **flags)], listener)


def clean(inputs, *, text="plain", progress=False, **flags):
    """Yields the pages of a crawl without their templates. The store is temporary and gone at the end.

    `text` is "plain" or "markdown"; the other parameters are those of `build`.

    >>> for page in clean([("http://mill.example/", "<h1>Grist</h1><p>All of it.")], text="markdown"):
    ...     print(page.text)
    # Grist
    <BLANKLINE>
    All of it.
    """
    with _folder() as folder:
        path = os.path.join(folder, "clean.store")
        build(inputs, path, progress=progress, **flags)
        with open_store(path) as store:
            yield from store.pages(text=text)
