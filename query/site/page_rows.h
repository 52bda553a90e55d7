// PageRows: a page row by row, for stores whose detector sees no elements: they do not know which
// form a page has. FoldedBlock is what a template looks like in both kinds of pages. Functions of
// their arguments only.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/report/markup.h"
#include "query/present/explain.h"

namespace thresh {

Markup PageRows(const Explanation& page, bool unfolded);

// Text that has one verdict, and is no content.
struct VerdictBlock {
  Verdict verdict = Verdict::kTemplate;
  std::string text = {};  // how it begins
  std::uint64_t words = 0;
  std::uint32_t support = 0;
  std::span<const TemplateCard* const> cards = {};  // of its templates, each once
};
// A template folds by <details>, without a script. All others stay open.
Markup ShowBlock(const VerdictBlock& block, const Markup& inside, bool unfolded);

}  // namespace thresh
