"""The table of text segments of Wang et al. 2008, page by page, in the paper's unit: a slow twin of the detector `incremental`
(segmentation 2.1, expansion 2.2, shrinkage 2.4) that keeps texts and paths, of which the detector keeps hashes.

    segments.py FOLDER TB,N...     prints {"TB N": {"mean_bytes", "mean_entries", "delay"}} of the pages below FOLDER, by name

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
LONGEST = 60              # pages that have an entry beyond which its life grows no more
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


def bytes_of(segment):
    """The paper's unit."""
    return sum(len(part.encode()) for part in segment) + ENTRY


class Table:
    def __init__(self, tb, n):
        self.lives, self.page = [life(tb, n, df) if df else 0 for df in range(LONGEST + 1)], 0
        self.entries = {}            # segment: [pages that had it, the last of them]
        self.first, self.delays = {}, []
        self.sizes, self.counts, self.size = [], [], 0

    def add(self, page):
        """A page as its distinct segments."""
        self.page += 1
        for segment in page:
            entry = self.entries.setdefault(segment, [0, 0])
            if entry[0] == 0:
                self.first[segment] = self.page
                self.size += bytes_of(segment)
            entry[0] += 1
            entry[1] = self.page
            if entry[0] == LEAST_PAGES:
                self.delays.append(self.page - self.first[segment])
        for segment in [segment for segment, (df, seen) in self.entries.items() if self.page - seen >= self.lives[min(df, LONGEST)]]:
            del self.entries[segment]
            self.size -= bytes_of(segment)
        self.counts.append(len(self.entries))
        self.sizes.append(self.size)

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
    tables = {life.replace(",", " "): Table(*map(float, life.split(","))) for life in sys.argv[2:]}
    for page in pages(sys.argv[1]):
        for table in tables.values():
            table.add(page)
    print(json.dumps({life: table.result() for life, table in tables.items()}))


if __name__ == "__main__":
    main()
