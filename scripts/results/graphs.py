"""The sections of docs/RESULTS.md about what links are good for once templates are known (Bar-Yossef, Rajagopalan 2002): the six
variants of Clever, co-citation and the order of a crawl. Templates are those of the default detector."""
import collections
import heapq
import json
import random

from results import settings
from results.retrieval import Searching
from results.searches import REMOVED
from results.sections import four, mean, share, table


class Links(Searching):
    """What the sections share: the store of a site, and what it says about pages and links."""

    def can(self, queries):
        return bool(self.searches.store(queries, REMOVED.detector))

    def ask(self, queries, command, *words):
        return json.loads(self.searches.output([self.searches.query, command, "--store", self.searches.store(queries, REMOVED.detector),
                                                "--json", *words]))

    def lines(self, queries, command, *words):
        return self.searches.output([self.searches.query, command, "--store", self.searches.store(queries, REMOVED.detector),
                                     *words]).splitlines()

    def judged(self, queries):
        """{topic: URLs of its relevant pages}."""
        url_of = {}
        for line in self.lines(queries, "dump"):
            page = json.loads(line)
            url_of[page["docno"].replace(" ", "%20")] = page["url"]
        found = collections.defaultdict(set)
        with open(queries.qrels, encoding="utf-8") as file:
            for topic, _, docno, grade in map(str.split, file):
                if int(grade) > 0 and docno in url_of:
                    found[topic].add(url_of[docno])
        return found

    def drawn_topics(self, queries, judged, count):
        with open(queries.topics, encoding="utf-8") as file:
            topics = [line.rstrip("\n").split("\t", 1) for line in file]
        known = [(topic, text) for topic, text in topics if judged.get(topic)]
        return random.Random(settings.SEED).sample(known, min(count, len(known)))


class Clever(Links):
    name, title = "clever", "Bar-Yossef, Rajagopalan 2002, figure 6: six variants of Clever"

    def make(self, known):
        return {queries.site: self.measure(queries) for queries in known}

    def measure(self, queries):
        judged = self.judged(queries)
        topics = self.drawn_topics(queries, judged, settings.CLEVER_QUERIES)
        out = {"queries": len(topics), "variants": {}}
        for variant in settings.CLEVER_VARIANTS:
            ranks = []
            for topic, text in topics:
                pages = self.ask(queries, "rank", "--query", plain(text), "--variant", variant, "-n", "50")["pages"]
                ranks.append(next((at for at, page in enumerate(pages, 1) if page["url"] in judged[topic]), 0))
            out["variants"][variant] = {"success_10": mean(0 < rank <= 10 for rank in ranks), "success_50": mean(rank > 0 for rank in ranks),
                                        "mrr": mean(1 / rank if 0 < rank <= 10 else 0 for rank in ranks)}
        return out

    def blocks(self, found):
        out = [f"Up to {settings.CLEVER_QUERIES} of each site's own queries, drawn at random. Root, base and six variants are those of the paper, "
               "pagelets are the blocks of the default detector, and links within the site count. The paper lets people judge the best 50 "
               "pages; here most queries have one relevant page, so the share of queries is shown whose page is among the best ten."]
        rows = [(variant, [found[site]["variants"][variant]["success_10"] for site in found] +
                 [mean(found[site]["variants"][variant][key] for site in found) for key in ("success_10", "success_50")] +
                 [four(mean(found[site]["variants"][variant]["mrr"] for site in found))])
                for variant in settings.CLEVER_VARIANTS]
        out.append(table(["variant", *found, "**mean**", "among 50", "MRR@10"], rows, share))
        means = {name: cells[-3] for name, cells in rows}
        order = sorted(means, key=means.get)
        seen = sum(means[a] <= means[b] for a, b in settings.CLEVER_ORDER)
        out.append("From the worst to the best: " + ", ".join(f"`{name}`" for name in order) + ". The paper: " +
                   ", ".join(f"`{name}`" for name in settings.CLEVER_VARIANTS) + f". Of the five steps of the paper's order {seen} "
                   "hold here" + ("." if seen == len(settings.CLEVER_ORDER) else ": the direction of the paper is seen in part.") +
                   " One site is not the web, for which the variants were made.")
        return out


class CoCitation(Links):
    name, title = "co-citation", "Bar-Yossef, Rajagopalan 2002: co-citation with and without templates"

    def make(self, known):
        return {queries.site: self.measure(queries) for queries in known}

    def measure(self, queries):
        ranked = self.ask(queries, "rank", "--by", "inlinks", "--graph", "all", "-n", str(settings.LINKED_MOST))["all"]
        most = {page["url"] for page in ranked}
        urls = sorted({line.split("\t")[0] for line in self.lines(queries, "links", "--edges", "all")} - most)
        drawn = random.Random(settings.SEED).sample(urls, min(settings.RELATED_PAGES, len(urls)))
        out = {}
        for by in ("page", "pagelet"):
            shares, answered = [], 0
            for url in drawn:
                pages = self.ask(queries, "related", url, "--by", by, "-n", "5")["related"]
                answered += bool(pages)
                if pages:
                    shares.append(mean(page["url"] in most for page in pages))
            out[by] = [mean(shares), answered / max(1, len(drawn))]
        return {"pages": len(drawn), **out}

    def blocks(self, found):
        rows = [(site, [str(row["pages"]), *(one(value) for by in ("page", "pagelet") for value in row[by])]) for site, row in found.items()]
        lower = sum((row["pagelet"][0] or 0) < (row["page"][0] or 0) for row in found.values())
        same = sum((row["pagelet"][0] or 0) == (row["page"][0] or 0) for row in found.values())
        return [f"The five pages that are co-cited most with each of {settings.RELATED_PAGES} random pages: the share of them that are "
                f"among the {settings.LINKED_MOST} pages of the site with the most links in, such as those of the menu, and the share of "
                "pages for which there is any answer. By page: pages that link to both count, templates and all. By pagelet: blocks "
                "outside of templates do.",
                table(["site", "pages", "by page, menu", "answered", "by pagelet, menu", "answered"], rows),
                f"Without templates fewer of the answers are pages that the whole site links to on {lower} of {len(found)} sites"
                f"{f', as many on {same}' if same else ''}: " +
                ("the direction of the paper is seen." if lower * 2 > len(found) else "the direction of the paper is not seen on most sites.")]


class CrawlOrder(Links):
    name, title = "crawl-order", "Bar-Yossef, Rajagopalan 2002: the order of a crawl"

    def make(self, known):
        return {queries.site: self.measure(queries) for queries in known}

    def measure(self, queries):
        links = collections.defaultdict(list)
        for line in self.lines(queries, "links", "--edges", "all"):
            source, target, kind = line.split("\t")
            links[source].append((target, kind == "free"))
        wanted = set().union(*self.judged(queries).values())
        start = max(links, key=lambda url: (url.endswith("/index.html") or url.endswith("/"), -url.count("/"), len(links[url]), url))
        area = {name: self.area(crawl(start, links, weight), wanted) for name, weight in settings.CRAWL_ORDERS.items()}
        return {"start": start, "reached": len(crawl(start, links, None)), "wanted": len(wanted), "area": area}

    @staticmethod
    def area(order, wanted):
        """The mean, over the steps of the crawl, of the share of wanted pages that it has."""
        reached = wanted.intersection(order)
        got, total = 0, 0
        for url in order:
            got += url in reached
            total += got
        return total / (len(order) * len(reached)) if reached else None

    def blocks(self, found):
        rows = [(site, [str(row["reached"]), str(row["wanted"]), *(row["area"][name] for name in settings.CRAWL_ORDERS)])
                for site, row in found.items()]
        rows.append(("**mean**", [None, None, *(mean(row["area"][name] for row in found.values()) for name in settings.CRAWL_ORDERS)]))
        ignored, counted = (mean(row["area"][f"lambda {of}"] for row in found.values()) for of in ("0.1", "1"))
        better = [site for site, row in found.items() if row["area"]["lambda 0.1"] > row["area"]["lambda 1"]]
        return ["A crawl of the site is played again from its home page: next comes the address with the best score by the links of the "
                "pages fetched so far, where a link in a template counts lambda. The value is the area under the curve of relevant pages "
                "(those of the site's own queries) over pages fetched; pages that are reached first count most.",
                table(["site", "pages reached", "relevant", *settings.CRAWL_ORDERS], rows, four),
                f"Lambda 0.1 is better than lambda 1, which knows no templates, on {len(better)} of {len(found)} sites "
                f"({', '.join(better) or 'none'}); in the mean they have {four(ignored)} and {four(counted)}. The direction of the paper is "
                + ("seen." if ignored > counted else "seen on these sites, not in the mean." if better else "not seen.") +
                " Where nearly all pages are relevant no order is better than another."]


def one(value):
    return "-" if value is None else share(value)


def plain(text):
    """A title as words: signs of the query language mean nothing in it."""
    return " ".join(word for word in "".join(c if c.isalnum() else " " for c in text).split() if word not in ("AND", "OR", "NOT")) or "x"


def crawl(start, links, of_template):
    """The pages in the order in which they are fetched; None: breadth first."""
    order, fetched = [], set()
    scores, queue = {start: 0.0}, [(0, 0, start)]
    found = 0
    while queue:
        _, _, url = heapq.heappop(queue)
        if url in fetched:
            continue
        fetched.add(url)
        order.append(url)
        for target, free in links[url]:
            if target in fetched:
                continue
            found += 1
            if of_template is None:
                if target not in scores:
                    scores[target] = 0
                    heapq.heappush(queue, (0, found, target))
                continue
            # An address that has become better stands in the queue once more; of equal ones the first found comes first.
            scores[target] = scores.get(target, 0) + (1 if free else of_template)
            heapq.heappush(queue, (-scores[target], found, target))
    return order


SECTIONS = (Clever, CoCitation, CrawlOrder)
