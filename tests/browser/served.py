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
NARROW, WIDE = (360, 740), (1100, 800)

with open(os.path.join(HERE, "probes.js"), encoding="utf-8") as probes:
    PROBES = probes.read()


class Server:
    """`thresh-query serve` on a free port, until it is closed."""

    def __init__(self, store, *flags):
        command = [harness.QUERY, "serve", "--store", store, "--port", "0", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self.process.stdout:
            said.append(line)
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
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
        self.assertEqual([url for url in requests if not url.startswith(self.server.origin + "/")], [])

    def probe(self, function, *arguments):
        return self.browser.run(f"{PROBES}\nreturn {function}(...arguments);", *arguments)

    def visit(self, path):
        self.browser.open(self.server.origin + path)
        self.assert_sound()

    def assert_sound(self):
        """What holds on every page, whatever the store has."""
        self.assertIsNone(self.browser.dialog())
        self.assertIsNone(self.browser.run("return window.__hacked ?? null"))
        self.assertEqual(self.probe("strangers", False), [], self.browser.url)

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

    common_word = "grain"
