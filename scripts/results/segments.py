"""The table of text segments of Wang et al. 2008, page by page, in the paper's unit: a slow twin of the detector `incremental`
(segmentation 2.1, expansion 2.2, shrinkage 2.4) that keeps texts and paths, of which the detector keeps hashes.

    segments.py FOLDER TB N     prints {"mean_bytes", "mean_entries", "delay"} of the pages below FOLDER, by name

`delay` is the median, over segments that became template, of the site's pages from the first with the segment to the one on
which it was recognised. Runs under Debian's python3, which has lxml, as python3 -P: this folder has a module `numbers`, as Python has."""
import json
import math
import os
import re
import statistics
import sys

LEAST_PAGES = 5           # that make a segment a template segment
ENTRY = 8                 # bytes of an entry besides its text and path
SKIPPED = {"script", "style", "noscript", "template", "head"}
HTML = re.compile(r"\.html?(\.[a-z]{2}([-_][A-Za-z]+)?)?(\.[a-z0-9-]+)?$")
BLANKS = re.compile(r"[ \t\r\n\f]+")


def life(tb, n, df):
    """2.4: pages that an entry lives which was seen on `df` pages."""
    return math.floor(tb * n / (1 + (n - 1) * math.exp(-(df - 1))) + 1e-9)


def segments(node, path="html"):
    """(path, text) of the text nodes below a node, in document order."""
    for child in node:
        if isinstance(child.tag, str) and child.tag not in SKIPPED:
            below = f"{path}/{child.tag}"
            yield from ((below, text) for text in [BLANKS.sub(" ", child.text or "").strip()] if text)
            yield from segments(child, below)
        yield from ((path, text) for text in [BLANKS.sub(" ", child.tail or "").strip()] if text)


class Table:
    def __init__(self, tb, n):
        self.tb, self.n, self.page = tb, n, 0
        self.entries = {}            # segment: [pages that had it, the last of them]
        self.first, self.delays = {}, []
        self.sizes, self.counts = [], []

    def add(self, page):
        """A page as its distinct segments."""
        self.page += 1
        for segment in page:
            entry = self.entries.setdefault(segment, [0, 0])
            if entry[0] == 0:
                self.first[segment] = self.page
            entry[0] += 1
            entry[1] = self.page
            if entry[0] == LEAST_PAGES:
                self.delays.append(self.page - self.first[segment])
        for segment in [segment for segment, (df, seen) in self.entries.items() if self.page - seen >= life(self.tb, self.n, df)]:
            del self.entries[segment]
        self.counts.append(len(self.entries))
        self.sizes.append(sum(len(path.encode()) + len(text.encode()) + ENTRY for path, text in self.entries))

    def result(self):
        return {"mean_bytes": statistics.fmean(self.sizes), "mean_entries": statistics.fmean(self.counts),
                "delay": statistics.median(self.delays) if self.delays else None}


def pages(folder):
    """The segments of every page; of pages with the same ones, the first."""
    import lxml.html  # pylint: disable=import-outside-toplevel
    known = set()
    names = sorted(os.path.relpath(os.path.join(base, file), folder) for base, _, files in os.walk(folder) for file in files
                   if HTML.search(file))
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        found = tuple(segments(lxml.html.document_fromstring(data))) if data.strip() else ()
        if found and found not in known:
            known.add(found)
            yield set(found)


def main():
    folder, tb, n = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    table = Table(tb, n)
    for page in pages(folder):
        table.add(page)
    print(json.dumps(table.result()))


if __name__ == "__main__":
    main()
