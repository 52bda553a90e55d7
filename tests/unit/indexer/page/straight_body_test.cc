// Tree construction in the body, and before and behind it: each page is read straight, and its tree
// is that of gumbo.
#include <gtest/gtest.h>

#include "tests/unit/indexer/page/expect_twins.h"

namespace thresh {
namespace {

// clang-format off
TEST(StraightBody, BeforeAndBehindTheBody) {
  ExpectTwins({
      "", " ", "x", " x", "<p>", "<!-- c -->", "<!-- c --><html>", "</p>", "</head>x", "</body>x",
      "</br>", "</html>x", "<html>", "<html id=a>", "<html id=a> <head> <title>t</title> </head> x",
      "<html><head><head>", "<head></p>x", "<head><p>", "<head>x", "<head> x", "<head></head> x",
      "<head></head><p>", "<head></head></p>x", "<head></head></br>", "<head></body>x",
      "<head></html>x", "<head><html class=a>x", "<head></head><html class=a>x",
      "<head></head><head>x", "<head></head><title>t</title>x", "<head></head> <meta name=a> <p>",
      "<head></head><script>s</script> <link><base href=a>x", "<head></head><menuitem>x",
      "<head><meta name=a content=b><base href=c><link><bgsound><basefont>x",
      "<head><style>a</style><script>b</script><noframes>c</noframes>x",
      "<head><noscript><link><meta name=a><style>b</style></noscript>x",
      "<head><noscript><p>x</noscript>y", "<head><noscript>x</noscript>y",
      "<head><noscript> </noscript>y", "<head><noscript><noscript><head></p></br>y",
      "<head><noscript><html id=a></noscript>x", "<head><noscript><noframes>a</noframes>",
      "<head><noscript>", "<head><title>", "<title>a</title>", "<noscript>x</noscript>",
      "<body>x</body>y", "<body>x</body> y", "<body>x</body> ", "<body>x</body></html> ",
      "<body>x</body></html>y", "<body>x</body></html> <p>y", "<body>x</body><p>y</body>z",
      "<body>x</body></p>y", "<body>x</body><html id=a>y", "<body>x</html><html id=a>y",
      "<body>x</body></html><!-- c -->y", "<body><b>x</body> y", "<body><p>x</body>y</html>z",
      "<body id=a><body id=b class=c>x", "<html id=a><body><html id=b class=c bgcolor=d>x",
      "<body><body bgcolor=a><body bgcolor=b width=c>", "<p></body></html>x<!-- c --> y",
  });
}

TEST(StraightBody, StartTagsInTheBody) {
  ExpectTwins({
      "<p>a<p>b", "<p>a<div>b", "<p><b>a<p>b", "<p><span>a<div>b</div>c</span>d", "<h1>a<h2>b",
      "<h1>a<p>b<h2>c", "<h1><b><h2>a", "<p><h1>a", "<ul><li>a<li>b",
      "<ul><li>a<ul><li>b</ul><li>c", "<li>a<div><li>b", "<li>a<p><li>b", "<li>a<span><li>b",
      "<li><section><li>a", "<li><address><li>a", "<dl><dt>a<dd>b<dt>c", "<dd>a<div><dd>b",
      "<dd><p>a<dt>b", "<dd><ul><dd>a", "<dd><b>a<dd>b", "<pre>\na", "<pre>\n\na", "<pre>\r\na",
      "<pre>\ra", "<pre>&#10;a", "<pre><b>\na", "<pre> \na", "<pre>\n</pre>a", "<pre><!-- c -->\na",
      "<listing>\na", "<p><pre>a", "<pre></>\na", "<form>a<form>b</form>c</form>d",
      "<form><p>a<form>b", "<p><form>a", "<form><div>a</form>b", "<button>a<button>b",
      "<button><p>a<button>b", "<p><button><p>a</button>b", "<div><button>a</div>b",
      "<a><button>a</a>b", "<p><table>", "<p>a<table><tr><td>b", "<p><b><table></table>c",
      "<option>a<option>b", "<option>a<optgroup>b", "<optgroup>a<option>b<b>c<option>d",
      "<ruby>a<rt>b<rt>c", "<ruby>a<rb>b<rt>c<rtc>d<rp>e", "<rt>a<rp>b", "<ruby><rtc><rt>a<rb>b",
      "<ruby><p><rt>a", "<p>a<hr>b", "<br>a</br>b", "<img src=a>b<area href=c><wbr><embed>",
      "<param><source><track>a", "<b><param>a</p>", "<p><b></p><source>a", "<p><b></p><img>a",
      "<input>a<input type=hidden>b", "<keygen>a", "<p><xmp>a<b></xmp>c", "<p><b></p><xmp>a</xmp>",
      "<iframe><p>a</iframe>b", "<noembed><p>a</noembed>b", "<p><b></p><iframe></iframe>c",
      "<noframes><p></noframes>a", "<title>a</title>b", "<p><style>a</style>b",
      "<p><script>a</script>b", "<meta name=a>b<link>c<base href=d>",
      "<caption>a<col><colgroup>b<tbody><td>c<tfoot><th><thead><tr>d", "<frame>a<head>b",
      "<object>a<b>b</object>c", "<b><object>a</b>b</object>c", "<marquee><p>a</marquee>b",
      "<object><b></p>a", "<applet><i>a</div>b</applet>c", "<unknown>a<x-y>b</unknown>c",
      "<P CLASS=a>b</P>", "<b>a<menuitem>b</menuitem>c", "<noscript><p>a</noscript>b",
      "<noscript>a", "<bgsound>a<basefont>b", "<b><p><noscript>a</b>b</noscript>c", "<image2>a",
      "<p/>a<br/>b<div/>c", "<main>a<p>b</main>c", "<svg><path/><g><path d='a'></path></g></svg>a",
      "<svg/>a", "<p><svg></svg>a", "<b><p></b><svg></svg>a", "<svg><title>a</title></svg>b",
      "<svg><!-- a --><style>b</style></svg>c", "<svg>a&amp;b", "<SVG></Svg>a",
  });
}

TEST(StraightBody, EndTagsInTheBody) {
  ExpectTwins({
      "</p>a", "a</p>b", "<p>a</p>b", "<p><b>a</p>b", "<div></p>a</div>b", "<button></p>a",
      "<b></p>a", "<div><p>a</div>b", "<div><span>a</div>b", "<span><div>a</span>b</div>c",
      "</div>a", "<p></div>a", "<div><b></div>a", "<ul><li>a</ul>b", "<ul></li>a", "<li>a</li>b",
      "<li><ul></li>a", "<li><p>a</li>b", "<dd>a</dd>b", "<dd></dt>a", "<dt><p>a</dt>b",
      "<dl></dd>a", "<h1>a</h2>b", "<h1><p>a</h3>b", "</h1>a", "<div><h1>a</div>b</h1>c",
      "<h1><b>a</h1>b", "<form>a</form>b", "</form>a", "<form><div></form>a</div>b",
      "<form><p>a</form>b", "<div><form></div>a</form>b<form>c", "<form>a</form> b</p>",
      "<div>a<form>b</form>", "<object></marquee>a", "<object><div>a</object>b", "</object>a",
      "<table><object></object></table>", "<div></span>a", "<span></div>a",
      "<unknown><p>a</unknown>b", "<p><unknown>a</p>b", "<x><b><p></x>a", "</body>a",
      "<div></body>a</div>b", "</html>a", "<table></body>a", "</br>a", "<p></br>a", "<b></p></br>",
      "</br class=a>", "<div><p></section>a", "<button><div></button>a", "<pre>a</pre>b",
      "<center><p></center>a", "</title>a", "</head>a", "</script>a", "</textarea>a",
      "</noscript>a", "</svg>a", "</math>a", "</img>a", "</td>a", "</caption>a", "</select>a",
      "</option>a", "<option>a</option>b", "<optgroup><option></optgroup>a", "<ruby><rt>a</ruby>b",
      "<ruby><rt></rt>a", "<p>a</P >b", "<p>a</p b='>'>c", "<li><b><li></b>a",
  });
}
// clang-format on

}  // namespace
}  // namespace thresh
