// Spellings that do not fit into memory are those that do.
#include "indexer/merge/spellings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "common/base/files.h"
#include "tests/support/dice.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// Words of a few letters, most of which are another word without their accents.
std::set<std::string> MakeTerms(Dice& dice) {
  constexpr std::string_view kLetters[] = {"a", "\xc3\xa4", "\xc3\xa1", "e", "\xc3\xa9", "x"};
  std::set<std::string> terms;
  for (int i = 0; i < 200; ++i) {
    std::string term;
    for (std::uint32_t n = 1 + dice.Below(4); n > 0; --n)
      term += kLetters[dice.Below(std::size(kLetters))];
    terms.insert(term);
  }
  return terms;
}

// The digest of a segment that has nothing but the rows of these spellings.
Hash128 DigestOf(const std::set<std::string>& terms, std::size_t most_bytes) {
  const TempFolder folder, beside;
  Result<std::unique_ptr<SegmentWriter>> segment =
      SegmentWriter::Create(folder.path() + "/segment");
  EXPECT_TRUE(segment.ok());
  Spellings spellings(beside.path() + "/spellings-", most_bytes);
  std::size_t most_files = 0;
  const auto files = [&] {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(beside.path()), {}));
  };
  for (const std::string& term : terms) {
    EXPECT_TRUE(spellings.Add(term).ok());
    most_files = std::max(most_files, files());
  }
  EXPECT_TRUE(spellings.Write(segment->get()).ok());
  EXPECT_EQ(most_files > 0, most_bytes < Spellings::kMostBytes);
  EXPECT_EQ(files(), 0U);
  return (*segment)->Finish()->digest;
}

TEST(Spellings, AreTheSameInFiles) {
  Dice dice(7);
  for (int round = 0; round < 10; ++round) {
    const std::set<std::string> terms = MakeTerms(dice);
    const Hash128 in_memory = DigestOf(terms, Spellings::kMostBytes);
    // Of one pair each, and of a few.
    EXPECT_EQ(DigestOf(terms, 1), in_memory);
    EXPECT_EQ(DigestOf(terms, 200), in_memory);
  }
}

}  // namespace
}  // namespace thresh
