"""The report: one HTML file of a store, whole or not at all, by thresh-query report and by thresh-index build."""
import fcntl
import html
import json
import os
import pty
import re
import struct
import subprocess
import termios
from html.parser import HTMLParser

import harness
from harness import CANNOT_CREATE, MISSING, QUERY, SITE, UNUSABLE

SMALL = (os.path.join(SITE, "kitchen"),)


class Reader(HTMLParser):
    """Elements, what they ask for, and the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.asked, self.text = [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.asked += [value for name, value in attrs if name in ("src", "srcset", "href", "xlink:href", "action", "data")]

    def handle_data(self, data):
        self.text += data


class Report(harness.EndToEnd):
    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_is_one_file_that_says_what_stats_says(self):
        self.build()
        run = self.query("report", "--out", self.path("report.html"))
        self.assert_one_line(run.stdout, "wrote " + self.path("report.html"))
        text = self.read("report.html")
        page = Reader(text)
        total = self.query_json("stats")["total"]
        for number in (total["tokens_seen"], total["tokens_indexed"], total["postings"], total["positions"]):
            self.assertIn(f"{number:,}", page.text)
        for site in self.query_json("stats")["sites"]:
            self.assertIn(site, page.text)
        for shown in self.query_json("templates", "-n", "20")["templates"]:
            self.assertIn(" ".join(shown["text"].split())[:40], " ".join(page.text.split()))
        self.assertGreaterEqual(page.tags.count("svg"), 3)
        self.assertFalse({"script", "img", "link", "iframe", "object", "embed", "base", "form"} & set(page.tags))
        self.assertEqual([url for url in page.asked if not url.startswith("http://granary.example/")], [])
        self.assertIsNone(re.search(r"url\(|@import", text))

    def test_of_an_update_holds_what_the_update_says(self):
        """The tables of the text, number by number, in a store that loses templates and keeps pages by the guard."""
        pages = {number: f"<title>Page {number}</title><body><ul><li><a href=/>Home of all the pages here</a><li><a href=/a>About"
                         " the people who have written them</a><li><a href=/b>The map of the place</a></ul><p>"
                         + " ".join(f"word{number}x{i}" for i in range(20)) + "</p></body>" for number in range(10)}
        crawl = [{"url": f"http://{host}.example/{number}", "date": "2024-01-01T00:00:00Z", "html": text}
                 for host in "ab" for number, text in pages.items()]
        self.build(inputs=(self.write("old.jsonl", "".join(json.dumps(line) + "\n" for line in crawl)),))
        crawl = [{**line, "date": "2024-02-01T00:00:00Z", "html": line["html"].replace("Home of all", "The way back to")}
                 for line in crawl[:10]]
        crawl += [{"url": f"http://b.example/{number}", "date": "2024-02-01T00:00:00Z", "status": 404} for number in range(7)]
        new = self.write("new.jsonl", "".join(json.dumps(line) + "\n" for line in [*crawl, {"url": "broken"}]))
        command = [harness.INDEX, "update", "--store", self.store, "--threads", "1", "--progress", "none", "--report"]
        for flags, title in (["--dry-run"], "dry run on"), ([], "report on"):
            run = self.run_program([*command, self.path("update.html"), *flags, new])
            text = self.read("update.html")
            page, section = Reader(text), Reader(text.partition(">Update<")[2].partition("</section>")[0])
            words = " ".join(section.text.split())
            self.assertIn(title, page.text)
            for line in run.stdout.splitlines() + run.stderr.splitlines():
                for word in line.removeprefix("note:").split():
                    self.assertIn(word, words, line)
            for name, number in (("fetched", 10), ("furniture", 10), ("guarded", 7)):
                self.assertRegex(section.text, rf"{name}\s*{number}\D")
            self.assertIn("b.example: too many pages would have gone at once", words)
            self.assertIn("Home of all the pages here", words)
            self.assertFalse({"script", "img", "link", "iframe", "object", "embed", "base", "form"} & set(page.tags))
        for command in (["delete", "--url", "http://a.example/1"], ["compact"]):
            self.run_program([harness.INDEX, command[0], "--store", self.store, "-q", "--report", self.path("update.html"),
                              *command[1:]])
            self.assertIn(">Update<", self.read("update.html"))
        self.assertNotIn(">Update<", self.query("report").stdout)

    def test_the_guard_is_heard_in_silence(self):
        crawl = [{"url": f"http://a.example/{number}", "date": "2024-01-01T00:00:00Z", "html": f"<p>word{number}"}
                 for number in range(4)]
        self.build(inputs=(self.write("old.jsonl", "".join(json.dumps(line) + "\n" for line in crawl)),))
        gone = self.write("gone.jsonl", "".join(json.dumps({"url": line["url"], "date": "2024-02-01T00:00:00Z", "status": 404})
                                                + "\n" for line in crawl))
        for flags, said in ((["-q"], 1), ([], 1), (["--json"], 0), (["--progress", "json"], 0),
                            (["-q", "--progress", "json"], 1), (["-q", "--most-gone", "100%"], 0)):
            run = self.run_program([harness.INDEX, "update", "--store", self.store, *flags, gone])
            self.assertEqual(run.stderr.count("note: a.example: too many pages would have gone at once"), said, flags)
            self.assertNotIn("too many pages", run.stdout)

    def test_shows_the_best_pages_that_rank_finds(self):
        self.build()
        ranked = self.query_json("rank", "-n", "10")
        section = self.query("report").stdout.partition("Best pages by their links")[2].partition("</section>")[0]
        lists = section.split("<table>")[1:]
        self.assertEqual(len(lists), 2)
        for shown, kind, other in ((lists[0], "all", "free"), (lists[1], "free", "all")):
            rows = re.findall(r'<a href="([^"]+)" rel="noreferrer"><bdi>([^<]*)</bdi></a></th>'
                              r'<td[^>]*>([\d,]+)</td><td[^>]*>([\d,]+)</td><td[^>]*>([\d,]+)</td>', shown)
            self.assertEqual([tuple(row) for row in rows],
                             [(page["url"], html.escape(page["title"]), f"{page[other]['place']:,}", f"{page['all']['links_in']:,}",
                               f"{page['free']['links_in']:,}") for page in ranked[kind]])
        text = Reader(section).text
        self.assertIn(f"Of {ranked['edges']['all']:,} links between pages", text)
        alone = self.write("alone.jsonl", '{"url": "http://a.example/", "html": "<p>one page"}\n')
        self.build(store=self.path("alone"), inputs=(alone,))
        self.assertIn("No page links to another page", self.query("report", store=self.path("alone")).stdout)

    def test_is_the_same_on_standard_output_and_twice(self):
        self.build(inputs=SMALL)
        self.query("report", "--out", self.path("a.html"))
        self.query("report", "--out", self.path("a.html"))
        self.assertEqual(self.query("report").stdout, self.read("a.html"))
        self.assertEqual([name for name in os.listdir(self.scratch) if "html" in name], ["a.html"])

    def test_compares_real_bytes(self):
        self.build()
        self.build("--detector", "none", store=self.path("all"))
        page = Reader(self.query("report", "--compare", self.path("all")).stdout)
        for store in (None, self.path("all")):
            sizes = self.query_json("stats", store=store)["family_bytes"]
            for size in (sizes["postings"], sizes["positions"], sum(sizes.values())):
                self.assertIn(f"{size:,}", page.text)

    def test_compares_nothing_else(self):
        self.build()
        self.build("--detector", "none", store=self.path("part"), inputs=SMALL)
        for other, words in ((self.path("part"), "other pages"), (self.store, "--detector none")):
            run = self.query("report", "--compare", other, "--out", self.path("r.html"), expect=UNUSABLE)
            self.assert_one_line(run.stderr, other, words)
        run = self.query("report", "--compare", self.path("none"), expect=MISSING)
        self.assert_one_line(run.stderr, self.path("none"))
        self.assertFalse(os.path.exists(self.path("r.html")))

    def unwritable(self):
        """Places where no file can be made, and the cause."""
        os.mkdir(self.path("folder"))
        yield self.path("none", "r.html"), "No such file"
        yield self.path("folder"), "no plain file"
        yield "/dev/full", "no plain file"
        os.chmod(self.path("folder"), 0o500)
        if not os.access(self.path("folder"), os.W_OK):
            yield self.path("folder", "r.html"), "Permission denied"

    def test_an_unwritable_place_is_said_with_its_cause(self):
        self.build(inputs=SMALL)
        for place, cause in self.unwritable():
            run = self.query("report", "--out", place, expect=CANNOT_CREATE)
            self.assert_one_line(run.stderr, place, cause)
        self.assertTrue(os.path.exists("/dev/full"))

    def test_build_writes_the_same_report(self):
        self.build("--report", self.path("build.html"), inputs=SMALL)
        self.assertEqual(self.query("report").stdout, self.read("build.html"))

    def test_build_finds_an_unwritable_place_before_the_work(self):
        for place, cause in self.unwritable():
            run = self.build("--report", place, inputs=SMALL, expect=CANNOT_CREATE)
            self.assert_one_line(run.stderr, place, cause)
        self.assertFalse(os.path.exists(os.path.join(self.store, "CURRENT")))

    def test_a_report_does_not_change_what_is_built(self):
        self.build(inputs=SMALL)
        digest = self.digest()
        self.build("--report", self.path("r.html"), inputs=SMALL)
        self.assertEqual(self.digest(), digest)

    def on_terminal(self, command, columns, **environment):
        """What a command draws on a terminal with this number of columns."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_CTYPE")}
        with subprocess.Popen([QUERY, *command, "--store", self.store], stdout=theirs,
                              env={**kept, "TERM": "xterm", "LANG": "C.UTF-8", **environment}) as run:
            os.close(theirs)
            drawn = b""
            while piece := self.read_terminal(ours):
                drawn += piece
        os.close(ours)
        self.assertEqual(run.returncode, 0)
        return drawn.decode().replace("\r\n", "\n")

    @staticmethod
    def read_terminal(terminal):
        try:
            return os.read(terminal, 65536)
        except OSError:  # the other end is closed
            return b""

    def texts_of(self, number, urls):
        """The text of a template on each page, pieced together from the blocks that `explain` shows."""
        for url in urls:
            blocks = self.query_json("explain", url)["blocks"]
            yield " ".join(block["text"] for block in blocks if block.get("template") == number)

    def test_templates_say_what_varies_from_page_to_page(self):
        for detector in ("spine", "bsc_wfc", "shingle"):
            self.build("--detector", detector, "--replace")
            shown = self.query_json("templates")["templates"]
            text = self.query("templates").stdout
            varying = [template for template in shown if not template["exact"]]
            self.assertTrue(varying)
            for template in shown:
                self.assertIn(f"template {template['template']}: {template['tokens']} word", text)
                self.assertIn(f"  rule    {template['rule']}\n", text)
                self.assertIn(f"  on      {template['representative']}\n", text)
                for url in template["examples"]:
                    self.assertIn(f" {url}\n", text)
                if template["exact"]:
                    self.assertEqual(template["varies"], [])
            for template in varying:
                urls = [page["url"] for page in template["varies"]]
                self.assertEqual(urls[0], template["representative"])
                self.assertEqual(set(urls), {template["representative"], *template["examples"]})
                words = [text.split() for text in self.texts_of(template["template"], urls)]
                common = set.intersection(*map(set, words))
                for page, of_page in zip(template["varies"], words):
                    self.assertEqual(" ".join(page["words"]), " ".join(w for w in of_page if w not in common))
            self.assertIn("words in {braces} are not on all of these pages", text)

    def test_explain_says_of_its_templates_what_templates_says(self):
        self.build()
        listed = {template["template"]: template for template in self.query_json("templates", "-n", "1000")["templates"]}
        url = listed[0]["examples"][0]
        explained = self.query_json("explain", url)
        numbers = {block["template"] for block in explained["blocks"] if "template" in block}
        self.assertGreater(len(numbers), 1)
        self.assertEqual(explained["templates"], [listed[number] for number in sorted(numbers)])
        text = self.query("explain", url).stdout
        cards = re.findall(r"^template \d+: .*?\n\n", text, re.S | re.M)
        self.assertEqual(len(cards), len(numbers))
        for card in cards:
            self.assertIn(card, self.query("templates", "-n", "1000").stdout)

    def test_templates_fit_a_terminal(self):
        self.build()
        for columns in (60, 80, 120):
            drawn = re.sub(r"\033\[[0-9;]*m", "", self.on_terminal(("templates",), columns))
            self.assertIn("{", drawn)
            for line in drawn.splitlines():
                self.assertTrue(len(line) <= columns or "http://" in line, line)

    def test_bars_are_for_terminals(self):
        self.build(inputs=SMALL)
        bars, bold = re.compile("[\u2580-\u259f]"), "\033[1m"
        for command in (("stats",), ("templates",), ("explain", "index.html")):
            self.assertFalse(re.search("[\u2580-\u259f\033]", self.query(*command).stdout), command)
            for columns in (80, 120):
                drawn = self.on_terminal(command, columns)
                self.assertRegex(drawn, bars)
                self.assertIn(bold, drawn)
            plain = self.on_terminal(command, 80, NO_COLOR="1")
            self.assertRegex(plain, bars)
            self.assertNotIn("\033", plain)
            for environment in ({"TERM": "dumb"}, {"LANG": "C"}):
                self.assertNotRegex(self.on_terminal(command, 80, **environment), bars)


if __name__ == "__main__":
    harness.main()
