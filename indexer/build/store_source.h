// StoreSource: sites of a store as a source. An update reads the crawl and then this, so that what
// the store holds of a site is judged again together with what has come: one way leads into a
// store, whether the pages come as html or out of a store. No page is parsed again
// (indexer/page/harvest.h). Not thread-safe; the store must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "common/store/store.h"
#include "indexer/sources/source.h"

namespace thresh {

using HostSet = std::set<std::string, std::less<>>;

// Pages of a store that are left out.
struct LeftOut {
  HostSet hosts;
  std::set<std::string, std::less<>> urls;  // canonical (indexer/page/links.h)
  bool Has(std::string_view host, std::string_view url) const {
    return hosts.contains(host) || urls.contains(url);
  }
};

// A store that goes in besides the crawl.
struct StoreInput {
  const Store* store = nullptr;
  LeftOut left_out;
  // The store's lists of words may be taken over: it was cut into words as this build does it, and
  // the detector looks at texts as wholes.
  bool keeps_words = false;
};

// The pages of the hosts by host and URL, then the records that say since when pages of the hosts
// are gone. `hosts` must outlive the source. `first_segment` is the number of segments in the
// stores before this one, from which StoredPlace counts.
Result<std::unique_ptr<Source>> OpenStoreSource(const StoreInput& input, const HostSet& hosts,
                                                std::uint32_t first_segment);

}  // namespace thresh
