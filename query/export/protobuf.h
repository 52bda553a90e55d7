// Messages of Protocol Buffers, as bytes: fields of varints, doubles and strings. A field with its
// default value is left out, as proto3 does. Pure functions.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/bytes.h"

namespace thresh {

// The number of a field and the kind of its value are one varint.
inline void PutFieldKey(std::string* out, std::uint32_t field, std::uint32_t wire) {
  PutVarint(out, field << 3U | wire);
}
inline void PutVarintField(std::string* out, std::uint32_t field, std::uint64_t value) {
  if (value == 0) return;
  PutFieldKey(out, field, 0);
  PutVarint(out, value);
}
inline void PutDoubleField(std::string* out, std::uint32_t field, double value) {
  if (value == 0) return;
  PutFieldKey(out, field, 1);
  auto bits = std::bit_cast<std::uint64_t>(value);
  for (int i = 0; i < 8; ++i, bits >>= 8U) PutU8(out, static_cast<std::uint8_t>(bits & 0xff));
}
inline void PutStringField(std::string* out, std::uint32_t field, std::string_view value) {
  if (value.empty()) return;
  PutFieldKey(out, field, 2);
  PutString(out, value);
}

}  // namespace thresh
