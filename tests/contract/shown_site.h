// A site to be looked at, over a store of pages that mean well and of pages that do not.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>

#include "common/report/markup.h"
#include "query/site/site.h"
#include "tests/support/html_check.h"
#include "tests/support/json.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {

inline constexpr int kShownPages = 36;
inline const std::string kEvil = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>\u202E";

inline std::string CrawlLine(const std::string& url, const std::string& title,
                             const std::string& body, const std::string& date) {
  const std::string bar = "<ul><li><a href=/>home</a><li>news<li>about us</ul>";
  const nlohmann::json page = {
      {"url", url},
      {"html", "<!doctype html><title>" + title + "</title>" + bar + "<h1>" + title + "</h1><p>" +
                   body + "</p><div>copyright nobody at all</div>"},
      {"date", date}};
  return JsonText(page) + "\n";
}

// Two good sites, with dates and two equal pages, and a bad one.
inline void WriteCrawl(const std::string& file) {
  std::ofstream out(file);
  for (int page = 0; page < kShownPages; ++page) {
    const std::string n = std::to_string(page);
    const std::string host = page % 3 == 0 ? "y.net" : "x.org";
    out << CrawlLine(
        "http://" + host + "/dir/p" + n + ".html", "Story " + n,
        "fish word" + n + (page % 2 == 0 ? " harbour" : " mountain") + " and the rest of it.",
        std::to_string(2010 + page % 4) + "-05-01T00:00:00Z");
  }
  out << CrawlLine("http://x.org/copy.html", "Story 4", "fish word4 harbour and the rest of it.",
                   "");
  const std::string evil = EscapeHtml(kEvil);
  for (int page = 0; page < 8; ++page) {
    const std::string n = std::to_string(page);
    out << CrawlLine("http://evil.net/" + n + "?a=\"><script>x</script>&b='", evil + n,
                     "fish " + evil + " " + std::string(10000, 'w') + n, "<b>2");
  }
  out << CrawlLine("javascript:alert(document.domain)", "javascript", "fish javascript", "");
  out << CrawlLine("http://x.org/rtl.html", "\u0633\u0645\u0643 fish",
                   "fish \u0633\u0645\u0643 \u9c7c", "2012");
}

inline std::string BuildShownStore(const std::string& folder, const std::string& detector) {
  BuildOptions options;
  options.store = folder + "/" + detector;
  options.detector = detector;
  options.pipeline.input.crawls = {folder + "/crawl.jsonl"};
  options.pipeline.run_bytes = 1 << 20;
  const Status built = BuildStore(options);
  EXPECT_TRUE(built.ok()) << built.message();
  return options.store;
}

// One site for all tests: nothing that is asked of it changes it.
class SiteContract : public ::testing::Test {
 protected:
  struct Shared {
    TempFolder folder;
    std::unique_ptr<LiveStore> store, whole;
    std::unique_ptr<HttpHandler> site, alone;
  };

  static void SetUpTestSuite() {
    shared_ = std::make_unique<Shared>();
    WriteCrawl(shared_->folder.path() + "/crawl.jsonl");
    shared_->store = Open("spine");
    shared_->whole = Open("none");
    shared_->site = MakeSite(*shared_->store, shared_->whole.get());
    shared_->alone = MakeSite(*shared_->store, nullptr);
  }
  static void TearDownTestSuite() { shared_.reset(); }

  static std::unique_ptr<LiveStore> Open(const std::string& detector) {
    auto opened = LiveStore::Open(
        StoreNames{.stores = {BuildShownStore(shared_->folder.path(), detector)}}, 1);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    return std::move(*opened);
  }

  // As the server reads a target.
  static HttpRequest Request(const std::string& target) {
    HttpRequest request;
    request.host = "127.0.0.1:8080";
    const std::size_t mark = std::min(target.find('?'), target.size());
    request.path = Decode(target.substr(0, mark));
    for (std::size_t at = mark + 1; at < target.size();) {
      const std::size_t end = std::min(target.find('&', at), target.size());
      const std::string pair = target.substr(at, end - at);
      const std::size_t equals = std::min(pair.find('='), pair.size());
      request.parameters.emplace_back(Decode(pair.substr(0, equals)),
                                      Decode(pair.substr(std::min(equals + 1, pair.size()))));
      at = end + 1;
    }
    return request;
  }
  static std::string Decode(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool code = text[i] == '%' && i + 2 < text.size();
      out += code ? static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)) : text[i];
      if (code) i += 2;
    }
    return out;
  }

  static HttpResponse Get(const std::string& target) {
    return shared_->site->Handle(Request(target));
  }
  // A page of the site, well formed.
  static CheckedHtml Page(const std::string& target, int status = 200) {
    const HttpResponse response = Get(target);
    EXPECT_EQ(response.status, status) << target;
    last_ = response.body;
    CheckedHtml html(last_);
    EXPECT_EQ(html.problem(), "") << target;
    return html;
  }
  static LiveStore::Lease Searcher() { return shared_->store->Borrow(); }

  static inline std::unique_ptr<Shared> shared_;
  static inline std::string last_;
};

}  // namespace thresh
