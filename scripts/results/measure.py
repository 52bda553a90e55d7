"""One measurement: a row of `thresh-index compare` for a site, a number of its pages, a detector, parameters and a
repetition. Each is kept as a JSON file, so that what was measured is not measured again."""
import json
import os
import subprocess
import time

from results import settings
from results.sites import note

BEFORE = settings.DEFAULT + "_before"  # the default detector of an older program, beside that of this one


class Measurements:
    """`before` is the older program, or None; what was measured of it once is shown without it as well."""

    def __init__(self, program, sites, work, redo=(), before=None):
        self.program, self.sites, self.redo, self.before = program, sites, set(redo), before
        self.folder = os.path.join(work, "measured")
        os.makedirs(self.folder, exist_ok=True)
        self.fresh = set()  # files that were written by this process: not to be made again
        self.detectors = [row["name"] for row in json.loads(self.output([program, "detectors", "--json"]))]
        if before or any(f"_{BEFORE}_" in name for name in os.listdir(self.folder)):
            self.detectors.insert(self.detectors.index(settings.DEFAULT) + 1, BEFORE)

    @staticmethod
    def output(command):
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout

    def path(self, site, pages, detector, parameters, repeat):
        parts = [site, "all" if pages is None else str(pages), detector, *parameters, str(repeat)]
        return os.path.join(self.folder, "_".join(parts).replace("/", "-") + ".json")

    def get(self, site, pages, detector, parameters=(), repeat=0):
        """The row, or None where it was not measured."""
        path = self.path(site, pages, detector, parameters, repeat)
        if not os.path.isfile(path):
            return None
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def wanting(self, path, detector):
        if detector == BEFORE and not self.before:
            return False
        return not os.path.isfile(path) or (detector in self.redo and path not in self.fresh)

    def todo(self, site, pages, detectors, parameters=(), repeat=0):
        """{detector: path} of what is wanting. Detectors that are not in the program are passed over."""
        paths = {name: self.path(site, pages, name, parameters, repeat) for name in detectors if name in self.detectors}
        return {name: path for name, path in paths.items() if self.wanting(path, name)}

    def make(self, site, pages, detectors, parameters=(), repeat=0):
        """Measures what is wanting, on a random sample of the site's pages or on all of them."""
        if not self.todo(site, pages, detectors, parameters, repeat):
            return
        place = self.sites.crawl(site, pages)
        if place[0] is not None:
            self.make_of(site, place, detectors, pages=pages, parameters=parameters, repeat=repeat)
            self.sites.drop_crawl(site, pages)

    def make_of(self, site, place, detectors, more=None, pages=None, parameters=(), repeat=0):
        """Measures what is wanting on a (folder, gold); `more` is added to every row."""
        paths = self.todo(site, pages, detectors, parameters, repeat)
        if not paths:
            return
        note(f"{site}, {pages or 'all'} pages{''.join(' ' + p for p in parameters)}: {', '.join(paths)}")
        start = time.monotonic()
        rows = self.compare(self.program, *place, [name for name in paths if name != BEFORE], parameters)
        if BEFORE in paths:
            older = self.compare(self.before, *place, [settings.DEFAULT], parameters)
            rows += [{**row, "detector": BEFORE} for row in older if row["detector"] == settings.DEFAULT]
        paths.setdefault("none", self.path(site, pages, "none", parameters, repeat))
        for row in rows:
            self.keep({**row, **(more or {})}, paths[row["detector"]])
        note(f"  {time.monotonic() - start:.0f} s")

    @staticmethod
    def compare(program, folder, gold, detectors, parameters):
        if not detectors:
            return []
        command = [program, "compare", "--json", "--quiet", "--detectors", ",".join(detectors)]
        command += ["--gold", gold] if gold else []
        for parameter in parameters:
            command += ["--parameter", parameter]
        run = subprocess.run([*command, folder], capture_output=True, text=True, check=False)
        if not run.stdout:
            note("  failed: " + run.stderr.strip())
            return []
        return json.loads(run.stdout)

    def keep(self, row, path):
        if "failure" in row:
            note(f"  {row['detector']} failed: {row['failure']}")
            return
        if row["detector"] == "none" and os.path.isfile(path) and "none" not in self.redo:
            return
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(row, file, indent=1)
        os.replace(path + ".new", path)
        self.fresh.add(path)
