"""The sections of docs/RESULTS.md about the numbers of the default detector: what moves if one of them moves, and what
somebody would choose who does not know the site that is judged."""
import json
import os
import subprocess
import sys

from results import numbers, settings
from results.sections import Section, four, mean, table
from results.sites import note


def plain(value):
    return f"{value:.6g}"


def named(chosen):
    return f"`{numbers.line_of(chosen)}`" if chosen else None


class Stability(Section):
    """What both sections share: the development sites that can be had, the program, and a file of results."""

    def run(self):
        places = self.places()
        if places and self.bench():
            with numbers.Judge(self.bench(), places, self.path("numbers")) as judge:
                found = self.make(judge, numbers.numbers_of(self.measured.program))
            missing = [site for site in self.sites.all_names("dev", "field") if site not in places]
            with open(self.path(self.name), "w", encoding="utf-8") as file:
                json.dump({"sites": list(places), "missing": missing, **found}, file, indent=1)

    def path(self, name):
        return os.path.join(self.measured.folder, name + ".json")

    def places(self):
        found = {site: (self.sites.folder(site), self.sites.gold(site)) for site in self.sites.names("dev", "field")}
        return {site: place for site, place in found.items() if all(place)}

    def bench(self):
        """The program that judges, built where it is missing; None where it cannot be."""
        folder = os.path.dirname(os.path.abspath(self.measured.program))
        path = os.path.join(folder, "tests", "thresh-bench-detect")
        if not os.path.isfile(path):
            note("building " + path)
            subprocess.run(["cmake", "--build", folder, "--target", "thresh-bench-detect"], stdout=sys.stderr, check=False)
        return path if os.path.isfile(path) else note("no " + path)

    def report(self):
        if not os.path.isfile(self.path(self.name)):
            return None
        with open(self.path(self.name), encoding="utf-8") as file:
            found = json.load(file)
        return [*self.blocks(found), *([f"Left out: {', '.join(found['missing'])}."] if found["missing"] else [])]


class Jitter(Stability):
    name, title = "jitter", "Jitter: every number moved by a tenth"

    @staticmethod
    def make(judge, all_numbers):
        moves = numbers.all_moves(judge, all_numbers, settings.JITTER_FACTORS)
        cliffs = [move._asdict() for move in moves if numbers.is_cliff(move)]
        rest = [move for move in moves if not numbers.is_cliff(move)]
        return {"numbers": len(all_numbers), "changes": len(moves) // len(judge.places), "cliffs": cliffs,
                "most_f1": max(abs(move.f1_moved - move.f1) for move in rest),
                "most_kept": max(abs(move.kept_moved - move.kept) for move in rest)}

    @staticmethod
    def blocks(found):
        cliffs = [numbers.Move(**one) for one in found["cliffs"]]
        moving = {(move.key, move.moved) for move in cliffs}
        least, most = settings.JITTER_FACTORS
        out = [f"Each of the {found['numbers']} numbers of `{settings.DEFAULT}` once times {least} and once times {most}, at most 1 "
               f"for a share, all others as shipped, on {len(found['sites'])} whole development sites. "
               f"**{len(moving)} of {found['changes']} changes** move a site by more than {settings.JITTER_F1} of F1 or "
               f"{settings.JITTER_KEPT} of the content kept; all others move F1 by at most {four(found['most_f1'])} and content kept by "
               f"at most {four(found['most_kept'])}. F1 of a site whose gold has no template is left out."]
        if not cliffs:
            return out
        rows = [(f"`{move.key}`", [plain(move.value), plain(move.moved), move.site, four(move.f1), four(move.f1_moved),
                                   four(move.kept), four(move.kept_moved)]) for move in cliffs]
        return [*out, table(["number", "shipped", "moved to", "site", "F1", "F1 moved", "kept", "kept moved"], rows)]


class LeftOut(Stability):
    name, title = "left-out", "Numbers chosen without the site that is judged"

    @staticmethod
    def make(judge, all_numbers):
        found = numbers.leave_one_out(judge, all_numbers)
        return {"shipped": {number.key: number.value for number in all_numbers},
                "rows": {site: {"chosen": choice.chosen, "without": choice.without._asdict(), "as_shipped": choice.shipped._asdict(),
                                "worst_f1": choice.worst_f1, "worst_kept": choice.worst_kept} for site, choice in found.items()}}

    def blocks(self, found):
        rows, shipped = found["rows"], found["shipped"]
        factors = ", ".join(map(plain, settings.CHOICE_FACTORS))
        out = [f"For each site the {len(shipped)} numbers are chosen again on the other {len(rows) - 1}, one after the other from the "
               f"shipped value: of that value times {factors} (at most 1 for a share) the one that wins. Kept comes first: a "
               f"value must not cost another site more than {settings.CHOICE_KEPT} of its content. Then the mean F1 counts; a gain of "
               f"{settings.CHOICE_GAIN} or less changes nothing. The site itself is judged with what was chosen without it. Means "
               "of F1 leave out sites whose gold has no template.",
               table(["site", "F1 shipped", "F1 left out", "kept shipped", "kept left out", "numbers changed"],
                     [*((site, self.cells(row)) for site, row in rows.items()), ("**mean**", self.means(rows.values()))])]
        changed = {key: [row["chosen"][key] for row in rows.values() if key in row["chosen"]] for key in shipped}
        body = [(f"`{key}`", [plain(shipped[key]), ", ".join(map(plain, sorted(set(values)))), f"{len(values)} of {len(rows)}"])
                for key, values in changed.items() if values]
        out += ["What is chosen:", table(["number", "shipped", "chosen", "times"], body)] if body else []
        return [*out, "Where the other sites do not care, a number stays as shipped, and the site itself may be the reason why it was "
                "shipped. The next table therefore has the worst that can befall a site: of all single values of the same grid "
                "that the other sites like as well as the shipped one, the one that costs this site most.",
                table(["site", "F1 shipped", "F1 at worst", "by", "kept shipped", "kept at worst", "by"],
                      [*((site, self.worst(row)) for site, row in rows.items()), ("**mean**", self.worst_means(rows.values()))])]

    def worst(self, row):
        (f1_by, f1), (kept_by, kept) = row["worst_f1"], row["worst_kept"]
        if self.f1(row, "as_shipped") is None:  # its gold has no template
            f1_by, f1 = {}, None
        return [self.f1(row, "as_shipped"), f1, named(f1_by), row["as_shipped"]["kept"], kept, named(kept_by)]

    def worst_means(self, rows):
        values = list(zip(*((shipped, f1, None, kept, kept_worst, None) for shipped, f1, _, kept, kept_worst, _ in map(self.worst, rows))))
        return [mean(column) for column in values]

    @staticmethod
    def f1(row, which):
        return row[which]["f1"] if row["as_shipped"]["template_share"] else None

    def cells(self, row):
        return [self.f1(row, "as_shipped"), self.f1(row, "without"), row["as_shipped"]["kept"], row["without"]["kept"],
                str(len(row["chosen"]))]

    def means(self, rows):
        values = [[self.f1(row, which) for row in rows] for which in ("as_shipped", "without")]
        values += [[row[which]["kept"] for row in rows] for which in ("as_shipped", "without")]
        return [*map(mean, values), None]


SECTIONS = (Jitter, LeftOut)
