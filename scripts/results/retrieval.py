"""The section of docs/RESULTS.md about search: queries that the sites' own authors wrote, answered with and without the
templates."""
import collections
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
Table = collections.namedtuple("Table", "key heading kinds settings")
TABLES = (Table("anchors", "with anchors", (ANCHORS,), "k1 2\nb 0.3\ntitle-weight 3\n"),
          Table("default", "at the default weights", ("", INSIDE, ANCHORS), ""))

HOW = """Queries out of the sites' own indexes, FAQ and keyword lists, whose pages count as relevant (the index pages are left out
of the results); most have one. The same build with `--detector none` and with the default (`spine`, `--removal keep-one`); BM25
over body, title, URL and description, and over the field of anchors where it is built. p is of paired tests over the queries,
corrected by Holm for all comparisons of a measure in a table: Wilcoxon's signed ranks, then the randomisation of signs."""

WHY = {"anchors": """Both builds with `--anchors`, the index pages (the queries are the text of their links) left out of the
build; both searched with `--k1 2 --b 0.3 --title-weight 3`, which of the settings that were tried (`docs/DECISIONS.md`) is best for
both on the average of the sites. With them removal costs no site anything, in either measure. Neither is the default: a build has
anchors on request, and k1 0.9 with b 0.4 are what others compare with.

Pages of libreoffice-zh-cn name their targets from another root than the one that was crawled, so no link says anything there;
anarchism has no template.""",
       "default": """k1 0.9, b 0.4, all weights 1. "own words": only queries all of whose words stand in the title or in what
is left of their page. "anchors": the stores of the tables above.

As built by default, removal loses on cppreference-en, python311 and postgresql15: the navigation of the relevant page itself spoke
for it. On cppreference-en more than half of the queries name a class and a member that it inherits (`std::istrstream::tellg`): the
page of the member names that class in its navigation box only. Where the page does speak of both, success@10 rises, but near ties
between a member, its class and its overloads, which the name in the box used to decide, fall either way. On python311 an outline
beside the text repeats every heading and entry of the page itself, twice: without it the page that defines a name has fewer of it
than a page that lists it. On postgresql15 the header and the footer name the chapter and its neighbours.

Anchors give that back: the text of a link and the title above it are about the target where the link was put by the page's author,
and are noise where a menu repeats it on every page; so a menu says each of its texts once. On octave two queries leave the first
ten for it (`operators, increment`, `command and output logs`): words of the names of neighbouring pages, which the menu had set
on the page itself."""}


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
        note("searching " + ", ".join(known))
        measured = {table.key: self.search(known, table) for table in TABLES}
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(measured, file)

    def search(self, sites, table):
        plan = self.file("plan-" + table.key)
        with open(plan, "w", encoding="utf-8") as file:
            file.write("measures recip_rank_cut.10 success.10\nlimit 10\n" + table.settings)
            file.writelines(self.collections(site, table.kinds) for site in sites)
        result = subprocess.run([self.query, "experiment", "--json", plan], capture_output=True, check=True, text=True).stdout
        return json.loads(result)["rows"]

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

    def collections(self, site, kinds):
        """The site with all its queries, with those whose words stand in what is left of their page, and with anchors."""
        parts = []
        for kind in kinds:
            qrels = self.inside(site) if kind == INSIDE else self.file(site + ".qrels")
            end = ANCHORS if kind == ANCHORS else ""
            parts.append(f"collection {site}{kind}\ntopics {self.file(site + '.topics.tsv')}\nformat tsv\nqrels {qrels}\n"
                         f"exclude {self.file(site + '.exclude')}\n")
            parts += [f"store {store} {self.file(f'{site}-{store}{end}')}\n" for store in STORES]
        return "".join(parts)

    def inside(self, site):
        """Qrels of the queries all of whose words stand in what is left of their page."""
        content = self.contents(site)
        with open(self.file(site + ".topics.tsv"), encoding="utf-8") as file:
            topics = dict(line.rstrip("\n").split("\t", 1) for line in file)
        inside = self.file(site + ".inside.qrels")
        with open(self.file(site + ".qrels"), encoding="utf-8") as file, open(inside, "w", encoding="utf-8") as out:
            for line in file:
                topic, _, page, _ = line.split()
                if words(topics[topic]) <= content.get(page, set()):
                    out.write(line)
        return inside

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
            measured = json.load(file)
        out = [HOW]
        for shown in TABLES:
            for measure, title in MEASURES.items():
                out += [f"### {title}, {shown.heading}", self.comparison(measured[shown.key], measure, len(shown.kinds) > 1)]
            out.append(WHY[shown.key])
        return out

    @staticmethod
    def comparison(rows, measure, named):
        chosen = [row for row in rows if row["measure"] == measure]
        lines = []
        for before, after in zip(chosen[::2], chosen[1::2]):
            topics = after["wins"] + after["losses"] + after["ties"]
            p = [chance(after["corrected"][test]) for test in ("Wilcoxon", "random")]
            site, colon, kind = before["collection"].partition(":")
            lines.append((site + (TITLES.get(colon + kind, "") if named else ""),
                          [str(topics), before["mean"], after["mean"], f"{after['difference']:+.4f}", str(after["wins"]),
                           str(after["losses"]), *p]))
        titles = ["site", "queries", "without", "removed", "difference", "wins", "losses", "p (Wilcoxon)", "p (random)"]
        return table(titles, lines, four)
