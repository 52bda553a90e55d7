// Every view of the site: links, markup, hostile parameters; the search page.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <regex>
#include <set>

#include "common/report/markup.h"
#include "query/present/search_answer.h"
#include "query/retrieve/index.h"
#include "query/site/completion.h"
#include "query/site/date_form.h"
#include "query/site/links.h"
#include "query/site/site_options.h"
#include "tests/contract/shown_site.h"
#include "tests/support/json.h"

namespace thresh {
namespace {

// What no view may ever have: script of a page, a style or script of its own, a link that runs
// something.
void ExpectHarmless(const CheckedHtml& html, const std::string& target) {
  for (const HtmlTag& tag : html.tags()) {
    for (const auto& [key, value] : tag.attributes) {
      EXPECT_FALSE(key.starts_with("on")) << target << ": " << tag.name << " " << key;
      EXPECT_NE(key, "style") << target;
      if (key == "href" || key == "src" || key == "action") {
        EXPECT_TRUE(value.starts_with('/') || value.starts_with('#') || IsWebLink(value)) << value;
      }
    }
    if (IsWebLink(tag.Attribute("href"))) {
      EXPECT_EQ(tag.name, "a");
      EXPECT_EQ(tag.Attribute("rel"), "noreferrer noopener") << target;
    }
    if (tag.name == "script") {
      EXPECT_TRUE(tag.Attribute("src").starts_with("/assets/")) << target;
    }
  }
  EXPECT_EQ(html.Count("script"), 1u) << target;
  EXPECT_EQ(html.Count("style"), 0u) << target;
  EXPECT_EQ(html.Count("img"), 0u) << target;
  EXPECT_EQ(html.Count("h1"), 1u) << target;
  EXPECT_EQ(html.Count("input", "id", "q"), 1u) << target;
}

void ExpectHeadingsInOrder(const CheckedHtml& html, const std::string& target) {
  int level = 1;
  for (const HtmlTag& tag : html.tags()) {
    const bool heading =
        tag.name.size() == 2 && tag.name[0] == 'h' && tag.name[1] >= '1' && tag.name[1] <= '6';
    if (!heading) continue;
    EXPECT_LE(tag.name[1] - '0', level + 1) << target;
    level = tag.name[1] - '0';
  }
}

// Every link within the site leads somewhere, from the start page on.
TEST_F(SiteContract, EveryLinkWithinTheSiteIsAnswered) {
  std::deque<std::string> wanted = {"/", "/search?q=fish", "/compare?q=fish",
                                    "/search?q=javascript"};
  std::set<std::string> known(wanted.begin(), wanted.end());
  std::size_t read = 0;
  for (; !wanted.empty() && read < 400; wanted.pop_front(), ++read) {
    const std::string target = wanted.front();
    const HttpResponse response = Get(target);
    ASSERT_EQ(response.status, 200) << target;
    if (!response.content_type.starts_with("text/html")) continue;
    const CheckedHtml html(response.body);
    ASSERT_EQ(html.problem(), "") << target;
    ExpectHarmless(html, target);
    ExpectHeadingsInOrder(html, target);
    for (const char* name : {"a", "link"}) {
      for (const std::string& link : html.Values(name, "href")) {
        const std::string address = link.substr(0, link.find('#'));
        if (address.starts_with('/') && known.insert(address).second) wanted.push_back(address);
      }
    }
  }
  EXPECT_GT(read, 100u);
}

TEST_F(SiteContract, HostileParametersAreAnswered) {
  const std::vector<std::string> values = {kEvil,
                                           std::string(200000, 'a'),
                                           std::string("a\0b", 3),
                                           "\xff\xfe\xc0\x80",
                                           "-1",
                                           "99999999999999999999999",
                                           "\"",
                                           "(((((((((((((((((((((((((",
                                           "*",
                                           "site:",
                                           "",
                                           "../../etc/passwd",
                                           "javascript:alert(1)"};
  for (const char* path :
       {"/", "/search", "/page", "/templates", "/template", "/compare", "/about", "/no"}) {
    for (const char* name : {"q", "page", "site", "from", "to", "url", "removal", "id"}) {
      for (const std::string& value : values) {
        HttpRequest request;
        request.path = path;
        request.parameters = {{"q", "fish"}, {"unknown", value}};
        request.parameters.insert(request.parameters.begin(), {name, value});
        const HttpResponse response = shared_->site->Handle(request);
        const std::string what = std::string(path) + " " + name + " " + value.substr(0, 40);
        EXPECT_TRUE(response.status == 200 || response.status == 400 || response.status == 404)
            << what;
        const CheckedHtml html(response.body);
        EXPECT_EQ(html.problem(), "") << what;
        ExpectHarmless(html, what);
      }
    }
  }
}

TEST_F(SiteContract, ResultsHaveWhatASearchPageHas) {
  const CheckedHtml html = Page("/search?q=fish");
  EXPECT_EQ(html.Count("ol", "id", "results"), 1u);
  EXPECT_EQ(html.Count("a", "class", "title"), 10u);
  EXPECT_GE(html.Count("mark"), 10u);
  EXPECT_EQ(html.Count("nav", "id", "facets"), 1u);
  EXPECT_EQ(html.Count("a", "rel", "next"), 1u);
  EXPECT_EQ(html.Count("a", "rel", "prev"), 0u);
  EXPECT_EQ(Page("/search?q=fish&page=2").Count("a", "rel", "prev"), 1u);
  EXPECT_NE(html.text().find("pages match"), std::string::npos);
}

// Page by page, the same hits as all at once, each once.
TEST_F(SiteContract, PagesOfResultsGoOnWithoutAGap) {
  std::vector<std::string> links;
  std::string target = "/search?q=fish";
  for (int page = 0; page < 20 && !target.empty(); ++page) {
    const CheckedHtml html = Page(target);
    target.clear();
    for (const HtmlTag& tag : html.tags()) {
      if (tag.Attribute("class") == "stored")
        links.push_back(Request(tag.Attribute("href")).parameters[0].second);
      if (tag.Attribute("rel") == "next") target = tag.Attribute("href");
    }
  }
  const auto searcher = Searcher();
  AnswerOptions options;
  options.search.n = 1000;
  const auto answer = AnswerQuery(*searcher, "fish", options);
  ASSERT_TRUE(answer.ok());
  std::vector<std::string> expected;
  for (const FoundPage& found : answer.value().pages) expected.push_back(found.page.url);
  EXPECT_EQ(links, expected);
}

TEST_F(SiteContract, AResultLeadsToThePageAndToWhatWasRemoved) {
  const CheckedHtml html = Page("/search?q=fish");
  std::size_t original = 0, stored = 0;
  for (const HtmlTag& tag : html.tags()) {
    stored += tag.Attribute("class") == "stored" ? 1U : 0U;
    if (tag.Attribute("class") != "title" || !tag.Attribute("href").starts_with("http://"))
      continue;
    EXPECT_EQ(tag.Attribute("rel"), "noreferrer noopener");
    ++original;
  }
  EXPECT_GE(original, 8u);  // the address of one is no link
  EXPECT_EQ(stored, 10u);
}

TEST(OriginalLink, AFolderIsNotOnTheWeb) {
  DocRecord page;
  page.title = "a";
  for (const char* url : {"http://docs/a.html", "file:///docs.d/a.html", "docs/a.html"}) {
    page.url = url;
    EXPECT_EQ(OriginalLink(page).text(), PageLink(page).text());
  }
  for (const char* url : {"http://docs.org/a.html", "https://docs.org"}) {
    page.url = url;
    EXPECT_NE(OriginalLink(page).text().find("href=\"" + page.url + "\""), std::string::npos);
  }
}

TEST_F(SiteContract, RobotsAndBrowsersFindWhatTheyAskEverySiteFor) {
  HttpRequest request;
  request.path = "/robots.txt";
  EXPECT_NE(shared_->site->Handle(request).body.find("\nDisallow: /search\n"), std::string::npos);
  request.path = "/favicon.ico";
  EXPECT_EQ(shared_->site->Handle(request).content_type, "image/svg+xml");
}

TEST_F(SiteContract, WhatAVisitorCannotUseIsNotOffered) {
  EXPECT_NE(Page("/search?q=fish").text().find("Newest date"), std::string::npos);
  EXPECT_GE(Page("/search?q=nothingatall").Count("a", "href", "/about#query"), 1U);
  // A title that was never closed.
  DocRecord page;
  page.url = "http://x.org/";
  page.title = std::string(1000, 't');
  EXPECT_EQ(OriginalLink(page).text().find(std::string(201, 't')), std::string::npos);
}

TEST_F(SiteContract, APageBeyondTheEndSaysSo) {
  for (const char* page : {"77", "999", "99999999"}) {
    const CheckedHtml html = Page("/search?q=fish&page=" + std::string(page));
    EXPECT_EQ(html.Count("ol", "id", "results"), 0u);
    EXPECT_NE(html.text().find("There is no such page"), std::string::npos);
    // The last page has hits and no next one.
    std::string last;
    for (const HtmlTag& tag : html.tags())
      if (tag.Attribute("href").starts_with("/search?q=fish&page=")) last = tag.Attribute("href");
    const CheckedHtml there = Page(last);
    EXPECT_EQ(there.Count("ol", "id", "results"), 1u) << last;
    EXPECT_EQ(there.Count("a", "rel", "next"), 0u) << last;
  }
  // Ten words, each of one page: exactly what a page shows.
  std::string ten = "/search?q=";
  for (int word = 10; word < 20; ++word) ten += "word" + std::to_string(word) + "%20";
  EXPECT_EQ(Page(ten).Count("p", "class", "snippet"), 10u);
  EXPECT_EQ(Page(ten).Count("a", "rel", "next"), 0u);
  EXPECT_NE(Page(ten + "&page=2").text().find("To the last, page 1"), std::string::npos);
  EXPECT_NE(Page("/search?q=nowhereatall&page=9").text().find("No page has any"),
            std::string::npos);
  EXPECT_EQ(Page("/templates?page=9999").Count("a", "rel", "next"), 0u);
  EXPECT_NE(Page("/templates?page=9999").text().find("To the last, page 1"), std::string::npos);
}

TEST(Dates, AYearHasAFirstAndALastDay) {
  EXPECT_EQ(FirstDay("2023"), "2023-01-01");
  EXPECT_EQ(LastDay("2023"), "2023-12-31");
  EXPECT_EQ(FirstDay("2024-02"), "2024-02-01");
  EXPECT_EQ(LastDay("2024-02"), "2024-02-29");
  EXPECT_EQ(LastDay("2100-02"), "2100-02-28");
  for (const char* day : {"2024-02-03", ""}) {
    EXPECT_EQ(FirstDay(day), day);
    EXPECT_EQ(LastDay(day), day);
  }
  for (const char* none : {"soon", "2024-02-03T04", "20", "2024-1"})
    EXPECT_EQ(LastDay(none), "") << none;
}

// ---- below a path of a proxy

TEST(PublicUrl, HasAnOriginAndAPath) {
  const auto url = ParsePublicUrl("HTTPS://Docs.Example:8443/manual/Find/");
  ASSERT_TRUE(url.ok());
  EXPECT_EQ(url.value().origin, "https://docs.example:8443");
  EXPECT_EQ(url.value().host, "docs.example:8443");
  EXPECT_EQ(url.value().path, "/manual/Find");
  EXPECT_EQ(ParsePublicUrl("http://a.b").value().path, "");
  EXPECT_EQ(ParsePublicUrl("http://a.b/").value().path, "");
  for (const char* bad :
       {"", "docs.example", "ftp://a.b/", "http:///x", "http://a.b//", "http://a/../b",
        "http://a/b?c", "http://a/b#c", "http://a/%41", "http://u@a/", "http://a/b c",
        "http://a/\"", "http://a:/", "javascript:alert(1)"})
    EXPECT_EQ(ParsePublicUrl(bad).status().code(), Code::kUsage) << bad;
  EXPECT_EQ(ParseOrigin("http://A.b:80").value(), "http://a.b:80");
  for (const char* bad : {"*", "null", "http://a.b/c", "a.b"})
    EXPECT_EQ(ParseOrigin(bad).status().code(), Code::kUsage) << bad;
}

TEST(LinksBelow, OnlyAddressesOfTheSiteAreMoved) {
  const std::string typed = " href=\"/x\" src=\"/y";
  const std::string page =
      El("div", {{"title", typed}}, El("a", {{"href", "/page?url=/x"}, {"class", "/c"}}, typed),
         El("a", {{"href", "http://a.b/"}}, "/d"), El("a", {{"href", "#s"}}),
         El("form", {{"action", "/search"}}, El("input", {{"value", "/etc"}}),
            El("script", {{"src", "/e"}})))
          .text();
  const std::string moved = LinksBelow("/p/q", page);
  EXPECT_EQ(moved.size(), page.size() + 3 * 4);
  for (const char* part : {"href=\"/p/q/page?url=/x\"", "class=\"/c\"", "action=\"/p/q/search\"",
                           "src=\"/p/q/e\"", "value=\"/etc\""})
    EXPECT_NE(moved.find(part), std::string::npos) << part << "\n" << moved;
  EXPECT_EQ(LinksBelow("", page), page);
}

TEST_F(SiteContract, ASiteBelowAPathIsTheSameSite) {
  SiteOptions options;
  options.title = "Find <it>";
  options.at = ParsePublicUrl("https://docs.example/manual/").value();
  const auto below = MakeSite(*shared_->store, shared_->whole.get(), options);
  const auto without = [&](std::string body) {
    for (const char* name : {" href", " src", " action"})
      body = std::regex_replace(body, std::regex(std::string(name) + "=\"/manual/"),
                                std::string(name) + "=\"/");
    return body;
  };
  for (const char* target : {"/", "/search?q=fish", "/templates", "/compare?q=fish", "/nowhere"}) {
    const HttpResponse moved = below->Handle(Request("/manual" + std::string(target)));
    const CheckedHtml html(moved.body);
    EXPECT_EQ(html.problem(), "") << target;
    EXPECT_NE(html.text().find("Find <it>"), std::string::npos);
    for (const char* name : {"a", "link", "form", "script"}) {
      for (const char* attribute : {"href", "action", "src"}) {
        for (const std::string& link : html.Values(name, attribute))
          EXPECT_TRUE(!link.starts_with('/') || link.starts_with("/manual/")) << link;
      }
    }
    // The time that a search took is another each time.
    const std::regex time("[0-9.]+ ms|Find &lt;it&gt;");
    EXPECT_EQ(std::regex_replace(without(moved.body), time, "Thresh"),
              std::regex_replace(Get(target).body, time, "Thresh"));
  }
  EXPECT_EQ(below->Handle(Request("/manual")).status, 200);
  for (const char* outside : {"/", "/search?q=fish", "/manuals", "/manual/manual/"})
    EXPECT_EQ(below->Handle(Request(outside)).status, 404) << outside;
  EXPECT_NE(below->Handle(Request("/robots.txt")).body.find("/manual/"), std::string::npos);
  EXPECT_NE(below->Handle(Request("/manual/opensearch.xml"))
                .body.find("\"https://docs.example/manual/search?q={searchTerms}\""),
            std::string::npos);
}

TEST_F(SiteContract, OtherSitesReadAnswersOnlyIfTheyAreNamed) {
  SiteOptions options;
  options.readers = {"https://docs.example"};
  const auto site = MakeSite(*shared_->store, nullptr, options);
  HttpRequest request = Request("/api/search?q=fish");
  EXPECT_EQ(site->Handle(request).reader, "");
  request.origin = "https://evil.example";
  EXPECT_EQ(site->Handle(request).reader, "");
  request.origin = "https://docs.example";
  EXPECT_EQ(site->Handle(request).reader, "https://docs.example");
  EXPECT_EQ(shared_->site->Handle(request).reader, "");
  for (const char* asset : {"/assets/widget.js", "/assets/widget.css"}) {
    EXPECT_TRUE(site->Handle(Request(asset)).shared);
    EXPECT_FALSE(shared_->site->Handle(Request(asset)).shared);
  }
  EXPECT_FALSE(site->Handle(Request("/")).shared);
}

TEST_F(SiteContract, ACopyIsShownWithTheFirst) {
  const CheckedHtml html = Page("/search?q=word4");
  EXPECT_EQ(html.Count("a", "class", "title"), 1u);
  EXPECT_EQ(html.Count("details", "class", "copies"), 1u);
}

TEST_F(SiteContract, AMistypedWordIsCorrected) {
  const CheckedHtml html = Page("/search?q=harbuor%20fish");
  EXPECT_EQ(html.Count("p", "id", "did-you-mean"), 1u);
  EXPECT_EQ(html.Count("a", "href", "/search?q=harbour%20fish"), 1u);
}

TEST_F(SiteContract, AMistakeIsShownAtItsPlace) {
  Page("/search?q=fish%20%22harbour");
  EXPECT_NE(last_.find("fish <mark>&quot;</mark>harbour</pre>"), std::string::npos) << last_;
}

// ---- facets, against every page read one by one

std::map<std::string, std::string> CountsOf(const std::string& markup) {
  std::map<std::string, std::string> counts;
  const std::regex choice("<bdi>([^<]+)</bdi> <span class=\"count\">([0-9,]+)</span>");
  for (std::sregex_iterator it(markup.begin(), markup.end(), choice), end; it != end; ++it)
    counts[(*it)[1]] = (*it)[2];
  return counts;
}

TEST_F(SiteContract, AQueryIsCompletedByTheWordsOfTheStore) {
  const auto queries = [](const std::string& typed) {
    std::vector<std::string> found;
    const auto json = ParseJson(Get("/api/complete?q=" + typed).body);
    for (const auto& each : json.at("queries"))
      found.push_back(each.at("query").get<std::string>());
    return found;
  };
  EXPECT_EQ(queries("fish%20HARB"), std::vector<std::string>{"fish harbour"});
  EXPECT_EQ(queries("mountai"), std::vector<std::string>{"mountain"});
  EXPECT_EQ(queries("word").size(), kCompletions);
  for (const std::string nothing : {"", "h", "harbour", "harbour%20", "%22", "%FFha", "qqqq"})
    EXPECT_TRUE(queries(nothing).empty()) << nothing;
  // Every word that begins so, the slow way.
  const auto searcher = Searcher();
  std::vector<CompletedQuery> all;
  ASSERT_TRUE(searcher->index()
                  .VisitTerms("",
                              [&](std::string_view term, std::uint32_t pages) {
                                if (term.starts_with("wo") && term != "wo")
                                  all.push_back({std::string(term), pages});
                                return true;
                              })
                  .ok());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.pages > b.pages; });
  all.resize(std::min(all.size(), kCompletions));
  const auto completed = CompleteQuery(*searcher, "wo");
  ASSERT_TRUE(completed.ok());
  EXPECT_EQ(completed.value(), all);
}

TEST_F(SiteContract, ACompletionCountsThePagesThatItFinds) {
  const auto searcher = Searcher();
  for (const std::string typed : {"title:st", "+intitle:Sto", "inurl:co", "\"fish wo",
                                  "fish \"the re", "title:\"sto", "\u201cfish wo", "(\"the re"}) {
    const auto completed = CompleteQuery(*searcher, typed);
    ASSERT_TRUE(completed.ok());
    EXPECT_FALSE(completed.value().empty()) << typed;
    for (const auto& [query, pages] : completed.value()) {
      // The last piece as a query of its own.
      std::string piece = query.substr(query.find_first_not_of("(+"));
      if (piece.find('"') != std::string::npos)
        piece = piece.substr(piece.find_first_of("\"t")) + '"';
      if (piece.starts_with("\u201c")) piece += "\u201d";
      SearchOptions options;
      options.algorithm = "exhaustive";
      const auto found = searcher->Search(piece, options);
      ASSERT_TRUE(found.ok()) << piece << found.status().message();
      EXPECT_EQ(found.value().matches, pages) << query;
    }
  }
  // Words of the store that stand in no title, address or phrase like that; and what is no word.
  for (const std::string typed : {"title:moun", "inurl:harb", "\"word1 fis", "site:ne",
                                  "url:x.org/di", "after:20", "f*har", "-site:x.or"}) {
    const auto completed = CompleteQuery(*searcher, typed);
    ASSERT_TRUE(completed.ok());
    EXPECT_TRUE(completed.value().empty()) << typed;
  }
}

TEST_F(SiteContract, RequestsAreCounted) {
  shared_->site->OnRefused(421);
  shared_->site->OnDropped(HttpDrop::kNotRead);
  Get("/nowhere");
  Get("/about");
  const HttpResponse counted = Get("/metrics");
  EXPECT_EQ(counted.status, 200);
  EXPECT_EQ(counted.content_type, "text/plain; version=0.0.4; charset=utf-8");
  for (const std::string line : {"thresh_requests_total{status=\"4xx\"} ", "\nthresh_pages ",
                                 "\nthresh_requests_refused_total{status=\"421\"} 1\n",
                                 "\nthresh_connections_dropped_total{why=\"not_read\"} 1\n",
                                 "\nthresh_connections_dropped_total{why=\"no_place\"} 0\n"})
    EXPECT_NE(counted.body.find(line), std::string::npos) << counted.body;
  EXPECT_EQ(counted.body.find("{status=\"2xx\"} 0\n"), std::string::npos);
  EXPECT_EQ(counted.body.find("{status=\"4xx\"} 0\n"), std::string::npos);
}

TEST_F(SiteContract, FacetsCountEveryPage) {
  std::map<std::string, int> sites, years;
  {
    const auto searcher = Searcher();
    for (std::uint32_t doc = 0; doc < searcher->index().lengths().docs(); ++doc) {
      const auto page = searcher->Page(DocId(doc));
      ASSERT_TRUE(page.ok());
      ++sites[searcher->index().sites()[page.value().site.value].host];
      if (page.value().date.starts_with("20")) ++years[page.value().date.substr(0, 4)];
    }
  }
  auto counts = CountsOf(Get("/search?q=fish").body);
  for (const auto& [site, pages] : sites)
    EXPECT_EQ(counts[site], site.empty() ? "" : std::to_string(pages)) << site;
  for (const auto& [year, pages] : years) EXPECT_EQ(counts[year], std::to_string(pages)) << year;
}

TEST_F(SiteContract, AFacetNarrowsDownTheOtherOne) {
  auto counts = CountsOf(Get("/search?q=fish&from=2010&to=2010").body);
  EXPECT_EQ(counts["y.net"], "3");
  EXPECT_EQ(counts["x.org"], "6");
  EXPECT_EQ(counts["2011"], "9");  // the way to other years stays open
  for (const std::string& link : Page("/search?q=fish&site=y.net").Values("a", "href"))
    EXPECT_TRUE(!link.starts_with("/page") || link.starts_with("/page?url=http://y.net/")) << link;
}

TEST_F(SiteContract, DatesAreComparedAsFarAsTheyGo) {
  const auto matches = [](const std::string& dates) {
    return ParseJson(Get("/api/search?q=fish" + dates).body).at("matches").get<int>();
  };
  EXPECT_EQ(matches("&from=2013"), 9);
  EXPECT_EQ(matches("&to=2010-05"), 9);
  EXPECT_EQ(matches("&from=2010-05-01&to=2010-05-01"), 9);
  EXPECT_EQ(matches("&from=2010-05-02&to=2010-12"), 0);
  EXPECT_EQ(Get("/api/search?q=fish&from=2010-05-02&to=nonsense").status, 400);
  EXPECT_EQ(matches("&site=Y.NET&from=2010&to=2010"), 3);
}

// Each page was seen once, on its date. What has no date changed when the store was built.
TEST_F(SiteContract, WhatChangedIsChosenAndSorted) {
  const auto search = [](const std::string& more) {
    return ParseJson(Get("/api/search?q=fish&n=100" + more).body);
  };
  // The dates of the bad site are none, so its pages have the time of the build.
  EXPECT_EQ(search("&changed=2013").at("matches"), 11 + 8);
  EXPECT_EQ(search("&changed=2013&site=y.net").at("matches"), 3);
  EXPECT_EQ(Get("/api/search?q=fish&changed=nonsense").status, 400);
  // Every page was seen once, and so changed when it was seen.
  EXPECT_EQ(search("&seen=2013").at("hits"), search("&changed=2013").at("hits"));
  EXPECT_EQ(Get("/api/search?q=fish&seen=nonsense").status, 400);
  std::vector<std::string> times;
  const auto found = search("&changed=2010&sort=changed");
  for (const auto& hit : found.at("hits")) {
    EXPECT_TRUE(hit.at("date") == "" || hit.at("last_changed") == hit.at("date"));
    times.push_back(hit.at("last_changed"));
  }
  EXPECT_EQ(times.size(), 38u + 8);
  EXPECT_TRUE(std::is_sorted(times.rbegin(), times.rend()));
  const CheckedHtml html = Page("/search?q=fish&changed=2010&sort=changed");
  EXPECT_EQ(html.Count("a", "href", "/search?q=fish&changed=2010"), 1u);
  // In the search field and in the form for dates.
  EXPECT_EQ(html.Count("input", "name", "changed"), 2u);
  EXPECT_EQ(html.Count("input", "name", "sort"), 2u);
}

}  // namespace
}  // namespace thresh
