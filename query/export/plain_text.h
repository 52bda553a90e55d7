// PlainText: the kept text of a page in lines, as a browser shows them: elements that are not
// inline begin and end a line, cells of a row are parted by a tab, and preformatted text keeps its
// white space. A visitor of WalkLayout for one page.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "query/export/layout.h"

namespace thresh {

class PlainText {
 public:
  PlainText(const PageElements& elements, std::string* out) : elements_(elements), out_(*out) {}

  void Open(std::uint32_t node) {
    const Role role = Part(node);
    preformatted_ += role == Role::kPreformatted ? 1 : 0;
  }
  void Close(std::uint32_t node) {
    const Role role = Part(node);
    preformatted_ -= role == Role::kPreformatted ? 1 : 0;
  }
  void Text(const LaidText& text) {
    const bool spaced = preformatted_ > 0 && text.HasSpaceBefore();
    if (gap_ == Gap::kLine) {
      out_ += '\n';
    } else if (gap_ == Gap::kCell) {
      out_ += '\t';
    } else if (!out_.empty() && !text.glued && !spaced) {
      out_ += ' ';
    }
    gap_ = Gap::kNone;
    if (preformatted_ > 0) return text.AppendPreformatted(&out_);
    out_ += text.text;
  }

 private:
  enum class Gap : std::uint8_t { kNone, kCell, kLine };

  Role Part(std::uint32_t node) {
    const Role role = RoleOf(elements_.kinds()[elements_.nodes()[node].kind].tag);
    const bool is_cell = role == Role::kCell || role == Role::kHeadCell;
    if (!IsInline(role) && !out_.empty()) gap_ = std::max(gap_, is_cell ? Gap::kCell : Gap::kLine);
    return role;
  }

  const PageElements& elements_;
  std::string& out_;
  Gap gap_ = Gap::kNone;
  int preformatted_ = 0;
};

}  // namespace thresh
