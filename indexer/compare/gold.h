// Gold: pages whose text nodes were labelled, read from JSON lines
//   {"path", "segments": [[label, [text, ...]], ...]}
// in document order. Labels: C content that must stay, T template that should go; tokens of any
// other label (V, N) are aligned but nobody is scored on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "indexer/compare/referee_words.h"

namespace thresh {

enum class GoldLabel : std::uint8_t { kContent, kTemplate, kUnscored };

struct GoldPage {
  std::string key;  // PageKey of its path
  std::vector<std::uint32_t> tokens;
  std::vector<GoldLabel> labels;  // one a token
  // The gold blocks: maximal runs of template, as token ranges [first, second); none is empty.
  std::vector<std::pair<std::size_t, std::size_t>> blocks;
};

// A path or URL without scheme and host, query and fragment, and without "./" or "/" at its start.
std::string PageKey(std::string_view path);

// kMissing, kIo: the file; kUnusable with the line's number where a line is none of ours, or no
// page is there. Of two pages with one key the later one counts.
Result<std::vector<GoldPage>> ReadGold(const std::string& file, RefereeWords* words);

}  // namespace thresh
