#include "indexer/run/shared_texts.h"

#include "common/hash.h"
#include "common/schema.h"

namespace thresh {
namespace {

constexpr std::uint32_t kOnce = 0xffffffff;
// They are held until the pages are written. More of them stand with their pages.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

}  // namespace

std::optional<std::uint32_t> SharedTexts::Number(std::string_view text) {
  const std::uint32_t id = seen_.Add(FastHash64(text));
  if (id == number_of_.size()) {
    number_of_.push_back(kOnce);
    return std::nullopt;
  }
  std::uint32_t& number = number_of_[id];
  if (number == kOnce && bytes_.size() + text.size() <= kMostBytes) {
    number = static_cast<std::uint32_t>(begins_.size());
    begins_.push_back(bytes_.size());
    bytes_ += text;
  }
  // An equal hash is no proof.
  if (number == kOnce || Texts(number, 1) != text) return std::nullopt;
  return number;
}

std::string_view SharedTexts::Texts(std::size_t number, std::size_t count) const {
  const std::size_t next = number + count;
  const std::size_t end = next < begins_.size() ? begins_[next] : bytes_.size();
  return std::string_view(bytes_).substr(begins_[number], end - begins_[number]);
}

Status SharedTexts::Write(SegmentWriter* segment) const {
  std::uint32_t row = 0;
  for (std::size_t first = 0; first < begins_.size(); first += kSharedPerRow, ++row) {
    RETURN_IF_ERROR(segment->Put(Family::kText, SharedKey(row), Texts(first, kSharedPerRow)));
  }
  return {};
}

}  // namespace thresh
