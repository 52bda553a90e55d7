#!/usr/bin/env python3
"""template_weight: is it best to drop what a site repeats? Draws MRR@10, MAP and nDCG@10 of the searches of a store against
the weight W of the words of templates, and compares each W with 0, query by query, by Wilcoxon's test.

    pip install . matplotlib scipy
    thresh-index build --removal field --store site.store crawl.warc.gz
    examples/python/template_weight.py site.store topics.tsv qrels weights.svg

At W = 0 templates count for nothing, as if they were dropped; at W = 1 as if nothing had been removed. A line of the topics is
an id, a tab and a query; the judgments are those of TREC. docs/RESULTS.md has the answer of eight sites."""
import csv
import math
import sys
from collections import defaultdict

import matplotlib
import matplotlib.pyplot
import scipy.stats
import thresh_index as ti

WEIGHTS = (0, 0.1, 0.2, 0.4, 0.6, 0.8, 1)
MEASURES = ("MRR@10", "MAP", "nDCG@10")


def read(topics, qrels):
    with open(topics, encoding="utf-8", newline="") as file:
        queries = {row[0]: row[1] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row}
    judged = defaultdict(dict)
    with open(qrels, encoding="utf-8") as file:
        for query, _, docno, gain in (line.split() for line in file if line.strip()):
            judged[query][docno] = int(gain)
    return {query: text for query, text in queries.items() if query in judged}, judged


def discounted(gains):
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains[:10], 1))


def measure(hits, judged):
    """The three measures of a query, as trec_eval defines them."""
    gains = [max(0, judged.get(docno, 0)) for docno, _ in hits]
    found = [rank for rank, gain in enumerate(gains, 1) if gain > 0]
    ideal = sorted((gain for gain in judged.values() if gain > 0), reverse=True)
    if not ideal:
        return 0, 0, 0
    return (1 / found[0] if found and found[0] <= 10 else 0, sum(n / rank for n, rank in enumerate(found, 1)) / len(ideal),
            discounted(gains) / discounted(ideal))


def compare(values, base):
    """How many queries win and lose, and the probability that chance does so."""
    differences = [value - other for value, other in zip(values, base)]
    wins, losses = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
    return wins, losses, scipy.stats.wilcoxon(differences).pvalue if wins or losses else 1


def holm(chances):
    """Corrected for their number, as each W is a try."""
    corrected, least = [0] * len(chances), 0
    for done, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = corrected[at] = max(least, min(1, chances[at] * (len(chances) - done)))
    return corrected


def plot(means, out):
    matplotlib.use("Agg")
    figure, axis = matplotlib.pyplot.subplots(figsize=(6, 4))
    for name, row in means.items():
        axis.plot(WEIGHTS, row, marker="o", label=name)
    axis.set(xlabel="weight W of the words of templates", ylabel="mean of the queries", ylim=(0, None))
    axis.legend()
    figure.savefig(out)


def main(path, topics, qrels, out):
    queries, judged = read(topics, qrels)
    with ti.open(path) as store:
        runs = [store.search_many(queries, k=100, template_weight=weight, threads=2) for weight in WEIGHTS]
    scored = [[measure(run[query], judged[query]) for query in queries] for run in runs]
    means = {}
    for at, name in enumerate(MEASURES):
        base, *others = [[row[at] for row in rows] for rows in scored]
        means[name] = [sum(values) / len(values) for values in (base, *others)]
        tests = [compare(values, base) for values in others]
        chances = holm([chance for _, _, chance in tests])
        print(f"{name:8} W = 0    {means[name][0]:.4f}")
        for weight, mean, (wins, losses, _), chance in zip(WEIGHTS[1:], means[name][1:], tests, chances):
            print(f"{name:8} W = {weight:<4} {mean:.4f}  {wins} queries win, {losses} lose, p = {chance:.3f}")
    plot(means, out)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
