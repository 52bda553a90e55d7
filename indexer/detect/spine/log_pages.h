// LogPages: the pages of a site's log, read back pass after pass. The judgment of a site goes over
// its pages a dozen times, and decoding is most of the way: as many pages as fit into a budget stay
// decoded, and the others are decoded in each pass. A Site owns one. Immutable. Not thread-safe.
//
// After a stop every pass ends at once, as if there were no page left. What is counted then is no
// judgment: the owner of the flag looks at it at the end and throws everything away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/stop.h"
#include "indexer/detect/spine/log.h"

namespace thresh::spine {

// A page of its own memory.
struct DecodedPage {
  DocId doc;
  std::uint32_t directory = 0;
  std::vector<LoggedPage::Element> elements;
  std::vector<LoggedPage::Text> texts;
  std::vector<std::uint32_t> titles;

  LoggedPage View() const { return {doc, directory, elements, texts, titles}; }
};

// Reads pages one after the other. A copy goes on from the same place.
class LogCursor {
 public:
  explicit LogCursor(const SiteLog& log) : bytes_(&log.page_bytes()) {}
  // False at the end. `page` must be that of the last call, or new for the first: documents are
  // logged as gaps.
  bool Next(DecodedPage* page);

 private:
  const ChunkedBytes* bytes_;
  std::size_t chunk_ = 0, at_ = 0;
};

struct PassLimits {
  std::size_t decoded_bytes = std::size_t{64} << 20U;  // of pages that stay decoded
  StopFlag stop = nullptr;
};

class LogPages {
 public:
  // `log` must live as long, and must not change.
  LogPages(const SiteLog& log, PassLimits limits);

  // Calls f(const LoggedPage&) for every page, in the order of Append. The page is valid until f
  // returns.
  template <typename F>
  void ForEach(F f) const {
    for (std::size_t i = 0; i < kept_.size() && !Stopped(stop_); ++i) f(Kept(i));
    LogCursor cursor = rest_;
    DecodedPage page;
    page.doc = last_doc_;
    while (!Stopped(stop_) && cursor.Next(&page)) f(page.View());
  }

 private:
  // Where a page that is kept begins in the columns below; it ends where the next one begins.
  struct Begin {
    DocId doc;
    std::uint32_t directory;
    std::size_t element, text, title;
  };
  void Keep(const DecodedPage& page);
  LoggedPage Kept(std::size_t i) const;

  StopFlag stop_;
  LogCursor rest_;  // behind the pages that are kept
  DocId last_doc_;  // of those pages
  std::vector<Begin> kept_;
  std::vector<LoggedPage::Element> elements_;
  std::vector<LoggedPage::Text> texts_;
  std::vector<std::uint32_t> titles_;
};

}  // namespace thresh::spine
