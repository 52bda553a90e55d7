"""The search box in somebody's site: a page of another origin, with a policy that allows no inline script or style."""
import http.server
import json
import os
import threading

import served
from webdriver import DOWN, ENTER, ESCAPE

UP = "\ue013"
PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Manual</title>
<meta name=viewport content="width=device-width, initial-scale=1"><meta name=color-scheme content="light dark">
<link rel=stylesheet href="{search}/assets/widget.css"><script src="{search}/assets/widget.js" defer></script>
<main><h1>Manual</h1>
<form class="thresh-search" action="{search}/search" role="search">
<label>Search the manual <input type="search" name="q"></label></form><p>{text}</p></main>"""
POLICY = "default-src 'none'; script-src {search}/; style-src {search}/; connect-src {search}/; form-action {search}/"


class Host:
    """A site of its own, on another port and so of another origin."""

    def __init__(self):
        host = self
        self.search = ""

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # pylint: disable=invalid-name
                found = self.path == "/"
                text = PAGE.format(search=host.search, text="barley " * 400) if found else ""
                self.send_response(200 if found else 204)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Security-Policy", POLICY.format(search=host.search))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Box(served.InBrowser):
    allowed = True
    evil = "<img src=x onerror=window.__hacked=1>"

    def fill(self):
        """A host without a dot is nowhere on the web, so its hits lead to the server, which a test can follow."""
        sections = "".join(f"<h2 id=s{n}>Part {word}</h2><p>{word} wheat of the field" for n, word in
                           enumerate(("sowing", "reaping")))
        pages = [{"url": f"http://manual/{n}", "html": f"<title>Wheat {word}</title><h1>Wheat {word}</h1>"
                  f"<p>wheat is {word} &lt;img src=x onerror=window.__hacked=1&gt; here{sections}"}
                 for n, word in enumerate(("winter", "spring", "durum", "spelt", self.evil.replace("<", "&lt;")))]
        self.build(inputs=[self.write("crawl.jsonl", "\n".join(map(json.dumps, pages)))])

    def serve(self):
        self.fill()
        self.host = Host()
        self.addCleanup(self.host.close)
        flags = ("--allow-origin", self.host.origin) if self.allowed else ()
        server = served.Server(self.store, "--public-url", "http://search.example/find/", *flags)
        self.host.search = server.origin
        return server

    def assert_nothing_left_the_host(self, requests):
        ours = (self.server.origin + "/", self.host.origin + "/", "data:")
        self.assertEqual([url for url in requests if not url.startswith(ours)], [])

    def type(self, text):
        self.browser.open(self.host.origin + "/")
        self.one("input[name=q]").type(text)

    def offered(self, text):
        self.type(text)
        self.browser.wait_until(lambda: self.all("a.thresh-hit"))
        return self.all("[role=option]")


class Widget(Box):
    def chosen(self):
        field = self.one("input[name=q]")
        active = field.attribute("aria-activedescendant")
        marked = [option.attribute("id") for option in self.all("[role=option][aria-selected=true]")]
        self.assertEqual([active] if active else [], marked)
        return active

    def test_hits_stand_below_the_field_while_somebody_types(self):
        self.offered("wint")
        self.assertEqual(self.texts(".thresh-title"), ["Wheat winter"])
        self.assertIn("winter", self.texts(".thresh-mark"))
        self.assertEqual(self.texts(".thresh-status"), ["1 page; Enter shows all results"])
        self.one("input[name=q]").clear()
        self.offered("wheat reaping")
        self.assertIn("Part reaping", self.texts("a.thresh-section"))
        self.assertTrue(self.one("a.thresh-section").property("href").startswith(self.server.origin + "/page?url="))
        self.assertIn("#s-s", self.one("a.thresh-section").property("href"))

    def test_the_keyboard_is_enough(self):
        self.browser.open(self.host.origin + "/")
        self.browser.press("/")
        field = self.browser.focused
        self.assertEqual((field.attribute("name"), field.attribute("role")), ("q", "combobox"))
        self.assertEqual(field.property("value"), "")
        self.browser.press("wheat")
        self.browser.wait_until(lambda: self.all("a.thresh-hit"))
        self.assertEqual(field.attribute("aria-expanded"), "true")
        options = [option.attribute("id") for option in self.all("[role=option]")]
        self.assertIsNone(self.chosen())
        self.browser.press(DOWN)
        self.assertEqual(self.chosen(), options[0])
        self.browser.press(DOWN + UP + UP)
        self.assertIsNone(self.chosen())
        self.browser.press(UP)
        self.assertEqual(self.chosen(), options[-1])
        self.browser.press(ESCAPE)
        self.assertFalse(self.one(".thresh-panel").shown)
        self.assertEqual(field.attribute("aria-expanded"), "false")
        self.assertEqual(field.property("value"), "wheat")

    def test_enter_opens_the_chosen_page_or_all_results(self):
        self.offered("wheat winter")
        self.browser.press(DOWN + ENTER)
        self.browser.wait_until(lambda: self.browser.url.startswith(self.server.origin + "/page?url="))
        self.type("wheat")
        self.browser.press(ENTER)
        self.browser.wait_until(lambda: self.browser.url.startswith(self.server.origin + "/search?q=wheat"))
        self.assertTrue(self.all("ol#results > li"))

    def test_a_click_opens_a_page(self):
        self.offered("durum")[0].click()
        self.browser.wait_until(lambda: self.browser.url.startswith(self.server.origin + "/page?url="))

    def test_hostile_text_is_text(self):
        self.offered("onerror")
        self.assertIn("<img src=x", " ".join(self.texts(".thresh-panel")))
        self.assertEqual(self.all(".thresh-panel img"), [])
        self.assertIsNone(self.browser.run("return window.__hacked ?? null"))

    def test_half_a_query_is_no_mistake(self):
        self.type('"wheat')
        self.browser.wait_until(lambda: any("/api/search" in url for url in self.browser.requests()))
        self.browser.wait_until(lambda: "Enter shows all" in " ".join(self.texts(".thresh-status")))
        self.assertEqual(self.browser.complaints(), [])

    def test_it_looks_as_it_should(self):
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for size in (served.WIDE, served.NARROW):
                self.browser.size(*size)
                self.offered("wheat")
                self.browser.press(DOWN)
                self.assertEqual(self.probe("overflow", size[0]), [])
                # The ground of the page around it is the browser's own, which the probe does not know.
                pale = [said for said in self.probe("paleText") if 'class="thresh-' in said.split(">")[0]]
                self.assertEqual(pale, [], scheme)
                if out := os.environ.get("WIDGET_PICTURES"):
                    with open(os.path.join(out, f"widget-{scheme}-{size[0]}.png"), "wb") as file:
                        file.write(self.browser.screenshot())

    def test_axe_finds_nothing_grave(self):
        self.browser.devtools("Page.setBypassCSP", enabled=True)  # for axe, which is no part of the page
        self.offered("wheat")
        self.assertEqual(self.grave_violations(), [])

    def test_without_scripts_it_is_a_form(self):
        self.browser.scripts(False)
        self.type("wheat" + ENTER)
        self.browser.wait_until(lambda: self.browser.url.startswith(self.server.origin + "/search?q=wheat"))


class Stranger(Box):
    """A site that the server does not know."""
    allowed = False

    def tearDown(self):
        self.assertTrue(self.browser.complaints())

    def test_a_site_that_is_not_named_gets_nothing(self):
        self.browser.open(self.host.origin + "/")
        self.assertEqual(self.all(".thresh-panel"), [])
        status = self.browser.run_until_done(
            "fetch(arguments[0]).then(() => arguments[1]('read'), () => arguments[1]('refused'))",
            self.server.origin + "/api/search?q=wheat")
        self.assertEqual(status, "refused")


if __name__ == "__main__":
    served.main()
