#include "common/postings/packed.h"

#include <algorithm>
#include <bit>

namespace thresh {
namespace {

// Layout "BP128", Lemire & Boytsov 2015, 4: word w of lane l stands at 4w + l.
constexpr std::size_t kLanes = 4;
constexpr std::size_t kPerLane = kGroup / kLanes;
// The header of a group has one byte for the size of its exceptions.
constexpr std::size_t kMaxExceptionBytes = 255;

unsigned Bits(std::uint32_t v) { return static_cast<unsigned>(std::bit_width(v)); }

// The width that takes the fewest bytes. An exception costs a byte for its index and a varint of
// the bits above the width, ceil(bits / 7) bytes. Going down from the widest number, the bytes of
// the exceptions only grow, so the loop ends where one byte no longer counts them.
unsigned BestWidth(std::span<const std::uint32_t, kGroup> numbers) {
  std::array<std::size_t, kWidest + 1> with_bits{};
  for (std::uint32_t v : numbers) ++with_bits[Bits(v)];
  unsigned widest = kWidest;
  while (widest > 0 && with_bits[widest] == 0) --widest;
  unsigned best = widest;
  // 128 numbers take 16 bytes for every bit of their width.
  std::size_t best_bytes = 16 * std::size_t{widest};
  for (unsigned width = widest; width-- > 0;) {
    std::size_t exceptions = 0;
    for (unsigned bits = width + 1; bits <= widest; ++bits) {
      exceptions += with_bits[bits] * (1 + (bits - width + 6) / 7);
    }
    if (exceptions > kMaxExceptionBytes) break;
    if (16 * std::size_t{width} + exceptions < best_bytes) {
      best = width;
      best_bytes = 16 * std::size_t{width} + exceptions;
    }
  }
  return best;
}

void PackLanes(std::span<const std::uint32_t, kGroup> numbers, unsigned width,
               std::uint32_t* words) {
  // A group of zeros has no words. A shift by 32 would also be undefined.
  if (width == 0) return;
  for (std::size_t i = 0; i < kPerLane; ++i) {
    const std::size_t shift = i * width % 32;
    std::uint32_t* word = words + i * width / 32 * kLanes;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      // Exceptions keep their low bits here; AddExceptions puts the rest on top.
      const std::uint32_t v = numbers[i * kLanes + lane] & (~0U >> (32 - width));
      word[lane] |= v << shift;
      // The high bits of a number that crosses the border go into the next word of the same lane.
      if (shift + width > 32) word[kLanes + lane] |= v >> (32 - shift);
    }
  }
}

struct GroupHeader {
  unsigned width = 0;
  std::size_t exception_bytes = 0;
  bool Read(ByteReader* in) {
    width = in->U8();
    exception_bytes = in->U8();
    return in->ok() && width <= kWidest;
  }
};

bool AddExceptions(std::string_view bytes, unsigned width, std::uint32_t* numbers) {
  ByteReader in(bytes);
  while (!in.done()) {
    const std::uint8_t i = in.U8();
    const std::uint64_t high = in.Varint();
    // The high bits must fit above the width, or bits would be shifted out.
    if (!in.ok() || i >= kGroup || high > (std::uint64_t{~0U} >> width)) return false;
    numbers[i] |= static_cast<std::uint32_t>(high << width);
  }
  return true;
}

}  // namespace

void PackGroup(std::span<const std::uint32_t, kGroup> numbers, std::string* out) {
  const unsigned width = BestWidth(numbers);
  std::string exceptions;
  for (std::size_t i = 0; i < kGroup; ++i) {
    if (Bits(numbers[i]) <= width) continue;
    PutU8(&exceptions, static_cast<std::uint8_t>(i));
    PutVarint(&exceptions, numbers[i] >> width);
  }
  std::array<std::uint32_t, kGroup> words{};
  PackLanes(numbers, width, words.data());
  PutU8(out, static_cast<std::uint8_t>(width));
  PutU8(out, static_cast<std::uint8_t>(exceptions.size()));
  out->append(reinterpret_cast<const char*>(words.data()), 16 * std::size_t{width});
  out->append(exceptions);
}

bool UnpackGroup(ByteReader* in, std::uint32_t* numbers) {
  GroupHeader header;
  if (!header.Read(in)) return false;
  const std::string_view lanes = in->Bytes(16 * std::size_t{header.width});
  const std::string_view exceptions = in->Bytes(header.exception_bytes);
  if (!in->ok()) return false;
  BestUnpackKernels().unpack(lanes.data(), header.width, numbers);
  return AddExceptions(exceptions, header.width, numbers);
}

bool SkipGroup(ByteReader* in) {
  GroupHeader header;
  if (!header.Read(in)) return false;
  in->Bytes(16 * std::size_t{header.width} + header.exception_bytes);
  return in->ok();
}

void PutNumbers(std::span<const std::uint32_t> numbers, std::string* out) {
  while (numbers.size() >= kGroup) {
    PackGroup(numbers.first<kGroup>(), out);
    numbers = numbers.subspan(kGroup);
  }
  for (std::uint32_t v : numbers) PutVarint(out, v);
}

bool NumberReader::SkipTo(std::uint64_t index) {
  if (index > count_ || index < this->index()) return false;
  // Only a group that has not been loaded can be skipped by its header.
  while (index - group_begin_ > loaded_) {
    if (loaded_ == 0 && index - group_begin_ >= kGroup) {
      if (!SkipGroup(&in_)) return false;
      group_begin_ += kGroup;
    } else if (at_ = loaded_; !LoadGroup()) {
      return false;
    }
  }
  at_ = static_cast<std::size_t>(index - group_begin_);
  return true;
}

bool NumberReader::LoadGroup() {
  group_begin_ += loaded_;
  at_ = loaded_ = 0;
  const std::uint64_t left = count_ - group_begin_;
  if (left == 0) return false;
  if (left >= kGroup) {
    if (!UnpackGroup(&in_, group_.data())) return false;
    loaded_ = kGroup;
    return true;
  }
  // The rest of less than a group is decoded at once too, so Next() has one way to read.
  for (std::size_t i = 0; i < left; ++i) group_[i] = in_.Varint32();
  if (!in_.ok()) return false;
  loaded_ = static_cast<std::size_t>(left);
  return true;
}

}  // namespace thresh
