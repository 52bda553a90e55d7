"""The section of docs/RESULTS.md about stemmers on a site in many languages: debian-handbook, whose chapters begin with a
paragraph that says what they are about."""
import collections
import glob
import html
import json
import os
import re
import subprocess

from results.retrieval import Searching, chance, signed
from results.searches import Queries
from results.sections import four, table

SITE = "debian-handbook"
STEMMERS = ("none", "english", "auto")
ABSTRACT = re.compile(r'(?s)class="highlights">(.*?)</div>\s*</div>')
CONTENTS = re.compile(r'(?s)<div class="toc">(.*?)</dl></div>')
HREF = re.compile(r'href="([^"#]+)')
HOW = """The paragraphs with which the chapters of debian-handbook begin, as queries in each language into which they are translated;
the other pages of the chapter in that language are relevant. The first pages of all chapters, which have the paragraphs, are left
out of the builds. One store of all languages for each `--stemmer`; MAP of 100 pages, default settings, p of Wilcoxon's signed
ranks against `none`. These queries are whole sentences, in which other forms of small words are found on many pages."""


def text_of(markup):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"(?s)<[^>]*>", " ", markup))).strip()


class Languages(Searching):
    name, title = "languages", "Stemmers on a site in many languages"

    def names(self):
        return (SITE,)

    def queries(self, site):
        """The abstracts of all languages; one that is the same in English is not translated."""
        folder = self.sites.folder(site)
        if folder is None:
            return None
        found, first_pages = {}, []
        for path in sorted(glob.glob(os.path.join(folder, "*", "*.html"))):
            with open(path, encoding="utf-8") as file:
                page = file.read()
            abstract, contents = ABSTRACT.search(page), CONTENTS.search(page)
            if not abstract or not contents:
                continue
            language, name = path.split(os.sep)[-2:]
            first_pages.append(f"{language}/{name}")
            found[language, name] = text_of(abstract[1]), sorted(set(HREF.findall(contents[1])) - {name})
        kept = [(language, text, pages) for (language, name), (text, pages) in sorted(found.items())
                if pages and (language == "en-US" or found.get(("en-US", name), ("",))[0] != text)]
        if not kept:
            return self.sites.cannot("abstracts of " + site, "its pages have none")
        topics, qrels, exclude = (self.searches.file(f"{site}.languages.{end}") for end in ("tsv", "qrels", "exclude"))
        with open(topics, "w", encoding="utf-8") as to, open(qrels, "w", encoding="utf-8") as answers:
            for number, (language, text, pages) in enumerate(kept, 1):
                to.write(f"{language}.{number}\t{text}\n")
                answers.writelines(f"{language}.{number} 0 {language}/{page} 1\n" for page in pages)
        with open(exclude, "w", encoding="utf-8") as file:
            file.writelines(page + "\n" for page in first_pages)
        return Queries(site, topics, qrels, exclude, "languages")

    def can(self, queries):
        return all(self.searches.store(queries, "spine", stemmer=stemmer) for stemmer in STEMMERS)

    def make(self, known):
        queries = known[0]
        runs = {}
        for stemmer in STEMMERS:
            runs[stemmer] = self.searches.file(f"{queries.site}.languages.{stemmer}.run")
            with open(runs[stemmer], "w", encoding="utf-8") as file:
                file.write(self.searches.output([self.searches.query, "run", "--store", self.searches.store(queries, "spine", stemmer=stemmer),
                                                 "--topics", queries.topics, "--topics-format", "tsv", "--limit", "100"]))
        compared = json.loads(self.searches.output([self.searches.query, "eval", "--json", "-m", "map", queries.qrels, *runs.values()]))
        values = {stemmer: self.by_topic(queries.qrels, run) for stemmer, run in runs.items()}
        languages = collections.Counter(topic.split(".")[0] for topic in values["none"])
        rows = [[language, count, *(sum(value for topic, value in values[stemmer].items() if topic.split(".")[0] == language) / count
                                    for stemmer in STEMMERS)] for language, count in sorted(languages.items())]
        return {"rows": rows, "all": [[row["mean"], row.get("p", {}).get("Wilcoxon")] for row in compared["rows"]],
                "topics": sum(languages.values())}

    def by_topic(self, qrels, run):
        """{topic: average precision}."""
        lines = subprocess.run([self.searches.query, "eval", "-q", "-m", "map", qrels, run], capture_output=True, check=True,
                               text=True).stdout.splitlines()
        return {topic: float(value) for _, topic, value in map(str.split, lines) if topic != "all"}

    def blocks(self, found):
        rows = [(language, [str(count), *values]) for language, count, *values in found["rows"]]
        rows.append(("**all**", [str(found["topics"]), *(mean for mean, _ in found["all"])]))
        first = found["all"][0][0]
        rows.append(("difference", ["-", "-", *(f"{signed(mean - first)}, p {chance(p)}" for mean, p in found["all"][1:])]))
        return [HOW, table(["language", "queries", *(f"`--stemmer {stemmer}`" for stemmer in STEMMERS)], rows, four)]


SECTIONS = (Languages,)
