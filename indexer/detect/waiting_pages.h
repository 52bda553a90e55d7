// WaitingPages: pages of a site that wait, packed, until its sample is drawn. The sample is the
// distinct pages with the lowest lots, and a lot is a hash of the page's words: it does not depend
// on the order of the pages. Crawls come sorted by folder, and the first pages of a site are no
// picture of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/coder.h"
#include "common/base/ids.h"
#include "indexer/records.h"

namespace thresh {

struct WaitingPage {
  DocId doc;
  std::uint64_t lot = 0;
  std::string shape;    // what a verdict on it needs
  std::string content;  // what else the sample needs; empty where it is not drawn
};

class WaitingPages {
 public:
  static constexpr std::uint64_t kNotDrawn = ~std::uint64_t{0};

  static std::uint64_t LotOf(const Page& page);

  // The sample so far is of at most `sample_pages`.
  void Add(WaitingPage page, std::size_t sample_pages);

  const std::vector<WaitingPage>& pages() const { return pages_; }
  std::vector<const WaitingPage*> Sample() const;  // by lot
  std::size_t bytes() const { return bytes_; }

  template <typename Coder, typename Waiting>
  static void Describe(Coder& coder, Waiting& waiting) {
    coder.List(waiting.pages_, [&](auto& page) {
      coder.Number(page.doc.value);
      coder.Number(page.lot);
      coder.String(page.shape);
      coder.String(page.content);
    });
  }
  // After Describe has read them.
  void DrawAgain(std::size_t sample_pages);

 private:
  static std::size_t BytesOf(const WaitingPage& page) {
    return sizeof(WaitingPage) + page.shape.capacity() + page.content.capacity();
  }

  std::vector<WaitingPage> pages_;
  std::set<std::pair<std::uint64_t, std::size_t>> sample_;  // lots and where they are in pages_
  std::size_t bytes_ = 0;
};

}  // namespace thresh
