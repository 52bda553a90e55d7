// Words and pages for the tests of the spine detector.
#pragma once

#include <string>

#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/html_site.h"

namespace thresh {

// `count` words that stand nowhere else.
inline std::string OwnWords(int count, const std::string& seed) {
  std::string words;
  for (int i = 0; i < count; ++i) words += (i == 0 ? "w" : " w") + seed + "x" + std::to_string(i);
  return words;
}

inline std::string P(const std::string& text) { return "<p>" + text + "</p>"; }
inline std::string Anchor(const std::string& text, const std::string& href) {
  return "<a href=\"" + href + "\">" + text + "</a>";
}
inline std::string Article(int page, int words = 60) {
  const std::string n = std::to_string(page);
  return "<div class=\"text\"><h1>Title " + n + "a " + n + "b</h1>" + P(OwnWords(words, n)) +
         "</div>";
}
inline std::string Menu() {
  return "<div class=\"menu\"><ul><li>" + Anchor("Home page", "/") + "</li><li>" +
         Anchor("Our news", "/news") + "</li><li>" + Anchor("Contact us", "/contact") +
         "</li></ul></div>";
}
inline std::string Foot() { return "<div class=\"foot\">Copyright by example</div>"; }

// Gives the last page of a site a <title>.
inline void SetTitle(HtmlSite* site, const std::string& title) {
  std::string& html = site->pages().back().second;
  html.insert(html.find("<body>"), "<head><title>" + title + "</title></head>");
}

// The site of the worked example: a bar with a changing title, a section with a repeated label, a
// footer.
inline HtmlSite ExampleSite(int pages = 40) {
  HtmlSite site;
  for (int i = 0; i < pages; ++i) {
    const auto title = [](int n) {
      return "t" + std::to_string(n) + "a t" + std::to_string(n) + "b x" + std::to_string(n);
    };
    const auto href = [](int n) { return "p" + std::to_string(n); };
    const int other = (i * 7 + 3) % pages;
    site.Add("http://example.com/p" + std::to_string(i),
             "<div class=\"nav\">" + Anchor("Prev", href(i - 1)) + " <b>" + title(i) + "</b> " +
                 Anchor("Next", href(i + 1)) + "</div><div class=\"sect1\"><h1>" + title(i) +
                 "</h1>" + P(OwnWords(60, std::to_string(i))) + "<h2>See also</h2><ul><li>" +
                 Anchor(title(other), href(other)) + "</li></ul></div>" +
                 "<p class=\"foot\">Copyright 2004 Example</p>");
  }
  return site;
}

}  // namespace thresh
