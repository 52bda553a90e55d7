// dump: every page of a store as a line with all its text in document order, as `thresh-query dump`
// prints it. Only functions of their arguments: any thread may call them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

struct DumpedPage {
  std::string site;  // its host
  DocRecord doc;
  TextRecord text;
  LinksRecord links;
};

// One page. REQUIRES: doc < store.docs().
Result<DumpedPage> ReadDumped(const Store& store, DocId doc);
// {"docno","path","url","title","description","date","language","site",
// "links":[{"target","text","block","verdict"}],"spans":[{"text","block","verdict","support"}]},
// and "stemmer" where pages have their own. Support is the number of pages that have the template
// of the block. It is 0 for plain content.
std::string DumpLine(const DumpedPage& page);

enum class DumpedWords { kKept, kAll };
// Docno, title and text with a tab between them. A tab, line end or other control in one of them
// becomes a blank.
std::string DumpTextLine(const DumpedPage& page, DumpedWords words);

// Calls `page` for every page, in page order. Stops at the first page that cannot be read.
Status Dump(const Store& store, const std::function<void(const DumpedPage&)>& page);

}  // namespace thresh
