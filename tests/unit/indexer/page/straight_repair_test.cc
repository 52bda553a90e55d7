// Tree construction where it has to repair, and where modes change: formatting elements, tables and
// selects. Each page is read straight, and its tree is that of gumbo.
#include <gtest/gtest.h>

#include "tests/unit/indexer/page/expect_twins.h"

namespace thresh {
namespace {

// clang-format off
TEST(StraightRepair, FormattingElements) {
  ExpectTwins({
      // reopened
      "<p><b>a<p>b", "<p><b><i>a</p>b", "<p><b id=x class=y>a<p>b", "<div><b>a</div> b",
      "<p><b>a</p> <p>b", "<p><b></p><!-- c --><p>x", "<p><b></p></body> x",
      "<p><font a=1>x<font a=1>y<p>z", "<b><div></div></b>a", "<p><i><b></p><table></table>a",
      "<p><b></p><ul><li>a",
      // the adoption agency, without and with a furthest block
      "<b>a</b>b", "</b>a", "<b><i>a</b>b", "<b><i><u>a</b>b</i>c", "<i><b>a</i>b</b>c",
      "<b><span>a</b>b", "<b><p>a</b>b", "<b>a<p>b</b>c</p>d", "<b><i><p>a</b>b</i>c",
      "<b><div><p>a</b>b", "<b><p><div>a</b>b", "<b><i><u><s><p>a</b>b",
      "<b><i><u><s><tt><em><p>a</b>b", "<b><span><i><p>a</b>b", "<b><p><b><p>a</b>b</b>c",
      "<b><p></p></b><b><p></b></b></b>a", "<div><b><p>a</div>b</b>c", "<p><b><div></p>a</b>b",
      "<b><li><li>a</b>b", "<b><div><div><div><div><div><div><div><div><div><div>a</b>b",
      "<i><b><p></i></b>a", "<i><p><b></i>a</b>b", "<b><object></b>a</object>b",
      "<b><table><tr><td></b>a</table>b", "<b><p></p>a</b>b", "<code><pre>a</code>b",
      "<b><button></b>a</button>b", "<em><h1>a</em>b</h1>c", "<strong><ul><li>a</strong>b</ul>c",
      // four equal ones
      "<b><b><b><b>a<p>b</p></b></b>c</b>d</b>e", "<p><b><b><b><b><p>a",
      "<p><b id=x><b id=x><b id=x><b id=x><p>a", "<p><b id=x><b id=y><b id=x><b id=x><p>a",
      "<p><b a=1 b=2><b b=2 a=1><b A='1' b=\"2\"><b b=2 a=1 /><p>a",
      "<p><b><b><object><b><b><p>a</object><p>b",
      "<p><font size=1><font size=2><font size=1><font size=1><p>a",
      "<p><b a='&lt;'><b a='<'><b a=&lt;><b a=&lt><p>a", "<p><b a><b a=''><b a=\"\"><b a=><p>x",
      // a in a
      "<a>a<a>b", "<a href=x>a<a href=y>b</a>c", "<a>a<p>b<a>c", "<a><div>a<a>b</div>c",
      "<a><table><a>b", "<a><table><tr><td><a>b</table>c", "<a><b>a<a>b", "<p><a>a<p>b<a>c",
      "<a><object><a>a</object>b", "<a><p></a>a", "<div><a>a</div><div><a>b",
      "<a><span></a>a</span>b", "<a><svg/></a>b", "<h1><a>a</h1><a>b</a>",
      // nobr
      "<nobr>a<nobr>b", "<nobr>a<p>b<nobr>c", "<nobr><b>a<nobr>b", "<p><nobr></p><nobr>a",
      "<nobr><table><nobr>a",
      // markers
      "<b><object>a</object>b", "<object><b></object>a", "<table><td><b></td><td>a",
      "<table><caption><b></caption>a", "<td><b></table>a", "<b><marquee></b>a</marquee>b",
  });
}

TEST(StraightRepair, Tables) {
  ExpectTwins({
      "<table>", "<table><tr><td>a", "<table> <tr> <td>a</td> </tr> </table> b",
      "<table><td>a<td>b<tr><th>c", "<table><tbody><tr><td>a<tbody>b",
      "<table><thead><tfoot><tbody><td>a", "<table><tr></tbody>a", "<table></tr>a",
      "<table><tr></table>a", "<table><td></table>a", "<table><td></tr>a", "<table><td></tbody>a",
      "<table><td></tfoot>a", "<table><td></th>a", "<table><td></td></td>a", "<table><td><p>a<td>b",
      "<table><td><p>a</td>b", "<table><td><b>a<td>b", "<table><td><div>a</table>b",
      "<table><td></body></html></caption>a", "<table><tr></td>a", "<table><tr></body>",
      "<table></body></html></td>a", "<table><tbody></td></tr>", "<table><tr></thead><td>a",
      "<table><thead></tbody><tr></thead>", "<table><tr><caption>a", "<table><tbody><col>",
      // foster parenting
      "<table>a", "<table>a b", "<table> a ", "<table><p>a", "<table><b>a",
      "<table><b>a<td>b</table>c", "<table><div>a</div><tr>b<td>c", "<table><tr>a<td>b",
      "<table><tr><b>a</tr>b", "a<table>b", "a<table>b<td>c</table>d", "<p>a<table>b</table>c",
      "<table> <b> a", "<table>&nbsp;", "<table>&#32;<tr>", "<table>a<!-- c -->b",
      "<table><!-- c --> <tr>", "<table></p>a", "<table></br>a", "<table></b>a", "<table><a>a<a>b",
      "<table><a>a</a><tr><a>b", "<table><li>a<li>b", "<table><h1>a<h2>b",
      "<table><select><option>a", "<table><tr><select>a<td>b", "<table><img src=a>",
      "<table><object>a</object>b", "<table><nobr>a<nobr>b", "<table><ul><li>a<tr>b",
      "<b><table>a</b>b", "<table><b><tr>a</b>b", "<table><span>a</span><td>b", "<table>a<table>b",
      "<table><br>a", "<table><title>a</title>b", "<table><textarea>a</textarea>",
      "<table><xmp>a</xmp>", "<table><iframe></iframe>", "<table><button>a<button>b",
      "<table><svg></svg>a", "<table><frame>a", "<table><body id=a><html id=b>", "<table><head>a",
      "<table><noscript>a</noscript>", "<table><meta name=a><link>", "<div><table><b></div>a",
      "<table><center>a<td>b</center>c", "<table><b><p>a</b>b", "<table><tr><b><p>a</b>b",
      // tables in tables
      "<table><table>a", "<table><tr><table>a", "<table><td><table><td>a</table>b</table>c",
      "<table><td><table>a", "<table><caption><table>a", "<p><table><p><table>a",
      "<table><tr><td>a<table><tr>b",
      // forms and inputs
      "<table><form><tr><td><input>a</form>b", "<form><table><form><td>a", "<table><form></form>a",
      "<table><form>a<form>b", "<table><input type=hidden>a", "<table><input type=HIDDEN class=b>",
      "<table><input type=text>", "<table><input>", "<table><input type='hid&#100;en'>",
      "<table><input type=x type=hidden>", "<table></><input type=hidden>",
      "<table><input/type=hidden/>", "<table> <input type=hidden> a",
      "<table><tr><input type=hidden>", "<table><keygen>",
      // caption, col, colgroup
      "<table><caption>a</caption>b", "<table><caption><p>a<tr><td>b", "<table><caption>a</table>b",
      "<table><caption><b>a<caption>b", "<table><caption></td></body>a", "<table><caption>a<col>b",
      "<table></caption>", "<table><caption><table></caption>a", "<table><caption></tbody>a<td>b",
      "<table><col>a", "<table><col><col><tr>", "<table><colgroup><col>a", "<table><colgroup> a",
      "<table><colgroup> </colgroup> b", "<table><colgroup></col>a", "<table><colgroup><p>a",
      "<table><colgroup></table>a", "<table><colgroup><html id=a>",
      "<table><col><!-- c --></colgroup></colgroup><td>", "<table><colgroup>",
      "<table><colgroup></p>a", "<table><style>a</style><script>b</script>c",
      "<table><tr><style>a</style><td>",
  });
}

TEST(StraightRepair, Selects) {
  ExpectTwins({
      "<select>a", "<select><option>a<option>b", "<select><option>a</option>b</select>c",
      "<select><optgroup><option>a<optgroup>b", "<select><optgroup><option></optgroup>a",
      "<select></optgroup>a", "<select><option></optgroup>a", "<select></option>a",
      "<select><option><optgroup></optgroup>a", "<select><optgroup></optgroup></optgroup>a",
      "<select><b>a</b><p>b</p><div>c", "<select><select>a", "<select><option><select>a",
      "<select><input>a", "<select><keygen>a", "<select><textarea>a</textarea>b",
      "<select></input></textarea>a", "<select><script>a</script>b", "<select></script>a",
      "<select><html id=a></html>b", "<select></body>a", "<select></p></br>a",
      "<select><!-- c -->a", "<select>&amp; \r\n", "<select><table>a", "<table><select><table>a",
      "<table><td><select><td>a", "<table><td><select></td>a", "<table><td><select></table>a",
      "<table><td><select></th>a", "<table><tr><select><tr>a", "<table><tr><select></tbody>a",
      "<table><caption><select><caption>a", "<table><caption><select></caption>a",
      "<table><td><select><option>a</select>b<td>c", "<table><td><select><input>a",
      "<table><td><select><col>a", "<select><tr><td>a", "<table><select><select>a",
      "<p><b></p><select>a</select>b", "<b><select></b>a", "<table><td><select><table><td>a",
      "<table><colgroup><select>a", "<select><svg><math><plaintext>a",
  });
}
// clang-format on

}  // namespace
}  // namespace thresh
