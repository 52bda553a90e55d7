"""The section of docs/RESULTS.md about clustering and classification of what removal leaves: Vieira et al. 2006, section 6.2."""
import fnmatch
import json
import os
import random
import subprocess
import tempfile

from results import settings
from results.sections import mean, share, table
from results.sites import PYTHON
from results.stores import STRUCK
from results.texts import OfTexts

MINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mine.py")
HOW = """Texts of three manuals and three labels out of the names of their files ({cells}), at most {most} pages of each site and
label, {pages} in all; words of two letters or more; no title, no address. k-means: 1 + ln tf, idf, rows of length 1, k = 3,
{runs} random starts; F of each label with its best cluster. Naive Bayes: multinomial, Laplace. Configuration 1 trains both labels on one
site and tests on the others, 2 trains each label on a site of its own and tests on the third site, 3 tests on all pages but
those of the training. The paper compares all text with what its method leaves of ten shops."""
PAPER = {"k-means, labels": ".306 to .482", "1": ".844 to .939", "2": ".525 to .765", "3": ".387 to .589"}


class Mining(OfTexts):
    name, title = "mining", "Vieira et al. 2006, section 6.2: clustering and classification"

    def can(self):
        sites = self.usable(settings.MINED_SITES)
        if len(sites) < 2:
            return []
        if subprocess.run([PYTHON, "-c", "import sklearn"], capture_output=True, check=False).returncode != 0:
            return self.sites.cannot("mining", "python3-sklearn is missing (apt-get install python3-sklearn)") or []
        return sites

    def run(self):
        sites = self.can()
        if not sites:
            return
        for detector in settings.MINED_DETECTORS:
            if detector in self.measured.detectors:
                self.texts.keep(f"mining_{detector}", lambda detector=detector: self.mine(sites, detector))

    def mine(self, sites, detector):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=self.sites.work, encoding="utf-8") as file:
            for site in sites:
                for page in self.pages(site, detector):
                    file.write(json.dumps(page, ensure_ascii=False) + "\n")
            file.flush()
            run = subprocess.run([PYTHON, "-P", MINE, file.name, str(settings.MINED_RUNS)], capture_output=True, check=True, text=True,
                                 env={**os.environ, "OMP_NUM_THREADS": "1"})
        return json.loads(run.stdout)

    def pages(self, site, detector):
        """The labelled pages of a site, with the text that the detector leaves."""
        cells = {label: [] for label in settings.MINED_LABELS}
        with self.texts.store(site, detector) as (folder, _):
            for page in self.texts.pages(folder):
                label = self.label(site, page["path"])
                if label:
                    text = " ".join(span["text"] for span in page["spans"] if span["verdict"] not in STRUCK)
                    cells[label].append((page["path"], text))
        for label, found in cells.items():
            found.sort()
            for _, text in random.Random(settings.SEED).sample(found, min(settings.MINED_MOST, len(found))):
                yield {"label": label, "site": site, "text": text}

    @staticmethod
    def label(site, path):
        for label, patterns in settings.MINED_LABELS.items():
            if any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns.get(site, ())):
                return label
        return None

    def report(self):
        found = {detector: self.texts.known(f"mining_{detector}") for detector in settings.MINED_DETECTORS}
        found = {detector: row for detector, row in found.items() if row}
        if "none" not in found:
            return None
        every = found["none"]
        most = max(every["kmeans"]["labels"])
        rows = [("k-means, labels", [f"{mean(row['kmeans']['labels']):.3f}" for row in found.values()]),
                ("k-means, sites", [f"{mean(row['kmeans']['sites']):.3f}" for row in found.values()]),
                ("runs above the best of all text", ["-" if name == "none" else share(mean(f > most for f in row["kmeans"]["labels"]))
                                                     for name, row in found.items()])]
        for configuration in ("1", "2", "3"):
            rows.append((f"naive Bayes {configuration}, F / accuracy",
                         ["{:.3f} / {:.3f}".format(*row["bayes"][configuration]) if configuration in row["bayes"] else None
                          for row in found.values()]))
        rows = [(name, [*cells, PAPER.get(name, PAPER.get(name[12:13]))]) for name, cells in rows]
        return [HOW.format(cells=", ".join(settings.MINED_LABELS), most=settings.MINED_MOST, pages=every["pages"], runs=settings.MINED_RUNS),
                table(["", *("all text" if name == "none" else name for name in found), "the paper, F"], rows),
                self.distribution(found), self.direction(found)]

    @staticmethod
    def distribution(found):
        """The histogram of figure 8: runs of k-means by tenths of F."""
        rows = []
        for name, row in found.items():
            values = row["kmeans"]["labels"]
            rows.append(("all text" if name == "none" else name,
                         [share(sum(tenth <= value * 10 < tenth + 1 for value in values) / len(values)) for tenth in range(3, 10)]))
        return table(["F of a run", *(f".{tenth} to .{tenth + 1}" if tenth < 9 else ".9 to 1" for tenth in range(3, 10))], rows)

    @staticmethod
    def direction(found):
        every, kept = found["none"], found.get(settings.DEFAULT)
        if not kept:
            return "The default detector was not measured."
        labels = mean(kept["kmeans"]["labels"]) > mean(every["kmeans"]["labels"])
        sites = mean(kept["kmeans"]["sites"]) < mean(every["kmeans"]["sites"])
        better = [key for key in ("1", "2", "3") if key in kept["bayes"] and kept["bayes"][key][0] > every["bayes"][key][0] + 0.01]
        return (f"With `{settings.DEFAULT}` the clusters {'are more' if labels else 'are not more'} those of the labels and "
                f"{'less' if sites else 'not less'} those of the sites. Naive Bayes gains more than .01 of F in configuration "
                f"{', '.join(better) or 'none'}. The paper gains in all: its direction is "
                f"{'seen where site and label are confounded' if labels and '3' in better else 'not seen'}.")


SECTIONS = (Mining,)
