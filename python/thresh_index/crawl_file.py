"""Pages of a Python program as a WARC file, which `build` reads as it reads any crawl."""
import time

from thresh_index.errors import UsageError

_HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html%s\r\n\r\n"


def _record(address, html, date):
    charset = b""
    if isinstance(html, str):
        html, charset = html.encode("utf-8", "replace"), b"; charset=utf-8"
    if not isinstance(address, str) or not address.isprintable() or not address or " " in address:
        raise UsageError(64, f"{address!r} is no address of a page")
    if not isinstance(html, (bytes, bytearray, memoryview)):
        raise UsageError(64, f"the page {address} is {type(html).__name__}, neither bytes nor text")
    body = _HTTP % charset + bytes(html)
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\nWARC-Date: {date}\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n")
    return head.encode("utf-8") + body + b"\r\n\r\n"


def write_crawl(pages, path):
    """Writes (address, html) pairs; html is bytes as a server sent them, or a str. No address may come twice.

    >>> import os
    >>> write_crawl([("http://mill.example/", "<p>grist</p>")], os.devnull)
    1
    """
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    seen = set()
    with open(path, "wb") as file:
        for pair in pages:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise UsageError(64, f"page {len(seen) + 1} is no pair of address and html, as the first one is")
            file.write(_record(*pair, date))
            if pair[0] in seen:
                raise UsageError(64, f"the address {pair[0]} comes twice")
            seen.add(pair[0])
    return len(seen)
