#include "indexer/page/html.h"

#include <gumbo.h>

namespace thresh {
namespace {

const GumboNode* ParseInto(ParseArena* arena, std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = &ParseArena::Allocate;
  options.deallocator = &ParseArena::Free;
  options.userdata = arena;
  options.max_errors = 0;
  return gumbo_parse_with_options(&options, html.data(), html.size())->root;
}

}  // namespace

// gumbo has no depth limit and no way to stop it: a 74 KB page of <font a1><p><font a2><p>... would take it 4
// GB and 25 s. So the arena leaves by longjmp. That is safe because of what lies between it and setjmp:
// gumbo's frames are C, hold no lock, file or memory but the arena's, and gumbo keeps no state of its own
// between calls; our own frames (ParseInto, the arena's callbacks) hold nothing with a destructor.
ParseOutcome HtmlParser::Parse(std::string_view html) {
  root_ = nullptr;
  arena_.Reset();
  if (html.size() > limits_.html_bytes) return ParseOutcome::kOverBytes;
  switch (setjmp(arena_.exit())) {
    case 0:
      root_ = ParseInto(&arena_, html);
      return ParseOutcome::kParsed;
    case ParseArena::kOverMemory:
      return ParseOutcome::kOverMemory;
    default:
      return ParseOutcome::kOverTime;
  }
}

}  // namespace thresh
