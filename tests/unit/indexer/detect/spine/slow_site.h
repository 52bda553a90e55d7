// What SlowSpine reads of a site: every page as a list of elements that know their style path as a
// string, and its texts with the marks that say how the site repeats them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "indexer/records.h"

namespace thresh::slow {

using Names = std::set<std::string>;

struct Text {
  std::size_t number;
  std::string exact, folded;  // as written, and with all numbers as one word
  std::string words;          // the one of the two that the site counts it as
  double count;
  std::string leaf;  // style path of its parent
  int parent;
  bool link = false, off = false, heading = false;
  bool only_numbers = false;
  bool title = false;  // echoes the title of the page
  bool echo = false;   // the same, on a headed page: no word of it counts in facts
  bool fresh = false, single = false, frequent = false, repeated = false, dense = false,
       constant = false, usual = false, passage = false;
  bool contents = false;  // a link into the page that says a heading of it
};

struct Element {
  std::string tag, role, key, path;
  int parent = -1;
  std::vector<std::size_t> texts;  // of its subtree
  bool component = false;          // html does not know it
  bool named = false, landmark = false, ends = false, heading = false;
  // The first text in an element of the log inside this one. A style path of the site has this
  // element's first text only from that text on.
  std::size_t logged_from = ~std::size_t{0};
};

struct Document {
  std::size_t number;
  std::string scope;
  std::vector<Element> elements;
  std::vector<Text> texts;
  std::size_t root = 0;
};

bool IsTable(const Element& element);
bool IsContainer(const Element& element);
// A block wherever it stands; a `td` is a block only where a table is the layout.
bool IsPlainBlock(const Element& element);

// Duplicates and pages without words left out.
std::vector<Document> ReadSite(const std::vector<Page>& pages);

// How many pages make a name or a layout count.
double Enough(const std::vector<Document>& docs);

// On how many documents each string of a document stands. `strings_of(document)` lists them.
template <typename F>
std::map<std::string, double> PagesOf(const std::vector<Document>& docs, F strings_of) {
  std::map<std::string, double> pages;
  for (const Document& d : docs) {
    const std::vector<std::string> strings = strings_of(d);
    for (const std::string& string : Names(strings.begin(), strings.end())) ++pages[string];
  }
  return pages;
}

}  // namespace thresh::slow
