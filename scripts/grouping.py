"""Which sources can be compiled together, included one after the other in one file. Nine tenths of the time of one file
go into headers of others. scripts/check_tidy and scripts/group_sources, which the option THRESH_TOGETHER of our CMake
calls, ask for groups."""
import re

import tree

# What a file has for itself, in an unnamed namespace, and what our headers define. No two files that share a name of
# their own are put together, and none that has one of a header. Functions that are only declared may be overloads.
UNNAMED = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)
TYPES = re.compile(r"^(?:struct|class|enum class|using) (\w+)", re.M)
INLINE = re.compile(r"^inline [\w:<>,&* ]*?(\w+)(?=\(| =|;|\{|\[)", re.M)
VALUES = re.compile(r"^[\w:][\w:<>,&* ]*[ &*](\w+)(?=\(| =|;|\{|\[)", re.M)
MORE_VALUES = re.compile(r", (k[A-Z]\w+) =")


def names(text):
    inside = "".join(UNNAMED.findall(text))
    return {*TYPES.findall(inside), *VALUES.findall(inside), *MORE_VALUES.findall(inside)}


def header_names(text):
    return {*TYPES.findall(text), *INLINE.findall(text)}


def together(paths, most, place_of):
    """The files in groups of one place, as `place_of` a text and its path tells it, of at most `most` files each, the
    largest group first."""
    of_headers = set().union(*(header_names(tree.read(path)) for path in tree.files(".h")))
    groups = []  # (place, names taken, files)
    for path in paths:
        text = tree.read(path)
        own = names(text)
        here = path if own & of_headers else place_of(text, path)
        for place, taken, group in groups:
            if place == here and len(group) < most and not own & taken:
                taken |= own
                group.append(path)
                break
        else:
            groups.append((here, own, [path]))
    return sorted((group for _, _, group in groups), key=len, reverse=True)
