// LinkTargets: where the links of a page lead, for methods that meet them in its tree: pagelets and
// sst. One object serves page after page. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

#include "indexer/page/tag_codes.h"
#include "indexer/records.h"

namespace thresh {

// An <a href>; `a` is the code of the tag.
inline bool IsLink(const PageTree& tree, std::uint32_t node, std::uint32_t a) {
  return tree.nodes[node].tag == a && !tree.Find(tree.nodes[node], AttributeName::kHref).empty();
}

class LinkTargets {
 public:
  void Read(const Page& page);

  bool Has(std::uint32_t node) const { return IsLink(page_->tree, node, a_); }
  // Hash of the target of a link; ask in document order.
  std::uint64_t Of(std::uint32_t node);

 private:
  const std::uint32_t a_ = TagCode("a");
  const Page* page_ = nullptr;
  std::size_t next_ = 0;  // in Page::links: the first not before the nodes asked for
};

}  // namespace thresh
