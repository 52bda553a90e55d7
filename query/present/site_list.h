// sites: a row for each site of a store, from its statistics and its crawl table, as `thresh-query
// sites` prints it. Only functions of their arguments: any thread may call them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/store/store.h"

namespace thresh {

struct ListedSite {
  std::string host;
  std::uint64_t pages = 0, gone = 0, templates = 0;
  // The newest of its pages that are there, ISO 8601; empty if all are gone.
  std::string last_seen = {}, last_changed = {};
  // Pages that the server gave no answer for since they were seen, and how often at most.
  std::uint64_t missed = 0;
  std::uint32_t most_misses = 0;
  // Pages that its templates were learnt from; 0: it was judged as a whole.
  std::uint64_t learnt_from = 0;
  std::string segment = {};  // that holds its pages; empty if it has none
};

// By host. A site whose pages are all gone has a row as well.
Result<std::vector<ListedSite>> ListSites(const Store& store);

std::string SitesText(const std::vector<ListedSite>& sites, const Terminal& terminal);
std::string SitesJson(const std::vector<ListedSite>& sites);

}  // namespace thresh
