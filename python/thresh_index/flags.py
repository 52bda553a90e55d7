"""Keyword arguments as the flags of a command. The command's own table of options checks names and values, so a new
flag is a new parameter by itself."""
import os

from thresh_index.errors import UsageError


def encoded(text):
    """Text or a path as bytes for the C++ side.

    >>> encoded("Mühle")
    b'M\\xc3\\xbchle'
    """
    if isinstance(text, bytes):
        return text
    try:
        return os.fspath(text).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise UsageError(64, f"{text!r} is no text") from error
    except TypeError as error:
        raise UsageError(64, f"{text!r} is neither text nor a path") from error


def as_list(value):
    """One text or path, or several of them, as a list."""
    return [value] if isinstance(value, (str, bytes, os.PathLike)) else list(value)


def flags_of(**parameters):
    """The flags: a list repeats one, a dictionary gives its KEY=VALUE, True sets it, None and False leave it out.

    >>> flags_of(limit=3, more_like=None, duplicates=True, parameter={"spine.support": 6})
    [b'--limit=3', b'--duplicates', b'--parameter=spine.support=6']
    """
    flags = []
    for name, value in parameters.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            flags.append(encoded(flag))
            continue
        if isinstance(value, dict):
            value = [f"{key}={item}" for key, item in value.items()]
        values = value if isinstance(value, (list, tuple, set)) else [value]
        for item in values:
            text = item if isinstance(item, (str, bytes, os.PathLike)) else str(item)
            flags.append(encoded(flag) + b"=" + encoded(text))
    return flags
