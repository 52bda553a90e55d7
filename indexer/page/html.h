// HtmlParser: gumbo behind one handle, within budgets.
//
// A tree lives in the parser's arena until the next Parse(); it is read (gumbo.h), never changed or
// destroyed. Its strings and tag positions point into the arena and into the source, which must
// live as long.
//
// Thread rule: one parser a thread. Where CpuAlarm::Probe() is not ok, it cannot be used.
#pragma once

#include <cstddef>
#include <string_view>

#include "indexer/page/digest.h"
#include "indexer/page/parse_arena.h"

struct GumboInternalNode;

namespace thresh {

enum class ParseOutcome { kParsed, kOverBytes, kOverMemory, kOverTime };

class HtmlParser {
 public:
  explicit HtmlParser(const ParseLimits& limits)
      : limits_(limits), arena_(static_cast<std::size_t>(limits.memory_bytes)) {}

  // `html` is valid UTF-8. Over a budget there is no tree: read the page as plain text instead.
  ParseOutcome Parse(std::string_view html);

  // The <html> element; null unless the last Parse() said kParsed.
  const GumboInternalNode* root() const { return root_; }

  // Gives the tree's memory back before the next Parse().
  void Release();

  // Counted memory of the last parse.
  std::size_t arena_bytes() const { return arena_.bytes(); }

 private:
  const ParseLimits limits_;
  ParseArena arena_;
  const GumboInternalNode* root_ = nullptr;
};

}  // namespace thresh
