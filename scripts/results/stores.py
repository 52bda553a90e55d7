"""Texts of a site as a store of it has them: built for one use, read by `thresh-query dump`, and thrown away."""
import contextlib
import json
import os
import subprocess
import tempfile

STRUCK = ("template", "kept-one")


class Texts:
    def __init__(self, measured, sites):
        self.index, self.sites, self.kept = measured.program, sites, measured.folder
        self.query = os.path.join(os.path.dirname(measured.program), "thresh-query")

    @contextlib.contextmanager
    def store(self, site, detector, parameters=(), flags=()):
        """The folder of a store of the site and what its build reports."""
        with tempfile.TemporaryDirectory(dir=self.sites.work) as scratch:
            folder = os.path.join(scratch, "store")
            command = [self.index, "build", "--json", "--progress", "json", "--detector", detector, "--removal", "drop", "--store", folder, *flags]
            command += [word for parameter in parameters for word in ("--parameter", parameter)]
            run = subprocess.run([*command, self.sites.folder(site)], capture_output=True, check=True, text=True)
            said = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
            yield folder, {**json.loads(run.stdout), "runs": max((row.get("runs", 0) for row in said), default=0)}

    def pages(self, folder):
        """The pages of a store, as `dump` has them."""
        with subprocess.Popen([self.query, "dump", "--store", folder], stdout=subprocess.PIPE, text=True) as dump:
            for line in dump.stdout:
                yield json.loads(line)

    def keep(self, name, make):
        """What `make` gives, made once for a name."""
        path = os.path.join(self.kept, name + ".json")
        if not os.path.isfile(path):
            value = make()
            with open(path + ".new", "w", encoding="utf-8") as file:
                json.dump(value, file, indent=1)
            os.replace(path + ".new", path)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def known(self, name):
        """The same, or None if it was not made."""
        path = os.path.join(self.kept, name + ".json")
        return self.keep(name, None) if os.path.isfile(path) else None
