#include "indexer/detect/link_targets.h"

#include "common/base/hash.h"

namespace thresh {

void LinkTargets::Read(const Page& page) {
  page_ = &page;
  next_ = 0;
}

std::uint64_t LinkTargets::Of(std::uint32_t node) {
  const std::vector<Link>& links = page_->links;
  while (next_ < links.size() && links[next_].node < node) ++next_;
  // Links that lead nowhere else (#top, javascript:) have no target: as written they are equal on
  // all pages.
  const bool resolved = next_ < links.size() && links[next_].node == node;
  const std::string_view target =
      resolved ? std::string_view(links[next_].target)
               : page_->tree.Find(page_->tree.nodes[node], AttributeName::kHref);
  return Mix64(FastHash64(target));
}

}  // namespace thresh
