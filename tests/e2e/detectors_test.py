"""The list of detectors and their parameters, and the document that is made of it."""
import json
import os

import harness
from harness import INDEX, TOP, USAGE

DOCUMENT = os.path.join(TOP, "docs", "PARAMETERS.md")


class Detectors(harness.EndToEnd):
    def detectors(self, *flags, expect=harness.OK):
        return self.run_program([INDEX, "detectors", *flags], expect).stdout

    def test_every_parameter_is_listed_in_every_form(self):
        rows = json.loads(self.detectors("--parameters", "--json"))
        text, markdown = self.detectors("--parameters"), self.detectors("--parameters", "--markdown")
        self.assertEqual([row["name"] for row in rows], [row["name"] for row in json.loads(self.detectors("--json"))])
        keys = {parameter["key"] for row in rows for parameter in row["parameters"]}
        self.assertIn("spine.support", keys)
        for key in keys:
            self.assertIn(key, text)
            self.assertIn(key, markdown)
        for parameter in (parameter for row in rows for parameter in row["parameters"]):
            self.assertLessEqual(parameter["least"], parameter["default"])
            self.assertLessEqual(parameter["default"], parameter["most"])
            self.assertTrue(parameter["help"])

    def test_the_document_is_what_the_program_prints(self):
        with open(DOCUMENT, encoding="utf-8") as file:
            document = file.read()
        tables = document[document.index("## "):]
        self.assertEqual(tables, self.detectors("--parameters", "--markdown"),
                         "write the tables again: thresh-index detectors --parameters --markdown")

    def test_markdown_is_for_parameters(self):
        self.detectors("--markdown", expect=USAGE)


if __name__ == "__main__":
    harness.main()
