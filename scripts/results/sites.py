"""Sites out of Debian's documentation packages, and those of the shared data: where their pages are, samples of them, and
their gold labels."""
import collections
import csv
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile

from results import settings

HTML = re.compile(r"\.html?(\.[a-z]{2}([-_][A-Za-z]+)?)?(\.[a-z0-9-]+)?$")
Site = collections.namedtuple("Site", "use name package root")

PYTHON = "/usr/bin/python3"  # the one that Debian's packages belong to


def note(text):
    print("reproduce: " + text, file=sys.stderr, flush=True)


class Sites:
    """`top`: the repository; `work`: a folder for what is made here; `corpora`: unpacked packages; `shared`: where
    tools/make_gold.py, corpora.tsv and data/sites stand; `gold`: a folder of SITE.jsonl, made where missing."""

    def __init__(self, top, work, corpora, shared, gold):
        self.top, self.work, self.corpora, self.shared = top, work, corpora, shared
        self.gold_folder = gold or os.path.join(work, "gold")
        with open(os.path.join(top, "scripts", "corpora.tsv"), encoding="utf-8") as file:
            self.table = {row["site"]: Site(row["use"], row["site"], row["package"], row["root"])
                          for row in csv.DictReader(file, delimiter="\t")}
        self.table.update({name: Site("field", name, None, None) for name in settings.FIELD_SITES})
        self.all = self.table
        self.ring = self.all_names("dev", "field")
        self.told = set()

    def names(self, *uses):
        """"dev": the manuals that detectors are developed on; "field": sites of other kinds; "scale": the big one."""
        return [site.name for site in self.table.values() if site.use in uses]

    def all_names(self, *uses):
        """The same, whatever is chosen later."""
        return [site.name for site in self.all.values() if site.use in uses]

    def keep_only(self, names):
        self.table = {name: site for name, site in self.all.items() if site.use not in ("dev", "field") or name in names}

    def next_to(self, name):
        """The development site that shares a host with this one."""
        return self.ring[(self.ring.index(name) + 1) % len(self.ring)]

    def folder(self, name):
        """The folder of the site's pages, downloaded where it is missing; None where it cannot be had."""
        site = self.all[name]
        if site.use == "field":
            return self.unpacked(name)
        if not os.path.isdir(os.path.join(self.corpora, site.package)):
            if os.path.abspath(self.corpora) != os.path.join(self.top, "data", "corpora"):
                return self.cannot(name, f"no {site.package} in {self.corpora}")
            fetch = [os.path.join(self.top, "scripts", "fetch_corpora"), site.package]
            if subprocess.run(fetch, check=False).returncode != 0:
                return self.cannot(name, f"package {site.package} cannot be downloaded")
        folder = os.path.join(self.corpora, site.package, site.root)
        return folder if os.path.isdir(folder) else self.cannot(name, f"no folder {site.root} in {site.package}")

    def unpacked(self, name):
        """The folder of a site of the field; its archive lies in the shared data."""
        folder, archive = os.path.join(self.work, "sites", name), self.shared_site(name + ".tar.xz")
        if os.path.isdir(folder):
            return folder
        if not os.path.isfile(archive):
            return self.cannot(name, f"no {archive}; give the folder of data/sites with --shared")
        with tarfile.open(archive) as packed:
            packed.extractall(folder + ".new", filter="data")
        os.rename(os.path.join(folder + ".new", name), folder)
        os.rmdir(folder + ".new")
        return folder

    def shared_site(self, file):
        return os.path.join(self.shared, "data", "sites", file)

    def cannot(self, name, why):
        if (name, why) not in self.told:
            self.told.add((name, why))
            note(f"{name} is left out: {why}")

    def gold(self, name):
        """The file of gold labels; None where there is none and none can be made."""
        path = os.path.join(self.gold_folder, name + ".jsonl")
        if os.path.isfile(path):
            return path
        if self.all[name].use == "field":
            return self.unpacked_gold(name, path)
        tool, table = (os.path.join(self.shared, *part) for part in (("tools", "make_gold.py"), ("corpora.tsv",)))
        if not os.path.isfile(tool) or not os.path.isfile(table):
            return self.cannot("gold of " + name, f"no {tool}; give its folder with --shared")
        if not self.has_lxml("gold of " + name):
            return None
        os.makedirs(self.gold_folder, exist_ok=True)
        command = [PYTHON, tool, self.corpora, table, name, path + ".new", "--pages", str(settings.GOLD_PAGES),
                   "--seed", str(settings.SEED)]
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode != 0:
            return self.cannot("gold of " + name, "make_gold.py failed")
        os.replace(path + ".new", path)
        return path

    def unpacked_gold(self, name, path):
        archive = self.shared_site(name + ".gold.jsonl.xz")
        if not os.path.isfile(archive):
            return self.cannot("gold of " + name, f"no {archive}; give the folder of data/sites with --shared")
        os.makedirs(self.gold_folder, exist_ok=True)
        with lzma.open(archive) as packed, open(path + ".new", "wb") as file:
            shutil.copyfileobj(packed, file)
        os.replace(path + ".new", path)
        return path

    def has_lxml(self, what):
        """Whether Debian's lxml is there; says that `what` is left out if not."""
        if subprocess.run([PYTHON, "-c", "import lxml, cssselect"], capture_output=True, check=False).returncode == 0:
            return True
        return self.cannot(what, "python3-lxml and python3-cssselect are missing (scripts/setup)")

    def pages(self, name):
        """Pages of the site in the order in which a sample takes them: the gold's in their own, which is random,
        then the others shuffled."""
        root = self.folder(name)
        found = [os.path.relpath(os.path.join(folder, file), root) for folder, _, files in os.walk(root)
                 for file in files if HTML.search(file) and not os.path.islink(os.path.join(folder, file))]
        gold = self.gold(name)
        first = [json.loads(line)["path"] for line in open_lines(gold)] if gold else []
        rest = sorted(set(found) - set(first))
        random.Random(settings.SEED).shuffle(rest)
        return first + rest

    def crawl(self, name, count):
        """(folder, gold) of a random sample of `count` pages, hard links in a folder of their own; of the whole site
        where `count` is None."""
        root = self.folder(name)
        if root is None or count is None:
            return root, root and self.gold(name)
        folder = os.path.join(self.work, "crawls", f"{name}-{count}")
        chosen = self.pages(name)[:count]
        if not os.path.isdir(folder):
            for page in chosen:
                target = os.path.join(folder + ".new", page)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                link_or_copy(os.path.join(root, page), target)
            os.rename(folder + ".new", folder)
        return folder, self.gold_of(name, set(chosen), folder + ".jsonl")

    def gold_of(self, name, chosen, path):
        whole = self.gold(name)
        if whole is None:
            return None
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line for line in open_lines(whole) if json.loads(line)["path"] in chosen)
        return path

    def drop_crawl(self, name, count):
        if count is not None:
            shutil.rmtree(os.path.join(self.work, "crawls", f"{name}-{count}"), ignore_errors=True)


def open_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.readlines()


def link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
