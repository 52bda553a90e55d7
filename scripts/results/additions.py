"""What transformations add to a labelled page: titles, lines, boxes, bars and menus, each with its label. Each function of
`ADDITIONS` changes one page; `site` is a Pages (pages.py), which knows the other pages. The words come from no development site."""
import posixpath
import random
import urllib.parse

from results.gold import TOKEN
from results.labelled import MARKS, branch, element, flow, holder_of, insert_after, insert_before, marked

INLINE = {"a", "abbr", "b", "big", "button", "cite", "code", "em", "font", "i", "img", "label", "small", "span", "strong", "sub",
          "sup", "time", "tt", "u"}
NOTICE = "Notice to all readers: the office is closed on public holidays, letters are answered the week after."
LICENCE = "Material on these pages may be copied for private study if its source is named beside it."
ADVERT = "Garden tools repaired while you wait, every Saturday morning at the market."
AUTHOR = "Writes about things that last and things that break, lives by the river and reads every letter that comes."
MENU = ("Overview", "Getting there", "Opening times", "Prices and tickets", "Groups and schools", "Contact the office")


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


def relative(target, path):
    """The link from one page of a site to another."""
    return urllib.parse.quote(posixpath.relpath(target, posixpath.dirname(path) or "."))


def link(site, target, page):
    return element("a", marked("N", site.titles[target] or target), href=relative(target, page.path))


def boxed(page, site):
    """A box of 25 constant words and three links of the page's own, behind the content and inside its element."""
    others = [path for path in site.order if path != page.path]
    related = random.Random(page.path).sample(others, min(3, len(others)))
    at_end(page, element("div", element("h3", marked("T", "About the author")), element("p", marked("T", AUTHOR)),
                         element("h4", marked("T", "More to read")),
                         element("ul", *(element("li", link(site, path, page)) for path in related)), class_="author-box"))


def pager(page, site):
    """A bar "Previous TITLE Next TITLE" at the end of the content."""
    at = site.order.index(page.path)
    before, after = site.order[at - 1], site.order[(at + 1) % len(site.order)]
    at_end(page, element("div", element("b", marked("T", "Previous")), link(site, before, page), element("b", marked("T", "Next")),
                         link(site, after, page)))


def section_menu(page):
    """A menu before the content; pages.py gives it to the pages of one directory."""
    root, _ = page.root()
    items = [element("li", element("a", marked("T", label), href=relative(f"area/menu/{number}.html", page.path)))
             for number, label in enumerate(MENU, 1)]
    menu = element("div", element("ul", *items), class_="section-menu")
    if root is page.body:
        before_text((root, "text"), menu)
    else:
        insert_before(branch(flow(root.getparent()), root), menu)


ADDITIONS = (titled, noticed, advert, boxed, pager)
