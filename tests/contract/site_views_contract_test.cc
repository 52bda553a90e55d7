// The views of pages, templates and two rankings, and what programs are answered.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

#include "query/present/explain.h"
#include "query/present/search_answer.h"
#include "query/site/facets.h"
#include "query/site/frame.h"
#include "tests/contract/shown_site.h"
#include "tests/support/json.h"

namespace thresh {
namespace {

TEST_F(SiteContract, APageIsShownBlockByBlock) {
  const std::string target = "/page?url=http://x.org/dir/p7.html";
  const CheckedHtml folded = Page(target);
  EXPECT_GE(folded.Count("details", "data-verdict", "template"), 1u);
  EXPECT_GE(folded.Count("div", "data-verdict", "content"), 1u);
  EXPECT_EQ(folded.Count("a", "id", "removal"), 1u);
  EXPECT_EQ(folded.Count("a", "href", target + "&removal=off"), 1u);
  for (const HtmlTag& tag : folded.tags()) {
    const bool open = std::any_of(tag.attributes.begin(), tag.attributes.end(),
                                  [](const auto& attribute) { return attribute.first == "open"; });
    EXPECT_FALSE(open && tag.Attribute("class") == "block");
  }
  Page(target + "&removal=off");
  EXPECT_NE(last_.find("data-verdict=\"template\" open=\"\""), std::string::npos);
}

TEST_F(SiteContract, EveryWordOfAPageIsShown) {
  const CheckedHtml html = Page("/page?url=http://y.net/dir/p9.html");
  const auto searcher = Searcher();
  auto page = FindPage(searcher->store(), "http://y.net/dir/p9.html");
  ASSERT_TRUE(page.ok());
  const auto explained = ExplainPage(searcher->store(), std::move(*page));
  ASSERT_TRUE(explained.ok());
  EXPECT_GT(explained.value().blocks_by_verdict[1], 0u);
  for (const ExplainedBlock& block : explained.value().blocks)
    EXPECT_NE(html.text().find(block.text), std::string::npos) << block.text;
  std::size_t blocks = 0;
  for (const ExplainedRow& row : RowsOf(explained.value())) blocks += row.blocks.size();
  EXPECT_EQ(blocks, explained.value().blocks.size());
}

// A store of its own: a page with every form beside pages that share its menu.
class FormedPage : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string menu =
        "<div class=m><ul><li><a href=/>home harbour</a><li>news about us</ul></div>";
    std::ofstream out(folder_.path() + "/crawl.jsonl");
    for (int page = 0; page < 12; ++page) {
      const std::string n = "word" + std::to_string(page);
      const nlohmann::json line = {
          {"url", "http://x.org/p" + std::to_string(page) + ".html"},
          {"html", "<title>Form " + n + "</title>" + menu + "<h1 id=top>Ships " + n +
                       "</h1><p>One <b>bold</b> <code>f(" + n +
                       ")</code><p>two<br>lines<pre>\n  int " + n +
                       ";\n\n  return;\n</pre><ol><li>first " + n +
                       "<li>second<ul><li>deep</ul></ol><table><tr><th>a " + n +
                       "<th>b<tr><td>1<td>&lt;i onclick=x&gt;</table><dl><dt>term " + n +
                       "<dd>said</dl><blockquote>quoted " + n + "</blockquote>"}};
      out << JsonText(line) << "\n";
    }
    out.close();
    auto opened =
        LiveStore::Open(StoreNames{.stores = {BuildShownStore(folder_.path(), "spine")}}, 1);
    ASSERT_TRUE(opened.ok());
    store_ = std::move(*opened);
    site_ = MakeSite(*store_, nullptr);
  }
  std::string Body(const std::string& path, const std::string& url) {
    HttpRequest request;
    request.path = path;
    request.parameters = {{"url", url}};
    return site_->Handle(request).body;
  }
  TempFolder folder_;
  std::unique_ptr<LiveStore> store_;
  std::unique_ptr<HttpHandler> site_;
};

TEST_F(FormedPage, KeepsTheFormOfThePageAsText) {
  const std::string body = Body("/page", "http://x.org/p7.html");
  const CheckedHtml html(body);
  EXPECT_EQ(html.problem(), "");
  EXPECT_EQ(html.Values("h2", "id").at(0), "s-top");
  EXPECT_EQ(html.Count("a", "href", "http://x.org/p7.html#top"), 1u);
  for (const std::string part :
       {"<strong>bold</strong>", "<code>f(word7)</code>", "two<br>lines",
        ">  int word7;\n\n  return;</pre>", "<blockquote><p", ">deep</p></li></ul></li></ol>",
        "&lt;i onclick=x&gt;</p></td></tr>", "<div class=\"indented\"><p"})
    EXPECT_NE(body.find(part), std::string::npos) << part << "\n" << body;
  // The menu folds as a whole and in its own form.
  const std::size_t menu = body.find("<details class=\"block\" data-verdict=\"template\"");
  ASSERT_NE(menu, std::string::npos);
  EXPECT_NE(body.find("home harbour</p></li>", menu), std::string::npos);
}

TEST_F(FormedPage, PagesWithoutDatesHaveNoOrderOfDates) {
  HttpRequest request;
  request.path = "/search";
  request.parameters = {{"q", "ships"}};
  const std::string body = site_->Handle(request).body;
  EXPECT_NE(body.find("Newest change"), std::string::npos);
  EXPECT_EQ(body.find("Newest date"), std::string::npos);
}

TEST_F(FormedPage, AnAnswerHasABound) {
  const auto searcher = store_->Borrow();
  auto page = FindPage(searcher->store(), "http://x.org/p7.html");
  ASSERT_TRUE(page.ok());
  const auto whole = ExplainPage(searcher->store(), *page);
  const auto cut = ExplainPage(searcher->store(), *page, 60);
  ASSERT_TRUE(whole.ok() && cut.ok());
  EXPECT_EQ(whole.value().words_left_out, 0u);
  EXPECT_GT(cut.value().words_left_out, 0u);
  EXPECT_EQ(cut.value().tokens_by_verdict, whole.value().tokens_by_verdict);
  std::uint64_t bytes = 0, words = cut.value().words_left_out, all = 0;
  for (const ExplainedBlock& block : cut.value().blocks) {
    bytes += block.text.size();
    words += block.tokens;
  }
  for (const ExplainedBlock& block : whole.value().blocks) all += block.tokens;
  EXPECT_LE(bytes, 60u);
  EXPECT_EQ(words, all);
}

// ---- messages of assistants

HttpRequest Message(const std::string& body, const std::string& revision = "2025-11-25") {
  HttpRequest request;
  request.path = kMcpPath;
  request.post = true;
  request.body = body;
  request.headers = {{"content-type", "application/json; charset=utf-8"},
                     {"mcp-protocol-version", revision},
                     {"mcp-method", "tools/list"}};
  return request;
}

TEST_F(SiteContract, APostedMessageIsAnswered) {
  const HttpResponse found = shared_->site->Handle(
      Message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search",)"
              R"("arguments":{"query":"harbour"}}})"));
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(found.content_type, "application/json");
  EXPECT_GT(ParseJson(found.body).at("result").at("structuredContent").at("matches"), 0);
  const HttpResponse noted =
      shared_->site->Handle(Message(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  EXPECT_EQ(noted.status, 202);
  EXPECT_EQ(noted.body, "");
  HttpRequest form = Message(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  EXPECT_EQ(shared_->site->Handle(form).status, 200);
  form.headers[0].second = "text/plain";
  EXPECT_EQ(shared_->site->Handle(form).status, 415);
  Page("/mcp", 404);
}

TEST_F(SiteContract, AMessageThatMakesNoSenseHasItsStatus) {
  const auto status = [](const std::string& body, const std::string& revision) {
    const HttpResponse answer = shared_->site->Handle(Message(body, revision));
    EXPECT_TRUE(ParseJson(answer.body).contains("error")) << body;
    return answer.status;
  };
  const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
  EXPECT_EQ(status("{", "2025-11-25"), 400);
  EXPECT_EQ(status("[" + list + "]", "2025-11-25"), 400);
  EXPECT_EQ(status(list, "soon"), 400);
  EXPECT_EQ(status(list, "2026-07-28"), 400);
  const std::string unknown = R"({"jsonrpc":"2.0","id":1,"method":"rm","params":{"_meta":{)"
                              R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                              R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
  EXPECT_EQ(status(unknown, "2026-07-28"), 400);  // the header names another method
  EXPECT_EQ(status(R"({"jsonrpc":"2.0","id":1,"method":"rm"})", "2025-11-25"), 200);
}

TEST_F(SiteContract, APageOfAnotherSiteIsNotFound) {
  Page("/page?url=http://x.org/nowhere.html", 404);
  Page("/page", 400);
  Page("/template?id=77777", 404);
  Page("/templates?site=nowhere.org", 404);
  Page("/assets/nothing.css", 404);
  EXPECT_NE(Page("/nowhere", 404).text().find("Nothing here"), std::string::npos);
}

TEST_F(SiteContract, TemplatesHaveTheirPictureAndPages) {
  const CheckedHtml html = Page("/templates?site=x.org");
  const auto items = html.Values("li", "id");
  ASSERT_FALSE(items.empty());
  EXPECT_EQ(html.Count("ol", "id", "templates"), 1u);
  EXPECT_GE(html.Count("svg", "class", "picture"), items.size());
  EXPECT_GE(html.Count("rect", "class", "band this"), items.size());
  EXPECT_NE(html.text().find("home news about us"), std::string::npos);
}

TEST_F(SiteContract, OnlyWhatVariesIsComparedAndNoMoreThanAsked) {
  const auto searcher = Searcher();
  const Store& store = searcher->store();
  const auto all = ReadCards(store, "x.org", 1);
  ASSERT_TRUE(all.ok());
  std::vector<TemplateCard> seen(70, all.value().shown.front());
  for (TemplateCard& one : seen) one.record.exact = false;
  seen[3].record.exact = true;
  std::vector<TemplateCard*> pointers;
  for (TemplateCard& one : seen) pointers.push_back(&one);
  ASSERT_TRUE(CompareCards(store, pointers, 60).ok());
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_EQ(seen[i].compared(), i != 3 && i <= 60) << i;
}

TEST_F(SiteContract, RankingsStandSideBySide) {
  const CheckedHtml html = Page("/compare?q=home%20harbour");
  EXPECT_EQ(html.Count("ol", "id", "with"), 1u);
  EXPECT_EQ(html.Count("ol", "id", "without"), 1u);
  EXPECT_GT(html.Count("path"), 0u);
  const HttpResponse alone = shared_->alone->Handle(Request("/compare?q=fish"));
  EXPECT_EQ(alone.status, 200);
  EXPECT_NE(alone.body.find("--compare whole.store"), std::string::npos);
}

// ---- programs

TEST_F(SiteContract, TheApiSaysWhatTheCommandsSay) {
  const auto timeless = [](const std::string& text) {
    auto json = ParseOrderedJson(text);
    json.erase("milliseconds");
    return JsonText(json);
  };
  const std::string found = Get("/api/search?q=fish%20harbour&n=3&offset=2").body;
  const std::string explained = Get("/api/page?url=http://x.org/dir/p7.html").body;
  const auto searcher = Searcher();
  AnswerOptions options;
  options.search.n = 3;
  options.offset = 2;
  const auto answer = AnswerQuery(*searcher, "fish harbour", options);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(timeless(found), timeless(AnswerJson(answer.value())));
  auto page = FindPage(searcher->store(), "http://x.org/dir/p7.html");
  ASSERT_TRUE(page.ok());
  const auto explanation = ExplainPage(searcher->store(), std::move(*page));
  ASSERT_TRUE(explanation.ok());
  EXPECT_EQ(explained, ExplanationJson(explanation.value()));
}

TEST_F(SiteContract, TheApiRanksAsItIsAsked) {
  AnswerOptions options;
  ASSERT_TRUE(FindPreset("plain").ok());
  FindPreset("plain").value()->apply(&options.search);
  options.search.model = "lm_dirichlet";
  options.search.parameters.mu = 500;
  options.search.weights.of[static_cast<std::size_t>(Field::kTitle)] = 2.5;
  options.search.expand = "rm3";
  options.unsigned_pieces = Operator::kAnd;
  // The searcher goes back at once: the site has only one to lend.
  const auto answer = AnswerQuery(*Searcher(), "fish harbour", options);
  ASSERT_TRUE(answer.ok());
  const std::string found =
      Get("/api/search?q=fish%20harbour&preset=plain&model=lm_dirichlet&mu=500&title-weight=2.5"
          "&expand=rm3&operator=and&k1=")
          .body;
  EXPECT_EQ(ParseJson(found).at("hits"), ParseJson(AnswerJson(answer.value())).at("hits"));
  EXPECT_NE(ParseJson(found).at("hits"),
            ParseJson(Get("/api/search?q=fish%20harbour").body).at("hits"));
}

TEST_F(SiteContract, AQueryThatIsBeingTypedIsNoMistake) {
  const auto hits = [this](const std::string& query) {
    const HttpResponse response = Get("/api/search?typed=1&sections=1&q=" + query);
    EXPECT_EQ(response.status, 200) << query;
    return ParseJson(response.body).at("hits");
  };
  const auto fish = hits("fish");
  EXPECT_FALSE(fish.empty());
  for (const std::string query : {"%22fish", "(fish", "%E2%80%9Cfish", "fish%20%22", "fish%20-("})
    EXPECT_EQ(hits(query).size(), fish.size()) << query;
  for (const std::string query : {"", "%22", "%22%22", "-", "%FF%00"})
    EXPECT_TRUE(hits(query).empty()) << query;
  EXPECT_EQ(Get("/api/search?typed=1&q=fish&k1=-1").status, 400);
  // A whole query keeps its meaning.
  EXPECT_TRUE(hits("fish%20-fish").empty());
}

TEST_F(SiteContract, WhatIsNotFinishedIsShownAsFarAsItGoes) {
  const auto hits = [](const std::string& target) { return Page(target).Values("a", "class"); };
  const auto titles = [&](const std::string& target) {
    const auto classes = hits(target);
    return std::count(classes.begin(), classes.end(), "title");
  };
  // A word that no page has is the beginning of one. Sent as it is, it finds nothing.
  EXPECT_EQ(titles("/search?q=fish%20%2Bharbo"), 0);
  EXPECT_EQ(titles("/search?typed=1&q=fish%20%2Bharbo"), titles("/search?q=fish%20%2Bharbour"));
  EXPECT_EQ(last_.find("did-you-mean"), std::string::npos);
  // A word that some page has is itself: the results are those of the query that is sent.
  EXPECT_EQ(titles("/search?typed=1&q=word1"), titles("/search?q=word1"));
  EXPECT_GT(titles("/search?typed=1&q=title:stor"), 0);
  // No beginning of a word of the store: the nearest one.
  Page("/search?typed=1&q=harbuor");
  EXPECT_NE(last_.find("did-you-mean"), std::string::npos);
  // Half a query is no mistake.
  EXPECT_GT(titles("/search?typed=1&q=%22fish%20word"), 0);
  EXPECT_EQ(Page("/search?typed=1&q=%22").Count("div", "class", "start"), 1U);
  // Every link goes on with the same results.
  Page("/search?typed=1&q=fis");
  EXPECT_NE(last_.find("/search?q=fis&amp;page=2&amp;typed=1"), std::string::npos) << last_;
}

TEST_F(SiteContract, TheDeadlineOfASearchCoversWhatIsShown) {
  const auto searcher = Searcher();
  AnswerOptions options;
  int visited = 0;
  const PageVisitor slow = [&](DocId, const DocRecord&, const TextRecord&, const QueryWords&) {
    ++visited;
    std::this_thread::sleep_for(std::chrono::milliseconds(options.search.deadline_ms > 0 ? 60 : 0));
    return Status();
  };
  EXPECT_TRUE(AnswerQuery(*searcher, "fish", options, nullptr, slow).ok());
  EXPECT_EQ(visited, 10);
  visited = 0;
  options.search.deadline_ms = 50;
  const Status late = AnswerQuery(*searcher, "fish", options, nullptr, slow).status();
  EXPECT_EQ(late.code(), Code::kFailed);
  EXPECT_EQ(HttpStatus(late.code()), 503);
  EXPECT_LE(visited, 1);
  SearchRequest fish;
  fish.query = "fish";
  EXPECT_EQ(CountFacets(*searcher, fish, Deadline(0)).status().code(), Code::kFailed);
  EXPECT_TRUE(CountFacets(*searcher, fish).ok());
}

TEST_F(SiteContract, WhatCostsNothingIsCheap) {
  for (const std::string path : {"/about", "/metrics", "/assets/style.css", "/robots.txt"})
    EXPECT_TRUE(shared_->site->IsCheap(Request(path))) << path;
  for (const std::string path : {"/", "/search?q=fish", "/page?url=a", "/api/search?q=fish"})
    EXPECT_FALSE(shared_->site->IsCheap(Request(path))) << path;
}

TEST_F(SiteContract, TheApiTellsMistakesAsJson) {
  for (const auto& [target, status] :
       std::map<std::string, int>{{"/api/search", 400},
                                  {"/api/search?q=%22open", 400},
                                  {"/api/search?q=%FF%00", 400},
                                  {"/api/search?q=a&offset=10001", 400},
                                  {"/api/search?q=a&preset=none", 400},
                                  {"/api/search?q=a&k1=-1", 400},
                                  {"/api/search?q=a&k1=2x", 400},
                                  {"/api/search?q=a&b=1.5", 400},
                                  {"/api/search?q=a&model=none", 400},
                                  {"/api/search?q=a&expand=rm9", 400},
                                  {"/api/search?q=a&title-weight=nan", 400},
                                  {"/api/search?q=a&k9=1", 400},
                                  {"/api/search?q=a&n=-1", 400},
                                  {"/api/search?q=a&n=abc", 400},
                                  {"/api/search?q=a&n=1001", 400},
                                  {"/api/search?q=a&n=1000", 200},
                                  {"/api/search?q=a&offset=-1", 400},
                                  {"/api/search?q=a&operator=xor", 400},
                                  {"/api/search?q=a&operator=or&sort=date&typed=1", 200},
                                  {"/api/search?q=a&sort=x", 400},
                                  {"/api/search?q=a&typed=2", 400},
                                  {"/api/search?q=a&sections=yes", 400},
                                  {"/api/search?q=a&from=2024-99", 400},
                                  {"/api/search?q=a&from=2024-06&to=&changed=2024", 200},
                                  {"/api/search?q=a&expand=rm3&feedback-pages=51", 400},
                                  {"/api/search?q=a&expand=rm3&feedback-terms=101", 400},
                                  {"/api/complete?q=a&n=3", 400},
                                  {"/api/page?url=http://x.org/dir/p7.html&q=a", 400},
                                  {"/api/page", 400},
                                  {"/api/page?url=nowhere%FF", 404},
                                  {"/api/nothing", 404}}) {
    const HttpResponse response = Get(target);
    EXPECT_EQ(response.status, status) << target;
    EXPECT_EQ(response.content_type, "application/json") << target;
    EXPECT_EQ(ParseJson(response.body).contains("error"), status != 200) << target;
  }
}

TEST_F(SiteContract, ABrowserMayAddTheSearch) {
  const HttpResponse response = Get("/opensearch.xml");
  const CheckedHtml xml(response.body);
  EXPECT_EQ(xml.problem(), "");
  EXPECT_EQ(xml.Count("Url", "template", "http://127.0.0.1:8080/search?q={searchTerms}"), 1u);
  EXPECT_EQ(Page("/").Count("link", "rel", "search"), 1u);
}

TEST_F(SiteContract, AssetsMayBeKept) {
  for (const std::string& link : Page("/").Values("link", "href")) {
    if (!link.starts_with("/assets/")) continue;
    const HttpResponse asset = Get(link);
    EXPECT_EQ(asset.status, 200);
    EXPECT_TRUE(asset.asset);
  }
  EXPECT_FALSE(Get("/").asset);
}

}  // namespace
}  // namespace thresh
