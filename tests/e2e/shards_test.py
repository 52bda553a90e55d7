"""Several stores that are searched, served and evaluated as one, in one process and by a proxy before several servers."""
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import harness
from harness import INDEX, QUERY
from living_model import Maker

sys.path.insert(0, os.path.join(harness.TOP, "tests", "bench"))
import load_serve  # noqa: E402

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none")
SITES, PARTS = 12, 3


class Shards(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        maker = Maker(5)
        self.records = {site: [dict(maker.record(f"http://s{site:02}.example/p{page}", "page"), date="2024-02-01T00:00:00Z")
                               for page in range(6)] for site in range(SITES)}
        self.make(self.store, range(SITES))
        self.parts = [self.path(f"part{part}") for part in range(PARTS)]
        for part, store in enumerate(self.parts):
            self.make(store, range(part, SITES, PARTS))
        self.all = [flag for store in self.parts for flag in ("--store", store)]

    def make(self, store, sites, *flags, command="build"):
        crawl = self.write("crawl.jsonl", "".join(json.dumps(record) + "\n" for site in sites for record in self.records[site]))
        self.run_program([INDEX, command, "--store", store, *MANNER, *flags, crawl])

    def questions(self, patterns=True):
        for number in range(30):
            words = Maker(number).words(2, 5).split()
            phrase = '"' + " ".join(words[:2]) + '"'
            yield words, ["+" + words[0], *words[1:]], [words[0], "-" + words[1]], ["title:" + words[0]]
            yield [phrase, *words[2:]], [phrase], [phrase + "~3"], ["+" + phrase, *words[2:]]
            if patterns:
                yield [[words[0][:2] + "*"]]

    def ask(self, stores, *arguments):
        answer = json.loads(self.run_program([QUERY, "search", *stores, "--json", *arguments]).stdout)
        del answer["milliseconds"]
        return answer

    def statistics(self, name, *arguments):
        run = subprocess.run([QUERY, "statistics", *arguments], capture_output=True, check=True)
        return self.write(name, run.stdout)

    def fails(self, command, *words, code=harness.USAGE):
        self.assert_one_line(self.run_program(command, expect=code).stderr, *words)

    def test_several_stores_answer_as_one(self):
        hits = 0
        for questions in self.questions():
            for question in questions:
                one = self.ask(["--store", self.store], "-n", "100", "--", *question)
                self.assertEqual(self.ask(self.all, "-n", "100", "--", *question), one)
                hits += len(one["hits"])
        self.assertGreater(hits, 500)
        page = self.records[4][0]["url"]
        for flags in (("--more-like", page), ("--sort", "changed", Maker(1).words(1, 1)),
                      ("--sort", "date", Maker(1).words(1, 1)), ("--duplicates", page)):
            self.assertEqual(self.ask(self.all, *flags), self.ask(["--store", self.store], *flags))

    def test_run_and_experiment_take_several_stores(self):
        topics = self.write("topics.tsv", "".join(f"{n}\t{Maker(n).words(2, 4)}\n" for n in range(1, 20)))
        run = [QUERY, "run", "--topics", topics, "--topics-format", "tsv", "--model", "lm_dirichlet", "--threads", "2"]
        one = self.run_program([*run, "--store", self.store]).stdout
        self.assertGreater(len(one.splitlines()), 100)
        self.assertEqual(self.run_program([*run, *self.all]).stdout, one)
        whole = self.statistics("whole", *self.all)
        part = self.run_program([*run, "--store", self.parts[1], "--statistics", whole]).stdout
        found = [{(line.split()[0], line.split()[2], line.split()[4]) for line in text.splitlines()} for text in (part, one)]
        self.assertTrue(found[0])
        self.assertLess(found[0], found[1])
        qrels = self.write("qrels", "".join(f"{n} 0 {self.records[n % SITES][0]['url']} 1\n" for n in range(1, 20)))
        plan = self.write("plan", f"collection c\ntopics {topics}\nformat tsv\nqrels {qrels}\nstore one {self.store}\n"
                                  f"store parts {' '.join(self.parts)}\n")
        rows = json.loads(self.run_program([QUERY, "experiment", plan, "--json"]).stdout)
        values = {}
        for row in rows.get("systems", rows.get("rows", rows)) if isinstance(rows, dict) else rows:
            values.setdefault(row["measure"], set()).add(row["mean"])
        self.assertTrue(values and all(len(means) == 1 for means in values.values()), rows)

    def test_stores_that_do_not_belong_together_are_named(self):
        search = [QUERY, "search", "word"]
        self.fails([*search, "--store", self.parts[0], "--store", self.store], "site s00.example", self.parts[0], self.store)
        self.fails([*search, "--store", self.store, "--store", self.store], "site s00.example")
        self.fails([*search, *self.all, "--store", self.path("none")], "none", code=harness.MISSING)
        for flags, word in ((("--stemmer", "english"), "--stemmer (none and english)"),
                            (("--detector", "none"), "--detector (spine and none)"),
                            (("--parameter", "spine.support=7"), "--parameter"), (("--no-links",), "--no-links")):
            self.make(self.path("other"), [1], "--replace", *flags)
            self.fails([*search, "--store", self.parts[0], "--store", self.path("other")], word, "other")

    def test_statistics_of_other_stores_and_damaged_ones_are_refused(self):
        whole = self.statistics("whole", *self.all)
        search = [QUERY, "search", "--store", self.parts[0], "word", "--statistics"]
        self.run_program([*search, whole])
        self.fails([*search, self.path("none")], "none", code=harness.MISSING)
        self.fails([*search, self.write("text", "not statistics")], "text", "not of thresh-query statistics",
                   code=harness.UNUSABLE)
        self.fails([*search, self.statistics("others", "--store", self.parts[1])], "others", self.parts[0])
        with open(whole, "rb") as file:
            bytes_of = file.read()
        self.fails([*search, self.write("cut", bytes_of[:-1])], "damaged", code=harness.UNUSABLE)
        self.fails([QUERY, "statistics"], "--store")
        self.fails([QUERY, "statistics", whole, "--store", self.parts[0]], "site s00.example", "whole")
        # A store of another version counts other pages.
        self.make(self.parts[0], [0], command="update")
        self.records[0][0]["html"] += "<p>quite another text</p>"
        self.records[0][0]["date"] = "2024-03-01T00:00:00Z"
        self.make(self.parts[0], [0], command="update")
        self.fails([*search, whole], "digest", self.digest(self.parts[0]))

    def test_statistics_are_added_up_in_any_order(self):
        one = [self.statistics(f"of{part}", "--store", store) for part, store in enumerate(self.parts)]
        whole = self.statistics("whole", *self.all)
        sums = [self.statistics("sum1", *one), self.statistics("sum2", *reversed(one)),
                self.statistics("sum3", one[1], "--store", self.parts[2], "--store", self.parts[0])]
        with open(whole, "rb") as file:
            expected = file.read()
        for name in sums:
            with open(name, "rb") as file:
                self.assertEqual(file.read(), expected, name)

    def serve(self, *flags):
        server = load_serve.Server(QUERY, *flags)
        self.addCleanup(server.__exit__)
        return server

    @staticmethod
    def get(port, **parameters):
        address = f"http://127.0.0.1:{port}/api/search?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(address, timeout=60) as answer:
            return json.load(answer)

    def proxy(self, servers):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        program = os.path.join(harness.TOP, "examples", "proxy", "proxy.py")
        process = subprocess.Popen([sys.executable, program, str(port), *servers], stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for _ in range(600):
            try:
                self.get(port, q="word")
                return port
            except urllib.error.HTTPError:
                raise
            except OSError:
                time.sleep(0.05)
        return self.fail("the proxy never answered")

    def test_a_proxy_before_servers_answers_as_one_store(self):
        whole = self.statistics("whole", *self.all)
        servers = [self.serve("--store", store, "--statistics", whole) for store in self.parts]
        port = self.proxy([server.address.rstrip("/") for server in servers])
        seen = 0
        for questions in self.questions(patterns=False):
            for question in questions:
                query = " ".join(question)
                one = self.ask(["--store", self.store], "-n", "20", "--offset", "3", "--", query)
                got = self.get(port, q=query, n=20, offset=3)
                for hit, same in zip(got["hits"], one["hits"], strict=True):
                    # A server looks further down than the whole store, and may see one copy more.
                    self.assertGreaterEqual(hit["copies"], same["copies"])
                    self.assertLessEqual(set(same["same_text"]), set(hit["same_text"]))
                    seen_apart = {name: same[name] for name in ("copies", "same_text")}
                    self.assertEqual({**hit, **seen_apart}, same)
                self.assertEqual(got["did_you_mean"], one["did_you_mean"])
                seen += len(one["hits"])
        self.assertGreater(seen, 300)
        notes = self.get(port, q=next(self.questions())[0][0][:2] + "*")["notes"]
        self.assertTrue(any("estimate" in note for note in notes), notes)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get(port, q='"open')
        self.assertEqual(refused.exception.code, 400)
        servers[1].stop()
        with self.assertRaises(urllib.error.HTTPError) as missing:
            self.get(port, q="word")
        self.assertEqual(missing.exception.code, 502)

    def test_every_store_of_a_server_may_be_published_anew(self):
        server = self.serve(*self.all)
        self.assertEqual(self.get(server.port, q="zzyzx")["matches"], 0)
        for number, store in enumerate(self.parts):
            self.records[20 + number] = [{"url": f"http://n{number}.example/", "html": "<p>zzyzx</p>"}]
            self.make(store, [20 + number], command="update")
            for _ in range(600):
                if self.get(server.port, q="zzyzx")["matches"] == number + 1:
                    break
                time.sleep(0.05)
            self.assertEqual(self.get(server.port, q="zzyzx")["matches"], number + 1)


if __name__ == "__main__":
    harness.main()
