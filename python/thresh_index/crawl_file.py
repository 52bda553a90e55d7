"""Pages of a Python program as a WARC file, which `build` reads as it reads any crawl."""
import datetime

from thresh_index.errors import UsageError

_HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html%s\r\n\r\n"


def _record(address, html, date):
    charset = b""
    if isinstance(html, str):
        html, charset = html.encode("utf-8", "replace"), b"; charset=utf-8"
    if not isinstance(address, str) or not address.isprintable() or " " in address:
        raise UsageError(64, f"{address!r} is no address of a page")
    body = _HTTP % charset + bytes(html)
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\nWARC-Date: {date}\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n")
    return head.encode("utf-8") + body + b"\r\n\r\n"


def write_crawl(pages, path):
    """Writes (address, html) pairs; html is bytes as a server sent them, or a str.

    >>> import os
    >>> write_crawl([("http://mill.example/", "<p>grist</p>")], os.devnull)
    1
    """
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    count = 0
    with open(path, "wb") as file:
        for address, html in pages:
            file.write(_record(address, html, date))
            count += 1
    return count
