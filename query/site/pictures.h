// Small pictures: the blocks of a page from the first to the last as bands, and a part of a whole
// as a bar. Their colours come from the style sheet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/report/markup.h"
#include "common/report/sightings.h"

namespace thresh {

// The kind of a band is its class. A screen reader reads `label`. In a strip, from left to right, a
// band is as long as its words are many, as the numbers beside it say.
Markup PageStrip(const std::vector<Band>& bands, const std::string& label);
// From top to bottom. A band is as long as the square root of its words, so that a menu beside a
// long text can be seen in a small picture.
Markup PagePicture(const std::vector<Band>& bands, const std::string& label);

// A bar that is full at 1.
Markup PartBar(double part, std::string_view label);

}  // namespace thresh
