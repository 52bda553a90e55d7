// PageMarkdown: one page of a store as Markdown without its templates, with the places of its
// headings. Assistants and browsers that ask for a page get it; an export of all pages goes by
// PageWalk. Only functions of their arguments: any thread may call them.
#pragma once

#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/store.h"
#include "query/export/markdown.h"

namespace thresh {

struct PageMarkdown {
  std::string text;  // without a line end behind the last line
  std::vector<MarkdownHeading> headings = {};
};

// A store whose detector sees no elements gives lines without headings. kUnusable if a row of the
// page is missing or damaged. REQUIRES: doc < store.docs().
Result<PageMarkdown> ReadPageMarkdown(const Store& store, DocId doc);

// The id of the heading above a block of the page, for an address that leads there. Empty if no
// heading above it has one. REQUIRES and fails as above.
Result<std::string> ReadAnchor(const Store& store, DocId doc, BlockNo block);

}  // namespace thresh
