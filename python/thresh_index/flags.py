"""Keyword arguments as the flags of a command. The command's own table of options checks names and values, so a new
flag is a new parameter by itself."""
import os
from typing import Any

from thresh_index.errors import UsageError


def encoded(text: object) -> bytes:
    """Text or a path as bytes for the C++ side.

    >>> encoded("Mühle")
    b'M\\xc3\\xbchle'
    """
    if isinstance(text, bytes):
        return text
    try:
        path: str | bytes = os.fspath(text)  # type: ignore[call-overload]  # what it refuses is refused below
        return path if isinstance(path, bytes) else path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise UsageError(64, f"{text!r} is no text") from error
    except TypeError as error:
        raise UsageError(64, f"{text!r} is neither text nor a path") from error


def as_list(value: Any) -> list[Any]:
    """One text or path, or several of them, as a list."""
    if isinstance(value, (str, bytes, os.PathLike)):
        return [value]
    try:
        values = iter(value)
    except TypeError as error:
        raise UsageError(64, f"{value!r} is neither text nor a path") from error
    return list(values)


def refuse(name: str, flags: dict[str, object], taken: set[str]) -> None:
    """Raises for a flag that the command has and the function has not.

    >>> refuse("search", {"json": True}, {"json"})
    Traceback (most recent call last):
    thresh_index.errors.UsageError: search has no parameter json
    """
    for flag in sorted(taken.intersection(flags)):
        raise UsageError(64, f"{name} has no parameter {flag}")


def flags_of(**parameters: object) -> list[bytes]:
    """The flags: a list repeats one, a dictionary gives its KEY=VALUE, True sets it, None and False leave it out.

    >>> flags_of(limit=3, more_like=None, duplicates=True, parameter={"spine.support": 6})
    [b'--duplicates', b'--limit=3', b'--parameter=spine.support=6']
    """
    bare, valued = [], []
    for name, value in parameters.items():
        flag = encoded("--" + name.replace("_", "-"))
        if value is None or value is False:
            continue
        if value is True:
            bare.append(flag)
            continue
        if isinstance(value, dict):
            value = [f"{key}={item}" for key, item in value.items()]
        values = value if isinstance(value, (list, tuple, set)) else [value]
        for item in values:
            text = item if isinstance(item, (str, bytes, os.PathLike)) else str(item)
            valued.append(flag + b"=" + encoded(text))
    return bare + valued  # a bare one that lacks a value would take the `--` at the end for it
