"""How hosts and URLs are named on the command line of update and delete, and what a whole crawl is that was cut off."""
import gzip
import json
import random

import harness
from harness import INDEX, MISSING, USAGE
from update_records_test import HOST, NEW, OLD, html_of, response, warc

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none")


class Complete(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        other = [warc("response", f"http://b.example/p{page}", OLD, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                      + html_of(page)) for page in range(3)]
        self.change("build", self.crawl("old.warc", *(response(page, html=html_of(page), date=OLD) for page in range(10)),
                                        *other))

    def crawl(self, name, *records):
        return self.write(name, b"".join(records))

    def change(self, command, *arguments, expect=harness.OK):
        return self.run_program([INDEX, command, "--store", self.store, *MANNER, *arguments], expect)

    def update(self, *arguments):
        return json.loads(self.change("update", "--json", *arguments).stdout)

    def urls(self):
        return sorted(json.loads(line)["url"] for line in self.query("dump").stdout.splitlines())

    def nine(self):
        return self.crawl("nine.warc", *(response(page, html=html_of(page)) for page in range(9)))

    def test_a_host_that_nobody_has_is_refused(self):
        digest = self.digest()
        for name in ("c.example", "a.exampel"):
            run = self.change("update", "--complete", name, self.nine(), expect=MISSING)
            self.assert_one_line(run.stderr, name, "neither the store nor the crawl")
        for name in ("", "http://a.example/p1", "http://"):
            run = self.change("update", "--complete", name, self.nine(), expect=USAGE)
            self.assert_one_line(run.stderr, "is no host")
        self.assertEqual(self.digest(), digest)

    def test_a_host_is_named_as_people_do(self):
        for name in ("A.Example", "http://a.example/", "https://A.example", "a.example:80"):
            self.assertEqual(self.update("--dry-run", "--complete", name, self.nine())["gone"], 1, name)

    def test_a_new_host_of_the_crawl_may_be_named(self):
        new = self.crawl("new.warc", warc("response", "http://c.example/", NEW,
                                          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html_of(1)))
        self.assertEqual(self.update("--complete", "c.example", new)["new"], 1)
        # The crawl has asked for it alone.
        nothing = self.crawl("404.warc", warc("response", "http://d.example/", NEW, "HTTP/1.1 404 Said\r\n\r\n"))
        self.assertEqual(self.update("--complete", "d.example", nothing)["unknown"], 1)

    def check_cut(self, name, content, **counts):
        """Nothing goes that the piece of a crawl does not name; what it says is gone goes."""
        report = self.update("--dry-run", "--complete", HOST, "--most-gone", "100%", self.write(name, content))
        self.assertEqual({name: report[name] for name in ("gone", "guarded", "cut_off", "guarded_hosts")},
                         {"gone": 0, "cut_off": [HOST], "guarded_hosts": [HOST], **counts}, name)
        note = f"note: {HOST}: a part of the crawl is lost, so no page went that it does not name\n"
        self.assertEqual(self.change("update", "-q", "--complete", HOST, self.path(name)).stderr, note)
        self.assertEqual(len(self.urls()), 13 - counts.get("gone", 0))

    def test_an_archive_that_is_cut_off(self):
        records = [response(page, html=html_of(page)) for page in range(9)]
        self.check_cut("cut.warc", b"".join(records)[:-100], guarded=1)
        packed = b"".join(map(gzip.compress, records))
        self.check_cut("cut.warc.gz", packed[:len(packed) * 6 // 10], guarded=5)

    def test_an_archive_that_is_damaged(self):
        noise = random.Random(1).randbytes(40)
        records = [gzip.compress(response(page, html=html_of(page))) for page in range(9)]
        records[4] = records[4][:100] + noise + records[4][140:]
        self.check_cut("damaged.warc.gz", b"".join(records), guarded=2)

    def test_a_line_that_is_cut_off(self):
        lines = [json.dumps({"url": f"http://{HOST}/p{page}", "date": NEW, "html": html_of(page)}) for page in range(9)]
        self.check_cut("cut.jsonl", "\n".join(lines)[:-50].encode(), guarded=2)

    def test_a_crawl_of_nothing_is_told(self):
        for name, content in (("empty.warc", b""), ("empty.jsonl", b""), ("folder/of/picture.png", b"x")):
            self.write(name, content)
            crawl = self.path(name.split("/")[0])
            run = self.change("update", "--format", "auto" if "/" in name else name.partition(".")[2], crawl)
            self.assertIn(f"note: {crawl}: no page, and nothing said of one\n", run.stdout)
        self.assertNotIn("nothing said", self.change("update", self.crawl("304.warc", response(3, 304))).stdout)

    def test_what_a_piece_of_a_crawl_says_counts(self):
        records = [response(page, html=html_of(page)) for page in range(7)] + [response(7, 404)]
        self.check_cut("cut.warc", b"".join([*records, response(8, html=html_of(8))])[:-100], gone=1, guarded=1)

    def test_a_whole_crawl_lets_pages_go(self):
        report = self.update("--complete", HOST, self.nine())
        self.assertEqual((report["gone"], report["guarded"], report["cut_off"]), (1, 0, []))
        self.assertEqual(len(self.urls()), 12)

    def test_delete_names_pages_and_sites_as_crawls_do(self):
        odd = ["http://b.example/ä b%2fc?y=é", "HTTP://B.example:80/x/../p9#part", "http://bücher.example/"]
        self.change("update", self.write("odd.jsonl", "".join(
            json.dumps({"url": url, "date": NEW, "html": html_of(number)}) + "\n" for number, url in enumerate(odd))))
        self.assertIn("http://b.example/%C3%A4%20b%2Fc?y=%C3%A9", self.urls())
        self.change("delete", "--url", odd[0], "--from", self.write("urls", odd[1] + "\n"))
        self.change("delete", "--site", "bücher.example", "--site", "A.Example")
        self.assertEqual(self.urls(), [f"http://b.example/p{page}" for page in range(3)])


if __name__ == "__main__":
    harness.main()
