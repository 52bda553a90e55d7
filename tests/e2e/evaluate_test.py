"""Evaluation from end to end: the fixture site, trec_eval's own comparisons, and two old test collections if they
are there."""
import gzip
import json
import os
import re
import shlex
import tarfile
import unittest
import xml.dom.minidom

import harness
from harness import INDEX, MISSING, QUERY, UNUSABLE, USAGE

SHARED = os.environ.get("THRESH_SHARED", os.path.join(os.path.dirname(harness.TOP), "shared"))
DATA = os.path.join(SHARED, "data")
# Judgment groups, and deviations from the means of a file, are not part of `eval`.
NOT_OURS = re.compile(r"\s-(R qrels_jg|Z)\s")


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
        self.assertEqual(done, 12)
        print(f"{done} comparisons of trec_eval 10.0-rc3 are equal byte for byte")


class Evaluate(harness.EndToEnd):
    def topics(self, text="1\tflour mill\n2\t\"bread +oven -\n3\tnowhereatall\n4\t+\n"):
        return self.write("topics.tsv", text)

    def run_topics(self, *flags, topics=None):
        return self.query("run", "--topics", topics or self.topics(), *flags)

    def test_names_that_never_meet_are_said(self):
        qrels = self.write("qrels", "1 0 page-1 1\n1 0 page-2 0\n")
        met = self.write("met.run", "1 Q0 page-2 1 2 mine\n")
        strange = self.write("strange.run", "1 Q0 http://site/page-1 1 2 mine\n")
        said = self.run_program([QUERY, "eval", qrels, strange]).stderr
        self.assert_one_line(said, "no page of", "http://site/page-1", "page-1")
        self.assertEqual(self.run_program([QUERY, "eval", qrels, met]).stderr, "")

    def test_only_judged_pages_count_if_asked(self):
        qrels = self.write("qrels", "1 0 page-1 1\n")
        run = self.write("mine.run", "1 Q0 page-9 1 2 mine\n1 Q0 page-1 2 1 mine\n")

        def reciprocal(*flags):
            found = self.run_program([QUERY, "eval", "--json", "-m", "recip_rank", *flags, qrels, run]).stdout
            return json.loads(found)["all"]["recip_rank"]
        self.assertEqual((reciprocal(), reciprocal("-J")), (0.5, 1))

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

    def test_several_runs_are_one_table(self):
        self.build()
        runs = [self.write(f"{model}.run", self.run_topics("--model", model).stdout) for model in ("bm25", "pivoted_tfidf")]
        first = self.run_topics().stdout.split(" ")[2]
        qrels = self.write("qrels", f"1 0 {first} 1\n2 0 {first} 1\n5 0 {first} 1\n")
        result = self.run_program([QUERY, "eval", "-m", "map", "-m", "success.1,5", qrels, *runs])
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), 1 + 2 * 3)
        self.assertIn("p Wilcoxon", lines[0])
        rows = json.loads(self.run_program([QUERY, "eval", "--json", "-m", "map", qrels, *runs]).stdout)["rows"]
        self.assertEqual(rows[1]["wins"] + rows[1]["losses"] + rows[1]["ties"], 3, "a topic without a result counts")
        alone = json.loads(self.run_program([QUERY, "eval", "--json", "-c", "-m", "map", qrels, runs[1]]).stdout)
        self.assertAlmostEqual(alone["all"]["map"], rows[1]["mean"])
        self.assertEqual(set(alone["topics"]), {"1", "2", "5"})

    def plan(self):
        self.build("--detector", "none", store=self.path("with"))
        self.build()
        first = self.run_topics().stdout.split(" ")[2]
        self.write("qrels", f"1 0 {first} 1\n2 0 {first} 1\n")
        return self.write("plan", "measures recip_rank_cut.10\nb 0 0.4 0.75\ncollection granary\ntopics topics.tsv\n"
                                  "qrels qrels\nstore kept with\nstore removed store\n")

    def test_experiment_is_one_table_and_one_plot(self):
        result = self.run_program([QUERY, "experiment", "--markdown", "--plot", self.path("b.svg"), self.plan()])
        rows = [line for line in result.stdout.splitlines() if line.startswith("| granary")]
        self.assertEqual(len(rows), 6)
        self.assertIn("removed b=0.75", rows[-1])
        self.assertEqual(len(result.stderr.splitlines()), 6, "a line a system")
        svg = xml.dom.minidom.parse(self.path("b.svg"))
        self.assertEqual(len(svg.getElementsByTagName("polyline")), 2)

    def test_experiment_equals_run_and_eval(self):
        plan = self.plan()
        rows = json.loads(self.run_program([QUERY, "experiment", "--json", plan]).stdout)["rows"]
        run = self.write("run", self.run_topics("--b", "0.75").stdout)
        value = json.loads(self.run_program([QUERY, "eval", "--json", "-c", "-m", "recip_rank_cut.10", self.path("qrels"),
                                             run]).stdout)["all"]["recip_rank_cut_10"]
        self.assertEqual([row["mean"] for row in rows if row["system"] == "removed b=0.75"], [value])

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
                (["eval", "-m", "nonsense", bad, bad], USAGE, ["nonsense"]),
                (["experiment", bad], UNUSABLE, [bad + ":1"]),
                (["experiment", self.path("none")], MISSING, ["none"])):
            with self.subTest(" ".join(arguments)):
                run = self.run_program([QUERY, *arguments], code)
                self.assertEqual(run.stdout, "")
                self.assert_one_line(run.stderr, *words)


class Collections(harness.EndToEnd):
    """Two old test collections, with the stemmer, the stop list and the parameters behind their reference values."""
    # Those of Terrier's stop list that stand in the topics of Vaswani; ours is shorter.
    TERRIER_STOP_WORDS = set("""a about an and as at available been before between by could done during for from getting good
        has have having i in information is its me of off on or other please related send that the their to use versus very
        what whereby which with would you""".split())

    def mean_average_precision(self, source, topics, qrels, detector, *flags):
        store = self.path(detector)
        self.run_program([INDEX, "build", "--quiet", "--store", store, "--format", "trec", "--detector", detector, "--stemmer",
                          "porter", "--stop-words", "english", source])
        run = self.write(detector + ".run", self.query("run", "--topics", topics, *flags, store=store).stdout)
        return json.loads(self.run_program([QUERY, "eval", "--json", "-m", "map", qrels, run]).stdout)["all"]["map"]

    def expanded(self, topics, qrels, *flags):
        """MAP with words of the best pages, in the store without removal."""
        run = self.write("expanded.run", self.query("run", "--topics", topics, "--preset", "plain", *flags,
                                                    store=self.path("none")).stdout)
        found = json.loads(self.run_program([QUERY, "eval", "--json", "-m", "map", qrels, run]).stdout)["all"]["map"]
        print(f"MAP {found:.4f} with {' '.join(flags)}")
        return found

    def check(self, reference, *arguments):
        without, removed = (self.mean_average_precision(*arguments[:3], detector, *arguments[3:])
                            for detector in ("none", "spine"))
        print(f"MAP {without:.4f}, {removed:.4f} without templates; reference {reference}")
        self.assertAlmostEqual(without, reference, delta=0.01)
        self.assertAlmostEqual(removed, without, delta=0.002)

    def test_cacm(self):
        """Anserini: BM25, k1 0.9, b 0.4, Porter, Lucene's English stop words."""
        pages = []
        with tarfile.open(data("ir-cacm", "cacm.tar.gz")) as archive:
            for member in sorted(archive.getmembers(), key=lambda entry: entry.name):
                if member.isfile():
                    name = os.path.basename(member.name).removesuffix(".html").encode()
                    pages.append(b"<DOC>\n<DOCNO>%s</DOCNO>\n<DOCHDR>\nhttp://cacm.example/%s.html\n</DOCHDR>\n%s\n</DOC>\n" %
                                 (name, name, archive.extractfile(member).read()))
        self.assertEqual(len(pages), 3204)
        self.check(0.3123, self.write("cacm.trecweb", b"".join(pages)), data("ir-cacm", "cacm.query.text"),
                   data("ir-cacm", "qrels.cacm.txt"), "--preset", "plain", "--k1", "0.9", "--b", "0.4")
        asked = (data("ir-cacm", "cacm.query.text"), data("ir-cacm", "qrels.cacm.txt"))
        self.assertGreater(self.expanded(*asked, "--expand", "rm3"), 0.34)
        self.assertGreater(self.expanded(*asked, "--expand", "rm3", "--feedback-terms", "30"), 0.36)
        self.assertGreater(self.expanded(*asked, "--expand", "rm3", "--model", "lm_dirichlet"), 0.36)
        self.assertGreater(self.expanded(*asked, "--expand", "bo1"), 0.32)

    def test_vaswani(self):
        """Terrier: BM25, k1 1.2, b 0.75, Porter, its own stop list."""
        with open(data("ir-vaswani", "query-text.trec"), encoding="utf-8") as file:
            topics = re.sub(r"\b[A-Z]+\b", lambda word: "" if word[0].lower() in self.TERRIER_STOP_WORDS else word[0],
                            file.read())
        self.check(0.2965, data("ir-vaswani", "doc-text.trec.gz"), self.write("topics", topics), data("ir-vaswani", "qrels"),
                   "--preset", "plain", "--k1", "1.2", "--b", "0.75")
        self.assertGreater(self.expanded(self.path("topics"), data("ir-vaswani", "qrels"), "--expand", "rm3", "--model", "bm25+"),
                           0.3)


if __name__ == "__main__":
    harness.main()
