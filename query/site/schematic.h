// Small pictures of a page: its blocks from the first to the last, as bands.
#pragma once

#include <string>
#include <vector>

#include "query/present/sightings.h"
#include "query/site/html.h"

namespace thresh {

// The kind of a band is its class. A band is as long as the square root of its words, so that a
// menu beside a long text is seen. `label` is what is read aloud.
Html PageStrip(const std::vector<Band>& bands, const std::string& label);    // from left to right
Html PagePicture(const std::vector<Band>& bands, const std::string& label);  // from top to bottom

}  // namespace thresh
