// Fields: the values of records, which place and ends leave alone however many pages have them.
//
//   label    a text outside links with another text behind it on `field_pages` of the pages, of
//            which no single one follows it on `field_const` of those pages
//   record   at least three labels at most two texts apart, with values outside links
//   value    the text behind a label of a record
//
// A publisher or "In stock" repeats like a menu; what tells it is the label before it, behind which
// other pages have something else. Links alone make no record: "Next:", "Previous:" and "Up:" are a
// bar. Made by judge.cc for one site, read by witnesses; reads the log twice. Immutable.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/site.h"

namespace thresh::spine {

class Fields {
 public:
  Fields(const Site& site, const SpineParameters& parameters);

  // `text` is a text of the page.
  bool IsValue(const SitePage& page, std::uint32_t text) const {
    return values_[page.first_text + text];
  }

 private:
  void FindLabels(const Site& site, const SpineParameters& parameters);
  void MarkValues(const SitePage& page);
  bool IsLabel(const SitePage& page, std::uint32_t text) const;

  std::vector<bool> labels_;  // by text of the log
  std::vector<bool> values_;  // by text, page by page
};

}  // namespace thresh::spine
