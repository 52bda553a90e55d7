// SitePriors: the prior of each page, by PageRank over the links of its site that stand in no
// template. It tells which of two pages with the same words people mean. The links of a menu lead
// to the same pages from everywhere, so they say nothing of one page.
//
// Anchors (anchors.h) owns one and adds every page of the build in doc order, so that a site's
// pages come together. It holds the links of one site at a time, kMostLinks at most. Links over
// that bound are counted. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/ids.h"
#include "common/graph/link_graph.h"

namespace thresh {

class SitePriors {
 public:
  static constexpr std::size_t kMostLinks = std::size_t{16} << 20;

  // `targets`: pages of the same site, ascending, each once, without `doc`.
  void Add(DocId doc, SiteId site, std::span<const DocId> targets);
  // To be called once, after the last page. In the unit of LengthsRecord::priors, by page.
  std::vector<std::uint32_t> Take();

  std::uint64_t dropped() const { return dropped_; }  // links over the bound

 private:
  void EndSite();

  SiteId site_;
  std::uint32_t first_ = 0;  // page of the site
  LinkGraph graph_;          // of the site
  std::vector<std::uint32_t> numbers_, priors_;
  std::uint64_t dropped_ = 0;
};

}  // namespace thresh
