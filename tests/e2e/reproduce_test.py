"""scripts/reproduce on a corpus of our own: what is measured is kept, what is missing is said, the document is written."""
import json
import os
import shutil
import subprocess
import sys

import harness

sys.path.insert(0, os.path.join(harness.TOP, "scripts"))
from results import figures  # noqa: E402
from results.sections import table  # noqa: E402

GOLD = os.path.join(harness.TOP, "tests", "fixtures", "gold.jsonl")
SITE_FOLDER = "sqlite3-doc/usr/share/doc/sqlite3"  # where the table of sites expects the one that we fill


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

    def test_sections_without_measurements_say_so(self):
        self.reproduce("report")
        self.assertIn("Not measured yet: `scripts/reproduce accuracy`", self.results())
        self.assertIn("no section nosuch", self.reproduce("nosuch", expect=2).stderr)

    def test_without_labels_that_is_said(self):
        shutil.rmtree(self.path("gold"))
        run = self.reproduce("accuracy", "--detectors", "none")
        self.assertIn("gold of sqlite is left out", run.stderr)

    def test_figures_are_well_formed(self):
        parse = "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())"
        for svg in (figures.lines("a < b", "x", "y", {"one": [(5, 0.5), (500, 1)], "two": [(5, 0.5)]}, bounds=(0, 1)),
                    figures.lines("log", "x", "y", {"one": [(500, 0.01), (20000, 30)]}, log=True),
                    figures.dots("dots", "F1", {"one": [0, 1, 0.5], "none": []})):
            subprocess.run([sys.executable, "-c", parse], input=svg.encode(), check=True)
            self.assertNotIn("nan", svg)

    def test_tables_have_dashes_for_what_is_unknown(self):
        self.assertEqual(table(["site", "a"], [("x", [0.5]), ("y", [None])]), "| site | a |\n|---|---:|\n| x | 0.5000 |\n| y | - |")


if __name__ == "__main__":
    harness.main()
