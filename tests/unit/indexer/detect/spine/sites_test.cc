// Sites of other kinds than manuals, each a few lines of html: bars go, content stays.
#include <gtest/gtest.h>

#include "tests/unit/indexer/detect/spine/pages.h"

namespace thresh {
namespace {

using Texts = std::set<std::string>;

std::string Div(const std::string& name, const std::string& inside) {
  return "<div class=\"" + name + "\">" + inside + "</div>";
}
std::string Title(int page) {
  const std::string n = std::to_string(page);
  return "Title " + n + "a " + n + "b";
}
std::string Titles(int first, int count, int pages) {
  std::string list = "<ul>";
  for (int i = 0; i < count; ++i) {
    const int page = (first * 7 + i * 3) % pages;
    list += "<li>" + Anchor(Title(page), "/" + std::to_string(page)) + "</li>";
  }
  return list + "</ul>";
}

const Texts kBars = {"Home page", "Our news", "Contact us", "Copyright by example"};

SiteVerdicts JudgeWithout(const HtmlSite& site, const std::string& parameter) {
  DetectorConfig config;
  config.Set(parameter, 0);
  return site.Judge("spine", config);
}

// What is struck of the pages' own words: texts of OwnWords begin with w.
std::size_t OwnTextsStruck(const SiteVerdicts& verdicts) {
  std::size_t count = 0;
  for (const std::string& text : verdicts.Struck()) count += text[0] == 'w' ? 1U : 0U;
  return count;
}

// Authors differ in a word. If they differed in a number, their lines would be one label at the
// head of every page, and `ends` takes those.
TEST(SpineSites, News) {
  const char* const kAuthors[] = {"Able", "Baker", "Carter", "Dyer", "Eaton", "Fisher"};
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    site.Add(Menu() +
             Div("columns",
                 Div("story", "<h1>" + Title(i) + "</h1><p class=\"by\">By Ann " + kAuthors[i % 6] +
                                  "</p>" + P(OwnWords(90, n)) + P("This story will be updated.") +
                                  P(OwnWords(40, "k" + n))) +
                     Div("related", "<h3>Related articles</h3>" + Titles(i, 6, 60)) +
                     Div("read", "<h3>Most read</h3>" + Titles(1, 5, 60))) +
             Foot());
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (const char* text :
       {"Home page", "Our news", "Related articles", "Most read", "Copyright by example"})
    EXPECT_TRUE(verdicts.AllStruck(text)) << text;
  EXPECT_TRUE(verdicts.NoneStruck("This story will be updated."));
  for (const char* author : kAuthors)
    EXPECT_TRUE(verdicts.NoneStruck("By Ann " + std::string(author))) << author;
  EXPECT_EQ(OwnTextsStruck(verdicts), 0U);
}

TEST(SpineSites, ShopWithGrids) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    std::string grid;
    for (int p = 0; p < 12; ++p) {
      grid += Div("product", "<h3>" + OwnWords(4, n + "p" + std::to_string(p)) + "</h3><span>" +
                                 std::to_string(p % 3) + " euro</span><p>In stock</p>" +
                                 Anchor("Add to basket", "/basket?" + n));
    }
    site.Add(Menu() + Div("grid", "<h1>" + Title(i) + "</h1>" + grid) + Foot());
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), kBars);
}

TEST(SpineSites, Forum) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    std::string posts;
    for (int p = 0; p < 8; ++p) {
      const std::string user = std::to_string((i * 5 + p * 3) % 7);
      posts += Div("post",
                   Div("user", "Member " + user + " <i>Posts</i>") +
                       Div("body", P(OwnWords(25, std::to_string(i) + "q" + std::to_string(p)))) +
                       Div("signature", "Greetings from town " + user));
    }
    site.Add(Menu() + Div("thread", "<h1>" + Title(i) + "</h1>" + posts) + Foot());
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), kBars);
}

// A long section beside short ones is no container of the content: what the sections say stays. The
// last section has words of its own, since a label behind the last own words is in a bar with the
// footer, and `ends` takes it.
TEST(SpineSites, SectionsOfOnePage) {
  HtmlSite site;
  for (int i = 0; i < 80; ++i) {
    const std::string n = std::to_string(i);
    site.Add(Menu() +
             Div("content", Div("summary", P(OwnWords(i % 2 == 0 ? 3 : 30, "s" + n)) +
                                               P("Stable since version one of this library")) +
                                Div("members", P(OwnWords(100, n))) +
                                Div("inherited", "<h3>Inherited from any object</h3>" +
                                                     P(OwnWords(8, "i" + n)))) +
             Foot());
  }
  EXPECT_EQ(site.Judge("spine").Struck(), kBars);
  EXPECT_NE(JudgeWithout(site, "spine.steady").Struck(), kBars);
}

// Only some pages go on to a container of their own below the content: the letters beside it are
// theirs.
TEST(SpineSites, ContainerOfAFewPages) {
  HtmlSite site;
  for (int i = 0; i < 80; ++i) {
    const std::string n = std::to_string(i);
    const std::string letters = Div(
        "letters", Anchor("Letter A", "/a") + Anchor("Letter B", "/b") + Anchor("Letter C", "/c"));
    site.Add(Menu() +
             Div("content", i % 5 == 0 ? letters + Div("index", P(OwnWords(80, n)))
                                       : P(OwnWords(80, n)) + P(OwnWords(20, "z" + n))) +
             Foot());
  }
  EXPECT_EQ(site.Judge("spine").Struck(), kBars);
  EXPECT_NE(JudgeWithout(site, "spine.branch").Struck(), kBars);
}

// Bars and paragraphs side by side in one container, nothing told by its name. No style tells them
// apart, but `ends` sees two labels at each end of every page.
TEST(SpineSites, BarsBesideParagraphs) {
  HtmlSite site;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    site.Add("<p>" + Anchor("Main index", "/") + " " + Anchor("All topics", "/t") + "</p>" +
             P(OwnWords(50, n)) + P("Note this well") + P(OwnWords(20, "z" + n)) + "<p>" +
             Anchor("Main index", "/") + " | " + Anchor("Full index", "/f") + "</p>" +
             Anchor("Next page", "/" + n));
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"Main index", "All topics", "Full index", "Next page"}));
  EXPECT_TRUE(verdicts.AllStruck("Main index"));
}

// Each house has five of nine features, and each feature stands on more than half of the pages.
TEST(SpineSites, FeaturesOfHouses) {
  const char* const kFeatures[] = {"Garden pond",  "Garage",  "Cellar",
                                   "Tiled stove",  "Balcony", "Solar panels",
                                   "Bicycle room", "Lift",    "Fireplace"};
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    std::string features;
    for (int f = 0; f < 5; ++f)
      features += "<li>" + std::string(kFeatures[(i + f * (1 + i % 4)) % 9]) + "</li>";
    site.Add(Menu() +
             Div("home", "<h1>" + Title(i) + "</h1>" + P(OwnWords(50, std::to_string(i))) +
                             "<ul class=\"features\">" + features + "</ul>") +
             Foot());
  }
  EXPECT_EQ(site.Judge("spine").Struck(), kBars);
  EXPECT_NE(JudgeWithout(site, "spine.usual").Struck(), kBars);
}

// A box amid the text is the same on all stories, and the lives of four authors are on a fourth
// each. Sentences that a third of the stories quote stay: their style has texts of the page's own.
TEST(SpineSites, BoxesAmidTheText) {
  const auto sentence = [](const std::string& of) {
    return "This is what everybody should know of " + of + " before reading on";
  };
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i), author(1, static_cast<char>('A' + i % 4));
    site.Add(Menu() +
             Div("story", "<h1>" + Title(i) + "</h1>" + P(OwnWords(60, n)) +
                              Div("letter", sentence("our weekly letter")) +
                              (i % 3 == 0 ? P(sentence("the law")) : "") +
                              P(OwnWords(60, "k" + n)) + Div("life", sentence("author " + author)) +
                              Div("share", Anchor("Send it", "/a") + Anchor("Print it", "/b") +
                                               Anchor("Keep it", "/c")) +
                              Div("answers", P(OwnWords(30, "z" + n)))) +
             Foot());
  }
  Texts expected = kBars;
  expected.insert({"Send it", "Print it", "Keep it", sentence("our weekly letter")});
  for (const char* author : {"A", "B", "C", "D"})
    expected.insert(sentence("author " + std::string(author)));
  EXPECT_EQ(site.Judge("spine").Struck(), expected);
  DetectorConfig config;
  config.Set("spine.passage_words", 12);  // of the sentence
  EXPECT_EQ(site.Judge("spine", config).Struck(), expected);
  config.Set("spine.passage_words", 13);
  EXPECT_TRUE(site.Judge("spine", config).NoneStruck(sentence("author A")));
  config.Set("spine.coverage_block", 1);
  config.Set("spine.passages", 1);
  config.Set("spine.passage_words", 100);
  EXPECT_TRUE(site.Judge("spine", config).NoneStruck(sentence("author A")));
}

// The side bar of a page says its headings again. A heading that many pages have goes there, and
// stays where it is a heading.
TEST(SpineSites, ContentsOfThePageInASideBar) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    std::string contents, sections;
    for (int s = 0; s < 5; ++s) {
      const std::string head = "Story " + std::string(1, static_cast<char>('A' + (i + s * 5) % 24));
      contents += "<li>" + Anchor(head, "#s" + std::to_string(s)) + "</li>";
      sections += "<h2>" + head + "</h2>" + P(OwnWords(30, n + "s" + std::to_string(s)));
    }
    site.Add(Menu() + "<nav class=\"toc\"><ul>" + contents + "</ul></nav>" +
             Div("text", "<h1>" + Title(i) + "</h1>" + sections) + Foot());
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Count("Story A", true), verdicts.Count("Story A", false));
  EXPECT_GT(verdicts.Count("Story A", true), 0U);
}

// The levels of a table end it on many pages, and many of its rows.
TEST(SpineSites, LevelsOfATable) {
  const char* const kLevels[] = {"Low water", "Middle water", "High water"};
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    std::string rows;
    for (int r = 0; r < 9; ++r) {
      rows += "<tr><td>" + std::to_string(r * 7 + i) + "</td><td>" +
              kLevels[(i * 5 + r * (1 + i % 2)) % 3] + "</td></tr>";
    }
    site.Add(Menu() +
             Div("station", "<h1>" + Title(i) + "</h1>" + P(OwnWords(40, std::to_string(i))) +
                                "<table>" + rows + "</table>") +
             Foot() + P("Measured by the office of water"));
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (const char* level : kLevels) EXPECT_TRUE(verdicts.NoneStruck(level)) << level;
}

}  // namespace
}  // namespace thresh
