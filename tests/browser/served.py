"""What the tests in a browser share: a store that is served, a browser that looks at it, and what holds on every page."""
import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "e2e"))
import harness  # noqa: E402
import webdriver  # noqa: E402

main = harness.main
TOP, OK = harness.TOP, harness.OK
AXE = os.path.join(TOP, "data", "axe.min.js")
NARROW, WIDE = (360, 740), (1100, 800)

with open(os.path.join(HERE, "probes.js"), encoding="utf-8") as probes:
    PROBES = probes.read()


class Server:
    """`thresh-query serve` on a free port, until it is closed. `origin` is where it is, without a last slash."""

    def __init__(self, store, *flags):
        command = [harness.QUERY, "serve", "--store", store, "--port", "0", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self.process.stdout:
            said.append(line)
            # With the path of a public address, without its last slash.
            if address := re.search(r"http://127\.0\.0\.1:\d+(/[^\s/]+)*", line):
                self.origin = address.group()
                return
        raise AssertionError("no address was printed: " + "".join(said))

    def close(self):
        """Asks it to stop; gives its exit code."""
        self.process.terminate()
        self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait(timeout=60)


@unittest.skipUnless(webdriver.CHROMIUM and webdriver.DRIVER, "no chromium and chromium-driver are installed")
class InBrowser(harness.EndToEnd):
    own_style = False  # whether a page may have a style sheet in it
    common_word = "grain"
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.addCleanup(lambda: self.assertEqual(self.server.close(), OK))
        self.open_browser()

    def serve(self):
        self.fill()
        return Server(self.store, "--compare", self.path("all"))

    def open_browser(self):
        self.browser = webdriver.Browser()
        self.addCleanup(self.browser.close)
        self.browser.size(*WIDE)
        self.browser.requests()  # those of the browser's own first page

    def fill(self):
        """The store that is looked at, and beside it the same pages with nothing removed."""
        self.fill_from(harness.SITE)

    def fill_from(self, *inputs):
        self.build(inputs=inputs)
        self.build("--detector", "none", store=self.path("all"), inputs=inputs)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [], "the console")
        self.assert_nothing_left_the_host(self.browser.requests())

    def assert_nothing_left_the_host(self, requests):
        self.assertTrue(requests)
        # The icon of a field for dates is the browser's own, and data: asks nobody.
        own = (self.server.origin + "/", "data:")
        self.assertEqual([url for url in requests if not url.startswith(own)], [])

    def probe(self, function, *arguments):
        return self.browser.run(f"{PROBES}\nreturn {function}(...arguments);", *arguments)

    def visit(self, path):
        self.browser.open(self.server.origin + path)
        self.assert_sound()

    def assert_sound(self):
        """What holds on every page, whatever the store has."""
        self.assertIsNone(self.browser.dialog())
        self.assertIsNone(self.browser.run("return window.__hacked ?? null"))
        self.assertEqual(self.probe("strangers", self.own_style), [], self.browser.url)

    def grave_violations(self):
        """What axe calls serious or critical on the page."""
        if not os.path.exists(AXE):
            self.skipTest("no axe is there: scripts/fetch_axe fetches it where a package index can be reached")
        with open(AXE, encoding="utf-8") as file:
            self.browser.run(file.read() + "\nwindow.axe = axe;")
        found = self.browser.run_until_done(
            "axe.run({preload: false}).then(all => arguments[0](all.violations), why => arguments[0](String(why)));")
        self.assertIsInstance(found, list, found)
        return [f"{one['id']}: {node['html'][:200]} {node['failureSummary']}" for one in found
                if one["impact"] in ("serious", "critical") for node in one["nodes"]]

    @property
    def place(self):
        """Where the browser is, without the server."""
        return self.browser.url[len(self.server.origin):]

    def one(self, selector):
        return self.browser.one(selector)

    def all(self, selector):
        return self.browser.all(selector)

    def texts(self, selector):
        return [element.text for element in self.all(selector)]

    def views(self):
        """One address of every view, found as a person finds them: by following links."""
        self.browser.open(self.server.origin + "/templates")
        template = self.one("ol#templates a[href*='/template?']").property("href")
        self.browser.open(self.server.origin + "/search?q=" + self.common_word)
        page = self.one("ol#results > li a[href*='/page?']").property("href")
        begins = len(self.server.origin)
        return {"start": "/", "about": "/about", "search": "/search?q=" + self.common_word,
                "no-hits": "/search?q=nowhereatall", "mistake": "/search?q=%28" + self.common_word,
                "page": page[begins:], "page-kept": page[begins:] + "&removal=off", "templates": "/templates",
                "template": template[begins:], "compare": "/compare?q=" + self.common_word}
