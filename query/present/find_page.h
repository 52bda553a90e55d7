// Finds one page of a store by its URL, docno or path, for `explain`, `--more-like` and the search
// page. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

struct StoredPage {
  DocId doc;
  DocRecord record;
};

// Looks up a URL at once, with and without its fragment. For a docno or path it reads the records
// of all pages. kMissing: no such page. The message then suggests the page that has the same last
// component and the longest common end, or else one beside it whose last component is nearly it.
Result<StoredPage> FindPage(const Store& store, const std::string& name);

}  // namespace thresh
