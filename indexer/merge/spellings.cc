#include "indexer/merge/spellings.h"

#include <algorithm>
#include <limits>

#include "common/base/utf8.h"
#include "common/store/schema.h"
#include "common/text/accents.h"

namespace thresh {

void Spellings::Add(std::string_view term) {
  if (AsciiEnd(term, 0) == term.size()) return;
  const std::string plain = WithoutAccents(term);
  if (plain == term) return;
  // 4 GiB of words with accents are more than any segment has; those behind have no spellings.
  if (bytes_.size() > std::numeric_limits<std::uint32_t>::max() - plain.size() - term.size())
    return;
  const auto begin = static_cast<std::uint32_t>(bytes_.size());
  bytes_.append(plain).append(1, '\0').append(term);
  places_.push_back({begin, static_cast<std::uint32_t>(bytes_.size() - begin)});
}

// No term has a byte 0, so the pairs are in the order of the words, and then of the terms.
Status Spellings::Write(SegmentWriter* segment) const {
  std::vector<Place> sorted = places_;
  std::sort(sorted.begin(), sorted.end(),
            [this](const Place& a, const Place& b) { return At(a) < At(b); });
  std::vector<std::string> terms;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const std::string_view plain = At(*at).substr(0, At(*at).find('\0'));
    terms.clear();
    for (; at != sorted.end() && At(*at).starts_with(plain) && At(*at)[plain.size()] == '\0'; ++at)
      terms.emplace_back(At(*at).substr(plain.size() + 1));
    THRESH_RETURN_IF_ERROR(segment->Put(Family::kMeta, SpellingKey(plain), EncodeSpellings(terms)));
  }
  return {};
}

}  // namespace thresh
