// TwinReaders: the two readers of html side by side. Tests, the fuzz target and thresh-twin ask it
// whether the straight reader makes of a page exactly what gumbo makes of it. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "indexer/page/html/gumbo_reader.h"
#include "indexer/page/html/html_tree.h"
#include "indexer/page/straight/tree_builder.h"

namespace thresh {

// The name of a counter of the report without its "gumbo_", such as "foreign"; "none" for kNone.
std::string_view NameOf(straight::GiveUp why);

// The bytes as a Digester hands them to its reader: valid UTF-8 without control characters, with
// iframes closed. With an empty charset it is found as in a build, <meta> included.
std::string ToPage(std::string bytes, std::string_view charset = "");

// The tree as text, a line for each node, two blanks deeper than its parent:
//
//   <p id="x"> 12+10        the place of the start tag in the html, and its bytes
//     "text" 22+4
//     space " " 26+1
//     <b>                   without a place: the parser added it
//
// Behind the tag of an element stand "foreign" and "ended" if the node says so.
std::string Draw(const HtmlTree& tree);

class TwinReaders {
 public:
  // Budgets that no page of a test comes near, unless others are given.
  TwinReaders();
  explicit TwinReaders(const ParseLimits& limits) : gumbo_reader_(limits), builder_(limits) {}

  struct Answer {
    straight::GiveUp why = straight::GiveUp::kNone;
    // Of gumbo, asked only if the straight reader did not give up.
    ParseOutcome outcome = ParseOutcome::kParsed;
    std::string difference;  // empty if the trees are equal, or if there are no two trees
  };

  // `page` is what ToPage returns. It must live as long as the trees are read.
  Answer Read(std::string_view page);

  const HtmlTree& straight() const { return straight_; }
  const HtmlTree& gumbo() const { return gumbo_; }

 private:
  GumboReader gumbo_reader_;
  straight::TreeBuilder builder_;
  HtmlTree straight_, gumbo_;
};

}  // namespace thresh
