#include "indexer/catalog.h"

namespace thresh {

Catalog::Entry Catalog::Add(const std::string& host, const Hash128& token_hash, bool has_words) {
  Entry entry;
  entry.doc = DocId(docs_++);
  entry.site =
      sites_.try_emplace(host, SiteId(static_cast<std::uint32_t>(sites_.size()))).first->second;
  if (has_words) {
    const auto [first, is_new] = first_.try_emplace(Key{token_hash, entry.site}, entry.doc);
    if (!is_new) entry.duplicate_of = first->second;
  }
  return entry;
}

}  // namespace thresh
