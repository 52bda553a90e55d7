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
  std::string words, folded;  // what it says, and with all numbers as one word
  double count;
  std::string leaf;  // style path of its parent
  bool link = false, off = false, heading = false;
  bool fresh = false, single = false, frequent = false, repeated = false, dense = false,
       constant = false, scoped = false, usual = false;
};

struct Element {
  std::string tag, key, path;
  int parent = -1;
  std::vector<std::size_t> texts;  // of its subtree
  bool named = false, landmark = false, ends = false, heading = false;
};

struct Document {
  std::size_t number;
  std::string scope;
  std::vector<Element> elements;
  std::vector<Text> texts;
  std::size_t root = 0;
};

// Duplicates and pages without words left out.
std::vector<Document> ReadSite(const std::vector<Page>& pages);

// How many pages make a name or a layout count.
double Enough(const std::vector<Document>& docs);

}  // namespace thresh::slow
