#include "indexer/page/links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/support/dice.h"

namespace thresh {
namespace {

// ---- the slow, obvious twin: RFC 3986 word for word
// -------------------------------------------------------

struct Parts {
  std::optional<std::string> scheme, authority, query, fragment;
  std::string path;
};

// Appendix B.
Parts Parse(const std::string& url) {
  static const std::regex kUrl(R"(^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?)");
  std::smatch m;
  EXPECT_TRUE(std::regex_match(url, m, kUrl)) << url;
  const auto part = [&m](std::size_t outer, std::size_t inner) {
    return m[outer].matched ? std::optional(m[inner].str()) : std::nullopt;
  };
  return {part(1, 2), part(3, 4), part(6, 7), part(8, 9), m[5].str()};
}

// 5.2.4
std::string RemoveDotSegments(std::string in) {
  std::string out;
  const auto begins = [&in](std::string_view s) { return in.starts_with(s); };
  const auto up = [&out] { out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/')); };
  while (!in.empty()) {
    if (begins("../")) {
      in.erase(0, 3);
    } else if (begins("./")) {
      in.erase(0, 2);
    } else if (begins("/./")) {
      in.replace(0, 3, "/");
    } else if (in == "/.") {
      in = "/";
    } else if (begins("/../")) {
      in.replace(0, 4, "/");
      up();
    } else if (in == "/..") {
      in = "/";
      up();
    } else if (in == "." || in == "..") {
      in.clear();
    } else {
      const std::size_t end = std::min(in.find('/', 1), in.size());
      out += in.substr(0, end);
      in.erase(0, end);
    }
  }
  return out;
}

// 5.2.3
std::string Merge(const Parts& base, const std::string& path) {
  if (base.authority && base.path.empty()) return "/" + path;
  return base.path.substr(0, base.path.rfind('/') + 1) + path;
}

// 5.2.2 and 5.3
std::string SlowResolve(const std::string& base_url, const std::string& reference) {
  const Parts base = Parse(base_url), r = Parse(reference);
  Parts t = r;
  t.path = RemoveDotSegments(r.path);
  if (!r.scheme) {
    t.scheme = base.scheme;
    if (!r.authority) {
      t.authority = base.authority;
      if (r.path.empty()) {
        t.path = base.path;
        if (!r.query) t.query = base.query;
      } else if (r.path.front() != '/') {
        t.path = RemoveDotSegments(Merge(base, r.path));
      }
    }
  }
  std::string url;
  if (t.scheme) url += *t.scheme + ":";
  // The dot of the root names the same host, which the RFC does not say.
  if (t.authority && t.authority->size() > 1 && t.authority->ends_with('.'))
    t.authority->pop_back();
  if (t.authority) url += "//" + *t.authority;
  url += t.path;
  if (t.query) url += "?" + *t.query;
  if (t.fragment) url += "#" + *t.fragment;
  return url;
}

// ---- examples
// ---------------------------------------------------------------------------------------------

struct Example {
  std::string_view reference, target;
};

// RFC 3986, 5.4.1 and 5.4.2 (strict).
constexpr Example kRfc3986[] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g"},
};

TEST(Url, ExamplesOfRfc3986) {
  const UrlBase base("http://a/b/c/d;p?q");
  for (const auto& [reference, target] : kRfc3986) {
    EXPECT_EQ(base.Resolve(reference), target) << reference;
    EXPECT_EQ(SlowResolve("http://a/b/c/d;p?q", std::string(reference)), target) << reference;
  }
}

TEST(Url, AgreesWithTheRfcOnRandomReferences) {
  const std::vector<std::string> bases = {
      "http://a/b/c/d;p?q", "http://a",          "http://a/",  "https://a/b/",
      "file:///x/y.html",   "http://a//b//c?/.", "http://a?q", "http://a/b"};
  const std::vector<std::string> pieces = {"/", ".", "..", "g",   "//", "?",
                                           "#", ";", "./", "../", "a"};
  Dice dice(1);
  for (int round = 0; round < 20'000; ++round) {
    const std::string& base = bases[dice.Below(bases.size())];
    std::string reference = dice.Below(8) == 0 ? "h://h" : "";
    for (std::uint32_t n = dice.Below(8); n > 0; --n)
      reference += pieces[dice.Below(pieces.size())];
    // A base comes out of a browser with its dots removed already.
    const std::string clean = SlowResolve(base, "");
    ASSERT_EQ(UrlBase(clean).Resolve(reference), SlowResolve(clean, reference))
        << base << " + " << reference;
  }
}

struct LinkExample {
  std::string_view reference, target;
  UrlBase::Link link = UrlBase::Link::kKept;
};

TEST(Url, LinksAreCanonical) {
  using enum UrlBase::Link;
  const std::string too_long(kMaxUrlBytes + 1, 'x');
  const LinkExample examples[] = {{"HTTP://Host.ORG:80/A?B#c", "http://host.org/A?B"},
                                  {"https://Host:443", "https://host/"},
                                  {"https://host:80?q", "https://host:80/?q"},
                                  {"http://User:Pw@HOST:/x", "http://host/x"},
                                  {"http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"},
                                  {" \n../x y\t.html ", "http://site.org/x%20y.html"},
                                  {"//Other", "http://other/"},
                                  {"file:///a/../b", "file:///b"},
                                  {"?q", "http://site.org/dir/page.html?q"},
                                  {"g/.././h", "http://site.org/dir/h"},
                                  {"#top", "", kSamePage},
                                  {"", "", kSamePage},
                                  {"  ", "", kSamePage},
                                  {"mailto:a@b.org", "", kDropped},
                                  {"javascript:void(0)", "", kDropped},
                                  {"data:text/html,x", "", kDropped},
                                  {"ftp://host/x", "", kDropped},
                                  {"http:x", "", kDropped},
                                  {"http://", "", kDropped},
                                  {"http://user@/x", "", kDropped},
                                  {"http://:80/x", "", kDropped},
                                  {too_long, "", kDropped}};
  const UrlBase base("HTTP://SITE.org:80/dir/page.html?x#y");
  for (const auto& [reference, target, link] : examples) {
    std::string got;
    EXPECT_EQ(base.ResolveLink(reference, &got), link) << reference;
    EXPECT_EQ(link == kKept ? got : "", target) << reference;
  }
}

TEST(Url, HostOfAUrl) {
  EXPECT_EQ(HostOf("http://Example.ORG:8080/x"), "example.org");
  EXPECT_EQ(HostOf("https://user@Example.org"), "example.org");
  EXPECT_EQ(HostOf("https://user:b%C3%BCcher@b%C3%BCcher.example./"), "xn--bcher-kva.example");
  EXPECT_EQ(HostOf("http://[::1]:80/"), "[::1]");
  EXPECT_EQ(HostOf("file:///x"), "");
  EXPECT_EQ(HostOf("no url"), "");
}

Outline Anchors(const std::vector<std::string_view>& hrefs, std::string_view base) {
  Outline outline;
  for (const std::string_view href : hrefs) outline.anchors.push_back({href, BlockNo(1), 2, 3});
  outline.base_href = base;
  return outline;
}

TEST(Links, BaseElementCountsAndDroppedOnesAreCounted) {
  Counters counters;
  const Outline outline = Anchors({"a", "#b", "mailto:x"}, "/else/where");
  const std::vector<Link> links = ResolveLinks(outline, "http://h/p", &counters);
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].target, "http://h/else/a");
  EXPECT_EQ(links[0].block, BlockNo(1));
  EXPECT_EQ(links[0].first_span, 2u);
  EXPECT_EQ(links[0].spans, 3u);
  EXPECT_EQ(counters[Counter::kLinksDropped], 1u);
  const std::vector<Link> unbased =
      ResolveLinks(Anchors({"a"}, "mailto:x"), "http://h/p", &counters);
  EXPECT_EQ(unbased[0].target, "http://h/a");
}

// A long base under many short references.
TEST(Links, TargetsOfAPageHaveABudget) {
  const std::string base = "http://h/" + std::string(4000, 'd') + "/";
  Counters counters;
  const Outline outline = Anchors(std::vector<std::string_view>(20'000, "x"), base);
  const std::vector<Link> links = ResolveLinks(outline, "http://h/", &counters);
  EXPECT_LE(links.size() * (base.size() + 1), kMaxLinkBytes);
  EXPECT_EQ(links.size() + counters[Counter::kLinksDropped], 20'000u);
}

}  // namespace
}  // namespace thresh
