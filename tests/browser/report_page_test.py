"""The report of a store, opened as the file that is handed around."""
import hostile_crawl
import served


class Folder:
    """Takes the place of a server."""

    def __init__(self, path):
        self.origin = "file://" + path

    def close(self):
        return served.OK


class ReportPage(served.InBrowser):
    own_style = True

    def serve(self):
        self.fill()
        self.query("report", "--out", self.path("report.html"))
        return Folder(self.scratch)

    def test_the_report_is_clear_in_light_and_dark(self):
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            self.visit("/report.html")
            self.assertEqual(self.probe("paleText"), [], scheme)
            self.assertTrue(self.all("svg"))

    def test_the_report_fits_a_narrow_screen(self):
        self.browser.size(*served.NARROW)
        self.visit("/report.html")
        self.assertEqual(self.probe("overflow", served.NARROW[0]), [])

    def test_axe_finds_nothing_grave_in_the_report(self):
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            self.visit("/report.html")
            self.assertEqual(self.grave_violations(), [], scheme)


class HostileReportPage(ReportPage):
    def fill(self):
        self.fill_from(*hostile_crawl.write(self))

    def test_a_hostile_report_is_text(self):
        for size in (served.WIDE, served.NARROW):
            self.browser.size(*size)
            self.visit("/report.html")
            self.assertIn("<script>", self.one("body").text)
            self.assertEqual(self.probe("overflow", size[0]), [])


if __name__ == "__main__":
    served.main()
