#include "query/retrieve/page_facets.h"

#include <algorithm>

namespace thresh {

std::optional<unsigned> YearOf(std::string_view date) {
  constexpr std::size_t kDigits = 4;
  if (date.size() < kDigits) return std::nullopt;
  unsigned year = 0;
  for (const char c : date.substr(0, kDigits)) {
    if (c < '0' || c > '9') return std::nullopt;
    year = 10 * year + static_cast<unsigned>(c - '0');
  }
  return year;
}

PageFacets::PageFacets(const Store& store) : store_(store) {
  std::uint64_t docs = 0;
  for (const SiteRecord& site : store.sites()) {
    docs += site.statistics.docs;
    ends_.push_back(static_cast<std::uint32_t>(docs));
  }
}

SiteId PageFacets::SiteOf(DocId doc) const {
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), doc.value);
  return SiteId(static_cast<std::uint32_t>(end - ends_.begin()));
}

Result<std::optional<unsigned>> PageFacets::YearOf(DocId doc) {
  // Made with the first question: few searchers are asked for years.
  if (years_.empty()) years_.resize(store_.docs(), kUnread);
  std::uint16_t& kept = years_[doc.value];
  if (kept == kUnread) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store_, doc));
    const std::optional<unsigned> year = thresh::YearOf(page.date);
    kept = year ? static_cast<std::uint16_t>(*year + kFirst) : kNone;
  }
  if (kept == kNone) return std::optional<unsigned>();
  return std::optional<unsigned>(kept - kFirst);
}

}  // namespace thresh
