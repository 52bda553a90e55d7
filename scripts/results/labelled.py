"""A page whose texts carry their gold labels while the page is changed.

A text's label is one character in front of the text (a code point that Unicode keeps free for such uses), so the label
goes wherever a transformation moves the text. `finish` takes the characters away again and writes the gold. Texts are
cut and walked as tools/make_gold.py of the method specification cuts and walks them. Needs Debian's lxml."""
import re
import sys

from lxml import etree

from results import gold

sys.setrecursionlimit(20000)  # for pages that nest deeply
MARKS = {"C": "\ufdd0", "T": "\ufdd1", "V": "\ufdd2", "N": "\ufdd3"}
LABELS = {mark: label for label, mark in MARKS.items()}
UNMARK = dict.fromkeys(map(ord, LABELS))
SKIPPED = {"script", "style", "noscript", "template", "svg"}
SPACE = re.compile(r"\s+")
CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.I)
# Elements that may hold a block of their own beside what they hold already.
FLOW = {"body", "div", "main", "article", "section", "td", "form", "center", "blockquote", "header", "footer", "nav", "aside",
        "dd", "fieldset", "html"}


def decoded(data):
    """The page's characters, by its charset; make_gold.py decides in the same way."""
    found = CHARSET.search(data[:4096])
    name = found.group(1).decode("ascii", "replace").lower() if found else None
    if name in (None, "utf8", "utf-8") or name.startswith("utf-16"):
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            name = name if name in ("utf8", "utf-8") else "windows-1252"
    if name in ("iso-8859-1", "latin1", "ascii", "us-ascii"):
        name = "windows-1252"
    try:
        return data.decode(name, "replace")
    except LookupError:
        return data.decode("utf-8", "replace")


def parse(data):
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", decoded(data).lstrip("\ufeff"))
    return etree.fromstring(text.encode(), etree.HTMLParser(encoding="utf-8", huge_tree=True))


def folded(text):
    return SPACE.sub(" ", text).strip()


def slots(tree):
    """[(element, "text" or "tail"), ...]: every text of the body that is not blank, in document order."""
    found, body = [], tree.find("body")

    def walk(one):
        if one.text and not one.text.isspace():
            found.append((one, "text"))
        for child in one:
            if isinstance(child.tag, str) and child.tag not in SKIPPED:
                walk(child)
            if child.tail and not child.tail.isspace():
                found.append((child, "tail"))
    walk(tree if body is None else body)
    return found


def texts(tree):
    return [folded(one.text if kind == "text" else one.tail) for one, kind in slots(tree)]


def marked(label, text):
    return MARKS[label] + text


def element(tag, *children, **attributes):
    """A new element; texts among the children are `marked` ones."""
    made = etree.Element(tag, {name.rstrip("_"): value for name, value in attributes.items()})
    for child in children:
        if not isinstance(child, str):
            made.append(child)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + child
        else:
            made.text = (made.text or "") + child
    return made


class Page:
    def __init__(self, path, title, tree):
        self.path, self.title, self.tree = path, title, tree
        self.body = tree if tree.find("body") is None else tree.find("body")

    @classmethod
    def read(cls, data, line):
        """The labelled page; None where its texts are not those of its line of gold."""
        tree = parse(data)
        labels = [(label, text) for label, part in line["segments"] for text in part]
        if tree is None or [text for _, text in labels] != texts(tree) or any(mark in text for _, text in labels for mark in LABELS):
            return None
        for slot, (label, _) in zip(slots(tree), labels):
            setattr(*slot, marked(label, getattr(*slot)))
        return cls(line["path"], line.get("title", ""), tree)

    def slots(self, labels):
        return [slot for slot in slots(self.tree) if LABELS[getattr(*slot)[0]] in labels]

    def weights(self):
        """{element: tokens of content in the element or below it}."""
        weight = {}
        for owner, kind in self.slots("C"):
            tokens = len(gold.TOKEN.findall(getattr(owner, kind)))
            holder = holder_of((owner, kind))
            while holder is not None:
                weight[holder] = weight.get(holder, 0) + tokens
                holder = holder.getparent()
        return weight

    def root(self):
        """(content root, weights): the deepest element with all content, or nine tenths where that is the body; it may
        hold a block."""
        weight = self.weights()
        whole = heaviest(self.body, weight, 1)
        return flow(heaviest(self.body, weight, 0.9) if whole is self.body else whole), weight

    def finish(self):
        """(gold line, bytes of the page), or None where a parser would not see the texts as they are labelled."""
        segments = []
        for slot in slots(self.tree):
            text = getattr(*slot)
            gold.add(segments, LABELS[text[0]], folded(text[1:]))
        declare_utf8(self.tree)
        data = ("<!DOCTYPE html>\n" + etree.tostring(self.tree, method="html", encoding="unicode").translate(UNMARK)).encode()
        if texts(parse(data)) != [text for _, part in segments for text in part]:
            return None
        return {"path": self.path, "title": self.title, "segments": segments}, data


def heaviest(root, weight, share):
    """The deepest element with this share of the content below `root`."""
    least = share * weight.get(root, 0)
    while True:
        heavy = [child for child in root if weight.get(child, 0) >= least > 0]
        if not heavy:
            return root
        root = heavy[0]


def declare_utf8(tree):
    for meta in tree.xpath("//meta[@charset or translate(@http-equiv, 'CONTENTYP', 'contentyp') = 'content-type']"):
        meta.attrib.clear()
    head = tree.find("head")
    if head is None:
        head = etree.Element("head")
        tree.insert(0, head)
    head.insert(0, etree.Element("meta", charset="utf-8"))


def flow(holder):
    """The element itself, or the nearest one above that may hold a block."""
    while holder.tag not in FLOW and "-" not in holder.tag and holder.getparent() is not None:
        holder = holder.getparent()
    return holder


def branch(holder, below):
    """The child of `holder` that `below` is or stands in; None for the holder itself."""
    while below is not holder and below.getparent() is not holder:
        below = below.getparent()
    return None if below is holder else below


def insert_after(holder, below, new):
    """`new` becomes a child of `holder`, behind the child that `below` stands in and the text after that child."""
    child = branch(holder, below)
    holder.insert(0 if child is None else holder.index(child) + 1, new)


def insert_before(child, new):
    """`new` goes directly before `child`, behind all text that stands there."""
    child.getparent().insert(child.getparent().index(child), new)


def holder_of(slot):
    """The element that a text stands in."""
    return slot[0] if slot[1] == "text" else slot[0].getparent()
