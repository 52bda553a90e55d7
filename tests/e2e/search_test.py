"""Searching as it is typed: operators, mistakes, copies, pages like a page."""
import contextlib
import json
import os
import pty
import subprocess

import harness


class Search(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.build("--detector", "none")

    def search(self, *arguments):
        return self.query_json("search", "-n", "100", *arguments)

    def urls(self, *arguments):
        return {hit["url"] for hit in self.search(*arguments)["hits"]}

    def test_operators_and_groups_are_sets_of_pages(self):
        rye, emmer = self.urls("rye"), self.urls("emmer")
        self.assertTrue(rye and emmer and rye != emmer)
        self.assertEqual(self.urls("rye", "emmer"), rye | emmer)
        self.assertEqual(self.urls("--operator", "and", "rye", "emmer"), rye & emmer)
        self.assertEqual(self.urls("--", "rye", "-emmer"), rye - emmer)
        self.assertEqual(self.urls("--", "+(rye emmer) -(+rye +emmer)"), rye ^ emmer)
        mill = self.urls("url:granary.example/mill/")
        self.assertTrue(mill and all(url.startswith(harness.BASE + "mill/") for url in mill))
        self.assertEqual(self.urls("rye url:granary.example/mill/"), rye & mill)
        self.assertEqual(self.urls("rye site:example"), rye)
        self.assertEqual(self.urls("rye site:other.example"), set())

    def test_pages_turn_and_copies_are_one_hit(self):
        first = self.query_json("search", "-n", "2", "grain")["hits"]
        second = self.query_json("search", "-n", "2", "--offset", "1", "grain")["hits"]
        self.assertEqual([first[1]["url"], 2], [second[0]["url"], second[0]["rank"]])
        copies = self.query_json("stats")["total"]["duplicates"]
        every = self.search("--duplicates", "--", "-nowhereatall")["hits"]
        collapsed = self.search("--", "-nowhereatall")["hits"]
        self.assertEqual(len(every) - len(collapsed), copies)
        self.assertEqual(sum(len(hit["same_text"]) for hit in collapsed), copies)

    def test_the_page_that_copies_name_is_shown_in_their_place(self):
        words = " ".join(f"word{n}" for n in range(40))
        # The copy comes first by its shorter text and by its address.
        pages = {"a": f"<link rel=canonical href=/whole><p>{words}", "whole": f"<p>{words} and its end"}
        crawl = self.write("canonical.jsonl", "".join(json.dumps({"url": f"http://a.example/{name}", "html": html}) + "\n"
                                                      for name, html in pages.items()))
        store = self.path("canonical")
        self.build("--detector", "none", store=store, inputs=(crawl,))
        apart = self.query_json("search", "--duplicates", "word7", store=store)["hits"]
        self.assertEqual([hit["url"] for hit in apart], ["http://a.example/a", "http://a.example/whole"])
        shown = self.query_json("search", "word7", store=store)["hits"]
        self.assertEqual([(hit["url"], hit["same_text"]) for hit in shown], [("http://a.example/whole", ["http://a.example/a"])])

    def test_an_answer_has_a_bound_however_many_copies_there_are(self):
        crawl = self.write("copies.jsonl", "".join(json.dumps({"url": f"http://a.example/{n}", "html": "<p>the same words"}) + "\n"
                                                   for n in range(300)))
        store = self.path("copies")
        self.build("--detector", "none", store=store, inputs=(crawl,))
        hits = self.query_json("search", "words", store=store)["hits"]
        self.assertEqual([(len(hit["same_text"]), hit["copies"]) for hit in hits], [(100, 299)])

    def test_a_score_is_explained_and_a_word_corrected(self):
        answer = self.search("--explain-score", "threshing", "flooor")
        for hit in answer["hits"]:
            shares = sum(term["score"] for term in hit["terms"]) + hit["proximity"] + hit["prior"] + hit["named"]
            self.assertAlmostEqual(shares, hit["score"], places=12)
        self.assertEqual(answer["did_you_mean"], "threshing floor")
        text = self.query("search", "--explain-score", "threshing", "flooor").stdout
        self.assertIn("did you mean: threshing floor\n", text)

    def test_numbers_without_a_sense_and_the_other_program_are_told(self):
        for option, value in (("title-weight", "-1"), ("url-weight", "-0.5"), ("anchor-weight", "1e300"), ("description-weight", "nan"),
                              ("deadline", "-1"), ("template-weight", "-1")):
            self.assert_one_line(self.query("search", f"--{option}={value}", "rye", expect=harness.USAGE).stderr, option)
        self.assert_one_line(self.run_program([harness.QUERY, "build", "x"], expect=harness.USAGE).stderr,
                             "no command 'build' here: it is one of thresh-index (see thresh-index --help)")
        self.assert_one_line(self.run_program([harness.INDEX, "search", "x"], expect=harness.USAGE).stderr,
                             "no command 'search' here: it is one of thresh-query (see thresh-query --help)")

    def test_a_page_comes_first_for_its_name(self):
        titles = ["Groups - Made manual"] + [f"Groups of {n} - Made manual" for n in range(12)] + ["11.3. Write-Ahead Log - Made manual"]
        pages = [{"url": f"http://a.example/{n}", "html": f"<title>{title}</title><p>groups {'groups ' * n} write ahead log " + "and " * 900}
                 for n, title in enumerate(titles)]
        # Short pages that have the words more densely.
        pages += [{"url": f"http://a.example/short{n}", "html": "<title>Made manual</title><p>groups groups write ahead log"} for n in range(9)]
        store = self.path("named")
        self.build("--detector", "none", store=store, inputs=(self.write("named.jsonl", "".join(json.dumps(page) + "\n" for page in pages)),))
        self.verify(store)

        def first(*arguments):
            return self.query_json("search", "--explain-score", *arguments, store=store)["hits"][0]
        for typed in ("Groups", "groups - made MANUAL", '"groups"'):
            self.assertEqual(first(typed)["url"], "http://a.example/0", typed)
        self.assertNotEqual(first("--named", "0", "Groups")["url"], "http://a.example/0")
        for typed in ("write ahead log", "11.3 write-ahead log", "site:a.example write ahead log"):
            self.assertEqual(first(typed)["url"], "http://a.example/13", typed)
            self.assertGreater(first(typed)["named"], 0)
        # What is no name: operators, signs, other words, the name of the site.
        for typed in ("+groups", "groups OR groups", "(groups)", "title:groups", "groups made", "made manual", "group*", "groups -x"):
            self.assertEqual(first(typed)["named"], 0, typed)
        run = self.path("topics.tsv")
        self.write("topics.tsv", "1\tGroups\n2\twrite-ahead log\n")
        lines = self.query("run", "--store", store, "--topics", run, "--topics-format", "tsv").stdout.splitlines()
        self.assertEqual([line.split()[2] for line in lines if line.split()[3] == "1"], ["http://a.example/0", "http://a.example/13"])

    def test_accents_cut_words_and_synonyms(self):
        texts = {"accent": "Le café noir.", "plain": "The cafe is old.", "other": "Un cafè nero.",
                 "cut": "Call sqlite3_<wbr>open now. Drink H<sub>2</sub>O. <big>O</big>nce upon a time.", "late": "A motor car."}
        crawl = self.write("words.jsonl", "".join(json.dumps({"url": f"http://a.example/{name}", "html": f"<title>T</title><p>{text}"})
                                                  + "\n" for name, text in texts.items()))
        synonyms = self.write("synonyms.txt", "# vehicles\nauto, motor car\n")
        stop_words = self.write("stop.txt", "# articles\nthe\na\n")
        for options in (("--detector", "none"), (), ("--detector", "bsc_wfc")):
            store = self.path("words" + "".join(options))
            self.build(*options, store=store, inputs=(crawl,))
            self.verify(store)

            def names(*arguments, of=store):
                return [hit["url"].rsplit("/", 1)[1] for hit in self.query_json("search", *arguments, store=of)["hits"]]

            self.assertEqual(names("cafe")[0], "plain")
            self.assertEqual(set(names("cafe")), {"plain", "accent", "other"})
            self.assertEqual(names("--accent-weight", "0", "cafe"), ["plain"])
            self.assertEqual(names("--preset", "plain", "cafe"), ["plain"])
            self.assertEqual(names("café"), ["accent"])
            self.assertEqual(names("\"cafe noir\""), ["accent"])
            for query in ("sqlite3_open", "h2o", "\"once upon\"", "open"):
                self.assertEqual(names(query), ["cut"], query)
            self.assertEqual(names("auto"), [])
            self.assertEqual(names("--synonyms", synonyms, "auto"), ["late"])
            self.assertEqual(names("--synonyms", synonyms, "--synonym-weight", "0", "auto"), [])
            self.assertEqual(set(names("--operator", "and", "the cafe")), {"plain"})
            self.assertEqual(set(names("--operator", "and", "--stop-words", stop_words, "the cafe")), {"plain", "accent", "other"})
            self.assertEqual(names("--stop-words", stop_words, "the"), ["plain"])
            topics = self.write("topics.tsv", "1\tthe car\n2\tthe\n")
            found = self.query("run", "--topics", topics, "--stop-words", stop_words, store=store).stdout
            self.assertEqual([line.split()[2].rsplit("/", 1)[1] for line in found.splitlines()], ["late", "plain"])
        for text, line in (("the\nmotor car\n", 2), ("...\n", 1)):
            bad = self.write("bad.txt", text)
            said = self.query("search", "--stop-words", bad, "car", store=store, expect=harness.USAGE).stderr
            self.assert_one_line(said, f"bad.txt, line {line}:")

    def test_pages_are_found_by_what_others_say_of_them(self):
        self.write("pages/guide.html", "<title>Weaving</title><p>How a <a href=cloth.html>tartan kilt</a> is made.")
        self.write("pages/cloth.html", "<title>Cloth</title><p>Wool and more wool.")
        pages = (self.path("pages"),)

        def names(*arguments):
            return {url.rsplit("/", 1)[1] for url in self.urls(*arguments)}

        self.build("--replace", inputs=pages)
        self.assertEqual(names("tartan"), {"guide.html", "cloth.html"})
        self.assertEqual(names('"tartan kilt"'), {"guide.html", "cloth.html"})
        self.assertEqual(names("weaving"), {"guide.html", "cloth.html"})
        self.assertEqual(names("--anchor-weight", "0", "tartan"), {"guide.html"})
        self.verify()
        self.build("--replace", "--no-links", inputs=pages)
        self.assertEqual(names("tartan"), {"guide.html"})

    def test_a_template_weight_that_is_no_number_or_out_of_bounds(self):
        for command in (["search"], ["run", "--topics", self.write("topics", "1\tmill\n"), "--topics-format", "tsv"]):
            for weight in ("heavy", "", "nan", "inf", "-0.1", "2", "0,5"):
                asked = [*command, "--template-weight=" + weight, *(["mill"] if command == ["search"] else [])]
                self.assert_one_line(self.query(*asked, expect=harness.USAGE).stderr, "template-weight")
            asked = [*command, "--template-weight=0.5", *(["mill"] if command == ["search"] else [])]
            self.assert_one_line(self.query(*asked, expect=harness.USAGE).stderr, "--removal field")

    def test_pages_like_a_page(self):
        url = harness.BASE + "grain/einkorn.html"
        answer = self.search("--more-like", url)
        self.assertEqual(answer["more_like"], url)
        self.assertNotIn(url, [hit["url"] for hit in answer["hits"]])
        self.assertIn("/grain/", answer["hits"][0]["url"])
        self.query("search", "--more-like", "nowhere.html", expect=harness.MISSING)
        self.query("search", "--more-like", url, "and", "words", expect=harness.USAGE)

    def test_a_mistake_is_shown_where_it_is(self):
        run = self.query("search", "rye (emmer", expect=harness.USAGE)
        self.assert_one_line(run.stderr, "character 5", "not closed")
        self.query("search", "--limit", "10", "--offset", "9999", "rye", expect=harness.USAGE)
        try:
            reader, terminal = pty.openpty()
        except OSError as problem:
            self.skipTest(f"no terminal can be had here: {problem}")
        self.addCleanup(os.close, reader)
        subprocess.run([harness.QUERY, "search", "--store", self.store, "rye (emmer"], stderr=terminal, check=False,
                       timeout=300)
        os.close(terminal)
        shown = b""
        # A terminal may hand over less than all; at its end Linux has an error.
        with contextlib.suppress(OSError):
            while more := os.read(reader, 4096):
                shown += more
        shown = shown.decode().replace("\r\n", "\n")
        self.assertTrue(shown.startswith("  rye (emmer\n      ^\nthresh-query: bad query"), shown)


if __name__ == "__main__":
    harness.main()
