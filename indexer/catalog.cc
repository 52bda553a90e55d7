#include "indexer/catalog.h"

namespace thresh {

Arrival Catalog::Add(const std::string& host, const Hash128& token_hash, bool has_words) {
  Arrival page;
  page.doc = DocId(docs_++);
  page.site =
      sites_.try_emplace(host, SiteId(static_cast<std::uint32_t>(sites_.size()))).first->second;
  if (has_words) {
    const auto [first, is_new] = first_.try_emplace(Key{token_hash, page.site}, page.doc);
    if (!is_new) page.duplicate_of = first->second;
  }
  return page;
}

}  // namespace thresh
