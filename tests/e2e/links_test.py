"""The commands about links: what a menu does to them, and what they say without it."""
import json

import harness
from harness import MISSING, USAGE

MENU = "".join(f'<li><a href="/{name}.html">{name}</a></li>' for name in ("home", "shop", "legal"))
WORDS = ("anvil", "bellows", "crucible", "damper", "ember", "flux", "grindstone", "hammer", "ingot", "jig")


def page(number, links):
    linked = " and ".join(f'<a href="/p{target}.html">the {WORDS[target]}</a>' for target in links)
    return {"url": f"http://forge.example/p{number}.html", "status": 200, "date": "2024-01-01T00:00:00Z",
            "html": f"<title>{WORDS[number].title()}</title><nav><ul>{MENU}</ul></nav>"
                    f"<main><p>Page {number} is about the {WORDS[number]} and says why smiths need {linked}, with "
                    f"{WORDS[number]} words of its own, such as {WORDS[number]}{number} and {number * 37}.</p>"
                    f'<p>See <a href="http://elsewhere.example/{WORDS[number]}">more</a>, '
                    '<a href="http://elsewhere.example/all">all</a>.</p></main>'}


def crawl():
    pages = [page(number, [target for target in (3, (number + 1) % 10, 7) if target != number]) for number in range(10)]
    pages += [{**pages[0], "url": f"http://forge.example/{name}.html",
               "html": f"<title>{name}</title><nav><ul>{MENU}</ul></nav><main><p>This is {name} of {name}s, the {text}.</p></main>"}
              for name, text in (("home", "front door of a forge"), ("shop", "place for wares"), ("legal", "small print"))]
    return "".join(json.dumps(one) + "\n" for one in pages)


class Links(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.build(inputs=(self.write("crawl.jsonl", crawl()),))

    def titles(self, rows):
        return [row["title"] for row in rows]

    def test_a_menu_leads_by_all_links_and_not_without_it(self):
        table = self.query_json("rank", "-n", "3")
        self.assertEqual(set(self.titles(table["all"])), {"home", "shop", "legal"})
        self.assertEqual(set(self.titles(table["free"])) - {"Ember"}, {"Damper", "Hammer"})
        menu = table["all"][0]
        self.assertEqual((menu["all"]["links_in"], menu["free"]["links_in"]), (12, 0))
        self.assertGreater(menu["free"]["place"], 10)
        text = self.query("rank", "-n", "2").stdout
        self.assertIn("Best by all links", text)
        self.assertNotIn("Best by all links", self.query("rank", "--graph", "free").stdout)

    def test_every_measure_ranks(self):
        for measure in ("pagerank", "inlinks", "authority"):
            table = self.query_json("rank", "--by", measure, "--graph", "free", "-n", "2")
            self.assertEqual(set(self.titles(table["free"])), {"Damper", "Hammer"})
            self.assertNotIn("all", table)

    def test_a_link_to_a_folder_leads_to_its_file(self):
        pages = {"start.html": '<p>Here is <a href="mill/">all about the mill</a>', "mill/index.html": "<p>A mill grinds"}
        store = self.path("mirror.thresh")
        for name, text in pages.items():
            self.write(f"mirror.example/{name}", f"<title>{name}</title>{text}.")
        self.build(inputs=(self.path("mirror.example"),), store=store)
        asked = self.query_json("links", "--url", harness.BASE + "mill/", store=store)
        self.assertEqual([link["url"] for link in asked["in"]], [harness.BASE + "start.html"])
        self.assertEqual(self.query_json("frontier", store=store)["addresses"], 0)

    def test_links_of_a_page(self):
        links = self.query_json("links", "--url", "http://forge.example/p3.html")
        kinds = {link["text"]: link["template"] for link in links["out"]}
        self.assertEqual((kinds["home"], kinds["the ember"]), (True, False))
        self.assertEqual(len({link["url"] for link in links["in"]}), 9)
        self.assertEqual({link["template"] for link in links["in"]}, {False})
        text = self.query("links", "--url", "http://forge.example/home.html").stdout
        self.assertIn("12 links to this page", text)
        self.assertEqual(self.query("links", "http://forge.example/home.html").stdout, text)

    def test_edges_are_a_table_for_other_tools(self):
        rows = [line.split("\t") for line in self.query("links", "--edges", "all").stdout.splitlines()]
        self.assertEqual({len(row) for row in rows}, {3})
        free = [row for row in rows if row[2] == "free"]
        self.assertEqual([line.split("\t") for line in self.query("links", "--edges", "free").stdout.splitlines()], free)
        counts = self.query_json("links")
        self.assertEqual(counts["edges"], {"all": len(rows), "free": len(free)})
        self.assertEqual((counts["pages"], counts["outside"]), (13, 11))

    def test_related_pages_are_linked_together(self):
        related = self.query_json("related", "http://forge.example/p3.html")["related"]
        self.assertEqual(related[0]["title"], "Hammer")
        self.assertNotIn("home", self.titles(related))
        by_page = self.query_json("related", "--by", "page", "http://forge.example/p3.html")["related"]
        self.assertIn("home", self.titles(by_page))
        self.assertIn("no page stands beside it", self.query("related", "http://forge.example/home.html").stdout)

    def test_the_frontier_has_what_pages_link_to(self):
        frontier = self.query_json("frontier", "-n", "2")
        self.assertEqual((frontier["addresses"], len(frontier["frontier"])), (11, 2))
        self.assertEqual((frontier["frontier"][0]["url"], frontier["frontier"][0]["pages"]),
                         ("http://elsewhere.example/all", 10))
        weighted = self.query_json("frontier", "--weight", "pagerank", "--lambda", "0")["frontier"]
        self.assertEqual(weighted[0]["url"], "http://elsewhere.example/all")
        self.assertNotEqual(weighted[0]["score"], frontier["frontier"][0]["score"])

    def test_authorities_around_a_query(self):
        free = self.query_json("rank", "--query", "smiths", "--variant", "pagelet-ft", "-n", "2")
        self.assertEqual(set(self.titles(free["pages"])), {"Damper", "Hammer"})
        vanilla = self.query_json("rank", "--query", "smiths", "--variant", "page-vanilla", "-n", "3")
        self.assertTrue(set(self.titles(vanilla["pages"])) & {"home", "shop", "legal"})
        # Menus have no word of the query, and one behind a - is none that hubs must have.
        matching = self.query_json("rank", "--query", "smiths -wares", "--variant", "pagelet-fnm", "-n", "100")
        self.assertEqual(set(self.titles(matching["pages"])), {word.title() for word in WORDS})
        alone = self.query_json("rank", "--query", "smiths", "--drop-intra-host")
        self.assertEqual((alone["root"], alone["pages"]), (10, []))

    def test_mistakes_are_one_line(self):
        self.assert_one_line(self.query("links", "--url", "nosuch.html", expect=MISSING).stderr, "nosuch")
        self.assert_one_line(self.query("frontier", "--lambda", "2", expect=USAGE).stderr, "lambda")
        self.assert_one_line(self.query("rank", "--query", "(", expect=USAGE).stderr, "not closed")
        self.query("related", expect=USAGE)

    def test_a_store_without_links(self):
        page_alone = json.dumps({"url": "http://alone.example/", "html": "<p>a page alone"}) + "\n"
        self.build("--replace", inputs=(self.write("alone.jsonl", page_alone),))
        self.assertEqual(self.query_json("rank")["edges"], {"all": 0, "free": 0})
        self.assertIn("every page that its pages link to", self.query("frontier").stdout)
        self.assertEqual(self.query("links", "--edges", "all").stdout, "")


if __name__ == "__main__":
    harness.main()
