// StoreSource: the pages of a store as a source. An update reads the crawl and then this, so that
// what the store holds is judged again together with what has come: one way leads into a store,
// whether the pages come as html or out of a store. No page is parsed again
// (indexer/page/harvest.h). Not thread-safe; the store must outlive it.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "common/store/store.h"
#include "indexer/sources/source.h"

namespace thresh {

// Pages of a store that are left out.
struct LeftOut {
  std::set<std::string, std::less<>> hosts, urls;  // URLs are canonical (indexer/page/links.h)
  bool Has(std::string_view host, std::string_view url) const {
    return hosts.contains(host) || urls.contains(url);
  }
};

// All pages by host and URL, then the records that say since when pages are gone.
Result<std::unique_ptr<Source>> OpenStoreSource(const Store& store, LeftOut left_out);

}  // namespace thresh
