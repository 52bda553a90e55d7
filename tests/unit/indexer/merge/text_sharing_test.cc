// TextSharing against a slow obvious twin: whatever is shared, what is read is what was there.
#include "indexer/merge/text_sharing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "common/store/store.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/common/store/random_records.h"
#include "tests/unit/common/store/row_store.h"

namespace thresh {
namespace {

constexpr std::uint32_t kBlocks = 9;

// Few texts, and blocks that go on behind others, so that pages have much in common.
TextRecord RandomPage(std::mt19937_64* random) {
  static const std::string kTexts[] = {"Home", "News", "a", "imprint and more", "b c"};
  TextRecord page;
  std::uint32_t block = 0, position = 0;
  for (std::uint64_t i = (*random)() % 30; i > 0; --i) {
    block = (*random)() % 4 == 0 ? static_cast<std::uint32_t>((*random)() % kBlocks)
                                 : (block + 1) % kBlocks;
    page.spans.push_back({kTexts[(*random)() % 5],
                          BlockNo(block),
                          (*random)() % 4 == 0,
                          static_cast<std::uint32_t>((*random)() % 3),
                          {}});
    position += page.spans.back().tokens;
  }
  if ((*random)() % 4 == 0) {
    page.heading_first = position / 3;
    page.heading_last = position / 2;
  }
  for (std::uint32_t b = 0; b < kBlocks; ++b) {
    const auto has = [&](const TextRecord::StoredSpan& span) { return span.block.value == b; };
    if (b % 4 == 0 || std::none_of(page.spans.begin(), page.spans.end(), has)) continue;
    const Verdict verdict = (*random)() % 5 == 0 ? Verdict::kKeptOne : Verdict::kTemplate;
    page.verdicts.push_back({BlockNo(b), verdict, TemplateId(b / 2), 9, 100});
  }
  return page;
}

std::string Plain(const TextRecord& page) {
  std::vector<SpanView> spans;
  for (const auto& span : page.spans)
    spans.push_back({span.text, span.block, span.glued, span.tokens});
  return EncodePlainText(spans);
}

// Words of the body by position, an empty word for one that is struck.
std::vector<std::string> KeptWords(const TextRecord& text) {
  std::vector<std::string> words;
  std::uint32_t position = 0;
  for (const auto& span : text.spans) {
    const auto* verdict = text.Find(span.block);
    for (std::uint32_t w = 0; w < span.tokens; ++w, ++position) {
      const bool heading = position >= text.heading_first && position < text.heading_last;
      const bool struck =
          span.shared.count > 0 || (verdict != nullptr && verdict->verdict == Verdict::kTemplate);
      words.push_back(struck && !heading ? "" : span.text);
    }
  }
  return words;
}

class TextSharingTest : public testing::Test {
 protected:
  // Writes the pages and opens the segment.
  void Write(const std::vector<TextRecord>& pages) {
    SmallRows rows = MakeRows(static_cast<std::uint32_t>(pages.size()), "x");
    RowsOf(&rows, Family::kText).clear();
    auto writer = SegmentWriter::Create(folder_.path() + "/segment");
    ASSERT_TRUE(writer.ok());
    for (std::size_t f = 0; f < kFamilyCount; ++f) {
      for (const auto& [key, value] : rows[f])
        ASSERT_TRUE((*writer)->Put(static_cast<Family>(f), key, value).ok());
    }
    TextSharing sharing;
    for (std::uint32_t d = 0; d < pages.size(); ++d) {
      TextRecord decided = pages[d];
      decided.spans.clear();
      const std::optional<std::string> row = sharing.Row(Plain(pages[d]), kBlocks, decided);
      ASSERT_TRUE(row);
      bytes_ += row->size();
      ASSERT_TRUE((*writer)->Put(Family::kText, DocKey(DocId(d)), *row).ok());
    }
    ASSERT_TRUE(sharing.Write(writer->get()).ok());
    ASSERT_TRUE((*writer)->Finish().ok());
    auto segment = Segment::Open(folder_.path() + "/segment");
    ASSERT_TRUE(segment.ok()) << segment.status().message();
    segment_ = std::move(segment.value());
  }

  TempFolder folder_;
  std::unique_ptr<Segment> segment_;
  std::size_t bytes_ = 0;
};

TEST_F(TextSharingTest, WhatIsReadIsWhatWasThere) {
  std::mt19937_64 random(3);
  std::vector<TextRecord> pages;
  for (int i = 0; i < 400; ++i) pages.push_back(RandomPage(&random));
  Write(pages);
  std::size_t runs = 0, longest = 0;
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    const Result<TextRecord> whole = ReadText(*segment_, DocId(d));
    ASSERT_TRUE(whole.ok()) << whole.status().message();
    EXPECT_TRUE(SameText(whole.value(), pages[d])) << d;
    const TextRecord kept = ReadKeptText(*segment_, DocId(d)).value();
    EXPECT_EQ(KeptWords(kept), KeptWords(pages[d])) << d;
    for (const auto& span : kept.spans) {
      runs += span.shared.count > 0 ? 1U : 0U;
      longest = std::max<std::size_t>(longest, span.shared.count);
    }
  }
  EXPECT_GT(runs, 500u);
  EXPECT_GT(longest, 1u);
}

TEST_F(TextSharingTest, PagesOfOneTemplateNameItInOneRun) {
  TextRecord page;
  for (std::uint32_t b = 0; b < kBlocks; ++b) {
    page.spans.push_back({"link " + std::to_string(b), BlockNo(b), false, 2, {}});
    page.verdicts.push_back({BlockNo(b), Verdict::kTemplate, TemplateId(0), 50, 100});
  }
  const std::vector<TextRecord> pages(50, page);
  Write(pages);
  EXPECT_EQ(ReadKeptText(*segment_, DocId(0)).value().spans.size(),
            kBlocks);  // the first keeps its own
  for (std::uint32_t d = 1; d < pages.size(); ++d) {
    const TextRecord kept = ReadKeptText(*segment_, DocId(d)).value();
    ASSERT_EQ(kept.spans.size(), 1u);
    EXPECT_EQ(kept.spans[0].shared.count, kBlocks);
    EXPECT_TRUE(SameText(ReadText(*segment_, DocId(d)).value(), page));
  }
  EXPECT_LT(bytes_, 50 * 20 + kBlocks * 20u);
}

TEST_F(TextSharingTest, TextsThatAreMissingOrOthersAreDamage) {
  TextRecord page;
  page.spans = {{"Home", BlockNo(1), false, 1, {}}};
  page.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(0), 2, 100}};
  Write({page, page});
  const auto whole = [this](std::uint32_t words, SharedReference run) {
    TextRecord text;
    text.spans = {{"", BlockNo(1), false, words, run}};
    const Result<bool> put = PutSharedTexts(*segment_, &text);
    return put.ok() && put.value();
  };
  EXPECT_TRUE(whole(1, {1, 0, BlockNo(1)}));
  EXPECT_FALSE(whole(2, {1, 0, BlockNo(1)}));
  EXPECT_FALSE(whole(1, {1, 0, BlockNo(2)}));
  EXPECT_FALSE(whole(1, {1, 1, BlockNo(1)}));
  EXPECT_FALSE(whole(1, {1, 64, BlockNo(1)}));
}

TEST(TextSharing, TakesNothingMalformed) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 2000; ++round) {
    const TextRecord page = RandomPage(&random);
    TextRecord decided = page;
    decided.spans.clear();
    std::string bytes = Plain(page);
    bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 2 == 0) bytes.resize(random() % (bytes.size() + 1));
    TextSharing sharing;
    const std::optional<std::string> row = sharing.Row(bytes, kBlocks, decided);
    TextRecord plain;
    EXPECT_TRUE(!row || plain.Decode(bytes)) << "what the reader refuses";
  }
}

}  // namespace
}  // namespace thresh
