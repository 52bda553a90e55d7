"""A made book shop (tests/fixtures/make_records): what the default detector strikes of its facts, value by value."""
import collections
import json
import os
import re
import shutil
import sys

import harness

MAKER = os.path.join(harness.TOP, "tests", "fixtures", "make_records")


def read_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def count_facts(label, spans, told):
    """Adds to told[layout, field] the facts of a page: [kept, all, Counter of struck values].

    A value that stands k times on the page as a fact is looked for in the last k texts that hold it, since before
    the record stand only crumbs, and behind it a box that never shows the record's own values."""
    for (field, value), times in collections.Counter(map(tuple, label["facts"])).items():
        is_it = re.compile(r"(?:[^:]*: )?" + re.escape(value)).fullmatch
        found = [span["verdict"] != "template" for span in spans if is_it(span["text"].strip())]
        kept = sum(found[-times:])
        if len(found) < times:
            raise AssertionError(f"{label['path']} shows {field} {value} {len(found)} times, not {times}")
        entry = told.setdefault((label["layout"], field), [0, 0, collections.Counter()])
        entry[0] += kept
        entry[1] += times
        entry[2][value] += times - kept


def count_template(label, spans, told):
    """Adds to told[layout, part] the pages: [those from which every text of the part is gone, all, texts that stay]."""
    kept = {span["text"].strip() for span in spans if span["verdict"] != "template"}
    for part, texts in label["template"].items():
        stay = kept & set(texts)
        entry = told.setdefault((label["layout"], part), [0, 0, collections.Counter()])
        entry[0] += not stay
        entry[1] += 1
        entry[2].update(stay)


def measure(labels, pages):
    """(facts, template), each by (layout, field or part). `labels` and `pages` are lines of the maker and of dump."""
    spans = {page["path"]: page["spans"] for page in pages}
    facts, template = {}, {}
    for label in labels:
        count_facts(label, spans[label["path"]], facts)
        count_template(label, spans[label["path"]], template)
    return facts, template


class Records(harness.EndToEnd):
    def measure(self, *arguments):
        shutil.rmtree(self.path("shop"), ignore_errors=True)
        self.run_program([sys.executable, MAKER, self.path("shop"), self.path("labels"), *arguments])
        self.build("--removal", "drop", "--replace", inputs=[self.path("shop")])
        with open(self.path("labels"), encoding="utf-8") as file:
            return measure(read_lines(file.read()), read_lines(self.query("dump").stdout))

    def assert_facts_survive(self, *arguments):
        """No value is lost, but for one in fifty prices and stocks. "In stock" is on 70 % of the books: no constant."""
        facts, template = self.measure(*arguments)
        for (layout, field), (kept, of, lost) in sorted(facts.items()):
            with self.subTest(arguments=arguments, layout=layout, field=field):
                least = .98 if field in ("Price", "Stock") else 1
                self.assertGreaterEqual(kept, least * of, f"lost: {lost.most_common(5)}")
        return template

    def test_values_of_two_layouts_survive_and_the_furniture_goes(self):
        template = self.assert_facts_survive()
        self.assertEqual({layout for layout, _ in template}, {"dl", "rows", "list"})
        for (layout, part), (gone, of, stays) in sorted(template.items()):
            with self.subTest(layout=layout, part=part):
                self.assertGreaterEqual(gone, .95 * of, f"stays: {stays.most_common(5)}")

    def test_values_survive_in_every_layout(self):
        for layouts in ("bar", "th", "divs", "lines", "dl,rows,bar"):
            self.assert_facts_survive("--layouts", layouts)

    def test_values_survive_without_classes(self):
        template = self.assert_facts_survive("--plain")
        for part in ("header", "menu", "crumbs", "footer"):  # the box's heading stays
            for layout in ("dl", "rows", "list"):
                gone, of, stays = template[layout, part]
                self.assertGreaterEqual(gone, .95 * of, f"{part} of {layout} stays: {stays.most_common(5)}")

    def test_values_survive_on_parts_of_the_shop(self):
        for arguments in (["--only", "lists", "--pages", "100"], ["--only", "books"], ["--pages", "10"], ["--pages", "30"]):
            for plain in ([], ["--plain"]):
                self.assert_facts_survive(*arguments, *plain)

    def test_values_survive_at_the_end_of_the_page(self):
        for layout in ("rows", "divs"):
            self.assert_facts_survive("--layouts", layout, "--box", "0")
            self.assert_facts_survive("--layouts", layout, "--sentences", "6")

    def test_values_survive_beside_a_long_text(self):
        """The text is the content root there, so that the fields stand outside of it."""
        for layout in ("dl", "rows", "th", "divs", "dl,rows"):
            self.assert_facts_survive("--layouts", layout, "--sentences", "6", "--box", "8", "--plain")

    def test_the_maker_writes_the_same_again(self):
        written = []
        for name in ("one", "two"):
            self.run_program([sys.executable, MAKER, self.path(name), self.path(name + ".labels"), "--pages", "30"])
            pages = {}
            for folder, _, names in os.walk(self.path(name)):
                for page in names:
                    with open(os.path.join(folder, page), "rb") as file:
                        pages[os.path.relpath(os.path.join(folder, page), self.path(name))] = file.read()
            with open(self.path(name + ".labels"), "rb") as file:
                written.append((pages, file.read()))
        self.assertEqual(len(written[0][0]), 30)
        self.assertEqual(*written)


if __name__ == "__main__":
    harness.main()
