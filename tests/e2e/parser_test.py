"""The two readers of html: whichever goes first, every page is read the same and the index has the same content."""
import glob
import json
import os

import harness
from harness import INDEX, THOROUGH, TOP

# Folders of unpacked packages (scripts/fetch_corpora), and further sites, each a folder of pages.
CORPORA = os.path.join(TOP, "data", "corpora")
OTHERS = [folder for folder in os.environ.get("E2E_SITES", "").split(":") if folder]
# Sites of a development build: ASan takes a minute for 20 MB.
SMALL_BYTES = 8 << 20


def html_bytes(folder):
    files = (os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sum(os.path.getsize(file) for file in files if file.endswith((".html", ".htm")) and not os.path.islink(file))


class Parser(harness.EndToEnd):
    def counters(self, *flags, **more):
        return json.loads(self.build("--json", *flags, **more).stdout)["counters"]

    def content(self, store):
        return json.loads(self.run_program([INDEX, "verify", "--store", store, "--json"]).stdout)["digest"]

    def assert_read_the_same(self, detectors, inputs):
        """With each detector both readers give the same content, and no page differs."""
        for detector in detectors:
            auto, gumbo = self.path(detector + "-auto"), self.path(detector + "-gumbo")
            counters = self.counters("--detector", detector, "--check-parser", "1", "--replace", store=auto, inputs=inputs)
            self.assertEqual(counters["parser_differs"], 0, detector)
            self.assertEqual(counters["parser_checked"], counters["parsed_straight"], detector)
            self.assertGreater(counters["parser_checked"], 0, detector)
            counters = self.counters("--detector", detector, "--parser", "gumbo", "--replace", store=gumbo, inputs=inputs)
            self.assertNotIn("parsed_straight", {name for name, count in counters.items() if count}, detector)
            self.assertEqual(self.content(auto), self.content(gumbo), detector)

    def detectors(self):
        listed = json.loads(self.run_program([INDEX, "detectors", "--json"]).stdout)
        return [row["name"] for row in listed]

    def test_every_detector_gives_the_same_content_on_the_fixture_crawl(self):
        self.assertGreaterEqual(len(self.detectors()), 13)
        self.assert_read_the_same(self.detectors(), (harness.SITE,))

    def test_every_nth_page_is_checked(self):
        counters = self.counters("--check-parser", "10", "--detector", "none")
        self.assertEqual(counters["parser_checked"], 5)  # of 43 pages: 0, 10, 20, 30, 40
        self.assertEqual(counters["parsed_straight"], 43)
        self.assertEqual(self.counters("--detector", "none", "--replace")["parser_checked"], 0)

    def test_pages_that_only_gumbo_reads_are_counted_by_their_reason(self):
        pages = {"a": "<p>a", "b": "<template>a</template>b", "c": "<math>a</math>", "d": "a\0b", "e": "<body><frameset>a"}
        for name, html in pages.items():
            self.write(f"site/{name}.html", html)
        counters = self.counters("--detector", "none", inputs=(self.path("site"),))
        self.assertEqual({name: count for name, count in counters.items() if count and name.startswith(("parse", "gumbo"))},
                         {"parsed_straight": 1, "parsed_gumbo": 4, "gumbo_template": 1, "gumbo_foreign": 1, "gumbo_nul": 1,
                          "gumbo_frames": 1})

    def test_real_sites_are_read_the_same(self):
        """Sandwich sees the lines of the source, and sst the whole tree with its attributes."""
        sites = [folder for folder in [*sorted(glob.glob(os.path.join(CORPORA, "*"))), *OTHERS]
                 if os.path.isdir(folder) and (THOROUGH or html_bytes(folder) <= SMALL_BYTES)]
        if not sites:
            self.skipTest("no small site in data/corpora (scripts/fetch_corpora)")
        for site in sites:
            with self.subTest(site=os.path.basename(site)):
                self.assert_read_the_same(("sandwich", "sst"), (site,))

    def test_every_detector_gives_the_same_content_on_the_named_sites(self):
        """Of data/corpora; .ci/run names two in E2E_PARSER_SITES."""
        names = os.environ.get("E2E_PARSER_SITES", "").split()
        sites = [os.path.join(CORPORA, name) for name in names if os.path.isdir(os.path.join(CORPORA, name))]
        if not sites:
            self.skipTest("none of E2E_PARSER_SITES is in data/corpora: " + (" ".join(names) or "it is empty"))
        for site in sites:
            with self.subTest(site=os.path.basename(site)):
                self.assert_read_the_same(self.detectors(), (site,))


if __name__ == "__main__":
    harness.main()
