#include "indexer/page/digest.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "indexer/page/vocabulary.h"
#include "tests/support/dice.h"

namespace thresh {
namespace {

std::unique_ptr<Digester> MakeDigester(DigestOptions options = {}) {
  auto digester = Digester::Make(options);
  EXPECT_TRUE(digester.ok());
  return std::move(*digester);
}

RawPage Raw(std::string html) {
  RawPage raw;
  raw.url = "http://Site.org:80/Dir/some-page.html";
  raw.docno = "d1";
  raw.bytes = std::move(html);
  return raw;
}

Page Digest(std::string html) { return MakeDigester()->Digest(Raw(std::move(html))); }

// What Page says of its words, the obvious way: (block, offset) → term.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> Words(const Page& page) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> words;
  for (const BlockPosting& posting : page.postings) {
    for (std::uint32_t i = 0; i < posting.count; ++i) {
      const std::uint32_t offset = page.offsets[posting.first + i];
      EXPECT_TRUE(
          words.emplace(std::pair(posting.block.value, offset), page.terms[posting.term.value])
              .second);
    }
  }
  return words;
}

std::string WordsOf(const Page& page, std::uint32_t block) {
  std::string joined;
  for (const auto& [place, term] : Words(page)) {
    if (place.first == block) joined += std::to_string(place.second) + term + " ";
  }
  return joined;
}

void ExpectConsistent(const Page& page) {
  std::uint32_t body = 0, position = 0, at = 0;
  std::map<std::uint32_t, std::uint32_t> tokens;
  for (const Span& span : page.spans) {
    EXPECT_EQ(span.text_begin, at);
    EXPECT_LT(span.text_begin, span.text_end);
    EXPECT_EQ(span.first_token, position);
    at = span.text_end;
    position += span.tokens;
    tokens[span.block.value] += span.tokens;
  }
  EXPECT_EQ(at, page.text.size());
  for (std::uint32_t b = 0; b < page.blocks.size(); ++b) {
    if (page.blocks[b].field != Field::kBody) continue;
    EXPECT_EQ(page.blocks[b].tokens, tokens[b]);
    body += page.blocks[b].tokens;
  }
  EXPECT_EQ(page.body_tokens, body);
  for (std::size_t i = 1; i < page.postings.size(); ++i) {
    const BlockPosting &a = page.postings[i - 1], &b = page.postings[i];
    EXPECT_TRUE(a.term < b.term || (a.term == b.term && a.block < b.block));
    EXPECT_EQ(a.first + a.count, b.first);
  }
  std::vector<std::uint32_t> distinct(page.blocks.size());
  for (const BlockPosting& posting : page.postings) {
    ++distinct[posting.block.value];
    for (std::uint32_t i = 1; i < posting.count; ++i) {
      EXPECT_LT(page.offsets[posting.first + i - 1], page.offsets[posting.first + i]);
    }
  }
  for (std::uint32_t b = 0; b < page.blocks.size(); ++b)
    EXPECT_EQ(page.blocks[b].distinct, distinct[b]);
  ASSERT_EQ(page.terms.size(), page.term_hashes.size());
  for (std::size_t i = 0; i < page.terms.size(); ++i)
    EXPECT_EQ(page.term_hashes[i], FastHash64(page.terms[i]));
}

TEST(Digest, BodyThenTitleUrlDescription) {
  const Page page = Digest(
      "<!DOCTYPE html><title>The Title</title><meta name=description content='Some words'>"
      "<body>a b<p>c a</p>b d");
  ExpectConsistent(page);
  ASSERT_EQ(page.blocks.size(), 5u);
  EXPECT_EQ(WordsOf(page, 0), "1a 2b 3b 4d ");
  EXPECT_EQ(WordsOf(page, 1), "1c 2a ");
  EXPECT_EQ(WordsOf(page, 2), "1the 2title ");
  EXPECT_EQ(WordsOf(page, 4), "1some 2words ");
  EXPECT_NE(WordsOf(page, 3).find("some"), std::string::npos);
  EXPECT_EQ(page.blocks[2].field, Field::kTitle);
  EXPECT_EQ(page.blocks[3].field, Field::kUrl);
  EXPECT_EQ(page.blocks[4].field, Field::kDescription);
  EXPECT_EQ(page.blocks[4].parent, 4u);
  EXPECT_EQ(page.blocks[0].tokens, 4u);
  EXPECT_EQ(page.blocks[0].distinct, 3u);
  EXPECT_EQ(page.body_tokens, 6u);
  EXPECT_EQ(page.text, "a bc ab d");
  EXPECT_EQ(page.title, "The Title");
  EXPECT_EQ(page.description, "Some words");
  EXPECT_EQ(page.site, "site.org");
  EXPECT_EQ(page.docno, "d1");
  EXPECT_EQ(page.counters[Counter::kEmpty], 0u);
}

TEST(Digest, WhatIsNotReadIsCounted) {
  const Page page = Digest("<body><noscript>a</noscript><img alt=b><svg><text>c</text></svg>d");
  EXPECT_EQ(page.counters[Counter::kNoscriptText], 1u);
  EXPECT_EQ(page.counters[Counter::kAttributeText], 1u);
  EXPECT_EQ(page.counters[Counter::kSvgText], 1u);
  EXPECT_EQ(page.body_tokens, 1u);
  const Page plain = Digest("<body>d");
  EXPECT_EQ(plain.counters[Counter::kNoscriptText], 0u);
  EXPECT_EQ(plain.counters[Counter::kAttributeText], 0u);
}

TEST(Digest, CanonicalLinksToOtherPagesAreCounted) {
  const std::string url = Digest("a").url;
  const auto counted = [](const std::string& href, const std::string& base = "") {
    const Page page = Digest("<head>" + base + "<link rel=canonical href='" + href + "'>");
    EXPECT_EQ(page.canonical.empty(), page.counters[Counter::kCanonicalSite] == 0);
    return std::pair(page.counters[Counter::kCanonicalSite],
                     page.counters[Counter::kCanonicalAway]);
  };
  EXPECT_EQ(counted(url), std::pair(0UL, 0UL));
  EXPECT_EQ(counted(url + "#part"), std::pair(0UL, 0UL));
  EXPECT_EQ(counted(""), std::pair(0UL, 0UL));
  EXPECT_EQ(counted("/another"), std::pair(1UL, 0UL));
  EXPECT_EQ(counted("another", "<base href='http://elsewhere.org/'>"), std::pair(0UL, 1UL));
  EXPECT_EQ(counted("http://elsewhere.org/another"), std::pair(0UL, 1UL));
  EXPECT_EQ(counted("file:///home/another"), std::pair(0UL, 1UL));
  EXPECT_EQ(counted("mailto:a@b.c"), std::pair(0UL, 1UL));
}

TEST(Digest, RandomPagesAreConsistent) {
  const std::vector<std::string> pieces = {
      "a ",       "b",          "<p>",    "</p>",   "<div>", "</div>", "<table><tr><td>",
      "</table>", "été ",       "日本語", "<b>",    "</b>",  "<h1>",   "</h1>",
      "<!--x-->", "<a href=x>", "</a>",   "don't ", "3.14 "};
  Dice dice(4);
  const auto digester = MakeDigester();
  for (int round = 0; round < 200; ++round) {
    std::string html;
    for (std::uint32_t n = dice.Below(60); n > 0; --n) html += pieces[dice.Below(pieces.size())];
    const Page page = digester->Digest(Raw(html));
    SCOPED_TRACE(html);
    ExpectConsistent(page);
    // A digester remembers nothing.
    const Page again = Digest(html);
    EXPECT_EQ(again.token_hash, page.token_hash);
    EXPECT_EQ(Words(again), Words(page));
    EXPECT_EQ(again.text, page.text);
  }
}

TEST(Digest, HashesAreOfTokenSequences) {
  const Page a = Digest("<!DOCTYPE html><body><p>one two</p><p>three</p>");
  const Page b = Digest("<!DOCTYPE html><body><div>ONE</div><div>two three</div>");
  const Page c = Digest("<!DOCTYPE html><title>other</title><body><p>two one</p><p>three</p>");
  EXPECT_EQ(a.token_hash, b.token_hash);
  EXPECT_NE(a.token_hash, c.token_hash);
  EXPECT_EQ(a.blocks[2].text_hash, c.blocks[2].text_hash);
  EXPECT_NE(a.blocks[1].text_hash, c.blocks[1].text_hash);
  EXPECT_NE(a.blocks[1].text_hash, b.blocks[1].text_hash);
}

TEST(Digest, NumbersAreOneWordInTheFoldedHash) {
  const auto block = [](const std::string& text) {
    return Digest("<!DOCTYPE html><body><p>" + text + "</p>").blocks[1];
  };
  const std::uint64_t page = block("you are on page 27 of the guide").folded_hash;
  EXPECT_EQ(block("You are on page 9 of the guide").folded_hash, page);
  EXPECT_EQ(block("you are on page 3,000.5 of the guide").folded_hash, page);
  EXPECT_NE(block("you are on page x9 of the guide").folded_hash, page);
  EXPECT_NE(block("you are on page of the guide").folded_hash, page);
  EXPECT_NE(block("you are on page 27 of the guide").text_hash.low, page);
  for (const char* few : {"27", "27 pages", "By Ann Author 3", "width 10 20 30",
                          "no number here"})  // a row of a table is not every row
    EXPECT_EQ(block(few).folded_hash, block(few).text_hash.low) << few;
}

TEST(Digest, HeadingIsARangeOfBodyPositions) {
  const Page page =
      Digest("<!DOCTYPE html><title>x y</title><body>a b<h1>Big <b>Head</b> line</h1>c<h1>d</h1>");
  EXPECT_EQ(page.heading_first, 2u);
  EXPECT_EQ(page.heading_last, 5u);
  EXPECT_EQ(page.heading_hash, Digest("<h1>big head line</h1>").heading_hash);
  EXPECT_NE(page.heading_hash, Digest("<h1>big head</h1>").heading_hash);
  EXPECT_EQ(Digest("<p>no").heading_hash, Hash128());
  EXPECT_EQ(Digest("<h1>...</h1>").heading_hash, Hash128());
}

TEST(Digest, StopWordsTakeAPositionAndNoPosting) {
  DigestOptions options;
  options.analyzer.stop_words = "english";
  const Page page = MakeDigester(options)->Digest(Raw("<!DOCTYPE html><body>the cat and the dog"));
  EXPECT_EQ(WordsOf(page, 0), "2cat 5dog ");
  EXPECT_EQ(page.blocks[0].tokens, 5u);
  EXPECT_EQ(page.blocks[0].distinct, 2u);
  EXPECT_NE(page.token_hash, MakeDigester(options)->Digest(Raw("<body>cat dog")).token_hash);
}

TEST(Digest, LongWordsAreCounted) {
  const Page page = Digest("<body>" + std::string(300, 'x') + " y " + std::string(129, 'z') +
                           "<p>" + std::string(128, 'w'));
  EXPECT_EQ(page.counters[Counter::kTokensLong], 2u);
  EXPECT_EQ(page.body_tokens, 3u + 1u + 2u + 1u);
  ExpectConsistent(page);
}

TEST(Digest, LongTitlesAndDescriptionsAreCutAndCounted) {
  std::string words;
  while (words.size() < 5000) words += "word ";
  const Page page =
      Digest("<title>" + words + "</title><meta name=description content='" + words + "'><p>text");
  EXPECT_EQ(page.title.size(), 1024u);  // 205 words and the blanks between them
  EXPECT_EQ(page.description, words.substr(0, 4094));
  EXPECT_EQ(page.counters[Counter::kTitlesCut], 2u);
  EXPECT_EQ(Digest("<title>short</title>").counters[Counter::kTitlesCut], 0u);
}

TEST(Digest, ATagThatTheEndOfThePageCutsOffHasNoWords) {
  for (const ParserChoice parser : {ParserChoice::kAuto, ParserChoice::kGumbo}) {
    // The last budget is one that every page is over.
    for (const std::uint64_t budget : {std::uint64_t{1} << 20U, std::uint64_t{1}}) {
      DigestOptions options;
      options.reader.parser = parser;
      options.limits.html_bytes = budget;
      const std::unique_ptr<Digester> digester = MakeDigester(options);
      for (const std::string cut :
           {"<a href=\"/x/y", "<a href=/x title='two words", "<a title=\"x > y\" href", "</p cla",
            "<!-- x", "<iframe src=x><a href=\"/y", "<noframes><a href='/x"})
        EXPECT_EQ(digester->Digest(Raw("<p>one " + cut)).text, "one") << cut;
    }
  }
}

TEST(Digest, PlainTextPages) {
  RawPage raw = Raw("<b>not html</b>\n\nsecond &amp;");
  raw.form = PageForm::kText;
  const Page page = MakeDigester()->Digest(std::move(raw));
  ExpectConsistent(page);
  EXPECT_EQ(page.text, "<b>not html</b>second &amp;");
  EXPECT_EQ(WordsOf(page, 2), "1second 2amp ");
}

TEST(Digest, BudgetsDegradeAndCount) {
  DigestOptions options;
  options.limits.html_bytes = 100;
  const Page page = MakeDigester(options)->Digest(
      Raw("<title>t</title><p>first</p>" + std::string(100, ' ') + "<p>last"));
  EXPECT_TRUE(page.degraded);
  EXPECT_EQ(page.counters[Counter::kDegraded], 1u);
  EXPECT_EQ(page.counters[Counter::kDegradedBytes], 1u);
  EXPECT_EQ(page.text, "firstlast");
  EXPECT_EQ(page.title, "t");
  ExpectConsistent(page);
}

TEST(Digest, EmptyAndGuessedPagesAreCounted) {
  const Page empty = Digest("<title>words</title><body>...");
  EXPECT_EQ(empty.counters[Counter::kEmpty], 1u);
  EXPECT_EQ(empty.body_tokens, 0u);
  const Page guessed = Digest("caf\xE9");
  EXPECT_EQ(guessed.counters[Counter::kCharsetGuessed], 1u);
  RawPage raw = Raw("caf\xE9");
  raw.http_charset = "utf-8";
  EXPECT_EQ(MakeDigester()->Digest(std::move(raw)).counters[Counter::kSubstitutions], 1u);
}

TEST(Digest, LinksComeWithAnchorText) {
  const Page page =
      Digest("<!DOCTYPE html><body><p>see <a href='../x.html#f'>the x</a><a href=mailto:y>y</a>");
  ASSERT_EQ(page.links.size(), 1u);
  EXPECT_EQ(page.links[0].target, "http://site.org/x.html");
  EXPECT_EQ(page.links[0].block, BlockNo(1));
  EXPECT_EQ(page.links[0].first_span, 1u);
  EXPECT_EQ(page.links[0].spans, 1u);
  EXPECT_EQ(page.counters[Counter::kLinksDropped], 1u);
}

TEST(Digest, TermsStayValidWhenAPageMoves) {
  Page page = Digest("<body>x");
  std::vector<Page> pages;
  pages.push_back(std::move(page));
  for (int i = 0; i < 10; ++i) pages.push_back(Digest("y"));
  EXPECT_EQ(pages[0].terms[0], "x");
}

TEST(Digest, UnknownAnalyzerIsAStatus) {
  DigestOptions options;
  options.analyzer.stemmer = "klingon";
  const auto digester = Digester::Make(options);
  ASSERT_FALSE(digester.ok());
  EXPECT_EQ(digester.status().code(), Code::kUsage);
}

TEST(Vocabulary, AgreesWithAMap) {
  Vocabulary vocabulary;
  Dice dice(5);
  for (int page = 0; page < 5; ++page) {
    vocabulary.Clear();
    std::map<std::string, std::uint32_t> twin;
    for (int i = 0; i < 30'000; ++i) {
      const std::string word = "w" + std::to_string(dice.Below(8000));
      const auto number = static_cast<std::uint32_t>(twin.size());
      const std::uint32_t expected = twin.emplace(word, number).first->second;
      ASSERT_EQ(vocabulary.Add(word), expected);
      ASSERT_EQ(vocabulary.word(expected), word);
    }
    EXPECT_EQ(vocabulary.size(), twin.size());
  }
}

}  // namespace
}  // namespace thresh
