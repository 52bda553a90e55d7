// GumboReader: gumbo behind one handle, within budgets. It reads all html there is, and it is the
// twin that tells what any other reader must make of a page. An HtmlReader owns one. Not
// thread-safe. It works only if CpuAlarm::Probe() is ok.
#pragma once

#include <cstddef>
#include <string_view>

#include "indexer/page/html/html_tree.h"
#include "indexer/page/html/limits.h"
#include "indexer/page/html/parse_arena.h"

namespace thresh {

class GumboReader {
 public:
  explicit GumboReader(const ParseLimits& limits)
      : limits_(limits), arena_(static_cast<std::size_t>(limits.memory_bytes)) {}

  // Clears *tree and fills it with the page. `html` is valid UTF-8, and it must live as long as the
  // tree is read. All html is good input. Over a budget the tree stays empty.
  ParseOutcome Read(std::string_view html, HtmlTree* tree);

  // Counted memory of gumbo in the last Read.
  std::size_t arena_bytes() const { return arena_bytes_; }

 private:
  const ParseLimits limits_;
  ParseArena arena_;
  std::size_t arena_bytes_ = 0;
};

}  // namespace thresh
