"""The section of docs/RESULTS.md about words of templates that count a share: is dropping them best?"""
import json
import os
import random
import resource
import statistics
import subprocess
import tempfile

from results import figures, settings
from results.retrieval import Searching, chance, signed
from results.sections import four, mean, share, table
from results.sites import note

NAMES = {"recip_rank_cut_10": "MRR@10", "map": "MAP", "ndcg_cut_10": "nDCG@10"}
HOW = """`build --removal field` keeps what `drop` strikes, and `--template-weight` W says what it counts: 0 as dropped, 1 as if
nothing had been removed (`--detector none`). Up to 1,000 queries of each site's own authors, drawn out of those above; everything else is by default. A search
gives 100 pages; of these ten count for MRR and nDCG. p is of Wilcoxon's signed ranks over the queries, against W = 0,
corrected by Holm for the weights of a site. `examples/python/template_weight.py` draws and tests one store of your own."""
COST = """Store against `--removal drop` and `--detector none`, in MB, and user seconds of `thresh-query run` over these queries of a
site on one thread, the least of two runs; pages beyond ten are not asked for."""


class TemplateWeight(Searching):
    name, title = "template-weight", "Words of templates that count a share"

    def can(self, queries):
        note(f"searching {queries.site}")
        return all(self.searches.store(queries, *way) for way in (("spine", "field"), ("spine", "drop"), ("none", "drop")))

    def make(self, known):
        known = [self.sample(queries) for queries in known]
        return {queries.site: {**self.curve(queries), "cost": self.cost(queries)} for queries in known}

    def sample(self, queries):
        """At most settings.TITLES of the queries, drawn with a fixed seed."""
        with open(queries.topics, encoding="utf-8") as file:
            topics = file.readlines()
        drawn = random.Random(settings.SEED).sample(topics, min(settings.TITLES, len(topics)))
        names = {line.split("\t", 1)[0] for line in drawn}
        with open(queries.qrels, encoding="utf-8") as file:
            judged = [line for line in file if line.split(None, 1)[0] in names]
        files = [self.searches.file(f"{queries.site}.sample{end}") for end in (".tsv", ".qrels")]
        for path, lines in zip(files, (drawn, judged)):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(lines)
        return queries._replace(topics=files[0], qrels=files[1])

    def run_file(self, queries, folder, weight, limit, removal="field", detector=settings.DEFAULT, more=()):
        path = os.path.join(folder, f"{detector}-{removal}-{weight}")
        with open(path, "w", encoding="utf-8") as file:
            subprocess.run([self.searches.query, "run", "--store", self.searches.store(queries, detector, removal), "--topics",
                            queries.topics, "--topics-format", "tsv", "--limit", str(limit), "--exclude", queries.exclude,
                            "--template-weight", str(weight), *more], check=True, stdout=file)
        return path

    def curve(self, queries):
        """{measure: [[mean, wins, losses, p] a weight]}; of the first weight there is only the mean."""
        weights = settings.TEMPLATE_WEIGHTS
        with tempfile.TemporaryDirectory(dir=self.searches.folder) as folder:
            out = {}
            runs = [self.run_file(queries, folder, weight, 100, more=("--threads", "2")) for weight in weights]
            flags = [word for name in ("recip_rank_cut.10", "map", "ndcg_cut.10") for word in ("-m", name)]
            rows = json.loads(self.searches.output([self.searches.query, "eval", "--json", *flags, queries.qrels, *runs]))["rows"]
            for at in range(0, len(rows), len(weights)):
                first, *others = rows[at:at + len(weights)]
                out[first["measure"]] = [[first["mean"], 0, 0, 1], *([row["mean"], row["wins"], row["losses"],
                                                                      row["p"]["Wilcoxon"]] for row in others)]
            return out

    def cost(self, queries):
        """{way: [MB of the store, user seconds]}"""
        ways = {"drop": (0, "drop", settings.DEFAULT), "field, W 0": (0, "field", settings.DEFAULT),
                "field, W .2": (0.2, "field", settings.DEFAULT), "field, W 1": (1, "field", settings.DEFAULT),
                "none": (0, "drop", "none")}
        out = {}
        with tempfile.TemporaryDirectory(dir=self.searches.folder) as folder:
            for name, (weight, removal, detector) in ways.items():
                store = self.searches.store(queries, detector, removal)
                size = sum(os.path.getsize(os.path.join(at, file)) for at, _, files in os.walk(store) for file in files)
                out[name] = [size / 1e6, min(self.seconds(queries, folder, weight, removal, detector) for _ in range(2))]
        return out

    def seconds(self, queries, folder, weight, removal, detector):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.run_file(queries, folder, weight, 10, removal, detector)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    def blocks(self, found):
        weights = settings.TEMPLATE_WEIGHTS
        series = {name: [(weight, mean([found[site][measure][at][0] for site in found])) for at, weight in enumerate(weights)]
                  for measure, name in NAMES.items()}
        svg = figures.lines("Mean of the sites against the weight of words of templates", "W", "", series, linear=True)
        out = [HOW, self.figure("template-weight.svg", svg, "MRR@10, MAP and nDCG@10 against the weight of templates")]
        out.append(self.told(found, series))
        for measure, name in NAMES.items():
            out += [f"### {name} by weight", self.by_weight(found, measure), self.tests(found, measure)]
        return [*out, "### Bytes and time", COST, self.costs(found)]

    @staticmethod
    def told(found, series):
        """Which weight is best in the mean, and where another one than 0 is better or worse with p below .05."""
        best = {name: max(row, key=lambda point: point[1])[0] for name, row in series.items()}
        rows = [(site, weight, at[0] - values[0][0]) for site in found for measure in NAMES for values in [found[site][measure]]
                for weight, at in zip(settings.TEMPLATE_WEIGHTS, values) if at[3] < 0.05]
        better, worse = (sorted({site for site, _, difference in rows if (difference > 0) == up}) for up in (True, False))
        return (f"Best in the mean: {', '.join(f'{name} at W = {weight}' for name, weight in best.items())}. A weight above 0 is "
                f"better than 0 with p below .05 on {', '.join(better) or 'no site'}, and worse on {', '.join(worse) or 'no site'}.")

    @staticmethod
    def by_weight(found, measure):
        rows = [(site, [row[0] for row in found[site][measure]]) for site in found]
        rows.append(("**mean**", [mean(column) for column in zip(*(values for _, values in rows))]))
        return table(["W", *(str(weight) for weight in settings.TEMPLATE_WEIGHTS)], rows, four)

    @staticmethod
    def tests(found, measure):
        """Difference from W = 0 and its p."""
        columns = []
        for at in range(1, len(settings.TEMPLATE_WEIGHTS)):
            columns.append([f"{signed(found[site][measure][at][0] - found[site][measure][0][0])} ({chance(found[site][measure][at][3])})"
                            for site in found])
        return table(["difference from W = 0 (p)", *(str(weight) for weight in settings.TEMPLATE_WEIGHTS[1:])],
                     [(site, [column[row] for column in columns]) for row, site in enumerate(found)], four)

    @staticmethod
    def costs(found):
        ways = list(next(iter(found.values()))["cost"])
        rows = [(site, [f"{found[site]['cost'][way][0]:.2f}" for way in ("drop", "field, W 0", "none")] +
                 [f"{found[site]['cost'][way][1]:.2f}" for way in ways]) for site in found]
        rates = [share(statistics.fmean(found[site]["cost"][way][0] / found[site]["cost"]["drop"][0] for site in found))
                 for way in ("drop", "field, W 0", "none")]
        rates += [share(statistics.fmean(found[site]["cost"][way][1] / found[site]["cost"]["drop"][1] for site in found))
                  for way in ways]
        return table(["site", "MB drop", "MB field", "MB none", *(f"s {way}" for way in ways)],
                     [*rows, ("**mean of the ratios to drop**", rates)])


SECTIONS = (TemplateWeight,)
