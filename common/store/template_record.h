// TemplateRecord: a row of the family `templates`, a text that many pages of a site share and the
// evidence for it. The merge writes one row for each template, query reads them. A value: any
// thread may use one. The decoder takes foreign bytes and returns false on anything malformed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/store/rule.h"

namespace thresh {

// The key is the template's number. Numbers are by weight (words removed), heaviest first.
struct TemplateRecord {
  SiteId site;
  std::uint32_t support = 0;  // pages
  std::uint32_t tokens = 0;   // words of the representative block
  std::uint64_t tokens_removed = 0;
  DocId first, representative;
  BlockNo representative_block;
  std::uint8_t score = 0;       // percent of template words in the representative
  bool exact = false;           // all instances have the same text
  Hash128 key;                  // the detector's own identity of the template on the site
  TemplateRule rule;            // why the detector takes it for a template
  std::string text;             // of the representative, at most 2,000 bytes, cut at a code point
  std::vector<DocId> examples;  // up to five pages, ascending
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

}  // namespace thresh
