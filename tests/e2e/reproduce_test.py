"""scripts/reproduce on a corpus of our own: figures are kept, gaps are named, and the document is written."""
import gzip
import json
import lzma
import os
import re
import shutil
import statistics
import subprocess
import sys
import tarfile

import harness

sys.path.insert(0, os.path.join(harness.TOP, "scripts"))
from results import figures, settings  # noqa: E402
from results.searches import holm  # noqa: E402
from results import graphs, segments, texts  # noqa: E402
from results.sections import SECTIONS, Idle, mean, table  # noqa: E402
from results.sites import PYTHON, Sites  # noqa: E402
from results.storage import Storage  # noqa: E402

GOLD = os.path.join(harness.TOP, "tests", "fixtures", "gold.jsonl")
SITE_FOLDER = "sqlite3-doc/usr/share/doc/sqlite3"  # where the table of sites expects the one that we fill


class Invented:
    """Measurements of every detector that a section names; recall grows with the pages."""
    detectors = ["bsc_wfc", "incremental", "shingle", "sst", "sandwich", "rtdm_td", "pagelets_local", "pagelets_global", "none"]
    program = harness.INDEX

    @staticmethod
    def get(_site, pages, detector, parameters=(), _repeat=0):
        recall = min(1, (pages or 1000) / 50)
        lines = {"precision": 0.9, "recall": 0.8, "f1": 0.85, "f1_page_mean": 0.7}
        score = {"f1": recall, "kept": 0.99, "damaged": 0.01, "precision": 0.9, "recall": recall, "block_score": 0.5,
                 "template_share": 0.1, "lines": lines}
        return {"pages": pages or 1000, "pages_with_template": 400, "postings": 100 if detector == "none" else 60,
                "index_bytes": 1000, "peak_bytes": 2**27, "seconds": {"judge": 0.5, "cpu": 4 + len(parameters)},
                "detector_bytes": {"mean": 1234.5, "peak": 10 * (pages or 1000)}, "score": score}


class Reproduce(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        shutil.copytree(harness.SITE, self.path("corpora", SITE_FOLDER))
        os.makedirs(self.path("gold"))
        shutil.copyfile(GOLD, self.path("gold", "sqlite.jsonl"))

    def reproduce(self, *arguments, expect=harness.OK):
        return self.run_program([sys.executable, os.path.join(harness.TOP, "scripts", "reproduce"), "--program", harness.INDEX,
                                 "--corpora", self.path("corpora"), "--gold", self.path("gold"), "--work", self.path("work"),
                                 "--shared", self.path("nothing"), "--out", self.path("out"), "--sites", "sqlite,octave",
                                 *arguments], expect)

    def results(self):
        with open(self.path("out", "RESULTS.md"), encoding="utf-8") as file:
            return file.read()

    def test_a_section_is_measured_once_and_written(self):
        first = self.reproduce("accuracy", "--detectors", "none,bsc_wfc")
        self.assertIn("sqlite, all pages: ", first.stderr)
        self.assertIn("octave is left out: no octave-doc", first.stderr)
        row = next(line for line in self.results().splitlines() if line.startswith("| sqlite |"))
        measured = json.loads(self.run_program([harness.INDEX, "compare", "--json", "-q", "--gold", GOLD, "--detectors", "bsc_wfc",
                                                harness.SITE]).stdout)
        self.assertIn(f"{measured[1]['score']['f1']:.4f}", row)
        self.assertTrue(os.path.isfile(self.path("out", "figures", "f1.svg")))
        again = self.reproduce("accuracy", "--detectors", "none,bsc_wfc")
        self.assertNotIn("all pages: ", again.stderr)
        redone = self.reproduce("accuracy", "--detectors", "none,bsc_wfc", "--redo", "bsc_wfc")
        self.assertIn("sqlite, all pages: bsc_wfc", redone.stderr)

    def test_samples_have_the_gold_of_their_pages(self):
        self.reproduce("crawls", "--detectors", "none")
        for pages, labelled in ((5, 5), (20, 5)):
            with open(self.path("work", "measured", f"sqlite_{pages}_none_0.json"), encoding="utf-8") as file:
                row = json.load(file)
            self.assertEqual((row["pages"], row["score"]["pages"], row["score"]["missing"]), (pages, labelled, 0))
        self.assertIn("## Small crawls", self.results())

    def test_crawls_are_also_scored_by_the_gold_of_their_pages(self):
        self.reproduce("crawls", "--detectors", "spine")
        share = {}
        for name in ("sqlite", "sqlite--drawn"):
            with open(self.path("work", "measured", f"{name}_5_spine_0.json"), encoding="utf-8") as file:
                share[name] = json.load(file)["score"]["template_share"]
        self.assertGreater(share["sqlite"], share["sqlite--drawn"])  # a section's own menu stands on fewer than five
        self.assertIn("### F1 by the gold of the crawl", self.results())

    def test_sections_without_measurements_say_so(self):
        self.reproduce("report")
        self.assertIn("Not measured yet: `scripts/reproduce accuracy`", self.results())
        self.assertIn("no section nosuch", self.reproduce("nosuch", expect=2).stderr)

    def test_every_section_reports_what_was_measured(self):
        sites = Sites(harness.TOP, self.path("work"), self.path("corpora"), self.path("nothing"), None)
        reports = {}
        for make in SECTIONS:
            section = make(Invented, sites, Invented.detectors, self.path("figures"))
            reports[section.name] = "\n".join(section.report())
        self.assertIn("| sqlite | 40.0 % | 40.0 % |", reports["frequency"])
        self.assertIn("| **mean** | 40.0 % |", reports["postings"])
        self.assertIn("0.500 s | 4.00 s | 12.5 % | 128 MiB |", reports["chen"])
        self.assertIn("| detector | 500 | 1,000 | 2,000 | 8,000 |", reports["growth"])
        self.assertEqual(sorted(os.listdir(self.path("figures"))), ["crawls.svg", "f1.svg", "growth.svg"])

    def test_storage_takes_the_smallest_batch_and_table_with_the_recall(self):
        sites = Sites(harness.TOP, self.path("work"), self.path("corpora"), self.path("nothing"), None)

        class Kept(Invented):
            folder = self.path()
        storage = Storage(Kept, sites, [], self.path("figures"))
        self.assertEqual(storage.batch("sqlite", "sst", 0.8), 40)
        tables = {f"{tb} {n}": {"mean_bytes": 100 * tb + n, "mean_entries": tb, "delay": 7} for tb, n in settings.STORAGE_LIVES}
        self.write("sqlite_storage.json", json.dumps({"tables": tables, "batches": {"40": 1000}}))
        text = "\n".join(storage.report())
        self.assertIn("| sqlite | 80.0 % | 1, 20 | 120 | 1 | 7 | 1,000 (40 pages) | 1,000 (40 pages) |", text)
        self.assertIn("has 0.12 times the bytes in the mean and less on 1 of 1 sites, so that the direction of the paper is seen", text)

    def test_the_table_of_segments_is_that_of_the_worked_example(self):
        stories = segments.Table(2, 3)
        for page in range(8):
            stories.add({("html/div", "Home"), ("html/div", "News"), ("html/div/p", f"story {page}")})
        self.assertEqual(stories.counts, [3, 4, 4, 4, 4, 4, 4, 4])
        self.assertEqual(stories.result()["delay"], 4)
        self.assertEqual(stories.sizes[0], 3 * 8 + 2 * 8 + 4 + 4 + 10 + 7)
        self.assertEqual([segments.life(2, 3, df) for df in range(1, 7)], [2, 3, 4, 5, 5, 5])

    def test_a_crawl_takes_the_best_address_next(self):
        links = {"home": [("advert", False), ("page", True)], "page": [("advert", False), ("last", True)], "advert": [], "last": []}
        self.assertEqual(graphs.crawl("home", links, 0.1), ["home", "page", "last", "advert"])
        self.assertEqual(graphs.crawl("home", links, 1), ["home", "advert", "page", "last"])
        self.assertEqual(graphs.crawl("home", links, None), ["home", "advert", "page", "last"])
        self.assertEqual(graphs.CrawlOrder.area(["home", "page", "last", "advert"], {"page", "last"}), 0.625)
        self.assertEqual(graphs.plain("NOT (a) AND \"b\"~2"), "a b 2")

    def test_terms_are_sets(self):
        self.assertEqual(texts.f1({"a", "b"}, {"b", "c", "d"}), 0.4)
        self.assertEqual(texts.f1(set(), {"b"}), 0)

    def mine(self, name, pages):
        file = self.write(name, "".join(json.dumps({"label": label, "site": site, "text": text}) + "\n" for label, site, text in pages))
        run = [self.run_program([PYTHON, "-P", os.path.join(harness.TOP, "scripts", "results", "mine.py"), file, "9"]).stdout for _ in range(2)]
        self.assertEqual(*run)
        return json.loads(run[0])

    def test_texts_cluster_by_site_with_templates_and_by_label_without(self):
        if subprocess.run([PYTHON, "-c", "import sklearn"], capture_output=True, check=False).returncode != 0:
            self.skipTest("python3-sklearn is not installed")
        menus = {"a": " ".join(f"menu{chr(97 + i)}" for i in range(20)), "b": " ".join(f"footer{chr(97 + i)}" for i in range(20))}
        contents = {"x": "wheat barley oats", "y": "hammer chisel saw"}
        cells = [(label, site, f"{contents[label]} {label * 3 * page}") for label in contents for site in menus for page in (1, 2, 3)]
        every = self.mine("all.jsonl", [(label, site, f"{menus[site]} {text}") for label, site, text in cells])
        kept = self.mine("kept.jsonl", cells)
        self.assertEqual((every["pages"], statistics.median(every["kmeans"]["labels"]), statistics.median(every["kmeans"]["sites"])),
                         (12, 0.5, 1))
        self.assertEqual(max(kept["kmeans"]["labels"]), 1)
        self.assertGreater(statistics.fmean(kept["kmeans"]["labels"]), statistics.fmean(every["kmeans"]["labels"]))
        self.assertEqual(kept["bayes"]["1"], [1, 1])
        self.assertLess(every["bayes"]["3"][0], kept["bayes"]["3"][0])

    def test_graphs_and_texts_of_the_site_are_measured(self):
        self.write_known_items()
        for section in ("co-citation", "crawl-order", "clever", "rare-words", "peers"):
            self.reproduce(section, "--shared", self.path("known"))
        for row in (r"\| sqlite \| \d+ \| [\d.]+ % \|", r"\| sqlite \| \d+ \| 1 \| ([\d.]+ \| ){3}[\d.]+ \|",
                    r"\| page-vanilla \| [\d.]+ % \|", r"\| sqlite \| [\d,]+ \| [\d.]+ % \| [\d.]+ % \|"):
            self.assertRegex(self.results(), row)
        self.assertNotIn("Not measured yet: `scripts/reproduce peers`", self.results())

    def write_known_items(self):
        for end, text in ((".topics.tsv", "1\tgrain\n2\tnowhereatall\n"), (".qrels", "1 0 index.html 1\n2 0 index.html 1\n")):
            self.write(f"known/data/known-items/sqlite{end}.gz", gzip.compress(text.encode()))
        self.write("known/data/known-items/sqlite.exclude", "robots.txt\n")

    def test_search_without_queries_is_left_out(self):
        run = self.reproduce("retrieval")
        self.assertIn("queries of sqlite is left out: no ", run.stderr)
        self.assertIn("Not measured yet: `scripts/reproduce retrieval`", self.results())

    def test_search_is_measured_from_queries_to_table(self):
        self.write_known_items()
        first = self.reproduce("retrieval", "--shared", self.path("known"))
        self.assertIn("sqlite, none: building", first.stderr)
        self.assertEqual(len(re.findall(r"\| sqlite \| 2 \| [\d.]+ \| [\d.]+ \| [+-]", self.results())), 3)
        self.assertRegex(self.results(), r"\| site \| without \| removed \| bsc_wfc \|")
        again = self.reproduce("retrieval", "--shared", self.path("known"))
        self.assertNotIn("building", again.stderr)

    def test_every_choice_of_the_defaults_is_measured(self):
        self.write_known_items()
        self.reproduce("choices", "--shared", self.path("known"))
        self.assertRegex(self.results(), r"\| `anchor-weight` 0 \| [+-]0\.\d+ \|")
        self.assertRegex(self.results(), r"- sqlite: k1 [\d.]+ b [\d.]+ title-weight ")

    def test_titles_find_their_pages(self):
        self.reproduce("titles")
        self.assertRegex(self.results(), r"### success@10\n\n.*\n.*\n\| sqlite \| \d+ \| 1\.0000 \| 1\.0000 \| \+0\.0000 \|")

    def test_stemmers_are_compared_by_language(self):
        for language, words in (("en-US", "the running mills"), ("de-DE", "die Mühlen der Häuser"), ("pl-PL", "the running mills")):
            for name, text in (("chapter", f"{words} are here"), ("section", words), ("other", "quite another matter")):
                start = (f'<div class="toc"><dl><dt><a href="section.html#a">1. A</a></dt></dl></div><div class="highlights"><div>{words}'
                         "</div></div>") if name == "chapter" else ""
                self.write(f"corpora/debian-handbook/usr/share/doc/debian-handbook/html/{language}/{name}.html",
                           f"<title>{name}</title>{start}<p>{text}")
        self.reproduce("languages", "--sites", "debian-handbook")
        rows = self.results().partition("## Stemmers on a site")[2]
        self.assertIn("| de-DE | 1 | 1.0000 | 1.0000 | 1.0000 |", rows)
        self.assertIn("| **all** | 2 |", rows)  # the Polish one is not translated

    def test_chances_are_corrected_for_their_number(self):
        self.assertEqual(holm([0.01, 0.5, 0.02]), [0.03, 0.5, 0.04])
        self.assertEqual(holm([0.9, 0.8]), [1, 1])

    def test_sections_of_others_stay(self):
        self.write("out/RESULTS.md", "# Results\n\nOld.\n\n## By hand\n\nA sentence.\n\n## Titles as queries\n\nOlder.\n")
        self.reproduce("report")
        self.assertIn("\n## By hand\n\nA sentence.\n\n## Titles as queries\n\nOlder.\n", self.results())
        self.assertNotIn("Old.\n", self.results())

    def test_an_older_program_has_a_column_beside_the_default(self):
        detectors = ("accuracy", "--detectors", "spine,spine_before")
        first = self.reproduce(*detectors, "--before", harness.INDEX)
        self.assertIn("sqlite, all pages: spine, spine_before\n", first.stderr)
        self.assertRegex(self.results(), r"\| site \| spine \| spine_before \| none \|\n.*\n\| sqlite \| ([\d.]+) \| \1 \|")
        again = self.reproduce(*detectors)  # without the older program
        self.assertNotIn("all pages: ", again.stderr)
        self.assertIn("| spine | spine_before |", self.results())

    def test_sites_of_the_field_come_out_of_the_shared_data(self):
        os.makedirs(self.path("shared", "data", "sites"))
        with tarfile.open(self.path("shared", "data", "sites", "shop.tar.xz"), "w:xz") as packed:
            packed.add(harness.SITE, "shop")
        with open(GOLD, "rb") as file, lzma.open(self.path("shared", "data", "sites", "shop.gold.jsonl.xz"), "wb") as packed:
            packed.write(file.read())
        arguments = ("--detectors", "bsc_wfc", "--shared", self.path("shared"), "--sites", "sqlite,shop")
        self.reproduce("accuracy", *arguments)
        f1 = {}
        for line in self.results().partition("### F1")[2].partition("### Content")[0].splitlines()[2:]:
            site, _, value = line.strip("| ").partition(" | ")
            f1[site] = value
        self.assertEqual(f1["sqlite"], f1["shop"])
        self.assertEqual([f1[f"**mean{of}**"] for of in (" of the manuals", " of the field", "")], [f1["shop"]] * 3)
        self.reproduce("crawls", *arguments)
        self.assertTrue(os.path.isfile(self.path("work", "measured", "shop_5_bsc_wfc_0.json")))

    def test_without_labels_that_is_said(self):
        shutil.rmtree(self.path("gold"))
        run = self.reproduce("accuracy", "--detectors", "none")
        self.assertIn("gold of sqlite is left out", run.stderr)

    def test_figures_are_well_formed(self):
        parse = "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())"
        for svg in (figures.lines("a < b", "x", "y", {"one": [(5, 0.5), (500, 1)], "two": [(5, 0.5)]}, bounds=(0, 1)),
                    figures.lines("log", "x", "y", {"one": [(500, 0.01), (20000, 30)]}, log=True),
                    figures.dots("dots", "F1", {"one": [0, 1, 0.5], "none": []}),
                    figures.heat("heat", ["a < b", "c"], {"one": [0, 1], "two": [None, 0.5]})):
            subprocess.run([sys.executable, "-c", parse], input=svg.encode(), check=True)
            self.assertNotIn("nan", svg)

    def test_every_cell_of_a_heat_map_can_be_read(self):
        """Text and cell have a contrast of 4.5, whatever stands behind the figure; the lower a value, the darker its cell."""
        def light(colour):
            parts = [int(colour[i:i + 2], 16) / 255 for i in (0, 2, 4)]
            parts = [part / 12.92 if part <= .03928 else ((part + .055) / 1.055) ** 2.4 for part in parts]
            return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]
        before = -1
        for percent in range(101):
            svg = "".join(figures.cell(0, 0, 40, 20, percent / 100))
            self.assertNotIn("opacity", svg)
            cell, words = map(light, re.findall(r'fill="#([0-9a-f]{6})"', svg))
            self.assertGreaterEqual((max(cell, words) + .05) / (min(cell, words) + .05), 4.5, percent)
            self.assertGreater(cell, before)
            before = cell

    def test_a_detector_that_struck_nothing_has_dashes_and_counts_in_means(self):
        values = [Idle(0), 0.5]
        self.assertEqual(table(["site", "a"], [("x", values[:1]), ("mean", [mean(values)]), ("idle", [mean(values[:1])])]),
                         "| site | a |\n|---|---:|\n| x | - |\n| mean | 0.2500 |\n| idle | - |")

    def test_tables_have_dashes_for_what_is_unknown(self):
        self.assertEqual(table(["site", "a"], [("x", [0.5]), ("y", [None])]), "| site | a |\n|---|---:|\n| x | 0.5000 |\n| y | - |")


if __name__ == "__main__":
    harness.main()
