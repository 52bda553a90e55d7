"""thresh-index route: records out are records in, each site is in one shard, and no payload changes."""
import errno
import gzip
import hashlib
import io
import json
import os
import random
import signal
import subprocess
import time
import zipfile

import harness
from harness import INDEX

SITES = [f"s{n}.example" for n in range(9)]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def warc(kind, url, payload, content_type="application/http; msgtype=response", length=None):
    fields = [f"WARC-Type: {kind}", "WARC-Date: 2024-05-06T07:08:09Z", f"Content-Type: {content_type}",
              f"Content-Length: {len(payload) if length is None else length}"]
    if url:
        fields.append(f"WARC-Target-URI: {url}")
    return ("WARC/1.0\r\n" + "\r\n".join(fields) + "\r\n\r\n").encode() + payload + b"\r\n\r\n"


def page(dice):
    return ("<html><body>" + "".join(f"<p>{dice.randrange(10**6)} word</p>" for _ in range(dice.randrange(60)))
            + "</body></html>").encode()


def visits(count=150, seed=1):
    """URL and html, the sites mixed; some hosts are written in capitals or with a port."""
    dice = random.Random(seed)
    for n in range(count):
        host = dice.choice(SITES)
        host = dice.choice([host, host.upper(), host + ":80"])
        yield f"http://{host}/p{n}.html", page(dice)


def warc_records():
    yield warc("warcinfo", None, b"software: test\r\n", "application/warc-fields")
    for url, html in visits():
        yield warc("request", url, b"GET / HTTP/1.0\r\n\r\n", "application/http; msgtype=request")
        yield warc("response", url, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html)
        yield warc("metadata", url, b"via: x\r\n", "application/warc-fields")


def arc_records():
    yield b"filedesc://x.arc 0.0.0.0 20240506070809 text/plain 77\n1 0 Test\n" + b"x" * 68 + b"\n"
    for url, html in visits():
        yield f"{url} 192.0.2.1 20240506070809 text/html {len(html)}\n".encode() + html + b"\n"


def json_records():
    for n, (url, html) in enumerate(visits()):
        row = {"note": {"url": "http://not.example/"}, "html": html.decode() + ' \\"url": "', "url": url}
        yield json.dumps(row if n % 2 else dict(reversed(row.items()))).encode() + b"\n"


def members(records):
    return b"".join(gzip.compress(record, mtime=0) for record in records)


def wacz(records):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        records = list(records)
        archive.writestr("archive/a.warc.gz", members(records[:200]))
        archive.writestr("archive/b.warc", b"".join(records[200:]), zipfile.ZIP_DEFLATED)
        archive.writestr("pages/pages.jsonl", "{}\n")
    return out.getvalue()


CRAWLS = {
    "plain.warc": (b"".join, warc_records),
    "members.warc.gz": (members, warc_records),
    "one-member.warc.gz": (lambda records: gzip.compress(b"".join(records)), warc_records),
    "pairs.warc.gz": (lambda records: b"".join(gzip.compress(a + b) for a, b in zip(*[iter([*records, b"\r\n"])] * 2)),
                      warc_records),
    "twice.warc.gz.gz": (lambda records: gzip.compress(members(records)), warc_records),
    "plain.arc": (b"".join, arc_records),
    "members.arc.gz": (members, arc_records),
    "nameless": (members, arc_records),
    "lines.jsonl": (b"".join, json_records),
    "lines.jsonl.gz": (lambda records: gzip.compress(b"".join(records)), json_records),
    "crawl.wacz": (wacz, warc_records),
}


class Route(harness.EndToEnd):
    def route(self, *arguments, expect=harness.OK, **more):
        return self.run_program([INDEX, "route", "--progress", "none", *arguments], expect, **more)

    def route_json(self, *arguments):
        return json.loads(self.route("--json", *arguments).stdout)

    def count(self, *inputs, **more):
        rows = [line.split("\t") for line in self.route("--count", *inputs, **more).stdout.splitlines()]
        return {site: (int(records), int(size)) for site, records, size in rows}

    def crawl(self, name):
        pack, records = CRAWLS[name]
        return self.write(name, pack(records()))

    def files(self, out, shard="*"):
        found = []
        for folder in sorted(os.listdir(out)):
            if shard in ("*", folder):
                found += [os.path.join(out, folder, name) for name in sorted(os.listdir(os.path.join(out, folder)))]
        return found

    def contents(self, out):
        return {os.path.relpath(path, out): read(path) for path in self.files(out)}

    def payloads(self, inputs):
        """Digest of every page that a build would see, by URL, read by an index without templates."""
        store = self.path("store-" + hashlib.sha256(" ".join(inputs).encode()).hexdigest()[:8])
        report = json.loads(self.build("--detector", "none", "--json", store=store, inputs=inputs).stdout)
        pages = self.query("dump", store=store).stdout
        return report["digest"], report["counters"]["records_read"], hashlib.sha256(pages.encode()).hexdigest()

    def test_every_format_loses_nothing(self):
        for name in CRAWLS:
            with self.subTest(name):
                crawl, out = self.crawl(name), self.path("out-" + name)
                report = self.route_json("--shards", "4", "--out", out, crawl)
                self.assertEqual(report["records"], report["records_written"])
                parts = self.files(out)
                before, after = self.count(crawl), self.count(*parts)
                self.assertEqual(before, after)
                self.assertEqual(sum(records for records, _ in before.values()), report["records"])
                self.assertEqual(self.payloads([crawl]), self.payloads(parts))

    def test_a_site_is_in_one_shard(self):
        for name in CRAWLS:
            with self.subTest(name):
                out = self.path("out-" + name)
                self.route("--shards", "5", "--out", out, self.crawl(name))
                seen = {}
                for shard in sorted(os.listdir(out)):
                    files = self.files(out, shard)
                    for site in self.count(*files) if files else ():
                        self.assertEqual(seen.setdefault(site, shard), shard, site)
                self.assertEqual(sorted(seen), SITES)

    def test_members_are_copied_as_they_are_and_in_order(self):
        crawl, out = self.crawl("members.warc.gz"), self.path("out")
        report = self.route_json("--shards", "3", "--out", out, crawl)
        self.assertEqual((report["members_copied"], report["members_cut"]), (451, 0))
        pieces = [gzip.compress(record, mtime=0) for record in warc_records()]
        for path in self.files(out):
            rest = read(path)
            for piece in pieces:
                rest = rest[len(piece):] if rest.startswith(piece) else rest
            self.assertEqual(rest, b"", path)

    def test_broken_members_and_records_are_kept_and_counted(self):
        records = list(warc_records())
        packed = [gzip.compress(record, mtime=0) for record in records]
        packed[50] = packed[50][:20] + bytes(8) + packed[50][28:]
        packed[90] = b"rubbish"
        packed[-1] = packed[-1][:-12]
        records[60] = warc("response", "http://s1.example/lies", b"short", length=5000)
        records[70] = b"WARC/1.0\r\nno header ends he"
        for name, content in (("broken.warc.gz", b"".join(packed)), ("broken.warc", b"".join(records))):
            with self.subTest(name):
                crawl, out = self.write(name, content), self.path("out-" + name)
                report = self.route_json("--shards", "4", "--out", out, crawl)
                self.assertEqual(report["records"], report["records_written"])
                self.assertGreater(report["counters"]["resynchronised"] + report["counters"]["truncated_records"], 0)
                self.assertEqual(sum(map(len, self.contents(out).values())), len(content))
                self.assertEqual(self.payloads([crawl])[::2], self.payloads(self.files(out))[::2])

    def test_a_plan_is_even_and_the_same_every_time(self):
        crawl = self.crawl("members.warc.gz")
        sizes = self.route("--count", crawl).stdout
        order = [int(line.split("\t")[2]) for line in sizes.splitlines()]
        self.assertEqual(order, sorted(order, reverse=True))
        plan = self.write("sizes.tsv", sizes)
        self.route("--shards", "3", "--plan", plan, "--out", self.path("a"), crawl)
        # Tables of several tasks, one behind the other, make the same plan.
        self.route("--shards", "3", "--plan", self.write("twice.tsv", sizes + sizes), "--out", self.path("b"), crawl)
        self.assertEqual(self.contents(self.path("a")), self.contents(self.path("b")))
        loads = [sum(size for _, size in self.count(path).values()) for path in self.files(self.path("a"))]
        self.assertLess(max(loads) / (sum(loads) / 3), 1.2)

    def test_mistakes_are_one_line(self):
        crawl, out = self.crawl("lines.jsonl"), self.path("out")
        short = self.write("short.tsv", "s1.example\t1\t2\n")
        cases = [((["--plan", short]), harness.UNUSABLE, "the plan lacks the site"),
                 (["--plan", self.write("bad.tsv", "s1.example 1 2\n")], harness.UNUSABLE, "line 1"),
                 (["--plan", self.path("none.tsv")], harness.MISSING, "none.tsv")]
        for flags, code, words in cases:
            run = self.route("--shards", "2", "--out", out, *flags, crawl, expect=code)
            self.assert_one_line(run.stderr, words)
        self.assert_one_line(self.route("--shards", "0", "--out", out, crawl, expect=harness.USAGE).stderr, "--shards")
        self.assert_one_line(self.route("--count", "--out", out, crawl, expect=harness.USAGE).stderr, "--count")
        self.assert_one_line(self.route("--count", self.path("none"), expect=harness.MISSING).stderr, "none")
        page_file = self.write("page.html", "<html><body>x</body></html>")
        self.assert_one_line(self.route("--count", page_file, expect=harness.UNUSABLE).stderr, "page.html", "html")
        self.assert_one_line(self.route("--count", harness.SITE, expect=harness.UNUSABLE).stderr, "folder")
        self.assertEqual(self.files(out) if os.path.isdir(out) else [], [])

    def test_standard_input(self):
        crawl = self.crawl("members.warc.gz")
        content = read(crawl)
        self.route("--shards", "3", "--out", self.path("out"), "--name", "in.warc.gz", "-", stdin=content)
        self.assertEqual(self.count(*self.files(self.path("out"))), self.count("-", stdin=content))
        self.assertEqual(self.count(crawl), self.count("-", stdin=content))
        self.route("--shards", "3", "--out", self.path("out"), "-", stdin=content, expect=harness.USAGE)

    def test_a_second_route_replaces_the_first(self):
        crawl, out = self.crawl("plain.warc"), self.path("out")
        self.route("--shards", "7", "--out", out, crawl)
        self.route("--shards", "2", "--out", out, crawl)
        self.assertEqual(self.count(*self.files(out)), self.count(crawl))

    def test_inputs_of_one_name_stay_apart(self):
        rows = [json.dumps({"url": f"http://s.example/{n}", "html": "<p>x"}).encode() + b"\n" for n in range(2)]
        inputs = [self.write("a/crawl.jsonl", rows[0]), self.write("b/crawl.jsonl", rows[1])]
        for crawl in inputs:
            self.route("--shards", "1", "--out", self.path("out"), crawl)
        self.assertEqual(self.count(*self.files(self.path("out")))["s.example"][0], 2)

    def test_a_full_disk_is_one_line_and_leaves_no_half_file(self):
        crawl, trace = self.crawl("plain.warc"), self.path("trace")
        command = [INDEX, "route", "--progress", "none", "-q", "--shards", "3", "--out"]
        self.run_program([*command, self.path("whole"), crawl])
        whole = self.contents(self.path("whole"))
        for sticky in "01":
            for at in range(1, 1000):
                out = self.path(f"out-{sticky}-{at}")
                faults = {"LD_PRELOAD": os.environ["E2E_PRELOAD"], "FAULT_UNDER": out, "FAULT_AT": str(at),
                          "FAULT_ERROR": str(errno.ENOSPC), "FAULT_STICKY": sticky, "FAULT_TRACE": trace}
                run = self.run_program([*command, out, crawl], (harness.OK, harness.IO), faults)
                files = self.contents(out) if os.path.isdir(out) else {}
                if run.returncode == harness.OK:
                    self.assertEqual({name: files[name] for name in whole}, whole)
                    if b"struck" not in read(trace):
                        break  # the call with this number never came
                else:
                    self.assert_one_line(run.stderr, "No space left on device")
                    self.assertLessEqual({item for item in files.items() if not item[0].startswith(".")}, set(whole.items()))
                os.remove(trace)
            self.assertGreater(at, 10)

    def test_killed_and_doubled(self):
        crawl = self.write("big.jsonl", b"".join(json_records()) * 400)
        command = [INDEX, "route", "--progress", "none", "-q", "--shards", "5", "--out"]
        self.run_program([*command, self.path("whole"), crawl])
        out = self.path("out")
        killed = subprocess.Popen([*command, out, crawl])
        time.sleep(0.15)
        killed.kill()
        killed.wait()
        whole = self.contents(self.path("whole"))
        for name, content in self.contents(out).items():
            if not name.startswith("."):
                self.assertEqual(content, whole[name])
        doubled = [subprocess.Popen([*command, out, crawl]) for _ in range(2)]
        self.assertEqual([run.wait() for run in doubled], [0, 0])
        self.assertEqual({name: content for name, content in self.contents(out).items() if not name.startswith(".")},
                         whole)

    def test_a_signal_leaves_nothing(self):
        crawl = self.write("big.jsonl", b"".join(json_records()) * 1500)
        out = self.path("out")
        run = subprocess.Popen([INDEX, "route", "-q", "--shards", "5", "--out", out, crawl], stderr=subprocess.PIPE)
        self.wait_for(os.path.join(out, "00004"))
        run.send_signal(signal.SIGTERM)
        message = run.communicate()[1].decode()
        self.assertEqual((run.returncode, [name for name in os.listdir(out) if name.startswith(".")]), (130, []))
        self.assert_one_line(message, "interrupted")

    def test_a_record_over_all_memory(self):
        """A record is copied by pieces, so its size does not count."""
        body = bytes(200 << 20)
        big = warc("resource", "http://s1.example/film", body, "video/mp4")
        crawl = self.write("big.warc", warc("resource", "http://s2.example/", b"<html>", "text/html") + big)
        report = self.route_json("--shards", "2", "--out", self.path("out"), crawl)
        self.assertEqual(report["records_written"], 2)
        if "asan" in os.environ.get("E2E_PRELOAD", ""):
            self.skipTest("a sanitizer's memory is not the program's")
        self.assertLess(report["peak_memory"], 100 << 20)


if __name__ == "__main__":
    harness.main()
