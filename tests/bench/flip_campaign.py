#!/usr/bin/env python3
"""flip_campaign: flips every byte of a small store and runs every command on each damaged store.

    tests/bench/flip_campaign.py build/release [--every N] [--work FOLDER]

A command may say that the store is damaged, in one line and with an exit code of ours, or answer as
it does on the whole store. It may not crash, hang, or answer otherwise. `verify` has to notice the
damage wherever a command does. Commands that write work on a copy; what they leave has to be a store
that `verify` calls whole, with what the same command leaves of the whole store, or the damaged one.
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

PAGES = ('{"url":"http://a.example/1","html":"<title>One</title><ul><li><a href=/2>two</a></ul><p>rye oats and wheat"}\n'
         '{"url":"http://a.example/2","html":"<title>Two</title><ul><li><a href=/1>one</a></ul><p>rye malt and hops"}\n')
MORE = '{"url":"http://a.example/1","html":"<title>One</title><ul><li><a href=/2>two</a></ul><p>rye and clover"}\n'
URL = "http://a.example/1"
READERS = {
    "search": ["search", "--json", "--store", "{}", "rye", "oats"], "stats": ["stats", "--json", "--store", "{}"],
    "templates": ["templates", "--store", "{}"], "sites": ["sites", "--store", "{}"], "changes": ["changes", "--store", "{}"],
    "explain": ["explain", "--store", "{}", URL], "links": ["links", "--store", "{}", "--url", URL], "rank": ["rank", "--store", "{}"],
    "related": ["related", "--store", "{}", URL], "frontier": ["frontier", "--store", "{}"], "report": ["report", "--store", "{}", "--out", "{}.html"],
    "dump": ["dump", "--store", "{}"], "export": ["export", "--store", "{}", "--out", "-"],
    "ciff": ["export", "--format", "ciff", "--store", "{}", "--out", "{}.ciff"], "statistics": ["statistics", "--store", "{}"],
    "run": ["run", "--store", "{}", "--topics", "{}.topics", "--topics-format", "tsv"]}
WRITERS = {
    "update": ["update", "--quiet", "--store", "{}", "{}.more.jsonl"], "compact": ["compact", "--quiet", "--rejudge", "--store", "{}"],
    "delete": ["delete", "--quiet", "--url", "http://a.example/2", "--store", "{}"],
    "merge": ["merge", "--quiet", "--store", "{}.merged", "{}"]}
OURS = (0, 64, 65, 66, 70, 73, 74, 75)
SECONDS = 60


class Campaign:
    def __init__(self, programs, work):
        self.index, self.query = (os.path.join(os.path.abspath(programs), name) for name in ("thresh-index", "thresh-query"))
        self.whole, self.store = os.path.join(work, "whole"), os.path.join(work, "store")
        self.found = collections.Counter()
        self.wrong = []
        crawl = os.path.join(work, "crawl.jsonl")
        for path, text in ((crawl, PAGES), (self.store + ".more.jsonl", MORE), (self.store + ".topics", "1\trye oats\n")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run([self.index, "build", "--quiet", "--store", self.whole, crawl], check=True)
        self.restore()
        self.expected = {name: self.read(name) for name in READERS} | {name: self.write(name) for name in WRITERS}
        wrong = [name for name, (code, _, _) in self.expected.items() if code != 0]
        assert not wrong, f"{wrong} fail on the whole store"

    def restore(self):
        shutil.rmtree(self.store, ignore_errors=True)
        shutil.copytree(self.whole, self.store)

    def run(self, program, words, store):
        try:
            done = subprocess.run([program, *(word.replace("{}", store) for word in words)], capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "hangs", "", ""
        text = re.sub(rb'"milliseconds": ?[0-9.e-]+|[0-9.]+ ms', b"", done.stdout)
        return done.returncode, text, done.stderr.decode(errors="replace")

    def read(self, name):
        return self.run(self.query, READERS[name], self.store)

    def verify(self, store):
        code, text, _ = self.run(self.index, ["verify", "--store", store], store)
        return code, text

    def write(self, name):
        """The command's code and line, and the content that it leaves."""
        copy, merged = self.store + ".copy", self.store + ".copy.merged"
        for folder in (copy, merged):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.store, copy)
        shutil.copy(self.store + ".more.jsonl", copy + ".more.jsonl")
        code, _, said = self.run(self.index, WRITERS[name], copy)
        if code != 0:
            return code, b"", said
        # What it holds, without the time of the crawl.
        _, pages, _ = self.run(self.query, ["dump", "--store", "{}"], merged if name == "merge" else copy)
        whole, _ = self.verify(merged if name == "merge" else copy)
        return code, pages if whole == 0 else b"damaged", said

    def judge(self, place, name, outcome):
        code, text, said = outcome
        if code not in OURS:
            problem = f"ends with {code}"
        elif code != 0 and len(said.strip().splitlines()) != 1:
            problem = f"says {said!r}"
        elif code == 0 and text != self.expected[name][1]:
            problem = "answers otherwise"
        else:
            self.found["refused" if code else "same answer"] += 1
            return
        self.wrong.append(f"{place}: {name} {problem}")
        print(self.wrong[-1], flush=True)

    def flip(self, path, at):
        with open(path, "r+b") as file:
            file.seek(at)
            byte = file.read(1)
            file.seek(at)
            file.write(bytes([byte[0] ^ 0xFF]))

    def run_all(self, every):
        files = sorted(os.path.relpath(os.path.join(where, name), self.whole) for where, _, names in os.walk(self.whole) for name in names)
        for name in files:
            for at in range(0, os.path.getsize(os.path.join(self.whole, name)), every):
                self.restore()
                self.flip(os.path.join(self.store, name), at)
                place = f"{name} byte {at}"
                outcomes = {command: self.read(command) for command in READERS} | {command: self.write(command) for command in WRITERS}
                code, _ = self.verify(self.store)
                if code == 0 and any(outcome[0] != 0 for outcome in outcomes.values()):
                    outcomes["verify"] = ("verify calls it whole", b"", "")
                for command, outcome in outcomes.items():
                    self.judge(place, command, outcome)
                self.found["bytes"] += 1
            print(f"{name}: {self.found['bytes']:,} bytes so far, {self.found['refused']:,} refused, {self.found['same answer']:,} the same answer, "
                  f"{len(self.wrong)} wrong", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", help="folder of the two programs")
    parser.add_argument("--every", type=int, default=1, help="flip every Nth byte")
    parser.add_argument("--work", help="folder for the stores")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.work) as work:
        campaign = Campaign(options.programs, work)
        campaign.run_all(options.every)
        return 1 if campaign.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
