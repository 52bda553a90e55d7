#include "query/retrieve/field_bounds.h"

namespace thresh {

// A merge of the fields' pairs by length.
void FieldBounds::Join(TfBounds* bounds) {
  if (count_ == 1) {
    for (const Impact* impact = fields_[0].next; impact != fields_[0].end; ++impact)
      bounds->Add(fields_[0].weight * impact->tf, impact->length);
    return;
  }
  double tf = 0;
  for (Field* field = Shortest(); field != nullptr;) {
    const double length = field->next->length;
    for (; field != nullptr && field->next->length <= length; field = Shortest()) {
      const double now = field->weight * field->next->tf;
      tf += now - field->tf;
      field->tf = now;
      ++field->next;
    }
    bounds->Add(tf, length);
  }
}

FieldBounds::Field* FieldBounds::Shortest() {
  Field* shortest = nullptr;
  for (Field& field : std::span(fields_).first(count_)) {
    if (field.next == field.end) continue;
    if (shortest == nullptr || field.next->length < shortest->next->length) shortest = &field;
  }
  return shortest;
}

}  // namespace thresh
