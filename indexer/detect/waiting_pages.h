// WaitingPages: the pages of a site that wait, packed, until its sample is drawn. rtdm_td and sst
// have one for each site, until the site is ready. The sample is the pages with the lowest lots. A
// lot is a hash of the page's words, so the sample does not depend on the order of the pages:
// crawls come sorted by folder, and the first pages of a site are no picture of it. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/ids.h"
#include "indexer/records.h"

namespace thresh {

struct WaitingPage {
  DocId doc;
  std::uint64_t lot = 0;
  std::string shape;    // what judging it needs
  std::string content;  // what else the sample needs; empty where it is not drawn
};

class WaitingPages {
 public:
  static constexpr std::uint64_t kNotDrawn = ~std::uint64_t{0};

  static std::uint64_t LotOf(const Page& page);

  // At most `sample_pages` pages are drawn; the others lose their content.
  void Add(WaitingPage page, std::size_t sample_pages);

  const std::vector<WaitingPage>& pages() const { return pages_; }
  std::vector<const WaitingPage*> Sample() const;  // lowest lot first
  std::size_t bytes() const { return bytes_; }

 private:
  static std::size_t BytesOf(const WaitingPage& page) {
    return sizeof(WaitingPage) + page.shape.capacity() + page.content.capacity();
  }

  std::vector<WaitingPage> pages_;
  std::set<std::pair<std::uint64_t, std::size_t>> sample_;  // lots and where they are in pages_
  std::size_t bytes_ = 0;
};

}  // namespace thresh
