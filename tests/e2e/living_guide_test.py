"""docs/LIVING.md does what it says: its commands are run in order, and what it shows is what they print."""
import base64
import functools
import gzip
import hashlib
import http.server
import os
import posixpath
import re
import shutil
import subprocess
import threading
import time
import unittest
import urllib.parse

import harness

HOST = "granary.example"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.S | re.M)
DATES = {1: "2024-06-01T09:00:00Z", 2: "2024-06-08T09:00:00Z"}  # of made crawls; wget's are of today
WGET_REFUSED = 8  # a page was refused, and the others are there
PAGE = "<h1>{0}</h1><p>{1}</p></div>"
DROUGHT = PAGE.format("The drought of 1765", "The leat was dry from May until the first week of September, and the hatch "
                      "split. Flour came by cart from Taunton at nine shillings.")
FLOOD = PAGE.format("The flood of 1768", "The brook rose four feet in one night and took the hatch, two geese and the "
                    "lower half of the stairs. Eleven sacks of rye were lost.")


def make_site(top, week):
    """The fixture site as it stands in that week."""
    shutil.copytree(harness.SITE, top)

    def edit(path, old, new):
        with open(os.path.join(top, path), encoding="utf-8") as file:
            text = file.read()
        assert old in text, (path, old)
        with open(os.path.join(top, path), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))

    name, body = ("drought", DROUGHT) if week == 1 else ("flood", FLOOD)
    with open(os.path.join(top, "mill", "diary.html"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(top, "mill", name + ".html"), "w", encoding="utf-8") as file:
        file.write(text[:text.index("<h1>")] + body + text[text.index('<div id="foot">'):])
    edit("mill/diary.html", "The wheel is held with ropes.", f'The wheel is held. <a href="{name}.html">On the {name}</a>.')
    if week == 2:
        os.remove(os.path.join(top, "kitchen", "frumenty.html"))
        for page in os.listdir(os.path.join(top, "kitchen")):
            edit("kitchen/" + page, "Tried three times by three cooks", "Tried four times by four cooks")
        edit("kitchen/small-beer.html", "sour on the twelfth", "sour on the thirteenth")


def fetch_all(top):
    """(path, bytes) of all that links lead to, as wget fetches it; None in place of the bytes for a 404."""
    ahead, seen = ["/", "/robots.txt"], set()
    while ahead:
        path = ahead.pop(0)
        if path in seen:
            continue
        seen.add(path)
        file = top + (path + "index.html" if path.endswith("/") else path)
        if not os.path.exists(file):
            yield path, None
            continue
        with open(file, "rb") as stream:
            content = stream.read()
        yield path, content
        if file.endswith(".html"):
            links = re.findall(r'(?:href|src)="([^":#]+)', content.decode("latin-1"))
            ahead += [posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) for link in links]


def media_type(path):
    return {".html": "text/html", "": "text/html", ".css": "text/css", ".txt": "text/plain"}.get(
        os.path.splitext(path)[1], "application/octet-stream")


def write_warc(file, top, date, known):
    """A WARC file as wget writes one. `known` has the URL of each digest of the crawl before; returns that of this one."""
    digests = {}
    with gzip.open(file, "wb") as out:
        for number, (path, content) in enumerate(fetch_all(top)):
            url = f"http://{HOST}{path}"
            digest = base64.b32encode(hashlib.sha1(content or b"").digest()).decode()
            is_revisit = content is not None and known.get(digest) == url
            status = "404 Not Found" if content is None else "200 OK"
            message = f"HTTP/1.1 {status}\r\nContent-Type: {media_type(path)}\r\n\r\n".encode()
            message += b"" if is_revisit else content or b"<p>no such page</p>"
            out.write(f"WARC/1.0\r\nWARC-Type: {'revisit' if is_revisit else 'response'}\r\nWARC-Target-URI: <{url}>\r\n"
                      f"WARC-Record-ID: <urn:uuid:{date}-{number}>\r\nWARC-Date: {date}\r\n"
                      f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(message)}\r\n\r\n".encode())
            out.write(message + b"\r\n\r\n")
            if content is not None:
                digests[digest] = url
    return digests


class Handler(http.server.SimpleHTTPRequestHandler):
    """A proxy that knows one site: wget asks for the addresses that the guide has."""
    folder = ""

    def translate_path(self, path):
        return self.folder + posixpath.normpath(urllib.parse.urlsplit(path).path)

    def log_message(self, format, *args):  # the name is http.server's
        pass


def plain(line):
    """A line with blanks squeezed, and without what differs from run to run."""
    return re.sub(r"\d{4}-\d\d-\d\d(T[\d:]+Z)?", "DATE", " ".join(line.split()))


class LivingGuide(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        for week in DATES:
            make_site(self.path("site", str(week)), week)
        os.mkdir(self.path("bin"))
        for name, program in (("thresh-index", harness.INDEX), ("thresh-query", harness.QUERY)):
            os.symlink(os.path.abspath(program), self.path("bin", name))
        os.mkdir(self.path("here"))
        self.environment = {**os.environ, "PATH": self.path("bin") + os.pathsep + os.environ["PATH"]}
        self.digests = {}

    def shell(self, line, expect=(harness.OK,)):
        run = subprocess.run(line, shell=True, cwd=self.path("here"), env=self.environment, timeout=300, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.assertIn(run.returncode, expect, f"{line}\n{run.stdout}\n{run.stderr}")
        return run.stdout

    def make_crawl(self, line):
        """What the wget command of the guide would leave."""
        flags = dict(re.findall(r"--([\w-]+)=(\S+)", line))
        name = flags.get("directory-prefix") or flags["warc-file"]
        week = int(name[-1])
        top = self.path("site", str(week))
        if "warc-file" in flags:
            self.digests = write_warc(self.path("here", name + ".warc.gz"), top, DATES[week], self.digests)
            return
        for path, content in fetch_all(top):
            if content is not None and not path.endswith("/"):
                self.write(f"here/{name}/{HOST}{path}", content)

    def fetch(self, line):
        """wget itself. Records have seconds, so the second week begins in a later one."""
        Handler.folder = self.path("site", re.search(r"(?:directory-prefix=week|warc-file=crawl-)(\d)", line)[1])
        time.sleep(1.1)
        self.shell(line, (harness.OK, WGET_REFUSED))

    def run_guide(self, crawl):
        with open(os.path.join(harness.TOP, "docs", "LIVING.md"), encoding="utf-8") as file:
            blocks = BLOCK.findall(file.read())
        commands, shown, printed = 0, 0, []
        for language, block in blocks:
            if language == "sh":
                printed = []
                for line in block.replace("\\\n", " ").splitlines():
                    commands += 1
                    if line.startswith("wget "):
                        crawl(line)
                    else:
                        printed += map(plain, self.shell(line).splitlines())
            elif not block.startswith("{"):
                for line in block.splitlines():
                    if line and line != "...":
                        shown += 1
                        self.assertIn(plain(line), printed)
        self.assertGreater(commands, 15)
        self.assertGreater(shown, 20)
        # Whatever the steps, the store is that of a fresh build.
        stores = {name: self.digest(self.path("here", name + ".thresh")) for name in ("granary", "fresh")}
        self.assertEqual(stores["granary"], stores["fresh"])

    def test_the_guide_is_true_of_made_crawls(self):
        self.run_guide(self.make_crawl)

    @unittest.skipUnless(shutil.which("wget"), "wget is not installed")
    def test_the_guide_is_true_of_what_wget_fetches(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=self.scratch))
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        self.environment.update(http_proxy=f"http://127.0.0.1:{server.server_port}/", no_proxy="",
                                WGETRC=self.write("wgetrc", ""))
        self.run_guide(self.fetch)


if __name__ == "__main__":
    harness.main()
