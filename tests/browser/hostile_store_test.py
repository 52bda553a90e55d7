"""A crawl may say anything. On every view its words are text, and nothing of them runs."""
import json
import urllib.parse
import urllib.request

import hostile_crawl
import served


class HostileStore(served.InBrowser):
    common_word = "bait"

    def fill(self):
        self.fill_from(*hostile_crawl.write(self))

    def poke(self):
        """What a person might set off on a page: the mouse over everything, the focus everywhere."""
        self.browser.run("for (const one of document.querySelectorAll('*')) {"
                         "  one.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})); one.focus?.(); }")
        self.assert_sound()

    def visit_and_poke(self, path):
        self.visit(path)
        self.poke()

    def targets(self, selector):
        begins = len(self.server.origin)
        return [link.property("href")[begins:] for link in self.all(selector)]

    def test_results_are_text(self):
        self.visit_and_poke("/search?q=bait")
        titles = self.texts("ol#results > li a.title")
        self.assertTrue(any("<script>" in title or "<img" in title or "<svg" in title for title in titles), titles)
        self.visit_and_poke(self.targets("a[rel=next]")[0])
        self.browser.size(*served.NARROW)
        for number in (1, 2):
            self.visit(f"/search?q=bait&page={number}")
            self.assertEqual(self.probe("overflow", served.NARROW[0]), [])

    def test_every_title_reads_in_its_own_direction(self):
        self.visit("/search?q=" + urllib.parse.quote("漢字"))
        self.assertIn("漢", "".join(self.texts("ol#results > li .snippet mark")))
        directions = [self.browser.run("return getComputedStyle(document.querySelector(arguments[0])).direction", part)
                      for part in ("ol#results > li a.title", "ol#results > li .url")]
        self.assertEqual(directions, ["rtl", "ltr"])

    def test_every_page_is_text(self):
        pages = []
        for number in (1, 2):
            self.visit(f"/search?q=bait&page={number}")
            pages += self.targets("ol#results > li a[href*='/page?']")
        self.assertGreater(len(pages), 10)
        self.browser.size(*served.NARROW)
        for target in pages:
            self.visit_quietly(target)  # an address of 9,000 letters is longer than a request may be
            self.assertEqual(self.probe("overflow", served.NARROW[0]), [])

    def test_every_view_is_text(self):
        self.browser.size(*served.NARROW)
        for target in self.views().values():
            self.visit_and_poke(target)
            self.assertEqual(self.probe("overflow", served.NARROW[0]), [])

    def test_a_hostile_question_is_text(self):
        for payload in (*hostile_crawl.PAYLOADS[:13], hostile_crawl.LONG[:1000]):
            asked = urllib.parse.quote(payload)
            for path in ("/search?q=" + asked, "/compare?q=" + asked, "/search?q=bait&site=" + asked):
                self.visit_quietly(path)
            for path in ("/page?url=" + asked, "/template?id=" + asked, "/templates?site=" + asked, "/" + asked):
                self.visit_quietly(path)

    def visit_quietly(self, path):
        """The console may say that an address leads nowhere, and nothing else."""
        self.visit_and_poke(path)
        self.assert_only_missed()

    def assert_only_missed(self):
        missed = "the server responded with a status of 4"
        self.assertEqual([said for said in self.browser.complaints() if missed not in said], [])

    def test_answers_for_programs_are_no_pages(self):
        first = urllib.parse.quote(hostile_crawl.ADDRESSES[0])
        for path in ("/api/search?q=bait", "/api/page?url=" + first, "/opensearch.xml"):
            with urllib.request.urlopen(self.server.origin + path) as answer:
                self.assertNotIn("html", answer.headers["Content-Type"])
                self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
                text = answer.read().decode("utf-8")
            if path.startswith("/api"):
                json.loads(text)
            self.browser.open(self.server.origin + path)
            self.assertIsNone(self.browser.run("return window.__hacked ?? null"))
            self.assert_only_missed()  # a browser looks for an icon where no page names one


if __name__ == "__main__":
    served.main()
