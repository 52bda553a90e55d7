// docs/FORMAT.md shows bytes: a block "```hex NAME" holds hexadecimal bytes, and remarks behind two
// blanks and a #. Here every one of them is written by our code and must be the same, so that the
// drawing cannot be wrong.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "common/base/version.h"
#include "common/postings/packed.h"
#include "common/postings/posting_block.h"
#include "common/postings/postings.h"
#include "common/postings/statistics_file.h"
#include "common/store/page_names.h"
#include "common/store/schema.h"
#include "common/store/site_model.h"
#include "common/store/store.h"
#include "tests/unit/common/postings/posting_lists.h"

namespace thresh {
namespace {

// The example lists: a word on docs 3, 4 and 9, and one on every doc from 0 to 127, five times on
// doc 6.
SlowList ShortList() { return {{3, 40, {7}}, {4, 50, {0, 2, 300}}, {9, 40, {11}}}; }

SlowList FullBlock() {
  SlowList list;
  for (std::uint32_t doc = 0; doc < 128; ++doc) list.push_back({doc, 100, {doc % 2}});
  list[6] = {6, 200, {0, 1, 2, 3, 1000}};
  return list;
}

std::string TermExample() {
  const BuiltList body = Build(ShortList());
  TermRecord term;
  term.df = body.list.df;
  term.cf = body.list.cf;
  term.fields = {body.list};
  return term.Encode();
}

std::string ChunkedTermExample() {
  const BuiltList body = Build(FullBlock());
  TermRecord term;
  term.df = body.list.df;
  term.cf = body.list.cf;
  term.fields = {body.list};
  return term.Encode();
}

FieldList ListOfDocOne(Field field, std::uint32_t position) {
  PostingListWriter writer;
  const PostingListWriter::ChunkSink no_chunk = [](std::uint32_t, std::string_view,
                                                   std::string_view) { return Status(); };
  writer.Start(field, &no_chunk);
  EXPECT_TRUE(writer.Add(DocId(1), 30, std::array{position}).ok());
  return writer.Finish().value();
}

std::string TemplateTermExample() {
  TermRecord term;
  term.template_df = 1;
  term.fields = {ListOfDocOne(Field::kTemplate, 2), ListOfDocOne(Field::kTemplateAnchor, 0)};
  return term.Encode();
}

std::string GroupExample() {
  std::array<std::uint32_t, kGroup> numbers{};
  for (std::size_t i = 0; i < kGroup; i += 4) numbers[i] = 1;
  numbers[5] = 1000;
  std::string bytes;
  PackGroup(numbers, &bytes);
  return bytes;
}

std::string TextExample() {
  TextRecord text;
  text.spans = {{"Home", BlockNo(1), false, 1},
                {"Sand", BlockNo(2), false, 1},
                {"wich", BlockNo(2), true, 1}};
  text.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(3), 90, 100}};
  text.heading_first = 1;
  text.heading_last = 3;
  return text.Encode();
}

std::string ReferenceExample() {
  TextRecord text;
  text.spans = {{"", BlockNo(1), false, 5, {4, 7, BlockNo(6)}}, {"Sand", BlockNo(7), false, 1, {}}};
  return text.Encode();
}

std::string SharedTextsExample() {
  const SpanView home{"Home", BlockNo(1), false, 1};
  const std::string page = EncodePlainText({&home, 1});
  PlainTextReader reader;
  if (!reader.Read(page, 2)) return "the page of the example does not decode";
  const TextStretch& stretch = reader.stretches().front();
  std::string shared, row;
  AppendSharedText({BlockNo(1), Verdict::kTemplate, TemplateId(3), 90, 100}, stretch, &shared);
  AppendToSharedRow(stretch.step, shared, &row);
  return row;
}

LengthsRecord MadeLengths() {
  LengthsRecord lengths;
  lengths.words = {{{300, 2}, {4, 0}, {3, 3}, {0, 0}}};
  lengths.distinct = {120, 5};
  lengths.priors = {LengthsRecord::StoredPrior(0), LengthsRecord::StoredPrior(-1.5)};
  return lengths;
}

std::string LengthsExample() { return MadeLengths().Encode(); }

std::string TemplateLengthsExample() {
  LengthsRecord lengths = MadeLengths();
  lengths.templates = {
      {40, 0}, {12, 0}, {LengthsRecord::StoredPrior(-0.5), LengthsRecord::StoredPrior(-1.375)}};
  return lengths.Encode();
}

std::string LinksExample() {
  LinksRecord links;
  links.links = {{"http://a.org/x/2.html", BlockNo(1), 0, 1}, {"http://b.org/", BlockNo(4), 9, 2}};
  return links.Encode("http://a.org/x/1.html");
}

std::string DocExample() {
  DocRecord doc;
  doc.docno = doc.path = "x/1.html";
  doc.url = "http://a.org/x/1.html";
  doc.title = "One";
  doc.language = "en";
  doc.body_tokens_seen = 400;
  doc.body_tokens_indexed = 300;
  doc.blocks = 12;
  doc.template_blocks = 2;
  doc.token_hash = {0x0102030405060708, 0x090a0b0c0d0e0f10};
  doc.kept_hash = {0x1112131415161718, 0x191a1b1c1d1e1f20};
  doc.payload = 0x2122232425262728;
  return doc.Encode();
}

std::string CrawlRecordExample() {
  CrawlRecord record;
  record.first_seen = record.last_seen = record.words_changed = record.content_changed =
      "2024-01-02T03:04:05Z";
  record.change = PageChange::kNew;
  record.changed_by = 7;
  return record.Encode();
}

std::string TemplateExample() {
  TemplateRecord found;
  found.support = 90;
  found.tokens = 5;
  found.tokens_removed = 445;
  found.first = DocId(0);
  found.representative = DocId(2);
  found.representative_block = BlockNo(1);
  found.score = 100;
  found.exact = true;
  found.key = {0x0102030405060708, 0x090a0b0c0d0e0f10};
  found.rule = MakeRule("bsc_wfc.text", {RuleField::Count(90)});
  found.text = "Home";
  found.examples = {DocId(0), DocId(2), DocId(300)};
  return found.Encode();
}

std::string ImpactsExample() {
  std::string bytes;
  ImpactSet::Of(std::vector<Impact>{{1, 40}, {3, 50}, {2, 60}}).Encode(&bytes);
  return bytes;
}

FieldList CountedList(Field field, std::uint32_t df, std::uint64_t cf) {
  FieldList list;
  list.field = field;
  list.df = df;
  list.cf = cf;
  return list;
}

std::string StatisticsRowsExample() {
  std::vector<StatisticsRow> rows(3);
  rows[0].key = SiteRowKey("a.org");
  rows[1] = {"rye", {3, 6, 0, {CountedList(Field::kBody, 3, 5), CountedList(Field::kTitle, 1, 1)}}};
  rows[2] = {"ryes", {1, 1, 0, {CountedList(Field::kBody, 1, 1)}}};
  return EncodeStatisticsRows(rows);
}

std::string StatisticsSummaryExample() {
  StatisticsSummary summary;
  summary.analyzer = "a";
  summary.detector = "d";
  summary.docs = 3;
  summary.words = 7;
  summary.stores = {{1, 2}};
  summary.blocks = {{"rye", 0, 32, {3, 4}}};
  return summary.Encode();
}

std::string ModelExample() {
  SiteModel model;
  model.host = "a.org";
  model.analyzer = "a";
  model.detector = "spine";
  model.sample = 20000;
  model.of = 200000;
  return EncodeModels({model}).substr(1);  // behind the length of the list
}

std::map<std::string, std::string> Examples() {
  const BuiltList full = Build(FullBlock());
  return {
      {"chunk-key", ChunkKey("sand", Field::kTitle, 2)},
      {"impacts", ImpactsExample()},
      {"group", GroupExample()},
      {"term-inline", TermExample()},
      {"term-chunked", ChunkedTermExample()},
      {"chunk-postings", full.list.inline_postings},
      {"chunk-positions", full.chunks.chunks.at(0).second},
      {"doc", DocExample()},
      {"text", TextExample()},
      {"text-reference", ReferenceExample()},
      {"shared-texts", SharedTextsExample()},
      {"template", TemplateExample()},
      {"links", LinksExample()},
      {"lengths", LengthsExample()},
      {"spellings", EncodeSpellings({"caf\xc3\xa8", "caf\xc3\xa9"})},
      {"names", EncodeNames({{0x1f2e3d4c, DocId(7)}, {0x9a8b7c6d, DocId(2)}})},
      {"model", ModelExample()},
      {"lengths-templates", TemplateLengthsExample()},
      {"term-templates", TemplateTermExample()},
      {"crawl-record", CrawlRecordExample()},
      {"statistics-rows", StatisticsRowsExample()},
      {"statistics-summary", StatisticsSummaryExample()},
  };
}

std::string Hex(std::string_view bytes) {
  std::ostringstream out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto c = static_cast<unsigned char>(bytes[i]);
    out << (i == 0 ? "" : " ") << kDigits[c >> 4] << kDigits[c & 15];
  }
  return out.str();
}

// name → bytes in hexadecimal, one blank between two
std::map<std::string, std::string> Drawn() {
  std::ifstream file(std::string(THRESH_SOURCE_DIR) + "/docs/FORMAT.md");
  std::map<std::string, std::string> drawn;
  std::string* open = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      open = line.starts_with("```hex ") ? &drawn[line.substr(7)] : nullptr;
      continue;
    }
    if (open == nullptr) continue;
    std::istringstream bytes(line.substr(0, line.find('#')));
    for (std::string byte; bytes >> byte;) *open += (open->empty() ? "" : " ") + byte;
  }
  return drawn;
}

TEST(Format, SharedTextsAreReadAsTheyAreDrawn) {
  std::vector<SharedText> texts;
  ASSERT_TRUE(DecodeSharedTexts(SharedTextsExample() + SharedTextsExample(), &texts));
  ASSERT_EQ(texts.size(), 2u);
  const StoredVerdict& verdict = texts[1].verdict;
  EXPECT_EQ(texts[1].step, 2u);
  EXPECT_EQ(std::tuple(verdict.verdict, verdict.template_id, verdict.support, verdict.score),
            std::tuple(Verdict::kTemplate, TemplateId(3), 90u, std::uint8_t{100}));
  ASSERT_EQ(texts[1].spans.size(), 1u);
  EXPECT_EQ(texts[1].spans[0].text, "Home");
  EXPECT_FALSE(DecodeSharedTexts(SharedTextsExample() + "x", &texts));
}

TEST(Format, DrawnBytesAreWrittenBytes) {
  const std::map<std::string, std::string> drawn = Drawn();
  const std::map<std::string, std::string> examples = Examples();
  for (const auto& [name, bytes] : examples) {
    ASSERT_TRUE(drawn.contains(name)) << name << ": " << Hex(bytes);
    EXPECT_EQ(drawn.at(name), Hex(bytes)) << name;
  }
  EXPECT_EQ(drawn.size(), examples.size()) << "an example that nothing checks";
}

TEST(Format, DrawnVersionIsOurs) {
  std::ifstream file(std::string(THRESH_SOURCE_DIR) + "/docs/FORMAT.md");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find("format version " + std::to_string(kFormatVersion)), std::string::npos);
  for (const std::string_view family : kFamilyNames) {
    EXPECT_NE(text.find("`" + std::string(family) + "`"), std::string::npos) << family;
  }
}

}  // namespace
}  // namespace thresh
