"""How every view looks: light and dark, on a narrow screen, to somebody who reads it otherwise."""
import os

import served

AXE = os.path.join(served.TOP, "data", "axe.min.js")
GRAVE = ("serious", "critical")


class Looks(served.InBrowser):
    def each_view(self, complaints):
        """No view has any, in either colour scheme."""
        views = self.views()
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for name, path in views.items():
                self.visit(path)
                with self.subTest(view=name, scheme=scheme):
                    self.assertEqual(complaints(), [])

    def test_text_stands_out_in_light_and_dark(self):
        self.each_view(lambda: self.probe("paleText"))

    def test_dark_is_dark(self):
        brightness = []
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            self.visit("/")
            brightness.append(self.probe("behindText"))
        self.assertGreater(brightness[0], 0.7)
        self.assertLess(brightness[1], 0.1)

    def test_a_narrow_screen_needs_no_scrolling_sideways(self):
        self.browser.size(*served.NARROW)
        self.each_view(lambda: self.probe("overflow", served.NARROW[0]))

    def test_a_narrow_screen_holds_its_text_at_twice_the_size(self):
        """WCAG 1.4.4 and 1.4.10: text grows, the layout follows."""
        self.browser.size(*served.NARROW)
        for path in self.views().values():
            self.visit(path)
            self.browser.run("document.documentElement.style.fontSize = '200%'")
            with self.subTest(path=path):
                self.assertEqual(self.probe("overflow", served.NARROW[0]), [])

    def test_axe_finds_nothing_grave(self):
        if not os.path.exists(AXE):
            self.skipTest("no axe is there: scripts/fetch_axe fetches it where a package index can be reached")
        with open(AXE, encoding="utf-8") as file:
            axe = file.read()
        self.each_view(lambda: self.grave_violations(axe))

    def grave_violations(self, axe):
        self.browser.run(axe + "\nwindow.axe = axe;")
        found = self.browser.run_until_done(
            "axe.run({preload: false}).then(all => arguments[0](all.violations), why => arguments[0](String(why)));")
        self.assertIsInstance(found, list, found)
        return [f"{one['id']}: {node['html'][:200]} {node['failureSummary']}" for one in found
                if one["impact"] in GRAVE for node in one["nodes"]]


if __name__ == "__main__":
    served.main()
