"""The section of docs/RESULTS.md about what a detector must keep: Wang et al. 2008, table 1."""
import json
import os
import subprocess

from results import settings
from results.sections import Section, mean, share, table, whole
from results.sites import PYTHON

TWIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "segments.py")
HOW = """{pages} random pages of each site. `{table}` keeps a table: text + path + 8 bytes an entry, mean over the pages, as a slow
twin of it in Python counts them (`scripts/results/segments.py`; the detector itself keeps hashes). Tb and N are swept, and a site
has the smallest table that reaches the recall of tokens: {recall}, or where the sweep does not reach that, {part} of its
best, because the last points of recall make a table many times as large. The other methods keep
the html of a batch: that of the smallest one ({batches} pages) with the same recall on the gold pages among them. The delay
of `{table}` is the median, over segments that became template, of the pages from the first with the segment to the one on which
it was recognised; a batch decides when it is full."""


class Storage(Section):
    name, title = "storage", "Wang et al. 2008, table 1: storage at equal recall"

    def run(self):
        for site in self.chosen(settings.STORAGE_SITES):
            for tb, n in settings.STORAGE_LIVES:
                self.measured.make(site, settings.STORAGE_PAGES, [settings.STORAGE_TABLE], self.parameters(tb, n))
            for batch in settings.STORAGE_BATCHES:
                self.measured.make(site, batch, settings.STORAGE_BATCH)
            self.count(site)

    @staticmethod
    def parameters(tb, n):
        return [f"{settings.STORAGE_TABLE}.tb={tb}", f"{settings.STORAGE_TABLE}.n={n}"]

    def row(self, site, tb, n):
        row = self.measured.get(site, settings.STORAGE_PAGES, settings.STORAGE_TABLE, self.parameters(tb, n))
        return row if row and "score" in row else None

    def kept(self, site):
        return os.path.join(self.measured.folder, f"{site}_storage.json")

    def count(self, site):
        """What the twin counts, for every life, and the bytes of html of every batch."""
        if os.path.isfile(self.kept(site)) or not self.sites.has_lxml("storage of " + site):
            return
        folder, _ = self.sites.crawl(site, settings.STORAGE_PAGES)
        if folder is None:
            return
        lives = [f"{tb},{n}" for tb, n in settings.STORAGE_LIVES]
        run = subprocess.run([PYTHON, "-P", TWIN, folder, *lives], capture_output=True, check=True, text=True)
        self.sites.drop_crawl(site, settings.STORAGE_PAGES)
        sizes = [os.path.getsize(os.path.join(self.sites.folder(site), page)) for page in self.sites.pages(site)]
        batches = {str(batch): sum(sizes[:batch]) for batch in settings.STORAGE_BATCHES}
        with open(self.kept(site), "w", encoding="utf-8") as file:
            json.dump({"tables": json.loads(run.stdout), "batches": batches}, file, indent=1)

    def best(self, site, counted):
        """(recall, life, what the twin counted) of the smallest table with the recall that is asked for."""
        rows = [(row["score"]["recall"], life, counted["tables"]["{} {}".format(*life)])
                for life in settings.STORAGE_LIVES for row in [self.row(site, *life)] if row]
        if not rows:
            return None
        most = max(recall for recall, _, _ in rows)
        target = settings.STORAGE_RECALL if most >= settings.STORAGE_RECALL else settings.STORAGE_PART * most
        return min((row for row in rows if row[0] >= target), key=lambda row: row[2]["mean_bytes"])

    def batch(self, site, detector, recall):
        """Pages of the smallest batch that reaches this recall."""
        for pages in settings.STORAGE_BATCHES:
            row = self.measured.get(site, pages, detector)
            if row and "score" in row and row["score"]["recall"] >= recall:
                return pages
        return None

    def line(self, site):
        """(cells, share of a batch's bytes that the table has, for every method)."""
        if not os.path.isfile(self.kept(site)):
            return None
        with open(self.kept(site), encoding="utf-8") as file:
            counted = json.load(file)
        best = self.best(site, counted)
        if best is None:
            return None
        recall, (tb, n), own = best
        recall = min(recall, settings.STORAGE_RECALL)
        delay = "-" if own["delay"] is None else f"{own['delay']:g}"
        cells, parts = [share(recall), f"{tb}, {n}", whole(own["mean_bytes"]), whole(own["mean_entries"]), delay], {}
        for detector in settings.STORAGE_BATCH:
            pages = self.batch(site, detector, recall)
            size = counted["batches"][str(pages)] if pages else None
            cells.append(f"{whole(size)} ({pages} pages)" if pages else None)
            if pages:
                parts[detector] = own["mean_bytes"] / size
        return cells, parts

    def report(self):
        known = {site: line for site in self.chosen(settings.STORAGE_SITES) for line in [self.line(site)] if line}
        absent = self.missing(settings.STORAGE_TABLE, *settings.STORAGE_BATCH)
        if not known:
            return absent or None
        out = [HOW.format(pages=settings.STORAGE_PAGES, table=settings.STORAGE_TABLE, recall=share(settings.STORAGE_RECALL),
                          part=share(settings.STORAGE_PART), batches=", ".join(map(str, settings.STORAGE_BATCHES))),
               table(["site", "recall", "Tb, N", f"{settings.STORAGE_TABLE}, bytes", "entries", "delay, pages", *settings.STORAGE_BATCH],
                     [(site, cells) for site, (cells, _) in known.items()])]
        return [*out, *self.lives(known), self.direction(known), *absent]

    def lives(self, known):
        """How recall and the table grow with the lives of entries."""
        rows = []
        for life in settings.STORAGE_LIVES:
            cells = []
            for site in known:
                row = self.row(site, *life)
                with open(self.kept(site), encoding="utf-8") as file:
                    own = json.load(file)["tables"]["{} {}".format(*life)]
                cells.append(f"{share(row['score']['recall'])}, {whole(own['mean_bytes'])}" if row else None)
            rows.append(("{}, {}".format(*life), cells))
        return ["### Recall, and bytes of the table, by Tb and N", table(["Tb, N", *known], rows)]

    @staticmethod
    def direction(known):
        parts = {}
        for detector in settings.STORAGE_BATCH:
            found = [part[detector] for _, part in known.values() if detector in part]
            if found:
                parts[detector] = (mean(found), sum(part < 1 for part in found), len(found))
        if not parts:
            return "The paper saves 93 % against both; no batch here reaches the recall."
        said = [f"against `{name}` the table has {times(part)} the bytes in the mean and less on {less} of {of} sites, so that the "
                f"direction of the paper is {'seen' if less * 2 > of else 'not seen'}" for name, (part, less, of) in parts.items()]
        return "The paper: 6 and 7 % of the bytes of a batch. Here " + "; ".join(said) + "."


def times(part):
    return f"{part:.2f} times"


SECTIONS = (Storage,)
