"""The gold pages of a site, and every transformed site that is made of them.

    write(FOLDER, GOLD, OUT, NAME, wanted, other) -> OUT/NAME--TRANSFORMATION/ and OUT/NAME--TRANSFORMATION.jsonl

A transformed site has gold pages only, so the gold of every page is known. As in make_gold.py, a text outside the content is
template if it stands on five of the pages that are written."""
import collections
import copy
import os
import posixpath
import random
import re
import shutil
import urllib.parse

from results import gold as labels
from results import additions, settings, transformations
from results.labelled import Page, holder_of


class Pages:
    """`paths` are a site's gold pages in their own order, which is random; `order` is by name."""

    def __init__(self, folder, gold):
        self.folder = folder
        self.gold = {line["path"]: line for line in labels.read(gold)}
        self.left_out = [path for path in self.gold if self.read(path) is None]
        self.paths = [path for path in self.gold if path not in set(self.left_out)]
        self.order = sorted(self.paths)
        self.titles = {path: self.gold[path].get("title", "") for path in self.paths}

    def read(self, path):
        with open(os.path.join(self.folder, path), "rb") as file:
            return Page.read(file.read(), self.gold[path])


def link_share(page):
    """Share of the content's tokens that stand in links."""
    counts = collections.Counter()
    for owner, kind in page.slots("C"):
        holder = holder_of((owner, kind))
        in_link = any(one.tag == "a" and one.get("href") for one in (holder, *holder.iterancestors()))
        counts[in_link] += len(labels.TOKEN.findall(getattr(owner, kind)))
    return counts[True] / max(1, counts.total())


class Choices:
    """What the transformations of whole sites need: which pages, and under which names."""

    def __init__(self, site):
        by_links = sorted(site.order, key=lambda path: link_share(site.read(path)))
        third = len(by_links) // 3
        self.articles, self.lists = set(by_links[:third]), set(by_links[len(by_links) - third:])
        self.moved = {path: "area/" + path for path in site.order[third:2 * third]}
        numbers = list(range(len(site.order)))
        random.Random(settings.SEED).shuffle(numbers)
        self.shuffled = {path: posixpath.join(posixpath.dirname(path), f"p{number:04}.html")
                         for path, number in zip(site.order, numbers)}

    def apply(self, name, page):
        """Changes the page; False where the transformed site lacks it."""
        if name in ("lists", "articles"):
            return page.path in getattr(self, name)
        if name in ("shuffled", "sections"):
            moved = self.shuffled if name == "shuffled" else self.moved
            relink(page, moved)
            old, page.path = page.path, moved.get(page.path, page.path)
            if name == "sections" and page.path != old:
                additions.section_menu(page)
        return True


def relink(page, moved):
    """Relative links of a page that is about to move lead where they led, or to where that page moves."""
    for one in page.tree.iter("a"):
        path, mark, rest = re.match(r"([^?#]*)([?#]?)(.*)", one.get("href") or "", re.S).groups()
        if path and not path.startswith("/") and ":" not in path:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), urllib.parse.unquote(path)))
            slash = "/" if path.endswith("/") else ""
            one.set("href", additions.relative(moved.get(target, target), moved.get(page.path, page.path)) + slash + mark + rest)


class Output:
    """One transformed site while it is written."""

    def __init__(self, out, site, name):
        self.base = os.path.join(out, f"{site}--{name}")
        self.gold, self.wrong = [], 0
        shutil.rmtree(self.base, ignore_errors=True)

    def add(self, page, prefix=""):
        done = page.finish()
        if done is None:
            self.wrong += 1
            return
        gold, data = done
        gold["path"] = prefix + gold["path"]
        path = os.path.join(self.base, gold["path"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        self.gold.append((prefix, gold))

    def close(self):
        """Writes the gold; a text outside the content is counted on the pages with the same prefix."""
        pages = {prefix: [] for prefix, _ in self.gold}
        for prefix, gold in self.gold:
            pages[prefix].append(gold)
        labels.write(self.base + ".jsonl", [page for part in pages.values() for page in labels.of_pages(part)])


def write(folder, gold, out, name, wanted=tuple(settings.TRANSFORMATIONS), other=None):
    """{transformation: (pages, pages left out)}. `other` is (folder, gold) of the site that shares the host."""
    site = Pages(folder, gold)
    wanted = [one for one in wanted if one != settings.HOSTS or other]
    outputs = {one: Output(out, name, one) for one in wanted}
    choices = Choices(site)
    for path in site.paths:
        original = site.read(path)
        for one, output in outputs.items():
            page = Page(original.path, original.title, copy.deepcopy(original.tree))
            if one in transformations.BY_PAGE:
                transformations.BY_PAGE[one](page, site)
            if choices.apply(one, page):
                output.add(page, "a/" if one == settings.HOSTS else "")
    if settings.HOSTS in outputs:
        second = Pages(*other)
        for path in second.paths:
            outputs[settings.HOSTS].add(second.read(path), "b/")
    for output in outputs.values():
        output.close()
    return {one: (len(output.gold), output.wrong + len(site.left_out)) for one, output in outputs.items()}
