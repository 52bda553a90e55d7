// StrikeBuilder: gathers a detector's verdicts page by page and names each template of a site once.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "common/base/coder.h"
#include "indexer/strikes.h"

namespace thresh {

class StrikeBuilder {
 public:
  // The template of that key; `rule` is taken where it is new.
  TemplateId Template(SiteId site, const Hash128& key, const std::string& rule);
  void Add(DocId doc, BlockNo block, TemplateId found, std::uint8_t score) {
    strikes_.strikes.push_back({doc, block, found, score});
  }
  // What was gathered, in order; nothing is left.
  Strikes Take();
  std::size_t bytes() const;

  // For Detector::SaveState and RestoreState.
  void Encode(RecordWriter* out) const { Describe(*this, *out); }
  void Decode(RecordReader* in);

 private:
  struct Key {
    SiteId site;
    Hash128 key;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  template <typename Self, typename Coder>
  static void Describe(Self& self, Coder& coder) {
    coder.List(self.strikes_.templates, [&](auto& found) {
      coder.Number(found.site.value);
      coder.Hash(found.key);
      coder.String(found.rule);
    });
    coder.List(self.strikes_.strikes, [&](auto& strike) {
      coder.Number(strike.doc.value);
      coder.Number(strike.block.value);
      coder.Number(strike.template_id.value);
      coder.Byte(strike.score);
    });
  }

  Strikes strikes_;
  std::map<Key, TemplateId> known_;
};

}  // namespace thresh
