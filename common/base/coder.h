// Coder: encodes and decodes records from one description, so that the two cannot differ. A
// description is a function template that names the fields of a record in order; Encoded() calls it
// with a RecordWriter, which appends the fields, and Decoded() with a RecordReader, which takes
// them back. Rows of a store, run files and saved detectors are written this way (docs/FORMAT.md).
//
// RecordReader reads bytes that may be damaged. After the first malformed field ok() stays false,
// and the later fields are empty. Each object serves one record on one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/check.h"
#include "common/base/hash.h"

namespace thresh {

class RecordWriter {
 public:
  explicit RecordWriter(std::string* out) : out_(out) {}

  void Byte(std::uint8_t v) { PutU8(out_, v); }
  void Flag(bool v) { PutU8(out_, v ? 1 : 0); }
  template <typename E>
  void Enum(E v, E) {
    PutU8(out_, static_cast<std::uint8_t>(v));
  }
  template <typename N>
  void Number(N v) {
    PutVarint(out_, v);
  }
  void Fixed(std::uint64_t v) { PutBig64(out_, v); }
  // A number with a bit in its lowest place.
  template <typename N>
  void NumberAndFlag(N v, bool flag) {
    PutVarint(out_, std::uint64_t{v} << 1 | (flag ? 1U : 0U));
  }
  // A number not below the one before it.
  void Ascending(std::uint32_t v, std::uint32_t* before) {
    THRESH_CHECK(v >= *before);
    PutVarint(out_, v - *before);
    *before = v;
  }
  // A number near the one before it: the difference, with the sign in the lowest bit.
  void Near(std::uint32_t v, std::uint32_t* before) {
    PutVarint(out_, Zigzag(std::int64_t{v} - std::int64_t{*before}));
    *before = v;
  }
  void Hash(const Hash128& h) {
    PutBig64(out_, h.high);
    PutBig64(out_, h.low);
  }
  // A part with Encode and Decode functions of its own.
  template <typename T>
  void Embedded(const T& part) {
    part.Encode(out_);
  }
  void String(std::string_view s) { PutString(out_, s); }
  void Raw(std::string_view s, std::uint64_t) { out_->append(s); }
  // A string without the beginning that it shares with `base`.
  void FrontCoded(std::string_view s, std::string_view base) {
    const auto parting = std::mismatch(s.begin(), s.end(), base.begin(), base.end()).first;
    const auto shared = static_cast<std::size_t>(parting - s.begin());
    PutVarint(out_, shared);
    PutString(out_, s.substr(shared));
  }
  template <typename Items, typename F>
  void List(const Items& items, F item) {
    PutVarint(out_, items.size());
    for (const auto& i : items) item(i);
  }

 private:
  std::string* out_;
};

class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : in_(bytes) {}
  bool ok() const { return ok_ && in_.ok(); }
  bool done() const { return ok() && in_.done(); }
  void Fail() { ok_ = false; }
  ByteReader* bytes() { return &in_; }

  void Byte(std::uint8_t& v) { v = in_.U8(); }
  void Flag(bool& v) {
    const std::uint8_t b = in_.U8();
    ok_ = ok_ && b <= 1;
    v = b == 1;
  }
  template <typename E>
  void Enum(E& v, E count) {
    const std::uint8_t b = in_.U8();
    ok_ = ok_ && b < static_cast<std::uint8_t>(count);
    v = ok_ ? static_cast<E>(b) : E{};
  }
  template <typename N>
  void Number(N& v) {
    v = Narrow<N>(in_.Varint());
  }
  void Fixed(std::uint64_t& v) { v = in_.Big64(); }
  template <typename N>
  void NumberAndFlag(N& v, bool& flag) {
    const std::uint64_t folded = in_.Varint();
    v = Narrow<N>(folded >> 1);
    flag = (folded & 1) != 0;
  }
  void Ascending(std::uint32_t& v, std::uint32_t* before) {
    *before = v = Narrow<std::uint32_t>(std::uint64_t{*before} + in_.Varint32());
  }
  void Near(std::uint32_t& v, std::uint32_t* before) {
    constexpr std::int64_t kFarthest = std::numeric_limits<std::uint32_t>::max();
    const std::int64_t step = Unzigzag(in_.Varint());
    if (step < -kFarthest || step > kFarthest) return Fail();  // the sum must not overflow
    const std::int64_t sum = std::int64_t{*before} + step;
    if (sum < 0) return Fail();
    *before = v = Narrow<std::uint32_t>(static_cast<std::uint64_t>(sum));
  }
  void Hash(Hash128& h) {
    h.high = in_.Big64();
    h.low = in_.Big64();
  }
  template <typename T>
  void Embedded(T& part) {
    if (!part.Decode(&in_)) Fail();
  }
  void String(std::string& s) { s = in_.String(); }
  void Raw(std::string& s, std::uint64_t size) { s = in_.Bytes(static_cast<std::size_t>(size)); }
  void FrontCoded(std::string& s, std::string_view base) {
    const std::uint64_t shared = in_.Varint();
    if (shared > base.size()) return Fail();
    const std::string_view rest = in_.String();
    s.reserve(static_cast<std::size_t>(shared) + rest.size());
    s = base.substr(0, static_cast<std::size_t>(shared));
    s += rest;
  }
  // Every item takes at least one byte, so a short damaged input cannot ask for much memory.
  template <typename Items, typename F>
  void List(Items& items, F item) {
    const std::uint64_t count = in_.Varint();
    if (count > in_.left()) return Fail();
    items.clear();
    for (std::uint64_t i = 0; i < count && ok(); ++i) item(items.emplace_back());
  }

 private:
  template <typename N>
  N Narrow(std::uint64_t v) {
    if (v > std::numeric_limits<N>::max()) ok_ = false;
    return ok() ? static_cast<N>(v) : N{};
  }

  ByteReader in_;
  bool ok_ = true;
};

// The bytes of the record that `describe` names the fields of.
template <typename F>
std::string Encoded(F describe) {
  std::string out;
  RecordWriter writer(&out);
  describe(writer);
  return out;
}

// Fills the fields that `describe` names. Returns false if a field is malformed or bytes are left.
template <typename F>
[[nodiscard]] bool Decoded(std::string_view bytes, F describe) {
  RecordReader reader(bytes);
  describe(reader);
  return reader.done();
}

}  // namespace thresh
