// Finding one page of a store by its URL, docno or path.
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

// A URL is looked up at once, with and without its fragment; a docno or path reads the records.
// kMissing where there is none, with the page that most likely was meant: the same last component
// and the longest common end.
Result<StoredPage> FindPage(const Segment& segment, const std::string& name);

}  // namespace thresh
