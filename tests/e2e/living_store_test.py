"""Any sequence of update, delete, merge and compact leaves the store that a fresh build of the live records gives.

What the live records are says a model (living_model.py). A sequence that fails is made smaller and printed as commands
and JSON lines. E2E_SEQUENCES=1000 tries more of them; E2E_SEED=N begins with another one."""
import json
import os
import random
import shlex
import shutil

import harness
from harness import INDEX, MISSING, OK, UNUSABLE
from living_model import Maker, Model, shrink

SEQUENCES = int(os.environ.get("E2E_SEQUENCES", "400" if harness.THOROUGH else "40"))
SEED = int(os.environ.get("E2E_SEED", "1"))
MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none", "--json")
HISTORY = ("first_seen", "last_seen", "last_changed")
MODELS = ("bm25", "bm25+", "pivoted_tfidf", "tfidf", "lm_dirichlet", "lm_jm", "dph", "pl2")
DETECTORS = ("incremental", "sandwich", "sst", "bsc_wfc_plus", "pagelets_local", "repeats_runs")


def lines_of(records):
    return "".join(json.dumps(record) + "\n" for record in records)


class LivingStore(harness.EndToEnd):
    scratch_in = "/dev/shm"  # thousands of commands that sync: in memory, where that is possible
    commands = None  # those that a sequence has run, with the lines of their crawls

    def change(self, command, store, *arguments, crawl=None, expect=OK):
        """Runs a command of thresh-index on a store; returns its report, or None if it changed nothing."""
        files = [] if crawl is None else [self.write("crawl.jsonl", lines_of(crawl))]
        line = [INDEX, command, "--store", store, *MANNER, *arguments, *files]
        if self.commands is not None:
            self.commands.append(" ".join(map(shlex.quote, line)) + "\n" + lines_of(crawl or []))
        run = self.run_program(line, expect)
        return json.loads(run.stdout) if run.returncode == OK else None

    def take(self, store, model, records, flags=()):
        """An update, or the first build, of a store and of its model."""
        model.update(records)
        if self.exists(store):
            return self.change("update", store, "--most-gone", "100%", crawl=records)
        if model.live:
            return self.change("build", store, *flags, crawl=records)
        model.gone.clear()  # a build without a page publishes nothing
        model.seen.clear()
        return self.change("build", store, *flags, crawl=records, expect=UNUSABLE)

    @staticmethod
    def exists(store):
        return os.path.exists(os.path.join(store, "CURRENT"))

    def run_step(self, step, model, flags):
        """One step, on the store and on the model."""
        if step["do"] == "update":
            self.take(self.store, model, step["records"], flags)
        elif step["do"] == "merge":
            self.merge(step["parts"], model, flags)
        elif not self.exists(self.store):
            return
        elif step["do"] == "compact":
            self.change("compact", self.store)
        elif step["do"] == "clear":
            self.clear(step["by"], model)
        else:
            self.delete(step["urls"], step["hosts"], model)

    def delete(self, urls, hosts, model):
        names = [word for url in urls for word in ("--url", url)]
        names += [word for host in hosts for word in ("--site", host)]
        known = set(urls) <= set(model.live) and set(hosts) <= {url.split("/")[2] for url in model.live}
        # Else a name is mistyped, or gone already.
        if names and self.change("delete", self.store, *names, expect=OK if known else (OK, MISSING)):
            model.delete(urls, hosts)

    def clear(self, by, model):
        """Takes all pages away."""
        if by == "delete":
            return self.delete([], sorted({url.split("/")[2] for url in model.live}), model)
        crawl = [{"url": url, "date": page["date"], "docno": "", "status": 410} for url, page in model.live.items()]
        return self.take(self.store, model, crawl)

    def merge(self, parts, model, flags):
        stores, models = [], []
        for number, batches in enumerate(parts):
            store, part = self.path(f"part{number}"), Model(model.respect_robots)
            shutil.rmtree(store, ignore_errors=True)
            for records in batches:
                self.take(store, part, records, flags)
            if self.exists(store):
                stores.append(store)
                models.append(part)
        if stores:
            model.merge(models)
            self.change("merge", self.store, *stores)

    def fresh(self, model, flags, name="fresh"):
        """A store that is built at once from the live records."""
        store, records = self.path(name), list(model.live.values())
        shutil.rmtree(store, ignore_errors=True)
        random.Random(len(records)).shuffle(records)
        self.change("build", store, *flags, crawl=records or [Maker(1).record("http://a.example/", "page")])
        if not records:
            self.change("delete", store, "--site", "a.example")
        return store

    def run_sequence(self, steps, flags):
        """Runs the steps on a new store and holds it against a fresh build; returns both stores."""
        self.commands = []
        shutil.rmtree(self.store, ignore_errors=True)
        model = Model("--respect-robots" in flags)
        for step in steps:
            self.run_step(step, model, flags)
        if not self.exists(self.store):
            return None
        self.verify()
        fresh = self.fresh(model, flags)
        if self.digest() != self.digest(store=fresh):
            self.assertEqual(self.pages(self.store), self.pages(fresh), "the pages differ")
            self.fail("only the digests differ")
        return fresh

    def pages(self, store):
        lines = map(json.loads, self.query("dump", store=store).stdout.splitlines())
        return {page["url"]: (page["docno"], page["title"], page["spans"]) for page in lines}

    def failure(self, steps, flags):
        """What is wrong with the sequence, or None."""
        try:
            self.run_sequence(steps, flags)
        except AssertionError as wrong:
            return str(wrong)
        return None

    def check_sequence(self, seed):
        dice = random.Random(seed)
        flags = ["--detector", dice.choice(DETECTORS)] if dice.random() < 0.3 else []
        flags += [flag for flag in ("--no-links", "--removal=drop", "--run-memory=64K", "--learn=6",
                              "--respect-robots") if dice.random() < 0.2]
        steps = Maker(seed).sequence()
        wrong = self.failure(steps, flags)
        if wrong is None:
            return
        steps = shrink(steps, lambda fewer: self.failure(fewer, flags) is not None)
        wrong = self.failure(steps, flags) or wrong
        self.fail(f"sequence {seed}\n" + "\n".join(self.commands) + "\n" + wrong[-4000:])

    def test_any_sequence_of_changes_is_one_build_of_the_live_pages(self):
        for seed in range(SEED, SEED + SEQUENCES):
            self.check_sequence(seed)

    def answer(self, store, model, words):
        answer = self.query_json("search", "--model", model, "--duplicates", *words, store=store)
        del answer["milliseconds"]
        for hit in answer["hits"]:
            for name in HISTORY:  # of which no fresh build can know
                hit.pop(name, None)
        return answer

    def test_answers_are_those_of_a_fresh_build(self):
        found = 0
        for seed in range(SEED, SEED + max(2, SEQUENCES // 10)):
            maker = Maker(seed)
            fresh = self.run_sequence(maker.sequence(), ())
            for number in range(10):
                words = [maker.dice.choice(("", "+", "", "-")) + word for word in maker.words(2, 4).split()]
                ranking = MODELS[number % len(MODELS)] if number else "bm25"
                self.assertEqual(self.answer(self.store, ranking, ["--", *words]),
                                 self.answer(fresh, ranking, ["--", *words]), words)
            answered = [self.answer(self.store, ranking, ["kabel", "lofin"]) for ranking in MODELS]
            found += all(answer["hits"] for answer in answered)  # a sequence may end without a page
            self.assertEqual(answered, [self.answer(fresh, ranking, ["kabel", "lofin"]) for ranking in MODELS])
        self.assertGreater(found, 0)

    def test_updates_of_different_pages_commute(self):
        for seed in range(SEED, SEED + max(4, SEQUENCES // 4)):
            maker, digests = Maker(seed), []
            first = maker.batch(maker.urls, 0.6)
            halves = [maker.batch(maker.urls[half::2], 0.5) for half in (0, 1)]
            for order in ((0, 1), (1, 0)):
                store, model = self.path(f"order{order[0]}"), Model()
                shutil.rmtree(store, ignore_errors=True)
                for records in (first, halves[order[0]], halves[order[1]]):
                    self.take(store, model, records)
                digests.append(self.digest(store=store))
            self.assertEqual(*digests, seed)

    def test_the_same_update_twice_is_once(self):
        for seed in range(SEED, SEED + max(4, SEQUENCES // 4)):
            maker, model = Maker(seed), Model()
            shutil.rmtree(self.store, ignore_errors=True)
            self.take(self.store, model, maker.batch(maker.urls, 0.6))
            crawl = maker.batch(maker.urls, 0.5)
            once = self.take(self.store, model, crawl)
            self.assertGreater(once["content"] + once["new"] + once["gone"], 0)
            history = self.query_json("changes", "--since", "2000")["changes"]
            again = self.take(self.store, model, crawl)
            self.assertEqual(self.query_json("changes", "--since", "2000")["changes"], history)
            self.assertEqual(self.digest(), once["digest"])
            changes = ("furniture", "content", "new", "gone", "missed", "same_words", "verdicts_moved", "templates_came",
                       "templates_went")
            self.assertEqual({name: again[name] for name in changes}, dict.fromkeys(changes, 0), seed)
            self.assertEqual(again["fetched"], again["same_bytes"])


if __name__ == "__main__":
    harness.main()
