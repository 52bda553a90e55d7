#include "indexer/run/run_format.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/page_maker.h"

namespace thresh {
namespace {

Page NestedPage() {
  PageMaker maker("http://example.com/a/b");
  const BlockNo outer = maker.AddBlock("outer"), inner = maker.AddBlock("inner"),
                empty = maker.AddBlock("empty");
  const BlockNo title = maker.AddBlock("title", Field::kTitle);
  maker.Words(outer, "one two").Words(outer, "three").Words(inner, "four").Words(outer, "five");
  maker.Words(empty, "").Words(title, "six");
  Page page = maker.Make();
  page.site = "example.com";
  page.title = "six";
  page.heading_first = 1;
  page.heading_last = 3;
  page.broken = true;
  page.heading_hash = HashBytes("two three");
  page.links = {{"http://example.com/a/c", inner, 2, 1}};
  return page;
}

TEST(RunDocRecord, SurvivesEncoding) {
  const RunDocRecord made = MakeRunDocRecord(NestedPage(), DocId(7), SiteId(3), DocId(2));
  RunDocRecord read;
  ASSERT_TRUE(read.Decode(made.Encode()));
  EXPECT_EQ(read.id, DocId(7));
  EXPECT_EQ(read.host, "example.com");
  EXPECT_EQ(read.doc.url, "http://example.com/a/b");
  EXPECT_EQ(read.doc.site, SiteId(3));
  EXPECT_EQ(read.doc.title, "six");
  EXPECT_EQ(read.doc.body_tokens_seen, 5u);
  EXPECT_EQ(read.doc.blocks, 2u);  // with words, of the body
  EXPECT_TRUE(read.doc.duplicate);
  EXPECT_EQ(read.doc.duplicate_of, DocId(2));
  EXPECT_EQ(read.heading_hash, HashBytes("two three"));
  EXPECT_EQ(read.heading_first, 1u);
  EXPECT_EQ(read.heading_last, 3u);
  EXPECT_TRUE(read.broken);
  ASSERT_EQ(read.blocks.size(), 4u);
  EXPECT_EQ(read.blocks[0].tokens, 4u);
  EXPECT_EQ(read.blocks[0].text_hash, made.blocks[0].text_hash);
  EXPECT_EQ(read.blocks[2].tokens, 0u);
  EXPECT_EQ(read.blocks[3].field, Field::kTitle);
  EXPECT_EQ(read.Encode(), made.Encode());
}

TEST(RunDocRecord, LayoutJoinsNeighboursAndLeavesEmptySpansOut) {
  const RunDocRecord record = MakeRunDocRecord(NestedPage(), DocId(0), SiteId(0), std::nullopt);
  ASSERT_EQ(record.layout.size(), 3u);
  EXPECT_EQ(record.layout[0].block, BlockNo(0));
  EXPECT_EQ(record.layout[0].tokens, 3u);
  EXPECT_EQ(record.layout[1].block, BlockNo(1));
  EXPECT_EQ(record.layout[2].tokens, 1u);
  EXPECT_FALSE(record.doc.duplicate);
}

TEST(RunDocRecord, EveryCutAndABlockOutOfRangeIsRefused) {
  RunDocRecord record = MakeRunDocRecord(NestedPage(), DocId(7), SiteId(3), std::nullopt);
  const std::string bytes = record.Encode();
  RunDocRecord read;
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(read.Decode(bytes.substr(0, n))) << n;
  EXPECT_FALSE(read.Decode(bytes + '\0'));
  record.layout[0].block = BlockNo(4);
  EXPECT_FALSE(read.Decode(record.Encode()));
}

TEST(RunText, IsATextRecordWithoutVerdicts) {
  TextRecord text;
  ASSERT_TRUE(text.Decode(EncodeRunText(NestedPage())));
  ASSERT_EQ(text.spans.size(), 5u);
  EXPECT_EQ(text.spans[2].text, "four");
  EXPECT_EQ(text.spans[2].block, BlockNo(1));
  EXPECT_EQ(text.spans[0].tokens, 2u);
  EXPECT_TRUE(text.verdicts.empty());
}

TEST(RunLinks, AreALinksRecord) {
  LinksRecord links;
  ASSERT_TRUE(links.Decode(EncodeRunLinks(NestedPage()), "http://example.com/a/b"));
  ASSERT_EQ(links.links.size(), 1u);
  EXPECT_EQ(links.links[0].target, "http://example.com/a/c");
  EXPECT_EQ(links.links[0].block, BlockNo(1));
}

struct Posting {
  std::uint32_t doc, field;
  std::vector<std::uint32_t> positions;
  friend bool operator==(const Posting&, const Posting&) = default;
};

std::vector<Posting> RandomPostings(std::uint32_t seed) {
  std::minstd_rand random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<Posting> list;
  for (std::uint32_t doc = below(3); list.size() < 50; doc += 1 + below(3) * below(1000)) {
    for (std::uint32_t field = below(3); field < kOwnFieldCount; field += 1 + below(3)) {
      Posting posting{doc, field, {}};
      for (std::uint32_t at = below(2) * below(100000), n = 1 + below(4) * below(3); n > 0;
           --n, at += 1 + below(300)) {
        posting.positions.push_back(at);
      }
      list.push_back(posting);
    }
  }
  return list;
}

TEST(RunPostings, SurviveEncoding) {
  RunPostingsWriter writer;
  for (std::uint32_t seed = 1; seed < 200; ++seed) {
    const std::vector<Posting> made = RandomPostings(seed);
    writer.Clear();
    for (const Posting& p : made)
      writer.Add(DocId(p.doc), static_cast<Field>(p.field), p.positions);
    std::vector<Posting> read;
    RunPostingsReader reader(writer.bytes());
    while (reader.Next())
      read.push_back(
          {reader.doc().value, static_cast<std::uint32_t>(reader.field()), reader.positions()});
    EXPECT_TRUE(reader.ok());
    ASSERT_EQ(read, made);
  }
}

TEST(RunPostings, MalformedListsEndWithoutOk) {
  const auto ok = [](std::string_view bytes) {
    RunPostingsReader reader(bytes);
    while (reader.Next()) {
    }
    return reader.ok();
  };
  EXPECT_TRUE(ok(""));
  EXPECT_TRUE(ok("\x01\x05"));                           // doc 0, body, position 5
  EXPECT_TRUE(ok("\x01\x05\x03\x06"));                   // and in the title, position 6
  EXPECT_FALSE(ok("\x01"));                              // cut
  EXPECT_FALSE(ok("\x01\x05\x01\x06"));                  // the same field again
  EXPECT_FALSE(ok("\x03\x05\x01\x06"));                  // an earlier field
  EXPECT_FALSE(ok(std::string("\x00\x00", 2)));          // no position
  EXPECT_FALSE(ok(std::string("\x00\x7f\x01", 3)));      // more positions than bytes
  EXPECT_FALSE(ok(std::string("\x00\x02\x05\x00", 4)));  // the same position again
  EXPECT_FALSE(ok("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"));
}

TEST(EncodedStrikes, SurviveAndRefuseCuts) {
  Strikes strikes;
  strikes.templates = {{SiteId(2), HashBytes("a"), MakeRule("bsc_wfc.text", {RuleField::Count(7)})},
                       {SiteId(0), HashBytes("b"), MakeRule("sandwich.nearest")}};
  strikes.strikes = {{DocId(5), BlockNo(1), TemplateId(1), 80},
                     {DocId(5), BlockNo(9), TemplateId(0), 100},
                     {DocId(900), BlockNo(0), TemplateId(0), 93}};
  const std::string bytes = EncodeStrikes(strikes);
  Strikes read;
  ASSERT_TRUE(DecodeStrikes(bytes, &read));
  ASSERT_EQ(read.templates.size(), 2u);
  EXPECT_EQ(read.templates[0].rule, strikes.templates[0].rule);
  EXPECT_EQ(read.templates[1].key, HashBytes("b"));
  ASSERT_EQ(read.strikes.size(), 3u);
  EXPECT_EQ(read.strikes[1].block, BlockNo(9));
  EXPECT_EQ(read.strikes[2].doc, DocId(900));
  EXPECT_EQ(EncodeStrikes(read), bytes);
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(DecodeStrikes(bytes.substr(0, n), &read)) << n;
  strikes.templates.pop_back();  // a strike without its template
  EXPECT_FALSE(DecodeStrikes(EncodeStrikes(strikes), &read));
}

}  // namespace
}  // namespace thresh
