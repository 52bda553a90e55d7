// explain: a page block by block, what was decided about each block, and why.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/cli/cli.h"
#include "common/store/schema.h"
#include "common/store/store.h"
#include "query/present/find_page.h"
#include "query/present/sightings.h"

namespace thresh {

// The text of a block for which one verdict holds. A struck block with a protected heading is two
// of these.
struct ExplainedBlock {
  BlockNo block;
  Verdict verdict = Verdict::kContent;
  std::uint32_t tokens = 0;
  std::uint8_t score = 0;  // percent of template words
  std::uint32_t support = 0;
  std::optional<TemplateId> template_id;  // none for plain content
  std::string rule;
  std::string text;
  bool glued = false;  // to the text before it
};

struct Explanation {
  StoredPage page;
  std::string site;
  bool text_nodes = false;             // every block is one span: a text node
  std::vector<ExplainedBlock> blocks;  // in document order; blocks without text are not there
  std::map<TemplateId, SeenTemplate> templates;  // of the blocks
  std::array<std::uint64_t, kVerdictNames.size()> blocks_by_verdict{}, tokens_by_verdict{};
};

// Of the templates that vary, the first kSeenTogether are compared: their other pages are read, at
// most kMostWordsRead words together. The others are there without what varies.
Result<Explanation> ExplainPage(const Segment& segment, StoredPage page);

std::string ExplanationText(const Explanation& explanation, const Terminal& terminal);
std::string ExplanationJson(const Explanation& explanation);

}  // namespace thresh
