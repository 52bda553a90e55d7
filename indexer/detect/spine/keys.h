// The key of an element is what its style consists of: tag, class names, id and role. A raw key has
// the names as written; a clean key has only the names that say what the element is. Names are
// opaque here: what counts is on how many pages of the site a name stands.
//
//   name on enough pages                                  kept as it is      col-md-3, col-md-9
//   its form with digits as `#` on enough pages           kept in that form  post-1234 -> post-#
//   neither, or the name of a state (active, first, odd)  dropped
//
// The log collects raw keys and counts names while pages stream in. CleanKeys needs the final
// counts, so Site makes it when the site is complete. Not thread-safe while counting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "indexer/detect/spine/counts.h"

namespace thresh::spine {

// What the detector knows of a tag.
struct Tag {
  bool block = false;      // makes a block of its own
  bool container = false;  // may carry a page's content: div, table parts, td ... but no p, no list
  bool table = false;      // table, tbody, thead, tr
  bool cell = false;       // td
  bool heading = false;    // h1 ... h6
};
Tag TagOf(std::uint32_t tag_code);

// Where an `a` element leads.
enum class LinkKind : std::uint8_t { kNone, kInPage, kOffPage };

// An element's key as written. Values are empty if the element has none.
struct RawKey {
  static constexpr std::size_t kValues = 4;
  std::uint32_t tag = 0;
  LinkKind link = LinkKind::kNone;
  std::string classes, id, role, tag_name;
};

// On how many pages each class name and id stands, as it is and with digits folded.
class NameCounts {
 public:
  void NoteKey(const RawKey& raw);  // numbers keys 0, 1, 2 ...
  void Count(std::uint32_t key, std::uint32_t page) {
    if (keys_[key].last_page != page) CountNames(page, &keys_[key]);
  }

  // The form of the name that stands on at least `enough` pages, or empty. `kind` is '.' for
  // classes and '#' for ids.
  std::string Clean(char kind, std::string_view name, double enough) const;
  std::size_t bytes() const;

 private:
  struct Key {
    std::uint32_t last_page = 0;
    std::uint32_t first_name = 0, last_name = 0;  // range of names_
  };
  void CountNames(std::uint32_t page, Key* key);
  void AddName(char kind, std::string_view name);
  void AddForm(std::string form);
  double PagesOf(const std::string& form) const;

  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<PageCount> counts_;     // by id
  std::vector<std::uint32_t> names_;  // ids, key by key
  std::vector<Key> keys_;
  std::size_t form_bytes_ = 0;
};

struct CleanKey {
  std::uint32_t tag = 0;
  std::string identity;     // tag and cleaned names, framed; equal for equal keys
  std::string spelled;      // for people: div.nav#top[role=navigation]
  bool named = false;       // has a class or an id
  bool landmark = false;    // nav, footer, aside, or a role that says as much
  bool ends_spine = false;  // main and article: the content begins here
};

class CleanKeys {
 public:
  CleanKeys(const std::vector<RawKey>& raw_keys, const NameCounts& counts, double enough);

  std::uint32_t of(std::uint32_t raw_key) const { return clean_of_[raw_key]; }
  const CleanKey& key(std::uint32_t clean) const { return keys_[clean]; }

 private:
  std::vector<std::uint32_t> clean_of_;  // by index in `raw_keys`
  std::vector<CleanKey> keys_;
};

}  // namespace thresh::spine
