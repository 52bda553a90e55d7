"""Which sources can be compiled together, included one after the other in one file. Nine tenths of the time of one file
go into headers of others. scripts/check_tidy and scripts/group_sources, which the option THRESH_TOGETHER of our CMake
calls, ask for groups."""
import functools
import os
import re

import tree

# What a file has for itself, in an unnamed namespace, and what a header of ours defines. No two files that share a name of
# their own are put together, and none with a file that reads a header with such a name. Functions that are only declared
# may be overloads.
UNNAMED = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)
TYPES = re.compile(r"^(?:struct|class|enum class|using) (\w+)", re.M)
INLINE = re.compile(r"^inline [\w:<>,&* ]*?(\w+)(?=\(| =|;|\{|\[)", re.M)
VALUES = re.compile(r"^[\w:][\w:<>,&* ]*[ &*](\w+)(?=\(| =|;|\{|\[)", re.M)
MORE_VALUES = re.compile(r", (k[A-Z]\w+) =")
INCLUDES = re.compile(r'^#include "([^"]+)"', re.M)


def names(text):
    inside = "".join(UNNAMED.findall(text))
    return {*TYPES.findall(inside), *VALUES.findall(inside), *MORE_VALUES.findall(inside)}


@functools.cache
def header(path):
    """The names that a header defines, and the headers of ours that it includes."""
    if not os.path.isfile(os.path.join(tree.root(), path)):
        return frozenset(), ()
    text = tree.read(path)
    return frozenset({*TYPES.findall(text), *INLINE.findall(text)}), tuple(INCLUDES.findall(text))


def names_of_headers(text):
    """The names of all headers of ours that a file reads."""
    found, left, seen = set(), INCLUDES.findall(text), set()
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            defined, more = header(path)
            found |= defined
            left += more
    return found


class Group:
    def __init__(self, place):
        self.place, self.own, self.of_headers, self.files = place, set(), set(), []

    def takes(self, own, of_headers):
        return not (own & self.own or own & self.of_headers or self.own & of_headers)

    def add(self, path, own, of_headers):
        self.own |= own
        self.of_headers |= of_headers
        self.files.append(path)


def together(paths, most, place_of):
    """The files in groups of one place, as `place_of` a text and its path tells it, of at most `most` files each, the
    largest group first."""
    groups = []
    for path in paths:
        text = tree.read(path)
        own, of_headers, place = names(text), names_of_headers(text), place_of(text, path)
        group = next((group for group in groups
                      if group.place == place and len(group.files) < most and group.takes(own, of_headers)), None)
        if group is None:
            group = Group(place)
            groups.append(group)
        group.add(path, own, of_headers)
    return sorted((group.files for group in groups), key=len, reverse=True)
