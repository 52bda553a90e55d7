// PageOrder: which pages of a build are in its segment, and in what order. Pages stand by host and
// URL, whatever the order of the crawl. One URL is one page: the newest date wins, then the larger
// docno, then the later place in the input; the others are superseded. A page is a duplicate if an
// earlier page of its site, in this order, has the same words in the same order.
//
// The fold makes one when the input has ended. After that it never changes, and any thread may
// read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/records.h"
#include "indexer/strikes.h"

namespace thresh {

class PageOrder {
 public:
  std::size_t pages() const { return first_copy_.size(); }  // of the segment
  std::size_t arrived() const { return doc_of_.size(); }
  std::size_t superseded() const { return arrived() - pages(); }
  std::size_t sites() const { return site_of_.size(); }
  std::size_t duplicates() const;

  // By number of arrival. Nothing if the page is superseded.
  std::optional<DocId> Of(DocId arrival) const {
    const std::uint32_t doc = doc_of_[arrival.value];
    return doc == kNone ? std::nullopt : std::optional(DocId(doc));
  }
  SiteId Of(SiteId arrival) const { return site_of_[arrival.value]; }

  // By number in the segment. Nothing if the page is no duplicate.
  std::optional<DocId> FirstCopy(DocId doc) const {
    const std::uint32_t first = first_copy_[doc.value];
    return first == kNone ? std::nullopt : std::optional(DocId(first));
  }

  // A page of the segment that is no duplicate: evidence for a detector. By number of arrival.
  bool IsEvidence(DocId arrival) const {
    const std::uint32_t doc = doc_of_[arrival.value];
    return doc != kNone && first_copy_[doc] == kNone;
  }
  // The evidence of the site is what was no duplicate when it came.
  bool AsArrived(SiteId arrival) const { return as_arrived_[arrival.value]; }

  // The strikes by numbers of the segment; strikes on superseded pages are left out.
  Strikes Renumbered(const Strikes& strikes) const;

 private:
  friend class PageOrderMaker;
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<std::uint32_t> doc_of_;      // by number of arrival
  std::vector<SiteId> site_of_;            // by number of arrival
  std::vector<bool> as_arrived_;           // by number of arrival, of sites
  std::vector<std::uint32_t> first_copy_;  // by number in the segment
};

class PageOrderMaker {
 public:
  // What of a page decides where it stands.
  struct Place {
    std::string_view host, url, date, docno;
    Hash128 token_hash;
    bool has_words = false;
  };
  // To be called for every page of the build as it arrives.
  void Add(const Arrival& arrival, const Place& place);
  // Called once, after the last page.
  PageOrder Finish();

 private:
  // Where the strings of a page stand in bytes_, one behind the other.
  struct Row {
    std::size_t begin = 0;
    std::uint32_t url = 0, date = 0, docno = 0;  // lengths
    SiteId site;
    bool duplicate = false, has_words = false;
    Hash128 token_hash;
  };
  std::string_view Url(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin, row.url);
  }
  std::string_view Date(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin + row.url, row.date);
  }
  std::string_view Docno(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin + row.url + row.date, row.docno);
  }
  bool IsNewer(std::uint32_t a, std::uint32_t b) const;
  std::vector<std::uint32_t> SortedPages() const;
  void NumberSites(PageOrder* order);
  void FindCopies(const std::vector<std::uint32_t>& live, PageOrder* order) const;

  std::string bytes_;
  std::vector<Row> rows_;            // by number of arrival
  std::vector<std::string> hosts_;   // by number of arrival, of sites
  std::vector<std::uint32_t> rank_;  // of the sites' hosts
};

}  // namespace thresh
