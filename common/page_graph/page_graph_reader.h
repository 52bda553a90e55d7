// Reads the links of a store: all of them as a PageGraph, or those from and to one page. Only
// functions of their arguments: any thread may call them.
#pragma once

#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/page_graph/page_graph.h"
#include "common/store/store.h"

namespace thresh {

// The pagelets of a page. They are its blocks; but where the detector judged single text nodes, a
// block has one link at most, and a pagelet is a stretch of blocks that are all of templates, or
// all not.
class PageletCuts {
 public:
  // REQUIRES: the text is that of ReadText, with the shared texts.
  explicit PageletCuts(const TextRecord& text);
  // The first block of the pagelet that has the block.
  BlockNo PageletOf(BlockNo block) const;

 private:
  std::vector<BlockNo> begins_;  // ascending; empty: every block is a pagelet
};

// Reads the record, the text and the links of every page. kUnusable if one of them is damaged.
Result<PageGraph> ReadPageGraph(const Store& store);

// A link as a person sees it.
struct SeenLink {
  std::string url = {};    // where it leads, or of the page that it stands on
  std::string title = {};  // of that page; empty if the store has no such page
  std::string text = {};   // of the link
  BlockNo block = {};      // of the page that it stands on
  bool of_template = false;
};
struct LinksOfPage {
  std::string url, title;
  std::vector<SeenLink> out = {};  // in the order of the page
  std::vector<SeenLink> in = {};   // in the order of the pages that they stand on
};

// Links of copies of a page say nothing; those to a copy lead to the first one.
Result<LinksOfPage> ReadLinksOfPage(const Store& store, const PageGraph& graph, DocId page);

}  // namespace thresh
