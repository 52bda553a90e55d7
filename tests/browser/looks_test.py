"""How every view looks: light and dark, on a narrow screen, to somebody who reads it otherwise."""
import served


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
        self.each_view(self.grave_violations)


if __name__ == "__main__":
    served.main()
