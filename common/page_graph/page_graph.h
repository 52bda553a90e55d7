// PageGraph: which pagelets of the pages of a store link to which pages. A pagelet is a part of a
// page that was judged as a whole (PageletCuts in page_graph_reader.h). The analyses of this room
// read a PageGraph, which a command reads from a store once (page_graph_reader.h). It takes some 50
// bytes a page, 16 bytes a pagelet with links, and 4 bytes for each page or address that a pagelet
// links to. A value; any number of threads may read it.
//
// A target is a page or, from pages() on, an address that no page of the store has. Links count as
// in the prior of a site: links of copies say nothing, and links to a copy count for the first
// copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/ids.h"
#include "common/graph/link_graph.h"

namespace thresh {

// All links, or those that are free: that stand in no template.
enum class LinkKind : std::uint8_t { kAll, kFree };

class PageGraph {
 public:
  struct Pagelet {
    DocId page;
    BlockNo block;  // its first one
    bool of_template = false;
  };

  // Adds the next page; `site` is a number of the store.
  void AddPage(SiteId site) { sites_.push_back(site); }
  // The number of an address that no page has. REQUIRES: all pages were added.
  std::uint32_t OutsideNumber(std::string_view url);
  // Adds a pagelet behind those of its page and of the pages before. Targets are ascending, each
  // once; the page itself may be among them.
  void AddPagelet(const Pagelet& pagelet, std::span<const std::uint32_t> targets);

  std::uint32_t pages() const { return static_cast<std::uint32_t>(sites_.size()); }
  SiteId site(DocId page) const { return sites_[page.value]; }
  const std::vector<std::string>& outside() const { return outside_; }  // by target - pages()
  const std::vector<Pagelet>& pagelets() const { return pagelets_; }
  std::span<const std::uint32_t> TargetsOf(std::size_t pagelet) const {
    const std::size_t begin = pagelet == 0 ? 0 : ends_[pagelet - 1];
    return std::span(targets_).subspan(begin, ends_[pagelet] - begin);
  }

  // Pages and the links between them: one edge for all links from one page to another, none from a
  // page to itself.
  LinkGraph Edges(LinkKind kind) const;

 private:
  std::vector<SiteId> sites_;  // by page
  std::vector<Pagelet> pagelets_;
  std::vector<std::size_t> ends_;  // of each pagelet, in targets_
  std::vector<std::uint32_t> targets_;
  std::vector<std::string> outside_;
  std::unordered_map<std::string, std::uint32_t> outside_numbers_;
};

}  // namespace thresh
