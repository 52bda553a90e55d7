// changes: what became of the pages of a store, page by page, as `thresh-query changes` prints it:
// those that the last publish changed, or all that changed since a time. Read from the store's
// crawl table (common/store/crawl_table.h). Only functions of their arguments: any thread may call
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/store/store.h"

namespace thresh {

struct ChangeQuestion {
  // A bound of IsDateWithin (query/retrieve/condition.h); empty: what the last publish changed.
  std::string since = {};
  std::string site = {};                          // only pages of this host; empty: of all
  std::optional<PageChange> kind = std::nullopt;  // lists only these; all kinds are counted
  std::size_t most = 0;                           // pages to list
};

struct ChangedPage {
  PageChange kind = PageChange::kNone;
  std::string time;  // when it came, changed or went, ISO 8601
  std::string host, url;
};

struct ChangeList {
  ChangeQuestion question;
  std::uint64_t number = 0;  // of the last publish
  std::string published;     // when it was, ISO 8601
  std::array<std::uint64_t, static_cast<std::size_t>(PageChange::kCount)> counts = {};  // by kind
  std::uint64_t found = 0;         // pages of the kind that is listed
  std::vector<ChangedPage> pages;  // the first of them, by kind, host and URL
  // The last publish made everything anew: it has no history, and every page is a new one. Never
  // set for a question with a time.
  bool fresh = false;
};

// A page is in the list once, with the strongest of its changes: gone, new, content, furniture.
// kMissing if the store has never had a page of the site.
Result<ChangeList> ListChanges(const Store& store, const ChangeQuestion& question);

std::string ChangesText(const ChangeList& list, const Terminal& terminal);
std::string ChangesJson(const ChangeList& list);

}  // namespace thresh
