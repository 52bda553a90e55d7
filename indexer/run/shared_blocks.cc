#include "indexer/run/shared_blocks.h"

#include "common/hash.h"
#include "common/schema.h"

namespace thresh {
namespace {

constexpr std::uint32_t kOnce = 0xffffffff;
// They are held until the pages are written. More stand with their pages.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

}  // namespace

std::optional<std::uint32_t> SharedBlocks::Number(std::string_view block) {
  const std::uint32_t id = seen_.Add(FastHash64(block));
  if (id == number_of_.size()) {
    number_of_.push_back(kOnce);
    return std::nullopt;
  }
  std::uint32_t& number = number_of_[id];
  if (number == kOnce && bytes_.size() + block.size() <= kMostBytes) {
    number = static_cast<std::uint32_t>(begins_.size());
    begins_.push_back(bytes_.size());
    bytes_ += block;
  }
  // An equal hash is no proof.
  if (number == kOnce || Block(number) != block) return std::nullopt;
  return number;
}

std::string_view SharedBlocks::Block(std::uint32_t number) const {
  const std::size_t next = number + std::size_t{1};
  const std::size_t end = next < begins_.size() ? begins_[next] : bytes_.size();
  return std::string_view(bytes_).substr(begins_[number], end - begins_[number]);
}

Status SharedBlocks::Write(SegmentWriter* segment) const {
  for (std::uint32_t first = 0, row = 0; first < begins_.size(); first += kSharedPerRow, ++row) {
    const std::size_t next = first + std::size_t{kSharedPerRow};
    const std::size_t end = next < begins_.size() ? begins_[next] : bytes_.size();
    const std::string_view blocks = std::string_view(bytes_).substr(begins_[first], end - begins_[first]);
    RETURN_IF_ERROR(segment->Put(Family::kText, SharedKey(row), blocks));
  }
  return {};
}

}  // namespace thresh
