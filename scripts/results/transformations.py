"""Transformations of a labelled page under which its gold stays true by construction.

Each function changes one page; `site` is a Pages (scripts/results/pages.py) that knows the titles of the others.
`BY_PAGE` lists them; transformations that choose or move pages stand in pages.py."""
import hashlib
import random
import re

from results.gold import TOKEN
from results.labelled import MARKS, branch, element, flow, insert_after, insert_before, marked

SEMANTIC = {"main", "article", "section", "nav", "header", "footer", "aside", "address", "figure", "figcaption", "hgroup",
            "search", "dialog", "details", "summary", "menu"}
INLINE = {"a", "abbr", "b", "big", "button", "cite", "code", "em", "font", "i", "img", "label", "small", "span", "strong", "sub",
          "sup", "time", "tt", "u"}
PARTS_OF_TABLES = {"table", "tbody", "thead", "tfoot", "tr", "colgroup", "select", "optgroup", "option"}
NOTICE = "Notice to all readers: the office is closed on public holidays, letters are answered the week after."
LICENCE = "Material on these pages may be copied for private study if its source is named beside it."
ADVERT = "Garden tools repaired while you wait, every Saturday morning at the market."
AUTHOR = "Writes about things that last and things that break, lives by the river and reads every letter that comes."
MENU = ("Overview", "Getting there", "Opening times", "Prices and tickets", "Groups and schools", "Contact the office")
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
        holder = owner if kind == "text" else owner.getparent()
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


def holder_of(slot):
    return slot[0] if slot[1] == "text" else slot[0].getparent()


def before_text(slot, new):
    """`new` goes directly before this text, into the same element."""
    owner, kind = slot
    new.tail = getattr(owner, kind)
    setattr(owner, kind, None)
    if kind == "text":
        owner.insert(0, new)
    else:
        owner.getparent().insert(owner.getparent().index(owner) + 1, new)


def before_block(slot, new):
    """`new`, a block, goes before the part of the nearest element that may hold blocks in which this text stands."""
    holder = flow(holder_of(slot))
    child = branch(holder, holder_of(slot))
    if child is None:
        before_text(slot, new)
    else:
        insert_before(child, new)


def behind(holder, slot, new):
    """`new` goes into `holder`, behind the child in or after which this text stands."""
    insert_after(holder, slot[0], new)


def titled(page, _site):
    """The title once more, before the first text of the template, in the same element; beside a link, not in it."""
    for slot in page.slots("T")[:1] if page.title else ():
        owner, new = slot[0], element("span", marked("N", page.title))
        if slot[1] == "tail" or owner.tag not in INLINE:
            before_text(slot, new)
            continue
        while owner.getparent().tag in INLINE:
            owner = owner.getparent()
        insert_before(owner, new)


def noticed(page, _site):
    """A line of 17 constant words in the header, and another in the footer."""
    ends = page.slots("CT")
    top, end = element("p", marked("T", NOTICE)), element("p", marked("T", LICENCE))
    if getattr(*ends[-1])[0] == MARKS["T"]:
        behind(flow(holder_of(ends[-1])), ends[-1], end)
    else:
        page.body.append(end)
    if getattr(*ends[0])[0] == MARKS["T"]:
        before_block(ends[0], top)
    else:  # the body's first text or element
        before_text((page.body, "text"), top)


def middles(root, weight):
    """(distance from the middle of the content, element) of every place between two blocks of content in the root."""
    done, whole = len(TOKEN.findall(root.text or "")), weight.get(root, 0)
    for child in list(root)[:-1]:
        done += weight.get(child, 0) + len(TOKEN.findall(child.tail or ""))
        if 0 < done < whole and isinstance(child.tag, str):
            following = child.getnext()
            inline = child.tag in INLINE and following.tag in INLINE or (child.tail or "").strip()
            yield abs(whole - 2 * done) + whole * bool(inline), child


def advert(page, _site):
    """A constant block of 12 words between two blocks of the content."""
    root, weight = page.root()
    places = sorted(middles(root, weight), key=lambda place: place[0])
    if places:
        insert_after(root, places[0][1], element("div", element("b", marked("T", ADVERT)), class_="promotion"))


def at_end(page, new):
    """`new` stands in the content root, behind the last text of the content there."""
    root, _ = page.root()
    inside = [slot for slot in page.slots("C") if root in (holder_of(slot), *holder_of(slot).iterancestors())]
    behind(root, inside[-1], new)


def link(site, path):
    return element("a", marked("N", site.titles[path] or path), href=path)


def boxed(page, site):
    """A box of 25 constant words and three links of the page's own, behind the content and inside its element."""
    others = [path for path in site.order if path != page.path]
    related = random.Random(page.path).sample(others, min(3, len(others)))
    at_end(page, element("div", element("h3", marked("T", "About the author")), element("p", marked("T", AUTHOR)),
                         element("h4", marked("T", "More to read")),
                         element("ul", *(element("li", link(site, path)) for path in related)), class_="author-box"))


def pager(page, site):
    """A bar "Previous TITLE Next TITLE" at the end of the content."""
    at = site.order.index(page.path)
    before, after = site.order[at - 1], site.order[(at + 1) % len(site.order)]
    at_end(page, element("div", element("b", marked("T", "Previous")), link(site, before), element("b", marked("T", "Next")),
                         link(site, after)))


def section_menu(page):
    """A menu before the content; pages.py gives it to the pages of one directory."""
    root, _ = page.root()
    items = [element("li", element("a", marked("T", label), href=f"{number}.html")) for number, label in enumerate(MENU, 1)]
    menu = element("div", element("ul", *items), class_="section-menu")
    if root is page.body:
        before_text((root, "text"), menu)
    else:
        insert_before(branch(flow(root.getparent()), root), menu)


BY_PAGE = {one.__name__: one for one in (untouched, plain, renamed, divs, wrapped, components, tables, thin, titled, noticed,
                                         advert, boxed, pager)}
