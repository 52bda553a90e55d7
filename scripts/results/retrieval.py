"""The section of docs/RESULTS.md about search: queries that the sites' own authors wrote, answered with and without the
templates."""
import json
import os
import re
import subprocess
import sys

from results import settings
from results.sections import Section, four, table
from results.sites import note

WORD = re.compile(r"\w+")
MEASURES = {"recip_rank_cut_10": "MRR@10", "success_10": "success@10"}
STORES = {"without": "none", "removed": "spine"}  # name of the system: detector
INSIDE = ":own-words"  # of a site: queries whose words stand in the content of their page
ANCHORS = ":anchors"  # of a site: stores with what pages say about each other, without the pages of the queries
TITLES = {INSIDE: ", own words", ANCHORS: ", anchors"}

WHY = """"own words": only queries all of whose words stand in the title or in what is left of their page. "anchors": both
builds with `--anchors`, the index pages (the queries are the text of their links) left out of the build.

Where removal loses, the navigation of the relevant page itself spoke for it. On cppreference-en more than half of the queries
name a class and a member that it inherits (`std::istrstream::tellg`): the page of the member names that class in its navigation
box only. Where the page does speak of both, success@10 rises, but near ties between a member, its class and its overloads, which
the name in the box used to decide, fall either way. On python311 an outline beside the text repeats every heading and entry of
the page itself, twice: without it the page that defines a name has fewer of it than a page that lists it. On postgresql15 the
header and the footer name the chapter and its neighbours.

Anchors give that back, to the builds with removal only: the text of a link and the title above it are about the target where the
link was put by the page's author, and are noise where a menu repeats it on every page. On octave the menu names the next page,
the one before and the one above: 26 queries lose, 48 win, which is no difference. Pages of libreoffice-zh-cn name their targets
from another root than the one that was crawled, so that nothing is said there, and anarchism has no template."""


def words(text):
    return set(WORD.findall(text.lower()))


def chance(p):
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


class Retrieval(Section):
    name, title = "retrieval", "Search with and without templates"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.path = os.path.join(self.sites.work, "measured", "retrieval.json")
        self.folder = os.path.join(self.sites.work, "retrieval")
        self.query = os.path.join(os.path.dirname(self.measured.program), "thresh-query")

    def run(self):
        if os.path.isfile(self.path):
            return
        known = [site for site in self.chosen(settings.RETRIEVAL_SITES) if self.make_queries(site) and self.make_stores(site)]
        if not known:
            return
        plan = self.file("plan")
        with open(plan, "w", encoding="utf-8") as file:
            file.write("measures recip_rank_cut.10 success.10\nlimit 10\n")
            file.writelines(self.collections(site) for site in known)
        note("searching " + ", ".join(known))
        result = subprocess.run([self.query, "experiment", "--json", plan], capture_output=True, check=True, text=True).stdout
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(result)

    def file(self, name):
        return os.path.join(self.folder, name)

    def make_queries(self, site):
        """SITE.topics.tsv, SITE.qrels and SITE.exclude, by the tool of the method specification."""
        os.makedirs(self.folder, exist_ok=True)
        tool = os.path.join(self.sites.shared, "tools", "make_qrels.py")
        if not os.path.isfile(tool):
            return self.sites.cannot("queries of " + site, f"no {tool}; give its folder with --shared")
        if self.sites.folder(site) is None:
            return None
        command = ["/usr/bin/python3", tool, self.sites.corpora, self.folder, site]  # the one with Debian's lxml
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            return self.sites.cannot("queries of " + site, "make_qrels.py failed")
        return os.path.isfile(self.file(site + ".topics.tsv"))

    def make_stores(self, site):
        with open(self.file(site + ".exclude"), encoding="utf-8") as file:
            left_out = [*file.read().splitlines(), *settings.QUERY_PAGES.get(site, ())]
        anchors = ["--anchors", *(word for page in left_out for word in ("--exclude", page))]
        for name, detector in STORES.items():
            note(f"{site}, {detector}: building")
            for end, options in (("", []), (ANCHORS, anchors)):
                command = [self.measured.program, "build", "--quiet", "--replace", "--detector", detector, *options, "--store",
                           self.file(f"{site}-{name}{end}"), self.sites.folder(site)]
                if subprocess.run(command, check=False, stdout=sys.stderr).returncode != 0:
                    return self.sites.cannot("stores of " + site, "the build failed")
        return True

    def collections(self, site):
        """The site with all its queries, with those whose words stand in what is left of their page, and with anchors."""
        inside = self.file(site + ".inside.qrels")
        content = self.contents(site)
        with open(self.file(site + ".topics.tsv"), encoding="utf-8") as file:
            topics = dict(line.rstrip("\n").split("\t", 1) for line in file)
        with open(self.file(site + ".qrels"), encoding="utf-8") as file, open(inside, "w", encoding="utf-8") as out:
            for line in file:
                topic, _, page, _ = line.split()
                if words(topics[topic]) <= content.get(page, set()):
                    out.write(line)
        parts = []
        all_queries = self.file(site + ".qrels")
        for kind, qrels, end in (("", all_queries, ""), (INSIDE, inside, ""), (ANCHORS, all_queries, ANCHORS)):
            parts.append(f"collection {site}{kind}\ntopics {self.file(site + '.topics.tsv')}\nformat tsv\nqrels {qrels}\n"
                         f"exclude {self.file(site + '.exclude')}\n")
            parts += [f"store {store} {self.file(f'{site}-{store}{end}')}\n" for store in STORES]
        return "".join(parts)

    def contents(self, site):
        """{docno: words that removal leaves}."""
        dump = subprocess.Popen([self.query, "dump", "--store", self.file(site + "-removed")], stdout=subprocess.PIPE)
        left = {}
        for line in dump.stdout:
            page = json.loads(line)
            text = [page["title"]] + [span["text"] for span in page["spans"] if span["verdict"] != "template"]
            left[page["docno"].replace(" ", "%20")] = words(" ".join(text))
        return left

    def report(self):
        if not os.path.isfile(self.path):
            return None
        with open(self.path, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        out = ["Queries out of the sites' own indexes, FAQ and keyword lists, whose pages count as relevant (the index pages "
               "are left out); most have one. The same build with `--detector none` and with the default (`spine`, "
               "`--removal keep-one`); BM25 with k1 0.9, b 0.4 over body, title, URL and description. p is of paired tests "
               f"over the queries, corrected by Holm for all {len(rows) // 4} comparisons of a measure: Wilcoxon's signed "
               "ranks, then the randomisation of signs."]
        for measure, title in MEASURES.items():
            out += [f"### {title}", self.comparison(rows, measure)]
        return [*out, WHY]

    @staticmethod
    def comparison(rows, measure):
        chosen = [row for row in rows if row["measure"] == measure]
        lines = []
        for before, after in zip(chosen[::2], chosen[1::2]):
            topics = after["wins"] + after["losses"] + after["ties"]
            p = [chance(after["corrected"][test]) for test in ("Wilcoxon", "random")]
            site, colon, kind = before["collection"].partition(":")
            lines.append((site + TITLES.get(colon + kind, ""),
                          [str(topics), before["mean"], after["mean"], f"{after['difference']:+.4f}", str(after["wins"]),
                           str(after["losses"]), *p]))
        titles = ["site", "queries", "without", "removed", "difference", "wins", "losses", "p (Wilcoxon)", "p (random)"]
        return table(titles, lines, four)
