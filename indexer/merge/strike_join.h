// StrikeJoin: step 1 of the verdicts. Strikes of all runs and later ones become at most one strike
// a block, and templates with equal (site, key) become one. The result depends on the strikes, not
// on how they were cut into runs. Verdicts owns one. Not thread-safe.
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
  // Makes room for that many, so that the strikes of a giant site are not copied as they come.
  void Reserve(std::size_t strikes) { strikes_.reserve(strikes); }
  // Pages are numbered from `first` on.
  void Add(const Strikes& strikes, DocId first = DocId(0));
  // Called once, after the last Add. A block that was struck more than once keeps the strike with
  // the highest score; among equal scores, that of the template with the smallest key.
  void Sort();

  // Indexed by the template_id of the strikes.
  const std::vector<FoundTemplate>& templates() const { return templates_; }
  // After Sort: the strikes of a page, by block; empty if it has none. Calls must come in ascending
  // order of pages.
  std::span<const Strike> Of(DocId doc);
  // No strike is on a page behind the last one asked for.
  bool done() const { return at_ == strikes_.size(); }
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
