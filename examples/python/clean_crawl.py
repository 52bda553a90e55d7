#!/usr/bin/env python3
"""clean_crawl: the text of every page of a crawl without its templates, and why each text was removed.

    pip install .
    examples/python/clean_crawl.py crawl.warc.gz pages.jsonl

A crawl is a folder of HTML, a WARC file, or anything else that `thresh-index build` reads."""
import json
import sys

import thresh_index as ti


def main(crawl, out):
    pages = words = 0
    with open(out, "w", encoding="utf-8") as file:
        for page in ti.clean(crawl, text="markdown", progress=True):
            reasons = [f"{removed.text[:80]}: {removed.reason}" for removed in page.removed]
            file.write(json.dumps({"url": page.url, "title": page.title, "text": page.text, "removed": reasons}) + "\n")
            pages, words = pages + 1, words + page.words_removed
    print(f"{pages} pages, {words} words removed")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
