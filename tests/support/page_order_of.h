// The PageOrder of made pages, for tests of what comes after the fold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "indexer/page_order.h"

namespace thresh {

// Page d arrives as number d; `site_of` says its site, whose host is that of the page.
template <typename F>
PageOrder OrderOf(const std::vector<Page>& pages, F site_of) {
  PageOrderMaker maker;
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    const Page& page = pages[d];
    maker.Add({DocId(d), site_of(d)},
              {page.site, page.url, page.date, page.docno, page.token_hash, page.body_tokens > 0});
  }
  return maker.Finish();
}
inline PageOrder OrderOf(const std::vector<Page>& pages) {
  return OrderOf(pages, [](std::uint32_t) { return SiteId(0); });
}

}  // namespace thresh
