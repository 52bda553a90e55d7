// CutWords: the words of a page that its tags cut into parts: `sqlite3_<wbr>open`,
// `H<sub>2</sub>O`, a large first letter. The Digester shows it every span with the places of its
// words, and indexes what it finds beside the parts. Where spans touch each other, the
// last word of one and the first word of the next make such a word, and so do words between them
// that are spans of their own. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/records.h"

namespace thresh {

// Byte ranges of the first and of the last word of a text that has words.
struct TextEnds {
  std::uint32_t first_begin = 0, first_end = 0, last_begin = 0, last_end = 0;
};

class CutWords {
 public:
  // Longer ones are links of a menu that stand side by side, and no words.
  static constexpr std::uint32_t kMostBytes = 64;

  // A word in its parts. Each part is one word of the page, at one position after the other.
  struct Found {
    std::uint32_t begin = 0, end = 0;  // bytes of Page::text
    std::uint32_t position = 0;        // of the first part, in the body
    std::vector<std::uint32_t> cuts;   // where parts end within the text, the last one left out
  };

  void Clear();
  // Takes the next span of the page. `ends` are those of its text, if it has words.
  void See(const Span& span, const TextEnds& ends);
  // All of the spans that were seen, in their order.
  const std::vector<Found>& Finish();

 private:
  void Close();

  std::vector<Found> found_;
  Found open_;            // cuts are empty: no word is open
  Span last_;             // the span before
  TextEnds ends_;         // of that span
  bool follows_ = false;  // there is a span before
};

}  // namespace thresh
