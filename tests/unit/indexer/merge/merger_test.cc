#include "indexer/merge/merger.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <random>

#include "common/base/files.h"
#include "common/postings/postings.h"
#include "indexer/merge/page_merge.h"
#include "tests/support/page_maker.h"
#include "tests/support/page_order_of.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/indexer/merge/random_crawl.h"
#include "tests/unit/indexer/merge/segment_chunks.h"
#include "tests/unit/indexer/merge/slow_index.h"

namespace thresh {
namespace {

class MergerTest : public ::testing::Test {
 protected:
  // Cuts the pages into runs after each page for which `cut` says so; some strikes come late.
  MergeResult Merge(const Made& made, RemovalMode mode, unsigned threads,
                    const std::function<bool()>& cut) {
    MergeOptions options;
    options.removal = mode;
    options.threads = threads;
    options.links = anchors_;
    options.analyzer = "analyzer";
    options.detector = "detector";
    StrikeMaker late;
    for (std::uint32_t begin = 0; begin < made.pages.size();) {
      std::uint32_t end = begin + 1;
      while (end < made.pages.size() && !cut()) ++end;
      StrikeMaker early;
      for (const SlowStrike& strike : made.strikes) {
        if (strike.doc < begin || strike.doc >= end) continue;
        (cut() ? late : early).Add(strike, made.slow[strike.doc].site);
      }
      options.run_files.push_back(WriteRunFile(made, begin, end, early.strikes));
      begin = end;
    }
    for (const auto& [site, strikes] : BySite(late.strikes)) {
      Strikes sorted = strikes;
      std::stable_sort(sorted.strikes.begin(), sorted.strikes.end(),
                       [](const Strike& a, const Strike& b) { return a.doc < b.doc; });
      options.late.push_back({site, EncodeStrikes(sorted)});
    }
    options.order = OrderOf(made);
    Result<MergeResult> result = MergeRuns(options, Segment());
    EXPECT_TRUE(result.ok()) << result.status().message();
    return std::move(*result);
  }

  std::string WriteRunFile(const Made& made, std::uint32_t begin, std::uint32_t end,
                           const Strikes& strikes) {
    RunTable table(64u << 20);
    for (std::uint32_t d = begin; d < end; ++d) {
      std::optional<DocId> first;
      if (made.slow[d].duplicate_of) first = DocId(*made.slow[d].duplicate_of);
      table.Add(made.pages[d], DocId(d), SiteId(made.slow[d].site), first);
    }
    const std::string file = folder_.path() + "/run-" + std::to_string(begin) + ".sst";
    const Result<FileEntry> written = WriteRun(*table.Freeze(), strikes, file);
    EXPECT_TRUE(written.ok()) << written.status().message();
    return file;
  }

  static PageOrder OrderOf(const Made& made) {
    return thresh::OrderOf(made.pages, [&](std::uint32_t d) { return SiteId(made.slow[d].site); });
  }

  std::string Segment() const { return folder_.path() + "/segment"; }

  TempFolder folder_;
  bool anchors_ = false;
};

void ExpectTerms(const Segment& segment, const SlowIndex& slow) {
  auto term = slow.terms.begin();
  const auto rows = segment.Scan(Family::kTerms);
  for (; rows->Valid(); rows->Next(), ++term) {
    ASSERT_NE(term, slow.terms.end());
    ASSERT_EQ(rows->key(), term->first);
    TermRecord record;
    ASSERT_TRUE(record.Decode(rows->value()));
    std::map<std::pair<Field, std::uint32_t>, SlowIndex::Positions> lists;
    std::set<std::uint32_t> docs, all;
    SegmentChunks chunks(segment, term->first);
    for (const FieldList& list : record.fields) {
      for (PostingCursor cursor(&list, &chunks); cursor.doc() != PostingCursor::kEnd;
           cursor.Next()) {
        ASSERT_TRUE(cursor.Positions(&lists[{list.field, cursor.doc()}]).ok());
        if (!IsTemplateField(list.field)) docs.insert(cursor.doc());
        all.insert(cursor.doc());
      }
    }
    EXPECT_EQ(lists, term->second) << term->first;
    EXPECT_EQ(record.df, docs.size());
    EXPECT_EQ(record.template_df, all.size() - docs.size());
  }
  EXPECT_TRUE(rows->status().ok());
  EXPECT_EQ(term, slow.terms.end());
}

void ExpectPages(const Segment& segment, const SlowIndex& slow) {
  std::map<std::uint32_t, std::uint32_t> distinct, of_templates;
  for (const auto& [term, lists] : slow.terms) {
    std::set<std::uint32_t> docs, struck;
    for (const auto& [place, positions] : lists) {
      if (place.first < Field::kAnchor) docs.insert(place.second);
      if (place.first == Field::kTemplate) struck.insert(place.second);
    }
    for (std::uint32_t d : docs) ++distinct[d];
    for (std::uint32_t d : struck) of_templates[d] += docs.contains(d) ? 0U : 1U;
  }
  std::string bytes;
  LengthsRecord lengths;
  ASSERT_TRUE(segment.Get(Family::kLengths, kLengthsKey, &bytes).value() && lengths.Decode(bytes));
  for (std::uint32_t d = 0; d < slow.pages.size(); ++d) {
    const DocId doc(d);
    DocRecord record;
    ASSERT_TRUE(segment.Get(Family::kDocs, DocKey(doc), &bytes).value() && record.Decode(bytes));
    EXPECT_EQ(record.body_tokens_seen, slow.pages[d].body.size());
    EXPECT_EQ(record.body_tokens_indexed, slow.KeptWords(d));
    EXPECT_EQ(lengths.words[0][d], slow.KeptWords(d));
    EXPECT_EQ(segment.lengths().Total(doc), lengths.Total(doc));
    EXPECT_EQ(segment.lengths().distinct[d], distinct[d]);
    if (!lengths.templates.words.empty()) {
      EXPECT_EQ(lengths.templates.words[d], slow.pages[d].body.size() - slow.KeptWords(d));
      EXPECT_EQ(lengths.templates.distinct[d], of_templates[d]);
    }
    const TextRecord text = ReadText(segment, doc).value();
    EXPECT_EQ(text.heading_first != text.heading_last, slow.HeadingMatters(d));
    LinksRecord links;
    ASSERT_TRUE(segment.Get(Family::kLinks, DocKey(doc), &bytes).value() &&
                links.Decode(bytes, record.url));
    std::uint32_t struck = 0;
    std::size_t verdicts = 0;
    for (std::uint32_t b = 0; b < slow.pages[d].fields.size(); ++b) {
      struck += slow.Struck(d, b) ? 1U : 0U;
      const auto expected = slow.decisions.find({d, b});
      const auto* found = text.Find(BlockNo(b));
      ASSERT_EQ(found != nullptr, expected != slow.decisions.end()) << d << " " << b;
      if (found == nullptr) continue;
      ++verdicts;
      EXPECT_EQ(found->verdict, expected->second.verdict) << d << " " << b;
      EXPECT_EQ(found->score, expected->second.score);
      EXPECT_EQ(slow.order.at(found->template_id.value), expected->second.name);
      EXPECT_EQ(found->support, slow.templates.at(expected->second.name).docs.size());
    }
    EXPECT_EQ(text.verdicts.size(), verdicts);
    EXPECT_EQ(record.template_blocks, struck);
    ASSERT_EQ(links.links.size(), slow.pages[d].links.size());
    for (std::size_t i = 0; i < links.links.size(); ++i) {
      EXPECT_EQ(links.links[i].target, slow.pages[d].links[i].target);
      EXPECT_EQ(links.links[i].block.value, slow.pages[d].links[i].block);
    }
    ASSERT_TRUE(segment.Get(Family::kUrls, UrlKey(record.url), &bytes).value());
    std::uint32_t first = 0;
    while (slow.pages[first].url != record.url) ++first;
    EXPECT_EQ(bytes, DocKey(DocId(first)));
  }
}

// Words of the page that are of the template, in order.
std::string TextOf(const SlowIndex& slow, std::uint32_t doc, const SlowIndex::TemplateName& name) {
  std::string text;
  for (const SlowPage::Word& word : slow.pages[doc].body) {
    const auto decision = slow.decisions.find({doc, word.block});
    if (decision == slow.decisions.end() || decision->second.name != name) continue;
    text += (text.empty() ? "" : " ") + word.word;
  }
  return text;
}

void ExpectTemplates(const Segment& segment, const SlowIndex& slow) {
  std::size_t row = 0;
  for (const auto rows = segment.Scan(Family::kTemplates); rows->Valid(); rows->Next(), ++row) {
    TemplateRecord record;
    ASSERT_TRUE(record.Decode(rows->value()));
    ASSERT_LT(row, slow.order.size());
    const auto& name = slow.order[row];
    const SlowIndex::Template& expected = slow.templates.at(name);
    EXPECT_EQ(std::pair(record.site.value, record.key), name);
    EXPECT_EQ(record.support, expected.docs.size());
    EXPECT_EQ(record.tokens_removed, expected.removed);
    EXPECT_EQ(record.first.value, *expected.docs.begin());
    EXPECT_EQ(record.representative.value, expected.representative);
    EXPECT_EQ(record.representative_block.value, expected.block);
    EXPECT_EQ(record.exact, expected.texts.size() == 1);
    EXPECT_EQ(record.examples.size(), std::min<std::size_t>(5, expected.docs.size()));
    EXPECT_EQ(record.text, TextOf(slow, expected.representative, name));
    EXPECT_EQ(record.rule.name, "rule");
  }
  EXPECT_EQ(row, slow.order.size());
}

void ExpectStatistics(const Segment& segment, const SlowIndex& slow) {
  const Statistics& statistics = segment.statistics();
  std::uint64_t postings = 0, body = 0, empty = 0, kept = 0, terms = 0;
  std::map<Verdict, std::uint64_t> blocks;
  for (const auto& [term, lists] : slow.terms) {
    for (const auto& [place, positions] : lists) postings += place.first < Field::kAnchor ? 1 : 0;
    terms += IsTemplateField(lists.begin()->first.first) ? 0U : 1U;
  }
  for (std::uint32_t d = 0; d < slow.pages.size(); ++d) {
    body += slow.pages[d].body.size();
    empty += slow.pages[d].body.empty() ? 1U : 0U;
    kept += slow.KeptWords(d);
  }
  for (const auto& [place, decision] : slow.decisions) ++blocks[decision.verdict];
  EXPECT_EQ(statistics.docs, slow.pages.size());
  EXPECT_EQ(statistics.empty, empty);
  EXPECT_EQ(statistics.terms, terms);
  EXPECT_EQ(statistics.postings, postings);
  EXPECT_EQ(statistics.postings_seen, slow.seen.size());
  EXPECT_EQ(statistics.tokens_seen, body);
  EXPECT_EQ(statistics.tokens_indexed, kept);
  EXPECT_EQ(statistics.blocks_template, blocks[Verdict::kTemplate]);
  EXPECT_EQ(statistics.blocks_kept_one, blocks[Verdict::kKeptOne]);
  EXPECT_EQ(statistics.blocks_protected, blocks[Verdict::kProtected]);
  EXPECT_EQ(statistics.templates, slow.order.size());
  EXPECT_EQ(segment.sites().size(), 2u);
}

TEST_F(MergerTest, AgreesWithSlowIndexHoweverPagesAreCut) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const Made made = RandomCrawl(seed).Make(30);
    anchors_ = seed % 2 == 0;
    for (const RemovalMode mode :
         {RemovalMode::kDrop, RemovalMode::kKeepOne, RemovalMode::kField}) {
      const Made ordered = InOrder(made);
      const SlowIndex slow(ordered.slow, ordered.strikes, mode, anchors_);
      const MergeResult whole = Merge(made, mode, 1, [] { return false; });
      {
        const auto segment = Segment::Open(Segment());
        ASSERT_TRUE(segment.ok()) << segment.status().message();
        ExpectTerms(*segment.value(), slow);
        ExpectPages(*segment.value(), slow);
        ExpectTemplates(*segment.value(), slow);
        ExpectStatistics(*segment.value(), slow);
        EXPECT_EQ(segment.value()->ComputeDigest().value(), whole.segment.digest);
      }
      std::minstd_rand random(seed);
      for (unsigned threads = 1; threads <= 2; ++threads) {
        const MergeResult cut = Merge(made, mode, threads, [&] { return random() % 4 == 0; });
        EXPECT_EQ(cut.segment.digest.Hex(), whole.segment.digest.Hex());
        EXPECT_EQ(cut.counters, whole.counters);
      }
    }
  }
}

TEST_F(MergerTest, NoWordOfASiteBecomesUnfindable) {
  for (std::uint32_t seed = 100; seed < 103; ++seed) {
    const Made made = RandomCrawl(seed).Make(20);
    Merge(made, RemovalMode::kKeepOne, 1, [] { return false; });
    std::set<std::string> words;
    for (const SlowPage& page : InOrder(made).slow) {
      for (const auto& block : page.words) words.insert(block.begin(), block.end());
    }
    const auto segment = Segment::Open(Segment());
    ASSERT_TRUE(segment.ok());
    std::string bytes;
    for (const std::string& word : words)
      EXPECT_TRUE(segment.value()->Get(Family::kTerms, word, &bytes).value()) << word;
  }
}

// A page whose bar alone has changed has the content that it had.
TEST_F(MergerTest, WordsOfATemplateAreNoContent) {
  const std::pair<std::string, std::string> texts[] = {
      {"home news", "a story"}, {"start shop help", "a story"}, {"home news", "another story"}};
  Made made;
  for (std::uint32_t d = 0; d < std::size(texts); ++d) {
    SlowPage slow;
    slow.url = "http://site0/" + std::to_string(d);
    made.pages.push_back(
        PageMaker(slow.url).Add("bar", texts[d].first).Add("text", texts[d].second).Make());
    made.slow.push_back(std::move(slow));
    made.strikes.push_back({d, 0, 100, Hash128{1, 7}});
  }
  Merge(made, RemovalMode::kDrop, 1, [] { return false; });
  const auto segment = Segment::Open(Segment());
  ASSERT_TRUE(segment.ok());
  std::vector<Hash128> kept;
  for (std::uint32_t d = 0; d < std::size(texts); ++d)
    kept.push_back(ReadPage(*segment.value(), DocId(d)).value().kept_hash);
  EXPECT_EQ(kept[0], kept[1]);
  EXPECT_NE(kept[0], kept[2]);
}

// Lists long enough for chunks, in two fields at once: chunk rows must still come in key order.
TEST_F(MergerTest, LongListsInSeveralFields) {
  Made made;
  for (std::uint32_t d = 0; d < 3000; ++d) {
    PageMaker maker("http://site0/" + std::to_string(10000 + d));
    SlowPage slow;
    slow.url = "http://site0/" + std::to_string(10000 + d);
    slow.fields = {Field::kBody, Field::kTitle};
    slow.words.resize(2);
    maker.AddBlock("b");
    maker.AddBlock("t", Field::kTitle);
    std::string text;
    for (std::uint32_t i = 0; i < 1 + d % 19; ++i) {
      text += "word ";
      slow.body.push_back({"word", 0});
      slow.words[0].push_back("word");
      slow.words[1].push_back("word");
    }
    maker.Words(BlockNo(0), text).Words(BlockNo(1), text);
    made.pages.push_back(maker.Make());
    made.slow.push_back(std::move(slow));
  }
  const MergeResult result =
      Merge(made, RemovalMode::kDrop, 2, [n = 0]() mutable { return ++n % 1000 == 0; });
  EXPECT_GT(result.statistics.postings_bytes, 0u);
  const auto segment = Segment::Open(Segment());
  ASSERT_TRUE(segment.ok());
  ExpectTerms(*segment.value(), SlowIndex(made.slow, {}, RemovalMode::kDrop));
}

TEST_F(MergerTest, DamagedRunIsAStatus) {
  const Made made = RandomCrawl(3).Make(10);
  MergeOptions options;
  options.links = true;
  options.run_files = {WriteRunFile(made, 0, 10, {})};
  options.order = OrderOf(made);
  std::string bytes = ReadFile(options.run_files[0]).value();
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    ASSERT_TRUE(WriteFileDurably(options.run_files[0], bytes).ok());
    const Result<MergeResult> result = MergeRuns(options, Segment());
    EXPECT_TRUE(result.ok() || !result.status().message().empty());
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
  }
  options.run_files = {folder_.path() + "/missing.sst"};
  EXPECT_FALSE(MergeRuns(options, Segment()).ok());
}

// Set before it begins, and after its first pages.
TEST_F(MergerTest, AMergeEndsSoonAfterItIsStopped) {
  const Made made = RandomCrawl(3).Make(10);
  for (const unsigned threads : {1U, 2U}) {
    MergeOptions options;
    options.threads = threads;
    options.run_files = {WriteRunFile(made, 0, 10, {})};
    options.order = OrderOf(made);
    std::atomic<bool> stop{true};
    options.stop = &stop;
    EXPECT_EQ(MergeRuns(options, Segment()).status().code(), Code::kInterrupted);
    stop = false;
    options.progress = [&](double done) { stop = done > 0; };
    EXPECT_EQ(MergeRuns(options, Segment()).status().code(), Code::kInterrupted);
    stop = false;
    options.progress = nullptr;
    EXPECT_TRUE(MergeRuns(options, Segment()).ok());
  }
}

// The word's posting is kept, its block and its page's length are not changed for it.
TEST_F(MergerTest, AWordThatWouldVanishKeepsItsPostingOnTheBestPage) {
  Made made;
  for (const char* url :
       {"http://site0/", "http://site0/a/1", "http://site0/long", "http://site0/longer"}) {
    PageMaker maker(url);
    const bool rare = made.pages.size() == 1 || made.pages.size() == 2;
    maker.Add("bar", rare ? "bar rare bar rare" : "bar");
    maker.Add("text", "one two three four five six seven eight nine ten");
    made.strikes.push_back({static_cast<std::uint32_t>(made.pages.size()), 0, 100, Hash128{1, 1}});
    made.pages.push_back(maker.Make());
    made.slow.emplace_back();
  }
  Merge(made, RemovalMode::kKeepOne, 1, [] { return false; });
  const auto segment = Segment::Open(Segment());
  ASSERT_TRUE(segment.ok());
  std::string bytes;
  TermRecord record;
  ASSERT_TRUE(segment.value()->Get(Family::kTerms, "rare", &bytes).value() && record.Decode(bytes));
  SegmentChunks chunks(*segment.value(), "rare");
  ASSERT_EQ(record.fields.size(), 1u);
  PostingCursor cursor(record.fields.data(), &chunks);
  EXPECT_EQ(cursor.doc(), 2u);
  EXPECT_EQ(cursor.tf(), 2u);
  cursor.Next();
  EXPECT_EQ(cursor.doc(), PostingCursor::kEnd);
  LengthsRecord lengths;
  ASSERT_TRUE(segment.value()->Get(Family::kLengths, kLengthsKey, &bytes).value() &&
              lengths.Decode(bytes));
  EXPECT_EQ(lengths.words[0][2], 10u);
  EXPECT_EQ(segment.value()->lengths().distinct[2], 11u);
  Merge(made, RemovalMode::kDrop, 1, [] { return false; });
  const auto dropped = Segment::Open(Segment());
  EXPECT_FALSE(dropped.value()->Get(Family::kTerms, "rare", &bytes).value());
}

TEST(TemplateTexts, JoinsSpansAndCutsAtACodePoint) {
  TextRecord text;
  text.spans = {{"one", BlockNo(1), false, 1},
                {"x", BlockNo(2), false, 1},
                {"two", BlockNo(3), false, 1},
                {"s", BlockNo(3), true, 1},
                {"\u00e4\u00e4", BlockNo(1), false, 1}};
  text.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(7), 5, 100},
                   {BlockNo(2), Verdict::kTemplate, TemplateId(8), 5, 100},
                   {BlockNo(3), Verdict::kKeptOne, TemplateId(7), 5, 100}};
  const std::vector<TemplateId> both = {TemplateId(7), TemplateId(8)};
  EXPECT_EQ(TemplateTexts(text, both, 100),
            (std::vector<std::string>{"one twos \u00e4\u00e4", "x"}));
  EXPECT_EQ(TemplateTexts(text, both, 12).front(), "one twos \u00e4");
  EXPECT_EQ(TemplateTexts(text, {TemplateId(8)}, 100), std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace thresh
