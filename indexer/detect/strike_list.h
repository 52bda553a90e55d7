// StrikeList gathers the strikes of a detector and names each template of a site once. A detector
// owns one for each answer that it has not given yet: strikes of the current run, and strikes that
// wait for Conclude. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "indexer/strikes.h"

namespace thresh {

class StrikeList {
 public:
  // A detector that strikes a block wholly or not at all says so.
  static constexpr std::uint8_t kWhole = 100;

  // The number of the template with this site and key. Where the list knows it already, the first
  // rule stays.
  TemplateId Name(const FoundTemplate& found);
  // In any order; each block once.
  void Add(DocId doc, BlockNo block, TemplateId found, std::uint8_t score = kWhole) {
    strikes_.strikes.push_back({doc, block, found, score});
  }
  // All of them, ascending by (doc, block). The list is empty afterwards.
  Strikes Take();
  std::size_t bytes() const;

 private:
  Strikes strikes_;
  std::map<std::pair<SiteId, Hash128>, TemplateId> ids_;
  std::size_t rule_bytes_ = 0;
};

}  // namespace thresh
