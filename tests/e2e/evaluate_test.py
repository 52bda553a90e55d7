"""Evaluation from end to end: the fixture site, trec_eval's own comparisons, and two old test collections where they are
at hand."""
import gzip
import os
import re
import shlex
import tarfile
import unittest

import harness
from harness import MISSING, QUERY, SITE, UNUSABLE, USAGE

SHARED = os.environ.get("THRESH_SHARED", os.path.join(os.path.dirname(harness.TOP), "shared"))
DATA = os.path.join(SHARED, "data")
# The preference measures, and deviations from the means of a file, are not part of `eval`.
NOT_OURS = re.compile(r"\s-(R|Z)\s")


def data(*parts):
    path = os.path.join(DATA, *parts)
    if not os.path.exists(path):
        raise unittest.SkipTest(f"no {path}")
    return path


class TrecEval(harness.EndToEnd):
    def comparisons(self):
        """(arguments, expected file) of every comparison of trec_eval 10.0-rc3 that concerns `eval`."""
        folder = data("trec_eval")
        with open(os.path.join(folder, "QUICKTEST-COMMANDS.txt"), encoding="utf-8") as file:
            for line in file:
                match = re.search(r"trec_eval( .*)\| diff - test/(\S+)", line)
                if match and not NOT_OURS.search(match.group(1)):
                    words = shlex.split(match.group(1))
                    yield [re.sub("^test/", folder + "/", word) for word in words], os.path.join(folder, match.group(2))

    def test_prints_what_trec_eval_prints(self):
        done = 0
        for arguments, expected in self.comparisons():
            with self.subTest(" ".join(arguments)), open(expected, encoding="utf-8") as file:
                self.assertEqual(self.run_program([QUERY, "eval", *arguments]).stdout, file.read())
            done += 1
        self.assertEqual(done, 9)
        print(f"{done} comparisons of trec_eval 10.0-rc3 are equal byte for byte")


class Evaluate(harness.EndToEnd):
    def topics(self, text="1\tflour mill\n2\t\"bread +oven -\n3\tnowhereatall\n4\t+\n"):
        return self.write("topics.tsv", text)

    def run_topics(self, *flags, topics=None):
        return self.query("run", "--topics", topics or self.topics(), *flags)

    def test_run_writes_what_eval_reads(self):
        self.build()
        run = self.run_topics("--threads", "3", "--tag", "mine", "-n", "5")
        lines = [line.split(" ") for line in run.stdout.splitlines()]
        self.assertEqual({line[0] for line in lines}, {"1", "2"}, "topics 3 and 4 find nothing")
        for topic in ("1", "2"):
            hits = [line for line in lines if line[0] == topic]
            self.assertTrue(0 < len(hits) <= 5)
            self.assertEqual([line[3] for line in hits], [str(rank + 1) for rank in range(len(hits))])
            keys = [(float(line[4]), line[2]) for line in hits]
            self.assertEqual(keys, sorted(keys, reverse=True), "trec_eval's order: score, then docno, both descending")
        self.assertTrue(all(line[1] == "Q0" and line[5] == "mine" for line in lines))
        self.assertIn("1 topic without a word to search for in title (4)", run.stderr)
        self.assertRegex(run.stderr, r"3 topics in [\d.]+ s, [\d,]+ a second; latency p50 .* p95 .* p99 .* postings")

        first = lines[0][2]
        self.write("run", run.stdout)
        self.write("qrels", f"1 0 {first} 1\n9 0 {first} 1\n")
        result = self.run_program([QUERY, "eval", "-m", "recip_rank", self.path("qrels"), self.path("run")])
        self.assertEqual(result.stdout, "recip_rank            \tall\t1.0000\n")
        self.assertIn("(2)", result.stderr)
        self.assertIn("(9)", result.stderr)

    def test_threads_change_nothing(self):
        self.build()
        self.assertEqual(self.run_topics().stdout, self.run_topics("--threads", "4").stdout)

    def test_excluded_pages_are_not_reported(self):
        self.build()
        first = self.run_topics("-n", "2").stdout.split(" ")[2]
        left = self.run_topics("-n", "2", "--exclude", self.write("excluded", first + "\n")).stdout
        self.assertNotIn(first, [line.split(" ")[2] for line in left.splitlines() if line.startswith("1 ")])
        self.assertEqual(len([line for line in left.splitlines() if line.startswith("1 ")]), 2)

    def test_packed_topics(self):
        self.build()
        packed = self.write("t.gz", gzip.compress(b"1\tflour mill\n2\t\"bread +oven -\n"))
        self.assertEqual(self.run_topics(topics=packed).stdout, self.run_topics().stdout)

    def test_errors_are_one_line(self):
        self.build()
        bad = self.write("bad", "1\ta\n1\tb\n")
        for arguments, code, words in (
                (["run", "--store", self.store, "--topics", bad], UNUSABLE, [bad + ":2"]),
                (["run", "--store", self.store, "--topics", self.path("none")], MISSING, ["none"]),
                (["run", "--store", self.store, "--topics", self.topics(), "--fields", "body"], USAGE, ["body"]),
                (["run", "--store", self.store, "--topics", self.topics(), "-n", "10001"], USAGE, ["10000"]),
                (["eval", bad], USAGE, ["judgments"]),
                (["eval", bad, bad], UNUSABLE, [bad + ":1"]),
                (["eval", "-m", "nonsense", bad, bad], USAGE, ["nonsense"])):
            with self.subTest(" ".join(arguments)):
                run = self.run_program([QUERY, *arguments], code)
                self.assertEqual(run.stdout, "")
                self.assert_one_line(run.stderr, *words)


if __name__ == "__main__":
    harness.main()
