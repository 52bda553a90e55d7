"""Two crawls of one site: twenty random updates end in the fresh build of the second crawl, and an update tells pages whose
content has changed from pages on which only the furniture has.

The pairs are two versions of a documentation package, data/corpora/PACKAGE=VERSION (scripts/fetch_corpora), and those that
the test makes of a small site and of SQLite's manual by editing 5 % of the pages."""
import glob
import json
import os
import random
import re
import unittest

import harness
from harness import INDEX, SITE, TOP

CORPORA = os.path.join(TOP, "data", "corpora")
UPDATES = 20
MANNER = ("--progress", "none", "--json")


def pages_of(folder):
    """Path below the folder to html. A folder that is a link leads to pages that stand elsewhere as well."""
    pages = {}
    for parent, _, files in os.walk(folder):
        for file in map(lambda name: os.path.join(parent, name), files):
            if file.endswith(".html") and not os.path.islink(file):
                with open(file, encoding="utf-8", errors="replace") as html:
                    pages[os.path.relpath(file, folder)] = html.read()
    return pages


def edited(pages):
    """A later crawl: 5 % of the pages have another paragraph, two are gone, one has come, and every page has a new footer."""
    dice, later = random.Random(4), {}
    for path, html in pages.items():
        if dice.random() < 0.05:
            html = re.sub(r"</p>", " This sentence came with the second crawl.</p>", html, count=1, flags=re.I)
        later[path] = re.sub(r"</body>", "<div class=since>Rendered for the second crawl</div></body>", html, flags=re.I)
    names = sorted(later)
    later["came/with/the/second.html"] = "<title>Newcomer</title><p>A page of words that came with the second crawl."
    del later[names[3]], later[names[-2]]
    return later


class Recrawl(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def lines(self, name, records):
        return self.write(name, "".join(json.dumps(record) + "\n" for record in records))

    @staticmethod
    def records(old, new):
        """The second crawl: all its pages, and what the server says of those that are gone."""
        def record(path, **facts):
            return {"url": f"http://manual.example/{path}", "date": "2024-02-01T00:00:00Z", **facts}

        return [record(path, html=html) for path, html in new.items()] + [
            record(path, status=404) for path in old if path not in new]

    def change(self, command, store, *arguments):
        return json.loads(self.run_program([INDEX, command, "--store", store, *MANNER, *arguments]).stdout)

    def week_one(self, store, old):
        records = [{"url": f"http://manual.example/{path}", "date": "2024-01-01T00:00:00Z", "html": html}
                   for path, html in old.items()]
        self.change("build", store, self.lines("old.jsonl", records))

    def check(self, old, new):
        """Returns the report of one update from the old pages to the new ones."""
        self.assertGreater(len(old), 30)
        records = self.records(old, new)
        fresh = self.path("fresh")
        self.change("build", fresh, self.lines("new.jsonl", [record for record in records if "html" in record]))
        self.week_one(self.store, old)
        once = self.change("update", self.store, self.lines("once.jsonl", records))
        self.assertEqual(self.digest(), self.digest(store=fresh))
        dice, steps = random.Random(2), self.path("steps")
        dice.shuffle(records)
        cuts = sorted(dice.sample(range(1, len(records)), UPDATES - 1))
        self.week_one(steps, old)
        for begin, end in zip([0, *cuts], [*cuts, len(records)]):
            self.change("update", steps, "--most-gone", "100%", self.lines("step.jsonl", records[begin:end]))
        self.verify(store=steps)
        self.assertEqual(self.digest(store=steps), self.digest(store=fresh))
        listed = self.query_json("changes")["changes"]
        for kind in ("furniture", "content", "new", "gone"):
            self.assertEqual(sum(change["kind"] == kind for change in listed), once[kind], kind)
        return once

    def check_edited(self, old, slack=0.0):
        """As many pages have other content as have another paragraph, up to a share of them."""
        new = edited(old)
        once = self.check(old, new)
        changed = sum("This sentence" in html for html in new.values())
        self.assertEqual((once["new"], once["gone"]), (1, 2))
        self.assertAlmostEqual(once["content"], changed, delta=slack * changed)
        touched = sum(html != old.get(path) for path, html in new.items())
        self.assertEqual(once["furniture"] + once["content"], touched - 1)

    def test_a_site_that_was_edited(self):
        self.check_edited(pages_of(SITE))

    @staticmethod
    def corpora(package, wanted, advice):
        folders = sorted(glob.glob(os.path.join(CORPORA, package)))
        if len(folders) < wanted:
            raise unittest.SkipTest(f"{package} is not {wanted} times in data/corpora (scripts/fetch_corpora {advice})")
        if not harness.THOROUGH:
            raise unittest.SkipTest("E2E_THOROUGH=1 runs the pairs of data/corpora")
        return [pages_of(folder) for folder in folders[:wanted]]

    def pair(self, package):
        return self.corpora(package + "=*", 2, package + "=VERSION ...")

    def test_a_real_site_that_was_edited(self):
        # A page that is like no other keeps its new footer, which then is content.
        self.check_edited(*self.corpora("sqlite3-doc", 1, "sqlite3-doc"), slack=0.15)

    def test_two_versions_of_python_s_manual(self):
        old, new = self.pair("python3.11-doc")
        once = self.check(old, new)
        changed = sum(new[path] != old.get(path) for path in new)
        print(f"\npython3.11-doc: {changed} of {len(new)} pages have other bytes; {once['content']} other content, "
              f"{once['furniture']} other furniture only")
        self.assertGreater(changed, 0.9 * len(new))
        self.assertLess(once["content"], 0.03 * len(new))

    def test_two_versions_of_postgresql_s_manual(self):
        old, new = self.pair("postgresql-doc-15")
        once = self.check(old, new)
        self.assertEqual(once["new"] - once["gone"], len(new) - len(old))
        self.assertEqual(once["fetched"], len(new))


if __name__ == "__main__":
    harness.main()
