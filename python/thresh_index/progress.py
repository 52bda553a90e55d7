"""The parameter `progress`: False shows nothing, True a bar on standard error, and a function gets numbers."""
import contextlib
import json

from thresh_index.row import rows


@contextlib.contextmanager
def told(progress):
    """The flag --progress, and who gets the lines of JSON that say how far a command is.

    >>> with told(lambda now: print(now.pages)) as (flag, listener):
    ...     listener('{"phase": "read", "pages": 7}')
    7
    >>> flag
    'none'
    """
    if callable(progress):
        yield "none", lambda line: progress(rows(line))
        return
    bar = _bar() if progress is True else None
    if bar is None:
        yield {True: "auto", False: "none"}.get(progress, progress), None
        return
    with bar:
        yield "none", lambda line: _show(bar, json.loads(line))


def _bar():
    """tqdm's, where it is installed: notebooks draw it as one of their own."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=100, bar_format="{desc} {percentage:3.0f} % |{bar}| {elapsed}{postfix}")


def _show(bar, now):
    done = now.pop("done", 0)
    items, count = next(((name, now[name]) for name in ("pages", "sites", "terms") if name in now), ("", 0))
    bar.set_description_str(now.get("phase", "export"), refresh=False)
    bar.set_postfix_str(f"{count:,} {items}", refresh=False)
    bar.n = int(done * 100)
    bar.refresh()
