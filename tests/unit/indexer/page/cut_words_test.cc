#include "indexer/page/cut_words.h"

#include <gtest/gtest.h>

#include <map>

#include "indexer/page/digest.h"
#include "tests/support/dice.h"

namespace thresh {
namespace {

// Also where every text node is a block, as the default detector sees pages.
Page Digest(const std::string& html, Segmentation segmentation = Segmentation::kTextNodes,
            const std::string& stemmer = "none") {
  DigestOptions options;
  options.analyzer.stemmer = stemmer;
  options.segmentation = segmentation;
  auto digester = std::move(Digester::Make(options).value());
  RawPage raw;
  raw.url = "http://site.org/page.html";
  raw.docno = "d1";
  raw.bytes = html;
  return digester->Digest(std::move(raw));
}

// "position word" for each cut word, in the order of the page.
std::string CutWordsOf(const Page& page) {
  std::map<std::uint32_t, std::string> words;  // by offset
  for (const BlockPosting& posting : page.postings) {
    if (page.blocks[posting.block.value].field != kCutWords) continue;
    for (std::uint32_t i = 0; i < posting.count; ++i)
      words[page.offsets[posting.first + i]] = page.terms[posting.term.value];
  }
  EXPECT_EQ(words.size(), page.cut_words.size());
  std::string joined;
  for (const auto& [offset, word] : words)
    joined += (joined.empty() ? "" : " ") + std::to_string(page.cut_words.at(offset - 1)) + word;
  return joined;
}

std::string CutWordsOf(const std::string& html) {
  const std::string found = CutWordsOf(Digest(html));
  EXPECT_EQ(CutWordsOf(Digest(html, Segmentation::kLayoutBlocks)), found);
  return found;
}

TEST(CutWords, StandAtTheirLastPart) {
  EXPECT_EQ(CutWordsOf("<p>call sqlite3_<wbr>open now"), "2sqlite3_open");
  EXPECT_EQ(CutWordsOf("<p>drink H<sub>2</sub>O and CO<sub>2</sub>"), "3h2o 6co2");
  EXPECT_EQ(CutWordsOf("<p><big>O</big>nce upon a time"), "1once");
  EXPECT_EQ(CutWordsOf("<p>the <a href=x>list</a>s of <b>un</b>like<i>ly</i>"), "2lists 6unlikely");
}

TEST(CutWords, APlaceWithoutAWordIsNoCut) {
  EXPECT_EQ(CutWordsOf("<p><b>two</b> words <b>and</b>, <i>three</i>."), "");
  EXPECT_EQ(CutWordsOf("<p><span>os</span>.<span>path</span>(<span>x</span>)"), "");
  EXPECT_EQ(CutWordsOf("<p>one<p>two<div>three</div>four<br>five"), "");
  EXPECT_EQ(CutWordsOf("<table><tr><td>one</td><td>two</td></tr></table>"), "");
}

TEST(CutWords, ASoftHyphenCutsNothing) {
  const Page page = Digest("<p>hyphen&shy;ation");
  EXPECT_EQ(CutWordsOf(page), "");
  EXPECT_EQ(page.terms.front(), "hyphenation");
}

TEST(CutWords, ScriptsThatDoNotJoinGiveNoWordTwice) {
  EXPECT_EQ(CutWordsOf("<p>iPhone<b>中国</b>"), "");
  EXPECT_EQ(CutWordsOf("<p>中<b>国</b>"), "1中国");
}

// Two postings of one term at one position would be a damaged list.
TEST(CutWords, AStemThatIsThatOfTheLastPartIsThereAlready) {
  const std::string html = "<p>buku di<b>baca</b> dan <b>di</b>tulis";
  EXPECT_EQ(CutWordsOf(html), "2dibaca 5ditulis");
  EXPECT_EQ(CutWordsOf(Digest(html, Segmentation::kTextNodes, "indonesian")), "");
}

TEST(CutWords, AMenuIsNoWord) {
  std::string menu = "<p>";
  for (int i = 0; i < 9; ++i) menu += "<a href=x>Category</a>";
  EXPECT_EQ(CutWordsOf(menu), "");
}

TEST(CutWords, DetectorsSeeThePageAsItIsWithoutThem) {
  const Page cut = Digest("<p>drink H<sub>2</sub>O now");
  EXPECT_EQ(cut.body_tokens, 5U);
  const Page apart = Digest("<p>drink H <sub>2</sub> O now");
  EXPECT_EQ(cut.token_hash, apart.token_hash);
  for (std::size_t block = 0; block < cut.blocks.size(); ++block) {
    if (cut.blocks[block].field != Field::kBody) continue;
    EXPECT_EQ(cut.blocks[block].text_hash, apart.blocks[block].text_hash);
    EXPECT_EQ(cut.blocks[block].distinct, apart.blocks[block].distinct);
  }
}

// Against a twin that reads the words of all spans: whatever the tags, a cut word is what its parts
// are together, and no two spans that touch with letters are left out.
TEST(CutWords, AreTheirParts) {
  Dice dice(2024);
  const std::vector<std::string> pieces = {"ab", "c", "7", " ", "d e", "x,", "é"};
  const std::vector<std::string> tags = {"<b>", "</b>", "<wbr>", "<p>", "<i>", "</i>"};
  for (int round = 0; round < 300; ++round) {
    std::string html = "<p>";
    for (int i = 0; i < 12; ++i) {
      html += pieces[dice.Below(pieces.size())];
      html += tags[dice.Below(tags.size())];
    }
    const Page page = Digest(html);
    std::map<std::uint32_t, std::string> texts;  // by position of the last part
    std::string open;
    for (std::size_t s = 0; s < page.spans.size(); ++s) {
      const Span& span = page.spans[s];
      const std::string text = page.text.substr(span.text_begin, span.text_end - span.text_begin);
      const auto is_letter = [](char c) { return c < 0 || std::isalnum(c) != 0 || c == '_'; };
      const bool touches = span.glued && !open.empty() && is_letter(text.front());
      std::size_t first = 0;
      while (first < text.size() && is_letter(text[first])) ++first;
      if (touches) {
        texts.erase(span.first_token - 1);
        texts[span.first_token] = open + text.substr(0, first);
      }
      std::size_t last = text.size();
      while (last > 0 && is_letter(text[last - 1])) --last;
      if (first == text.size() && touches) {
        open += text;
      } else {
        open = text.substr(last);
      }
    }
    std::string expected;
    for (const auto& [position, text] : texts)
      expected += (expected.empty() ? "" : " ") + std::to_string(position) + text;
    ASSERT_EQ(CutWordsOf(page), expected) << html;
  }
}

}  // namespace
}  // namespace thresh
