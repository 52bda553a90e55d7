"""What a person does on the search page, with the mouse, with the keyboard, and without scripts."""
import json
import urllib.request

import served
from webdriver import DOWN, ENTER, ESCAPE


class Browse(served.InBrowser):
    def search(self, words):
        self.visit("/")
        self.one("#q").type(words + ENTER)
        self.browser.wait_until(lambda: self.place.startswith("/search?q="))
        self.assert_sound()

    def test_typing_finds_a_page_and_leads_to_its_text(self):
        self.search("einkorn")
        self.assertEqual(self.place, "/search?q=einkorn")
        self.assertEqual(self.one("#q").property("value"), "einkorn")
        self.assertTrue(any("einkorn" in text.lower() for text in self.texts("ol#results > li .snippet mark")))
        self.assertEqual(self.one("ol#results > li .url").text, "granary.example › grain › einkorn.html")
        self.one("ol#results > li a[href*='/page?']").click()
        self.assert_sound()
        self.assertIn("/page?url=", self.place)
        self.assertIn("einkorn", " ".join(self.texts(".block")).lower())
        self.browser.back()
        self.assertTrue(self.place.startswith("/search?q=einkorn"), self.place)

    def test_the_keyboard_is_enough(self):
        self.search("grain")
        self.browser.run("document.activeElement.blur()")
        self.browser.press("/")
        self.assertEqual(self.browser.focused.attribute("id"), "q")
        self.assertEqual(self.one("#q").property("value"), "grain")  # the slash is not typed into it
        self.browser.run("document.activeElement.blur()")
        titles = self.texts("ol#results > li a.title")
        focused = []
        for key in ("j", "j", "k", DOWN):
            self.browser.press(key)
            focused.append(self.browser.focused.text)
        self.assertEqual(focused, [titles[0], titles[1], titles[0], titles[1]])
        self.assertTrue(self.browser.focused.property("href").startswith("http://granary.example/"))
        # A title there leads away from the site; here it stays, so that Enter can be followed.
        self.visit("/compare?q=grain")
        self.browser.press("j")
        chosen = self.browser.focused.text
        self.browser.press(ENTER)
        self.browser.wait_until(lambda: self.place.startswith("/page?url="))
        self.assertIn(chosen.split("…")[0], self.browser.title)

    def test_a_word_is_completed_while_it_is_typed(self):
        self.visit("/")
        self.one("#q").type("einko")
        self.browser.wait_until(lambda: self.all("#completions li"))
        self.assertIn("einkorn", self.texts("#completions li"))
        self.assert_sound()
        self.one("#q").type(ESCAPE)
        self.assertFalse(self.one("#completions").shown)
        self.one("#q").type("r")
        self.browser.wait_until(lambda: self.all("#completions li"))
        self.one("#q").type(DOWN)
        self.assertEqual(self.one("#q").attribute("aria-activedescendant"), "completion-0")
        self.one("#q").type(ENTER)
        self.browser.wait_until(lambda: self.place.startswith("/search?q=einkorn"))

    def shows(self, words):
        """The results of these words stand there, and the address and the title are theirs."""
        address = f"/search?q={words}&typed=1"
        self.browser.wait_until(lambda: self.place == address)
        self.assert_sound()
        self.assertEqual(self.browser.title, words.replace("+", " ") + " - Thresh")

    def test_results_come_while_somebody_types(self):
        self.visit("/")
        self.browser.press("/")
        self.browser.press("einko")
        self.shows("einko")
        self.assertTrue(any("einkorn" in text.lower() for text in self.texts("#results .snippet mark")))
        self.assertIn("match", self.one("#search [role=status]").property("textContent"))
        self.assertEqual(self.browser.focused.attribute("id"), "q")
        # No page in between, and what was there stays until the next is there.
        self.browser.run("window.__same = true; new MutationObserver(() => { window.__empty ||= "
                         "!document.querySelector('#results > li'); }).observe(document.getElementById('main'), {childList: true})")
        self.browser.press("rn rye")
        self.shows("einkorn+rye")
        self.assertEqual(self.browser.run("return [window.__same, window.__empty]"), [True, False])
        # The same as when it is sent.
        typed = self.texts("#results .url")
        self.browser.press(ESCAPE + ESCAPE)
        self.assertEqual(self.one("#q").property("value"), "einkorn rye")
        self.browser.press("j")
        self.assertEqual(self.browser.focused.text, self.texts("#results a.title")[0])
        self.one("#q").type(ENTER)
        self.browser.wait_until(lambda: self.place == "/search?q=einkorn+rye")
        self.assertEqual(self.texts("#results .url"), typed)
        # Back: what was typed is one step.
        self.browser.back()
        self.shows("einkorn+rye")
        self.browser.back()
        self.browser.wait_until(lambda: self.place == "/")
        self.browser.wait_until(lambda: self.all("main .start"))
        self.assertEqual(self.one("#q").property("value"), "")

    def test_the_last_of_two_answers_wins(self):
        self.visit("/search?q=grain")
        # The answer to the first comes after that to the second, or never.
        self.browser.run("const real = window.fetch; window.fetch = (url, how) => String(url).includes('q=rye&') ? "
                         "new Promise(done => setTimeout(() => done(real(url)), 900)) : real(url, how);")
        self.one("#q").clear()
        self.one("#q").type("rye")
        self.browser.run_until_done("setTimeout(arguments[0], 300)")
        self.one("#q").type(" bread")
        self.shows("rye+bread")
        self.browser.run_until_done("setTimeout(arguments[0], 900)")
        self.assertEqual(self.place, "/search?q=rye+bread&typed=1")
        # An empty field and half a query are no reason to take away what is there.
        self.one("#q").clear()
        self.one("#q").type('"')
        self.browser.run_until_done("setTimeout(arguments[0], 400)")
        self.assertEqual(self.all(".problem"), [])

    def test_next_page_and_back(self):
        self.search("grain")
        first = self.texts("ol#results > li .url")
        self.one("a[rel=next]").click()
        self.assert_sound()
        second = self.texts("ol#results > li .url")
        self.assertTrue(second and not set(first) & set(second))
        self.one("a[rel=prev]").click()
        self.assertEqual(self.texts("ol#results > li .url"), first)

    def test_a_mistyped_word_is_corrected(self):
        self.search("threshing flooor")
        suggestion = self.one("#did-you-mean a")
        self.assertEqual(suggestion.text, "threshing floor")
        suggestion.click()
        self.assertEqual(self.one("#q").property("value"), "threshing floor")
        self.assertEqual(self.all("#did-you-mean"), [])

    def test_a_template_folds_and_removal_is_switched_off(self):
        self.visit(self.views()["page"])
        block = self.one("details.block")
        opened = block.property("open")
        block.all("summary")[0].click()
        self.assertNotEqual(block.property("open"), opened)
        self.assertTrue(self.all(".block:not(details)"))
        self.one("#removal").click()
        self.browser.wait_until(lambda: "removal=off" in self.place)
        self.assert_sound()
        self.assertEqual(self.all("details.block:not([open])"), [])

    def test_one_key_folds_all_templates_and_one_shows_the_keys(self):
        self.visit(self.views()["page"])
        for folded in (False, True):
            self.browser.press("f")
            self.assertEqual({block.property("open") for block in self.all("details.block")}, {not folded})
        self.browser.press("?")
        self.assertTrue(self.one("#keys").property("open"))
        self.browser.press(ESCAPE)
        self.assertFalse(self.one("#keys").property("open"))

    def test_templates_lead_to_one_and_to_its_pages(self):
        self.visit("/templates")
        self.assertTrue(self.all("ol#templates > li"))
        self.one("ol#templates a[href*='/template?']").click()
        self.assert_sound()
        self.one("main a[href*='/page?']").click()
        self.assert_sound()
        self.assertTrue(self.all("details.block"))

    def test_with_and_without_removal_side_by_side(self):
        self.visit("/compare?q=granary")
        self.assertTrue(self.all("#with li") and self.all("#without li"))
        beside = [self.browser.run("return document.querySelector(arguments[0]).getBoundingClientRect().top", column)
                  for column in ("#with", "#without")]
        self.assertAlmostEqual(beside[0], beside[1], delta=4)

    def test_a_narrow_screen_shows_the_moves(self):
        self.browser.size(*served.NARROW)
        self.visit("/compare?q=granary")
        rows = "return [...document.querySelectorAll(arguments[0])].map(row => Math.round(row.getBoundingClientRect().top))"
        without, beside = self.browser.run(rows, "#without li"), self.browser.run(rows, "#with li")
        both = min(len(without), len(beside))
        self.assertGreater(both, 1)
        self.assertEqual(without[:both], beside[:both])
        self.assertTrue(self.one(".lines").shown)
        # What went out has no title in the first list here.
        gone = len(self.browser.run("return [...document.querySelectorAll('#without .gone')].map(e => e.innerText)"))
        self.assertEqual(len([one for one in self.all(".went-out li") if one.shown]), gone)

    def test_without_scripts_nothing_is_missing(self):
        self.browser.scripts(False)
        self.search("grain")
        self.one("a[rel=next]").click()
        self.assertTrue(self.all("ol#results > li"))
        self.one("ol#results > li a[href*='/page?']").click()
        block = self.one("details.block")
        opened = block.property("open")
        block.all("summary")[0].click()
        self.assertNotEqual(block.property("open"), opened)
        for view in self.views().values():
            self.visit(view)

    def test_the_answers_for_programs_say_the_same(self):
        self.search("grain")
        shown = self.texts("ol#results > li a.title")
        with urllib.request.urlopen(self.server.origin + "/api/search?q=grain") as answer:
            self.assertEqual(answer.headers.get_content_type(), "application/json")
            self.assertEqual([hit["title"] for hit in json.load(answer)["hits"]], shown)
        offered = self.one("link[rel=search]")
        self.assertEqual(offered.attribute("type"), "application/opensearchdescription+xml")
        with urllib.request.urlopen(self.server.origin + offered.attribute("href")) as answer:
            self.assertIn(self.server.origin + "/search?q={searchTerms}", answer.read().decode())


class BelowAPath(served.InBrowser):
    """As behind a proxy that serves the search page below a path of its own site."""

    def serve(self):
        self.fill()
        return served.Server(self.store, "--compare", self.path("all"), "--title", "Granary search",
                             "--public-url", "https://docs.example/manual/find/")

    def test_nothing_leads_out_of_the_path(self):
        self.assertTrue(self.server.origin.endswith("/manual/find"))
        for path in self.views().values():
            self.visit(path)
            self.assertIn("Granary search", self.browser.title)
            for link in self.browser.run("return [...document.querySelectorAll('a, form')].map(e => e.href ?? e.action)"):
                if link.startswith(self.server.origin.removesuffix("/manual/find")):
                    self.assertTrue(link.startswith(self.server.origin + "/"), link)
        self.visit("/")
        self.one("#q").type("einko")
        self.browser.wait_until(lambda: self.all("#completions li"))
        self.one("#q").type(DOWN + ENTER)
        self.browser.wait_until(lambda: self.place.startswith("/search?q=einkorn"))
        self.assertEqual(self.one(".home").text, "Granary search")

    def test_programs_are_told_the_public_address(self):
        with urllib.request.urlopen(self.server.origin + "/opensearch.xml") as answer:
            self.assertIn("https://docs.example/manual/find/search?q={searchTerms}", answer.read().decode())
        with urllib.request.urlopen(self.server.origin + "/llms.txt") as answer:
            self.assertIn("(https://docs.example/manual/find/page/granary.example/", answer.read().decode())
        self.visit("/")  # every test looks at a page


class Narrow(served.InBrowser):
    """Two sites, two years."""

    def fill(self):
        pages = [{"url": f"http://{site}.example/{number}", "date": f"{2004 + number % 2}-03-01T00:00:00Z",
                  "html": f"<title>{site} {number}</title><p>barley {words}"}
                 for site, sayings in (("east", ("rises", "from ash", "by night")),
                                       ("west", ("sets", "over fields", "in May", "slowly", "for good")))
                 for number, words in enumerate(sayings)]
        self.fill_from(self.write("crawl.jsonl", "\n".join(json.dumps(page) for page in pages)))

    def test_facets_narrow_a_search_down_and_back(self):
        self.visit("/search?q=barley")
        for facet, left in (("east.example", 3), ("2005", 1)):
            self.assertIn(facet, self.one("#facets").text)
            next(link for link in self.all("#facets a") if link.text.startswith(facet)).click()
            self.assert_sound()
            self.assertEqual(len(self.all("ol#results > li")), left)
        self.assertIn("site=east.example", self.place)
        self.one("#facets .within a").click()
        self.assertEqual(len(self.all("ol#results > li")), 8)

    def test_a_form_narrows_the_dates(self):
        self.visit("/search?q=barley&site=west.example&from=2005")
        self.assertEqual(self.one("#dates [name=from]").property("value"), "2005-01-01")
        self.browser.run("document.querySelector('#dates [name=to]').value = '2004-12-31'")
        self.browser.run("document.querySelector('#dates [name=from]').value = ''")
        self.one("#dates button").click()
        self.assert_sound()
        self.assertIn("to=2004-12-31", self.place)
        self.assertIn("site=west.example", self.place)
        self.assertEqual(len(self.all("ol#results > li")), 3)

    def test_facets_and_dates_look_as_they_should(self):
        for scheme, size in (("light", served.WIDE), ("dark", served.NARROW)):
            self.browser.scheme(scheme)
            self.browser.size(*size)
            self.visit("/search?q=barley&from=2004")
            self.assertTrue(self.one("#dates").shown)
            self.assertEqual(self.probe("overflow", size[0]) + self.probe("paleText") + self.grave_violations(), [])

    def test_a_page_past_the_end_leads_to_the_last_one(self):
        self.visit("/search?q=barley&page=9999")
        self.one(".nothing a").click()
        self.assert_sound()
        self.assertEqual(len(self.all("ol#results > li")), 8)


if __name__ == "__main__":
    served.main()
