"""A build with --carry-from begins with what the detector learned in an earlier build, and only if both fit."""
import os
import signal
import subprocess

import harness
from harness import INDEX, MISSING, UNUSABLE, USAGE

KEEP = ("--detector", "incremental", "--removal", "drop", "--keep-state")
HOSTS = ("one.example", "two.example")


class Carry(harness.EndToEnd):
    def crawl(self, name, pages, hosts):
        """Pages of the hosts in turn, no two of them with the same words; some bars come in late."""
        lines = []
        for number in pages:
            host = hosts[number % len(hosts)]
            bars = "".join(f"<div>Bar {b} of {host}</div>" for b in range(3) if number % (b + 2) == 0)
            html = f"<body><div>Home of {host}</div>{bars}<p>Words of page {number} number w{number}"
            lines.append(f'{{"url": "http://{host}/{number}", "html": "{html}"}}\n')
        return self.write(name + ".jsonl", "".join(lines))

    def verdicts(self, store):
        """The spans of every page with their verdicts, by URL."""
        dumped = self.query("dump", store=store).stdout.splitlines()
        pages = map(harness.json.loads, dumped)
        return {page["url"]: [(span["text"], span["verdict"], span["support"]) for span in page["spans"]] for page in pages}

    def setUp(self):
        super().setUp()
        self.first = self.crawl("first", range(14), HOSTS)
        self.second = self.crawl("second", range(14, 40), HOSTS[::-1])
        self.earlier = self.path("earlier")

    def build_earlier(self, *flags):
        self.build(*(flags or KEEP), store=self.earlier, inputs=(self.first,))

    def carry(self, *flags, expect=harness.OK, inputs=None):
        return self.build(*(flags or KEEP), "--carry-from", self.earlier, inputs=inputs or (self.second,), expect=expect)

    def struck(self, store):
        return {url: [span[:2] for span in spans] for url, spans in self.verdicts(store).items()}

    def test_later_crawl_is_judged_as_if_both_had_been_one(self):
        self.build_earlier()
        self.carry()
        self.verify()
        both, alone = self.path("both"), self.path("alone")
        self.build(*KEEP, store=both, inputs=(self.first, self.second))
        self.build(*KEEP, store=alone, inputs=(self.second,))
        later = self.struck(self.store)
        self.assertEqual(later, {url: spans for url, spans in self.struck(both).items() if url in later})
        self.assertNotEqual(later, self.struck(alone))
        self.assertEqual({found["site"] for found in self.query_json("templates")["templates"]}, set(HOSTS))

    def test_state_goes_on_from_store_to_store(self):
        third = self.crawl("third", range(40, 50), HOSTS)
        self.build_earlier()
        self.carry()
        last, both = self.path("last"), self.path("both")
        self.build(*KEEP, "--carry-from", self.store, store=last, inputs=(third,))
        self.build(*KEEP, store=both, inputs=(self.first, self.second, third))
        later = self.struck(last)
        self.assertEqual(later, {url: spans for url, spans in self.struck(both).items() if url in later})

    def test_page_that_moved_is_judged(self):
        self.build_earlier()
        with open(self.first, encoding="utf-8") as crawl:
            moved = crawl.readlines()[-1].replace("/13", "/moved")
        self.carry(inputs=(self.write("moved.jsonl", moved),))
        before = self.struck(self.earlier)
        self.assertEqual(self.struck(self.store), {"http://two.example/moved": before["http://two.example/13"]})
        first, last = ([verdict for _, verdict in before[f"http://two.example/{page}"]] for page in (1, 13))
        self.assertNotEqual(first, last)

    def test_state_is_content(self):
        self.build_earlier()
        plain = self.path("plain")
        self.build(*KEEP[:-1], store=plain, inputs=(self.first,))
        self.assertEqual(self.struck(plain), self.struck(self.earlier))
        self.assertNotEqual(self.digest(plain), self.digest(self.earlier))
        self.verify(self.earlier)

    def test_what_does_not_fit_is_refused(self):
        spine = self.carry("--detector", "spine", expect=USAGE)
        self.assert_one_line(spine.stderr, "incremental", "spine")
        self.assert_one_line(self.carry(expect=MISSING).stderr, self.earlier)
        self.build_earlier(*KEEP[:-1])
        self.assert_one_line(self.carry(expect=UNUSABLE).stderr, self.earlier, "--keep-state")
        self.build_earlier(*KEEP, "--replace")
        for flags in (("-p", "incremental.min_df=3"), ("--stemmer", "english")):
            self.assert_one_line(self.carry(*KEEP, *flags, expect=UNUSABLE).stderr, self.earlier)
        self.build_earlier("--detector", "spine", "--replace")
        self.assert_one_line(self.carry(expect=UNUSABLE).stderr, self.earlier, "spine")

    def test_killed_build_carries_on_all_the_same(self):
        long = self.crawl("long", range(14, 6000), HOSTS[::-1])
        self.build_earlier()
        self.carry("--run-memory", "1M", *KEEP, inputs=(long,))
        whole = self.digest()
        killed = self.path("killed")
        command = self.build_command("--run-memory", "1M", *KEEP, "--carry-from", self.earlier, store=killed,
                                     inputs=(long,))
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as build:
            self.wait_for(os.path.join(killed, "work", "detector-000001"))
            build.send_signal(signal.SIGKILL)
        self.run_program(command)
        self.assertEqual(self.digest(killed), whole)


if __name__ == "__main__":
    harness.unittest.main()
