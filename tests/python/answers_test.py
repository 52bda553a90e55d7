"""Python's answers are those of the program, as objects against --json: queries, pages, exports, counts."""
import gzip
import json
import os
import random
import re
import sys

from package import Package, harness, ti

QUERIES = ["threshing floor", "+winnowing \"gramophone horn\"", "mill -rye", "title:hoist grain*", "vaccum~",
           "bread AND (oven OR stone)", "\"threshing floor\"~3", "site:granary.example barley", "nothingofthekind", "Œuvre"]


class Answers(Package):
    def same_search(self, query, *flags, **parameters):
        told = self.query_json("search", *flags, "--", query, store=self.site)
        answer = self.store_.search(query, **parameters).json
        for json_ in (told, answer):
            json_.pop("milliseconds")
        self.assertEqual(answer, told)
        return len(answer["hits"])

    def setUp(self):
        super().setUp()
        self.store_ = ti.open(self.site)
        self.addCleanup(self.store_.close)

    def test_the_report_is_that_of_the_program(self):
        store = self.path("other")
        report = json.loads(self.build("--json", store=store).stdout)
        self.assertEqual(self.report["digest"], report["digest"])
        self.assertEqual(self.report["counters"], report["counters"])

    def test_searches(self):
        found = 0
        for query in QUERIES:
            found += self.same_search(query)
            self.same_search(query, "-n", "3", "--offset", "2", "--duplicates", k=3, offset=2, duplicates=True)
            self.same_search(query, "--model", "dph", "--explain-score", model="dph", explain_score=True)
        words = "grain mill stone wheat barley oven bread flour cat floor hoist gold rope water wheel".split()
        for first in words:
            for second in words:
                found += self.same_search(f"{first} {second}", "--operator", "and", operator="and")
        self.assertGreater(found, 200)

    def made(self, *command):
        folder, (program, *flags) = self.path("made"), command
        self.run_program([sys.executable, os.path.join(harness.TOP, "tests", "fixtures", program), *flags[:1], folder, self.path("gold"),
                          *flags[1:], "--pages", "240"])
        return folder

    def test_a_made_site_answers_alike(self):
        self.check_site(self.made("make_random_site", "--seed=5"))

    def test_a_site_in_another_script_answers_alike(self):
        self.check_site(self.made("make_kind_site", "wiki", "--script", "cyrillic"))

    def test_sites_of_others_answer_alike(self):
        folders = [folder for folder in os.environ.get("E2E_SITES", "").split(":") if folder]
        if not folders:
            self.skipTest("E2E_SITES names no folder of pages")
        for folder in folders:
            self.check_site(folder)
            print(f"{os.path.basename(folder)}: the same answers", file=sys.stderr)

    def check_site(self, folder):
        """1,000 searches, 200 pages at least, and every export."""
        store = self.path(os.path.basename(folder) + ".store")
        ti.build(folder, store, base_url="http://made.example/", removal="field")
        with ti.open(store) as opened:
            lines = self.exported("--with-removed", store=store)
            self.assertGreaterEqual(len(lines), 200)
            self.assertEqual([page.record for page in opened.pages()], lines)
            dice, found = random.Random(7), 0
            for line in dice.sample(lines, 200):
                self.assertEqual(opened.page(line["metadata"]["url"]).record, line)
            words = sorted({word for line in lines for word in re.findall(r"\w{4,}", line["text"].lower())})
            for number in range(1000):
                query = " ".join(dice.sample(words, dice.randint(1, 3)))
                flags = [(), ("--operator=and",), ("--model=pl2",), ("--template-weight=0.3",)][number % 4]
                told = self.query_json("search", *flags, "--", query, store=store)
                answer = opened.search(query, **dict(flag[2:].replace("-", "_").split("=") for flag in flags)).json
                self.assertEqual({**answer, "milliseconds": 0}, {**told, "milliseconds": 0})
                found += len(answer.hits)
            self.assertGreater(found, 2000)
        self.check_exports(store)

    def test_pages_like_one(self):
        url = harness.BASE + "grain/bere.html"
        told = self.query_json("search", "--more-like", url, store=self.site)
        answer = self.store_.search(more_like=url)
        self.assertEqual(list(answer), told["hits"])
        self.assertGreater(len(answer), 3)

    def exported(self, *flags, store=None):
        out = self.path("pages.jsonl")
        self.query("export", "--out", out, *flags, store=store or self.site)
        with open(out, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_pages(self):
        lines = self.exported("--with-removed")
        self.assertEqual([page.record for page in self.store_.pages()], lines)
        self.assertEqual(len(self.store_), len(lines))
        removed = 0
        for line in lines:
            page = self.store_.page(line["metadata"]["url"])
            self.assertEqual(page.record, line)
            self.assertEqual((page.text, page.title), (line["text"], line["metadata"]["title"]))
            removed += sum(len(text.reason) > len(text.rule) and text.support > 1 for text in page.removed)
        self.assertGreater(removed, 40)

    def test_markdown_sections_and_links(self):
        markdown = self.exported("--with-removed", "--text", "markdown")
        dumped = [json.loads(line) for line in self.query("dump", store=self.site).stdout.splitlines()]
        pages = list(self.store_.pages(text="markdown"))
        self.assertEqual([page.record for page in pages], markdown)
        self.assertEqual([page.markdown for page in pages], [line["text"] for line in markdown])
        self.assertEqual([page.links for page in pages], [line["links"] for line in dumped])
        sections = [section for page in pages for section in page.sections]
        self.assertGreater(len(sections), len(pages) // 2)
        for page in pages:
            for section in page.sections:
                self.assertIn(section.text, page.markdown)
                self.assertIn("#" * section.level + " ", page.markdown)

    def test_pages_of_one_site_of_a_store_with_several_segments(self):
        store = self.path("two")
        for name, site in (("b", "b.example"), ("a", "a.example"), ("c", "c.example")):
            pages = [(f"http://{site}/{n}", f"<p>Page {n} of site {name}.") for n in range(3)]
            (ti.update if name != "b" else lambda s, p: ti.build(p, s))(store, pages)
        with ti.open(store) as opened:
            self.assertEqual([page.site for page in opened.pages()],
                             [site for site in ("a.example", "b.example", "c.example") for _ in range(3)])
            lines = self.exported("--with-removed", store=store)
            self.assertEqual([page.record for page in opened.pages()], lines)
            self.assertEqual([opened.page(line["id"]).record for line in lines], lines)
            self.assertEqual([page.id for page in opened.pages(site="b.example")],
                             [line["id"] for line in lines if line["metadata"]["site"] == "b.example"])

    def test_what_was_removed(self):
        told = self.query_json("templates", "-n", "5", store=self.site)["templates"]
        self.assertEqual(self.store_.templates(limit=5), told)
        self.assertEqual(self.store_.templates(site="granary.example"),
                         self.query_json("templates", "--site", "granary.example", store=self.site)["templates"])
        self.assertEqual(self.store_.statistics(), self.query_json("stats", store=self.site))
        url = harness.BASE + "mill/hoist.html"
        self.assertEqual(self.store_.explain(url), json.loads(
            self.query("explain", "--json", url, store=self.site).stdout))

    def test_many_searches(self):
        topics = {f"q{n}": query for n, query in enumerate(["threshing floor", "bread oven", "miller's cat", "qqzz"])}
        file = self.write("topics.tsv", "".join(f"{name}\t{text}\n" for name, text in topics.items()))
        run = self.query("run", "--topics", file, "--topics-format", "tsv", "-n", "7", "--model", "bm25",
                         store=self.site).stdout
        told = {name: [] for name in topics}
        for line in run.splitlines():
            name, _, docno, _, score, _ = line.split()
            told[name].append((docno, float(score)))
        for threads in (1, 3):
            self.assertEqual(self.store_.search_many(topics, k=7, model="bm25", threads=threads), told)
        self.assertEqual(self.store_.search_many(["bread oven"], k=7, model="bm25")["1"], told["q1"])

    def test_exports(self):
        self.check_exports(self.site)

    def check_exports(self, store):
        for name, flags in (("a.jsonl.gz", {"with_removed": True}), ("a.jsonl.zst", {"text": "markdown"}), ("s.jsonl", {"sections": True}),
                            ("lucene.jsonl", {"format": "anserini"}), ("requests", {"format": "bulk"}), ("a.ciff", {"format": "ciff"}),
                            ("wet.wet", {"format": "wet"}), ("llms", {"format": "llms"})):
            ours, theirs = (self.path(os.path.basename(store) + "." + whose, name) for whose in ("ours", "theirs"))
            for out in (ours, theirs):
                os.makedirs(os.path.dirname(out), exist_ok=True)
            ti.export(store, ours, **flags)
            self.query("export", "--out", theirs, *[word for key, value in flags.items() for word in (
                ["--" + key.replace("_", "-")] + ([value] if value is not True else []))], store=store)
            self.run_program(["diff", "-r", ours, theirs])

    def test_pages_from_a_program_are_those_of_a_crawl(self):
        def pages():
            for folder, _, names in os.walk(harness.SITE):
                for name in names:
                    path = os.path.join(folder, name)
                    if name.endswith(".html"):
                        with open(path, "rb") as file:
                            yield harness.BASE + os.path.relpath(path, harness.SITE), file.read()
        given = {page.url: page.text for page in ti.clean(pages())}
        crawl = {page.url: page.text for page in self.store_.pages()}
        self.assertEqual(given, crawl)
        with gzip.open(self.path("empty.warc.gz"), "wb"):
            pass
        self.assert_raises(ti.InputError, 65, lambda: ti.build(self.path("empty.warc.gz"), self.path("none")))


if __name__ == "__main__":
    harness.main()
