// StrikeJoin: strikes of all runs and late strikes → at most one strike a block, templates of equal
// (site, key) made one. What comes out depends on the strikes given, not on how they were cut into
// runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "indexer/strikes.h"

namespace thresh {

class StrikeJoin {
 public:
  void Add(const Strikes& strikes);
  // All are in. A block struck more than once keeps its highest score (then the smallest template
  // key).
  void Sort();

  // Indexed by the template_id of the strikes.
  const std::vector<FoundTemplate>& templates() const { return templates_; }
  // After Sort: the strikes of a page, by block. Pages are asked for in ascending order.
  std::span<const Strike> Of(DocId doc);
  bool done() const {
    return at_ == strikes_.size();
  }  // no strike is left after the last page asked for
  std::size_t bytes() const;

 private:
  TemplateId Join(const FoundTemplate& found);
  bool Before(const Strike& a, const Strike& b) const;

  std::map<std::pair<SiteId, Hash128>, TemplateId> ids_;
  std::vector<FoundTemplate> templates_;
  std::vector<Strike> strikes_;
  std::size_t at_ = 0;
};

}  // namespace thresh
