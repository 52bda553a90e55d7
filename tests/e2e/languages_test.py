"""A site in several languages, built with --stemmer auto: each page by the stemmer of its language."""
import json
import subprocess

import harness
from harness import INDEX, QUERY, USAGE

ENGLISH = "The {} of this valley is open to all who come by the river and want to see how it was made. It is not far."
GERMAN = "Die {} in diesem Tal ist für alle offen, die auf dem Fluss kommen und sehen wollen, wie es war. Es ist nicht weit."
FRENCH = "Le {} de cette vallée est ouvert à tous ceux qui viennent par la rivière et qui veulent le voir dans la journée."
JAPANESE = "この谷の{}はだれでも見学できます。川のそばにあります。"

# Name: host, what <html lang> says, text, and the stemmer that it must get.
PAGES = {
    "running": ("a.example", "en", ENGLISH.format("running mills"), "english"),
    "runs": ("a.example", "", ENGLISH.format("run of a mill"), "english"),
    "houses": ("b.example", "de", GERMAN.format("Häuser der Mühlen"), "german"),
    "house": ("b.example", "en", GERMAN.format("Haus der Mühle, Mühlrad, Führung, Gäste, Wasser, Bach und Brücke"), "german"),
    "cheval": ("b.example", "fr", FRENCH.format("cheval continuellement"), "french"),
    "japan": ("a.example", "ja", JAPANESE.format("mills"), "none"),
    "names": ("a.example", "", "Millbrook Hatherley Leat", "none"),
}


class Languages(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.crawl = self.write_pages("crawl.jsonl", PAGES)

    def write_pages(self, name, pages):
        lines = []
        for page, (host, lang, text, _) in pages.items():
            attribute = f' lang="{lang}"' if lang else ""
            html = f"<!DOCTYPE html><html{attribute}><title>{page}</title><h1>{page}</h1><p>{text}</p>"
            lines.append(json.dumps({"url": f"http://{host}/{page}", "html": html, "date": "2024-01-01T00:00:00Z"}) + "\n")
        return self.write(name, "".join(lines))

    def made(self, name="auto", *flags, inputs=None):
        store = self.path(name)
        self.build("--stemmer", "auto", *flags, store=store, inputs=inputs or (self.crawl,))
        return store

    def names(self, store, *words):
        return {hit["url"].rsplit("/", 1)[1] for hit in self.query_json("search", "--", *words, store=store)["hits"]}

    def test_each_page_has_the_stemmer_of_its_language(self):
        store = self.made()
        self.verify(store)
        stemmers = {}
        for line in self.query("dump", store=store).stdout.splitlines():
            page = json.loads(line)
            stemmers[page["url"].rsplit("/", 1)[1]] = page["stemmer"]
        self.assertEqual(stemmers, {name: page[3] for name, page in PAGES.items()})
        stats = self.query_json("stats", store=store)
        self.assertEqual(stats["stemmers"], {"english": 2, "french": 1, "german": 2, "none": 2})
        self.assertEqual((stats["counters"]["language_guessed"], stats["counters"]["language_corrected"]), (1, 1))
        self.assertIn("english 2 french 1 german 2 none 2", self.query("stats", store=store).stdout)

    def test_a_word_is_found_in_every_language(self):
        store = self.made()
        self.assertEqual(self.names(store, "mill"), {"running", "runs"})
        self.assertEqual(self.names(store, "mills"), {"running", "runs", "japan"})
        self.assertEqual(self.names(store, "Haus"), {"house", "houses"})
        self.assertEqual(self.names(store, "Mühlen"), {"house", "houses"})
        self.assertEqual(self.names(store, "muhle"), {"house", "houses"})  # without its accent
        self.assertEqual(self.names(store, "continuelle"), {"cheval"})
        self.assertEqual(self.names(store, "+mills", "-running"), {"runs", "japan"} - {"runs"})
        self.assertEqual(self.names(store, '"run mill"'), {"running"})
        self.assertEqual(self.names(store, '"Haus der Mühle"'), {"house", "houses"})
        self.assertEqual(self.names(store, "+Mühle", "+Haus"), {"house", "houses"})
        plain = self.path("plain")
        self.build(store=plain, inputs=(self.crawl,))
        self.assertEqual(self.names(plain, "mill"), {"runs"})
        self.assertEqual(self.names(plain, "Mühlen"), {"houses"})
        self.assertNotIn("stemmer", self.query("dump", store=plain).stdout)

    def test_snippets_show_the_words_as_the_page_has_them(self):
        store = self.made()
        for query, page, words in (("Mühle", "houses", ["Mühlen"]), ("run", "running", ["running"]), ("Haus", "houses", ["Häuser"])):
            hits = self.query_json("search", query, store=store)["hits"]
            snippet = next(hit["snippet"] for hit in hits if hit["url"].endswith("/" + page))
            marked = [snippet["text"][a:b] for a, b in snippet["highlights"]]
            self.assertEqual(set(marked), set(words))
        text = self.query("search", "--explain-score", "mills", store=store).stdout
        self.assertIn("(mill OR mills)", text)

    def test_other_functions_cut_a_page_as_the_build_did(self):
        more = dict(PAGES)
        more["house2"] = ("a.example", "de", GERMAN.format("Mühlen Häuser Brücken"), "german")
        store = self.made("more", inputs=(self.write_pages("more.jsonl", more),))
        like = {hit["url"].rsplit("/", 1)[1] for hit in
                self.query_json("search", "--more-like", "http://b.example/houses", store=store)["hits"]}
        self.assertIn("house2", like)
        expanded = self.query("search", "--expand", "bo1", "--explain-score", "Mühlen", store=store).stdout
        self.assertRegex(expanded, r"\n +fur +1\.00")  # the German stem of "für"

    def test_the_same_whatever_the_way(self):
        digests = {self.digest(self.made(f"t{threads}", "--threads", threads)) for threads in ("1", "2")}
        # Page by page, by an update that reads the first pages out of the store.
        some = {name: page for name, page in PAGES.items() if name not in ("runs", "house")}
        store = self.made("some", inputs=(self.write_pages("some.jsonl", some),))
        rest = {name: page for name, page in PAGES.items() if name in ("runs", "house")}
        self.run_program([INDEX, "update", "--quiet", "--store", store, self.write_pages("rest.jsonl", rest)])
        digests.add(self.digest(store))
        self.assertEqual(len(digests), 1)

    def test_parts_answer_as_the_whole(self):
        whole = self.made()
        parts = []
        for host in ("a.example", "b.example"):
            pages = {name: page for name, page in PAGES.items() if page[0] == host}
            parts.append(self.made(host, inputs=(self.write_pages(host + ".jsonl", pages),)))
        stores = [flag for part in parts for flag in ("--store", part)]
        counts = self.write("counts", subprocess.run([QUERY, "statistics", *stores], capture_output=True, check=True).stdout)

        def scores(*arguments):
            hits = json.loads(self.run_program([QUERY, "search", "--json", *arguments]).stdout)["hits"]
            return sorted((hit["url"], hit["score"]) for hit in hits)

        for query in (["mills"], ["running", "mills"], ["Haus", "Mühle"], ['"running mills"'], ["continuellement", "houses"]):
            expected = scores("--store", whole, "--", *query)
            self.assertEqual(scores(*stores, "--", *query), expected)
            of_parts = [hit for part in parts for hit in scores("--store", part, "--statistics", counts, "--", *query)]
            self.assertEqual(sorted(of_parts), expected)

    def test_unknown_stemmers_are_named(self):
        refused = self.build("--stemmer", "klingon", expect=USAGE)
        self.assert_one_line(refused.stderr, "klingon", "auto")


if __name__ == "__main__":
    harness.main()
