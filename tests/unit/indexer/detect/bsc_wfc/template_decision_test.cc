#include "indexer/detect/bsc_wfc/template_decision.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/bsc_wfc/slow_bsc_wfc.h"
#include "tests/unit/indexer/detect/posting_bytes.h"

namespace thresh {
namespace {

slow::Block BlockOf(const std::vector<std::string>& tokens) {
  slow::Block block;
  for (std::uint32_t i = 0; i < tokens.size(); ++i) block[tokens[i]].push_back(i + 1);
  return block;
}

// A block-style cluster with the real code's input and the real code's answer.
class Decided {
 public:
  Decided(const std::vector<slow::Block>& blocks, const BscWfcParameters& parameters,
          std::vector<std::uint32_t> pages = {})
      : decision_(parameters) {
    for (std::uint32_t b = 0; pages.size() < blocks.size(); ++b) pages.push_back(b);
    for (std::uint32_t page : pages) docs_.emplace_back(page);
    std::map<std::string, std::vector<std::uint32_t>> words;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      for (const auto& [word, offsets] : blocks[b]) words[word].push_back(b);
    }
    std::vector<WordInBlock> pairs;
    for (const auto& [word, members] : words) {
      for (std::uint32_t b : members) {
        const RunPosting posting = bytes_.emplace_back(blocks[b].at(word)).posting();
        WordInBlock& pair = pairs.emplace_back();
        pair.differences = posting.bytes;
        pair.count = posting.count;
        pair.member = b & 0x7fffffffU;
        pair.opens_word = b == members[0];
      }
    }
    evidence_ = decision_.Decide(docs_, pairs);
  }
  const BlockEvidence& operator[](std::size_t b) const { return evidence_[b]; }

 private:
  std::deque<PostingBytes> bytes_;
  std::vector<DocId> docs_;
  TemplateDecision decision_;
  std::span<const BlockEvidence> evidence_;
};

TEST(TemplateDecision, EightyPercentOfDistinctWords) {
  std::vector<slow::Block> four, five;
  for (const char* year : {"2001", "2002", "2003", "2004", "2005"}) {
    four.push_back(BlockOf({"copyright", "example", "inc", year}));
    five.push_back(BlockOf({"copyright", "by", "example", "inc", year}));
  }
  EXPECT_FALSE(Decided(four, {})[0].is_template);  // 3 of 4
  const Decided at_the_bound(five, {});            // 4 of 5 is 0.8
  for (std::size_t b = 0; b < 5; ++b) {
    EXPECT_TRUE(at_the_bound[b].is_template);
    EXPECT_EQ(at_the_bound[b].words, 5u);
    EXPECT_EQ(at_the_bound[b].template_words, 4u);
    EXPECT_EQ(at_the_bound[b].leader, 0u);
  }
}

TEST(TemplateDecision, SupportOfFourIsNotEnough) {
  const std::vector<slow::Block> blocks(4, BlockOf({"home", "news"}));
  EXPECT_FALSE(Decided(blocks, {})[0].is_template);
  EXPECT_TRUE(Decided(blocks, {.min_wfc = 4})[0].is_template);
}

// Rare words are words too: a block of rare words with one template word stays.
TEST(TemplateDecision, RareWordsCountAsNonTemplate) {
  std::vector<slow::Block> blocks;
  for (int b = 0; b < 6; ++b) blocks.push_back(BlockOf({"home", "rare" + std::to_string(b)}));
  for (std::size_t b = 0; b < 6; ++b) EXPECT_FALSE(Decided(blocks, {})[b].is_template);
}

TEST(TemplateDecision, TokensInsteadOfDistinctWords) {
  std::vector<slow::Block> blocks;
  for (int b = 0; b < 6; ++b)
    blocks.push_back(BlockOf({"a", "a", "a", "a", "x" + std::to_string(b)}));
  EXPECT_FALSE(Decided(blocks, {})[0].is_template);                     // 1 of 2
  EXPECT_TRUE(Decided(blocks, {.count_tokens = true})[0].is_template);  // 4 of 5
}

// A block that is finished as content still supports the words of others.
TEST(TemplateDecision, FinishedBlocksStayMembers) {
  std::vector<slow::Block> blocks(4, BlockOf({"home", "news"}));
  blocks.insert(blocks.begin(), BlockOf({"home", "news", "r1", "r2", "r3", "r4"}));
  const Decided decided(blocks, {});
  EXPECT_FALSE(decided[0].is_template);
  for (std::size_t b = 1; b < 5; ++b) {
    EXPECT_TRUE(decided[b].is_template);
    EXPECT_EQ(decided[b].leader, 0u);
  }
}

// Copies of a few texts, with words replaced, inserted and repeated: most are near the thresholds.
std::vector<slow::Block> RandomCluster(Dice* dice) {
  const auto below = [dice](std::size_t n) { return std::size_t{dice->Below(n)}; };
  const std::size_t vocabulary = 3 + below(40);
  const auto word = [&] { return "w" + std::to_string(below(vocabulary)); };
  std::vector<std::vector<std::string>> texts(1 + below(4));
  for (auto& text : texts) {
    for (std::size_t n = 1 + below(25); n > 0; --n) text.push_back(word());
  }
  std::vector<slow::Block> blocks;
  const std::size_t edits = below(4);
  for (std::size_t n = 1 + below(30); n > 0; --n) {
    std::vector<std::string> text = texts[below(texts.size())];
    for (std::size_t e = below(edits + 1); e > 0; --e) {
      const std::size_t at = below(text.size());
      if (below(3) == 0)
        text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), word());
      else
        text[at] = word();
    }
    blocks.push_back(BlockOf(text));
  }
  return blocks;
}

void ExpectEqual(const std::vector<slow::Block>& blocks, const BscWfcParameters& parameters,
                 int* struck, const std::vector<std::uint32_t>& pages = {}) {
  const auto expected =
      slow::Evaluate(blocks,
                     {parameters.min_wfc, parameters.twr_permille, parameters.max_leaders,
                      parameters.count_tokens, parameters.vote_blocks},
                     pages);
  const Decided decided(blocks, parameters, pages);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    ASSERT_EQ(decided[b].is_template, expected[b].is_template) << b;
    ASSERT_EQ(decided[b].words, expected[b].words);
    if (!expected[b].is_template) continue;
    ++*struck;
    ASSERT_EQ(decided[b].template_words, expected[b].template_words);
    ASSERT_EQ(decided[b].leader, expected[b].leader);
  }
}

TEST(TemplateDecision, EarlyOutsEqualFullEvaluation) {
  Dice dice(11);
  int blocks = 0, struck = 0;
  for (int round = 0; round < 4'000; ++round) {
    BscWfcParameters parameters;
    if (round % 2 == 1) {
      parameters = {1 + static_cast<std::uint32_t>(dice.Below(8)),
                    100 * static_cast<std::uint32_t>(dice.Below(11)),
                    1 + static_cast<std::uint32_t>(dice.Below(6)), dice.Below(2) == 0};
    }
    const std::vector<slow::Block> cluster = RandomCluster(&dice);
    if (cluster.size() < parameters.min_wfc) continue;  // the detector's first early out
    ASSERT_NO_FATAL_FAILURE(ExpectEqual(cluster, parameters, &struck)) << "round " << round;
    blocks += static_cast<int>(cluster.size());
  }
  EXPECT_GT(struck, blocks / 10);
  EXPECT_LT(struck, blocks * 9 / 10);
}

// The extensions: leader vote, and clusters with several blocks of one page.
TEST(TemplateDecision, VoteAndPagesEqualFullEvaluation) {
  Dice dice(13);
  int struck[2] = {0, 0};
  for (int round = 0; round < 4'000; ++round) {
    const std::vector<slow::Block> cluster = RandomCluster(&dice);
    if (cluster.size() < 3) continue;
    std::vector<std::uint32_t> pages;
    for (std::uint32_t page = 0; pages.size() < cluster.size();
         page += dice.Below(3) != 0 ? 1U : 0U)
      pages.push_back(page);
    BscWfcParameters parameters{.min_wfc = 3, .twr_permille = 600};
    ASSERT_NO_FATAL_FAILURE(ExpectEqual(cluster, parameters, &struck[0], pages))
        << "round " << round;
    parameters.vote_blocks = 1 + dice.Below(10);
    ASSERT_NO_FATAL_FAILURE(ExpectEqual(cluster, parameters, &struck[1], pages))
        << "round " << round;
  }
  EXPECT_GT(struck[1], 1'000);
  EXPECT_LT(struck[1], struck[0]);
}

// Independent text with frequencies as in Zipf's law and no template at all: chance alone brings
// five equal signatures together, and the vote sees it.
TEST(TemplateDecision, ChanceClustersOfALargeSite) {
  Dice dice(14);
  std::vector<double> upto;  // of the frequencies 1/rank
  for (int rank = 1; rank <= 200'000; ++rank)
    upto.push_back((upto.empty() ? 0 : upto.back()) + 1.0 / rank);
  std::vector<slow::Block> blocks;
  for (int b = 0; b < 10'000; ++b) {
    std::vector<std::string> text;
    for (std::uint32_t n = 5 + dice.Below(11); n > 0; --n) {
      const double throw_at = upto.back() * dice.Below(1U << 30) / (1U << 30);
      text.push_back(
          std::to_string(std::lower_bound(upto.begin(), upto.end(), throw_at) - upto.begin()));
    }
    blocks.push_back(BlockOf(text));
  }
  const auto false_blocks = [&](const BscWfcParameters& parameters) {
    const Decided decided(blocks, parameters);
    int struck = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b) struck += decided[b].is_template ? 1 : 0;
    return struck;
  };
  EXPECT_GT(false_blocks({}), 100) << "1 %";
  EXPECT_LE(false_blocks({.vote_blocks = 200}), 50) << "0.5 %";
}

TEST(TemplateDecision, ManyLeadersInALargeCluster) {
  Dice dice(12);
  std::vector<slow::Block> blocks;
  for (int b = 0; b < 1'200; ++b) {
    std::vector<std::string> text;
    for (auto n = 5 + dice.Below(40); n > 0; --n)
      text.push_back("w" + std::to_string(dice.Below(6)));
    blocks.push_back(BlockOf(text));
    if (b % 3 == 0) blocks.push_back(blocks[dice.Below(blocks.size())]);
  }
  int struck = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectEqual(blocks, {}, &struck));
  ASSERT_NO_FATAL_FAILURE(ExpectEqual(blocks, {.twr_permille = 300}, &struck));
  EXPECT_GT(struck, 0);
}

}  // namespace
}  // namespace thresh
