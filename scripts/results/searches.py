"""Queries whose answers are known, asked of the stores of a site: how good the answers are, and whether two ways of asking
differ. Every figure is kept, so that a search is made once."""
import collections
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from results import settings
from results.sites import note

WORD = re.compile(r"\w+")
MEASURES = {"recip_rank": "MRR@10", "success_10": "success@10", "ndcg_cut_10": "nDCG@10"}
# Topics and judgments of a site, and pages that are left out of builds and of results; `of` is a part of the queries.
Queries = collections.namedtuple("Queries", "site topics qrels exclude of")
# A way of asking: the detector of the build, and options of `thresh-query run`.
Way = collections.namedtuple("Way", "detector options")
WITHOUT, REMOVED = Way("none", ()), Way(settings.DEFAULT, ())
# Of two ways in a measure: their means, queries that got better and worse, and the chance of that by luck.
Pair = collections.namedtuple("Pair", "before after wins losses ties p")


def holm(chances):
    """The same chances corrected for their number (Holm 1979)."""
    corrected, most = [0] * len(chances), 0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        most = max(most, min(1, chances[at] * (len(chances) - rank)))
        corrected[at] = most
    return corrected


class Searches:
    def __init__(self, program, sites, work):
        self.index, self.query = program, os.path.join(os.path.dirname(program), "thresh-query")
        self.sites, self.folder = sites, os.path.join(work, "searches")
        self.path = os.path.join(work, "measured", "searches.json")
        self.kept = {}
        if os.path.isfile(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.kept = json.load(file)

    def keep(self, key, make):
        """What `make` gives, made once for a key."""
        name = json.dumps(key)
        if name not in self.kept:
            self.kept[name] = make()
            with open(self.path + ".new", "w", encoding="utf-8") as file:
                json.dump(self.kept, file, indent=1)
            os.replace(self.path + ".new", self.path)
        return self.kept[name]

    def file(self, name):
        os.makedirs(self.folder, exist_ok=True)
        return os.path.join(self.folder, name)

    def known_items(self, site):
        """Queries that the site's own authors wrote; None where there are none, or no pages."""
        packed = os.path.join(self.sites.shared, "data", "known-items", site)
        if not os.path.isfile(packed + ".topics.tsv.gz"):
            return self.sites.cannot("queries of " + site, f"no {packed}.topics.tsv.gz; give the folder of data/known-items with --shared")
        if self.sites.folder(site) is None:
            return None
        for end in (".topics.tsv", ".qrels"):
            with gzip.open(packed + end + ".gz") as read, open(self.file(site + end), "wb") as write:
                shutil.copyfileobj(read, write)
        shutil.copyfile(packed + ".exclude", self.file(site + ".exclude"))
        return Queries(site, self.file(site + ".topics.tsv"), self.file(site + ".qrels"), self.file(site + ".exclude"), "")

    def titles(self, site):
        """Titles of random pages as queries whose answer is the page."""
        if self.sites.folder(site) is None:
            return None
        topics, qrels, exclude = (self.file(f"{site}.titles{end}") for end in (".tsv", ".qrels", ".exclude"))
        with open(exclude, "w", encoding="utf-8"):
            pass
        queries = Queries(site, topics, qrels, exclude, "titles")
        if not self.store(queries, WITHOUT.detector):
            return None
        dump = self.output([self.query, "dump", "--format", "tsv", "--store", self.store(queries, WITHOUT.detector)])
        pages = [line.split("\t")[:2] for line in dump.splitlines()]
        titled = [(docno, title) for docno, title in pages if WORD.search(title)]
        drawn = random.Random(settings.SEED).sample(titled, min(settings.TITLES, len(titled)))
        with open(topics, "w", encoding="utf-8") as to, open(qrels, "w", encoding="utf-8") as answers:
            for number, (docno, title) in enumerate(drawn, 1):
                to.write(f"{number}\t{title}\n")
                answers.write(f"{number} 0 {docno.replace(' ', '%20')} 1\n")
        return queries

    def store(self, queries, detector, removal=None, stemmer=None):
        """The folder of the site's store, built where it is missing; None where that failed."""
        name = ".".join(part for part in (detector, removal, stemmer) if part is not None)
        folder = self.file(os.path.basename(queries.exclude).removesuffix("exclude") + name)
        if not os.path.isdir(folder):
            note(f"{queries.site}, {detector}: building")
            with open(queries.exclude, encoding="utf-8") as file:
                left_out = [word for page in file.read().splitlines() for word in ("--exclude", page)]
            command = [self.index, "build", "--quiet", "--detector", detector, *left_out, "--store", folder]
            command += [] if removal is None else ["--removal", removal]
            command += [] if stemmer is None else ["--stemmer", stemmer]
            if subprocess.run([*command, self.sites.folder(queries.site)], check=False, stdout=sys.stderr).returncode != 0:
                return self.sites.cannot("stores of " + queries.site, "the build failed")
        return folder

    @staticmethod
    def output(command):
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout

    def answers(self, queries, way):
        """The ten best pages of every query, as a TREC run."""
        return self.output([self.query, "run", "--store", self.store(queries, way.detector), "--topics", queries.topics,
                            "--topics-format", "tsv", "--limit", "10", "--exclude", queries.exclude, "--threads", "2", *way.options])

    def compare(self, queries, before, after):
        """{measure: Pair} of two ways."""
        return {measure: Pair(*row) for measure, row in
                self.keep(["pair", queries.site, queries.of, before, after], lambda: self.measure(queries, before, after)).items()}

    def measure(self, queries, before, after):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            runs = [os.path.join(folder, name) for name in ("before", "after")]
            for way, run in zip((before, after), runs):
                with open(run, "w", encoding="utf-8") as file:
                    file.write(self.answers(queries, way))
            measures = [word for name in ("recip_rank", "success.10", "ndcg_cut.10") for word in ("-m", name)]
            rows = json.loads(self.output([self.query, "eval", "--json", *measures, queries.qrels, *runs]))["rows"]
        pairs = {}
        for first, second in zip(rows[::2], rows[1::2]):
            pairs[first["measure"]] = Pair(first["mean"], second["mean"], second["wins"], second["losses"], second["ties"],
                                           second["p"]["Wilcoxon"])
        return pairs

    def by_template_words(self, queries):
        """The queries with a word that stands in a template of the site, and those without."""
        struck = set()
        for line in self.output([self.query, "dump", "--store", self.store(queries, settings.DEFAULT)]).splitlines():
            for span in json.loads(line)["spans"]:
                if span["verdict"] in ("template", "kept-one"):
                    struck.update(WORD.findall(span["text"].lower()))
        with open(queries.topics, encoding="utf-8") as file:
            topics = dict(line.rstrip("\n").split("\t", 1) for line in file)
        with open(queries.qrels, encoding="utf-8") as file:
            judged = file.readlines()
        for of, inside in (("with", True), ("without", False)):
            chosen = [line for line in judged
                      if bool(struck.intersection(WORD.findall(topics[line.split()[0]].lower()))) == inside]
            qrels = self.file(f"{queries.site}.{of}.qrels")
            with open(qrels, "w", encoding="utf-8") as file:
                file.writelines(chosen)
            if chosen:
                yield queries._replace(qrels=qrels, of=of)
