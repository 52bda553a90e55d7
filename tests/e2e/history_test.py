"""What a second crawl changed, as the readers of a store see it: changes, sites, search and the search page."""
import http.client
import json
import os
import random
import sys

import harness

sys.path.insert(0, os.path.join(harness.TOP, "tests", "bench"))
import load_serve  # noqa: E402

FIRST, SECOND = "2024-06-01T00:00:00Z", "2024-06-08T00:00:00Z"
GRAINS = "barley oats wheat millet spelt emmer rye sorghum teff quinoa lentil vetch clover flax hemp hops malt".split()
# Pages of a.example by number: what the second crawl says of them. It says nothing of b.example.
PAGES, CONTENT, GONE, UNCHANGED, NEW = range(12), (3, 4), 5, 6, 20
FURNITURE = tuple(page for page in PAGES if page not in (*CONTENT, GONE, UNCHANGED))


def url(page, host="a.example"):
    return f"http://{host}/p{page:02}.html"


def page_of(page, year, date, host="a.example", more=""):
    """A page of its own words above a long footer that all pages of the site share."""
    dice = random.Random(page)
    text = "".join("<p>" + " ".join(f"{dice.choice(GRAINS)}{dice.randrange(40)}" for _ in range(25)) + "</p>" for _ in range(3))
    footer = "".join(f"<p>The {year} almanac of the granary closes every page with this footer, line {line}.</p>"
                     for line in ("one", "two", "three"))
    return {"url": url(page, host), "date": date, "docno": f"{host}-{page}-{date}",
            "html": f"<!DOCTYPE html><html><head><title>Page {page} of the harvest</title></head><body><div class=main>"
                    f"<h1>Harvest {page}</h1>{text}{more}</div><div class=foot>{footer}</div></body></html>"}


class History(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.build(inputs=(self.crawl("first", [page_of(page, 2023, FIRST) for page in PAGES] +
                                      [page_of(page, 2023, FIRST, "b.example") for page in range(30, 34)]),))

    def crawl(self, name, records):
        return self.write(name + ".jsonl", "".join(json.dumps(record) + "\n" for record in records))

    def update(self):
        late = "<p>the turnips came late this year and were small</p>"
        records = [page_of(page, 2024, SECOND, more=late if page in CONTENT else "") for page in (*FURNITURE, *CONTENT, NEW)]
        records += [{"url": url(GONE), "status": 404, "date": SECOND}, {"url": url(UNCHANGED), "status": 304, "date": SECOND}]
        self.run_program([harness.INDEX, "update", "--store", self.store, "--quiet", self.crawl("second", records)])

    def expected(self):
        kinds = {url(page): "furniture" for page in FURNITURE}
        kinds.update({url(page): "content" for page in CONTENT})
        return {**kinds, url(GONE): "gone", url(NEW): "new"}

    def kinds(self, *arguments):
        return {change["url"]: change["kind"] for change in self.query_json("changes", *arguments)["changes"]}

    def search(self, *arguments):
        return self.query_json("search", "-n", "100", *arguments, "harvest")

    def test_a_change_of_furniture_is_told_from_one_of_content(self):
        self.update()
        answer = self.query_json("changes")
        counts = {"new": 1, "content": len(CONTENT), "furniture": len(FURNITURE), "gone": 1}
        self.assertEqual(answer["counts"], counts)
        self.assertEqual((answer["fresh"], answer["publish"], answer["since"]), (False, 2, None))
        self.assertEqual({change["url"]: change["kind"] for change in answer["changes"]}, self.expected())
        self.assertEqual({change["time"] for change in answer["changes"]}, {SECOND})
        # A kind narrows the list and not the counts.
        content = self.query_json("changes", "--kind", "content")
        self.assertEqual(content["counts"], counts)
        self.assertEqual([change["url"] for change in content["changes"]], [url(page) for page in CONTENT])
        text = self.query("changes", "-n", "2").stdout
        for words in ("manifest-000002", "furniture      8", "gone    " + SECOND, "and 10 more"):
            self.assertIn(words, text)
        self.assertNotIn(url(2), text)

    def test_since_a_time_each_page_has_its_strongest_change(self):
        self.update()
        for since in ("2024-06-02", "2024-06-08", SECOND):
            self.assertEqual(self.kinds("--since", since), self.expected(), since)
        # Since the first crawl all pages that are there are new, and so is the one of b.example.
        every = self.kinds("--since", "2024")
        self.assertEqual(every[url(GONE)], "gone")
        self.assertEqual({kind for page, kind in every.items() if page != url(GONE)}, {"new"})
        self.assertEqual(len(every), len(PAGES) + 1 + 4)
        self.assertEqual(self.kinds("--since", "2024-06-08T00:00:01Z"), {})
        self.assertIn("no page has changed", self.query("changes", "--since", "2025").stdout)
        self.assertEqual(self.kinds("--site", "B.example"), {})
        self.assertEqual(len(self.kinds("--since", "2024-06-01", "--site", "b.example")), 4)

    def test_what_is_no_date_and_no_site_is_refused(self):
        for time in ("yesterday", "2024-13", "2024-06-01T25", "06/01/2024"):
            self.assert_one_line(self.query("changes", "--since", time, expect=harness.USAGE).stderr, "--since " + time)
            self.assert_one_line(self.query("search", "--changed-since", time, "rye", expect=harness.USAGE).stderr, time)
        self.assert_one_line(self.query("changes", "--site", "c.example", expect=harness.MISSING).stderr, "c.example")

    def test_a_fresh_build_says_so(self):
        text = self.query("changes", "--limit", "3").stdout
        self.assertIn("was a fresh build: all 16 pages are new", text.splitlines()[0])
        self.assertEqual((text.count("http://"), "and 13 more" in text), (3, True))
        self.assertTrue(self.query_json("changes")["fresh"])
        self.assertEqual(len(self.kinds()), 16)
        self.update()
        # A page that is gone and comes back is new, and its content is as old as its return.
        third = "2024-06-15T00:00:00Z"
        back = self.crawl("third", [page_of(GONE, 2024, third)])
        self.run_program([harness.INDEX, "update", "--store", self.store, "--quiet", back])
        self.assertEqual(self.kinds(), {url(GONE): "new"})
        self.assertEqual(self.kinds("--since", "2024-06-15"), {url(GONE): "new"})

    def test_sites_have_their_dates(self):
        self.update()
        sites = {site["host"]: site for site in self.query_json("sites")["sites"]}
        self.assertEqual(list(sites), ["a.example", "b.example"])
        old, new = sites["b.example"], sites["a.example"]
        self.assertEqual((old["pages"], old["gone"], old["last_seen"], old["last_changed"]), (4, 0, FIRST, FIRST))
        self.assertEqual((new["pages"], new["gone"], new["last_seen"], new["last_changed"]), (12, 1, SECOND, SECOND))
        self.assertGreaterEqual(new["templates"], 1)
        self.assertEqual({site["segment"] for site in sites.values()},
                         {segment["name"] for segment in self.query_json("stats")["segments"]})
        lines = self.query("sites").stdout.splitlines()
        self.assertEqual(lines[1].split(), ["a.example", "12", "2024-06-08", "2024-06-08", "1", str(new["templates"]),
                                            new["segment"]])
        self.assertEqual(lines[-1], "16 pages on 2 sites")
        # A site whose pages are all gone stays in the list.
        self.run_program([harness.INDEX, "delete", "--store", self.store, "--quiet", "--site", "b.example"])
        gone = self.query_json("sites")["sites"][1]
        self.assertEqual((gone["host"], gone["pages"], gone["gone"], gone["last_seen"]), ("b.example", 0, 4, ""))

    def test_search_sorts_and_narrows_by_what_changed(self):
        self.update()
        changed = {url(page) for page in (*CONTENT, NEW)}
        by_score = self.search()
        self.assertEqual(by_score["matches"], 16)
        for hit in by_score["hits"]:
            page = hit["url"]
            self.assertEqual(hit["last_changed"], SECOND if page in changed else FIRST, page)
            self.assertEqual(hit["last_seen"], FIRST if "b.example" in page else SECOND, page)
        newest = self.search("--sort", "changed")
        self.assertEqual({hit["url"] for hit in newest["hits"][:3]}, changed)
        self.assertEqual((newest["sort"], newest["matches"]), ("changed", 16))
        # Pages of one time keep the order of their scores.
        order = [hit["url"] for hit in by_score["hits"]]
        self.assertEqual([hit["url"] for hit in newest["hits"]],
                         [page for page in order if page in changed] + [page for page in order if page not in changed])
        narrow = self.search("--changed-since", "2024-06-08")
        self.assertEqual(narrow["matches"], 3)
        self.assertEqual({hit["url"] for hit in narrow["hits"]}, changed)
        seen = [hit["url"] for hit in self.search("--sort", "seen")["hits"]]
        self.assertEqual(seen, [page for page in order if "b.example" not in page] + [page for page in order if "b.example" in page])
        self.assertEqual({hit["url"] for hit in self.search("--seen-since", "2024-06-08")["hits"]},
                         {page for page in order if "b.example" not in page})
        alike = self.query_json("search", "--more-like", url(3), "--changed-since", "2024-06-08")
        self.assertTrue({hit["url"] for hit in alike["hits"]} <= changed - {url(3)})
        self.assertIn("last changed 2024-06-01, last seen 2024-06-08", self.query("search", "harvest").stdout)

    def test_search_sorts_by_the_dates_of_pages(self):
        days = {1: "2024-06-02", 2: "", 3: "2024-06-09T10:00:00Z", 4: "2007", 5: "2024-06-02", 6: "last week"}
        dated = self.path("dated")
        self.build(store=dated, inputs=(self.crawl("pages", [page_of(page, 2024, date) for page, date in days.items()]),))
        hits = json.loads(self.run_program([harness.QUERY, "search", "--store", dated, "--json", "harvest"]).stdout)["hits"]
        order = [hit["url"] for hit in hits]
        expected = [page for day in ("2024-06-09T10:00:00Z", "2024-06-02", "2007") for page in order
                    if any(days[number] == day and url(number) == page for number in days)]
        expected += [page for page in order if page not in expected]
        self.assertEqual(len(expected), 6)
        search = [harness.QUERY, "search", "--store", dated, "--json", "--sort", "date"]
        answer = json.loads(self.run_program([*search, "harvest"]).stdout)
        self.assertEqual(([hit["url"] for hit in answer["hits"]], answer["sort"]), (expected, "date"))
        second = json.loads(self.run_program([*search, "-n", "2", "--offset", "1", "harvest"]).stdout)
        self.assertEqual([hit["url"] for hit in second["hits"]], expected[1:3])
        get = self.serve(dated)
        served = json.loads(get("/api/search?q=harvest&sort=date"))
        self.assertEqual(([hit["url"] for hit in served["hits"]], served["sort"]), (expected, "date"))
        page = get("/search?q=harvest&sort=date")
        self.assertIn('<a href="/search?q=harvest&amp;sort=date" aria-current="true">Newest date</a>', page)
        self.assertIn("sort must be relevance or changed or date", get("/api/search?q=harvest&sort=size", 400))

    def serve(self, store):
        """A function that gets a page of a server of the store."""
        server = load_serve.Server(harness.QUERY, "--store", store)
        self.addCleanup(lambda: self.assertEqual(server.stop()[0], harness.OK))

        def get(target, status=200):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", target)
            answer = connection.getresponse()
            self.assertEqual(answer.status, status, target)
            body = answer.read().decode()
            connection.close()
            return body

        return get

    def test_the_search_page_shows_and_narrows(self):
        self.update()
        get = self.serve(self.store)
        page = get("/search?q=harvest")
        self.assertIn('last changed <bdi>2024-06-01</bdi></span><span class="date">last seen <bdi>2024-06-08</bdi>', page)
        self.assertIn('<a href="/search?q=harvest&amp;sort=changed">Newest change</a>', page)
        self.assertIn('<a href="/search?q=harvest&amp;sort=seen">Last seen</a>', page)
        self.assertIn('<a href="/search?q=harvest&amp;seen=2024-06-02"><bdi>past week</bdi> <span class="count">12</span>', page)
        self.assertIn("12 pages match", get("/search?q=harvest&seen=2024-06-02"))
        # Seven days that end with the second crawl hold no other, and a month would narrow nothing.
        self.assertIn('<a href="/search?q=harvest&amp;changed=2024-06-02"><bdi>past week</bdi> <span class="count">3</span>', page)
        self.assertNotIn("past month", page)
        chosen = get("/search?q=harvest&changed=2024-06-02&sort=changed")
        self.assertIn("3 pages match", chosen)
        self.assertIn("changed since 2024-06-02", chosen)
        self.assertIn('<a href="/search?q=harvest&amp;sort=changed" aria-current="true"><bdi>past week</bdi>', chosen)
        self.assertEqual(chosen.count('class="title"'), 3)
        answer = json.loads(get("/api/search?q=harvest&changed=2024-06-02&sort=changed"))
        self.assertEqual((answer["matches"], answer["sort"]), (3, "changed"))
        self.assertEqual({hit["last_changed"] for hit in answer["hits"]}, {SECOND})


if __name__ == "__main__":
    harness.main()
