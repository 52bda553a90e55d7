"""Pages that ask robots for no index: counted, and with --respect-robots left out, as if the crawl had not met them."""
import json
import os
import shutil

import harness

MENU = "<div class=menu><ul>" + "".join(f"<li><a href=/{w}>{w} of the granary</a></li>" for w in
                                       ("barley", "orders", "opening hours", "deliveries", "about us")) + "</ul></div>"
ASKS = "<meta name=robots content='NOINDEX, follow'>"


class Robots(harness.EndToEnd):
    def make(self, open_pages, asking_pages):
        """A folder of pages under one menu."""
        shutil.rmtree(self.path("site"), ignore_errors=True)
        for number in range(open_pages + asking_pages):
            asks = number >= open_pages
            words = " ".join(f"word{number}x{i}" for i in range(60))
            self.write(f"site/{'asks' if asks else 'open'}{number:02}.html",
                       f"<title>page {number}</title>{ASKS if asks else ''}<body>{MENU}<p>{words}</p></body>")
        return self.path("site")

    def counters(self, store=None):
        return self.query_json("stats", store=store)["counters"]

    def matches(self, word, store=None):
        return self.query_json("search", word, store=store)["matches"]

    def test_they_are_indexed_and_counted(self):
        self.build(inputs=(self.make(4, 20),))
        self.assertEqual((self.counters()["noindex"], self.counters()["withheld"]), (20, 0))
        self.assertEqual(self.matches("word23x1"), 1)
        self.assertIn("--respect-robots", self.query("report").stdout)
        self.verify()

    def test_they_are_left_out_and_teach_nothing(self):
        """What a store holds of a site depends on the pages that it has."""
        site = self.make(4, 20)
        self.build("--respect-robots", inputs=(site,))
        self.assertEqual((self.counters()["indexed"], self.counters()["noindex"], self.counters()["withheld"]), (4, 20, 20))
        self.assertEqual((self.matches("word23x1"), self.matches("word3x1")), (0, 1))
        self.assertNotIn("leaves them out", self.query("report").stdout)
        self.verify()
        for name in os.listdir(site):
            if name.startswith("asks"):
                os.remove(os.path.join(site, name))
        self.build("--respect-robots", store=self.path("alone"), inputs=(site,))
        self.assertEqual(self.digest(), self.digest(self.path("alone")))

    def test_the_content_is_that_of_any_cut_into_runs(self):
        site = self.make(6, 20)
        self.build("--respect-robots", inputs=(site,))
        whole = self.digest()
        for flags in (("--run-memory", "16K"), ("--threads", "2"), ("--parser", "gumbo")):
            self.build("--respect-robots", *flags, store=self.path("other"), inputs=(site,))
            self.assertEqual(self.digest(self.path("other")), whole, flags)
            shutil.rmtree(self.path("other"))
        for detector in ("shingle", "sst", "bsc_wfc", "pagelets_global"):
            self.build("--respect-robots", "--detector", detector, store=self.path(detector), inputs=(site,))
            self.assertEqual(self.counters(self.path(detector))["indexed"], 6, detector)
            self.verify(self.path(detector))

    def test_a_page_that_begins_to_ask_goes_with_an_update(self):
        site = self.make(8, 0)
        self.build("--respect-robots", inputs=(site,))
        self.write("site/open03.html", f"<title>page 3</title>{ASKS}<p>word3x1 and more")
        self.run_program([harness.INDEX, "update", "--store", self.store, site])
        self.assertEqual((self.matches("word3x1"), self.matches("word4x1")), (0, 1))
        self.verify()

    def crawl(self, command, *pages, expect_digest=None, flags=()):
        """An update, or the first build, from (number, day, asks) of pages; returns its report."""
        lines = [{"url": f"{harness.BASE}p{number}", "date": f"2024-01-{day:02}T00:00:00Z", "html":
                  f"<title>page {number}</title>{ASKS if asks else ''}<body>{MENU}<p>" +
                  " ".join(f"word{number}x{i}x{day}" for i in range(60))} for number, day, asks in pages]
        crawl = self.write("crawl.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        return json.loads(self.run_program([harness.INDEX, command, "--store", self.store, "--progress", "none", "--json", *flags,
                                            crawl]).stdout)

    def test_a_page_that_asks_stays_away_from_older_crawls(self):
        """In whatever order the crawls come, and `changes` has the time of the crawl."""
        digests = []
        for order in ((20, 10), (10, 20)):
            shutil.rmtree(self.store, ignore_errors=True)
            self.crawl("build", *((number, 1, False) for number in range(8)), flags=("--respect-robots",))
            reports = [self.crawl("update", (3, day, day == 20)) for day in order]
            self.assertEqual(sum(report["gone"] for report in reports), 1)
            digests.append(self.digest())
            changes = self.query_json("changes", "--since", "2024-01-15")["changes"]
            self.assertEqual([(change["url"], change["kind"], change["time"]) for change in changes],
                             [(harness.BASE + "p3", "gone", "2024-01-20T00:00:00Z")])
        self.assertEqual(*digests)
        self.assertEqual(self.crawl("update", (3, 25, False))["new"], 1)

    def test_the_guard_sees_pages_that_begin_to_ask(self):
        self.crawl("build", *((number, 1, False) for number in range(8)), flags=("--respect-robots",))
        report = self.crawl("update", *((number, 2, True) for number in range(8)))
        self.assertEqual((report["guarded"], report["gone"], report["counters"]["withheld"]), (8, 0, 8))
        self.assertEqual(self.crawl("update", *((number, 2, True) for number in range(3)))["gone"], 3)

    def test_other_commands_end_as_the_build_does(self):
        self.crawl("build", *((number, 1, number > 2) for number in range(12)), flags=("--respect-robots",))
        digest = self.digest()
        self.run_program([harness.INDEX, "compact", "--rejudge", "--store", self.store])
        self.assertEqual(self.digest(), digest)
        self.crawl("update", (0, 2, False))
        updated = self.digest()
        self.crawl("build", (0, 2, False), *((number, 1, number > 2) for number in range(1, 12)),
                   flags=("--respect-robots", "--replace"))
        self.assertEqual(self.digest(), updated)

    def test_a_crawl_of_nothing_else_is_refused(self):
        run = self.build("--respect-robots", inputs=(self.make(0, 3),), expect=harness.UNUSABLE)
        self.assertIn("withheld", run.stderr)


if __name__ == "__main__":
    harness.main()
