// PageCount: on how many pages one thing stands. Methods that walk the pages of a site keep one
// for each thing they count. Pages are numbered from 1 and counted in ascending order, so one
// remembered number tells whether a page was counted already. A plain value.
#pragma once

#include <cstdint>

namespace thresh {

struct PageCount {
  std::uint32_t pages = 0;
  std::uint32_t last_page = 0;

  void Add(std::uint32_t page) {
    pages += last_page != page ? 1 : 0;
    last_page = page;
  }
};

}  // namespace thresh
