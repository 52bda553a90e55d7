"""The parameter `progress`: False shows nothing, True a bar on standard error, and a function gets numbers."""
import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from thresh_index.kinds import Progress
from thresh_index.row import rows

Told = tuple[str, Callable[[str], object] | None]


@contextlib.contextmanager
def told(progress: Progress) -> Iterator[Told]:
    """The flag --progress, and who gets the lines of JSON that say how far a command is.

    >>> with told(lambda now: print(now.pages)) as (flag, listener):
    ...     listener('{"phase": "read", "pages": 7}')
    7
    >>> flag
    'none'
    """
    if callable(progress):
        listener = progress
        yield "none", lambda line: listener(rows(line))
        return
    bar = _bar() if progress is True else None
    if bar is None:
        yield progress if isinstance(progress, str) else "auto" if progress else "none", None
        return
    with bar:
        yield "none", lambda line: _show(bar, json.loads(line))
        bar.n = bar.total
        bar.refresh()


def _bar() -> Any:
    """tqdm's, where it is installed: notebooks draw it as one of their own."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None
    return tqdm(total=100, bar_format="{desc} {percentage:3.0f} % |{bar}| {elapsed}{postfix}")


def _show(bar: Any, now: dict[str, Any]) -> None:
    items, count = next(((name, now[name]) for name in ("pages", "sites", "terms") if name in now), ("", 0))
    bar.set_description_str(now.get("phase", "export"), refresh=False)
    bar.set_postfix_str(f"{count:,} {items}", refresh=False)
    bar.n = int(now["done"] * 100) if "done" in now else bar.n  # a phase that cannot tell leaves it where it is
    bar.refresh()
