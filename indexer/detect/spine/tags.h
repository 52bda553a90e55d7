// What the spine detector knows of tags: which make blocks, which may hold the content, which are
// landmarks.
#pragma once

#include <cstdint>
#include <string_view>

namespace thresh {

struct SpineTag {
  bool block = false;  // a block of its own
  bool container =
      false;           // a block that may carry a page's content, tables and their parts among them
  bool table = false;  // table, tbody, thead, tr
  bool cell = false;   // td
  bool heading = false;  // h1 ... h6
};
SpineTag SpineTagOf(std::uint32_t tag);

// `role` is in lower case.
bool IsLandmark(std::uint32_t tag, std::string_view role);
bool EndsSpine(std::uint32_t tag, std::string_view role);  // main, article

}  // namespace thresh
