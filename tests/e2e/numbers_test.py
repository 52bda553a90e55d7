"""The numbers of the default detector: thresh-bench-detect judges as the program does, no made site stands on a cliff, and
what scripts/reproduce chooses and writes about them."""
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys

import harness

sys.path.insert(0, os.path.join(harness.TOP, "scripts"))
from results import numbers, settings  # noqa: E402

BENCH = os.path.join(os.path.dirname(os.path.abspath(harness.INDEX)), "tests", "thresh-bench-detect")
FIXTURES = os.path.join(harness.TOP, "tests", "fixtures")
GOLD = os.path.join(FIXTURES, "gold.jsonl")
SEEDS = range(1, 13)
KINDS = ("news", "forum", "gallery", "government", "shop", "wiki", "species", "homes", "archive", "blog", "law", "data", "languages", "two")
SCRIPTS = ("latin", "cyrillic", "arabic", "devanagari", "chinese", "japanese")
NAMES = ("named", "plain", "hashed", "utility", "tables")
# (number, whether it moved up) that may move a made site beyond the bounds. This list only gets shorter.
#   solo_words: a notice of 13 words on every page of two sites is just long enough to go alone
CLIFFS = {("spine.solo_words", True)}


class ShopPage(html.parser.HTMLParser):
    """Labels of the shop of make_records, whose parts have names: T in header, menu and footer, for the constant texts of
    crumbs and box, N for the rest of those two and for labels of fields, C for all else."""
    PARTS = {"header": "T", "nav": "T", "footer": "T", "main": "C", "aside": "N"}

    def __init__(self, template):
        super().__init__()
        self.template, self.open, self.segments = template, [], []

    def handle_starttag(self, tag, attributes):
        part = "N" if ("class", "crumbs") in attributes or tag == "dt" else self.PARTS.get(tag)
        self.open.append((tag, part or (self.open[-1][1] if self.open else None)))

    def handle_endtag(self, tag):
        while self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        text, label = data.strip(), self.open[-1][1] if self.open else None
        if not text or label is None:
            return
        if label == "N" and text in self.template:
            label = "T"
        elif label == "C" and text.endswith(":"):
            label = "N"
        self.segments.append([label, [text]])


class Numbers(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        if not os.path.isfile(BENCH):
            self.skipTest("thresh-bench-detect is not built")

    def bench(self, folder, gold, lines, expect=harness.OK):
        return self.run_program([BENCH, folder, gold], expect, stdin="".join(line + "\n" for line in lines).encode())

    def compared(self, folder, gold, *parameters):
        run = self.run_program([harness.INDEX, "compare", "--json", "-q", "--detectors", "spine", "--gold", gold,
                                *(part for one in parameters for part in ("-p", one)), folder])
        score = json.loads(run.stdout)[1]["score"]
        return [score[name] for name in numbers.Row._fields]

    def assert_judged_as_by_the_program(self, folder, gold, *lines):
        found = [line.split("\t") for line in self.bench(folder, gold, lines).stdout.splitlines()]
        self.assertEqual([row[:2] for row in found], [[str(n + 1), folder] for n in range(len(lines))])
        scores = [[float(value) for value in row[2:]] for row in found]
        for line, score in zip(lines, scores):
            self.assertEqual(score, self.compared(folder, gold, *line.split()), line)
        return scores

    def test_the_bench_scores_as_the_program_does(self):
        first, second, third = self.assert_judged_as_by_the_program(harness.SITE, GOLD, "", "spine.support=12 spine.dense=0.9", "")
        self.assertNotEqual(first, second)
        self.assertEqual(first, third)

    def test_a_duplicate_has_the_verdicts_of_its_first_copy(self):
        """The copy is cut into other blocks."""
        folder, gold = self.random_site(3)
        with open(gold, encoding="utf-8") as file:
            line = json.loads(file.readline())
        copy = "zz/" + os.path.basename(line["path"])
        with open(os.path.join(folder, line["path"]), encoding="utf-8") as file:
            page = file.read()
        text = next(text for label, texts in line["segments"] for text in texts if label == "T" and " " in text)
        first, _, rest = text.partition(" ")
        self.assertIn(f">{text}<", page)
        self.write("3/" + copy, page.replace(f">{text}<", f">{first} <i>{rest}</i><"))
        segments = [[label, [part for one in texts for part in ((first, rest) if one == text else (one,))]]
                    for label, texts in line["segments"]]
        with open(gold, "w", encoding="utf-8") as file:
            file.write(json.dumps({"path": copy, "segments": segments}) + "\n")
        self.build("--removal", "drop", inputs=[folder])
        total = self.query_json("stats")["total"]
        self.assertEqual((total["pages"], total["duplicates"]), (61, 1))
        score, = self.assert_judged_as_by_the_program(folder, gold, "")
        self.assertGreater(score[0], .9)

    def test_wrong_numbers_are_one_line(self):
        for line in ("spine.dnse=1", "spine.dense=2", "spine.dense"):
            run = self.bench(harness.SITE, GOLD, ["", line], harness.USAGE)
            self.assert_one_line(run.stderr, line.partition("=")[0])
            self.assertEqual(len(run.stdout.splitlines()), 1)
        self.assertIn("usage", self.run_program([BENCH, harness.SITE], harness.USAGE).stderr)
        self.assert_one_line(self.bench(harness.SITE, self.path("none.jsonl"), [], harness.MISSING).stderr, "none.jsonl")

    # ---- made sites

    def random_site(self, seed, *arguments):
        name = str(seed) + "".join(arguments)
        place = self.path(name), self.path(name + ".jsonl")
        self.run_program([sys.executable, os.path.join(FIXTURES, "make_random_site"), *place, "--seed", str(seed), *arguments])
        return place

    def shop(self):
        folder, labels, gold = self.path("shop"), self.path("shop.labels"), self.path("shop.jsonl")
        self.run_program([sys.executable, os.path.join(FIXTURES, "make_records"), folder, labels, "--pages", "120"])
        with open(labels, encoding="utf-8") as file, open(gold, "w", encoding="utf-8") as out:
            for line in map(json.loads, file):
                page = ShopPage({text for texts in line["template"].values() for text in texts})
                with open(os.path.join(folder, line["path"]), encoding="utf-8") as written:
                    page.feed(written.read().partition("<body>")[2].partition("</body>")[0])
                out.write(json.dumps({"path": line["path"], "segments": page.segments}) + "\n")
        return folder, gold

    def made_sites(self):
        places = {f"{seed}{''.join(form)}": self.random_site(seed, *form) for seed in SEEDS for form in ([], ["--plain"])}
        return {**places, "shop": self.shop()}

    def kind_site(self, number, kind, *arguments):
        """A kind with a writing and names that its number chooses."""
        place = self.path(kind), self.path(kind + ".jsonl")
        self.run_program([sys.executable, os.path.join(FIXTURES, "make_kind_site"), kind, *place, "--script", SCRIPTS[number % 6],
                          "--names", NAMES[number % 5], "--pages", "60", *arguments])
        return place

    def judge(self, places):
        return numbers.Judge(BENCH, places)

    def test_the_indexer_reads_what_the_gold_of_made_sites_says(self):
        for place in (self.random_site(1), self.random_site(2, "--plain"), self.shop()):
            run = self.run_program([harness.INDEX, "compare", "--json", "-q", "--detectors", "none", "--gold", place[1], place[0]])
            score = json.loads(run.stdout)[0]["score"]
            self.assertEqual((score["missing"], score["kept"], score["unaligned"]), (0, 1, 0), place[0])
            self.assertEqual(score["pages"], 120 if "shop" in place[0] else 60)

    def test_random_sites_are_written_the_same_again(self):
        written = []
        for _ in range(2):
            folder, gold = self.random_site(7, "--pages", "20")
            with open(gold, "rb") as file:
                pages = {"gold": file.read()}
            for where, _, names in os.walk(folder):
                for name in names:
                    with open(os.path.join(where, name), "rb") as file:
                        pages[name] = file.read()
            written.append(pages)
            shutil.rmtree(folder)
        self.assertEqual(len(written[0]), 21)
        self.assertEqual(*written)

    def test_plain_sites_have_no_names_and_the_same_gold(self):
        (folder, gold), (plain, plain_gold) = self.random_site(1), self.random_site(1, "--plain")
        with open(gold, encoding="utf-8") as file, open(plain_gold, encoding="utf-8") as other:
            lines = file.read()
            self.assertEqual(lines, other.read())
        path = json.loads(lines.partition("\n")[0])["path"]
        named = re.compile(r"<(?:header|nav|main|footer|aside|article|section)\b|<[a-z]+ (?:class|id)=")
        for where, count in ((folder, True), (plain, False)):
            with open(os.path.join(where, path), encoding="utf-8") as file:
                self.assertEqual(bool(named.search(file.read())), count)

    def test_made_sites_lose_their_template_and_no_content(self):
        with self.judge(self.made_sites()) as judge:
            rows = judge.scores([{}])[0]
        for site, row in rows.items():
            self.assertGreaterEqual(row.kept, .998, site)
            self.assertGreaterEqual(row.f1, .9, site)

    def test_sites_of_all_kinds_lose_their_template_and_no_content(self):
        with self.judge({kind: self.kind_site(number, kind) for number, kind in enumerate(KINDS)}) as judge:
            rows = judge.scores([{}])[0]
        for kind, row in rows.items():
            self.assertGreaterEqual(row.kept, .98, kind)  # names of authors in a line of links may go
            self.assertGreaterEqual(row.f1, .8, kind)
        self.assertGreaterEqual(sum(row.f1 for row in rows.values()) / len(rows), .95)

    def test_the_indexer_reads_what_the_gold_of_kinds_says(self):
        for number, kind in enumerate(KINDS):
            folder, gold = self.kind_site(number, kind, "--pages", "12")
            run = self.run_program([harness.INDEX, "compare", "--json", "-q", "--detectors", "none", "--gold", gold, folder])
            score = json.loads(run.stdout)[0]["score"]
            self.assertEqual((score["pages"], score["missing"], score["kept"], score["unaligned"]), (12, 0, 1, 0), kind)

    def test_no_made_site_stands_on_a_cliff(self):
        with self.judge(self.made_sites()) as judge:
            moves = numbers.all_moves(judge, numbers.numbers_of(harness.INDEX), settings.JITTER_FACTORS)
        self.assertGreater(len(moves), 25 * 2 * 20)  # 25 sites, both ways, all numbers
        found = [move for move in moves if numbers.is_cliff(move) and (move.key, move.moved > move.value) not in CLIFFS]
        self.assertEqual(found, [])

    def test_a_site_on_a_cliff_is_seen(self):
        """A notice of 25 words in three lines amid the text goes alone as a run of 24 words, and not as one of 26.4."""
        notice, dice, gold = [" ".join(f"notice{line}{n}" for n in range(count)) for line, count in enumerate((9, 8, 8))], 0, []
        for page in range(40):
            own = [" ".join(f"w{dice + n}" for n in range(40)) for dice in range(page * 1000, page * 1000 + 400, 100)]
            texts = [f"Page number w{page}", *own[:2], *notice, *own[2:]]
            self.write(f"site/{page}.html", "<title>x</title><body><h1>" + "</h1><p>".join(texts[:2]) + "".join(f"<p>{one}" for one in texts[2:]))
            segments = [["T" if one in notice else "C", [one]] for one in texts]
            gold.append(json.dumps({"path": f"{page}.html", "segments": segments}) + "\n")
        with self.judge({"notice": (self.path("site"), self.write("gold.jsonl", "".join(gold)))}) as judge:
            moves = numbers.all_moves(judge, [numbers.Number("spine.length_words", 24, 1e9)], settings.JITTER_FACTORS)
        self.assertEqual([(move.moved, move.f1, move.f1_moved) for move in moves], [(21.6, 1, 1), (26.4, 1, 0)])
        self.assertEqual([numbers.is_cliff(move) for move in moves], [False, True])

    # ---- what is chosen, and what is written

    def test_jitter_leaves_no_share_above_one(self):
        share, count = numbers.Number("spine.a", .95, 1), numbers.Number("spine.b", 7, 1e9)
        found = numbers.changes([share, count, numbers.Number("spine.c", 1, 1)], (.9, 1.1))
        self.assertEqual([(number.key, moved) for number, moved in found],
                         [("spine.a", .855), ("spine.b", 6.3), ("spine.c", .9), ("spine.a", 1), ("spine.b", 7.7)])

    def test_f1_without_template_is_no_cliff(self):
        judge = Invented({"text": lambda chosen: (0 if chosen else 1, 1, 0), "loss": lambda chosen: (1, .99 if chosen else 1, .5)})
        moves = numbers.all_moves(judge, [numbers.Number("spine.a", .5, 1)], (.9,))
        self.assertEqual([(move.site, numbers.is_cliff(move)) for move in moves], [("text", False), ("loss", True)])

    def test_numbers_are_chosen_on_the_other_sites(self):
        """Every site but `odd` gains by a large a, and loses content by a large b, which would gain more."""
        def common(chosen):
            a, b = chosen.get("spine.a", 1), chosen.get("spine.b", 1)
            return .5 + .1 * a + .2 * b, 1 - (.01 if b > 1 else 0), .5
        judge = Invented({"one": common, "two": common, "odd": lambda chosen: (1 - .2 * abs(chosen.get("spine.a", 1) - 1), 1, .5)})
        known = [numbers.Number("spine.a", 1, 2), numbers.Number("spine.b", 1, 2)]
        self.assertEqual(numbers.chosen_without(judge, known, "odd"), {"spine.a": 1.3})
        self.assertEqual(numbers.chosen_without(judge, known, "one"), {})  # what `two` gains, `odd` loses twice
        found = numbers.leave_one_out(judge, known)
        chosen, without, shipped, *_ = found["odd"]
        self.assertEqual((chosen, round(without.f1, 4), shipped.f1), ({"spine.a": 1.3}, .94, 1))

    def test_a_number_that_is_better_beside_another_is_taken_once(self):
        """a and b alone are worth as much as both together, so the first is chosen and the second stays."""
        judge = Invented({name: lambda chosen: (.9 if {"spine.a", "spine.b"} & {key for key, value in chosen.items() if value > 1} else .5,
                                                1, .5) for name in ("one", "two")})
        known = [numbers.Number("spine.a", 1, 2), numbers.Number("spine.b", 1, 2)]
        self.assertEqual(numbers.chosen_without(judge, known, "one"), {"spine.a": 1.1})

    def test_what_the_other_sites_do_not_forbid_is_tried(self):
        """The others do not care for a and need b as it is; `odd` falls with a small a, with a large b and, in content, with a large a."""
        def common(chosen):
            return .9 - abs(chosen.get("spine.b", 1) - 1), 1, .5

        def odd(chosen):
            return min(1, chosen.get("spine.a", 1)) * (.1 if chosen.get("spine.b", 1) > 1 else 1), min(1, 2 - chosen.get("spine.a", 1)), .5
        known = [numbers.Number("spine.a", 1, 2), numbers.Number("spine.b", 1, 2)]
        found = numbers.leave_one_out(Invented({"one": common, "two": common, "odd": odd}), known)
        self.assertEqual((found["odd"].worst_f1, found["odd"].worst_kept), (({"spine.a": .7}, .7), ({"spine.a": 1.3}, .7)))
        self.assertEqual((found["one"].worst_f1, found["one"].worst_kept), (({}, .9), ({}, 1)))

    def test_what_one_program_said_is_asked_once(self):
        place, memory = {"granary": (harness.SITE, GOLD)}, self.path("memory.json")
        with numbers.Judge(BENCH, place, memory) as judge:
            first = judge.scores([{}, {"spine.dense": .4}])
        with numbers.Judge(BENCH, place, memory) as judge:
            self.assertEqual(judge.scores([{"spine.dense": .4}, {}]), first[::-1])
            self.assertEqual(judge.running, {})
        other = self.write("other", b"#!/bin/sh\nexec " + BENCH.encode() + b' "$@"\n')
        os.chmod(other, 0o755)
        with numbers.Judge(other, place, memory) as judge:
            self.assertEqual(judge.scores([{}]), first[:1])
            self.assertEqual(list(judge.running), ["granary"])

    def test_a_site_that_cannot_be_read_ends_the_work(self):
        with self.assertRaisesRegex(RuntimeError, "failed on gone with ''"), self.judge({"gone": (self.path("gone"), GOLD)}) as judge:
            judge.scores([{}])

    def test_reproduce_writes_both_sections(self):
        shutil.copytree(harness.SITE, self.path("corpora", "sqlite3-doc/usr/share/doc/sqlite3"))
        shutil.copytree(harness.SITE, self.path("corpora", "octave-doc/usr/share/doc/octave"))
        os.makedirs(self.path("gold"))
        for site in ("sqlite", "octave"):
            shutil.copyfile(GOLD, self.path("gold", site + ".jsonl"))
        command = [sys.executable, os.path.join(harness.TOP, "scripts", "reproduce"), "jitter", "left-out", "--program", harness.INDEX,
                   "--corpora", self.path("corpora"), "--gold", self.path("gold"), "--work", self.path("work"), "--shared",
                   self.path("nothing"), "--out", self.path("out"), "--sites", "sqlite,octave,shop"]
        self.assertIn("shop is left out: no ", self.run_program(command).stderr)
        with open(self.path("out", "RESULTS.md"), encoding="utf-8") as file:
            report = re.sub(r"\s+", " ", file.read())
        count = len(numbers.numbers_of(harness.INDEX))
        f1, _, _, kept, *_ = self.compared(harness.SITE, GOLD)
        self.assertRegex(report, rf"Each of the {count} numbers of `spine` once times 0.9 .* on 2 whole development sites. "
                                 rf"\*\*\d+ of {2 * count} changes\*\*")
        self.assertRegex(report, rf"\| sqlite \| {f1:.4f} \| [\d.]+ \| {kept:.4f} \| [\d.]+ \| \d+ \|")
        self.assertRegex(report, rf"\| \*\*mean\*\* \| {f1:.4f} \| ")
        self.assertEqual(len(re.findall(r"Left out: .*?, shop", report)), 2)
        self.assertRegex(report, rf"\| sqlite \| {f1:.4f} \| [\d.]+ \| - \| {kept:.4f} \| [\d.]+ \| - \|")


class Invented:
    """A judge of sites {name: function of {key: value} to (F1, kept, share of template)}."""

    def __init__(self, places):
        self.places = places

    def scores(self, sets, sites=None):
        return [{site: numbers.Row(f1, 1, 1, kept, 0, share) for site in sites or self.places
                 for f1, kept, share in [self.places[site](chosen)]} for chosen in sets]


if __name__ == "__main__":
    harness.main()
