#include "common/base/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "tests/unit/common/text/slow_words.h"

namespace thresh {
namespace {

struct Big32 {
  std::uint32_t value;
};
struct Varint {
  std::uint64_t value;
};
using Field = std::variant<std::uint8_t, Big32, std::uint64_t, Varint, std::string>;

struct Writer {
  std::string* out;
  void operator()(std::uint8_t v) const { PutU8(out, v); }
  void operator()(Big32 v) const { PutBig32(out, v.value); }
  void operator()(std::uint64_t v) const { PutBig64(out, v); }
  void operator()(Varint v) const { PutVarint(out, v.value); }
  void operator()(const std::string& v) const { PutString(out, v); }
};

// Reads what was written: is it the same?
struct Same {
  ByteReader* in;
  bool operator()(std::uint8_t v) const { return in->U8() == v; }
  bool operator()(Big32 v) const { return in->Big32() == v.value; }
  bool operator()(std::uint64_t v) const { return in->Big64() == v; }
  bool operator()(Varint v) const { return in->Varint() == v.value; }
  bool operator()(const std::string& v) const { return in->String() == v; }
};

std::uint64_t RandomNumber(std::mt19937_64& random) { return random() >> (random() % 64); }

Field RandomField(std::mt19937_64& random) {
  switch (random() % 5) {
    case 0:
      return static_cast<std::uint8_t>(random());
    case 1:
      return Big32{static_cast<std::uint32_t>(RandomNumber(random))};
    case 2:
      return RandomNumber(random);
    case 3:
      return Varint{RandomNumber(random)};
    default:
      return std::string(random() % 200, static_cast<char>(random()));
  }
}

TEST(Bytes, Drawn) {
  std::string out;
  PutU8(&out, 0xfe);
  PutBig32(&out, 0x01020304U);
  PutBig64(&out, 0x1112131415161718U);
  PutVarint(&out, 300);
  PutString(&out, "ab");
  EXPECT_EQ(out,
            std::string("\xfe\x01\x02\x03\x04\x11\x12\x13\x14\x15\x16\x17\x18\xac\x02\x02") + "ab");
}

TEST(Bytes, VarintSizes) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const std::uint64_t value = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
    std::string out;
    PutVarint(&out, value);
    EXPECT_EQ(out.size(), bits == 0 ? 1 : (bits + 6) / 7);
    ByteReader in(out);
    EXPECT_EQ(in.Varint(), value);
    EXPECT_TRUE(in.ok() && in.done());
  }
}

TEST(Bytes, BigEndianKeysSortAsNumbers) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 10000; ++round) {
    const std::uint64_t a = RandomNumber(random);
    const std::uint64_t b = RandomNumber(random);
    std::string x, y;
    PutBig64(&x, a);
    PutBig64(&y, b);
    EXPECT_EQ(x < y, a < b);
  }
}

TEST(Bytes, RandomRecordsRoundTripAndNoPrefixPasses) {
  std::mt19937_64 random(7);
  for (int round = 0; round < kRounds / 100; ++round) {
    std::vector<Field> fields(1 + random() % 6);
    std::string out;
    for (Field& field : fields) {
      field = RandomField(random);
      std::visit(Writer{&out}, field);
    }
    ByteReader whole(out);
    for (const Field& field : fields) ASSERT_TRUE(std::visit(Same{&whole}, field));
    ASSERT_TRUE(whole.ok() && whole.done());
    const std::string cut =
        out.substr(0, random() % out.size());  // its own allocation: sanitizers see its end
    ByteReader part(cut);
    for (const Field& field : fields) std::visit(Same{&part}, field);
    ASSERT_FALSE(part.ok());
  }
}

TEST(Bytes, AfterAFailureEveryValueIsZero) {
  const std::string bytes =
      "\x05"
      "abc";
  ByteReader in(bytes);
  EXPECT_EQ(in.String(), "");
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.U8(), 0U);
  EXPECT_EQ(in.Big32(), 0U);
  EXPECT_EQ(in.Big64(), 0U);
  EXPECT_EQ(in.Varint(), 0U);
  EXPECT_EQ(in.Varint32(), 0U);
  EXPECT_EQ(in.Bytes(0), "");
  EXPECT_EQ(in.left(), 0U);
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, ZigzagOrdersStepsByTheirLength) {
  EXPECT_EQ(Zigzag(0), 0U);
  EXPECT_EQ(Zigzag(-1), 1U);
  EXPECT_EQ(Zigzag(1), 2U);
  EXPECT_EQ(Zigzag(std::numeric_limits<std::int64_t>::min()), ~std::uint64_t{0});
  for (const std::int64_t step :
       {std::int64_t{0}, std::int64_t{-7}, std::int64_t{1} << 40,
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()})
    EXPECT_EQ(Unzigzag(Zigzag(step)), step);
}

TEST(Bytes, Zigzag32CountsModulo32Bits) {
  EXPECT_EQ(Zigzag32(0), 0U);
  EXPECT_EQ(Zigzag32(0U - 1), 1U);
  EXPECT_EQ(Zigzag32(1), 2U);
  for (const std::uint32_t step :
       {0U, 1U, 7U, 1U << 20, 0x7fffffffU, 0x80000000U, 0xfffffff0U, 0xffffffffU})
    EXPECT_EQ(Unzigzag32(Zigzag32(step)), step);
}

// The writer that grows a string, the writer into room and both readers agree.
TEST(Bytes, VarintsInRoom) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    for (const std::uint64_t value : {std::uint64_t{1} << bits, (std::uint64_t{1} << bits) - 1}) {
      std::string put;
      PutVarint(&put, value);
      std::array<unsigned char, kMostVarintBytes> room{};
      unsigned char* end = WriteVarint(room.data(), value);
      EXPECT_EQ(std::string(room.data(), end), put);
      EXPECT_EQ(VarintBytes(value), put.size());
      const unsigned char* at = room.data();
      EXPECT_EQ(TakeVarint(&at), value);
      EXPECT_EQ(at, end);
    }
  }
}

TEST(Bytes, OverlongVarintsFail) {
  for (const std::string& bytes : {std::string(10, '\x80') + "\x01",
                                   std::string(9, '\xff') + "\x02", std::string(20, '\xff')}) {
    ByteReader in(bytes);
    EXPECT_EQ(in.Varint(), 0U);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.U8(), 0U);
  }
}

TEST(Bytes, Varint32RefusesMore) {
  std::string out;
  PutVarint(&out, 0xffffffffU);
  PutVarint(&out, 0x100000000U);
  ByteReader in(out);
  EXPECT_EQ(in.Varint32(), 0xffffffffU);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.Varint32(), 0U);
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, AHugeStringLengthDoesNotWrap) {
  std::string out;
  PutVarint(&out, ~std::uint64_t{0});
  out += "abc";
  ByteReader in(out);
  EXPECT_EQ(in.String(), "");
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, AnyBytesAreReadWithinBounds) {
  std::mt19937_64 random(8);
  for (int round = 0; round < kRounds / 100; ++round) {
    std::string bytes(random() % 30, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    ByteReader in(bytes);
    while (in.ok() && !in.done()) std::visit(Same{&in}, RandomField(random));
    ASSERT_LE(in.left(), bytes.size());
  }
}

}  // namespace
}  // namespace thresh
