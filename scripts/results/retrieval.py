"""The sections of docs/RESULTS.md about search: queries that the sites' own authors wrote and titles as queries, answered with
and without the templates; and what every choice of the default settings gives."""
import random
import textwrap

from results import settings
from results.searches import MEASURES, REMOVED, WITHOUT, Searches, Way, holm
from results.sections import Section, four, mean, table
from results.sites import note


def chance(p):
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


def signed(difference):
    return f"{difference:+.4f}"


class Searching(Section):
    """What the sections share: the searches, and the sites whose queries can be had."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.searches = Searches(self.measured.program, self.sites, self.sites.work)
        self.key = ["section", self.name]

    def run(self):
        known = [queries for queries in map(self.queries, self.chosen(self.names())) if queries and self.can(queries)]
        if known:
            self.searches.keep([*self.key, [queries.site for queries in known]], lambda: self.make(known))

    def names(self):
        return settings.RETRIEVAL_SITES

    def queries(self, site):
        return self.searches.known_items(site)

    def can(self, queries):
        note(f"searching {queries.site}")
        return all(self.searches.store(queries, detector) for detector in (WITHOUT.detector, REMOVED.detector))

    def report(self):
        """Of what was measured last, for whichever sites."""
        found = [value for key, value in self.searches.kept.items() if key.startswith(f'["section", "{self.name}"')]
        return self.blocks(found[-1]) if found else None

    def comparisons(self, known, before, after):
        """{measure: [row of comparison_table]} of two ways on every site."""
        rows = {}
        for queries in known:
            for measure, pair in self.searches.compare(queries, before, after).items():
                rows.setdefault(measure, []).append([queries.site, *pair])
        return rows

    @staticmethod
    def comparison_table(rows, before, after):
        lines = []
        for (site, first, second, wins, losses, ties, _), p in zip(rows, holm([row[-1] for row in rows])):
            lines.append((site, [str(wins + losses + ties), first, second, signed(second - first), str(wins), str(losses), chance(p)]))
        return table(["site", "queries", before, after, "difference", "wins", "losses", "p"], lines, four)


HOW = """Queries out of the sites' own indexes, FAQ and keyword lists, whose pages count as relevant; most have one. The index
pages, whose links are the queries, are left out of the builds and so of anchors and prior. The same build with `--detector none`
and with the default (`spine`, `--removal keep-one`); ten best pages; p is of Wilcoxon's signed ranks over the queries, corrected
by Holm for the sites of a table."""
SPLIT = """Chen et al. 2006, figure 4, on these queries: apart, those with a word that stands in a template of the site and those
without one. nDCG@10, default settings."""
OTHERS = """MRR@10, searched by default, where other detectors remove, and where the default detector removes and other models
rank. Without: `--detector none`, the default settings."""


class Retrieval(Searching):
    name, title = "retrieval", "Search with and without templates"

    def make(self, known):
        former = [Way(way.detector, settings.FORMER) for way in (WITHOUT, REMOVED)]
        return {"default": self.comparisons(known, WITHOUT, REMOVED), "former": self.comparisons(known, *former),
                "split": self.split(known), "others": self.others(known)}

    def split(self, known):
        rows = []
        for queries in known:
            for part in self.searches.by_template_words(queries):
                pair = self.searches.compare(part, WITHOUT, REMOVED)["ndcg_cut_10"]
                rows.append([f"{queries.site}, {part.of}", *pair])
        return rows

    def others(self, known):
        """{name: [MRR@10 of every site]}, and the sites."""
        ways = {"removed": REMOVED, **{name: Way(name, ()) for name in settings.OTHER_DETECTORS if name in self.measured.detectors},
                **{model: Way(settings.DEFAULT, options) for model, options in settings.OTHER_MODELS.items()}}
        values = {"without": [self.mean_of(queries, REMOVED, "before") for queries in known]}
        values.update({name: [self.mean_of(queries, way, "after") for queries in known] for name, way in ways.items()})
        return {"sites": [queries.site for queries in known], "values": values}

    def mean_of(self, queries, way, side):
        return getattr(self.searches.compare(queries, WITHOUT, way)["recip_rank"], side)

    def blocks(self, found):
        out = [HOW]
        for measure in ("recip_rank", "success_10"):
            out += [f"### {MEASURES[measure]}, as everything is by default",
                    self.comparison_table(found["default"][measure], "without", "removed")]
        out += ["### MRR@10, with `--preset plain`", "k1 0.9, b 0.4, every word of page, title and address counts 1, no links: "
                "the navigation of the relevant page itself spoke for it, and removal costs some sites queries.",
                self.comparison_table(found["former"]["recip_rank"], "without", "removed"),
                "### Queries with and without words of templates", SPLIT, self.comparison_table(found["split"], "without", "removed"),
                "### Other detectors and other models", OTHERS]
        values = found["others"]["values"]
        rows = [(site, [row[at] for row in values.values()]) for at, site in enumerate(found["others"]["sites"])]
        return [*out, table(["site", *values], [*rows, ("**mean**", [mean(row) for row in values.values()])], four)]


class Titles(Searching):
    name, title = "titles", "Titles as queries"

    def names(self):
        return self.sites.names("dev", "field")

    def queries(self, site):
        return self.searches.titles(site)

    def make(self, known):
        return self.comparisons(known, WITHOUT, REMOVED)

    def blocks(self, found):
        out = [f"The titles of up to {settings.TITLES:,} random pages of each site; the page itself is the answer. A check that removal "
               "harms nothing: no weight was chosen on titles, since a title always matches its own field. p as above."]
        for measure in ("recip_rank", "success_10"):
            out += [f"### {MEASURES[measure]}", self.comparison_table(found[measure], "without", "removed")]
        return out


class Choices(Searching):
    name, title = "choices", "The default settings of a search, choice by choice"

    def make(self, known):
        ways = {name: self.options({name: value}) for name, value in settings.CHOICES.items()}
        return {"former": self.rows(known, ()), "undone": {name: self.rows(known, way) for name, way in ways.items()},
                "left_out": self.left_out(known)}

    @staticmethod
    def options(numbers):
        return tuple(word for name, value in numbers.items() for word in ("--" + name, str(value)))

    @staticmethod
    def allowed(queries, options):
        """The same options, where the queries are links of the site without what links give."""
        none = ("--anchor-weight", "0", "--prior", "0") if queries.site == settings.NO_LINKS_SITE else ()
        kept = [word for pair in zip(options[::2], options[1::2]) if pair[0] not in none for word in pair]
        return (*kept, *none)

    def rows(self, known, options, before=settings.FORMER):
        """A row of comparison_table a site: from `before` to these options, both with removal."""
        rows = []
        for queries in known:
            after = Way(settings.DEFAULT, self.allowed(queries, options))
            rows.append([queries.site, *self.searches.compare(queries, Way(settings.DEFAULT, before), after)["recip_rank"]])
        return rows

    def left_out(self, known):
        """For every site: what it has with the settings, among those drawn, that are best on the mean of the others."""
        seeded = random.Random(settings.SEED)
        drawn = [self.options({name: seeded.choice(values) for name, values in settings.DRAWN_FROM.items()}) for _ in range(settings.DRAWN)]
        tried = [self.rows(known, options) for options in drawn]
        found = []
        for at, queries in enumerate(known):
            def others(number, at=at):
                return mean(row[2] for i, row in enumerate(tried[number]) if i != at and known[i].site != settings.NO_LINKS_SITE) or 0
            best = max(range(len(drawn)), key=others)
            found.append([tried[best][at], " ".join(drawn[best]).replace("--", "")])
        return found

    def blocks(self, found):
        judged = [row for row in found["former"] if row[0] != settings.NO_LINKS_SITE]
        gain = mean(row[2] - row[1] for row in judged)
        out = [f"MRR@10 with removal. Before: `{' '.join(settings.FORMER)}`, which was the default. The mean gain of the sites but "
               f"{settings.NO_LINKS_SITE} is {signed(gain or 0)}. On {settings.NO_LINKS_SITE} nothing that links give counts, since "
               "its queries are links.", "### From the former settings to the default", self.comparison_table(found["former"], "before", "now"),
               "### Each choice undone", "What a site loses (-) if one number of the default goes back.", self.undone(found)]
        rows = [row for row, _ in found["left_out"]]
        gain = mean(row[2] - row[1] for row in rows if row[0] != settings.NO_LINKS_SITE)
        return [*out, "### Chosen without the site", f"{settings.DRAWN} settings drawn at random; a site has those with the best mean of the "
                f"other sites. The mean gain of the sites but {settings.NO_LINKS_SITE} is {signed(gain or 0)}.",
                self.comparison_table(rows, "before", "now"),
                "\n".join(textwrap.fill(f"- {row[0]}: {chosen}", 98, subsequent_indent="  ") for row, chosen in found["left_out"])]

    @staticmethod
    def undone(found):
        rows = []
        for name, undone in found["undone"].items():
            lost = [row[2] - now[2] for row, now in zip(undone, found["former"])]
            known = [value for value, row in zip(lost, undone) if row[0] != settings.NO_LINKS_SITE]
            rows.append((f"`{name}` {settings.CHOICES[name]}", [*map(signed, lost), signed(mean(known) or 0)]))
        return table(["without", *(row[0] for row in found["former"]), "**mean of seven**"], rows)


SECTIONS = (Retrieval, Choices, Titles)
