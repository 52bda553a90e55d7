"""Pages of a Python program as a WARC file, which `build` reads as it reads any crawl."""
import time
from collections.abc import Iterable

from thresh_index import _core
from thresh_index.errors import UsageError
from thresh_index.flags import encoded
from thresh_index.kinds import Pair, Path

_HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html%s\r\n\r\n"


class Addresses:
    """The addresses of pages. A page has one, however it is written, and no two pages have the same.

    >>> addresses = Addresses()
    >>> addresses.add("http://mill.example/")
    >>> addresses.add("http://Mill.example/#top")
    Traceback (most recent call last):
    thresh_index.errors.UsageError: http://Mill.example/#top is the address of an earlier page, http://mill.example/
    """

    def __init__(self) -> None:
        self._seen: dict[str, str] = {}

    def add(self, address: object) -> None:
        """Raises for what is no address, or that of a page before."""
        if not isinstance(address, str) or not address.isprintable() or not address or " " in address:
            raise UsageError(64, f"{address!r} is no address of a page")
        known = len(self._seen)
        before = self._seen.setdefault(_core.canonical_address(encoded(address)), address)
        if len(self._seen) > known:
            return
        if before == address:
            raise UsageError(64, f"the address {address} comes twice")
        raise UsageError(64, f"{address} is the address of an earlier page, {before}")


def record(address: str, html: object, date: str = "", name: str = "") -> bytes:
    """The record of a page in a WARC file. `name` is its docno.

    >>> record("http://mill.example/", b"<p>grist").count(b"grist")
    1
    """
    charset = b""
    if isinstance(html, str):
        html, charset = html.encode("utf-8", "replace"), b"; charset=utf-8"
    if not isinstance(html, (bytes, bytearray, memoryview)):
        raise UsageError(64, f"the page {address} is {type(html).__name__}, neither bytes nor text")
    body = _HTTP % charset + bytes(html)
    more = [f"{field}: {value}\r\n" for field, value in (("WARC-Date", date), ("WARC-Record-ID", name)) if value]
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\n{''.join(more)}"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n")
    return head.encode("utf-8") + body + b"\r\n\r\n"


def write_crawl(pages: Iterable[Pair], path: Path) -> int:
    """Writes (address, html) pairs; html is bytes as a server sent them, or a str. No address may come twice.

    >>> import os
    >>> write_crawl([("http://mill.example/", "<p>grist</p>")], os.devnull)
    1
    """
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    addresses, written = Addresses(), 0
    with open(path, "wb") as file:
        for pair in pages:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise UsageError(64, f"page {written + 1} is no pair of address and html, as the first one is")
            address, html = pair
            addresses.add(address)
            file.write(record(str(address), html, date))
            written += 1
    return written
