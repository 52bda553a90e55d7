// A page's blocks as they are shown: neighbours of one fate together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/present/explain.h"
#include "query/site/pictures.h"

namespace thresh {

struct PageRow {
  Verdict verdict = Verdict::kContent;
  std::vector<const ExplainedBlock*> blocks;
  std::uint64_t tokens = 0;
};

// A page that was cut into its text nodes would be a row a node: neighbours with one verdict are
// one, and marks without words stay with what they follow. The explanation must outlive them.
std::vector<PageRow> PageRows(const Explanation& explanation);
std::vector<Band> BandsOf(const std::vector<PageRow>& rows);

// The text of a row in paragraphs. Text nodes know nothing of lines: a paragraph ends with a node
// that ends a sentence.
std::vector<std::string> Paragraphs(const PageRow& row);

}  // namespace thresh
