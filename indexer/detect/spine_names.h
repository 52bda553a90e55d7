// Element keys with cleaned names. Class names and ids are opaque; how many pages have them is what counts. A
// name on enough pages stays as it is, else with every run of digits folded to `#` where that form is on
// enough pages, else it is dropped: `col-md-3` and `col-md-9` stay two, `post-1234` and `post-5` become one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "indexer/detect/spine_log.h"

namespace thresh {

struct CleanKey {
  std::uint32_t tag = 0;
  std::string identity;     // tag and cleaned names, framed; equal for equal keys
  std::string spelled;      // for people: div.nav#top[role=navigation]
  bool named = false;       // has a class or an id
  bool landmark = false;    // by tag or role
  bool ends_spine = false;  // main and article: the content begins here
};

// On how many pages each name stands, as it is and folded.
class NameCounts {
 public:
  explicit NameCounts(const SiteLog& log);
  void AddPage(const LoggedPage& page);

  // The form of the name that is on enough pages, or empty. Kind: '.' for classes, '#' for ids.
  std::string Clean(char kind, std::string_view name, double enough) const;

 private:
  struct Count {
    std::uint32_t pages = 0, last_page = 0;
  };
  void AddKey(std::uint32_t key);
  void AddName(char kind, std::string_view name, std::vector<std::uint32_t>* names);
  std::uint32_t IdOf(std::string name);
  double PagesOf(const std::string& name) const;

  const SiteLog& log_;
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<Count> counts_;                      // by id
  std::vector<std::vector<std::uint32_t>> names_;  // ids, by raw key
  std::vector<std::uint32_t> last_page_;           // by raw key
  std::vector<std::uint32_t> last_of_path_;        // the last page, by inline path
  std::uint32_t pages_ = 0;
};

class CleanKeys {
 public:
  CleanKeys() = default;
  CleanKeys(const SiteLog& log, const NameCounts& names, double enough);

  std::uint32_t of(std::uint32_t raw_key) const { return clean_of_[raw_key]; }
  const CleanKey& key(std::uint32_t clean) const { return keys_[clean]; }

 private:
  std::vector<std::uint32_t> clean_of_;  // by index in SiteLog::keys()
  std::vector<CleanKey> keys_;
};

}  // namespace thresh
