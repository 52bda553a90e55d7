// CutSections: the Markdown of a page as the parts that programs embed: one from each heading to
// the next, and one in front of the first. A pure function; views point into its arguments.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "query/export/markdown.h"

namespace thresh {

struct PageSection {
  std::string_view text;                   // with the line of its heading
  std::vector<std::string_view> headings;  // from the outermost to its own
  std::string_view anchor;                 // of its heading; may be empty
  std::size_t words = 0;                   // between white space
};

// A section of more than `most_words` is cut, between blocks where it can be, else between lines,
// else between words; 0: none is. No word of the page is in two parts or in none.
std::vector<PageSection> CutSections(std::string_view text,
                                     const std::vector<MarkdownHeading>& headings,
                                     std::size_t most_words);

}  // namespace thresh
