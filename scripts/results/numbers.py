"""What the numbers of the default detector decide: scores with other numbers, by thresh-bench-detect, which reads a site
once and judges it many times; and the choices that the sections `jitter` and `left-out` make from these scores."""
import collections
import concurrent.futures
import hashlib
import json
import os
import subprocess

from results import settings
from results.sites import note

Row = collections.namedtuple("Row", "f1 precision recall kept damaged template_share")
Number = collections.namedtuple("Number", "key value most")


def numbers_of(program):
    """The numbers of the default detector, as the program prints them."""
    told = json.loads(subprocess.run([program, "detectors", "--parameters", "--json"], capture_output=True, check=True).stdout)
    rows = next(row for row in told if row["name"] == settings.DEFAULT)["parameters"]
    return [Number(row["key"], row["default"], row["most"]) for row in rows]


def scaled(number, factor):
    """A share stays a share."""
    return min(float(f"{number.value * factor:.6g}"), number.most)


def line_of(chosen):
    """{key: value} as thresh-bench-detect reads it."""
    return " ".join(f"{key}={value:.6g}" for key, value in sorted(chosen.items()))


class Judge:
    """Scores of sites {name: (folder, gold)} with any numbers. What one program said is kept in the file `memory`;
    another program begins anew. The sites stay in memory until `close`."""

    def __init__(self, bench, places, memory=None):
        self.bench, self.places, self.memory, self.running = bench, places, memory, {}
        with open(bench, "rb") as file:
            self.digest = hashlib.sha256(file.read()).hexdigest()
        self.known = {site: {} for site in places}
        if memory and os.path.isfile(memory):
            with open(memory, encoding="utf-8") as file:
                kept = json.load(file)
            if kept["program"] == self.digest:
                self.known.update(kept["scores"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running.values():
            process.communicate()
        if self.memory:
            with open(self.memory + ".new", "w", encoding="utf-8") as file:
                json.dump({"program": self.digest, "scores": self.known}, file)
            os.replace(self.memory + ".new", self.memory)

    def scores(self, sets, sites=None):
        """For each of `sets`, which are {key: value}: {site: Row}."""
        lines, sites = [line_of(chosen) for chosen in sets], list(sites or self.places)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for _ in pool.map(lambda site: self.ask(site, lines), sites):
                pass
        return [{site: Row(*self.known[site][line]) for site in sites} for line in lines]

    def ask(self, site, lines):
        known = self.known[site]
        for line in lines:
            if line not in known:
                known[line] = self.answer(self.process(site), site, line)

    def process(self, site):
        if site not in self.running:
            self.running[site] = subprocess.Popen([self.bench, *self.places[site]], stdin=subprocess.PIPE,
                                                  stdout=subprocess.PIPE, text=True)
        return self.running[site]

    @staticmethod
    def answer(process, site, line):
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended, and says so by no answer
        told = process.stdout.readline().split("\t")
        if len(told) < len(Row._fields):
            raise RuntimeError(f"thresh-bench-detect failed on {site} with '{line}'")
        return [float(value) for value in told[-len(Row._fields):]]


# ---- jitter

Move = collections.namedtuple("Move", "key value moved site f1 f1_moved kept kept_moved")


def changes(numbers, factors):
    """[(Number, moved value)], without those that a bound undoes."""
    return [(number, moved) for factor in factors for number in numbers if (moved := scaled(number, factor)) != number.value]


def all_moves(judge, numbers, factors):
    """What every change does to every site: [Move]."""
    made = changes(numbers, factors)
    before, *after = judge.scores([{}, *({number.key: moved} for number, moved in made)])
    return [Move(number.key, number.value, moved, site, *f1s(before[site], row), before[site].kept, row.kept)
            for (number, moved), rows in zip(made, after) for site, row in rows.items()]


def f1s(before, after):
    """F1 of a site whose gold has no template says nothing."""
    return (before.f1, after.f1) if before.template_share else (1, 1)


def is_cliff(move):
    return (abs(move.f1_moved - move.f1) > settings.JITTER_F1 or abs(move.kept_moved - move.kept) > settings.JITTER_KEPT)


# ---- one site left out

def loss(rows, shipped, others):
    """Content that these sites lose beyond the shipped numbers and a tolerance."""
    return sum(max(0, shipped[site].kept - rows[site].kept - settings.CHOICE_KEPT) for site in others)


def mean_f1(rows, others):
    found = [rows[site].f1 for site in others if rows[site].template_share]
    return sum(found) / len(found) if found else 0


def is_better(rows, than, shipped, others):
    """Kept comes before F1."""
    lost, lost_before = loss(rows, shipped, others), loss(than, shipped, others)
    if lost != lost_before:
        return lost < lost_before
    return mean_f1(rows, others) > mean_f1(than, others) + settings.CHOICE_GAIN


def chosen_without(judge, numbers, left_out):
    """{key: value} that somebody would choose who does not know one of the sites: number by number from the shipped
    ones, each with the value that is best on the other sites beside those chosen before."""
    others = [site for site in judge.places if site != left_out]
    shipped = judge.scores([{}], others)[0]
    chosen, best = {}, shipped
    for number in numbers:
        grid = [{number.key: scaled(number, factor)} for factor in settings.CHOICE_FACTORS]
        # A value that is no better than the shipped one by itself is not tried beside others.
        worth = [one for one, rows in zip(grid, judge.scores(grid, others)) if is_better(rows, shipped, shipped, others)]
        tried = [{**chosen, **one} for one in worth]
        for one, rows in zip(tried, judge.scores(tried, others)):
            if is_better(rows, best, shipped, others):
                chosen, best = one, rows
    return chosen


Choice = collections.namedtuple("Choice", "chosen without shipped worst_f1 worst_kept")


def leave_one_out(judge, numbers):
    """{site: Choice}: {key: value} chosen without it, its Row with them and its Row as shipped; and the {key: value} of F1
    and of content kept that somebody may have chosen at worst."""
    grid = [{number.key: scaled(number, factor)} for number in numbers for factor in settings.CHOICE_FACTORS]
    judge.scores([{}, *grid])  # all at once, since that keeps all processors at work
    found = {}
    for site in judge.places:
        chosen = chosen_without(judge, numbers, site)
        without, shipped = (rows[site] for rows in judge.scores([chosen, {}], [site]))
        note(f"  without {site}: {line_of(chosen) or 'as shipped'}")
        found[site] = Choice(chosen, without, shipped, *worst_alone(judge, grid, site))
    return found


def worst_alone(judge, grid, left_out):
    """({key: value}, F1) and ({key: value}, content kept): what a single value that the other sites like as well as the shipped
    one costs this site at worst. They had no reason to choose the shipped one, so this is what luck may have spared."""
    others = [site for site in judge.places if site != left_out]
    shipped, *tried = judge.scores([{}, *grid])
    free = [({}, shipped), *((one, rows) for one, rows in zip(grid, tried) if not is_better(shipped, rows, shipped, others))]
    by_f1 = min(free, key=lambda entry: entry[1][left_out].f1)
    by_kept = min(free, key=lambda entry: entry[1][left_out].kept)
    return (by_f1[0], by_f1[1][left_out].f1), (by_kept[0], by_kept[1][left_out].kept)
