"""Detectors compared on the fixture site and on pages whose words are hard to cut. The reference scorer of the method
specification scores them as well, if ../shared is there."""
import json
import os
import shutil
import signal
import subprocess
import sys

import harness
from harness import BASE, INDEX, MISSING, SITE, UNUSABLE, USAGE

GOLD = os.path.join(harness.TOP, "tests", "fixtures", "gold.jsonl")
SHARED = os.environ.get("THRESH_SHARED", os.path.join(os.path.dirname(harness.TOP), "shared"))
REFEREE = os.path.join(SHARED, "tools", "score_templates.py")

# Ligatures, superscripts, sharp s, marks, numbers of other scripts, CJK beside Latin: two readers may cut them differently.
HARD_WORDS = ["The \ufb01nal \ufb02ourish", "x\u00b2 + \u00bd \u2167", "Stra\u00dfe STRASSE", "cafe\u0301 caf\u00e9 \u0130stanbul",
              "\u0661\u0662\u0663 \u0e01\u0e34\u0e19\u0e02\u0e49\u0e32\u0e27", "\u4e2d\u6587abc abc\u4e2d\u6587 \u3001\u30c6\u30b9\u30c8\u3002",
              "\ud55c\uad6d\uc5b4 snake_case it\u2019s 3.14", "\U00020000\U00020001 \U0001d400"]


class Compare(harness.EndToEnd):
    def compare(self, *flags, inputs=(SITE,), expect=harness.OK, **more):
        command = [INDEX, "compare", "--progress", "none", "--base-url", BASE, *flags, *inputs]
        return self.run_program(command, expect, **more)

    def rows(self, *flags, **more):
        return {row["detector"]: row for row in json.loads(self.compare("--json", *flags, **more).stdout)}

    def detectors(self):
        return [row["name"] for row in json.loads(self.run_program([INDEX, "detectors", "--json"]).stdout)]

    def hard_site(self):
        """Pages of hard words below a common bar; two words of the gold are not in the page."""
        gold = []
        for number in range(8):
            content = [f"Unique{number}", *HARD_WORDS[number:], *HARD_WORDS[:number]]
            page = "<meta charset=utf-8><ul><li>home<li>news<li>\u65b0\u805e</ul>" + "".join(f"<p>{text}</p>" for text in content)
            self.write(f"hard/p{number}.html", page)
            segments = [["T", ["home", "news", "\u65b0\u805e"]], ["V", ["lost"]], ["C", [*content, "gone"]]]
            gold.append(json.dumps({"path": f"p{number}.html", "segments": segments}))
        return self.write("hard.jsonl", "\n".join(gold) + "\n"), self.path("hard")

    def test_every_detector_has_a_row_and_none_is_the_yardstick(self):
        rows = self.rows("--gold", GOLD)
        self.assertEqual(set(rows), set(self.detectors()))
        self.assertEqual(next(iter(rows)), "none")
        for row in rows.values():
            self.assertEqual(row["pages"], 43)
            self.assertGreater(row["seconds"]["cpu"], 0)
            self.assertGreater(row["peak_bytes"], 1 << 20)
            self.assertEqual(row["score"]["missing"], 0)
            self.assertEqual(row["score"]["pages"], 5)

    def test_none_removes_nothing_and_the_first_detector_removes_the_bars(self):
        rows = self.rows("--gold", GOLD, "--detectors", "bsc_wfc")
        self.assertEqual(list(rows), ["none", "bsc_wfc"])
        none, found = rows["none"], rows["bsc_wfc"]
        self.assertEqual((none["score"]["recall"], none["score"]["kept"], none["score"]["damaged"]), (0, 1, 0))
        self.assertEqual(none["pages_with_template"], 0)
        self.assertEqual(found["score"]["blocks"], 10)  # before and after the content of five pages
        self.assertEqual(found["score"]["blocks_detected"], 9)
        self.assertEqual(found["score"]["precision"], 1)
        self.assertLess(found["postings"], none["postings"])
        self.assertLess(found["index_bytes"], none["index_bytes"])

    def test_one_table_as_text_and_markdown(self):
        text = self.compare("--gold", GOLD, "--detectors", "none").stdout
        self.assertIn("precision", text.splitlines()[0])
        self.assertTrue(text.splitlines()[1].startswith("none"))
        markdown = self.compare("--markdown", "--detectors", "none").stdout
        self.assertTrue(markdown.startswith("| detector | postings |"))

    def test_gold_pages_of_other_places(self):
        below = self.path("below")
        shutil.copytree(SITE, os.path.join(below, "copy"))
        rows = self.rows("--gold", GOLD, "--detectors", "none", inputs=(below,))
        self.assertEqual(rows["none"]["score"]["missing"], 0)  # found by the ends of the paths
        part = os.path.join(SITE, "mill")
        self.compare("--gold", GOLD, "--detectors", "none", inputs=(part,), expect=UNUSABLE)
        rows = self.rows("--gold", GOLD, "--detectors", "none", "--include", "mill/**")
        self.assertEqual((rows["none"]["score"]["pages"], rows["none"]["score"]["missing"]), (1, 4))

    def test_agrees_with_the_referee(self):
        if not os.path.isfile(REFEREE):
            self.skipTest("no referee at " + REFEREE)
        for gold, site in ((GOLD, SITE), self.hard_site()):
            rows = self.rows("--gold", gold, inputs=(site,))
            with open(gold, encoding="utf-8") as lines:
                wanted = {json.loads(line)["path"] for line in lines}
            for detector, row in rows.items():
                self.build("--replace", "--detector", detector, "--removal", "drop", inputs=(site,))
                pages = self.query("dump").stdout.splitlines()
                dump = self.write("dump", "\n".join(page for page in pages if json.loads(page)["path"] in wanted) + "\n")
                theirs = json.loads(self.run_program([sys.executable, REFEREE, "--json", gold, dump]).stdout)
                ours = {name: row["score"][name] for name in theirs}
                self.assertEqual(ours, theirs, detector)

    def test_mistakes_are_named(self):
        self.assert_one_line(self.compare("--detectors", "nosuch", expect=USAGE).stderr, "nosuch")
        self.assert_one_line(self.compare("--detectors", "none,spin", expect=USAGE).stderr, "'spin'; do you mean spine?")
        self.assert_one_line(self.compare("--gold", self.path("no"), expect=MISSING).stderr, self.path("no"))
        bad = self.write("bad.jsonl", "{}\n")
        self.assert_one_line(self.compare("--gold", bad, expect=UNUSABLE).stderr, "bad.jsonl:1")
        self.assert_one_line(self.compare(inputs=("-",), expect=USAGE).stderr, "standard input")
        self.assertIn("nosuch", self.compare(inputs=(self.path("nosuch"),), expect=MISSING).stderr)
        self.assert_one_line(self.compare("--parameter", "x=1", expect=USAGE).stderr, "no parameter x", "chosen")
        self.assert_one_line(self.compare("--detectors", "none", "-p", "spine.support=6", expect=USAGE).stderr,
                             "spine.support", "detector spine")

    def test_a_parameter_goes_to_the_detectors_that_have_it(self):
        rows = self.rows("--detectors", "bsc_wfc,shingle", "-p", "shingle.min_pages=1000")
        self.assertEqual(rows["shingle"]["pages_with_template"], 0)
        self.assertGreater(rows["bsc_wfc"]["pages_with_template"], 0)

    def test_nothing_is_left_behind_even_when_stopped(self):
        temporary = self.path("tmp")
        os.makedirs(temporary)
        self.compare("--detectors", "none", environment={"TMPDIR": temporary})
        self.assertEqual(os.listdir(temporary), [])
        silent = self.path("silent.jsonl")
        os.mkfifo(silent)  # nobody writes: the build waits for ever
        command = [INDEX, "compare", "--progress", "none", "--format", "jsonl", silent]
        with subprocess.Popen(command, env={**os.environ, "TMPDIR": temporary}, stderr=subprocess.PIPE) as run:
            self.wait_for_store(temporary)
            run.send_signal(signal.SIGTERM)
            self.assertEqual(run.wait(60), 130)
        self.assertEqual(os.listdir(temporary), [])

    def wait_for_store(self, folder):
        self.wait_for(folder)
        for _ in range(600):
            inside = os.listdir(folder)
            if inside and os.path.isdir(os.path.join(folder, inside[0], "none")):
                return
            harness.time.sleep(0.05)
        self.fail("no build was begun")


if __name__ == "__main__":
    harness.main()
