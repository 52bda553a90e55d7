// Small pictures: the blocks of a page from the first to the last as bands, and a part of a whole
// as a bar. Their colours come from the style sheet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/report/markup.h"
#include "common/report/sightings.h"

namespace thresh {

// The kind of a band is its class. A band is as long as the square root of its words, so that a
// menu beside a long text can be seen. A screen reader reads `label`.
Markup PageStrip(const std::vector<Band>& bands, const std::string& label);    // left to right
Markup PagePicture(const std::vector<Band>& bands, const std::string& label);  // top to bottom

// A bar that is full at 1.
Markup PartBar(double part, std::string_view label);

}  // namespace thresh
