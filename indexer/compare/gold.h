// Gold labels: pages whose text nodes people have labelled as content or template. Used by the
// compare command, which reads them once, before the builds. A file has one JSON line for each
// page,
//   {"path", "segments": [[label, [text, ...]], ...]}
// with its text in document order. Label C is content that must stay, label T is template that
// should go. Tokens of any other label (V, N) are aligned and not scored.
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
  std::vector<GoldLabel> labels;  // parallel to tokens
  // The gold blocks: maximal stretches of template tokens, as ranges [first, second), never empty.
  std::vector<std::pair<std::size_t, std::size_t>> blocks;
};

// The key by which gold pages and indexed pages are matched: a path or URL without scheme, host,
// query and fragment, and without "./" or "/" at its start.
std::string PageKey(std::string_view path);

// Reads all pages. If two have the same key, the later one counts. kMissing and kIo name the file.
// kUnusable: a line is not a page of gold labels, and the message has its number; or no line is.
Result<std::vector<GoldPage>> ReadGold(const std::string& file, RefereeWords* words);

}  // namespace thresh
