"""A site that is too large to be judged as a whole is judged by a sample of its pages: `--learn`, `learn` and `--model`
(docs/LIVING.md)."""
import json
import os
import random
import subprocess
import sys

import harness
from harness import INDEX, MISSING, TOP, UNUSABLE, USAGE

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none", "--json")
FIXTURES = os.path.join(TOP, "tests", "fixtures")
SAMPLE, PAGES = 60, 300


class Learn(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def change(self, command, store, *arguments):
        return json.loads(self.run_program([INDEX, command, "--store", store, *MANNER, *arguments]).stdout)

    def records(self, seed=1):
        """The pages of a made site, and as many of a small one between them."""
        folder = self.path("site")
        subprocess.run([sys.executable, os.path.join(FIXTURES, "make_random_site"), folder, self.path("gold"), "--seed",
                        str(seed), "--pages", str(PAGES)], check=True, capture_output=True)
        rows = []
        for parent, _, files in os.walk(folder):
            for name in files:
                with open(os.path.join(parent, name), encoding="utf-8") as file:
                    path = os.path.relpath(os.path.join(parent, name), folder)
                    rows.append({"url": f"http://large.example/{path}", "html": file.read()})
        rows.sort(key=lambda row: row["url"])
        self.assertGreaterEqual(len(rows), PAGES)
        return rows

    def crawl(self, name, records):
        return self.write(name + ".jsonl", "".join(json.dumps(record) + "\n" for record in records))

    def learn(self, out, *arguments, expect=harness.OK):
        return self.run_program([INDEX, "learn", "--site", "large.example", "--out", self.path(out), *MANNER, *arguments], expect)

    def learnt_from(self, store):
        return {site["host"]: site["learnt_from"] for site in self.query_json("sites", store=store)["sites"]}

    def verdicts(self, store):
        """Page to the verdict of each of its spans."""
        lines = map(json.loads, self.query("dump", store=store).stdout.splitlines())
        return {page["url"]: page["spans"] for page in lines}

    def test_a_model_does_not_hang_on_the_sites_beside_it(self):
        records = self.records()
        mixed = []
        for i, record in enumerate(records):
            mixed += [{"url": f"http://first.example/{i}", "html": f"<p>page {i} of another site</p>"}, record]
        self.learn("alone", self.crawl("a", records))
        self.learn("model", "--run-memory", "64K", self.crawl("b", mixed))
        with open(self.path("alone"), "rb") as alone, open(self.path("model"), "rb") as model:
            self.assertEqual(len(alone.read()), len(model.read()))

    def test_a_model_of_all_pages_is_the_judgement_of_the_whole(self):
        """What is applied page by page is what the site as a whole gives: the slow twin of a model."""
        for seed in (1, 2, 3):
            crawl = self.crawl("crawl", self.records(seed))
            whole = self.change("build", self.store, "--replace", "--learn", "0", crawl)
            self.learn("model", "--learn", "0", crawl)
            by_model = self.change("build", self.path("by-model"), "--replace", "--model", self.path("model"),
                                   "--run-memory", "64K", crawl)
            self.assertEqual(by_model["digest"], whole["digest"], seed)
            self.assertGreater(whole["counters"]["blocks_template"], 1000)

    def test_the_sample_depends_on_the_pages_alone(self):
        records = self.records()
        small = [{"url": f"http://small.example/{n}", "html": row["html"]} for n, row in enumerate(records[:SAMPLE])]
        once = self.change("build", self.store, "--learn", str(SAMPLE), self.crawl("crawl", records + small))
        self.assertEqual(self.learnt_from(self.store), {"large.example": SAMPLE, "small.example": 0})
        self.assertIn(f"large.example: templates learnt from a sample of {SAMPLE} pages", self.query("sites").stdout)
        self.verify()
        whole = self.change("build", self.path("whole"), "--learn", "0", self.crawl("crawl", records + small))
        self.assertNotEqual(once["digest"], whole["digest"])
        random.Random(1).shuffle(records)
        steps = self.path("steps")
        self.change("build", steps, "--learn", str(SAMPLE), "--run-memory", "64K", self.crawl("a", records[:70]))
        self.change("update", steps, "--run-memory", "64K", self.crawl("b", small + records[60:]))
        self.assertEqual(self.digest(store=steps), once["digest"])
        self.assertEqual(self.change("compact", steps, "--rejudge")["digest"], once["digest"])
        self.assertEqual(self.change("compact", steps, "--rejudge", "--learn", "0")["digest"], whole["digest"])
        self.assertEqual(self.learnt_from(steps), {"large.example": 0, "small.example": 0})
        # The setting stays with the store.
        self.change("update", steps, self.crawl("c", [dict(records[0], date="2024-06-01T00:00:00Z")]))
        self.assertEqual(self.learnt_from(steps)["large.example"], 0)

    def test_parts_of_a_site_are_judged_by_one_model(self):
        records = self.records()
        crawl = self.crawl("crawl", records)
        whole = self.change("build", self.store, "--learn", str(SAMPLE), crawl)
        report = json.loads(self.learn("model", "--learn", str(SAMPLE), "--run-memory", "64K", crawl).stdout)
        self.assertEqual((report["host"], report["sample"], report["pages"]), ("large.example", SAMPLE, len(records)))
        self.assertFalse(os.path.exists(self.path("model.work")))
        verdicts, parts = self.verdicts(self.store), [self.path(f"part{n}") for n in range(3)]
        for n, part in enumerate(parts):
            self.change("build", part, "--learn", str(SAMPLE), "--model", self.path("model"), "--removal", "keep-one",
                        self.crawl(f"part{n}", records[n::3]))
            self.assertEqual(self.learnt_from(part), {"large.example": SAMPLE})
            self.verify(store=part)
            struck = {url: [span.get("verdict") == "content" for span in spans] for url, spans in self.verdicts(part).items()}
            expected = {url: [span.get("verdict") == "content" for span in verdicts[url]] for url in struck}
            self.assertEqual(struck, expected)
        # An update keeps the model, whatever comes.
        later = [dict(records[0], html=records[0]["html"] + "<p>later words</p>", date="2024-06-01T00:00:00Z")]
        updated = self.change("update", parts[0], self.crawl("later", later))
        fresh = self.change("build", self.path("fresh"), "--learn", str(SAMPLE), "--model", self.path("model"),
                            self.crawl("fresh", later + records[3::3]))
        self.assertEqual(updated["digest"], fresh["digest"])
        self.change("update", parts[0], self.crawl("back", [dict(records[0], date="2024-07-01T00:00:00Z")]))
        # Together the parts are the site, and are judged by its own sample.
        merged = self.change("merge", self.path("merged"), *parts)
        self.assertEqual(self.verdicts(self.path("merged")).keys(), verdicts.keys())
        alone = self.change("compact", parts[1], "--rejudge")
        self.assertEqual(alone["digest"], self.change("build", self.path("alone"), "--learn", str(SAMPLE),
                                                      self.crawl("alone", records[1::3]))["digest"])
        dates = self.crawl("dates", [dict(row, **({"date": "2024-07-01T00:00:00Z"} if n == 0 else {}))
                                     for n, row in enumerate(records)])
        self.assertEqual(merged["digest"], self.change("build", self.store, "--replace", "--learn", str(SAMPLE), dates)["digest"])
        self.assertEqual(whole["pages"], merged["pages"])

    def test_what_is_no_model_is_refused(self):
        crawl = self.crawl("crawl", self.records())
        self.learn("model", "--learn", str(SAMPLE), crawl)
        build = [INDEX, "build", "--store", self.store, *MANNER, crawl, "--model"]

        def refused(line, code, *words):
            self.assert_one_line(self.run_program(line, code).stderr, *words)
            self.assertFalse(os.path.exists(os.path.join(self.store, "CURRENT")))

        refused([*build, self.path("none")], MISSING, "none")
        refused([*build, crawl], UNUSABLE, "is no model of a site")
        with open(self.path("model"), "rb") as file:
            model = file.read()
        for place in (10, 40, len(model) // 2, len(model) - 3):
            damaged = model[:place] + bytes([model[place] ^ 1]) + model[place + 1:]
            refused([*build, self.write("damaged", damaged)], UNUSABLE, "damaged")
        refused([*build, self.write("cut", model[:-1])], UNUSABLE, "damaged")
        refused([*build, self.path("model"), "--stemmer", "english"], USAGE, "large.example", "--stemmer")
        refused([*build, self.path("model"), "--parameter", "spine.support=7"], USAGE, "spine.support=7")
        refused([*build, self.path("model"), "--detector", "sandwich"], USAGE, "sandwich judges whole sites")
        none = self.learn("other", "--base-url", "http://other.example/", harness.SITE, expect=UNUSABLE)
        self.assert_one_line(none.stderr, "no page of the site large.example")
        self.assertFalse(os.path.exists(self.path("other")))
        self.build()
        line = [INDEX, "compact", "--store", self.store, "--learn", "5"]
        self.assert_one_line(self.run_program(line, USAGE).stderr, "--rejudge")


if __name__ == "__main__":
    harness.main()
