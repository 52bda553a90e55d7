#include "common/store/schema.h"
#include "common/base/version.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/common/store/random_records.h"

namespace thresh {
namespace {

// One row a record: a random one encoded, and whether bytes decode to something that encodes to the
// same again.
struct RecordKind {
  const char* name;
  std::string (*make)(std::mt19937_64* random);
  bool (*survives)(std::string_view bytes, std::string* again);
};

constexpr std::string_view kPageUrl = "http://example.org/a/page.html";

template <typename Record>
bool Survives(std::string_view bytes, std::string* again) {
  Record record;
  if (!record.Decode(bytes)) return false;
  *again = record.Encode();
  return true;
}

bool LinksSurvive(std::string_view bytes, std::string* again) {
  LinksRecord record;
  if (!record.Decode(bytes, kPageUrl)) return false;
  *again = record.Encode(kPageUrl);
  return true;
}

bool SitesSurvive(std::string_view bytes, std::string* again) {
  std::vector<SiteRecord> sites;
  if (!DecodeSites(bytes, &sites)) return false;
  *again = EncodeSites(sites);
  return true;
}

const RecordKind kKinds[] = {
    {"doc", [](std::mt19937_64* r) { return RandomDoc(r).Encode(); }, Survives<DocRecord>},
    {"text", [](std::mt19937_64* r) { return RandomText(r).Encode(); }, Survives<TextRecord>},
    {"template", [](std::mt19937_64* r) { return RandomTemplate(r).Encode(); },
     Survives<TemplateRecord>},
    {"lengths", [](std::mt19937_64* r) { return RandomLengths(r).Encode(); },
     Survives<LengthsRecord>},
    {"statistics", [](std::mt19937_64* r) { return RandomStatistics(r).Encode(); },
     Survives<Statistics>},
    {"links", [](std::mt19937_64* r) { return RandomLinks(r, kPageUrl).Encode(kPageUrl); },
     LinksSurvive},
    {"sites",
     [](std::mt19937_64* r) {
       return EncodeSites({{RandomString(r, 20), RandomStatistics(r)}, {"", RandomStatistics(r)}});
     },
     SitesSurvive},
};

class Records : public testing::TestWithParam<RecordKind> {
 protected:
  std::mt19937_64 random_{17};
};

TEST_P(Records, ComeBack) {
  for (int round = 0; round < 300; ++round) {
    const std::string bytes = GetParam().make(&random_);
    std::string again;
    ASSERT_TRUE(GetParam().survives(bytes, &again));
    ASSERT_EQ(again, bytes);
  }
}

TEST_P(Records, EveryCutIsSeen) {
  for (int round = 0; round < 20; ++round) {
    const std::string bytes = GetParam().make(&random_);
    std::string again;
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      ASSERT_FALSE(GetParam().survives(std::string_view(bytes).substr(0, cut), &again)) << cut;
    }
    ASSERT_FALSE(GetParam().survives(bytes + '\0', &again));
  }
}

TEST_P(Records, FlipsNeverCrash) {
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = GetParam().make(&random_);
    for (std::uint64_t flips = 1 + random_() % 4; flips > 0 && !bytes.empty(); --flips) {
      bytes[random_() % bytes.size()] = static_cast<char>(random_());
    }
    std::string once, twice;
    if (!GetParam().survives(bytes, &once)) continue;
    ASSERT_TRUE(GetParam().survives(once, &twice));  // what was understood is a record
    ASSERT_EQ(once, twice);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Records, testing::ValuesIn(kKinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

// ---- field by field: a field that neither direction knows would survive everything above

TEST(DocRecord, KeepsEveryField) {
  std::mt19937_64 random(1);
  const DocRecord doc = RandomDoc(&random);
  DocRecord back;
  ASSERT_TRUE(back.Decode(doc.Encode()));
  EXPECT_TRUE(SameDoc(doc, back));
}

TEST(TextRecord, KeepsEveryFieldAndFindsVerdicts) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    const TextRecord text = RandomText(&random);
    TextRecord back;
    ASSERT_TRUE(back.Decode(text.Encode()));
    EXPECT_TRUE(SameText(text, back));
    for (const auto& v : text.verdicts) {
      ASSERT_NE(back.Find(v.block), nullptr);
      EXPECT_EQ(back.Find(v.block)->template_id, v.template_id);
    }
    EXPECT_EQ(back.Find(BlockNo(0xffffffff)), nullptr);
  }
}

TEST(TemplateRecord, KeepsEveryField) {
  std::mt19937_64 random(3);
  const TemplateRecord record = RandomTemplate(&random);
  TemplateRecord back;
  ASSERT_TRUE(back.Decode(record.Encode()));
  EXPECT_TRUE(SameTemplate(record, back));
}

TEST(LinksRecord, KeepsEveryField) {
  std::mt19937_64 random(4);
  const LinksRecord links = RandomLinks(&random, kPageUrl);
  LinksRecord back;
  ASSERT_TRUE(back.Decode(links.Encode(kPageUrl), kPageUrl));
  EXPECT_TRUE(SameLinks(links, back));
  EXPECT_FALSE(back.Decode(links.Encode(kPageUrl), "http://"));  // shares more than that base has
}

TEST(LengthsRecord, KeepsEveryWidth) {
  for (const std::uint32_t widest :
       {0U, 255U, 256U, 65535U, 65536U, 0xffffffU, 0x1000000U, 0xffffffffU}) {
    LengthsRecord lengths;
    for (auto& column : lengths.words) column = {1, widest, 0};
    lengths.distinct = {0, 7, widest};
    lengths.priors = {widest, 0, 9};
    LengthsRecord back;
    ASSERT_TRUE(back.Decode(lengths.Encode()));
    EXPECT_EQ(back.words, lengths.words);
    EXPECT_EQ(back.distinct, lengths.distinct);
    LengthsRecord totals;
    ASSERT_TRUE(totals.DecodeTotals(lengths.Encode()));
    EXPECT_EQ(totals.distinct, lengths.distinct);
    EXPECT_EQ(totals.priors, lengths.priors);
    for (std::uint32_t doc = 0; doc < 3; ++doc)
      EXPECT_EQ(totals.Total(DocId(doc)), lengths.Total(DocId(doc)));
  }
  LengthsRecord back;
  ASSERT_TRUE(back.Decode(LengthsRecord().Encode()));
  EXPECT_EQ(back.docs(), 0U);
}

TEST(Format, NoOtherVersionIsRead) {
  EXPECT_TRUE(ReadsFormat(std::to_string(kFormatVersion)));
  for (std::uint32_t version = 1; version < kFormatVersion; ++version)
    EXPECT_FALSE(ReadsFormat(std::to_string(version)));
  for (const char* version : {"", "0", "-1", "1x", "x", "99999999999999"})
    EXPECT_FALSE(ReadsFormat(version));
  EXPECT_FALSE(ReadsFormat(std::to_string(kFormatVersion + 1)));
}

TEST(LengthsRecord, TotalIsOverAllFields) {
  LengthsRecord lengths;
  for (std::size_t f = 0; f < kOwnFieldCount; ++f)
    lengths.words[f] = {0, static_cast<std::uint32_t>(f + 1)};
  EXPECT_EQ(lengths.Total(DocId(1)), 1U + 2 + 3 + 4);
}

TEST(Statistics, AddsEveryNumber) {
  std::mt19937_64 random(6);
  const Statistics a = RandomStatistics(&random), b = RandomStatistics(&random);
  Statistics sum = a;
  sum.Add(b);
  Statistics other = b;
  other.Add(a);
  EXPECT_EQ(sum.Encode(), other.Encode());
  EXPECT_EQ(sum.docs, a.docs + b.docs);
  EXPECT_EQ(sum.templates, a.templates + b.templates);
  EXPECT_EQ(sizeof(Statistics),
            17 * sizeof(std::uint64_t));  // a new number must be described and tested, too
}

// ---- keys

TEST(Keys, OrderIsThatOfTheNumbers) {
  EXPECT_LT(DocKey(DocId(255)), DocKey(DocId(256)));
  EXPECT_LT(TemplateKey(TemplateId(1)), TemplateKey(TemplateId(0x01000000)));
  EXPECT_LT(ChunkKey("a", Field::kBody, 0xffffffff), ChunkKey("a", Field::kTitle, 0));
  EXPECT_LT(ChunkKey("a", Field::kDescription, 7), ChunkKey("a0", Field::kBody, 0));
  EXPECT_LT(ChunkKey("a", Field::kDescription, 7), ChunkKey("b", Field::kBody, 0));
  EXPECT_EQ(UrlKey("http://a/").size(), 16U);
  EXPECT_NE(UrlKey("http://a/"), UrlKey("http://b/"));
}

// What pages have only with the stemmer "auto" costs no byte without it.
TEST(OptionalRecords, StemmersStandAtTheEndIfThereAreAny) {
  DocRecord doc;
  doc.url = "http://a.org/";
  const std::string plain = doc.Encode();
  doc.stemmer = "german";
  const std::string bytes = doc.Encode();
  EXPECT_EQ(bytes, plain + "\x06german");
  DocRecord again;
  ASSERT_TRUE(again.Decode(bytes));
  EXPECT_EQ(again.stemmer, "german");
  ASSERT_TRUE(again.Decode(plain));
  EXPECT_EQ(again.stemmer, "");
  EXPECT_FALSE(again.Decode(bytes.substr(0, bytes.size() - 1)));

  std::vector<SiteRecord> sites = {{"a.org", {}}, {"b.org", {}}};
  const std::string none = EncodeSites(sites);
  sites[1].stemmers = {{"english", 3}, {"none", 1}};
  const std::string some = EncodeSites(sites);
  std::vector<SiteRecord> read;
  ASSERT_TRUE(DecodeSites(some, &read));
  EXPECT_TRUE(read[0].stemmers.empty());
  EXPECT_EQ(read[1].stemmers, sites[1].stemmers);
  EXPECT_EQ(StemmersOf(read), (std::vector<std::string>{"english", "none"}));
  EXPECT_EQ(some.substr(0, none.size()), none);
  EXPECT_FALSE(DecodeSites(none + std::string(2, '\0'), &read));
}

}  // namespace
}  // namespace thresh
