"""The sections of docs/RESULTS.md about words and texts: template terms (Vieira et al. 2006, figure 7), rare words (Chen, Ye, Li
2006), text and peers (Rowlands et al. 2009, table 1), and a build of many runs (Chen, Ye, Li 2006, 3.2)."""
import collections
import os

from results import figures, gold, settings
from results.sections import Idle, Section, mean, score, share, table, whole
from results.sites import HTML
from results.stores import STRUCK, Texts


def words(text):
    return gold.TOKEN.findall(text.lower())


def f1(found, wanted):
    both = len(found & wanted)
    return 2 * both / (len(found) + len(wanted)) if both else 0.0


class OfTexts(Section):
    """What the sections share: each measures site by site, and keeps it."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.texts = Texts(self.measured, self.sites)

    def usable(self, sites):
        return [site for site in self.chosen(sites) if self.sites.folder(site)]

    def known(self, sites, name):
        found = {site: self.texts.known(f"{site}_{name}") for site in self.chosen(sites)}
        return {site: row for site, row in found.items() if row}


class Samples(OfTexts):
    name, title = "samples", "Vieira et al. 2006, figure 7: F against the number of sample pages"

    def run(self):
        for site in self.usable(settings.SAMPLED_SITES):
            for reading, more in settings.SAMPLED_READINGS.items():
                for pages in settings.SAMPLED_PAGES:
                    if not more:
                        self.measured.make(site, None, [settings.SAMPLED], self.parameters(more, pages))
                    if self.sites.gold(site):
                        self.texts.keep(self.file(site, reading, pages), lambda at=(site, self.parameters(more, pages)): self.terms(*at))

    @staticmethod
    def parameters(more, pages):
        return [f"{settings.SAMPLED_PARAMETER}={pages}", *more]

    @staticmethod
    def file(site, reading, pages):
        return f"{site}_terms_{reading.replace(' ', '-')}_{pages}"

    def terms(self, site, parameters):
        """F of the set of terms that the detector strikes on the gold pages against those of the gold's template."""
        labelled = {page["path"]: page for page in gold.read(self.sites.gold(site))}
        wanted = {word for page in labelled.values() for label, part in page["segments"] if label == "T" for text in part
                  for word in words(text)}
        struck = set()
        with self.texts.store(site, settings.SAMPLED, parameters) as (folder, _):
            for page in self.texts.pages(folder):
                if page["path"] in labelled:
                    struck.update(word for span in page["spans"] if span["verdict"] in STRUCK for word in words(span["text"]))
        return {"f": f1(struck, wanted), "struck": len(struck), "template": len(wanted)}

    def report(self):
        tokens, terms = {}, {}
        for site in self.chosen(settings.SAMPLED_SITES):
            rows = [self.measured.get(site, None, settings.SAMPLED, self.parameters((), pages)) for pages in settings.SAMPLED_PAGES]
            if any(rows):
                tokens[site] = [score("f1")(row) if row else None for row in rows]
            for reading in settings.SAMPLED_READINGS:
                rows = [self.texts.known(self.file(site, reading, pages)) for pages in settings.SAMPLED_PAGES]
                if any(rows):
                    terms[site, reading] = [row and (row["f"] if row["struck"] else Idle(0)) for row in rows]
        if not terms:
            return self.missing(settings.SAMPLED) or None
        series = {site: [(pages, value) for pages, value in zip(settings.SAMPLED_PAGES, row) if value is not None]
                  for (site, reading), row in terms.items() if reading == settings.SAMPLED_BEST}
        picture = figures.lines(f"F of {settings.SAMPLED}, {settings.SAMPLED_BEST}, against sample pages", "sample pages", "F", series,
                                bounds=(0, 1))
        return [f"`{settings.SAMPLED}` in three readings: as printed; with replacements at cost 2, where the cheapest mapping is the one "
                "with the largest template; and with a template for each cluster of sample pages, which one odd page does not change "
                "(`rtdm_td.modern`).", "### F of the set of template terms, as in the paper",
                table(["site", "reading", *map(str, settings.SAMPLED_PAGES)],
                      [(site, [reading, *row]) for (site, reading), row in terms.items()]),
                self.figure("samples.svg", picture, "F over the number of sample pages"), "### F1 of tokens, as printed",
                table(["site", *map(str, settings.SAMPLED_PAGES)], list(tokens.items())), self.direction(terms)]

    @staticmethod
    def direction(shown):
        at, ten = settings.SAMPLED_PAGES.index(25), settings.SAMPLED_PAGES.index(10)
        said, most, of = [], 0, 0
        for reading in settings.SAMPLED_READINGS:
            values = [row[at] for (_, name), row in shown.items() if name == reading and row[at] is not None]
            good = sum(value > 0.95 for value in values)
            said.append(f"{reading} {good} of {len(values)}")
            most, of = max(most, good), max(of, len(values))
        rows = [[value for value in row[ten:] if value is not None] for row in shown.values()]
        flat = sum(max(row) - min(row) < 0.05 for row in rows if row)
        return ("The paper: F above 0.95 on nine of ten sites with 25 pages or fewer, and hardly another beyond ten. Here, sites above 0.95 "
                f"with 25 pages: {', '.join(said)}: the direction of the paper is {'seen' if most * 2 > of else 'not seen'}, since manuals "
                "have several templates, and titles of neighbours in them, where the paper's shops have one. From ten pages on F moves by "
                f"less than .05 in {flat} of {len(rows)} rows, as in the paper.")


class RareWords(OfTexts):
    name, title = "rare-words", "Chen, Ye, Li 2006, 3.2: words on fewer than three pages"

    def run(self):
        for site in self.usable(settings.TEXT_SITES):
            self.texts.keep(f"{site}_rare-words", lambda site=site: self.count(site))

    def count(self, site):
        pages_of = {"all": collections.Counter(), "kept": collections.Counter()}
        with self.texts.store(site, settings.DEFAULT) as (folder, _):
            for page in self.texts.pages(folder):
                every, kept = set(), set()
                for span in page["spans"]:
                    found = words(span["text"])
                    every.update(found)
                    if span["verdict"] not in STRUCK:
                        kept.update(found)
                pages_of["all"].update(every)
                pages_of["kept"].update(kept)
        return {of: [len(counts), sum(df < 3 for df in counts.values())] for of, counts in pages_of.items()}

    def report(self):
        found = self.known(settings.TEXT_SITES, "rare-words")
        if not found:
            return None
        rows = [(site, [whole(row["all"][0]), share(row["all"][1] / row["all"][0]), share(row["kept"][1] / row["kept"][0])])
                for site, row in found.items()]
        average = mean(row["all"][1] / row["all"][0] for row in found.values())
        return ["Different words of a site, and the share of them that stand on fewer than three pages: in all texts, and in those that "
                "the default detector leaves.", table(["site", "words", "on fewer than 3", "without templates"], rows),
                f"The paper: about half of all words, so that most word features are too rare for a template. Here {share(average)} in the "
                "mean: the direction of the paper is " + ("seen." if average > 0.4 else "not seen.")]


class Peers(OfTexts):
    name, title = "peers", "Rowlands et al. 2009, table 1: bytes of text, and pages with a peer"

    def run(self):
        for site in self.usable(settings.TEXT_SITES):
            self.texts.keep(f"{site}_peers", lambda site=site: self.count(site))

    def count(self, site):
        root = self.sites.folder(site)
        directories = collections.Counter(os.path.relpath(folder, root) for folder, _, files in os.walk(root) for file in files
                                          if HTML.search(file))
        found = {"pages": directories.total(), "with_peer": sum(n for n in directories.values() if n > 1), "text": 0, "kept": 0}
        with self.texts.store(site, settings.LINES) as (folder, _):
            for page in self.texts.pages(folder):
                for span in page["spans"]:
                    size = len(span["text"].encode())
                    found["text"] += size
                    found["kept"] += size if span["verdict"] not in STRUCK else 0
        return found

    def report(self):
        found = self.known(settings.TEXT_SITES, "peers")
        if not found:
            return None
        rows = [(site, [whole(row["text"]), whole(row["kept"]), share(1 - row["kept"] / row["text"]), share(row["with_peer"] / row["pages"])])
                for site, row in found.items()]
        saved = [1 - row["kept"] / row["text"] for row in found.values()]
        return [f"Bytes of the text of the pages before and after `{settings.LINES}` with the nearest name as peer, where the paper counts "
                "html; and pages with another page in their directory.",
                table(["site", "bytes of text", "kept", "saved", "pages with a peer"], rows),
                f"The paper: 16 % saved on a crawl of the web and 67 % on news pages, with a peer for 92 and 98 % of the pages. Here from "
                f"{share(min(saved))} to {share(max(saved))}: the direction of the paper is "
                + ("seen" if min(saved) > 0 else "not seen on every site") +
                ". Its size is not, since manuals have less template than pages of the web."]


class ManyRuns(OfTexts):
    name, title = "many-runs", "Chen, Ye, Li 2006, 3.2: detection while runs are written"

    def run(self):
        for site in self.usable(settings.RUNS_SITES):
            self.texts.keep(f"{site}_many-runs", lambda site=site: self.count(site))

    def count(self, site):
        rows = {}
        for _ in range(settings.REPEATS):
            for memory in settings.RUN_MEMORIES:
                for overlap in ("on", "off"):
                    flags = ("--run-memory", memory, "--detect-overlap", overlap)
                    with self.texts.store(site, settings.RUNS_DETECTOR, flags=flags) as (_, report):
                        rows.setdefault(f"{memory} {overlap}", []).append({"runs": report["runs"], **report["seconds"]})
        return rows

    def report(self):
        found = self.known(settings.RUNS_SITES, "many-runs")
        if not found:
            return None
        rows, many, clear = [], 0, 0
        for site, ways in found.items():
            for memory in settings.RUN_MEMORIES:
                builds = [ways[f"{memory} {overlap}"] for overlap in ("on", "off")]
                on, off = map(self.median, builds)
                rows.append((f"{site}, {memory}", [str(on["runs"]), *(f"{row[key]:.2f} s" for row in (on, off) for key in ("wall", "cpu"))]))
                if on["runs"] > 1:
                    many += 1
                    clear += max(row["wall"] for row in builds[0]) < min(row["wall"] for row in builds[1])
        return [f"`{settings.RUNS_DETECTOR}` judges each run before it is written. With overlap the next run fills and the one before is "
                f"written meanwhile (`--detect-overlap`); median of {settings.REPEATS} builds, by turns.",
                table(["site, run memory", "runs", "wall", "CPU", "wall, one after the other", "CPU"], rows),
                f"Of {many} builds of several runs {clear} took less time with overlap than each repetition without: the direction of the "
                "paper, which detects while the disk is written, is " + ("seen." if many and clear == many else
                "not seen beyond what repetitions differ by. The disk of a small store takes hardly any time.")]

    @staticmethod
    def median(builds):
        return sorted(builds, key=lambda row: row["wall"])[len(builds) // 2]


SECTIONS = (Samples, RareWords, Peers, ManyRuns)
