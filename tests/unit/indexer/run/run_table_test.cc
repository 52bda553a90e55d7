#include <gtest/gtest.h>

#include <map>

#include "indexer/run/run.h"
#include "indexer/run/run_format.h"
#include "indexer/run/word_table.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

constexpr std::size_t kBudget = 64u << 20;

// The obvious twin: every list in a std::map, every position written down as the page is made.
struct Twin {
  struct Entry {
    std::uint32_t block;
    std::vector<std::uint32_t> offsets;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::map<std::string, std::vector<Entry>> lists;
  std::vector<std::vector<std::uint32_t>> positions;  // by block of the run and offset - 1
};

class RandomSite {
 public:
  explicit RandomSite(std::uint32_t seed) : dice_(seed) {}

  Page MakePage(Twin* twin) {
    PageMaker maker("http://example.com/" + std::to_string(pages_++));
    const std::uint32_t first = static_cast<std::uint32_t>(twin->positions.size());
    const std::uint32_t body = Below(6);
    for (std::uint32_t b = 0; b < body; ++b) maker.AddBlock("style" + std::to_string(Below(3)));
    const BlockNo title = maker.AddBlock("", Field::kTitle);
    twin->positions.resize(first + body + 1);
    std::vector<std::map<std::string, std::vector<std::uint32_t>>> words(body + 1);
    const auto add = [&](BlockNo block, std::uint32_t* position) {
      const std::string word = "w" + std::to_string(Below(Below(2) != 0 ? 8 : 500));
      auto& of_block = twin->positions[first + block.value];
      of_block.push_back((*position)++);
      words[block.value][word].push_back(static_cast<std::uint32_t>(of_block.size()));
      return word;
    };
    std::uint32_t position = 0, in_title = 0;
    for (std::uint32_t spans = body == 0 ? 0 : Below(20); spans > 0; --spans) {
      const BlockNo block(Below(body));
      std::string text;
      for (std::uint32_t n = Below(8); n > 0; --n) text += add(block, &position) + " ";
      maker.Words(block, text);
    }
    for (std::uint32_t n = Below(4); n > 0; --n) maker.Words(title, add(title, &in_title));
    for (std::uint32_t b = 0; b <= body; ++b) {
      for (const auto& [word, offsets] : words[b])
        twin->lists[word].push_back({first + b, offsets});
    }
    return maker.Make();
  }

 private:
  std::uint32_t Below(std::uint32_t n) { return dice_.Below(n); }
  Dice dice_;
  int pages_ = 0;
};

std::vector<Twin::Entry> ReadList(const Run& run, TermId id) {
  std::vector<Twin::Entry> list;
  run.ForEachPosting(id, [&](const RunPosting& posting) {
    list.push_back({posting.block.value, {}});
    posting.Offsets(&list.back().offsets);
    EXPECT_EQ(posting.count, list.back().offsets.size());
  });
  return list;
}

TEST(RunTable, AgreesWithMapsOnRandomPages) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    Twin twin;
    RandomSite site(seed);
    RunTable table(seed % 2 == 0 ? kBudget : 1024);
    for (std::uint32_t page = 0; page < 100; ++page)
      table.Add(site.MakePage(&twin), DocId(page), SiteId(0), {});
    const auto run = table.Freeze();

    ASSERT_EQ(run->terms(), twin.lists.size());
    std::uint32_t id = 0;
    for (const auto& [word, list] : twin.lists) {
      EXPECT_EQ(run->term(TermId(id)), word);
      EXPECT_EQ(ReadList(*run, TermId(id)), list) << word;
      ++id;
    }
    ASSERT_EQ(run->blocks().size(), twin.positions.size());
    for (std::uint32_t b = 0; b < twin.positions.size(); ++b) {
      for (std::uint32_t k = 0; k < twin.positions[b].size(); ++k) {
        ASSERT_EQ(run->Position(RunBlock(b), k + 1), twin.positions[b][k]) << b << " " << k;
      }
    }
  }
}

TEST(RunTable, WordsOfOneHashAreDifferentWords) {
  Arena arena;
  WordTable table(4);
  WordItem* const a = table.FindOrInsert("a", 9, &arena);
  WordItem* const b = table.FindOrInsert("b", 9, &arena);
  EXPECT_NE(a, b);
  EXPECT_EQ(table.FindOrInsert("a", 9, &arena), a);
  EXPECT_EQ(table.FindOrInsert("b", 9, &arena), b);
}

TEST(RunTable, DocsAndBlocksAreThoseOfThePages) {
  RunTable table(kBudget);
  PageMaker first("http://a.example/1");
  first.Add("nav", "home news")
      .Add("text", "red fox red")
      .Words(first.AddBlock("", Field::kTitle), "fox");
  const Page page = first.Make();
  table.Add(page, DocId(7), SiteId(3), {});
  table.Add(page, DocId(8), SiteId(3), DocId(7));
  const auto run = table.Freeze();

  ASSERT_EQ(run->docs().size(), 2u);
  const RunDocInfo& doc = run->docs()[1];
  EXPECT_EQ(doc.doc, DocId(8));
  EXPECT_EQ(doc.site, SiteId(3));
  EXPECT_EQ(doc.first_block, RunBlock(3));
  EXPECT_EQ(doc.blocks, 3u);
  EXPECT_TRUE(doc.duplicate);
  EXPECT_FALSE(run->docs()[0].duplicate);
  EXPECT_EQ(doc.url, "http://a.example/1");
  EXPECT_EQ(doc.record, MakeRunDocRecord(page, DocId(8), SiteId(3), DocId(7)).Encode());
  EXPECT_EQ(doc.text, EncodeRunText(page));
  EXPECT_EQ(doc.links, EncodeRunLinks(page));

  ASSERT_EQ(run->blocks().size(), 6u);
  const RunBlockInfo& block = run->blocks()[4];
  EXPECT_EQ(block.doc, DocId(8));
  EXPECT_EQ(block.block, BlockNo(1));
  EXPECT_EQ(block.field, Field::kBody);
  EXPECT_TRUE(block.duplicate);
  EXPECT_EQ(block.tokens, 3u);
  EXPECT_EQ(block.distinct, 2u);
  EXPECT_EQ(block.style, HashBytes("text"));
  EXPECT_EQ(block.text_hash, page.blocks[1].text_hash);
  EXPECT_EQ(run->blocks()[5].field, Field::kTitle);
}

// Lists run over many chunks, and one entry is larger than the largest chunk.
TEST(RunTable, LongListsAndLongEntries) {
  RunTable table(kBudget);
  std::string flood;
  for (int i = 0; i < 20'000; ++i) flood += i % 2 == 0 ? "often " : "x" + std::to_string(i) + " ";
  for (std::uint32_t page = 0; page < 3'000; ++page) {
    PageMaker maker;
    maker.Add("b", page == 1'500 ? flood : "once often or often");
    table.Add(maker.Make(), DocId(page), SiteId(0), {});
  }
  const auto run = table.Freeze();
  std::uint32_t id = 0;
  while (run->term(TermId(id)) != "often") ++id;
  const auto list = ReadList(*run, TermId(id));
  ASSERT_EQ(list.size(), 3'000u);
  for (std::uint32_t b = 0; b < 3'000; ++b) {
    ASSERT_EQ(list[b].block, b);
    ASSERT_TRUE(b == 1'500 || list[b].offsets == (std::vector<std::uint32_t>{2, 4})) << b;
  }
  ASSERT_EQ(list[1'500].offsets.size(), 10'000u);
  EXPECT_EQ(list[1'500].offsets.back(), 19'999u);
}

// A stop word takes its place among the words but has no posting.
TEST(RunTable, WordsWithoutPostingAreNoTerms) {
  RunTable table(kBudget);
  Page page = PageMaker().Add("b", "fox the").Make();
  page.postings.pop_back();
  page.blocks[0].distinct = 1;
  table.Add(page, DocId(0), SiteId(0), {});
  const auto run = table.Freeze();
  ASSERT_EQ(run->terms(), 1u);
  EXPECT_EQ(run->term(TermId(0)), "fox");
  EXPECT_EQ(run->blocks()[0].tokens, 2u);
}

TEST(RunTable, TermsAreInByteOrder) {
  RunTable table(kBudget);
  PageMaker maker;
  maker.Add("b", "prefixes prefix prefixes1 prefixes\x7f \xc3\xa4 z a zz pre");
  table.Add(maker.Make(), DocId(0), SiteId(0), {});
  const auto run = table.Freeze();
  std::vector<std::string> terms;
  for (std::uint32_t id = 0; id < run->terms(); ++id) terms.emplace_back(run->term(TermId(id)));
  EXPECT_EQ(terms, (std::vector<std::string>{"a", "pre", "prefix", "prefixes", "prefixes1",
                                             "prefixes\x7f", "z", "zz", "\xc3\xa4"}));
}

TEST(RunTable, IsFullWhenItsBytesReachTheBudget) {
  Twin twin;
  RandomSite site(1);
  RunTable table(1u << 20);
  EXPECT_TRUE(table.empty());
  std::size_t before = table.bytes();
  EXPECT_LT(before, 64u << 10) << "an empty table must leave its budget to pages";
  std::uint32_t page = 0;
  for (; !table.full(); ++page) {
    ASSERT_LT(page, 100'000u);
    EXPECT_LT(table.bytes(), 1u << 20);
    table.Add(site.MakePage(&twin), DocId(page), SiteId(0), {});
    EXPECT_GE(table.bytes(), before);
    before = table.bytes();
  }
  EXPECT_GE(table.bytes(), 1u << 20);
  EXPECT_GT(page, 300u);

  const auto run = table.Freeze();
  EXPECT_EQ(run->docs().size(), page);
  EXPECT_GE(run->bytes(), std::size_t{900} << 10);
  EXPECT_TRUE(table.empty());
  EXPECT_FALSE(table.full());
  EXPECT_LT(table.bytes(), 64u << 10);
}

TEST(RunTable, SmallestBudgetTakesAPageAndIsFull) {
  RunTable table(1);
  EXPECT_FALSE(table.full()) << "an empty table is never full: the next page must go somewhere";
  table.Add(PageMaker().Add("b", "word").Make(), DocId(0), SiteId(0), {});
  EXPECT_TRUE(table.full());
}

TEST(RunTable, FillsAgainAfterFreeze) {
  RunTable table(kBudget);
  table.Add(PageMaker().Add("b", "old").Make(), DocId(0), SiteId(0), {});
  const auto first = table.Freeze();
  table.Add(PageMaker().Add("b", "new").Make(), DocId(1), SiteId(0), {});
  const auto second = table.Freeze();
  const auto third = table.Freeze();
  ASSERT_EQ(first->terms(), 1u);
  EXPECT_EQ(first->term(TermId(0)), "old");
  ASSERT_EQ(second->terms(), 1u);
  EXPECT_EQ(second->term(TermId(0)), "new");
  EXPECT_EQ(ReadList(*second, TermId(0)), (std::vector<Twin::Entry>{{0, {1}}}));
  EXPECT_EQ(third->terms(), 0u);
  EXPECT_TRUE(third->docs().empty());
}

}  // namespace
}  // namespace thresh
