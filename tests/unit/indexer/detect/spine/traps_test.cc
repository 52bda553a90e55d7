// Sites that lead template detectors astray, each a few lines of html. Labels of the content stand
// between own words: behind the last ones they would be in a bar with the footer, for `ends`.
#include <gtest/gtest.h>

#include "tests/unit/indexer/detect/spine/pages.h"

namespace thresh {
namespace {

using Texts = std::set<std::string>;
const Texts kMenu = {"Home page", "Our news", "Contact us"};

TEST(SpineTraps, OptionalBlockBeforeTheNavigation) {
  HtmlSite plain, shifted;
  for (int i = 0; i < 40; ++i) {
    plain.Add(Menu() + Article(i) + Foot());
    shifted.Add((i % 2 == 0 ? "<div class=\"notice\">" + P("Sale until Sunday") + "</div>" : "") +
                Menu() + Article(i) + Foot());
  }
  const SiteVerdicts verdicts = shifted.Judge("spine"), before = plain.Judge("spine");
  for (std::size_t p = 0; p < verdicts.pages.size(); ++p) {
    const std::size_t skip = p % 2 == 0 ? 1 : 0;  // the notice
    ASSERT_EQ(verdicts.pages[p].size(), before.pages[p].size() + skip);
    for (std::size_t t = 0; t < before.pages[p].size(); ++t) {
      EXPECT_EQ(verdicts.pages[p][t + skip].struck, before.pages[p][t].struck)
          << before.pages[p][t].text;
    }
  }
}

TEST(SpineTraps, NumbersThatChangeInTheFooter) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    site.Add(Menu() + Article(i) + "<div class=\"foot\">You are on page " + n +
             " of the guide to this place</div>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    EXPECT_TRUE(verdicts.AllStruck("You are on page " + n + " of the guide to this place"));
  }
  EXPECT_EQ(verdicts.Struck().size(), 3U + 60U);
}

TEST(SpineTraps, NumbersThatChangeOnFewPagesAreContent) {
  HtmlSite site;
  for (int i = 0; i < 120; ++i) {
    const std::string n = std::to_string(i);
    site.Add(Menu() +
             (i < 10 ? "<div class=\"news\">" +
                           P("Release " + n + " mends what we found in the one before") +
                           P(OwnWords(30, "r" + n)) + "</div>"
                     : Article(i)) +
             Foot());
  }
  EXPECT_EQ(site.Judge("spine").Struck(),
            (Texts{"Home page", "Our news", "Contact us", "Copyright by example"}));
}

TEST(SpineTraps, TwoTemplatesInOneSite) {
  HtmlSite site;
  for (int i = 0; i < 30; ++i) {
    site.Add("http://example.com/shop/" + std::to_string(i), Menu() + Article(i));
    site.Add("http://example.com/wiki/" + std::to_string(i),
             "<table class=\"page\"><tr><td class=\"side\">" + Anchor("Recent changes", "/rc") +
                 "</td><td class=\"main\">" + P(OwnWords(60, "k" + std::to_string(i))) +
                 P("Retrieved again") + "</td></tr></table>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (const std::string& text : kMenu) EXPECT_TRUE(verdicts.AllStruck(text)) << text;
  EXPECT_TRUE(verdicts.AllStruck("Recent changes"));
  EXPECT_EQ(verdicts.Struck().size(), 4U + verdicts.Struck().count("Retrieved again"));
}

TEST(SpineTraps, RedesignInTheMiddleOfTheCrawl) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    if (i < 30) {
      site.Add(Menu() + Article(i) + Foot());
    } else {
      site.Add("<section class=\"wrap\"><div class=\"bar\">" + Anchor("Start again", "/") +
               Anchor("Our shop", "/shop") + "</div><div class=\"story\">" +
               P(OwnWords(60, std::to_string(i))) + "</div></section>");
    }
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"Home page", "Our news", "Contact us", "Copyright by example",
                                      "Start again", "Our shop"}));
  for (const std::string& text : verdicts.Struck()) EXPECT_TRUE(verdicts.AllStruck(text)) << text;
}

HtmlSite SiteOf(int pages) {
  HtmlSite site;
  for (int i = 0; i < pages; ++i) site.Add(Menu() + Article(i) + Foot());
  return site;
}

TEST(SpineTraps, FourPagesAreTooFew) { EXPECT_TRUE(SiteOf(4).Judge("spine").Struck().empty()); }

// Of no witness: each has limits of its own, too.
TEST(SpineTraps, FewerPagesThanTheSupportAreTooFew) {
  DetectorConfig config;
  config.Set("spine.support", 11);
  EXPECT_TRUE(SiteOf(10).Judge("spine", config).Struck().empty());
  EXPECT_FALSE(SiteOf(11).Judge("spine", config).Struck().empty());
}

TEST(SpineTraps, SixPagesAreEnough) {
  EXPECT_EQ(SiteOf(6).Judge("spine").Struck(),
            (Texts{"Home page", "Our news", "Contact us", "Copyright by example"}));
}

TEST(SpineTraps, SiteWithoutTemplateLosesNothing) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    site.Add("<h1>Chapter c" + n + "</h1>" + P(OwnWords(40, n)) + "<h2>Summary</h2>" +
             P(OwnWords(20, "s" + n)) + "<h2>See also</h2><ul><li>" +
             Anchor("Chapter c" + std::to_string((i * 11) % 60), "c.html") + "</li></ul>");
  }
  EXPECT_TRUE(site.Judge("spine").Struck().empty());
}

TEST(SpineTraps, ThousandCopiesOfOnePage) {
  HtmlSite site;
  for (int i = 0; i < 1000; ++i) site.Add(Menu() + Article(1) + Foot());
  EXPECT_TRUE(site.Judge("spine").Struck().empty());
}

// Copies beside a real site add nothing either: the real pages are judged as if the copies were not
// there.
TEST(SpineTraps, CopiesBesideASiteChangeNothing) {
  HtmlSite site = SiteOf(30), with_copies = SiteOf(30);
  for (int i = 0; i < 300; ++i) with_copies.Add(Menu() + Article(1) + Foot());
  const SiteVerdicts alone = site.Judge("spine");
  SiteVerdicts together = with_copies.Judge("spine");
  together.pages.resize(30);
  EXPECT_EQ(together.pages, alone.pages);
}

TEST(SpineTraps, RedirectStubs) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    if (i % 3 == 0) {
      site.Add(Menu() + Article(i) + Foot());
    } else {
      site.Add("<p>The page Old" + n + " has moved to " + Anchor("New" + n, "/n" + n) + "</p>");
    }
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (const std::string& text : kMenu) EXPECT_TRUE(verdicts.AllStruck(text)) << text;
  for (const std::string& text : verdicts.Struck())
    EXPECT_EQ(text.find("moved"), std::string::npos);
}

TEST(SpineTraps, ChineseSite) {
  // No two pages share a character of their text.
  const auto own = [](int page, int first) {
    std::string text;
    for (int c = first; c < first + 30; ++c) {
      const int code = 0x4E00 + page * 200 + c * 3;
      text += static_cast<char>(0xE0 | code >> 12);
      text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (code & 0x3F));
    }
    return text;
  };
  HtmlSite site;
  for (int i = 0; i < 30; ++i) {
    site.Add("<div class=\"nav\">" + Anchor("首页", "/") + Anchor("新闻中心", "/n") +
             "</div><div class=\"text\">" + P(own(i, 0)) + "<h2>参见</h2>" + P(own(i, 30)) +
             "</div><div class=\"foot\">版权所有</div>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"首页", "新闻中心", "版权所有"}));
}

// The site map links every page by its title: that is its content.
TEST(SpineTraps, PageThatIsTheNavigation) {
  HtmlSite site = SiteOf(30);
  std::string map = "<div class=\"text\"><h1>Site map of all</h1><ul>";
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    map += "<li>" + Anchor("Title " + n + "a " + n + "b", n) + "</li>";
  }
  for (const char* text : {"Home page", "Our news", "Contact us"})
    map += "<li>" + Anchor(text, "/x") + "</li>";
  site.Add(Menu() + map + "</ul></div>" + Foot());
  const SiteVerdicts verdicts = site.Judge("spine");
  std::size_t kept = 0;
  for (const SiteVerdicts::Text& text : verdicts.pages.back()) kept += text.struck ? 0U : 1U;
  EXPECT_EQ(kept, 1U + 30 + 3);
  EXPECT_EQ(verdicts.Count("Home page", true), 31U);
}

TEST(SpineTraps, CookieBannerOnEveryThirdPage) {
  HtmlSite site;
  for (int i = 0; i < 60; ++i) {
    const std::string banner = "<div class=\"cookies\">We use cookies on this site. " +
                               Anchor("Accept all", "/accept") + "</div>";
    site.Add((i % 3 == 0 ? banner : "") + Menu() + Article(i) + Foot());
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  for (const std::string& text : kMenu) EXPECT_TRUE(verdicts.AllStruck(text)) << text;
  for (int i = 0; i < 60; ++i) {
    for (const SiteVerdicts::Text& text : verdicts.pages[static_cast<std::size_t>(i)]) {
      EXPECT_FALSE(text.struck && text.text[0] == 'w') << text.text;
    }
  }
}

// All of it on one line, closing tags left out: text nodes do not care.
TEST(SpineTraps, MinifiedHtml) {
  HtmlSite site;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    site.Add(
        "<div class=m><ul><li><a href=/>Home page</a><li><a href=/n>Our news</a></ul></div><div "
        "class=t><p>" +
        OwnWords(50, n) + "<p>Read on<p>" + OwnWords(9, "z" + n) +
        "</div><p class=f>Copyright by example");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"Home page", "Our news", "Copyright by example"}));
}

// An untranslated paragraph stands once in each directory: no template.
TEST(SpineTraps, TwentyFiveTranslations) {
  HtmlSite site;
  for (int language = 0; language < 25; ++language) {
    for (int i = 0; i < 12; ++i) {
      const std::string l = std::to_string(language), n = std::to_string(i);
      std::string text;
      for (int p = 0; p < 10; ++p) {
        const bool translated = p % 10 >= 3;
        text += P(OwnWords(20, (translated ? "l" + l : "en") + "n" + n + "p" + std::to_string(p)));
      }
      site.Add("http://example.com/" + l + "/" + n + ".html",
               Menu() + "<div class=\"text\">" + text + "</div>");
    }
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Struck(), kMenu);
  for (const std::string& text : kMenu) EXPECT_TRUE(verdicts.AllStruck(text)) << text;
}

// Bars and paragraphs side by side, no names at all.
TEST(SpineTraps, BareBlocksBesideTheContent) {
  HtmlSite site;
  for (int i = 0; i < 30; ++i) {
    site.Add("<div>" + Anchor("Home page", "/") + " " + Anchor("Our news", "/n") + "</div><div>" +
             P(OwnWords(60, std::to_string(i))) + P("Note this") +
             P(OwnWords(9, "z" + std::to_string(i))) + "</div><div>Copyright by example</div>");
  }
  EXPECT_EQ(site.Judge("spine").Struck(), (Texts{"Home page", "Our news", "Copyright by example"}));
}

}  // namespace
}  // namespace thresh
