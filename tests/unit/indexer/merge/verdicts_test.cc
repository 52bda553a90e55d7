#include "indexer/merge/verdicts.h"

#include <gtest/gtest.h>

#include "indexer/merge/strike_join.h"
#include "indexer/merge/struck_text.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

constexpr Verdict kTemplate = Verdict::kTemplate, kKeptOne = Verdict::kKeptOne,
                  kContent = Verdict::kContent, kProtected = Verdict::kProtected;
constexpr const char* kTenWords = "one two three four five six seven eight nine ten";

// Pages and strikes by hand; block 0 is a bar unless a test says otherwise.
class VerdictsTest : public ::testing::Test {
 protected:
  // A page of these blocks' words.
  DocId Add(const std::string& url, const std::vector<std::string>& blocks,
            std::optional<DocId> first = {}) {
    PageMaker maker(url);
    for (const std::string& words : blocks) maker.Add("style", words);
    return Add(maker.Make(), first);
  }
  DocId Add(Page page, std::optional<DocId> first = {}) {
    const DocId doc(static_cast<std::uint32_t>(records_.size()));
    records_.push_back(MakeRunDocRecord(page, doc, SiteId(0), first));
    return doc;
  }
  void Strike(DocId doc, std::uint32_t block, const std::string& name = "bar",
              std::uint8_t score = 100) {
    Strikes one;
    one.templates.push_back({SiteId(0), HashBytes(name), {"rule", {}}});
    one.strikes.push_back({doc, BlockNo(block), TemplateId(0), score});
    strikes_.push_back(one);
  }
  Verdicts& Finish(RemovalMode mode = RemovalMode::kKeepOne) {
    verdicts_ = std::make_unique<Verdicts>(mode);
    verdicts_->StartSite(DocId(0), SiteId(0), strikes_);
    for (const RunDocRecord& record : records_) verdicts_->AddDoc(record);
    verdicts_->Decide();
    return *verdicts_;
  }
  Verdict Of(DocId doc, std::uint32_t block) const {
    for (const BlockVerdict& verdict : verdicts_->Of(doc)) {
      if (verdict.block == BlockNo(block)) return verdict.verdict;
    }
    return kContent;
  }

  std::vector<RunDocRecord> records_;
  std::vector<Strikes> strikes_;
  std::unique_ptr<Verdicts> verdicts_;
};

TEST(UrlDepth, CountsPathComponents) {
  EXPECT_EQ(UrlDepth("http://host"), 0u);
  EXPECT_EQ(UrlDepth("http://host/"), 0u);
  EXPECT_EQ(UrlDepth("http://host/?q=/a/b"), 0u);
  EXPECT_EQ(UrlDepth("http://host/index.html"), 1u);
  EXPECT_EQ(UrlDepth("https://host/a//b/c.html?q#/x/y"), 3u);
  EXPECT_EQ(UrlDepth("/a/b"), 2u);
  EXPECT_EQ(UrlDepth(""), 0u);
}

TEST_F(VerdictsTest, DropStrikesEverything) {
  for (int i = 0; i < 3; ++i)
    Strike(Add("http://h/" + std::to_string(i), {"home about", kTenWords}), 0);
  Finish(RemovalMode::kDrop);
  for (std::uint32_t d = 0; d < 3; ++d) {
    EXPECT_EQ(Of(DocId(d), 0), kTemplate);
    EXPECT_EQ(Of(DocId(d), 1), kContent);
    EXPECT_EQ(verdicts_->removed(DocId(d)).tokens_removed, 2u);
  }
  ASSERT_EQ(verdicts_->templates().size(), 1u);
  EXPECT_EQ(verdicts_->templates()[0].tokens_removed, 6u);
}

TEST_F(VerdictsTest, RepresentativeIsTheShallowestThenShortestThenFirstPage) {
  const DocId deep = Add("http://h/a/b", {"bar", kTenWords});
  const DocId longer = Add("http://h/longer", {"bar", kTenWords});
  const DocId shorter = Add("http://h/short", {"bar", kTenWords});
  const DocId same = Add("http://h/shorx", {"bar", kTenWords});
  for (DocId doc : {deep, longer, shorter, same}) Strike(doc, 0);
  Finish();
  EXPECT_EQ(Of(deep, 0), kTemplate);
  EXPECT_EQ(Of(longer, 0), kTemplate);
  EXPECT_EQ(Of(shorter, 0), kKeptOne);
  EXPECT_EQ(Of(same, 0), kTemplate);
  const TemplateRecord& found = verdicts_->templates().at(0);
  EXPECT_EQ(found.representative, shorter);
  EXPECT_EQ(found.first, deep);
  EXPECT_EQ(found.support, 4u);
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.examples, (std::vector<DocId>{deep, longer, shorter, same}));
}

TEST_F(VerdictsTest, TemplatesOfSeveralRunsAreOneAndOfABlockTheHighestScoreWins) {
  const DocId a = Add("http://h/a", {"bar", kTenWords}),
              b = Add("http://h/b", {"bar x", kTenWords});
  Strike(b, 0, "bar", 85);
  Strike(a, 0, "bar", 90);
  Strike(a, 0, "other", 95);  // late, and surer
  Finish(RemovalMode::kDrop);
  ASSERT_EQ(verdicts_->templates().size(), 2u);
  const BlockVerdict of_a = verdicts_->Of(a).at(0);
  EXPECT_EQ(verdicts_->templates()[of_a.template_id.value].key, HashBytes("other"));
  EXPECT_EQ(of_a.score, 95);
  // `bar` has two words of b, `other` one of a: heaviest first.
  EXPECT_EQ(verdicts_->templates()[0].key, HashBytes("bar"));
  EXPECT_EQ(verdicts_->templates()[0].support, 1u);
}

TEST_F(VerdictsTest, OrderOfStrikesDoesNotMatter) {
  for (int i = 0; i < 4; ++i) {
    const DocId doc = Add("http://h/" + std::to_string(i), {"bar", "foot note", kTenWords});
    Strike(doc, 0, "bar", 90);
    Strike(doc, 0, "rab", 90);
    Strike(doc, 1, "foot", 80);
  }
  Finish(RemovalMode::kDrop);
  std::vector<std::string> rows;
  for (const TemplateRecord& found : verdicts_->templates()) rows.push_back(found.Encode());
  std::reverse(strikes_.begin(), strikes_.end());
  Finish(RemovalMode::kDrop);
  ASSERT_EQ(verdicts_->templates().size(), rows.size());
  for (std::size_t t = 0; t < rows.size(); ++t)
    EXPECT_EQ(verdicts_->templates()[t].Encode(), rows[t]);
}

TEST_F(VerdictsTest, DuplicateSharesVerdictsOverOtherBlocks) {
  const DocId first = Add("http://h/1", {"home about us", kTenWords, "foot"});
  Strike(first, 0, "bar", 90);
  Strike(first, 2, "foot", 80);
  const DocId copy =
      Add("http://h/2",
          {"home", "about us one two", "three four five six seven eight nine ten", "foot"}, first);
  Strike(copy, 2);  // what a detector says of a duplicate is ignored
  Finish(RemovalMode::kDrop);
  EXPECT_EQ(Of(copy, 0), kTemplate);  // all of it is struck in the first copy
  EXPECT_EQ(Of(copy, 1), kContent);   // half of it
  EXPECT_EQ(Of(copy, 2), kContent);
  EXPECT_EQ(Of(copy, 3), kTemplate);
  EXPECT_EQ(verdicts_->Of(copy).at(0).score, 90);
  for (const TemplateRecord& found : verdicts_->templates()) EXPECT_EQ(found.support, 1u);
  EXPECT_EQ(verdicts_->removed(copy).tokens_removed, 2u);
}

TEST_F(VerdictsTest, DuplicateIsStruckWhereItsFirstCopyKeepsOne) {
  const DocId first = Add("http://h/deep/1", {"home about", kTenWords});
  Strike(first, 0);
  const DocId copy = Add("http://h/", {"home about", kTenWords}, first);
  Finish();
  EXPECT_EQ(Of(first, 0), kKeptOne);
  EXPECT_EQ(Of(copy, 0), kTemplate);
}

class HeadingTest : public VerdictsTest {
 protected:
  // A page whose struck bar holds its heading at positions [1, 2).
  DocId AddHeaded(const std::string& url, const std::string& heading) {
    PageMaker maker(url);
    maker.Add("bar", "home " + heading + " about").AddBlock("x");
    maker.Add("text", kTenWords);
    Page page = maker.Make();
    page.heading_first = 1;
    page.heading_last = 2;
    page.heading_hash = HashBytes(heading);
    const DocId doc = Add(std::move(page));
    Strike(doc, 0);
    return doc;
  }
};

TEST_F(HeadingTest, FirstHeadingIsProtectedWhereItIsNotTheSiteName) {
  const DocId kept = AddHeaded("http://h/", "a");
  const DocId site1 = AddHeaded("http://h/1", "name"), own = AddHeaded("http://h/22", "own");
  for (int i = 3; i < 6; ++i) AddHeaded("http://h/" + std::to_string(i), "name");
  Finish();
  EXPECT_EQ(verdicts_->protected_heading(own).first, 1u);
  EXPECT_EQ(verdicts_->protected_heading(own).last, 2u);
  EXPECT_EQ(verdicts_->removed(own).tokens_removed, 2u);
  EXPECT_EQ(verdicts_->protected_heading(site1).last, 0u);  // on 4 of 6 pages
  EXPECT_EQ(verdicts_->removed(site1).tokens_removed, 3u);
  EXPECT_EQ(verdicts_->protected_heading(kept).last, 0u);  // nothing of it is struck
  Finish(RemovalMode::kDrop);
  EXPECT_EQ(verdicts_->protected_heading(own).last, 0u);
  EXPECT_EQ(verdicts_->removed(own).tokens_removed, 3u);
}

TEST_F(HeadingTest, HalfOfThePagesIsNotMoreThanHalf) {
  AddHeaded("http://h/", "a");
  const DocId one = AddHeaded("http://h/1", "name");
  AddHeaded("http://h/2", "name");
  AddHeaded("http://h/3", "b");
  Finish();
  EXPECT_EQ(verdicts_->protected_heading(one).last, 2u);
}

TEST_F(VerdictsTest, APageThatWouldKeepFewWordsKeepsItsRichestBlock) {
  Strike(Add("http://h/", {"x", "y", kTenWords}), 0);  // the representative of all
  Strike(DocId(0), 1, "list", 90);
  const DocId poor =
      Add("http://h/list", {"home about us and more words", "one two three four", "only this"});
  Strike(poor, 0, "bar", 95);   // 6 words, 0.3 of them its own
  Strike(poor, 1, "list", 80);  // 4 words, 0.8 of them its own
  const DocId rich = Add("http://h/rich", {"home about us and more words", kTenWords});
  Strike(rich, 0, "bar", 80);
  const DocId bare = Add("http://h/bare", {"home about us"});
  Strike(bare, 0, "bar", 100);  // nothing of its own: nothing to protect
  Finish();
  EXPECT_EQ(Of(poor, 0), kTemplate);
  EXPECT_EQ(Of(poor, 1), kProtected);
  EXPECT_EQ(Of(rich, 0), kTemplate);
  EXPECT_EQ(Of(bare, 0), kTemplate);
  EXPECT_EQ(verdicts_->removed(poor).blocks_protected, 1u);
  Finish(RemovalMode::kDrop);
  EXPECT_EQ(Of(poor, 1), kTemplate);
}

TEST_F(VerdictsTest, TheBlocksOfAPageThatAreOfOneTemplateAreOneInstance) {
  const DocId first = Add("http://h/b", {"home", kTenWords, "about us"});
  const DocId second = Add("http://h/index.html", {"home", kTenWords, "about us"});
  for (const DocId doc : {first, second}) {
    Strike(doc, 0);
    Strike(doc, 2);
  }
  Finish();
  ASSERT_EQ(verdicts_->templates().size(), 1u);
  const TemplateRecord& found = verdicts_->templates()[0];
  EXPECT_EQ(found.support, 2u);
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.tokens, 3u);
  EXPECT_EQ(found.representative, second);
  EXPECT_EQ(found.representative_block, BlockNo(0));
  EXPECT_EQ(Of(second, 0), kKeptOne);
  EXPECT_EQ(Of(second, 2), kKeptOne);
  Strike(Add("http://h/c", {"home", kTenWords, "about them"}), 0);
  Strike(DocId(2), 2);
  EXPECT_FALSE(Finish().templates()[0].exact);
}

TEST_F(VerdictsTest, OnlyBodyBlocksWithWordsAreStruck) {
  PageMaker maker("http://h/");
  maker.Add("text", kTenWords).AddBlock("empty");
  maker.Words(maker.AddBlock("title", Field::kTitle), "title");
  const DocId doc = Add(maker.Make());
  Strike(doc, 1);
  Strike(doc, 2);
  Finish(RemovalMode::kDrop);
  EXPECT_EQ(Of(doc, 1), kContent);
  EXPECT_EQ(Of(doc, 2), kContent);
  EXPECT_TRUE(verdicts_->templates().empty());  // no page has it
}

}  // namespace
}  // namespace thresh
