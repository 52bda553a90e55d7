"""Transformations of a labelled page under which its gold stays true by construction.

Each function changes one page; `site` is a Pages (scripts/results/pages.py) that knows the titles of the others.
`BY_PAGE` lists them; transformations that choose or move pages stand in pages.py."""
import hashlib
import re

from results.additions import ADDITIONS
from results.gold import TOKEN
from results.labelled import MARKS, element, holder_of

SEMANTIC = {"main", "article", "section", "nav", "header", "footer", "aside", "address", "figure", "figcaption", "hgroup",
            "search", "dialog", "details", "summary", "menu"}
PARTS_OF_TABLES = {"table", "tbody", "thead", "tfoot", "tr", "colgroup", "select", "optgroup", "option"}
OWN_TOKENS = 20


def elements(page):
    return [one for one in page.body.iter() if isinstance(one.tag, str)]


def untouched(_page, _site):
    """Nothing: what the others are compared with."""


def plain(page, _site):
    """No class and no id."""
    for one in page.tree.iter():
        for name in ("class", "id"):
            one.attrib.pop(name, None)


def renamed(page, _site):
    """Another name for each class and id on every page."""
    def other(name):
        return "n" + hashlib.sha1(f"{page.path}\n{name}".encode()).hexdigest()[:7]
    for one in page.tree.iter():
        if not isinstance(one.tag, str):
            continue
        for name in ("class", "id", "for", "aria-labelledby", "aria-describedby"):
            if one.get(name):
                one.set(name, " ".join(map(other, one.get(name).split())))
        if one.get("href", "").startswith("#") and len(one.get("href")) > 1:
            one.set("href", "#" + other(one.get("href")[1:]))


def divs(page, _site):
    """A div in place of every semantic element; no role."""
    for one in elements(page):
        one.attrib.pop("role", None)
        if one.tag in SEMANTIC:
            one.tag = "div"


def wrap(inside, name):
    """An element `name` around all that stands in `inside`."""
    new = element(name)
    new.text, inside.text = inside.text, None
    new.extend(list(inside))
    inside.append(new)


def wrapped(page, _site):
    """An unknown element around all that the body holds."""
    wrap(page.body, "x-page")


def components(page, _site):
    """Unknown elements, named by class, in place of div and around what semantic elements hold."""
    for one in elements(page):
        if one.tag != "div" and one.tag not in SEMANTIC:
            continue
        known = re.sub(r"[^a-z0-9]+", "-", (one.get("class") or "").lower().split(" ")[0]).strip("-")
        name = "x-" + (known or one.tag)
        if one.tag == "div":
            one.tag = name
        elif one.tag not in ("summary", "details"):
            wrap(one, name)


def tables(page, _site):
    """A table of one cell in place of every div."""
    for one in elements(page):
        if one.tag == "div" and one.getparent().tag not in PARTS_OF_TABLES:
            one.tag = "table"
            wrap(one, "tr")
            wrap(one[0], "td")


def thin(page, _site):
    """Content is cut after 20 tokens; headings stay."""
    left, emptied = OWN_TOKENS, []
    for owner, kind in page.slots("C"):
        holder = holder_of((owner, kind))
        if any(above.tag in ("h1", "h2", "h3", "h4", "h5", "h6") for above in (holder, *holder.iterancestors())):
            continue
        text = getattr(owner, kind)
        found = list(TOKEN.finditer(text))
        if left == 0:
            setattr(owner, kind, None)
            emptied.append(holder)
        elif len(found) > left:
            setattr(owner, kind, text[:found[left - 1].end()])
        left -= min(left, len(found))
    for one in reversed(emptied):  # the deeper ones first
        while one is not page.body and one.getparent() is not None and bare(one):
            above = one.getparent()
            above.remove(one)
            one = above


def bare(one):
    """Whether an element holds no text, and no other text would go with it."""
    return not (one.tail or "").strip() and not any(mark in text for text in one.itertext() for mark in MARKS.values())


BY_PAGE = {one.__name__: one for one in (untouched, plain, renamed, divs, wrapped, components, tables, thin, *ADDITIONS)}
