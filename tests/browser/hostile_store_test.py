"""A crawl may say anything: titles, addresses, texts, templates and file names that want to be markup, scripts or a
mess. On every view they are text, and nothing of them runs."""
import html
import json
import urllib.error
import urllib.parse
import urllib.request

import served

RUNS = "window.__hacked=1"
LONG = "w" * 10_000

PAYLOADS = (
    f"<script>{RUNS}</script>",
    f"</title></style></textarea></script><script>{RUNS}</script>",
    f"\"><img src=x onerror=\"{RUNS}\">",
    f"'><svg/onload='{RUNS}'>",
    f"\" onmouseover=\"{RUNS}\" onfocus=\"{RUNS}\" autofocus x=\"",
    f"javascript:{RUNS}//",
    f"<a href=\"javascript:{RUNS}\">bait</a>",
    f"<iframe srcdoc=\"<script>parent.{RUNS}</script>\"></iframe><base href=http://evil.example/>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'><link rel=stylesheet href=http://evil.example/x.css>",
    "<style>*{display:none}</style><!-- <![CDATA[ ]]> --><plaintext>",
    f"&lt;script&gt;{RUNS}&lt;/script&gt; &#60;script&#62; &amp;lt;",
    f"{{{{constructor.constructor('{RUNS}')()}}}} ${{{RUNS}}} `{RUNS}` \\u003cscript\\u003e",
    "\u202etxet desrever\u2066 isolated \u200f\u061c\u2028\u2029\ufeff\u0007\u001b[31m bell",
    "A" * 10_000,
    "Z\u0338\u0301\u0302" * 300,
    "עברית ואנגלית العربية <b>bait</b> 漢字かな交じり文" * 3,
)

ADDRESSES = (
    f"javascript:{RUNS}//bait",
    f"JaVaScRiPt:{RUNS}//bait",
    f"data:text/html,<script>{RUNS}</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "//evil.example/no-scheme",
    f"http://evil.example/\"onmouseover=\"{RUNS}",
    f"http://evil.example/?a=<script>{RUNS}</script>&b='&amp;#39;",
    f"http://evil.example/#'><script>{RUNS}</script>",
    "http://evil.example/" + "a" * 9_000,
    "http://evil.example/\u202egnp.exe",
    "http://user:secret@evil.example/%00%0d%0aSet-Cookie:x=1",
    "https://[::1",
    "not an address",
    "http://" + "long-label." * 60 + "example/",
    "mailto:bait@evil.example",
)


def page(title, payload, number):
    """A page with the payload as its title, in its text and in a navigation that all pages have."""
    shared = "".join(f"<li>{html.escape(one)}</li>" for one in PAYLOADS[:12])
    own = f"<p>bait number {number} lies here: {html.escape(payload)} and is {html.escape(payload)} bait again</p>"
    return (f"<html><head><title>{html.escape(title)}</title></head><body><ul class=\"nav\">{shared}</ul>"
            f"<div id=\"text\">{own}<p>word{number} {LONG if number % 5 == 0 else 'bait'} of page {number} only, "
            f"with some more words that no other page has {number * 7}</p></div></body></html>")


class HostileStore(served.InBrowser):
    common_word = "bait"

    def fill(self):
        lines = [json.dumps({"url": address, "html": page(payload, payload, number), "docno": payload})
                 for number, (address, payload) in enumerate(zip(ADDRESSES, PAYLOADS))]
        crawl = self.write("crawl.jsonl", "\n".join(lines))
        raw = page("\0bait", "PLACE", 99).encode().replace(b"PLACE", b"\xff\xfe\xc0\xaf \xed\xa0\x80 \0 \xf4\x90 bait")
        self.write("files/<img src=x onerror=window.__hacked=1>.html", raw)
        self.write("files/a\"'&<b>.html", raw.replace(b"number", b"other"))
        self.fill_from(crawl, self.path("files"))

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
        for payload in (*PAYLOADS[:13], LONG[:1000]):
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
        first = urllib.parse.quote(ADDRESSES[0])
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
