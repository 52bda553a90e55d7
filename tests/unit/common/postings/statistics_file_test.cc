// Statistics files: what is written is found, and no damage goes unnoticed.
#include "common/postings/statistics_file.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "common/base/bytes.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

TermRecord Counts(std::uint32_t df) {
  TermRecord counts{.df = df, .cf = 2 * df, .fields = {}};
  FieldList& list = counts.fields.emplace_back();
  list.df = df;
  list.cf = 2 * df;
  return counts;
}

// A file of these terms, `rows` to a block, written by hand.
std::string Written(const std::map<std::string, std::uint32_t>& terms, std::size_t rows) {
  StatisticsSummary summary;
  summary.docs = 900;
  summary.words = 7000;
  std::string bytes(kStatisticsTitle);
  std::vector<StatisticsRow> block = {{.key = SiteRowKey("a.example"), .counts = {}}};
  const auto close = [&] {
    const std::string encoded = EncodeStatisticsRows(block);
    summary.blocks.push_back({.first = block.front().key,
                              .begin = bytes.size(),
                              .bytes = static_cast<std::uint32_t>(encoded.size()),
                              .hash = HashBytes(encoded)});
    bytes += encoded;
    block.clear();
  };
  for (const auto& [term, df] : terms) {
    if (block.size() == rows) close();
    block.push_back({.key = term, .counts = Counts(df)});
  }
  close();
  const std::string end = summary.Encode();
  const Hash128 hash = HashBytes(end);
  std::string trailer;
  PutBig64(&trailer, bytes.size());
  PutBig64(&trailer, hash.high);
  PutBig64(&trailer, hash.low);
  return bytes + end + trailer;
}

std::map<std::string, std::uint32_t> RandomTerms(std::mt19937& random) {
  std::map<std::string, std::uint32_t> terms;
  for (std::size_t i = random() % 300; i > 0; --i) {
    std::string term;
    for (std::size_t c = 1 + random() % 4; c > 0; --c)
      term += static_cast<char>('a' + random() % 4);
    terms[term] = 1 + static_cast<std::uint32_t>(random() % 900);
  }
  return terms;
}

std::map<std::string, std::uint32_t> Visited(const StatisticsFile& file, std::string_view prefix) {
  std::map<std::string, std::uint32_t> found;
  std::string before;
  EXPECT_TRUE(file.VisitTerms(prefix,
                              [&](std::string_view term, std::uint32_t df) {
                                EXPECT_LT(before, term);
                                found.emplace(before = term, df);
                                return true;
                              })
                  .ok());
  return found;
}

TEST(StatisticsFile, WhatWasCountedIsFound) {
  const TempFolder folder;
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    const auto terms = RandomTerms(random);
    const auto other = RandomTerms(random);
    ASSERT_TRUE(WriteFileDurably(folder / "f", Written(terms, 1 + random() % 9)).ok());
    const auto opened = StatisticsFile::Open(folder / "f");
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    const StatisticsFile& file = *opened.value();
    EXPECT_EQ(file.docs(), 900);
    EXPECT_EQ(file.average_length(), 7000.0 / 900);
    for (const auto& [term, df] : terms) EXPECT_EQ(file.Find(term).value(), Counts(df));
    for (const auto& [term, df] : other)
      EXPECT_EQ(file.Find(term).value().has_value(), terms.contains(term));
    for (const std::string prefix : {"", "a", "bc", "dddd", "zz"}) {
      std::map<std::string, std::uint32_t> expected;
      for (const auto& [term, df] : terms) {
        if (term.starts_with(prefix)) expected.emplace(term, df);
      }
      EXPECT_EQ(Visited(file, prefix), expected) << prefix;
    }
  }
}

TEST(StatisticsFile, NoDamagedByteAndNoCutGoesUnnoticed) {
  const TempFolder folder;
  const std::map<std::string, std::uint32_t> terms = {{"barn", 3}, {"oat", 4}, {"rye", 5}};
  const std::string whole = Written(terms, 2);
  const auto read = [&](const std::string& bytes) -> Status {
    THRESH_RETURN_IF_ERROR(WriteFileDurably(folder / "f", bytes));
    THRESH_ASSIGN_OR_RETURN(const auto file, StatisticsFile::Open(folder / "f"));
    return file->VisitTerms("", [](std::string_view, std::uint32_t) { return true; });
  };
  ASSERT_TRUE(read(whole).ok());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
    EXPECT_EQ(read(bytes).code(), Code::kUnusable) << at;
    EXPECT_EQ(read(whole.substr(0, at)).code(), Code::kUnusable) << at;
  }
  EXPECT_EQ(read(whole + "x").code(), Code::kUnusable);
  EXPECT_EQ(StatisticsFile::Open(folder / "none").status().code(), Code::kMissing);
}

}  // namespace
}  // namespace thresh
