// A page that comes out of a store must be the page that went in.
#include "indexer/page/harvest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "common/base/files.h"
#include "indexer/detect/page_row.h"
#include "indexer/page/digest.h"
#include "indexer/run/field_postings.h"
#include "indexer/run/run_format.h"

namespace thresh {
namespace {

constexpr Segmentation kSegmentations[] = {Segmentation::kLayoutBlocks, Segmentation::kStyledBlocks,
                                           Segmentation::kTextNodes, Segmentation::kSourceLines,
                                           Segmentation::kSourceTags};

// What a segment keeps of the page.
HarvestedPage Stored(const Page& page) {
  HarvestedPage stored;
  stored.doc = MakeRunDocRecord(page, DocId(3), SiteId(1), std::nullopt).doc;
  stored.text = EncodeRunText(page);
  stored.links = EncodeRunLinks(page);
  stored.harvest = page.harvest;
  return stored;
}

RawPage Raw(HarvestedPage stored) {
  RawPage raw;
  raw.form = PageForm::kStored;
  raw.stored = std::make_unique<HarvestedPage>(std::move(stored));
  return raw;
}

RawPage Html(std::string html) {
  RawPage raw;
  raw.url = "http://Site.Example:80/a/../b%7e?q=1#x";
  raw.docno = "record-1";
  raw.path = "b.html";
  raw.date = "2024-01-02T03:04:05Z";
  raw.bytes = std::move(html);
  return raw;
}

// A page row has all that a detector sees, and the run record all that the merge does.
std::string Stays(const Page& page) {
  return MakeRunDocRecord(page, DocId(0), SiteId(0), std::nullopt).EncodeShape() +
         MakeRunDocRecord(page, DocId(0), SiteId(0), std::nullopt).doc.Encode() +
         EncodeRunText(page) + EncodeRunLinks(page) + page.harvest;
}
std::string Everything(const Page& page) {
  std::string row;
  PageRowWriter().Append(page, DocId(0), &row);
  return row + Stays(page);
}

void ExpectTheSame(const std::string& html, PageForm form = PageForm::kHtml) {
  for (const Segmentation segmentation : kSegmentations) {
    SCOPED_TRACE(static_cast<int>(segmentation));
    DigestOptions options;
    options.segmentation = segmentation;
    Result<std::unique_ptr<Digester>> digester = Digester::Make(options);
    RawPage raw = Html(html);
    raw.form = form;
    const Page first = (*digester)->Digest(std::move(raw));
    Result<Page> restored = (*digester)->Restore(Raw(Stored(first)));
    ASSERT_TRUE(restored.ok()) << restored.status().message();
    EXPECT_TRUE(restored->stored);
    EXPECT_TRUE(Everything(*restored) == Everything(first));
    EXPECT_EQ(restored->links_row, EncodeRunLinks(first));
    EXPECT_EQ(restored->text_row, "") << "its words are counted anew";
  }
}

// (word, field, position), cut words too.
using Words = std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>>;
Words WordsOf(const Page& page) {
  Words words;
  FieldPostings postings;
  postings.Make(page);
  for (const BlockPosting& posting : postings.postings()) {
    for (std::uint32_t i = 0; i < posting.count; ++i)
      words.emplace(page.terms[posting.term.value], posting.block.value,
                    postings.offsets()[posting.first + i] - 1);
  }
  return words;
}

bool IsStruck(std::uint32_t block, std::uint32_t third) { return block % 3 == third; }

// Of a page whose kept words stay in the store, all is known but these words.
void ExpectTheSameBesidesKeptWords(const std::string& html) {
  DigestOptions options;
  options.segmentation = Segmentation::kTextNodes;
  Result<std::unique_ptr<Digester>> digester = Digester::Make(options);
  const Page first = (*digester)->Digest(Html(html));
  const Words all = WordsOf(first);
  for (const std::uint32_t third : {0U, 1U, 2U}) {
    HarvestedPage stored = Stored(first);
    for (std::uint32_t s = 0; s < first.spans.size(); ++s) {
      if (IsStruck(s, third)) stored.struck.emplace_back(s);
    }
    stored.place = StoredPlace{4, DocId(9)};
    Result<Page> restored = (*digester)->Restore(Raw(std::move(stored)));
    ASSERT_TRUE(restored.ok()) << restored.status().message();
    if (first.spans.empty()) continue;
    EXPECT_EQ(restored->kept_words, (StoredPlace{4, DocId(9)}));
    EXPECT_EQ(Stays(*restored), Stays(first));
    const RunRows made = EncodeRunRows(*restored), taken = TakeRunRows(&*restored);
    EXPECT_EQ(taken.text, made.text);
    EXPECT_EQ(taken.links, made.links);
    EXPECT_EQ(taken.shape, made.shape);
    for (std::uint32_t b = 0; b < first.spans.size(); ++b) {
      EXPECT_EQ(restored->blocks[b].folded_hash, first.blocks[b].folded_hash);
      EXPECT_EQ(restored->blocks[b].only_numbers, first.blocks[b].only_numbers);
      EXPECT_EQ(restored->blocks[b].in_title, first.blocks[b].in_title);
      EXPECT_EQ(restored->blocks[b].style, first.blocks[b].style);
    }
    const Words given = WordsOf(*restored);
    EXPECT_TRUE(std::includes(all.begin(), all.end(), given.begin(), given.end()));
    for (const auto& [word, field, position] : all) {
      const auto holds = [at = position](const Span& span) {
        return at >= span.first_token && at < span.first_token + span.tokens;
      };
      const auto span = std::find_if(first.spans.begin(), first.spans.end(), holds);
      if (field != 0 || !IsStruck(span->block.value, third)) continue;
      EXPECT_TRUE(given.contains({word, field, position})) << word << position;
    }
  }
}

TEST(Harvest, KnowsTextsWithoutCuttingThem) {
  ExpectTheSameBesidesKeptWords("");
  ExpectTheSameBesidesKeptWords("<title>A short title</title><h1>A short <i>title</i></h1><p>x");
  const std::string ten = "one two three four five six seven eight nine";
  ExpectTheSameBesidesKeptWords("<title>" + ten + "</title><h1>" + ten + " 10</h1><p>" + ten +
                                "<p>1 2 3 4 5 6 7 8 9 10<p>drink H<sub>2</sub>O<b>now</b>" + ten +
                                "<i>teen</i>s<p>nothing glued<b>gl</b><i>u</i>ed");
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(THRESH_SOURCE_DIR "/tests/fixtures/site")) {
    if (!file.is_regular_file()) continue;
    SCOPED_TRACE(file.path().string());
    ExpectTheSameBesidesKeptWords(ReadFile(file.path().string()).value());
  }
}

TEST(Harvest, RestoresAPageOfEachKind) {
  ExpectTheSame("");
  ExpectTheSame("<title>t</title>");
  ExpectTheSame("<h1>One <b>two</b>three</h1><table><tr><td>a<td bgcolor=red>b <a href=/x>c</a>");
  ExpectTheSame("<body class=k><div id=1><div><p>a</p></div>b</div><ul><li>c<li>d</ul><img src=i>");
  ExpectTheSame("one\n\ntwo three\n\nfour", PageForm::kText);
  ExpectTheSame("<p>" + std::string(1 << 20, 'x') + " <x-y>z</x-y>");
}

TEST(Harvest, RestoresThePagesOfTheFixture) {
  std::size_t pages = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(THRESH_SOURCE_DIR "/tests/fixtures/site")) {
    if (!file.is_regular_file()) continue;
    SCOPED_TRACE(file.path().string());
    ExpectTheSame(ReadFile(file.path().string()).value());
    ++pages;
  }
  EXPECT_GT(pages, 10U);
}

// Numbers of words lead to places of lists, so a number that is wrong is damage.
TEST(Harvest, ATextHasTheWordsThatTheStoreSays) {
  DigestOptions options;
  options.segmentation = Segmentation::kTextNodes;
  Result<std::unique_ptr<Digester>> digester = Digester::Make(options);
  const std::string nine = "one two three four five six seven eight nine";
  const Page page =
      (*digester)->Digest(Html("<p>H<sub>2</sub>O<p>" + nine + "<p>" + nine + " ten"));
  const auto restores = [&](std::uint32_t moved) {
    HarvestedPage stored = Stored(page);
    for (std::uint32_t s = 0; s < page.spans.size(); ++s) stored.struck.emplace_back(s);
    TextRecord text;
    EXPECT_TRUE(text.Decode(stored.text));
    text.spans[3].tokens += moved;
    text.spans[4].tokens -= moved;
    stored.text = text.Encode();
    stored.place = StoredPlace{0, DocId(0)};
    return (*digester)->Restore(Raw(std::move(stored))).ok();
  };
  ASSERT_EQ(page.spans.size(), 5U);
  EXPECT_TRUE(restores(0));
  EXPECT_FALSE(restores(1));
}

// Every shorter or changed row is refused, or makes a page whose numbers lead nowhere else.
TEST(Harvest, TakesDamagedBytes) {
  DigestOptions options;
  options.segmentation = Segmentation::kTextNodes;
  Result<std::unique_ptr<Digester>> digester = Digester::Make(options);
  const Page page =
      (*digester)->Digest(Html("<h1>One</h1><div class=a><p>two <a href=/x>three</a></div>"));
  const HarvestedPage good = Stored(page);
  std::size_t refused = 0;
  std::string HarvestedPage::*part = &HarvestedPage::harvest;
  const auto restores = [&](std::string bytes, bool keeps_words) {
    HarvestedPage damaged = Stored(page);
    damaged.*part = std::move(bytes);
    if (keeps_words) damaged.place = StoredPlace{0, DocId(0)};
    return (*digester)->Restore(Raw(std::move(damaged))).ok();
  };
  for (const bool keeps_words : {false, true}) {
    for (const auto row : {&HarvestedPage::harvest, &HarvestedPage::text, &HarvestedPage::links}) {
      part = row;
      const std::string& whole = good.*part;
      ASSERT_TRUE(restores(whole, keeps_words));
      for (std::size_t i = 0; i < whole.size(); ++i) {
        for (const char byte : {'\0', '\x01', '\x7f', '\xff'}) {
          std::string bytes = whole;
          bytes[i] = byte;
          if (!restores(std::move(bytes), keeps_words)) ++refused;
        }
        EXPECT_FALSE(restores(whole.substr(0, i), keeps_words));
      }
    }
  }
  EXPECT_GT(refused, good.harvest.size() + good.text.size());
}

}  // namespace
}  // namespace thresh
