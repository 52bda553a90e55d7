"""scripts/transform_site: gold stays true under every transformation; and the section of scripts/reproduce that scores them."""
import json
import os
import re
import shutil
import subprocess
import sys

import harness

sys.path.insert(0, os.path.join(harness.TOP, "scripts"))
from results import settings  # noqa: E402

GOLD = os.path.join(harness.TOP, "tests", "fixtures", "gold.jsonl")
PYTHON = "/usr/bin/python3"
PAGE = """<!DOCTYPE html>
<html><head><title>{title}</title></head><body><div id="bar"><a href="/">Home</a> <a href="/news">News</a></div>
<main class="text wide" id="main"><h1>{title}</h1><p>{text}</p><p>Second <b>bold</b> part.</p></main>
<footer role="contentinfo">Imprint</footer></body></html>"""
LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "\
    "twenty"


class Field(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        if subprocess.run([PYTHON, "-c", "import lxml"], capture_output=True, check=False).returncode:
            self.skipTest("no python3-lxml")

    def transform(self, name, folder, gold, *arguments):
        script = os.path.join(harness.TOP, "scripts", "transform_site")
        return self.run_program([PYTHON, script, name, folder, gold, self.path("out"), *arguments]).stdout.splitlines()

    def made_site(self, count=5):
        """Pages page0.html to page4.html, and their gold."""
        lines = []
        for number in range(count):
            title, text = f"Title {number}", f"{LONG} {number}"
            self.write(f"site/page{number}.html", PAGE.format(title=title, text=text))
            segments = [["T", ["Home", "News"]], ["C", [title, text, "Second", "bold", "part."]], ["T", ["Imprint"]]]
            lines.append(json.dumps({"path": f"page{number}.html", "title": title, "segments": segments}) + "\n")
        return self.path("site"), self.write("gold.jsonl", "".join(lines))

    def after(self, transformation, *arguments, page="page0.html"):
        """(body of a page, its segments) after a transformation of the made site."""
        self.transform("made", *self.made_site(), "--only", transformation, *arguments)
        with open(self.path("out", f"made--{transformation}", page), encoding="utf-8") as file:
            body = file.read().partition("<body>")[2].partition("</body>")[0]
        gold = {line["path"]: line["segments"] for line in self.gold(f"made--{transformation}")}
        return body, gold[page]

    def gold(self, name):
        with open(self.path("out", name + ".jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_the_indexer_reads_what_the_gold_says(self):
        counts = self.transform("granary", harness.SITE, GOLD, "--other", *self.made_site())
        sizes = {"lists": 1, "articles": 1, "hosts": 10}
        self.assertEqual(counts, [f"granary--{name}\t{sizes.get(name, 5)} pages\t0 left out" for name in settings.TRANSFORMATIONS])
        for name in settings.TRANSFORMATIONS:
            place = self.path("out", f"granary--{name}")
            run = self.run_program([harness.INDEX, "compare", "--json", "-q", "--detectors", "none", "--gold", place + ".jsonl", place])
            score = json.loads(run.stdout)[0]["score"]
            self.assertEqual((score["pages"], score["missing"], score["kept"], score["unaligned"]),
                             (sizes.get(name, 5), 0, 1, 0), name)

    def test_the_same_input_is_written_the_same(self):
        written = []
        for _ in range(2):
            self.transform("made", *self.made_site())
            files = {}
            for folder, _, names in os.walk(self.path("out")):
                for name in names:
                    with open(os.path.join(folder, name), "rb") as file:
                        files[os.path.join(folder, name)] = file.read()
            written.append(files)
            shutil.rmtree(self.path("out"))
        self.assertEqual(len(written[0]), 15 * 5 + 2 * 1 + 17)  # `hosts` needs a second site
        self.assertEqual(*written)

    def test_tables_stand_in_place_of_divs(self):
        body, segments = self.after("tables")
        self.assertTrue(body.startswith('<table id="bar"><tr><td><a href="/">Home</a> <a href="/news">News</a></td></tr></table>\n<main '))
        self.assertEqual(segments, [["T", ["Home", "News"]], ["C", ["Title 0", LONG + " 0", "Second", "bold", "part."]],
                                    ["T", ["Imprint"]]])

    def test_names_go_or_change_from_page_to_page(self):
        self.assertIn("<main><h1>", self.after("plain")[0])
        self.assertIn("</div>\n<div>Imprint</div>", self.after("divs")[0])
        first, second = (self.after("renamed", page=f"page{n}.html")[0].partition("<main ")[2].partition(">")[0] for n in (0, 1))
        self.assertRegex(first, r'^class="n[0-9a-f]{7} n[0-9a-f]{7}" id="n[0-9a-f]{7}"$')
        self.assertFalse(set(first.replace('"', " ").split()) & set(second.replace('"', " ").split()) - {"class=", "id="})

    def test_unknown_elements(self):
        self.assertTrue(self.after("wrapped")[0].startswith('<x-page><div id="bar">'))
        body = self.after("components")[0]
        self.assertTrue(body.startswith('<x-div id="bar"><a href="/">'))
        self.assertIn('<main class="text wide" id="main"><x-text><h1>', body)
        self.assertIn("</x-text></main>\n<footer role=\"contentinfo\"><x-footer>Imprint</x-footer></footer>", body)

    def test_thin_pages_have_twenty_tokens_and_their_heading(self):
        body, segments = self.after("thin")
        self.assertEqual(segments[1], ["C", ["Title 0", LONG]])
        self.assertIn(f"</h1><p>{LONG}</p></main>", body)

    def test_the_title_goes_beside_the_first_link(self):
        body, segments = self.after("titled")
        self.assertTrue(body.startswith('<div id="bar"><span>Title 0</span><a href="/">Home</a> <a'))
        self.assertEqual(segments[:2], [["N", ["Title 0"]], ["T", ["Home", "News"]]])

    def test_lines_in_header_and_footer(self):
        body, segments = self.after("noticed")
        self.assertTrue(body.startswith('<div id="bar"><p>Notice to all readers: '))
        self.assertTrue(body.endswith('<footer role="contentinfo">Imprint<p>Material on these pages may be copied for private study '
                                      "if its source is named beside it.</p></footer>"))
        self.assertEqual([len(text.split()) for text in (segments[0][1][0], segments[2][1][1])], [17, 17])

    def test_blocks_inside_the_content(self):
        body, segments = self.after("advert")
        self.assertIn(f'<p>{LONG} 0</p><div class="promotion"><b>Garden tools', body)
        self.assertEqual([label for label, _ in segments], ["T", "C", "T", "C", "T"])
        body, segments = self.after("pager")
        self.assertIn('part.</p><div><b>Previous</b><a href="page4.html">Title 4</a><b>Next</b><a href="page1.html">Title 1</a></div></main>',
                      body)
        self.assertEqual(segments[2:], [["T", ["Previous"]], ["N", ["Title 4"]], ["T", ["Next"]], ["N", ["Title 1"]], ["T", ["Imprint"]]])
        body, segments = self.after("boxed")
        self.assertIn('part.</p><div class="author-box"><h3>About the author</h3>', body)
        self.assertEqual(sum(len(text.split()) for text in segments[2][1]), 25)
        self.assertEqual((segments[3][0], len(segments[3][1]), "Title 0" in segments[3][1]), ("N", 3, False))

    def test_parts_of_a_site(self):
        self.transform("made", *self.made_site(15), "--only", "lists,articles,sections,shuffled")
        moved = [line["path"] for line in self.gold("made--sections") if line["path"].startswith("area/")]
        self.assertEqual(len(moved), 5)
        self.assertEqual(sorted(line["path"] for line in self.gold("made--shuffled")), [f"p{n:04}.html" for n in range(15)])
        self.assertEqual(self.gold("made--lists")[0]["segments"][0], ["T", ["Home", "News"]])
        few, gold = self.made_site(9)
        self.transform("made", few, gold, "--only", "lists")  # three pages: nothing stands on five
        self.assertEqual({label for line in self.gold("made--lists") for label, _ in line["segments"]}, {"V", "C"})

    def test_links_follow_pages_that_move(self):
        self.transform("granary", harness.SITE, GOLD, "--only", "sections,shuffled")
        path = next(line["path"] for line in self.gold("granary--sections") if line["path"].startswith("area/"))
        self.assertEqual(path.count("/"), 2)
        with open(self.path("out", "granary--sections", path), encoding="utf-8") as file:
            links = re.findall(r'<a href="([^"]*)">', file.read())
        self.assertEqual(links[:2], ["../../index.html", "../../mill/index.html"])
        self.assertIn("../menu/1.html", links)
        old = [line["path"] for line in self.gold("granary--sections")]
        new = dict(zip(old, (line["path"] for line in self.gold("granary--shuffled"))))
        with open(self.path("out", "granary--shuffled", new["grain/bere.html"]), encoding="utf-8") as file:
            page = file.read()
        self.assertIn(f'<a href="{os.path.basename(new["grain/bere.html"])}">Bere</a>', page)
        self.assertIn('<a href="einkorn.html">Einkorn</a>', page)

    def test_two_sites_under_one_host(self):
        self.transform("granary", harness.SITE, GOLD, "--only", "hosts", "--other", *self.made_site())
        self.assertEqual([line["path"] for line in self.gold("granary--hosts")][5:], [f"b/page{n}.html" for n in range(5)])
        self.assertTrue(os.path.isfile(self.path("out", "granary--hosts", "a", "grain", "bere.html")))

    def test_pages_unlike_their_gold_are_left_out_and_counted(self):
        folder, gold = self.made_site()
        self.write("site/page3.html", PAGE.format(title="Title 3", text="changed since"))
        self.assertEqual(self.transform("made", folder, gold, "--only", "plain"), ["made--plain\t4 pages\t1 left out"])

    def test_reproduce_measures_each_once_and_writes_table_and_figure(self):
        shutil.copytree(harness.SITE, self.path("corpora", "sqlite3-doc/usr/share/doc/sqlite3"))
        os.makedirs(self.path("gold"))
        shutil.copyfile(GOLD, self.path("gold", "sqlite.jsonl"))
        command = [sys.executable, os.path.join(harness.TOP, "scripts", "reproduce"), "field", "--program", harness.INDEX, "--corpora",
                   self.path("corpora"), "--gold", self.path("gold"), "--work", self.path("work"), "--shared", self.path("nothing"),
                   "--out", self.path("results"), "--sites", "sqlite,shop"]
        first = self.run_program([*command, "--before", harness.INDEX]).stderr
        self.assertIn("sqlite--tables, all pages: spine", first)
        self.assertIn("shop is left out: no ", first)
        self.assertFalse(os.path.exists(self.path("work", "field")))
        with open(self.path("results", "RESULTS.md"), encoding="utf-8") as file:
            report = file.read()
        self.assertRegex(report, r"\| `tables` \| 1 \| \d\.\d{4} \| \d \(\d+\.0 %\) \| \d\.\d{4} \(sqlite\) \| [+-]0\.\d{4} \|")
        self.assertRegex(report, r"\| `tables` \| (\d\.\d{4}) \| \1 \|")  # spine and spine_before
        self.assertRegex(report, r"\n\| sqlite \| \d\.\d{3} \|")
        self.assertTrue(os.path.isfile(self.path("results", "figures", "field.svg")))
        self.assertNotIn("sqlite: ", self.run_program(command).stderr)


if __name__ == "__main__":
    harness.main()
