"""The section of docs/RESULTS.md about the field: every development site once for each transformation under which its gold
stays true (scripts/transform_site)."""
import os
import shutil
import subprocess
import sys

from results import figures, gold, settings
from results.sections import Section, four, mean, share, table
from results.sites import PYTHON, note

TRANSFORMED = [name for name in settings.TRANSFORMATIONS if name != settings.UNTOUCHED]


def signed(value):
    return f"{value:+.4f}"


class Field(Section):
    name, title = "field", "In the field: transformed sites"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.names = self.sites.names("dev", "field")
        self.folder = os.path.join(self.sites.work, "field")

    def run(self):
        chosen = [name for name in self.detectors if name in settings.FIELD_DETECTORS]
        for site in self.names:
            wanting = [one for one in settings.TRANSFORMATIONS if self.measured.todo(f"{site}--{one}", None, chosen)]
            if wanting and self.write(site, wanting):
                for one in wanting:
                    self.measure(f"{site}--{one}", chosen)
                shutil.rmtree(self.folder)

    def place(self, site):
        """(folder, gold); None where the site cannot be had."""
        found = self.sites.folder(site), self.sites.gold(site)
        return found if all(found) else None

    def write(self, site, wanting):
        """Makes the transformed sites; False where none can be made."""
        place, more = self.place(site), []
        if place is None or not self.sites.has_lxml("transformed " + site):
            return False
        if settings.HOSTS in wanting:
            other = self.place(self.sites.next_to(site))
            more = ["--other", *other] if other else []
            wanting = wanting if other else [one for one in wanting if one != settings.HOSTS]
        if not wanting:
            return False
        note(f"{site}: {', '.join(wanting)}")
        command = [PYTHON, os.path.join(self.sites.top, "scripts", "transform_site"), site, *place, self.folder, "--only",
                   ",".join(wanting), *more]
        return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0

    def measure(self, name, detectors):
        folder = os.path.join(self.folder, name)
        if os.path.isdir(folder):
            path = folder + ".jsonl"
            self.measured.make_of(name, (folder, path), detectors,
                                  {"content_tokens": [gold.content_tokens(path), gold.content_tokens(path, "b/")]})

    def score(self, site, transformation, detector):
        row = self.measured.get(f"{site}--{transformation}", None, detector)
        return row["score"] if row and "score" in row else None

    def f1(self, site, transformation, detector):
        """None as well where the gold has no template."""
        found = self.score(site, transformation, detector)
        return found["f1"] if found and found["template_share"] else None

    def kept_before(self, site, transformation, detector):
        """Content kept of the same pages untouched."""
        own = self.score(site, settings.UNTOUCHED, detector)
        if own is None or transformation != settings.HOSTS:
            return own and own["kept"]
        other = self.score(self.sites.next_to(site), settings.UNTOUCHED, detector)
        both, second = self.measured.get(f"{site}--{transformation}", None, detector)["content_tokens"]
        return other and (own["kept"] * (both - second) + other["kept"] * second) / both

    def differences(self, transformation, detector):
        """[(difference of content kept, site)], the worst first."""
        out = []
        for site in self.names:
            found = self.score(site, transformation, detector)
            before = found and self.kept_before(site, transformation, detector)
            if before is not None:
                out.append((found["kept"] - before, site))
        return sorted(out)

    def report(self):
        known = [one for one in settings.FIELD_DETECTORS
                 if any(self.score(site, name, one) for site in self.names for name in TRANSFORMED)]
        if not known:
            return None
        out = [f"The {settings.GOLD_PAGES} gold pages of each development site (the manuals and the sites of the field), written once "
               "for each transformation. F1 leaves out sites whose gold has no template. The last columns are content kept "
               f"against the same pages {settings.UNTOUCHED}, on the site that loses most, and the share of damaged pages on the worst site.",
               "\n".join(f"- `{name}`: {what}" for name, what in settings.TRANSFORMATIONS.items())]
        if len(known) > 1:
            means = [(f"`{name}`", [mean(self.f1(site, name, one) for site in self.names) for one in known])
                     for name in settings.TRANSFORMATIONS]
            out += ["### Mean F1", table(["transformation", *known], means)]
        for detector in known:
            out += [f"### `{detector}` by transformation", self.by_transformation(detector)]
        first = known[0]
        heat = {site: [self.f1(site, name, first) for name in settings.TRANSFORMATIONS] for site in self.names}
        heat = {site: values for site, values in heat.items() if any(value is not None for value in values)}
        svg = figures.heat(f"F1 of {first} on transformed sites", list(settings.TRANSFORMATIONS), heat)
        return [*out, self.figure("field.svg", svg, f"F1 of {first} on every transformed site"),
                f"### F1 of `{first}` by site", table(["site", *settings.TRANSFORMATIONS], list(heat.items()), "{:.3f}".format),
                *self.unlike_gold()]

    def by_transformation(self, detector):
        rows = [self.line(f"`{name}`", [name], detector) for name in settings.TRANSFORMATIONS]
        rows.append(self.line("**all transformed**", TRANSFORMED, detector))
        return table(["transformation", "sites", "mean F1", f"F1 under {settings.FIELD_FLOOR}", "least F1", "kept, worst difference",
                      "on", "damaged, worst"], [row for row in rows if row])

    def line(self, title, names, detector):
        f1 = sorted((value, site) for name in names for site in self.names
                    if (value := self.f1(site, name, detector)) is not None)
        if not f1:
            return None
        worst = min((entry for name in names for entry in self.differences(name, detector)), default=(None, None))
        on = worst[1] if worst[0] else None  # nobody where nothing is lost
        damaged = [found["damaged"] for name in names for site in self.names if (found := self.score(site, name, detector))]
        low = sum(value < settings.FIELD_FLOOR for value, _ in f1)
        return title, [str(len(f1)), mean([value for value, _ in f1]), f"{low} ({share(low / len(f1))})",
                       f"{four(f1[0][0])} ({f1[0][1]})", None if worst[0] is None else signed(worst[0]), on,
                       share(max(damaged))]

    def unlike_gold(self):
        """A line about transformed sites of which the indexer reads other text than the gold has."""
        lost = [(f"{site}--{name}", found["kept"]) for site in self.names for name in settings.TRANSFORMATIONS
                if (found := self.score(site, name, "none")) and found["kept"] < 0.9999]
        if not lost:
            return []
        return ["Of these the build without removal lacks more than one token of content in 10,000, since the indexer's parser "
                "reads them otherwise than the gold's: " + ", ".join(f"{name} {kept:.4f}" for name, kept in lost) + "."]
