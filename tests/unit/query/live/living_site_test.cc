// The views of the search page, asked by several threads while updates are published, as the
// workers of `serve` ask them. Built with ThreadSanitizer as well.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "query/live/live_store.h"
#include "query/site/site.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

constexpr int kUpdates = 8, kPages = 12;
constexpr std::size_t kThreads = 3;

std::string Lines(int update) {
  std::string lines;
  for (int page = 0; page < kPages; ++page) {
    const std::string n = std::to_string(page);
    lines += R"({"url": "http://x.org/p)" + n + R"(", "date": ")" + std::to_string(2000 + update) +
             R"(-01-01", "html": "<title>Grain )" + n +
             R"(</title><ul><li>home<li>about the mill</ul><h2 id=s>Barley</h2><p>grain )" + n +
             " of update" + std::to_string(update) + R"(</p><div>nobody at all</div>"})" + "\n";
  }
  return lines;
}

HttpRequest Request(std::string path,
                    std::vector<std::pair<std::string, std::string>> parameters = {}) {
  HttpRequest request;
  request.path = std::move(path);
  request.parameters = std::move(parameters);
  request.host = "127.0.0.1:8080";
  return request;
}

// One of every view, and the searches that share what a searcher keeps.
std::vector<HttpRequest> Requests() {
  HttpRequest message = Request(std::string(kMcpPath));
  message.post = true;
  message.body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search",)"
                 R"("arguments":{"query":"grain"}}})";
  message.headers = {{"content-type", "application/json"}, {"mcp-protocol-version", "2025-11-25"}};
  return {Request("/"),
          Request("/search", {{"q", "grain"}, {"sort", "changed"}}),
          Request("/search", {{"q", "gra"}, {"typed", "1"}, {"from", "2000"}}),
          Request("/search", {{"q", "barly \"of grain\""}}),
          Request("/page", {{"url", "http://x.org/p1"}}),
          Request("/page/x.org/p2"),
          Request("/page/x.org/p3.md"),
          Request("/templates"),
          Request("/template", {{"id", "0"}, {"site", "x.org"}}),
          Request("/compare", {{"q", "grain"}}),
          Request("/about"),
          Request("/api/search", {{"q", "grain gr*"}, {"sections", "1"}, {"expand", "rm3"}}),
          Request("/api/page", {{"url", "http://x.org/p4"}}),
          Request("/api/complete", {{"q", "\"of gr"}}),
          Request("/metrics"),
          Request("/llms.txt"),
          Request("/assets/thresh.js"),
          message};
}

TEST(LivingSite, EveryViewAnswersWhileTheStoreIsSwapped) {
  const TempFolder folder;
  const std::string name = folder.path() + "/store", whole_name = folder.path() + "/whole";
  for (const std::string& store : {name, whole_name})
    ASSERT_TRUE(TakeLines(store, folder.path() + "/crawl.jsonl", Lines(0), false).ok());
  auto store = LiveStore::Open(StoreNames{.stores = {name}}, kThreads);
  auto whole = LiveStore::Open(StoreNames{.stores = {whole_name}}, kThreads);
  ASSERT_TRUE(store.ok() && whole.ok());
  const std::unique_ptr<HttpHandler> site = MakeSite(**store, whole->get());
  std::atomic<bool> stop = false;
  std::atomic<int> rounds = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::vector<HttpRequest> requests = Requests();
      // Each thread begins with another view; all of them ask every one.
      for (std::size_t i = 5 * t; !stop || i < 5 * t + requests.size(); ++i) {
        const HttpRequest& request = requests[i % requests.size()];
        const HttpResponse response = site->Handle(request);
        // An update may take the template away.
        const bool may_lack = request.path == "/template" && response.status == 404;
        EXPECT_TRUE(response.status == 200 || may_lack) << request.path << response.body;
        site->OnRefused(421);
        ++rounds;
      }
    });
  }
  for (int update = 1; update <= kUpdates; ++update) {
    EXPECT_TRUE(TakeLines(name, folder.path() + "/crawl.jsonl", Lines(update), true).ok());
    const Result<bool> renewed = (*store)->Renew();
    EXPECT_TRUE(renewed.ok() && renewed.value());
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(rounds, static_cast<int>(kThreads * Requests().size()) - 1);
  const std::string last = site->Handle(Request("/search", {{"q", "update8"}})).body;
  EXPECT_NE(last.find("12 pages match"), std::string::npos) << last;
}

}  // namespace
}  // namespace thresh
