#include "indexer/merge/name_rows.h"

#include <algorithm>
#include <iterator>

namespace thresh {

Status NameRows::Add(DocId doc, SiteId site, std::string_view title) {
  if (!analyzer_) {
    THRESH_ASSIGN_OR_RETURN(analyzer_, Analyzer::Make({}));
  }
  if (site != site_) EndSite();
  site_ = site;
  for (const std::uint64_t hash : NamesOf(title, *analyzer_)) names_.push_back({hash, doc});
  return {};
}

// Takes away what is called alike too often.
void NameRows::EndSite() {
  const auto begin = names_.begin() + static_cast<std::ptrdiff_t>(site_begin_);
  std::sort(begin, names_.end());
  auto to = begin;
  for (auto first = begin; first != names_.end();) {
    const auto last = std::find_if(first, names_.end(),
                                   [&](const Name& name) { return name.hash != first->hash; });
    if (std::distance(first, last) <= static_cast<std::ptrdiff_t>(kMostNamesakes))
      to = std::copy(first, last, to);
    first = last;
  }
  names_.erase(to, names_.end());
  site_begin_ = names_.size();
}

Status NameRows::Write(std::uint64_t docs, SegmentWriter* segment) {
  EndSite();
  const auto row_of = [docs](const Name& name) { return PlaceOf(name.hash, docs).row; };
  std::sort(names_.begin(), names_.end(),
            [&](const Name& a, const Name& b) { return row_of(a) < row_of(b); });
  std::vector<NamedPage> pages;
  for (auto name = names_.begin(); name != names_.end();) {
    const std::uint32_t row = row_of(*name);
    pages.clear();
    for (; name != names_.end() && row_of(*name) == row; ++name)
      pages.push_back({PlaceOf(name->hash, docs).half, name->doc});
    std::sort(pages.begin(), pages.end());
    THRESH_RETURN_IF_ERROR(segment->Put(Family::kMeta, NamesKey(row), EncodeNames(pages)));
  }
  return {};
}

}  // namespace thresh
