#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/base/ascii.h"
#include "indexer/page/charset.h"

namespace thresh {
namespace {

std::string NameOf(const Encoding* encoding) {
  return encoding == nullptr ? "" : std::string(encoding->name);
}

struct Case {
  std::string_view bytes, name;
};

TEST(Prescan, StepsOfTheStandard) {
  using std::string_view_literals::operator""sv;
  const Case cases[] = {
      {"<meta charset=koi8-r>", "koi8-r"},
      {"<META/CHARSET = 'KOI8-R' >", "koi8-r"},
      {"<metacharset=koi8-r>", ""},
      {"<meta charset=koi8-r", ""},
      {"<meta charset=\"koi8-r>", ""},
      {"<!--><meta charset=koi8-r>-->", "koi8-r"},
      {"<!-- <meta charset=koi8-r> -->", ""},
      {"<!x <meta charset=koi8-r>", ""},
      {"<p title='<meta charset=koi8-r>'>", ""},
      {"</p title='<meta charset=koi8-r>'>", ""},
      {"< meta charset=koi8-r>", ""},
      {"<meta content='text/html; charset=koi8-r'>", ""},
      {"<meta content='text/html; charset=koi8-r' http-equiv=content-type>", "koi8-r"},
      {"<meta http-equiv=refresh http-equiv=content-type content='charset=koi8-r'>", ""},
      {"<meta content='charset=koi8-r' http-equiv=content-type charset=latin2>", "iso-8859-2"},
      {"<meta charset=bogus content='charset=koi8-r' http-equiv=content-type>", ""},
      {"<meta http-equiv=content-type content='charset charset = koi8-r;x'>", "koi8-r"},
      {"<meta http-equiv=content-type content='charset=\"koi8-r'>", ""},
      {"<meta charset=><meta charset=koi8-r>", "koi8-r"},
      {"<meta = charset=koi8-r>", "koi8-r"},
      {"<?xml encoding='koi8-r'?>", ""},
      {"<\0?\0x\0"sv, "utf-16le"},
      {"\0<\0?\0x"sv, "utf-16be"},
  };
  for (const Case& c : cases) EXPECT_EQ(NameOf(PrescanMeta(c.bytes)), c.name) << c.bytes;
}

TEST(Prescan, XmlDeclaration) {
  const Case cases[] = {{"<?xml version='1.0' encoding='koi8-r'?>", "koi8-r"},
                        {"<?xml encoding = \"UTF-16\"?>", "utf-8"},
                        {"<?xml encoding='koi8-r'", ""},
                        {" <?xml encoding='koi8-r'?>", ""},
                        {"<?xml encoding=koi8-r?>", ""},
                        {"<?xml version='1.0'?>encoding='koi8-r'", ""},
                        {"<?xml encoding>", ""},
                        {"<?xml encoding=>", ""}};
  for (const Case& c : cases) EXPECT_EQ(NameOf(XmlEncoding(c.bytes)), c.name) << c.bytes;
}

TEST(Prescan, EveryPrefixOfADeclarationEndsWell) {
  const std::string page =
      "<!-- a --><p b='c'><meta http-equiv='content-type' content='text/html; charset=koi8-r'>";
  for (std::size_t size = 0; size < page.size(); ++size) {
    EXPECT_EQ(PrescanMeta(std::string_view(page).substr(0, size)), nullptr) << size;
  }
  EXPECT_EQ(NameOf(PrescanMeta(page)), "koi8-r");
}

struct EncodingTest {
  std::string data, encoding;
};

// "#data\n...\n#encoding\nNAME\n\n", one after the other.
std::vector<EncodingTest> ReadTests(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<EncodingTest> tests;
  const std::string_view data = "#data\n", encoding = "\n#encoding\n";
  for (std::size_t at = all.find(data); at != std::string::npos;) {
    const std::size_t begin = at + data.size();
    const std::size_t end = all.find(encoding, begin);
    const std::size_t name = end + encoding.size();
    std::string lower;
    for (const char c : all.substr(name, all.find('\n', name) - name)) lower += AsciiLower(c);
    tests.push_back({all.substr(begin, end - begin), lower});
    at = all.find(data, name);
  }
  return tests;
}

// The html5lib cases name what a browser ends with: windows-1252 where a page says nothing. We
// prove UTF-8 before we fall back, so that a case which expects the fallback is one where nothing
// was declared.
TEST(Prescan, Html5libEncodingTests) {
  const std::string folder = std::string(THRESH_SHARED_DIR) + "/data/html5lib-tests/encoding/";
  std::size_t cases = 0;
  CharsetDecoder decoder;
  for (const char* name : {"tests1.dat", "tests2.dat", "test-yahoo-jp.dat"}) {
    for (const EncodingTest& test : ReadTests(folder + name)) {
      SCOPED_TRACE(name + (": " + test.data.substr(0, 200)));
      ++cases;
      std::string got(decoder.Decode(test.data, "", true).encoding->name);
      const bool silent =
          PrescanMeta(test.data) == nullptr && !test.data.starts_with("\xEF\xBB\xBF");
      if (silent) got = "windows-1252";
      EXPECT_EQ(got, test.encoding);
    }
  }
  if (cases == 0) GTEST_SKIP() << "html5lib encoding tests are missing: " << folder;
  EXPECT_EQ(cases, 82u);
}

}  // namespace
}  // namespace thresh
