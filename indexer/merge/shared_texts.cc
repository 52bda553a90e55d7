#include "indexer/merge/shared_texts.h"

#include "common/base/bytes.h"
#include "common/base/hash.h"
#include "common/store/schema.h"

namespace thresh {
namespace {

constexpr std::uint32_t kOnce = 0xffffffff;
// They are held until the pages are written. More of them stand with their pages.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

}  // namespace

std::optional<SharedTexts::Place> SharedTexts::Find(std::string_view text, std::uint32_t step) {
  const std::uint32_t id = seen_.Add(FastHash64(text));
  if (id == number_of_.size()) {
    number_of_.push_back(kOnce);
    return std::nullopt;
  }
  std::uint32_t& number = number_of_[id];
  if (number == kOnce && bytes_.size() + text.size() <= kMostBytes) {
    number = static_cast<std::uint32_t>(shared_.size());
    shared_.push_back({bytes_.size(), step});
    bytes_ += text;
  }
  // An equal hash is no proof.
  if (number == kOnce || Text(number) != text) return std::nullopt;
  return Place{number, shared_[number].step};
}

std::string_view SharedTexts::Text(std::size_t number) const {
  const std::size_t begin = shared_[number].begin;
  const std::size_t end = number + 1 < shared_.size() ? shared_[number + 1].begin : bytes_.size();
  return std::string_view(bytes_).substr(begin, end - begin);
}

Status SharedTexts::Write(SegmentWriter* segment) const {
  std::string row;
  for (std::size_t number = 0; number < shared_.size(); ++number) {
    PutVarint(&row, shared_[number].step);
    row += Text(number);
    const std::size_t next = number + 1;
    if (next % kSharedPerRow != 0 && next != shared_.size()) continue;
    const auto of_row = static_cast<std::uint32_t>(number / kSharedPerRow);
    THRESH_RETURN_IF_ERROR(segment->Put(Family::kText, SharedKey(of_row), row));
    row.clear();
  }
  return {};
}

}  // namespace thresh
