// TextSharing against a slow obvious twin: whatever is shared, what is read is what was there.
#include "indexer/merge/text_sharing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

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

  const SharedBytes* FindShared(std::uint32_t number) {
    auto [row, is_new] = shared_.try_emplace(number / kSharedPerRow);
    auto& [bytes, texts] = row->second;
    if (is_new && segment_->Get(Family::kText, SharedKey(row->first), &bytes).value()) {
      EXPECT_TRUE(CutSharedTexts(bytes, &texts));
    }
    const std::uint32_t place = number % kSharedPerRow;
    return place < texts.size() ? &texts[place] : nullptr;
  }
  // Nothing if the row is refused.
  std::optional<std::string> PlainAgain(const std::string& row) {
    if (!maker_.Make(row, [this](std::uint32_t number) { return FindShared(number); })) return {};
    return maker_.plain();
  }

  TempFolder folder_;
  std::unique_ptr<Segment> segment_;
  std::map<std::uint32_t, std::pair<std::string, std::vector<SharedBytes>>> shared_;
  PlainRowMaker maker_;
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
    std::string row;
    ASSERT_TRUE(segment_->Get(Family::kText, DocKey(DocId(d)), &row).value());
    EXPECT_EQ(PlainAgain(row), Plain(pages[d])) << d;
    std::set<std::uint32_t> struck, told;
    for (const StoredVerdict& verdict : pages[d].verdicts)
      if (verdict.verdict == Verdict::kTemplate) struck.insert(verdict.block.value);
    for (const BlockNo block : maker_.struck()) told.insert(block.value);
    EXPECT_EQ(told, struck) << d;
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
    const bool made = PlainAgain(text.Encode()).has_value();
    const Result<bool> put = PutSharedTexts(*segment_, &text);
    EXPECT_EQ(made, put.ok() && put.value());
    return made;
  };
  EXPECT_TRUE(whole(1, {1, 0, BlockNo(1)}));
  EXPECT_FALSE(whole(2, {1, 0, BlockNo(1)}));
  EXPECT_FALSE(whole(1, {1, 0, BlockNo(2)}));
  EXPECT_FALSE(whole(1, {1, 1, BlockNo(1)}));
  EXPECT_FALSE(whole(1, {1, 64, BlockNo(1)}));
}

// Whatever the bytes: what is made of them decodes, or they are refused as the decoder does.
TEST_F(TextSharingTest, MakesNoPlainRowOfDamage) {
  std::mt19937_64 random(5);
  std::vector<TextRecord> pages;
  for (int i = 0; i < 100; ++i) pages.push_back(RandomPage(&random));
  Write(pages);
  std::size_t refused = 0, made = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string row;
    const DocId doc(static_cast<std::uint32_t>(random() % pages.size()));
    ASSERT_TRUE(segment_->Get(Family::kText, DocKey(doc), &row).value());
    row[random() % row.size()] = static_cast<char>(random());
    if (random() % 2 == 0) row.resize(random() % (row.size() + 1));
    const std::optional<std::string> plain = PlainAgain(row);
    TextRecord text;
    const bool whole = text.Decode(row) && PutSharedTexts(*segment_, &text).value();
    ++(plain ? made : refused);
    if (!plain || !whole) continue;
    std::vector<PlainSpan> spans;
    std::string_view all;
    ASSERT_TRUE(DecodePlainText(*plain, &spans, &all));
    ASSERT_EQ(spans.size(), text.spans.size());
    for (std::size_t s = 0, at = 0; s < spans.size(); at += spans[s++].bytes) {
      EXPECT_EQ(spans[s].block, text.spans[s].block);
      EXPECT_EQ(spans[s].glued, text.spans[s].glued);
      EXPECT_EQ(spans[s].tokens, text.spans[s].tokens);
      EXPECT_EQ(all.substr(at, spans[s].bytes), text.spans[s].text);
    }
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(made, 100U);
  // A row of shared texts that is cut short or holds a reference is refused.
  std::string shared;
  std::vector<SharedBytes> texts;
  ASSERT_TRUE(segment_->Get(Family::kText, SharedKey(0), &shared).value());
  for (std::size_t size = 0; size < shared.size(); ++size) {
    std::vector<SharedText> twin;
    const std::string_view begin = std::string_view(shared).substr(0, size);
    EXPECT_EQ(CutSharedTexts(begin, &texts), DecodeSharedTexts(begin, &twin)) << size;
    EXPECT_EQ(texts.empty(), twin.empty());
  }
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
