// Whole trees, written by hand after the HTML standard: a mistake that both readers of html share,
// or that hides in what copies gumbo's tree, would show here.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/twin_readers.h"

namespace thresh {
namespace {

// What is in the body, two blanks less deep, of both readers. Nothing may stand in the head.
void ExpectBody(std::string_view page, std::string_view body) {
  TwinReaders readers;
  const TwinReaders::Answer answer = readers.Read(page);
  EXPECT_EQ(NameOf(answer.why), "none") << page;
  std::string expected = "<html>\n  <head>\n  <body>\n";
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = body.find('\n', at) + 1;
    expected += "    " + std::string(body.substr(at, end - at));
    at = end;
  }
  EXPECT_EQ(Draw(readers.straight()), expected) << page;
  EXPECT_EQ(Draw(readers.gumbo()), expected) << page;
}

TEST(StraightTree, ImpliedEndTags) {
  ExpectBody("<p>One<p id=x>Two",
             "<p> 0+3\n"
             "  \"One\" 3+3\n"
             "<p id=\"x\"> 6+8\n"
             "  \"Two\" 14+3\n");
  ExpectBody("<ul><li>a<li><b>c</ul>d",
             "<ul> 0+4\n"
             "  <li> 4+4\n"
             "    \"a\" 8+1\n"
             "  <li> 9+4\n"
             "    <b> 13+3\n"
             "      \"c\" 16+1\n"
             "<b> 13+3\n"
             "  \"d\" 22+1\n");
}

TEST(StraightTree, FormattingElements) {
  ExpectBody("<b>a<p>b</b>c</p>",
             "<b> 0+3\n"
             "  \"a\" 3+1\n"
             "<p> 4+3\n"
             "  <b> 0+3\n"
             "    \"b\" 7+1\n"
             "  \"c\" 12+1\n");
  ExpectBody("<p><b class=k>a</p>b",
             "<p> 0+3\n"
             "  <b class=\"k\"> 3+11\n"
             "    \"a\" 14+1\n"
             "<b class=\"k\"> 3+11\n"
             "  \"b\" 19+1\n");
  ExpectBody("<a href=x>1<a href=y>2",
             "<a href=\"x\"> 0+10\n"
             "  \"1\" 10+1\n"
             "<a href=\"y\"> 11+10\n"
             "  \"2\" 21+1\n");
}

TEST(StraightTree, Tables) {
  ExpectBody("<table>x<tr><td>y",
             "\"x\" 7+1\n"
             "<table> 0+7\n"
             "  <tbody>\n"
             "    <tr> 8+4\n"
             "      <td> 12+4\n"
             "        \"y\" 16+1\n");
  ExpectBody("<table><caption>t</caption><col><tr><th>h</table>",
             "<table> 0+7\n"
             "  <caption> 7+9\n"
             "    \"t\" 16+1\n"
             "  <colgroup>\n"
             "    <col> 27+5\n"
             "  <tbody>\n"
             "    <tr> 32+4\n"
             "      <th> 36+4\n"
             "        \"h\" 40+1\n");
}

TEST(StraightTree, TextsAndReferences) {
  ExpectBody("a&lt;b<!-- c --> <br>&#x41;",
             "\"a<b\" 0+6\n"
             "space \" \" 16+1\n"
             "<br> 17+4\n"
             "\"A\" 21+6\n");
  ExpectBody("<p title=t id='&amp;1'>", "<p id=\"&1\"> 0+23\n");
}

TEST(StraightTree, WhatHasRulesOfItsOwn) {
  ExpectBody("<select><option>a<option>b</select>c",
             "<select> 0+8\n"
             "  <option> 8+8\n"
             "    \"a\" 16+1\n"
             "  <option> 17+8\n"
             "    \"b\" 25+1\n"
             "\"c\" 35+1\n");
  ExpectBody("<p>a<svg id=x><path/></svg>b",
             "<p> 0+3\n"
             "  \"a\" 3+1\n"
             "  <svg> 4+10 foreign\n"
             "  \"b\" 27+1\n");
  ExpectBody("x<noscript>a</noscript><noscript>b",
             "\"x\" 0+1\n"
             "<noscript> 1+10 ended\n"
             "  \"a\" 11+1\n"
             "<noscript> 23+10\n"
             "  \"b\" 33+1\n");
}

TEST(StraightTree, HeadAndBody) {
  const std::string_view page =
      "<!doctype html> <html id=h> <head> <title>a&amp;b</title><script>c</script><body class=k> x";
  TwinReaders readers;
  EXPECT_EQ(NameOf(readers.Read(page).why), "none");
  const std::string_view expected =
      "<html id=\"h\"> 16+11\n"
      "  <head> 28+6\n"
      "    space \" \" 34+1\n"
      "    <title> 35+7\n"
      "      \"a&b\" 42+7\n"
      "    <script> 57+8\n"
      "  <body class=\"k\"> 75+14\n"
      "    \" x\" 89+2\n";
  EXPECT_EQ(Draw(readers.straight()), expected);
  EXPECT_EQ(Draw(readers.gumbo()), expected);
}

}  // namespace
}  // namespace thresh
