// HtmlReader: the one door from html to an HtmlTree. The straight reader goes first: one pass over
// the bytes, ten times as fast as gumbo, and exact, because it gives up at the first token for
// which it has no rule. Such a page is gumbo's, whole. A Digester owns one. Not thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/base/counters.h"
#include "indexer/page/html/gumbo_reader.h"
#include "indexer/page/html/html_tree.h"
#include "indexer/page/html/limits.h"
#include "indexer/page/straight/tree_builder.h"

namespace thresh {

enum class ParserChoice : std::uint8_t { kAuto, kGumbo };

struct ReaderOptions {
  ParserChoice parser = ParserChoice::kAuto;
  // Every n-th page is read by both readers, and the trees are compared. 0: none.
  std::uint32_t check_every = 0;
};

class HtmlReader {
 public:
  HtmlReader(const ParseLimits& limits, const ReaderOptions& options)
      : limits_(limits), options_(options), gumbo_(limits), straight_(limits) {}

  // Clears *tree and fills it with the page. `html` is valid UTF-8 and has no code points that html
  // replaces (controls.h); it must live as long as the tree is read. Over a budget the tree is not
  // to be read. `page` is the number of the page in its input. Counts who read it, and why.
  ParseOutcome Read(std::string_view html, std::uint64_t page, HtmlTree* tree, Counters* counters);

 private:
  bool ReadStraight(std::string_view html, HtmlTree* tree, Counters* counters);
  bool Agrees(std::string_view html, const HtmlTree& tree, Counters* counters);

  const ParseLimits limits_;
  const ReaderOptions options_;
  GumboReader gumbo_;
  straight::TreeBuilder straight_;
  HtmlTree twin_;  // of a page that is checked
};

}  // namespace thresh
