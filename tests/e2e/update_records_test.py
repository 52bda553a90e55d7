"""What each record of a crawl does to a store, one record at a time, from archives that are written here; and the guard."""
import gzip
import json

import harness
from harness import INDEX

HOST = "a.example"
OLD, NEW, NEWEST = "2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"
COUNTS = ("fetched", "same_bytes", "same_words", "furniture", "content", "new", "gone", "moved", "seen", "missed", "broken",
          "guarded", "unknown", "refetch", "copies", "older", "undated")


def url_of(page):
    return f"http://{HOST}/p{page}"


def html_of(page, text="", menu="Home of all pages"):
    words = " ".join(f"word{page}x{i}" for i in range(20))
    return f"<title>Page {page}</title><body><ul><li><a href=/>{menu}</a></ul><p>{words} {text}</p></body>"


def warc(kind, url, date, payload="", http=True, **fields):
    """A record of an archive. Blanks in a field's name stand for hyphens."""
    body = payload if isinstance(payload, bytes) else payload.encode()
    lines = ["WARC/1.0", f"WARC-Type: {kind}", f"WARC-Target-URI: {url}", f"WARC-Date: {date}",
             f"WARC-Record-ID: <urn:uuid:{kind}-{date}-{url[-2:]}>"]
    lines += [f"WARC-{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    lines += [f"Content-Type: {'application/http; msgtype=response' if http else 'text/html'}", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body + b"\r\n\r\n"


def response(page, status=200, html="", date=NEW, to=None):
    """`to`: where a redirect leads to."""
    location = f"Location: {to}\r\n" if to else ""
    return warc("response", url_of(page), date, f"HTTP/1.1 {status} Said\r\n{location}Content-Type: text/html\r\n\r\n{html}")


def revisit(page, profile, date=NEW, head="", **fields):
    return warc("revisit", url_of(page), date, head, Profile="http://netpreserve.org/warc/1.0/revisit/" + profile, **fields)


class UpdateRecords(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        self.change("build", *(response(page, html=html_of(page), date=OLD) for page in range(10)))

    def change(self, command, *records, flags=()):
        archive = self.write("crawl.warc", b"".join(records))
        return json.loads(self.run_program([INDEX, command, "--store", self.store, "--threads", "1", "--memory", "300M",
                                            "--progress", "none", "--json", *flags, archive]).stdout)

    def update(self, *records, flags=(), **counts):
        """An update whose report has these counts and no others."""
        report = self.change("update", *records, flags=flags)
        self.assertEqual({name: report[name] for name in COUNTS if report[name]}, counts)
        self.verify()
        return report

    def pages(self):
        lines = map(json.loads, self.query("dump").stdout.splitlines())
        return {int(page["url"].rpartition("p")[2]): " ".join(span["text"] for span in page["spans"]) for page in lines}

    def assert_untouched(self):
        self.assertEqual(sorted(self.pages()), list(range(10)))

    def test_the_same_page_again_changes_nothing(self):
        before = self.pages()
        report = self.update(response(3, html=html_of(3)), fetched=1, same_bytes=1)
        self.assertEqual(self.pages(), before)
        self.assertEqual((report["verdicts_moved"], report["templates_came"], report["templates_went"]), (0, 0, 0))

    def test_the_same_words_in_other_bytes(self):
        before = self.pages()
        self.update(response(3, html=html_of(3).replace("<p>", "<p class=other>")), fetched=1, same_words=1)
        self.assertEqual(self.pages(), before)

    def test_changed_content(self):
        self.update(response(3, html=html_of(3, "altogether")), fetched=1, content=1)
        self.assertIn("altogether", self.pages()[3])
        self.assertEqual(self.query_json("search", "altogether")["matches"], 1)

    def test_only_furniture_changes(self):
        """Another menu on all pages is a template as the old one was."""
        new = [response(page, html=html_of(page, menu="The way back")) for page in range(10)]
        report = self.update(*new, fetched=10, furniture=10)
        self.assertEqual(report["templates_came"], report["templates_went"])

    def test_a_new_page(self):
        self.update(response(11, html=html_of(11)), fetched=1, **{"new": 1})
        self.assertEqual(sorted(self.pages()), [*range(10), 11])

    def test_an_older_page_is_left_out(self):
        before = self.pages()
        self.update(response(3, html=html_of(3, "altogether"), date="2023-01-01T00:00:00Z"), older=1)
        self.assertEqual(self.pages(), before)

    def test_server_not_modified(self):
        self.update(revisit(3, "server-not-modified", head="HTTP/1.1 304 Not Modified\r\n\r\n"), seen=1)
        self.assert_untouched()

    def test_server_not_modified_without_its_headers(self):
        self.update(revisit(3, "server-not-modified"), seen=1)
        self.assert_untouched()

    def test_a_response_304(self):
        self.update(response(3, 304), seen=1)
        self.assert_untouched()

    def test_identical_payload_without_the_uri_it_refers_to(self):
        self.update(revisit(3, "identical-payload-digest", head="HTTP/1.1 200 OK\r\n\r\n"), seen=1)
        self.assert_untouched()

    def test_identical_payload_of_the_same_uri(self):
        self.update(revisit(3, "identical-payload-digest", Refers_To_Target_URI=url_of(3)), seen=1)
        self.assert_untouched()

    def test_identical_payload_of_another_spelling_of_the_uri(self):
        report = self.update(*(revisit(page, "identical-payload-digest", Refers_To_Target_URI=of) for page, of in enumerate(
            (f"HTTP://A.Example:80/./p0#x", f"<http://{HOST}/x/../p1>", f"http://{HOST}/%702", f"http://{HOST}/P3"))), seen=3, copies=1)
        self.assertEqual((report["counters"]["skipped_revisit"], report["counters"]["skipped_unchanged"]), (1, 3))
        self.update(revisit(3, "identical-payload-digest", head="HTTP/1.1 302 Found\r\n\r\n",
                            Refers_To_Target_URI=f"HTTP://{HOST}/p3"), copies=1)

    def test_identical_payload_of_another_uri_leaves_the_page(self):
        report = self.update(revisit(3, "identical-payload-digest", Refers_To_Target_URI=url_of(4)), revisit(5, "x"), seen=1,
                             copies=1)
        self.assertEqual((report["counters"]["skipped_revisit"], report["counters"]["skipped_unchanged"]), (1, 1))
        self.assert_untouched()

    def test_a_revisit_of_an_error_is_that_error(self):
        """A crawler knows the page that says "not found" again, too."""
        self.update(revisit(3, "identical-payload-digest", head="HTTP/1.1 404 Not Found\r\n\r\n"), gone=1)
        self.assertNotIn(3, self.pages())

    def test_a_revisit_of_an_unknown_page(self):
        self.update(revisit(12, "server-not-modified"), unknown=1)
        self.assert_untouched()

    def test_gone(self):
        for page, status in enumerate((404, 410, 301, 308)):
            self.update(response(page, status), gone=1)
            self.assertNotIn(page, self.pages())
        self.assertEqual(sorted(self.pages()), list(range(4, 10)))

    def test_gone_of_an_unknown_page(self):
        self.update(response(12, 404), response(13, 301), unknown=2)
        self.assert_untouched()

    def test_gone_before_the_page_came(self):
        self.update(response(3, 404, date="2023-01-01T00:00:00Z"), older=1)
        self.assert_untouched()

    def test_records_without_a_date(self):
        lines = [{"url": url_of(1), "status": 404}, {"url": url_of(2), "status": 410}, {"url": url_of(3), "html": html_of(3, "new")}]
        crawl = self.write("crawl.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        self.update(flags=(crawl,), older=3, undated=3)
        self.assert_untouched()

    def test_dates_are_times(self):
        def update(date, text, **counts):
            line = {"url": url_of(3), "date": date, "html": html_of(3, text), "docno": "z"}
            report = self.update(flags=(self.write("crawl.jsonl", json.dumps(line) + "\n"),), **counts)
            return report["counters"]["unread_date"]
        self.assertEqual(update("yesterday", "no date", older=1, undated=1), 1)
        update("Mon, 1 Jan 2001 00:00:00 GMT", "ancient", older=1)
        update("2024-01-01T03:00:00+05:00", "older by its offset", older=1)
        update("2023-12-31", "older", older=1)
        update("2023-12-31T23:00:00-05:00", "newer by its offset", fetched=1, content=1)
        update("2024-01-01T04:00:00.500Z", "newer by half a second", fetched=1, content=1)
        update("2024-01-01T04:00:00Z", "older by half a second", older=1)
        update("2024-01-01 10:00", "newer", fetched=1, content=1)
        self.assertEqual(update("20240301000000", "newest", fetched=1, content=1), 0)
        self.assertIn("newest", self.pages()[3])
        self.assertEqual(json.loads(self.query("dump").stdout.splitlines()[3])["date"], "2024-03-01T00:00:00Z")

    def test_a_page_that_goes_with_the_crawl_that_brings_it(self):
        self.update(response(12, html=html_of(12)), response(12, 404, date=NEWEST), older=1, unknown=1)
        self.assert_untouched()

    def test_seen_after_the_store_let_it_go(self):
        """The store cannot bring the page back: the report asks for it."""
        self.update(response(3, 404), gone=1)
        self.update(revisit(3, "server-not-modified", date=OLD))  # older than the record that it is gone
        self.update(revisit(3, "server-not-modified", date=NEWEST), refetch=1)
        self.assertNotIn(3, self.pages())
        self.run_program([INDEX, "delete", "--store", self.store, "--url", url_of(4)])
        self.update(revisit(4, "server-not-modified", date=NEWEST), refetch=1)
        self.update(response(4, html=html_of(4), date=NEWEST), fetched=1, **{"new": 1})

    def test_seen_after_it_was_gone(self):
        self.update(response(3, 404), revisit(3, "server-not-modified", date=NEWEST), seen=1, older=1)
        self.assert_untouched()

    def test_seen_after_an_older_record_that_it_is_gone(self):
        """The record comes with a later update, out of an older crawl."""
        self.update(revisit(3, "server-not-modified", date=NEWEST), seen=1)
        self.update(response(3, 404), older=1)
        self.assert_untouched()
        self.update(response(3, 404, date="2024-03-02T00:00:00Z"), gone=1)

    def test_seen_before_the_page_came_and_an_older_record_that_it_is_gone(self):
        self.update(revisit(12, "server-not-modified", date=NEWEST), unknown=1)
        self.update(response(12, html=html_of(12), date=OLD), fetched=1, **{"new": 1})
        self.update(response(12, 404), older=1)
        self.assertIn(12, self.pages())

    def test_a_page_that_is_gone_comes_back_only_newer(self):
        self.update(response(3, 404, date=NEWEST), gone=1)
        self.update(response(3, html=html_of(3, "altogether")), older=1)
        self.assertNotIn(3, self.pages())
        self.update(response(3, html=html_of(3), date="2024-04-01T00:00:00Z"), fetched=1, **{"new": 1})
        self.assert_untouched()

    def test_a_later_record_that_it_is_gone_counts(self):
        self.update(response(3, 404), gone=1)
        self.update(response(3, 404, date=NEWEST))
        self.update(response(3, html=html_of(3), date="2024-02-15T00:00:00Z"), older=1)
        self.assertNotIn(3, self.pages())

    def test_redirects_for_now_say_nothing(self):
        self.update(*(response(page, status) for page, status in enumerate((302, 303, 307))))
        self.assert_untouched()

    def test_no_answer_keeps_the_page(self):
        statuses = (500, 502, 503, 429, 408)
        self.update(*(response(page, status) for page, status in enumerate(statuses)), missed=5)
        self.update(*(response(page, status) for page, status in enumerate(statuses)))  # the same once more
        self.update(*(response(page, status, date=NEWEST) for page, status in enumerate(statuses)), missed=5)
        self.assert_untouched()
        self.assertEqual(self.misses(), (5, 2))
        self.assertIn(f"{HOST}: the server gave no answer for 5 pages, up to 2 times", self.query("sites").stdout)
        self.update(response(0, html=html_of(0), date="2024-04-01T00:00:00Z"), revisit(1, "server-not-modified", date="2024-04-01"),
                    fetched=1, same_bytes=1, seen=1)
        self.assertEqual(self.misses(), (3, 2))

    def misses(self):
        site = self.query_json("sites")["sites"][0]
        return site["missed"], site["most_misses"]

    @staticmethod
    def broken(date=NEW):
        """Transfers that broke off, of the pages 0 to 7."""
        head, html = "HTTP/1.1 {}\r\nContent-Type: text/html\r\n{}\r\n", "<p>altogether</p>" * 200
        bodies = [html.encode()[:900], b"1000\r\n" + html.encode()[:900], gzip.compress(html.encode())[:60], html.encode()[:900],
                  html.encode()[:900], b"\xff\xd8\xff" + html.encode()[:900]]
        heads = [head.format("200 OK", f"Content-Length: {len(html)}\r\n"), head.format("200 OK", "Transfer-Encoding: chunked\r\n"),
                 head.format("200 OK", "Content-Encoding: gzip\r\n"), head.format("206 Partial Content", ""),
                 head.format("200 OK", ""), head.format("200 OK", "Content-Encoding: gzip\r\n")]
        more = [{}, {}, {}, {}, {"Truncated": "time"}, {}]
        records = [warc("response", url_of(page), date, first.encode() + body, **fields)
                   for page, (first, body, fields) in enumerate(zip(heads, bodies, more))]
        trec = (f"<DOC>\n<DOCNO>x</DOCNO>\n<DOCHDR>\n{url_of(6)} 10.0.0.1 20240201000000 text/html 900\nHTTP/1.1 206 Partial\n"
                f"</DOCHDR>\n{html[:900]}\n</DOC>\n<DOC>\n<DOCNO>y</DOCNO>\n<DOCHDR>\n{url_of(7)} 10.0.0.1 20240201000000 "
                f"text/html 900\nHTTP/1.1 200 OK\n</DOCHDR>\n{html[:900]}\n")
        return records, trec

    def test_a_broken_transfer_does_not_replace_a_page(self):
        before = self.pages()
        records, trec = self.broken()
        flags = (self.write("crawl.trec", trec),)
        self.update(*records, flags=flags, broken=8)
        self.assertEqual(self.pages(), before)
        self.update(*records, flags=flags)  # the same once more
        self.assertEqual(self.pages(), before)
        # The last record of an archive that ends too early.
        self.update(response(8, html=html_of(8, "altogether"))[:-20], broken=1)
        self.assertEqual(self.pages(), before)

    def test_a_broken_transfer_is_better_than_no_page(self):
        """And a whole page replaces it, also an older one."""
        part = warc("response", url_of(12), NEW, "HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\n\r\n<p>piece")
        self.update(part, fetched=1, **{"new": 1})
        self.assertEqual(self.pages()[12], "piece")
        self.update(part.replace(b"2024-02-01", b"2024-02-02").replace(b"piece", b"other"), fetched=1, content=1)
        self.update(response(12, html=html_of(12), date=OLD), fetched=1, content=1)
        self.assertIn("word12x1", self.pages()[12])
        self.update(part, broken=1)
        self.assertIn("word12x1", self.pages()[12])

    def test_a_document_of_trec_with_an_error_is_no_page(self):
        document = "<DOC>\n<DOCNO>{0}</DOCNO>\n<DOCHDR>\n{1} 10.0.0.1 20240201000000 text/html 9\n{2}\n</DOCHDR>\nerror\n</DOC>\n"
        said = ("HTTP/1.1 404 Not Found", "HTTP/1.1 304 Not Modified", "HTTP/1.0 503 No", "HTTP/1.1 302 Found")
        trec = self.write("crawl.trec", "".join(document.format(p, url_of(p), line) for p, line in enumerate(said)))
        self.update(flags=(trec,), gone=1, seen=1, missed=1)
        self.assertEqual(sorted(self.pages()), list(range(1, 10)))

    def test_pages_that_a_crawl_does_not_name_stay(self):
        self.update(response(3, html=html_of(3)), fetched=1, same_bytes=1)
        self.assert_untouched()

    def test_pages_that_a_whole_crawl_does_not_name_go(self):
        crawl = [response(page, html=html_of(page)) for page in range(6)]
        crawl += [revisit(6, "server-not-modified"), response(7, 503)]
        self.update(*crawl, flags=("--complete", HOST), fetched=6, same_bytes=6, seen=1, missed=1, gone=2)
        self.assertEqual(sorted(self.pages()), list(range(8)))

    def test_a_whole_crawl_without_a_changed_page(self):
        crawl = [revisit(page, "server-not-modified") for page in range(9)]
        self.update(*crawl, flags=("--complete", HOST), seen=9, gone=1)
        self.assertEqual(sorted(self.pages()), list(range(9)))

    def test_a_whole_crawl_names_pages_that_redirect_for_now(self):
        crawl = [response(page, html=html_of(page)) for page in range(7)] + [response(7, 302), response(8, 403)]
        crawl += [revisit(9, "identical-payload-digest", Refers_To_Target_URI=url_of(1))]
        self.update(*crawl, flags=("--complete", HOST), fetched=7, same_bytes=7, copies=1)
        self.assert_untouched()

    def test_a_whole_crawl_names_pages_that_are_no_pages_now(self):
        """An answer 200 without a body, of another type, without a status line, or that cannot be unpacked."""
        crawl = [response(page, html=html_of(page)) for page in range(6)]
        crawl += [response(6), response(7).replace(b"text/html", b"image/png"),
                  warc("response", url_of(8), NEW, "no status line"), warc("resource", url_of(9), NEW, "a,b", http=False)
                  .replace(b"text/html", b"text/csv")]
        report = self.update(*crawl, flags=("--complete", HOST), fetched=6, same_bytes=6)
        skipped = {name: count for name, count in report["counters"].items() if name.startswith("skipped_") and count}
        self.assertEqual(sum(skipped.values()), 4, skipped)
        self.assert_untouched()

    def test_a_request_does_not_name_a_page(self):
        crawl = [response(page, html=html_of(page)) for page in range(9)]
        crawl += [warc("request", url_of(9), NEW, "GET /p9 HTTP/1.1\r\n\r\n")]
        self.update(*crawl, flags=("--complete", HOST), fetched=9, same_bytes=9, gone=1)

    def test_records_that_are_no_pages_change_nothing_without_complete(self):
        digest = self.digest()
        self.update(response(6), response(7).replace(b"text/html", b"image/png"), response(77))
        self.assertEqual(self.digest(), digest)

    def test_every_input_of_a_whole_crawl_names_pages(self):
        """In whatever order: also a record in the first input, older than the pages of the second one."""
        first = self.write("first.warc", revisit(9, "server-not-modified") + response(8, 302) + response(7))
        crawl = [response(page, html=html_of(page), date=NEWEST) for page in range(7)]
        self.update(*crawl, flags=("--complete", HOST, first), fetched=7, same_bytes=7, seen=1)
        self.assert_untouched()

    def test_a_whole_crawl_in_json_lines(self):
        lines = [{"url": url_of(page), "date": NEW, "html": html_of(page) if page < 8 else ""} for page in range(9)]
        crawl = self.write("crawl.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        self.update(flags=("--complete", HOST, crawl), fetched=8, same_bytes=8, gone=1)
        self.assertEqual(sorted(self.pages()), list(range(9)))

    def test_a_whole_crawl_of_a_folder(self):
        """Pages without dates do not beat those with one, and the report says how many. A file names its page."""
        folder = self.path(HOST)
        for page in range(6):
            self.write(f"{HOST}/p{page}", html_of(page, "altogether"))
        self.write(f"{HOST}/p6", "")
        self.write(f"{HOST}/p7", "no html")
        self.update(flags=("--complete", HOST, folder), older=6, undated=6, gone=2)
        self.assertEqual(sorted(self.pages()), list(range(8)))

    def test_the_guard_keeps_a_site_that_would_go(self):
        report = self.update(*(response(page, 404) for page in range(6)), guarded=6)
        self.assertEqual(report["guarded_hosts"], [HOST])
        self.assert_untouched()

    def test_the_guard_lets_a_share_go(self):
        self.update(*(response(page, 404) for page in range(5)), gone=5)
        self.assertEqual(sorted(self.pages()), list(range(5, 10)))

    def test_the_share_is_set(self):
        crawl = [response(page, 404) for page in range(2)]
        self.update(*crawl, flags=("--most-gone", "0.1"), guarded=2)
        self.update(*crawl, flags=("--most-gone", "20%"), gone=2)
        self.update(*(response(page, 404) for page in range(2, 9)), flags=("--most-gone", "100%"), gone=7)

    def test_gone_for_good_is_outside_of_the_guard(self):
        crawl = [response(page, 410) for page in range(3)]
        crawl += [response(page, 404) for page in range(3, 9)]
        report = self.update(*crawl, gone=3, guarded=6)
        self.assertEqual(report["guarded_hosts"], [HOST])
        self.assertEqual(sorted(self.pages()), list(range(3, 10)))

    def test_a_site_that_has_moved(self):
        """To https, by 301 and 308; one page moves in two steps, and one is a copy that was met before. No guard holds it."""
        def at(page, kind="response", head="HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", **fields):
            return warc(kind, f"https://{HOST}/p{page}", NEW, head + (html_of(page) if kind == "response" else ""), **fields)
        crawl = [response(page, 301 + page % 2 * 7, to=f"https://{HOST}/p{page}" if page else f"http://www.{HOST}/p0")
                 for page in range(10)]
        crawl += [warc("response", f"http://www.{HOST}/p0", NEW, f"HTTP/1.1 301 x\r\nLocation: https://{HOST}/p0\r\n\r\n")]
        crawl += [at(page) for page in range(9)]
        crawl += [at(9, "revisit", "", Profile="http://netpreserve.org/warc/1.0/revisit/server-not-modified")]
        self.update(*crawl, fetched=9, gone=10, moved=10, unknown=2, **{"new": 9})
        urls = [json.loads(line)["url"] for line in self.query("dump").stdout.splitlines()]
        self.assertEqual(sorted(urls), [f"https://{HOST}/p{page}" for page in range(9)])

    def test_a_site_that_leads_all_pages_to_one_has_not_moved(self):
        crawl = [response(page, 301, to="/p11") for page in range(10)] + [response(11, html=html_of(11))]
        self.update(*crawl, fetched=1, guarded=10, **{"new": 1})

    def test_a_site_that_has_moved_in_json_lines(self):
        lines = [{"url": url_of(page), "status": 301, "location": f"/new{page}", "date": NEW} for page in range(10)]
        lines += [{"url": f"http://{HOST}/new{page}", "html": html_of(page), "date": NEW} for page in range(9)]
        crawl = self.write("crawl.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        self.update(flags=(crawl,), fetched=9, gone=10, moved=9, **{"new": 9})

    def test_the_guard_looks_at_whole_crawls_too(self):
        self.update(response(0, html=html_of(0)), flags=("--complete", HOST), fetched=1, same_bytes=1, guarded=9)
        self.assert_untouched()

    def test_each_site_has_its_guard(self):
        other = [warc("response", f"http://b.example/p{page}", OLD, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                      + html_of(page)) for page in range(20, 24)]
        self.update(*other, fetched=4, **{"new": 4})
        report = self.update(*(response(page, 404) for page in range(6)),
                             warc("response", "http://b.example/p20", NEW, "HTTP/1.1 404 Said\r\n\r\n"), gone=1, guarded=6)
        self.assertEqual(report["guarded_hosts"], [HOST])
        self.assertEqual(sorted(self.pages()), [*range(10), 21, 22, 23])

    def test_a_dry_run_says_the_same_and_changes_nothing(self):
        digest = self.digest()
        report = self.update(response(3, html=html_of(3, "altogether")), response(4, 410), flags=("--dry-run",), fetched=1,
                             content=1, gone=1)
        self.assertEqual(report["digest"], "")
        self.assertEqual(self.digest(), digest)
        self.assert_untouched()


if __name__ == "__main__":
    harness.main()
