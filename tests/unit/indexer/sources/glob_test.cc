#include "indexer/sources/glob.h"

#include <gtest/gtest.h>

#include <random>

namespace thresh {
namespace {

TEST(Glob, Table) {
  struct Case {
    const char* pattern;
    const char* path;
    bool matches;
  };
  for (const Case& c : std::vector<Case>{{"*.html", "a.html", true},
                                         {"*.html", "x/y/a.html", true},
                                         {"*.html", "a.htm", false},
                                         {"x/*.html", "x/a.html", true},
                                         {"x/*.html", "x/y/a.html", false},
                                         {"/*.html", "a.html", true},
                                         {"/*.html", "x/a.html", false},
                                         {"x/**", "x/y/z.html", true},
                                         {"x/**", "xy/z.html", false},
                                         {"**/z.html", "z.html", true},
                                         {"**/z.html", "x/y/z.html", true},
                                         {"**/y/**/z.html", "x/y/z.html", true},
                                         {"**/y/**/z.html", "y/a/b/z.html", true},
                                         {"**/y/**/z.html", "ya/z.html", false},
                                         {"a?c", "abc", true},
                                         {"a?c",
                                          "a\xc3\xa4"
                                          "c",
                                          true},
                                         {"a?c", "ac", false},
                                         {"x/a?b", "x/a/b", false},
                                         {"**", "x/y", true},
                                         {"a[b]", "a[b]", true},
                                         {"", "a", false}}) {
    EXPECT_EQ(GlobMatches(c.pattern, c.path), c.matches) << c.pattern << " " << c.path;
  }
  EXPECT_TRUE(AnyGlobMatches({"*.css", "x/**"}, "x/a"));
  EXPECT_FALSE(AnyGlobMatches({}, "x/a"));
}

// The obvious twin: tries everything. On paths and patterns with a slash and without `**`.
bool Slow(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return path.empty();
  if (pattern.starts_with("**/")) {
    const std::size_t slash = path.find('/');
    return Slow(pattern.substr(3), path) ||
           (slash != path.npos && Slow(pattern, path.substr(slash + 1)));
  }
  if (pattern[0] == '*') {
    return Slow(pattern.substr(1), path) ||
           (!path.empty() && path[0] != '/' && Slow(pattern, path.substr(1)));
  }
  if (path.empty()) return false;
  const bool same = pattern[0] == '?' ? path[0] != '/' : pattern[0] == path[0];
  return same && Slow(pattern.substr(1), path.substr(1));
}

TEST(Glob, AgreesWithSlowTwin) {
  std::mt19937 random(99);
  const std::vector<std::string> pieces = {"a", "b", "*", "?", "/", "ab"};
  int matched = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string pattern = random() % 2 == 0 ? "**/" : "a/";
    std::string path = random() % 2 == 0 ? "a/" : "b/";
    for (std::size_t i = random() % 5; i > 0; --i) {
      const std::string& piece = pieces[random() % pieces.size()];
      if (!(pattern.ends_with('*') && piece == "*")) pattern += piece;
      if (random() % 6 == 0) pattern += "/**/";
    }
    for (std::size_t i = random() % 6; i > 0; --i) path += "ab/"[random() % 3];
    if (pattern.find("//") != pattern.npos || path.find("//") != path.npos) continue;
    if (pattern.find("***") != pattern.npos || pattern.find("a**") != pattern.npos ||
        pattern.find("?**") != pattern.npos || pattern.find("b**") != pattern.npos) {
      continue;
    }
    const bool slow = Slow(pattern, path);
    matched += slow;
    ASSERT_EQ(GlobMatches(pattern, path), slow) << pattern << " " << path;
  }
  EXPECT_GT(matched, 500);
}

TEST(Glob, HostilePatternIsCheap) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(GlobMatches(pattern + "b", std::string(2000, 'a')));
}

}  // namespace
}  // namespace thresh
