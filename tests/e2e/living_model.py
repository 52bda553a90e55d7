"""The living store as a model, a map from each URL to its newest record, and random sequences of changes to it.

A record is a line of JSON as `update` reads it. A sequence is a list of steps, each a dict: {"do": "update", "records"},
{"do": "delete", "urls", "hosts"}, {"do": "merge", "parts"} with the updates that make each part, {"do": "compact"}, or {"do": "clear", "by"}, which takes all
pages away."""
import random

GONE, SEEN, MISSED = (301, 308, 404, 410), (304,), (408, 429, 500, 503)
PIECE = 206  # a page whose transfer broke off
ASKS = "<meta name=robots content=noindex>"


class Model:
    """What a store holds: its live pages, and since when pages that it had are gone."""

    def __init__(self, respect_robots=False):
        self.respect_robots = respect_robots  # a page that asks for no index is a record that it is gone
        self.live = {}  # URL to record
        self.gone = {}  # URL to the date of the record that says that its page is gone; "" if none does
        self.seen = {}  # URL to the newest date of a record that says that its page has not changed

    def update(self, records):
        groups = {}
        for place, record in enumerate(records):
            groups.setdefault(record["url"], []).append((place, record))
        for url, group in groups.items():
            pages = [(r["date"], r["docno"], place, r) for place, r in group if r["status"] in (200, PIECE) and not self.asks(r)]
            events = [(r["date"], place) for place, r in group if r["status"] in GONE or self.asks(r)]
            seen = max((r["date"] for _, r in group if r["status"] in SEEN), default="")
            self.seen[url] = max(seen, self.seen.get(url, ""))
            self.decide(url, pages, events)

    def asks(self, record):
        return self.respect_robots and ASKS in record.get("html", "")

    def decide(self, url, pages, events):
        """Places count the records as they come in; what the store holds itself comes first, at place -1."""
        pages, events = list(pages), list(events)
        if url in self.live:
            pages.append((self.live[url]["date"], self.live[url]["docno"], -1, self.live[url]))
        elif self.gone.get(url):
            events.append((self.gone[url], -1))
        # A piece counts only where no whole page is left.
        for whole in (True, False):
            those = [entry for entry in pages if (entry[3]["status"] != PIECE) == whole]
            if not those:
                continue
            date, _, place, page = max(those, key=lambda entry: entry[:3])
            later = max((event for event in events if event > (date, place)), default=None)
            if later is None or self.seen.get(url, "") > later[0]:
                self.live[url] = page
                self.gone.pop(url, None)
                return
        self.live.pop(url, None)
        if events:
            self.gone[url] = max(events)[0]

    def delete(self, urls, hosts):
        for url in [url for url in self.live if url in urls or url.split("/")[2] in hosts]:
            del self.live[url]
            self.gone[url] = ""

    def merge(self, parts):
        for part in parts:
            for url, date in part.seen.items():
                self.seen[url] = max(date, self.seen.get(url, ""))
        for url in sorted({url for part in parts for url in [*part.live, *part.gone]}):
            pages = [(part.live[url]["date"], part.live[url]["docno"], place, part.live[url])
                     for place, part in enumerate(parts) if url in part.live]
            events = [(part.gone[url], place) for place, part in enumerate(parts) if part.gone.get(url)]
            self.decide(url, pages, events)


class Maker:
    """Draws sites of few pages and words, so that pages often share texts, and sequences of steps over them."""
    WORDS = [a + b for a in ("ka", "lo", "mi", "ru", "te", "sa", "vo") for b in ("bel", "dor", "fin", "gam", "hut", "pek")]

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.urls = [f"http://s{site}.example/{'deep/' * (page % 3)}p{page}"
                     for site in range(12) for page in range(self.dice.randint(2, 12))]
        self.bodies = [self.words(12, 40) for _ in range(60)]
        self.docnos = 0
        self.parts = {}  # URL to the paragraphs of its newest page

    def words(self, least, most):
        return " ".join(self.dice.choice(self.WORDS) for _ in range(self.dice.randint(least, most)))

    def html(self, url):
        """A page in the look of its site, or in the look after a redesign."""
        host, dice = url.split("/")[2], self.dice
        menu = "".join(f"<li><a href='/p{i}'>{self.WORDS[(i * 5 + len(host)) % 42]} of {host}</a>" for i in range(4))
        footer = dice.choice(("Copyright by the makers of ", "All rights are kept by ")) + host
        parts = "".join(f"<p>{dice.choice(self.bodies)}</p>" for _ in range(dice.randint(1, 3)))
        # Some pages say that they are another one of the site, and many of these have its text.
        named = ""
        if dice.random() < 0.3:
            other = dice.choice([known for known in self.urls if known.split("/")[2] == host] or [url])
            named, parts = f"<link rel=canonical href='{other}'>", self.parts.get(other, parts)
        self.parts[url] = parts
        return (f"<title>{self.words(1, 3)}</title>{named}<body><ul class=menu>{menu}</ul><h1>{self.words(1, 3)}</h1>{parts}"
                f"<div class=foot>{footer}</div></body>")

    def record(self, url, kind):
        self.docnos += 1
        day = self.dice.randint(1, 60)  # few days: some records have the same one
        record = {"url": url, "date": f"2024-{1 + day // 28:02}-{1 + day % 28:02}T00:00:00Z",
                  "docno": f"d{self.docnos // 2 if self.dice.random() < 0.2 else self.docnos}", "status": 200}
        if kind in ("page", "piece"):
            record["html"] = self.html(url)
            if self.dice.random() < 0.15:
                record["html"] = ASKS + record["html"]
            record["status"] = PIECE if kind == "piece" else 200
        else:
            record["status"] = self.dice.choice({"gone": GONE, "seen": SEEN, "missed": MISSED}[kind])
        return record

    def batch(self, urls, share):
        """Records of a share of the URLs, in any order; some URLs have several."""
        dice, records = self.dice, []
        for url in urls:
            while dice.random() < share:
                kind = dice.choices(("page", "gone", "seen", "missed", "piece"), (12, 3, 2, 1, 2))[0]
                records.append(self.record(url, kind))
                if kind == "page" and dice.random() < 0.1:
                    records.append(dict(records[-1], html=self.html(url)))  # the same date and docno
                if dice.random() < 0.7:
                    break
        dice.shuffle(records)
        return records

    def part(self):
        sites = set(self.dice.sample(range(14), 4))  # two of them are never in the crawl
        urls = [url for url in self.urls if int(url.split("/")[2][1:].split(".")[0]) in sites]
        urls += [f"http://s{site}.example/p{page}" for site in sites for page in range(12, 14)]
        return [self.batch(urls, share) for share in (0.8, 0.3)[:self.dice.randint(1, 2)]]

    def step(self):
        dice = self.dice
        kind = dice.choices(("update", "delete", "merge", "compact", "clear"), (12, 4, 4, 2, 1))[0]
        if kind == "update":
            return {"do": kind, "records": self.batch(self.urls, dice.choice((0.02, 0.1, 0.4)))}
        if kind == "delete" and dice.random() < 0.7:
            return {"do": kind, "urls": dice.sample(self.urls, dice.randint(1, 4)), "hosts": []}
        if kind == "delete":
            return {"do": kind, "urls": [], "hosts": [f"s{dice.randrange(12)}.example"]}
        if kind == "clear":
            return {"do": kind, "by": dice.choice(("delete", "gone"))}
        return {"do": kind, "parts": [self.part() for _ in range(dice.randint(1, 2))]} if kind == "merge" else {"do": kind}

    def sequence(self):
        first = {"do": "update", "records": self.batch(self.urls, 0.6)}
        return [first] + [self.step() for _ in range(self.dice.randint(3, 7))]


def shrink(steps, fails, tries=400):
    """The steps without those, and without those records, that the failure does not need."""
    def smaller(now):
        for i in range(len(now)):
            yield now[:i] + now[i + 1:]
        for i, step in enumerate(now):
            for name in ("records", "parts", "urls"):
                whole = step.get(name, [])
                for at, size in halves(len(whole)):
                    yield now[:i] + [dict(step, **{name: whole[:at] + whole[at + size:]})] + now[i + 1:]
            for p, part in enumerate(step.get("parts", [])):
                for u, records in enumerate(part):
                    for at, size in halves(len(records)):
                        less = part[:u] + [records[:at] + records[at + size:]] + part[u + 1:]
                        parts = step["parts"][:p] + [less] + step["parts"][p + 1:]
                        yield now[:i] + [dict(step, parts=parts)] + now[i + 1:]

    while True:
        for candidate in smaller(steps):
            tries -= 1
            if tries < 0:
                return steps
            if fails(candidate):
                steps = candidate
                break
        else:
            return steps


def halves(length):
    """Pieces of a list, (start, size), the largest first."""
    size = length // 2
    while size > 0:
        for at in range(0, length, size):
            yield at, size
        size //= 2
