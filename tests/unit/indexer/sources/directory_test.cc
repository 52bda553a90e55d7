#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "indexer/sources/page_names.h"
#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

std::vector<std::string> Paths(const Outcome& outcome) {
  std::vector<std::string> paths;
  for (const RawPage& page : outcome.pages) paths.push_back(page.path);
  return paths;
}

TEST(Directory, OrderUrlsAndDocnos) {
  const TempFolder folder;
  for (const char* name : {"site/b.html", "site/a/z.html", "site/a.html", "site/B.html",
                           "site/a-b/x.html", "site/a/\xc3\xa4 %?#.html"}) {
    folder.Write(name, Html(name));
  }
  const Outcome outcome = ReadInput(folder.path() + "/site/");
  // Byte order of the paths: "a-b/" < "a.html" < "a/", so the folder a comes behind a.html.
  EXPECT_EQ(Paths(outcome), (std::vector<std::string>{"B.html", "a-b/x.html", "a.html", "a/z.html",
                                                      "a/\xc3\xa4 %?#.html", "b.html"}));
  EXPECT_EQ(outcome.pages[0].url, "http://site/B.html");
  EXPECT_EQ(outcome.pages[0].docno, "B.html");
  EXPECT_EQ(outcome.pages[4].url, "http://site/a/%C3%A4%20%25%3F%23.html");
  EXPECT_EQ(outcome.pages[1].bytes, Html("site/a-b/x.html"));
}

TEST(Directory, BaseUrl) {
  const TempFolder folder;
  folder.Write("x/a.html", Html("a"));
  SourceOptions options;
  options.base_url = "https://example.org/docs";
  EXPECT_EQ(ReadInput(folder.path(), options).Urls(),
            (std::vector<std::string>{"https://example.org/docs/x/a.html"}));
}

TEST(Directory, FoldersNamedLikeHostsAreHosts) {
  const TempFolder folder;
  for (const char* name : {"m/docs.example.org/a/index.html", "m/example.org/p?id=3",
                           "m/example.org:8080/x.html", "m/localhost+80/y.html", "m/wget.log"}) {
    folder.Write(name, Html(name));
  }
  const std::string mirror = folder.path() + "/m";
  EXPECT_EQ(
      ReadInput(mirror).Urls(),
      (std::vector<std::string>{"http://docs.example.org/a/index.html",
                                "http://example.org/p%3Fid=3", "http://example.org:8080/x.html",
                                "http://localhost:80/y.html", "http://m/wget.log"}));
  // A host is chosen by its name alone, and one host may be the input.
  EXPECT_EQ(ReadInput(mirror + "/docs.example.org").Urls(),
            (std::vector<std::string>{"http://docs.example.org/a/index.html"}));
  SourceOptions options;
  options.base_url = "http://h/";
  EXPECT_EQ(ReadInput(mirror, options).Urls()[0], "http://h/docs.example.org/a/index.html");
  // Files that are left out say what the folder is, too.
  options.base_url.clear();
  options.exclude = {"notes/**"};
  folder.Write("m/notes/n.html", Html("n"));
  EXPECT_EQ(ReadInput(mirror, options).Urls()[0], "http://m/docs.example.org/a/index.html");
}

TEST(Directory, NamesOfHosts) {
  for (const std::string_view name : {"example.org", "a-b.c.example", "192.0.2.7", "localhost",
                                      "Example.ORG", "x.xn--p1ai", "h.org:80", "h.org+8080"}) {
    EXPECT_TRUE(IsHostName(name)) << name;
  }
  for (const std::string_view name :
       {"", "docs", "python3.11", "1.2.3", "v1.x", "page.html", "a.htm", ".org", "a..org", "-a.org",
        "a_b.org", "h.org:", "h.org:x", "notes+1", "a b.org"}) {
    EXPECT_FALSE(IsHostName(name)) << name;
  }
}

TEST(Directory, FoldersOfOneNameAreTold) {
  TempFolder folder;
  for (const char* path :
       {"a/html", "b/html", "c/b/html", "a/site.org", "b/site.org", "d", "a-html", "c/HTML"})
    std::filesystem::create_directories(folder / path);
  for (const char* path : {"a/html/page.html", "b/html/page.html", "d/crawl.warc"})
    std::ofstream(folder / path) << "<p>text";
  const auto names = [&](std::vector<std::string> inputs) {
    for (std::string& input : inputs) {
      if (input != "-") input = folder / input;
    }
    return FolderNames(inputs);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({"a/html"}), Names({"html"}));
  EXPECT_EQ(names({"a/html", "b/html"}), Names({"a-html", "b-html"}));
  EXPECT_EQ(names({"a/html", "d", "a/html/"}), Names({"html", "d", "html"}));
  EXPECT_EQ(names({"c/b/html", "b/html"}).front(), "c-b-html") << "as far as it takes";
  EXPECT_EQ(names({"c/b/html", "a/html", "b/html"})[1], "a-html");
  EXPECT_EQ(names({"a/html/page.html", "b/html"}), Names({"a-html", "b-html"}));
  EXPECT_EQ(names({"a/html", "a-html", "b/html", "a-html"}),
            Names({"a-html", "a-html-2", "b-html", "a-html-2"}));
  EXPECT_EQ(names({"a/html", "c/HTML"}), Names({"a-html", "c-HTML"})) << "one host";
  EXPECT_EQ(names({"a/site.org", "b/site.org"}), Names({"site.org", "site.org"}))
      << "two crawls of one host";
  EXPECT_EQ(names({"-", "d/crawl.warc", "missing"}), Names({"", "", ""}));
}

TEST(Directory, WhatIsHtml) {
  const TempFolder folder;
  folder.Write("page", "<!DOCTYPE html><p>sniffed");
  folder.Write("index.html.en", "no tags, but the name says it");
  folder.Write("index.html.ja.euc-jp", "the same");
  folder.Write("style.css", "a { }");
  folder.Write("picture.png", "\x89PNG");
  folder.Write("empty.html", "");
  folder.Write("empty", "");
  const Outcome outcome = ReadInput(folder.path());
  EXPECT_EQ(Paths(outcome),
            (std::vector<std::string>{"index.html.en", "index.html.ja.euc-jp", "page"}));
  EXPECT_EQ(outcome.pages[2].bytes, "<!DOCTYPE html><p>sniffed");
  EXPECT_EQ(outcome.counters[Counter::kRecordsRead], 7U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedNotHtml], 3U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedEmptyFile], 1U);
}

TEST(Directory, SymlinksAndSpecialFilesAreCounted) {
  const TempFolder folder;
  folder.Write("site/a.html", Html("a"));
  folder.Write("other/b.html", Html("b"));
  const std::string site = folder.path() + "/site";
  ASSERT_EQ(symlink("../other/b.html", (site + "/link.html").c_str()), 0);
  ASSERT_EQ(symlink("../other", (site + "/folder").c_str()), 0);
  ASSERT_EQ(symlink(".", (site + "/loop").c_str()), 0);
  ASSERT_EQ(symlink("nowhere", (site + "/dangling").c_str()), 0);
  ASSERT_EQ(mkfifo((site + "/pipe.html").c_str(), 0600), 0);
  const Outcome outcome = ReadInput(site);
  EXPECT_EQ(Paths(outcome), (std::vector<std::string>{"a.html"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedSymlink], 4U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedSpecial], 1U);
  // The input itself may be a link: the user has named it.
  ASSERT_EQ(symlink("site", (folder.path() + "/entry").c_str()), 0);
  EXPECT_EQ(ReadInput(folder.path() + "/entry").pages.size(), 1U);
}

TEST(Directory, IncludeAndExclude) {
  const TempFolder folder;
  for (const char* name : {"a.html", "docs/b.html", "docs/old/c.html", "docs/old/d.htm"})
    folder.Write(name, Html("x"));
  SourceOptions options;
  options.include = {"docs/**"};
  options.exclude = {"*.htm", "docs/b.*"};
  const Outcome outcome = ReadInput(folder.path(), options);
  EXPECT_EQ(Paths(outcome), (std::vector<std::string>{"docs/old/c.html"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedExcluded], 3U);
}

TEST(Directory, DeepFoldersAreReadAsFarAsPathsGo) {
  const TempFolder folder;
  folder.Write("z.html", Html("z"));
  ASSERT_EQ(chdir(folder.path().c_str()), 0);
  const std::string name(100, 'd');
  for (int depth = 0; depth < 60; ++depth) {
    ASSERT_EQ(mkdir(name.c_str(), 0700), 0);
    ASSERT_EQ(chdir(name.c_str()), 0);
    std::ofstream("p.html") << Html("p");
  }
  ASSERT_EQ(chdir("/"), 0);
  const Outcome outcome = ReadInput(folder.path());
  EXPECT_TRUE(outcome.status.ok());
  EXPECT_GT(outcome.pages.size(), 30U);
  EXPECT_EQ(outcome.pages.back().path, "z.html");
  EXPECT_GE(outcome.counters[Counter::kSkippedUnreadable], 1U);
  EXPECT_TRUE(outcome.HasMessage("File name too long"));
}

TEST(Directory, UnreadableIsCounted) {
  const TempFolder folder;
  folder.Write("a.html", Html("a"));
  const std::string secret = folder.Write("secret.html", Html("s"));
  chmod(secret.c_str(), 0);
  if (access(secret.c_str(), R_OK) == 0) GTEST_SKIP() << "a superuser may read everything";
  folder.Write("closed/b.html", Html("b"));
  chmod((folder.path() + "/closed").c_str(), 0);
  const Outcome outcome = ReadInput(folder.path());
  chmod((folder.path() + "/closed").c_str(), 0700);
  EXPECT_EQ(Paths(outcome), (std::vector<std::string>{"a.html"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedUnreadable], 2U);
}

TEST(Directory, FilesThatVanishAreCounted) {
  const TempFolder folder;
  folder.Write("a.html", Html("a"));
  const std::string gone = folder.Write("b.html", Html("b"));
  auto source = OpenSource(folder.path(), {});
  ASSERT_TRUE(source.ok());
  RawPage page;
  ASSERT_TRUE((*source)->Next(&page).value());
  std::filesystem::remove(gone);
  ASSERT_FALSE((*source)->Next(&page).value());
  EXPECT_EQ((*source)->counters()[Counter::kSkippedUnreadable], 1U);
}

TEST(Directory, CapAndProgress) {
  const TempFolder folder;
  folder.Write("a.html", Html(std::string(5000, 'x')));
  SourceOptions options;
  options.limits.max_page_bytes = 100;
  auto source = OpenSource(folder.path(), options);
  ASSERT_TRUE(source.ok());
  EXPECT_EQ((*source)->bytes_total(), Html(std::string(5000, 'x')).size());
  RawPage page;
  ASSERT_TRUE((*source)->Next(&page).value());
  EXPECT_EQ(page.bytes.size(), 100U);
  EXPECT_EQ((*source)->counters()[Counter::kPayloadCapped], 1U);
  EXPECT_EQ((*source)->bytes_done(), (*source)->bytes_total());
}

}  // namespace
}  // namespace thresh::sources_test
