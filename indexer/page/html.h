// HtmlParser: gumbo behind one handle, within budgets. A Digester owns one. Not thread-safe. It
// works only if CpuAlarm::Probe() is ok.
//
// A tree lives in the parser's arena until the next Parse() or Release(). It is read (gumbo.h), and
// never changed or destroyed. Its strings and tag positions point into the arena and into the html,
// which must live as long.
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

  // Parses `html`, which is valid UTF-8, and drops the tree before it. All html is good input. Over
  // a budget there is no tree, and the page is read with StripTags (plain_text.h).
  ParseOutcome Parse(std::string_view html);

  // The <html> element. Null unless the last Parse() returned kParsed.
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
