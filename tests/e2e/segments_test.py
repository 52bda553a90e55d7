"""Several segments: what an update writes and leaves alone, when segments are joined, and that nobody who asks the store
can tell how many it has."""
import json
import os
import re

import harness
from harness import INDEX
from living_model import Maker

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none", "--json")
MOST_SEGMENTS, MOST_MASKED = 10, 0.2
MODELS = ("bm25", "bm25+", "pivoted_tfidf", "tfidf", "lm_dirichlet", "lm_jm", "dph", "pl2")
SITES = 24


class Segments(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def setUp(self):
        super().setUp()
        self.maker = Maker(11)
        self.urls = [f"http://s{site:02}.example/p{page}" for site in range(SITES) for page in range(6)]
        self.live = {}

    def pages(self, urls, day=1):
        records = [dict(self.maker.record(url, "page"), date=f"2024-02-{day:02}T00:00:00Z") for url in urls]
        self.live.update({record["url"]: record for record in records})
        return records

    def change(self, command, store, *arguments, crawl=None):
        if crawl is not None:
            lines = "".join(json.dumps(record) + "\n" for record in crawl)
            arguments += (self.write("crawl.jsonl", lines),)
        return json.loads(self.run_program([INDEX, command, "--store", store, *MANNER, *arguments]).stdout)

    def of_site(self, site):
        return [url for url in self.urls if f"/s{site:02}." in url]

    def manifest(self, store=None):
        """The live segments with their pages, and the masked hosts of each."""
        store = store or self.store
        with open(os.path.join(store, "CURRENT"), encoding="ascii") as current:
            with open(os.path.join(store, current.read().strip()), encoding="utf-8") as file:
                text = file.read()
        segments = {}
        for key, value in re.findall(r"^(segment|masked) (.*)$", text, re.MULTILINE):
            if key == "segment":
                name, docs, _ = value.split(" ")
                segments[name] = (int(docs), [])
            else:
                segments[name][1].append(value)
        return segments

    def fresh(self):
        store = self.path("fresh")
        self.change("build", store, "--replace", crawl=list(self.live.values()))
        return store

    def answers(self, store):
        answers = []
        for number in range(40):
            words = Maker(number).words(1, 4).split()
            sign = ("", "+", "-")[number % 3]
            question = [[sign + words[0], *words[1:]], ['"' + " ".join(words[:2]) + '"'], [words[0][:2] + "*"]][number % 3]
            answer = self.query_json("search", "--model", MODELS[number % len(MODELS)], "--duplicates", "-n",
                                     ("3", "100")[number % 2], "--", *question, store=store)
            del answer["milliseconds"]
            for hit in answer["hits"]:
                for name in ("first_seen", "last_seen", "last_changed"):
                    hit.pop(name, None)
            answers.append(answer)
        self.assertGreater(sum(len(answer["hits"]) for answer in answers), 200)
        return answers

    def test_an_update_writes_the_sites_that_it_touches(self):
        self.change("build", self.store, crawl=self.pages(self.urls))
        (first, _), = self.manifest().items()
        report = self.change("update", self.store, crawl=self.pages(self.of_site(3)[:2], 2))
        self.assertEqual((report["sites_judged"], report["sites"], report["pages"]), (1, SITES, len(self.urls)))
        segments = self.manifest()
        self.assertEqual(segments.pop(first), (len(self.urls), ["s03.example"]))
        (second, written), = segments.items()
        self.assertEqual(written, (6, []))
        where = {site["host"]: site["segment"] for site in self.query_json("sites")["sites"]}
        self.assertEqual({host for host, segment in where.items() if segment == second}, {"s03.example"})
        self.verify()
        self.assertEqual(self.digest(), self.digest(store=self.fresh()))

    def test_many_updates_keep_the_bounds_and_the_answers(self):
        self.change("build", self.store, crawl=self.pages(self.urls))
        most = 0
        for day in range(2, 26):
            sites = self.maker.dice.sample(range(SITES), self.maker.dice.choice((1, 1, 1, 2, 3)))
            self.change("update", self.store, crawl=self.pages([self.of_site(site)[day % 6] for site in sites], day))
            segments = self.manifest()
            masked = sum(6 * len(hosts) for _, hosts in segments.values())
            self.assertLessEqual(len(segments), MOST_SEGMENTS)
            self.assertLessEqual(masked, MOST_MASKED * sum(docs for docs, _ in segments.values()))
            if len(segments) > most:
                most = len(segments)
                fresh = self.fresh()
                self.assertEqual(self.digest(), self.digest(store=fresh))
                self.assertEqual(self.answers(self.store), self.answers(fresh), day)
        self.assertGreater(most, 3)
        self.verify()

    def shards(self, count):
        stores = []
        for shard in range(count):
            urls = [url for site in range(shard, SITES, count) for url in self.of_site(site)]
            stores.append(self.path(f"shard{shard}"))
            self.change("build", stores[-1], crawl=self.pages(urls))
        return stores

    def test_shards_merged_are_the_single_build(self):
        report = self.change("merge", self.store, *self.shards(8))
        self.assertEqual((report["sites_judged"], report["new"]), (0, len(self.urls)))
        self.assertEqual(len(self.manifest()), 8)
        fresh = self.fresh()
        self.assertEqual(self.digest(), self.digest(store=fresh))
        self.assertEqual(self.answers(self.store), self.answers(fresh))
        self.verify()

    def test_more_shards_than_segments_are_joined(self):
        self.change("merge", self.store, *self.shards(12))
        self.assertLessEqual(len(self.manifest()), MOST_SEGMENTS)
        self.assertEqual(self.digest(), self.digest(store=self.fresh()))

    def test_compact_leaves_as_many_segments_as_it_is_told(self):
        self.change("merge", self.store, *self.shards(8))
        digest = self.digest()
        for most in (5, 2, 1):
            self.change("compact", self.store, "--segments", str(most))
            self.assertEqual(len(self.manifest()), most)
            self.assertEqual(self.digest(), digest)
        self.assertEqual(self.change("compact", self.store)["sites_judged"], 0)
        self.assertEqual(self.change("compact", self.store, "--rejudge")["sites_judged"], SITES)
        self.assertEqual(self.digest(), digest)

    def test_a_merge_keeps_the_history_of_its_parts(self):
        shards = self.shards(2)
        self.change("update", shards[0], crawl=self.pages(self.of_site(0)[:1], 9))
        self.change("merge", self.store, *shards)
        records = {r["url"]: r for r in self.query_json("changes", "--since", "2000")["changes"]}
        self.assertEqual(len(records), len(self.urls))
        url = self.of_site(0)[0]
        title = re.search("<title>(.*?)</title>", self.live[url]["html"]).group(1)
        hits = self.query_json("search", "-n", "100", "--", *title.split())["hits"]
        hit, = [hit for hit in hits if hit["url"] == url]
        self.assertEqual(hit["last_seen"][:10], "2024-02-09")

    def test_what_a_publish_replaces_stays_for_one_publish(self):
        self.change("build", self.store, crawl=self.pages(self.urls))
        for day in (2, 3):
            before = self.manifest()
            self.change("update", self.store, crawl=self.pages(self.urls, day))
            names = [name for name in os.listdir(self.store) if name.startswith("seg-")]
            self.assertEqual(sorted(names), sorted([*before, *self.manifest()]))


if __name__ == "__main__":
    harness.main()
