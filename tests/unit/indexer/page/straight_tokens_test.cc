// How the bytes of a page are cut into tokens and texts: each page is read straight, and its tree
// is that of gumbo.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "indexer/page/straight/tag_names.h"
#include "tests/unit/indexer/page/expect_twins.h"

namespace thresh {
namespace {

// Behind the page begins memory that may not be touched.
TEST(StraightTokens, ANameIsReadToTheEndOfThePageAndNotBeyond) {
  const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const memory =
      ::mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  char* const end = static_cast<char*>(memory) + bytes;
  ASSERT_EQ(::mprotect(end, bytes, PROT_NONE), 0);
  for (const std::string_view name : {"p", "DIV", "textarea", "th"}) {
    char* const at = end - name.size();
    name.copy(at, name.size());
    EXPECT_EQ(straight::TagOf({at, name.size()}, end),
              gumbo_tagn_enum(name.data(), static_cast<unsigned>(name.size())))
        << name;
  }
  ::munmap(memory, 2 * bytes);
}

// clang-format off
TEST(StraightTokens, RawText) {
  ExpectTwins({
      "<title>a<b>&amp;b</title>c", "<title>a</titles></title >b", "<title>a</TITLE/>b",
      "<title>\na</title>", "<title></title>a", "<title>", "<title>a", "<title>a</title",
      "<title>a&", "<title>a</titl", "<title>a\r\nb\rc</title>", "<title><!-- </title> -->a",
      "<textarea>a<b>&lt;b</textarea>c", "<textarea>\na</textarea>", "<textarea>\n\na</textarea>",
      "<textarea>\r\na</textarea>", "<textarea>&#10;a</textarea>", "<textarea>a",
      "<textarea></textarea>a", "<p><textarea><p></textarea>a", "<textarea>\r</textarea>\n",
      "<script>a<b></script>c", "<script><!-- </script> -->a", "<script><!--<script></script>a",
      "<script><!--<script></script></script>a", "<script><!--<script>--></script>a",
      "<script><!--><script></script>a", "<script><!---><script></script>a",
      "<script><!-- <scripts> </script>a", "<script><!--<SCRIPT></SCRIPT>--></script>a",
      "<script><!--<script></script><script></script></script>a", "<script>a</scriptx></script>b",
      "<script></script", "<script>a", "<script><!--<script>", "<script></ script></script>a",
      "<script>'</script>'</script>a", "<script/>a</script>b", "<style>a</style >b", "<style>a",
      "<style></styl></style>a", "<style><!--</style>-->a", "<xmp>a</xmp>b", "<xmp>\na&amp;",
      "<iframe>a</iframe>b", "<iframe>a", "<noembed>a</noembed>b", "<noframes>a&lt;</noframes>b",
  });
}

TEST(StraightTokens, References) {
  ExpectTwins({
      "&amp;", "&amp", "&amp x", "&ampx", "&ampx;", "&AMP;", "&lt;p>", "&ltp", "a&b", "a&", "&",
      "&;", "&&amp;&", "& x", "&<p>", "&#65;", "&#65", "&#65x", "&#x41;", "&#X41", "&#x", "&#",
      "&#;", "&#x;", "&#xg", "&#0;", "&#1;", "&#13;a", "&#x80;", "&#x9f;", "&#xd800;", "&#x110000;",
      "&#xfffe;", "&#x1fffe;", "&#9999999;", "&#1114112;", "&#xfdd0;", "&#127;", "&#160;",
      "&notit;", "&not;it;", "&notin;", "&unknown;", "&unknown", "&NotEqualTilde;", "&nbsp;", "&ac",
      "&CounterClockwiseContourIntegral;", "&fjlig;", "&Auml&auml", "&frac12", "&there4;", "&sup1",
      "<table>&lt;", "<pre>&amp;", "<select>&lt;", "<head>&lt;", "<head>&#32;a",
      "<body></body>&#32;", "<colgroup>&nbsp;", "<table><colgroup>&#32;&lt;",
      "<table><colgroup>&#9;<col>", "<html>&#10;a",
      // in attributes
      "<p id='&amp;'>", "<p id=&amp;>", "<p id=&amp>", "<p id='&amp=1'>", "<p id='&ampx'>",
      "<p id='&lt'>", "<p id='a&copy=b&copy;=c'>", "<a href='?a=1&copy=2&lt=3'>", "<p id=&#65;>",
      "<p id='&#x0;&#128;'>", "<p id='&unknown=&unknown;'>", "<p id='&notit;&not;'>", "<p id='&'>",
      "<p id=&>", "<p id='&;&&'>", "<p id=\"&lt\">", "<p title='&odd' id=a>", "<p id='&amp;&#9;a'>",
  });
}

// gumbo would end the text at the first of these numbers.
TEST(StraightTokens, NumbersOfReferencesThatOverflow) {
  TwinReaders readers;
  const std::string page =
      ToPage("<p title='&#4294967296;a'>a&#51300000000000000000000;xte&#x830000000;b", "utf-8");
  EXPECT_EQ(readers.Read(page).difference, "");
  EXPECT_NE(Draw(readers.straight()).find("\"a\ufffdxte\ufffdb\""), std::string::npos)
      << Draw(readers.straight());
}

TEST(StraightTokens, Attributes) {
  ExpectTwins({
      "<p id=a class=b>", "<p id='a'class=\"b\">", "<p id=a id=b>", "<p ID=a>", "<p id>", "<p id=>",
      "<p id= >", "<p id = a>", "<p id\n=\n'a'\n>", "<p id='a", "<p id=a", "<p id", "<p ", "<p",
      "<p id=", "<p id=\"a>b\">", "<p id=a/>", "<p id=a/ >", "<p/id=a>", "<p / id=a>", "<p/ />",
      "<p id=/>", "<p =id=a>", "<p \"id=a>", "<p <id=a>", "<p <b>a", "<p id=a\"b'c<d=e`f>",
      "<p id='a\r\nb\rc'>", "<p id=a\rclass=b>", "<p id='\n'>",
      "<p width=1 height=2 align=c border=d bgcolor=e>", "<table cellpadding=1 cellspacing=2>",
      "<p href=a src=b>", "<a href=a src=b>", "<img href=a src=b>",
      "<meta name=a property=b content=c>", "<p name=a property=b content=c>",
      "<area href=a><base href=b>", "<svg id=a class=b></svg>", "<script id=a></script>",
      "<p role=a>", "</p id=a>", "<p id=ж class='漢'>", "<a b c=d b=e>",
      "<p disabled id=a>", "<p a b c d id=e>", "<p width width>", "<p\fid=a>",
      // the name of an attribute that stands there twice, without a value, goes before the next one
      "<a b b width=1>", "<a b=c b width=1>", "<a b=1 B/width>", "<a b/ b\nid=c>",
      "<a cl cl ass=x>", "<a b b b b width=1>", "<a b b b bb b id=x>", "<a b b=x id=c>",
      "<a b b =x id=c>", "<a id=1 b b id=2>", "<a b b bid bid=x id=3>", "<p id=1 id class=x>",
      "<p id id class=x iclass=y>", "<p b b id='&lt;\r\n'>", "<a b b width=1", "<a b b width='",
      "<input a a type=hidden><table><input b b type=hidden>", "<p b b></p b b id=x>",
      "<p><b c c d><b c cd><b c=c><b c cd=><p>a", "<script b b id=x></script>",
  });
}

TEST(StraightTokens, DoctypesAndQuirks) {
  TwinReaders readers;
  for (const std::string_view doctype : {
      "<!DOCTYPE html>", "<!doctype HTML>", "<!DOCTYPEhtml>", "<!DOCTYPE\nhtml\n>", "<!DOCTYPE>",
      "<!DOCTYPE >", "<!DOCTYPE svg>", "<!DOCTYPE html x>", "<!DOCTYPE html PUBLIC>",
      "<!DOCTYPE html PUBLIC \"\">", "<!DOCTYPE html PUBLIC ''>", "<!DOCTYPE html PUBLIC 'a>",
      "<!DOCTYPE html PUBLIC 'a' 'b'>", "<!DOCTYPE html PUBLIC 'a''b'>",
      "<!DOCTYPE html PUBLIC 'a' b>", "<!DOCTYPE html PUBLIC 'a' 'b' c>",
      "<!DOCTYPE html PUBLIC'a'>", "<!DOCTYPE html public x>", "<!DOCTYPE html PUBLIC 'html'>",
      "<!DOCTYPE html PUBLIC 'HTML'>", "<!DOCTYPE html PUBLIC 'HTML' ''>",
      "<!DOCTYPE html PUBLIC '-/W3C/DTD HTML 4.0 Transitional/EN'>",
      "<!DOCTYPE html PUBLIC '-/w3c/dtd html 4.0 transitional/en'>",
      "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
      "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>",
      "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' ",
      "'http://www.w3.org/TR/html4/loose.dtd'>",
      "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'>",
      "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' ",
      "'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'>", "<!DOCTYPE html SYSTEM>",
      "<!DOCTYPE html SYSTEM ''>", "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
      "<!DOCTYPE html SYSTEM x>", "<!DOCTYPE html SYSTEM 'a' b>", "<!DOCTYPE html SYSTEM 'a>",
      "<!DOCTYPE html SYSTEM 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>",
      "<!DOCTYPE html SYSTEM 'HTTP://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>",
      "<!DOCTYPE html PUBLIC 'a' ", "'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>",
      "", " ", "x", "<!-- c --><!DOCTYPE html>", " <!DOCTYPE html>", "<p><!DOCTYPE html>",
      "<!DOCTYPE a><!DOCTYPE html>", "<?xml version='1.0'?><!DOCTYPE html>", "<!DOCTYPE html a'>'>",
      "</><!DOCTYPE html>", "</><!DOCTYPE html><!DOCTYPE a>",
  }) {
    const std::string page = std::string(doctype) + "<p>a<table><td>b";
    const TwinReaders::Answer answer = readers.Read(page);
    EXPECT_EQ(NameOf(answer.why), "none") << page;
    EXPECT_EQ(answer.difference, "") << page;
  }
}

TEST(StraightTokens, CommentsAndWhatBeginsNoTag) {
  ExpectTwins({
      "a<!-- b -->c", "a<!---->b", "a<!-->b", "a<!--->b", "a<!--b--!>c", "a<!--b--!c-->d",
      "a<!--b--->c", "a<!--b-- >c-->d", "a<!--b->c-->d", "a<!--b>c", "a<!--", "a<!--b-", "a<!--b--",
      "a<!--b--!", "a<!---", "a<!----", "a<!-b>c", "a<!b>c", "a<!>b", "a<!", "a<!-", "a<?b>c",
      "a<?b?>c", "a<?", "a<![CDATA[b]]>c", "a<!b", "a</ b>c", "a</>b", "</>a", "</><p>a",
      "a</><p>b", "</></><p class=c>a", "a</></p>b", "<p>a</></p>", "a</>", "</>", "</></>",
      "a</3>b", "a</", "a<", "<", "</", "a<3", "a<<b>c", "a<=b", "a< b>c", "<>a", "a<>", "a</<b>c",
      "a<\r\nb", "<a/b", "</p", "a</p ", "<!doctype", "<!doctype html", "a<!doctype html>b",
      "<p>a<!doctype html>b", "a<p<b>c", "a<é>b", "a</é>b", "<x:y>a</x:y>b", "<x\"y>a",
      "<h7>a</h7>b", "<font-face>a", "<a\nb>c", "<A>b</a>", "<B\r>a", "<p\r\nid=a>b",
  });
}

TEST(StraightTokens, LineEndsAndTextUnderWay) {
  ExpectTwins({
      "a\r\nb", "\r\na", "a\r\n", "a\rb", "\ra", "a\r", "\r\r\n\r", "<p>\r\n</p>\r",
      "<pre>\r\n\r\na", "<!-- c -->\r\na", "<p>\r\n<b>\r\n", "<table>\r\n<tr>", "<head>\r\n<p>",
      "<body></body>\r\n", "<select>\r\na", "a\fb", "\f", "a \t\n", " ", "\n<p>\n",
      "<p> <b> </b> </p>", "a&amp;\r\n&lt;", "&#13;\n", "<b>\r</b>\n",
      // an ignored token does not end the text, but its place may count
      "a</i>b", "a</td>b", "a<td>b", "a<head>b", "a</li>b", "a</form>b", "<form>a</form>b",
      "<form>a</form>b</p>c", "<form><b>a</form>b", "a<!-- b -->c", "a<form><form>b",
      "<form>a<form>b", "a</h1>b", "a<body>b", "a<html>b", "<select>a<p>b</p>c", "<select>a<b></b>",
      "a<!doctype html>b", "<p>a</body>b", "<p>a</html> b", "a</object>b", "<table>a</td>b",
      "<table><tr>a</tbody>b", "<table> </td> a", "<table> </td>", "<table> <form> </form> ",
      "a</>b", "a</></i>b", " </p> ", "<body> a", "<head> </i> a", "<html> </i> a", "</i> a",
      " </i> <p>", "<table><colgroup> </i>a", "<body></body> </i> a", "<p>a</body></i>b</html>c",
      "<b>a</p>b", "a</p>b</i>c", "<p>a</i> </p>", "a<b></b>c", "a<br>b", "<form>a</form> <p>",
      "<form>\n</form>\n<p>", "<div><form>a</div>b</form>c",
  });
}
// clang-format on

}  // namespace
}  // namespace thresh
