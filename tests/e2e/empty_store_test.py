"""A store whose last page is gone is a store as any other: it is read, changed, and filled again."""
import json
import os

import harness
from harness import INDEX, MISSING, OK, UNUSABLE

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none", "--json")
SITES = ("a.example", "b.example")


def crawl_of(status, day, sites=SITES):
    """JSON lines that say the same of six pages of each site."""
    records = [{"url": f"http://{site}/p{page}", "status": status, "date": f"2024-01-{day:02}T00:00:00Z",
                "html": f"<title>Page {page}</title><ul><li><a href=/>Menu of all pages</a></ul><p>word{page} of {site}</p>"}
               for site in sites for page in range(6)]
    return "".join(json.dumps(record) + "\n" for record in records)


class EmptyStore(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def change(self, command, *arguments, store=None, expect=OK):
        run = self.run_program([INDEX, command, "--store", store or self.store, *MANNER, *arguments], expect)
        return json.loads(run.stdout) if run.returncode == OK else run.stderr

    def fill(self, store=None, command="build"):
        return self.change(command, self.write("crawl.jsonl", crawl_of(200, 1)), store=store)

    def empty(self, store=None):
        self.fill(store)
        report = self.change("delete", "--site", SITES[0], "--site", SITES[1], store=store)
        self.assertEqual((report["pages"], report["sites"], report["gone"]), (0, 0, 12))
        self.verify(store=store)
        return report["digest"]

    def emptied(self, how, *flags):
        """The digest after an update that takes the last page away."""
        report = self.change("update", *flags, self.write("gone.jsonl", how))
        self.assertEqual((report["pages"], report["gone"]), (0, 12))
        self.verify()
        return report["digest"]

    def test_every_way_to_lose_the_last_page_gives_the_same_store(self):
        digests = {self.empty(self.path("deleted"))}
        self.fill()
        digests.add(self.emptied(crawl_of(410, 2)))
        self.fill(command="update")  # older than the records that the pages are gone
        self.assertEqual(self.query_json("stats")["sites"], {})
        self.change("update", self.write("crawl.jsonl", crawl_of(200, 3)))
        digests.add(self.emptied(crawl_of(404, 4), "--most-gone", "100%"))
        self.change("update", self.write("crawl.jsonl", crawl_of(200, 5)))
        digests.add(self.emptied("", "--complete", SITES[0], "--complete", SITES[1], "--most-gone", "100%"))
        self.assertEqual(len(digests), 1)

    def test_the_last_site_goes_and_the_guard_holds_it(self):
        self.fill()
        report = self.change("update", self.write("gone.jsonl", crawl_of(404, 2)))
        self.assertEqual((report["pages"], report["guarded"]), (12, 12))

    def test_an_empty_store_answers(self):
        self.empty()
        for words in (["word1"], ["--", "+word1", "-menu"], ['"word1 of"'], ["wor*"], ["site:a.example"],
                      ["--sort", "changed", "word1"], ["--model", "lm_dirichlet", "word1", "menu"]):
            self.assertEqual(self.query_json("search", *words)["matches"], 0, words)
            self.query("search", *words)
        self.assertEqual(self.query_json("stats")["sites"], {})
        self.assertEqual([site["pages"] for site in self.query_json("sites")["sites"]], [0, 0])  # they have a history
        self.assertEqual(self.query_json("templates")["templates"], [])
        self.assertEqual(self.query("dump").stdout, "")
        self.assertEqual(len(self.query_json("changes")["changes"]), 12)
        for command in ("stats", "sites", "templates", "changes"):
            self.query(command)
        self.query("report", "--out", self.path("report.html"))

    def test_an_empty_store_is_changed(self):
        digest = self.empty()
        self.assertEqual(self.change("compact")["digest"], digest)
        self.assertEqual(self.change("compact", "--rejudge")["digest"], digest)
        self.assertEqual(self.change("update", self.write("none.jsonl", ""))["digest"], digest)
        self.assertEqual(self.change("update", self.write("seen.jsonl", crawl_of(304, 2)))["digest"], digest)
        self.assertIn("no page", self.change("delete", "--url", "http://a.example/never", expect=MISSING))
        self.verify()

    def test_an_empty_store_is_filled_again(self):
        self.empty()
        full = self.fill(self.path("full"))["digest"]
        report = self.fill(command="update")
        self.assertEqual((report["digest"], report["new"], report["pages"]), (full, 12, 12))
        self.verify()
        self.assertEqual(self.query_json("search", "word1")["matches"], 2)

    def test_empty_stores_are_merged(self):
        digest = self.empty()
        self.empty(self.path("other"))
        self.assertEqual(self.change("merge", self.path("other"))["digest"], digest)
        self.assertEqual(self.change("merge", self.path("other"), self.store, store=self.path("new"))["digest"], digest)
        full = self.fill(self.path("full"))["digest"]
        self.assertEqual(self.change("merge", self.path("full"))["digest"], full)
        self.assertEqual(self.change("merge", self.path("other"), store=self.path("full"))["digest"], full)
        for store in (self.store, self.path("full"), self.path("new")):
            self.verify(store=store)

    def test_a_build_without_a_page_is_a_mistake(self):
        self.assert_one_line(self.change("build", self.write("gone.jsonl", crawl_of(410, 1)), expect=UNUSABLE), "0 pages")
        self.assertFalse(os.path.exists(self.path("store", "CURRENT")))


if __name__ == "__main__":
    harness.main()
