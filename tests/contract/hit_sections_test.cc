// The sections of results: which ones are shown, and where their links lead.
#include "query/site/hit_sections.h"

#include <gtest/gtest.h>

#include "tests/contract/shown_site.h"

namespace thresh {
namespace {

class Sections : public ::testing::Test {
 protected:
  // One page that the tests look for, among others with the same menu and footer.
  void Open(const std::string& host, const std::string& body, const std::string& detector) {
    std::ofstream out(folder_.path() + "/crawl.jsonl");
    for (int page = 0; page < 12; ++page) {
      const std::string n = std::to_string(page);
      out << CrawlLine("http://" + host + "/p" + n + ".html", "Guide " + n,
                       page == 7 ? body : "other words" + n, "");
    }
    out.close();
    auto opened =
        LiveStore::Open(StoreNames{.stores = {BuildShownStore(folder_.path(), detector)}}, 1);
    ASSERT_TRUE(opened.ok());
    store_ = std::move(*opened);
    site_ = MakeSite(*store_, nullptr);
  }
  std::vector<HitSection> Find(const std::string& text) {
    const auto searcher = store_->Borrow();
    std::vector<std::vector<HitSection>> sections;
    const auto answer = AnswerQuery(*searcher, text, AnswerOptions{}, nullptr,
                                    SectionFinder(*searcher, 1, &sections));
    EXPECT_TRUE(answer.ok()) << answer.status().message();
    return sections.empty() ? std::vector<HitSection>() : sections.front();
  }
  HttpResponse Get(const std::string& path, const std::string& query) {
    HttpRequest request;
    request.path = path;
    request.parameters = {{"q", query}, {"sections", "1"}};
    return site_->Handle(request);
  }
  TempFolder folder_;
  std::unique_ptr<LiveStore> store_;
  std::unique_ptr<HttpHandler> site_;
};

constexpr const char* kBody =
    "wheat above all <h2 id=sow>Sowing <b>wheat</b></h2><p>rye in autumn"
    "<h3>Without an id</h3><p>oats here"
    "<section id=reap><h2>Reaping</h2><p>rye and barley and wheat</section>"
    "<h2 id=\"thre sh&amp;\">Threshing</h2><p>rye rye rye"
    "<h2 id=store>Storing</h2><p>rye rye"
    "<h2 id=none>Nothing of it</h2><p>but chaff";

TEST_F(Sections, ThoseWithMostOfTheWordsInTheOrderOfThePage) {
  Open("x.org", kBody, "spine");
  using Found = std::vector<HitSection>;
  EXPECT_EQ(Find("barley"), (Found{{"reap", "Reaping"}}));
  EXPECT_EQ(Find("oats"), (Found{{"sow", "Sowing wheat"}})) << "a heading without an id is within";
  // Three at most: the one with fewest words goes, and the order stays that of the page.
  EXPECT_EQ(Find("rye"),
            (Found{{"sow", "Sowing wheat"}, {"thre sh&", "Threshing"}, {"store", "Storing"}}));
  // Less than half of the best one's words is too little.
  EXPECT_EQ(Find("rye barley wheat"), (Found{{"sow", "Sowing wheat"}, {"reap", "Reaping"}}));
  EXPECT_EQ(Find("nowhereatall"), Found());
}

TEST_F(Sections, LeadToTheirAnchors) {
  Open("x.org", kBody, "spine");
  const std::string body = Get("/search", "rye").body;
  EXPECT_EQ(CheckedHtml(body).problem(), "");
  EXPECT_NE(body.find("href=\"http://x.org/p7.html#thre%20sh%26\""), std::string::npos) << body;
  const auto json = ParseJson(Get("/api/search", "barley").body);
  EXPECT_EQ(json.at("hits").at(0).at("sections"),
            ParseJson(R"([{"anchor":"reap","heading":"Reaping"}])"));
}

TEST_F(Sections, OfAFolderLeadToThePageView) {
  Open("docs", kBody, "spine");
  EXPECT_NE(Get("/search", "barley").body.find("p7.html#s-reap\""), std::string::npos);
}

TEST_F(Sections, AStoreWithoutElementsHasNone) {
  Open("x.org", kBody, "none");
  EXPECT_TRUE(Find("rye").empty());
  EXPECT_EQ(Get("/search", "rye").status, 200);
}

}  // namespace
}  // namespace thresh
