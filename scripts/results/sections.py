"""The sections of docs/RESULTS.md. Each can measure what it needs (`run`) and say what is known (`report`: blocks of
Markdown, None where nothing was measured)."""
import os
import statistics

from results import figures, gold, settings


def share(value):
    return f"{100 * value:.1f} %"


def four(value):
    return f"{value:.4f}"


def whole(value):
    return f"{value:,.0f}"


class Idle(float):
    """A figure of a detector that struck nothing: a dash in a table, a number in a mean."""


def joined(values, join):
    """What `join` makes of the values; idle where all of them are, None where there are none."""
    values = [value for value in values if value is not None]
    if not values:
        return None
    return Idle(join(values)) if all(isinstance(value, Idle) for value in values) else float(join(values))


def mean(values):
    return joined(values, statistics.fmean)


def table(titles, rows, form=four):
    """Rows are (name, values); a value that is None or idle is a dash."""
    lines = ["| " + " | ".join(titles) + " |", "|---" + "|---:" * (len(titles) - 1) + "|"]
    for name, values in rows:
        cells = ["-" if value is None or isinstance(value, Idle) else value if isinstance(value, str) else form(value) for value in values]
        lines.append("| " + " | ".join([name, *cells]) + " |")
    return "\n".join(lines)


class Section:
    name = title = ""

    def __init__(self, measured, sites, detectors, figure_folder):
        self.measured, self.sites, self.detectors, self.figure_folder = measured, sites, detectors, figure_folder

    def rows(self, sites, pages, detector, parameters=(), repeat=0):
        return [self.measured.get(site, pages, detector, parameters, repeat) for site in sites]

    def by_detector(self, sites, pages, value):
        """A row a detector: value(row) for every site; detectors of which nothing is known are left out."""
        for detector in self.measured.detectors:
            values = [value(row) if row else None for row in self.rows(sites, pages, detector)]
            if any(entry is not None for entry in values):
                yield detector, values

    def chosen(self, names):
        return [name for name in names if name in self.sites.table]

    def figure(self, file, svg, alternative):
        os.makedirs(self.figure_folder, exist_ok=True)
        with open(os.path.join(self.figure_folder, file), "w", encoding="utf-8") as out:
            out.write(svg)
        return f"![{alternative}](figures/{file})"

    def missing(self, *detectors):
        """A line about detectors that this program does not have."""
        absent = [name for name in detectors if name not in self.measured.detectors]
        return [f"Not measured: this program has no {', '.join(absent)}."] if absent else []


def of(row, value):
    """The value, idle where the detector struck nothing on the site."""
    return Idle(value) if row["pages_with_template"] == 0 else value


def score(name):
    return lambda row: of(row, row["score"][name]) if "score" in row else None


class Accuracy(Section):
    name, title = "accuracy", "Accuracy of every method on every site"
    TABLES = (("f1", "F1 of tokens", four), ("kept", "Content kept", four), ("damaged", "Damaged pages", share),
              ("precision", "Precision", four), ("recall", "Recall", four))

    def run(self):
        for site in self.sites.names("dev", "field"):
            self.measured.make(site, None, self.detectors)

    def report(self):
        sites = self.sites.names("dev", "field")
        known = [row for row in self.rows(sites, None, "none") if row and "score" in row]
        if not known:
            return None
        out = [f"Whole sites as input, {settings.GOLD_PAGES} gold pages a site, default parameters, `--removal drop`. "
               "Manuals first, then the sites of the field, which are of other kinds. The means of F1, precision and recall leave out "
               "sites whose gold has no template."]
        bare = {site for site, row in zip(sites, self.rows(sites, None, "none"))
                if row and "score" in row and row["score"]["template_share"] == 0}
        for key, title, form in self.TABLES:
            rows = list(self.by_detector(sites, None, score(key)))
            skip = bare if key in ("f1", "precision", "recall") else set()
            out += [f"### {title}", self.site_table(sites, rows, skip, form, self.groups())]
            if key == "f1":
                dots = {name: [v for v, site in zip(values, sites) if v is not None and site not in bare]
                        for name, values in rows if name != "none"}
                out.append(self.figure("f1.svg", figures.dots("F1 of tokens, a dot a site, a bar at the mean", "F1", dots),
                                       "F1 of every detector on every site"))
        return out

    def groups(self):
        """The kinds of sites with a mean of their own, if there are several."""
        known = [(title, self.sites.names(use)) for title, use in (("mean of the manuals", "dev"), ("mean of the field", "field"))]
        return known if all(names for _, names in known) else ()

    @staticmethod
    def site_table(sites, rows, skip, form, groups=()):
        body = [(site, [values[i] for _, values in rows]) for i, site in enumerate(sites)]
        for title, chosen in (*groups, ("mean", sites)):
            body.append((f"**{title}**", [mean(v for v, site in zip(values, sites) if site in chosen and site not in skip)
                                          for _, values in rows]))
        return table(["site", *(name for name, _ in rows)], body, form)


class Chen(Section):
    name, title = "chen", "Chen, Ye, Li 2006, tables 2 and 3: 500 pages a site and whole sites"

    def run(self):
        for repeat in range(settings.REPEATS):
            for site in self.sites.names("dev"):
                self.measured.make(site, settings.SAMPLE_PAGES, self.detectors, repeat=repeat)
        Accuracy.run(self)

    def median(self, site, pages, detector, value):
        rows = [self.measured.get(site, pages, detector, (), repeat) for repeat in range(settings.REPEATS)]
        values = [value(row) for row in rows if row]
        return statistics.median(values) if values else None

    def report(self):
        sites, pages = self.sites.names("dev"), settings.SAMPLE_PAGES
        if not any(self.rows(sites, pages, "none")):
            return None
        out = ["Table 2, the block score: a gold block, here a maximal run of template text in a gold page, counts as "
               "detected if at least 80 % of its words were removed. It is a recall: striking everything scores 100 %."]
        for size, words in ((pages, f"{pages} pages a site"), (None, "whole sites")):
            rows = list(self.by_detector(sites, size, score("block_score")))
            out += [f"### Block score, {words}", Accuracy.site_table(sites, rows, (), share)]
        out += [f"### Time, {pages} pages a site",
                "Table 3. The hash table of the index is built in all cases; digest threads and all, CPU seconds, median of "
                f"{settings.REPEATS} builds (one where a row was measured once), mean over the sites. Detection is the "
                "thread that observes pages and judges runs."]
        return [*out, self.times(sites, pages)]

    def times(self, sites, pages):
        columns = (lambda r: r["seconds"]["judge"], lambda r: r["seconds"]["cpu"], lambda r: r["peak_bytes"] / 2**20)
        rows = []
        for detector in self.measured.detectors:
            values = [mean(self.median(site, pages, detector, column) for site in sites) for column in columns]
            if values[1] is None:
                continue
            rows.append((detector, [f"{values[0]:.3f} s", f"{values[1]:.2f} s", share(values[0] / values[1]),
                                    f"{values[2]:,.0f} MiB"]))
        return table(["detector", "detection", "build CPU", "detection / build", "peak memory"], rows)


class Growth(Section):
    name, title = "growth", "Growth with the number of pages"

    def run(self):
        for site in self.sites.names("scale"):
            for pages in settings.GROWTH_PAGES:
                self.measured.make(site, pages, self.detectors)

    def report(self):
        out = []
        for site in self.sites.names("scale"):
            curves = {name: self.curve(site, name) for name in self.measured.detectors}
            curves = {name: curve for name, curve in curves.items() if curve}
            if not curves:
                continue
            sizes = sorted({row["pages"] for curve in curves.values() for row in curve})
            out.append(f"`{site}`: random pages of it, and the whole site.")
            for title, form, value in (("Detection, CPU seconds", "{:,.3f}".format, lambda r: r["seconds"]["judge"]),
                                       ("Build, CPU seconds", "{:,.2f}".format, lambda r: r["seconds"]["cpu"]),
                                       ("Peak memory, MiB", whole, lambda r: r["peak_bytes"] / 2**20)):
                body = [(name, [next((value(r) for r in curve if r["pages"] == size), None) for size in sizes])
                        for name, curve in curves.items()]
                out += [f"### {title}", table(["detector", *(f"{size:,}" for size in sizes)], body, form)]
            series = {name: [(r["pages"], max(r["seconds"]["judge"], 0.001)) for r in curve]
                      for name, curve in curves.items() if name != "none"}
            if any(len(row) > 1 for row in series.values()):
                svg = figures.lines(f"Detection while {site} grows", "pages", "CPU seconds", series, log=True)
                out.append(self.figure("growth.svg", svg, "CPU of detection over the number of pages"))
        return out or None

    def curve(self, site, detector):
        rows = [self.measured.get(site, pages, detector) for pages in settings.GROWTH_PAGES]
        return [row for row in rows if row]


class Postings(Section):
    name, title = "postings", "Rowlands et al. 2009: what removal saves, and lines"
    run = Accuracy.run

    def report(self):
        sites = self.sites.names("dev")
        without = dict(zip(sites, self.rows(sites, None, "none")))
        if not any(without.values()):
            return None
        out = []
        for key, title in (("postings", "Postings"), ("index_bytes", "Bytes of terms, postings and positions")):
            rows = []
            for detector in self.measured.detectors:
                saved = [of(row, 1 - row[key] / without[site][key]) if row and without[site] else None
                         for site, row in zip(sites, self.rows(sites, None, detector))]
                if detector != "none" and any(value is not None for value in saved):
                    rows.append((detector, saved))
            out += [f"### {title} saved", Accuracy.site_table(sites, rows, (), share)]
        return out + self.lines(sites)

    def lines(self, sites):
        rows = []
        for site, row in zip(sites, self.rows(sites, None, settings.LINES)):
            if row and "score" in row:
                rows.append((site, [row["score"]["lines"][key] for key in ("precision", "recall", "f1", "f1_page_mean")]))
        if not rows:
            return self.missing(settings.LINES)
        rows.append(("**mean**", [mean(values[i] for _, values in rows) for i in range(4)]))
        return [f"### Lines that `{settings.LINES}` keeps",
                "A line counts where it has words with a gold label; it is content where at least half of them are. F1 of all "
                "lines of a site, and the mean of its pages' own.",
                table(["site", "precision", "recall", "F1", "F1, mean of pages"], rows)]


class Frequency(Section):
    name, title = "frequency", "Bar-Yossef, Rajagopalan 2002: template frequency"

    def run(self):
        for site in self.sites.names("dev"):
            self.measured.make(site, None, settings.FREQUENCY)
            self.measured.make(site, None, settings.FREQUENCY, settings.TWO_PAGES)

    def report(self):
        sites = self.sites.names("dev")
        rows = []
        for parameters, pages in ((), ""), (settings.TWO_PAGES, ", 2 pages"):
            for name in settings.FREQUENCY:
                found = self.rows(sites, None, name, parameters)
                if any(found):
                    rows.append((name + pages, [row["pages_with_template"] / row["pages"] if row else None for row in found]))
        if not rows:
            return self.missing(*settings.FREQUENCY) or None
        return ["Share of a site's pages with a template pagelet: one that stands on 5 pages, our default, and on 2, as in the "
                "paper. (The paper: of the pages about a query, 13 to 68 %.)", Accuracy.site_table(sites, rows, (), share)]


DRAWN = "--drawn"  # behind a site's name: scored by the gold of the pages drawn


class Crawls(Section):
    name, title = "crawls", "Small crawls"

    def run(self):
        for site in self.sites.names("dev", "field"):
            for pages in settings.SMALL_CRAWLS:
                self.measured.make(site, pages, self.detectors)
                self.run_drawn(site, pages)

    def run_drawn(self, site, pages):
        """Once more by the gold of the pages drawn, which are all that a detector sees."""
        detectors = [name for name in self.detectors if name in settings.FIELD_DETECTORS]
        if not self.measured.todo(site + DRAWN, pages, detectors):
            return
        folder, path = self.sites.crawl(site, pages)
        if path:
            gold.write(path, gold.of_pages(gold.read(path)))
            self.measured.make_of(site + DRAWN, (folder, path), detectors, pages=pages)
            self.sites.drop_crawl(site, pages)

    def report(self):
        sites, sizes, blocks, series = self.sites.names("dev", "field"), settings.SMALL_CRAWLS, [], {}
        for key, title, join, drawn in (("kept", "Content kept, the worst site", min, ""), ("kept", "Content kept, mean", mean, ""),
                                     ("f1", "F1, mean over the sites", mean, ""), ("f1", "F1 by the gold of the crawl", mean, DRAWN)):
            body = self.table_rows([site + drawn for site in sites], key, join)
            if not body and drawn:
                continue
            if not body:
                return None
            if key == "f1" and not drawn:
                series = {name: [(n, v) for n, v in zip(sizes, values) if v is not None] for name, values in body}
            blocks += [f"### {title}", table(["detector", *map(str, sizes)], body)]
        svg = figures.lines("F1 on small crawls, mean over the sites", "pages", "F1", series, bounds=(0, 1))
        return ["Random pages of each development site; all have gold labels. The labels ask for every text outside the content "
                f"that stands on {gold.LEAST_PAGES} pages of the whole site. The gold of the crawl, in the last table, asks for texts "
                f"on {gold.LEAST_PAGES} of the pages drawn. The means of F1 leave out crawls whose gold has no template.", *blocks,
                self.figure("crawls.svg", svg, "F1 over the size of the crawl")]

    def table_rows(self, sites, key, join):
        """A row a detector, with a value for each size of a crawl."""
        body = []
        for detector in self.measured.detectors:
            known = [[row for row in self.rows(sites, pages, detector) if row and "score" in row] for pages in settings.SMALL_CRAWLS]
            known = [[score(key)(row) for row in rows if key == "kept" or row["score"]["template_share"]] for rows in known]
            if any(known):
                body.append((detector, [joined(values, join) for values in known]))
        return body


SECTIONS = (Accuracy, Chen, Growth, Postings, Frequency, Crawls)
