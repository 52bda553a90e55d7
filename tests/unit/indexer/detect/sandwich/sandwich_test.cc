#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/base/edit_distance.h"
#include "indexer/detect/detector.h"
#include "indexer/detect/sandwich/line_match.h"
#include "indexer/detect/sandwich/near_names.h"
#include "tests/support/dice.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

using Lines = std::vector<std::uint64_t>;

// The quadratic table of suffixes, and all the walks that it allows: whether the common lines of
// the target are the same on every one.
class SlowMatch {
 public:
  SlowMatch(const Lines& a, const Lines& b)
      : a_(a), b_(b), length_(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0)) {
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        length_[i][j] = a[i] == b[j] ? 1 + length_[i + 1][j + 1]
                                     : std::max(length_[i + 1][j], length_[i][j + 1]);
      }
    }
  }
  std::size_t length() const { return length_[0][0]; }
  // Sets of common lines as text, up to a few.
  std::set<Lines> Texts() const {
    std::set<Lines> texts;
    Walk(0, 0, {}, &texts);
    return texts;
  }

 private:
  void Walk(std::size_t i, std::size_t j, Lines text, std::set<Lines>* texts) const {
    if (texts->size() > 1) return;
    if (length_[i][j] == 0) {
      texts->insert(std::move(text));
      return;
    }
    if (a_[i] == b_[j]) {
      Lines longer = text;
      longer.push_back(a_[i]);
      Walk(i + 1, j + 1, std::move(longer), texts);
    }
    if (length_[i + 1][j] == length_[i][j]) Walk(i + 1, j, text, texts);
    if (length_[i][j + 1] == length_[i][j]) Walk(i, j + 1, std::move(text), texts);
  }

  const Lines &a_, &b_;
  std::vector<std::vector<std::size_t>> length_;
};

Lines Common(const Lines& target, const std::vector<bool>& common) {
  Lines lines;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (common[i]) lines.push_back(target[i]);
  }
  return lines;
}

bool IsSubsequence(const Lines& part, const Lines& whole) {
  std::size_t found = 0;
  for (const std::uint64_t line : whole)
    found += found < part.size() && part[found] == line ? 1U : 0U;
  return found == part.size();
}

TEST(LineMatch, AgreesWithTheQuadraticTable) {
  Dice dice(3);
  std::size_t unique = 0;
  for (int round = 0; round < 600; ++round) {
    const std::uint32_t kinds = 2 + dice.Below(12);
    Lines a(dice.Below(12)), b(dice.Below(12));
    for (std::uint64_t& line : a) line = dice.Below(kinds);
    for (std::uint64_t& line : b) line = dice.Below(kinds);
    const SlowMatch slow(a, b);
    const Lines common = Common(a, CommonLines(a, b));
    EXPECT_EQ(common.size(), slow.length());
    EXPECT_TRUE(IsSubsequence(common, b));
    const std::set<Lines> texts = slow.Texts();
    if (texts.size() != 1) continue;
    ++unique;
    EXPECT_EQ(common, *texts.begin());
  }
  EXPECT_GT(unique, 200u);
}

// Lines that both pages repeat thousands of times are left out when they would cost too much;
// what stands at either end is still seen.
TEST(LineMatch, CrowdsOfEqualLines) {
  Lines a = {1}, b = {1};
  for (std::uint64_t i = 0; i < 3000; ++i) {
    a.insert(a.end(), {7, 1000 + i});
    b.insert(b.end(), {7, 9000 + i});
  }
  a.insert(a.end(), {500, 2});
  b.insert(b.end(), {500, 501, 2});
  EXPECT_EQ(Common(a, CommonLines(a, b)), (Lines{1, 7, 500, 2}));
}

std::size_t SlowDistance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  if (a[0] == b[0]) return SlowDistance(a.substr(1), b.substr(1));
  return 1 + std::min({SlowDistance(a.substr(1), b), SlowDistance(a, b.substr(1)),
                       SlowDistance(a.substr(1), b.substr(1))});
}

std::string RandomName(Dice* dice, std::uint32_t longest) {
  std::string name;
  for (std::uint32_t n = dice->Below(longest + 1); n > 0; --n)
    name += static_cast<char>('a' + dice->Below(3));
  return name;
}

TEST(NearNames, DistanceAgreesWithTheSlowOne) {
  Dice dice(5);
  for (int round = 0; round < 400; ++round) {
    const std::string a = RandomName(&dice, 7), b = RandomName(&dice, 7);
    const std::size_t slow = SlowDistance(a, b);
    EXPECT_EQ(EditDistance(a, b, 100), slow);
    const std::size_t limit = dice.Below(5);
    const std::size_t limited = EditDistance(a, b, limit);
    EXPECT_TRUE(slow <= limit ? limited == slow : limited > limit) << a << " " << b << " " << limit;
  }
}

TEST(NearNames, AgreesWithLookingAtAll) {
  Dice dice(6);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> names(1 + dice.Below(20));
    for (std::string& name : names) name = RandomName(&dice, 5);
    const auto peers = NearestNames(names, 2);
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<std::tuple<std::size_t, std::string, std::uint32_t>> all;
      for (std::uint32_t j = 0; j < names.size(); ++j) {
        if (names[j] != names[i]) all.emplace_back(SlowDistance(names[i], names[j]), names[j], j);
      }
      std::sort(all.begin(), all.end());
      std::vector<std::uint32_t> expected;
      for (std::size_t k = 0; k < std::min<std::size_t>(2, all.size()); ++k) {
        expected.push_back(std::get<2>(all[k]));
      }
      EXPECT_EQ(peers[i], expected);
    }
  }
}

TEST(NearNames, LargeDirectoriesLookAtNeighbours) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kExactNames + 500; ++i)
    names.push_back("page" + std::to_string(100'000 + i));
  const auto peers = NearestNames(names, 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    ASSERT_EQ(peers[i].size(), 1u);
    EXPECT_EQ(EditDistance(names[i], names[peers[i][0]], 10), 1u) << names[i];
  }
}

TEST(NearNames, DirectoryAndName) {
  EXPECT_EQ(DirectoryOf("http://h/a/b.html?x=/y"), "http://h/a/");
  EXPECT_EQ(NameOf("http://h/a/b.html?x=/y"), "b.html?x=/y");
  EXPECT_EQ(NameOf("http://h/a/"), "");
}

// Words of the page that are struck.
std::string Struck(const Page& page, DocId doc, const Strikes& strikes) {
  std::string struck;
  for (const Strike& strike : strikes.strikes) {
    if (strike.doc != doc) continue;
    for (const Span& span : page.spans) {
      if (span.block != strike.block) continue;
      struck += (struck.empty() ? "" : " ") +
                page.text.substr(span.text_begin, span.text_end - span.text_begin);
    }
  }
  return struck;
}

class SandwichSite {
 public:
  explicit SandwichSite(std::initializer_list<std::pair<const char*, double>> parameters = {}) {
    DetectorConfig config;
    for (const auto& [key, value] : parameters) config.Set(std::string("sandwich.") + key, value);
    const DetectorInfo* info = FindDetector("sandwich");
    detector_ = info->make(config);
    html_ = std::make_unique<HtmlPages>(info->SegmentationFor(config));
  }
  void Add(const std::string& name, const std::string& html) {
    pages_.push_back(html_->Digest(html, "http://example.com/" + name));
    ObserveNext(detector_.get(), &catalog_, pages_.back());
  }
  std::vector<std::string> Struck() {
    Strikes strikes = detector_->EndOfRun();
    AppendStrikes(detector_->Conclude(), &strikes);
    std::vector<std::string> struck;
    for (const Page& page : pages_) {
      struck.push_back(
          thresh::Struck(page, DocId(static_cast<std::uint32_t>(struck.size())), strikes));
    }
    return struck;
  }
  Detector* detector() { return detector_.get(); }

 private:
  std::unique_ptr<Detector> detector_;
  std::unique_ptr<HtmlPages> html_;
  Catalog catalog_;
  std::vector<Page> pages_;
};

std::string NewsPage(const std::string& story) {
  return "<!DOCTYPE html>\n<title>same</title>\n<body>\n<div>bar</div>\n<p>" + story +
         "</p>\n<div>foot</div>\n";
}

TEST(Sandwich, PeersStandInTheSameDirectory) {
  SandwichSite site;
  site.Add("a/1.html", NewsPage("one"));
  site.Add("b/1.html", NewsPage("two"));
  site.Add("a/2.html", NewsPage("three"));
  site.Add("a/20.html", "<body>\nfar\n");
  EXPECT_EQ(site.Struck(), (std::vector<std::string>{"bar foot", "", "bar foot", ""}));
}

TEST(Sandwich, ThePreviousPageIsThePeer) {
  SandwichSite site({{"peer", 1}});
  site.Add("a/1.html", NewsPage("one"));
  site.Add("b/1.html", NewsPage("two"));
  site.Add("a/9.html", NewsPage("three"));
  site.Add("a/2.html", "<body>\n<div>bar</div>\nother\n");
  site.Add("a/3.html", NewsPage("four"));
  EXPECT_EQ(site.Struck(), (std::vector<std::string>{"", "", "bar foot", "bar", "bar"}));
}

TEST(Sandwich, CopiesAreNoPeers) {
  SandwichSite site;
  for (int copy = 0; copy < 3; ++copy) site.Add("p" + std::to_string(copy), NewsPage("one"));
  EXPECT_EQ(site.Struck(), (std::vector<std::string>{"", "", ""}));
}

// The opening line of a script is common and its body is not: what is dropped is text, so that
// the body does not become any.
TEST(Sandwich, HalfOfAScriptIsNoText) {
  SandwichSite site;
  for (int i = 0; i < 2; ++i) {
    const std::string n = std::to_string(i);
    site.Add("p" + n, "<body>\n<script>\nvar secret" + n + ";\n</script>\n<style>\n.s" + n +
                          " {}\n</style>\n<!--\nhidden " + n + "\n-->\n<p>story " + n +
                          "</p>\n<p>foot</p>\n");
  }
  EXPECT_EQ(site.Struck(), (std::vector<std::string>{"foot", "foot"}));
}

TEST(Sandwich, TwoPeersVote) {
  for (const auto& [vote, expected] :
       {std::pair(0.0, "bar author foot"), {1.0, "bar author foot"}, {2.0, "bar foot"}}) {
    SandwichSite site({{"vote", vote}});
    site.Add("p1", NewsPage("one</p>\n<p>author"));
    site.Add("p2", NewsPage("two</p>\n<p>author"));
    site.Add("p33", NewsPage("three"));
    EXPECT_EQ(site.Struck()[0], expected) << vote;
  }
}

TEST(Sandwich, ModernCutsMinifiedPages) {
  for (const auto& [modern, expected] : {std::pair(0.0, ""), {1.0, "bar foot"}}) {
    SandwichSite site({{"modern", modern}});
    for (int i = 0; i < 3; ++i) {
      site.Add("p" + std::to_string(i),
               "<body><nav>bar</nav><p>story " + std::to_string(i) + "</p><footer>foot</footer>");
    }
    EXPECT_EQ(site.Struck(), std::vector<std::string>(3, expected)) << modern;
  }
}

// Over the bound the directories that were left first are compared and forgotten: as if the site
// ended there.
TEST(Sandwich, LinesAreBounded) {
  SandwichSite bounded({{"max_lines", 200}}), whole;
  for (SandwichSite* site : {&bounded, &whole}) {
    for (int folder = 0; folder < 30; ++folder) {
      for (int i = 0; i < 6; ++i) {
        const std::string name = std::to_string(folder) + "/p" + std::to_string(i);
        site->Add(name, NewsPage("story " + name));
      }
    }
  }
  EXPECT_LT(bounded.detector()->bytes() * 2, whole.detector()->bytes());
  EXPECT_EQ(bounded.Struck(), whole.Struck());
}

}  // namespace
}  // namespace thresh
