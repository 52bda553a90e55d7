"""Pages that ask robots for no index: counted, and with --respect-robots left out. They still teach the detector."""
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

    def test_they_are_left_out_and_teach(self):
        site = self.make(4, 20)
        self.build("--respect-robots", inputs=(site,))
        self.assertEqual((self.counters()["indexed"], self.counters()["noindex"], self.counters()["withheld"]), (4, 20, 20))
        self.assertEqual((self.matches("word23x1"), self.matches("word3x1")), (0, 1))
        self.assertEqual(self.matches("deliveries"), 1, "the menu stays on one page")
        self.assertNotIn("leaves them out", self.query("report").stdout)
        self.verify()
        # Without them nothing shows that the menu is one.
        for name in os.listdir(site):
            if name.startswith("asks"):
                os.remove(os.path.join(site, name))
        self.build(store=self.path("alone"), inputs=(site,))
        self.assertGreater(self.matches("deliveries", self.path("alone")), 1)

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

    def test_a_crawl_of_nothing_else_is_refused(self):
        run = self.build("--respect-robots", inputs=(self.make(0, 3),), expect=harness.UNUSABLE)
        self.assertIn("withheld", run.stderr)


if __name__ == "__main__":
    harness.main()
