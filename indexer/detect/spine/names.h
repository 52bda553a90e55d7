// Element keys with cleaned names. Class names and ids are opaque; how many pages have them is what
// counts. A name on enough pages stays as it is, else with every run of digits folded to `#` where
// that form is on enough pages, else it is dropped: `col-md-3` and `col-md-9` stay two, `post-1234`
// and `post-5` become one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "indexer/detect/spine/log.h"

namespace thresh {

struct CleanKey {
  std::uint32_t tag = 0;
  std::string identity;     // tag and cleaned names, framed; equal for equal keys
  std::string spelled;      // for people: div.nav#top[role=navigation]
  bool named = false;       // has a class or an id
  bool landmark = false;    // by tag or role
  bool ends_spine = false;  // main and article: the content begins here
};

class CleanKeys {
 public:
  CleanKeys(const SiteLog& log, double enough);

  std::uint32_t of(std::uint32_t raw_key) const { return clean_of_[raw_key]; }
  const CleanKey& key(std::uint32_t clean) const { return keys_[clean]; }

 private:
  std::vector<std::uint32_t> clean_of_;  // by index in SiteLog::keys()
  std::vector<CleanKey> keys_;
};

}  // namespace thresh
