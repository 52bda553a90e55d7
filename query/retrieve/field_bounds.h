// FieldBounds: joins the bounds of a unit in several fields into bounds of the page. The lengths in
// all fields' pairs are lengths of the whole page. In each field, the last pair that is not longer
// than a page covers it, because tf grows along the pairs. So the sum of these pairs' tf covers the
// page in all fields.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "common/postings/impacts.h"
#include "query/retrieve/cursor.h"

namespace thresh {

class FieldBounds {
 public:
  // Adds a list: no page has more than weight x tf of it. At most kMostLists.
  void Add(std::span<const Impact> impacts, double weight) {
    if (impacts.empty()) return;
    fields_[count_++] = {impacts.data(), impacts.data() + impacts.size(), weight, 0};
  }
  // Writes the pairs. The object is used up.
  void Join(TfBounds* bounds);

 private:
  struct Field {
    const Impact *next, *end;  // the pairs that are left
    double weight;
    double tf;  // weight x tf of the last pair that was taken
  };
  Field* Shortest();

  std::array<Field, kMostLists> fields_;  // as many as count_ tells
  std::size_t count_ = 0;
};

}  // namespace thresh
