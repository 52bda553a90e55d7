// SitePages: who is who among the pages that a detector has seen. Numbers sites as the build does,
// by first appearance, and knows the pages that repeat the words of an earlier page of their site:
// they are no support.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/records.h"

namespace thresh {

class SitePages {
 public:
  struct Arrival {
    SiteId site;
    bool duplicate = false;  // pages without words are none
  };
  Arrival Add(const Page& page);  // every page, in input order

  std::size_t sites() const { return hosts_.size(); }
  std::size_t bytes() const { return bytes_; }

  // For Detector::SaveState and RestoreState.
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view state);

 private:
  struct Site {
    SiteId id;
    std::unordered_set<Hash128> seen;  // token sequences
  };
  Site& SiteOf(const std::string& host);
  bool Note(const Hash128& token_hash, Site* site);  // false: known

  std::vector<std::string> hosts_;  // by SiteId
  std::unordered_map<std::string, Site> sites_;
  std::size_t bytes_ = 0;
};

}  // namespace thresh
