// Small pictures of a page: its blocks from the first to the last, as bands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "query/serve/html.h"

namespace thresh {

struct Band {
  std::string_view kind;  // class of the band: a verdict, or "this"
  std::uint64_t tokens = 0;
};

// A band is as long as the square root of its words, so that a menu beside a long text is seen. `label` is
// what is read aloud.
Html PageStrip(const std::vector<Band>& bands, const std::string& label);    // from left to right
Html PagePicture(const std::vector<Band>& bands, const std::string& label);  // from top to bottom

}  // namespace thresh
