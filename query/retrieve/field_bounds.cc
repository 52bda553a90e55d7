#include "query/retrieve/field_bounds.h"

namespace thresh {

// A merge of the fields' pairs by length.
void FieldBounds::Join(TfBounds* bounds) {
  if (count_ == 1) {
    for (const Impact& impact : fields_[0].impacts)
      bounds->Add(fields_[0].weight * impact.tf, impact.length);
    return;
  }
  double tf = 0;
  for (Field* next = Shortest(); next != nullptr;) {
    const double length = next->impacts.front().length;
    for (; next != nullptr && next->impacts.front().length <= length; next = Shortest()) {
      const double now = next->weight * next->impacts.front().tf;
      tf += now - next->tf;
      next->tf = now;
      next->impacts = next->impacts.subspan(1);
    }
    bounds->Add(tf, length);
  }
}

FieldBounds::Field* FieldBounds::Shortest() {
  Field* shortest = nullptr;
  for (Field& field : std::span(fields_).first(count_)) {
    if (field.impacts.empty()) continue;
    if (shortest == nullptr || field.impacts.front().length < shortest->impacts.front().length)
      shortest = &field;
  }
  return shortest;
}

}  // namespace thresh
