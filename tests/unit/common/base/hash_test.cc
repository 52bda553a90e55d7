#include "common/base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/golden/golden_file.h"

namespace thresh {
namespace {

std::uint64_t Number(const nlohmann::json& hex) {
  return std::stoull(hex.get<std::string>(), nullptr, 16);
}

TEST(Hash, PrintedVectors) {
  EXPECT_EQ(Fnv1a64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(Fnv1a64("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(H64("template"), 0xfd55258ecfa4a4ecU);
  EXPECT_EQ(Seed64(0), 0x9ca066f1a4ab2eeaU);
}

TEST(Hash, Golden) {
  const nlohmann::json golden = ReadGolden("hash.json");
  ASSERT_FALSE(golden["cases"].empty());
  for (const nlohmann::json& test : golden["cases"]) {
    if (test["fn"] == "H64") {
      const std::string input = test["input"].get<std::string>();
      EXPECT_EQ(Fnv1a64(input), Number(test["fnv1a64"])) << input;
      EXPECT_EQ(H64(input), Number(test["expect"])) << input;
    } else {
      ASSERT_EQ(test["fn"], "seed");
      EXPECT_EQ(Seed64(test["input"].get<std::uint32_t>()), Number(test["expect"]));
    }
  }
}

TEST(Hash, Xxh3IsTheStoredHash) {  // changing it would orphan every store
  EXPECT_EQ(HashBytes("").Hex(), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(HashBytes("template"), HashBytes(std::string("temp") + "late"));
}

TEST(Hash, HexRoundTrip) {
  const Hash128 hash{0x0123456789abcdefU, 0x00000000000000ffU};
  EXPECT_EQ(hash.Hex(), "0123456789abcdef00000000000000ff");
  Hash128 read;
  ASSERT_TRUE(Hash128::FromHex(hash.Hex(), &read));
  EXPECT_EQ(read, hash);
  for (const char* bad : {"", "0", "0123456789abcdef00000000000000f",
                          "0123456789abcdef00000000000000fff", "0123456789abcdef00000000000000fg",
                          "-123456789abcdef00000000000000ff", "0123456789abcdef 0000000000000ff"}) {
    EXPECT_FALSE(Hash128::FromHex(bad, &read)) << bad;
  }
}

TEST(Hash, StreamEqualsWhole) {
  const std::string text = "a stream is the same in any pieces";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Hasher128 hasher;
    hasher.Bytes(std::string_view(text).substr(0, cut));
    hasher.Bytes(std::string_view(text).substr(cut));
    EXPECT_EQ(hasher.Finish(), HashBytes(text));
  }
}

TEST(Hash, FieldsAreFramed) {
  const auto hash = [](std::string_view a, std::string_view b) {
    Hasher128 hasher;
    hasher.Field(a);
    hasher.Field(b);
    return hasher.Finish();
  };
  const std::set<Hash128> different = {hash("ab", "c"), hash("a", "bc"), hash("", "abc"),
                                       hash("abc", "")};
  EXPECT_EQ(different.size(), 4U);
  EXPECT_EQ(hash("ab", "c"), hash("ab", "c"));
}

TEST(Hash, NumbersAreEightLittleEndianBytes) {
  Hasher128 hasher;
  hasher.Number(0x0102030405060708U);
  EXPECT_EQ(hasher.Finish(), HashBytes("\x08\x07\x06\x05\x04\x03\x02\x01"));
}

TEST(Hash, AMovedHasherGoesOn) {
  Hasher128 first;
  first.Bytes("ab");
  Hasher128 second = std::move(first);
  second.Bytes("c");
  EXPECT_EQ(second.Finish(), HashBytes("abc"));
}

}  // namespace
}  // namespace thresh
