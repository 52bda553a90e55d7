// Catalog: gives pages their DocId and sites their SiteId in input order, and knows the first page
// of each token sequence on a site. The fold owns it for the whole build; a resumed build feeds it
// the pages of the runs on disk first. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/records.h"

namespace thresh {

class Catalog {
 public:
  // The next page in input order. It is a duplicate if an earlier page of its site has the same
  // words in the same order. A page without words is no duplicate.
  Arrival Add(const std::string& host, const Hash128& token_hash, bool has_words);
  std::size_t docs() const { return docs_; }

 private:
  struct Key {
    Hash128 token_hash;
    SiteId site;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(key.token_hash.low ^ Mix64(key.site.value));
    }
  };
  std::unordered_map<std::string, SiteId> sites_;
  std::unordered_map<Key, DocId, KeyHash> first_;
  std::uint32_t docs_ = 0;
};

}  // namespace thresh
