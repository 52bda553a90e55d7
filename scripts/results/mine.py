"""Clusters and classifies texts as Vieira et al. 2006 do (section 6.2): a pipeline of its own, as anybody who clusters or
classifies has one, on lines of JSON {"label", "site", "text"} that `thresh-query dump` gives.

    mine.py FILE RUNS     prints F of k-means against labels and against sites, and F and accuracy of naive Bayes

Runs under Debian's python3 with python3-sklearn, as python3 -P: this folder has a module `numbers`, as Python has."""
import itertools
import json
import statistics
import sys

from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.metrics import accuracy_score, f1_score
from sklearn.naive_bayes import MultinomialNB

WORDS = r"(?u)[^\W\d_]{2,}"


def f_of_clusters(found, wanted):
    """F of each label with its best cluster, mean over the labels."""
    total = []
    for label in sorted(set(wanted)):
        inside = {i for i, one in enumerate(wanted) if one == label}
        best = 0
        for cluster in set(found):
            members = {i for i, one in enumerate(found) if one == cluster}
            best = max(best, 2 * len(inside & members) / (len(inside) + len(members)))
        total.append(best)
    return statistics.fmean(total)


def cluster(pages, runs):
    vectors = TfidfVectorizer(token_pattern=WORDS, sublinear_tf=True).fit_transform(page["text"] for page in pages)
    labels, sites = ([page[key] for page in pages] for key in ("label", "site"))
    found = [KMeans(n_clusters=len(set(labels)), init="random", n_init=1, random_state=run).fit_predict(vectors).tolist()
             for run in range(runs)]
    return {"labels": [f_of_clusters(one, labels) for one in found], "sites": [f_of_clusters(one, sites) for one in found]}


def configurations(pages):
    """(configuration, numbers of the training pages, of the test pages) of tables 3 to 6."""
    labels, sites = (sorted({page[key] for page in pages}) for key in ("label", "site"))

    def those(of_labels, of_sites):
        return [i for i, page in enumerate(pages) if page["label"] in of_labels and page["site"] in of_sites]

    for pair in itertools.combinations(labels, 2):
        for site in sites:
            yield 1, those(pair, {site}), those(pair, set(sites) - {site})
        for first, second in itertools.permutations(sites, 2):
            training = those(pair[:1], {first}) + those(pair[1:], {second})
            yield 2, training, those(pair, set(sites) - {first, second})
            yield 3, training, sorted(set(those(pair, sites)) - set(training))


def classify(pages):
    vectors = CountVectorizer(token_pattern=WORDS).fit_transform(page["text"] for page in pages)
    labels = [page["label"] for page in pages]
    found = {1: [], 2: [], 3: []}
    for configuration, training, test in configurations(pages):
        if not training or not test:
            continue
        model = MultinomialNB(alpha=1).fit(vectors[training], [labels[i] for i in training])
        said, wanted = model.predict(vectors[test]), [labels[i] for i in test]
        found[configuration].append((f1_score(wanted, said, average="macro"), accuracy_score(wanted, said)))
    return {key: [statistics.fmean(row[at] for row in rows) for at in (0, 1)] for key, rows in found.items() if rows}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        pages = [json.loads(line) for line in file]
    print(json.dumps({"pages": len(pages), "kmeans": cluster(pages, int(sys.argv[2])), "bayes": classify(pages)}))


if __name__ == "__main__":
    main()
