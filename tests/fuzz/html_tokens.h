// Tokens that decide how a tree is built: what the fuzz target and thresh-twin put into pages.
#pragma once

#include <array>
#include <string_view>

namespace thresh::fuzz {

// clang-format off
inline constexpr auto kHtmlTokens = std::to_array<std::string_view>({
    // blocks
    "<p>", "</p>", "<div>", "</div>", "<div class=c>", "<h1>", "</h1>", "<h2>", "</h2>", "<ul>", "</ul>", "<li>",
    "</li>", "<dl>", "</dl>", "<dt>", "</dt>", "<dd>", "</dd>", "<pre>", "</pre>", "<listing>", "<center>",
    "</center>", "<address>", "</address>", "<main>", "</main>", "<article>", "</article>", "<hr>", "<br>", "</br>",
    "<form>", "</form>", "<form id=f>", "<blockquote>", "</blockquote>",
    // formatting
    "<b>", "</b>", "<i>", "</i>", "<em>", "</em>", "<code>", "</code>", "<strong>", "</strong>", 
    "<s>", "</s>", "<u>", "</u>", "<a href=x>", "<a href=y>", "<a>", "</a>", "<nobr>", "</nobr>",
    "<font color=red>", "<font color=blue>", "<font>", "</font>", "<b class=c>", "<b class='c'>", "<b id=a class=b>",
    "<b class=b id=a>", "<b><i><u>", "</u></i></b>", 
    // tables
    "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "</th>", "<tbody>", "</tbody>", "<thead>",
    "</thead>", "<tfoot>", "</tfoot>", "<caption>", "</caption>", "<col>", "</col>", "<colgroup>", "</colgroup>",
    "<input type=hidden>", "<input type='HIDDEN' />", "<table><tr><td>", "</td></tr></table>", "<table border=1>",
    // forms
    "<select>", "</select>", "<option>", "</option>", "<optgroup>", "</optgroup>", "<button>", "</button>",
    "<input>", "<keygen>", "<textarea>", "</textarea>", "<textarea>\n", "<label>", "</label>",
    // head, and parts of a document
    "<html>", "<html id=y>", "</html>", "<head>", "</head>", "<body>", "<body class=x>", "<body bgcolor=red id=z>",
    "</body>", "<title>", "</title>", "<meta name=description content=z>", "<link rel=a>", "<base href=/>",
    "<script>", "</script>", "<script>x<!--<script>", "</script>-->", "<style>", "</style>", "<noscript>",
    "</noscript>", "<noframes>", "</noframes>", "<bgsound>", "<basefont>", "<menuitem>", "</menuitem>",
    "<!doctype html>", "<!DOCTYPE>", "<!doctype html public \"-//W3C//DTD HTML 4.01//EN\">",
    "<!doctype html public \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">",
    // raw text, objects, ruby, drawings, tags without a rule of their own
    "<iframe>", "</iframe>", "<xmp>", "</xmp>", "<noembed>", "</noembed>", "<object>", "</object>", "<marquee>",
    "</marquee>", "<ruby>", "</ruby>", "<rt>", "<rp>", "<rb>", "<rtc>", 
    "<svg>", "</svg>", "<path/>", "<svg><g>", "</g></svg>", "<svg/>", "<title>t</title>", "<span>", "</span>",
    "<unknown>", "</unknown>", "<x-y>", "</x-y>", "<img src=x>", "<area href=q>", "<param>", "<wbr>", 
    "<source>", "<frame>", 
    // text and references
    "x", " ", "\n", "\t", "\r\n", "\r", "\f", "a\r\nb", "a b", "\n\n", "text of some words ", "ж", "漢字",
    "&amp;", "&nbsp;", "&#10;", "&#32;", "&#13;", "&#x41;", "&#65", "&#", "&#x", "&", "&lt", "&lt;", "&copy", "&copy=",
    "&notit;", "&not", "&unknown;", "&#0;", "&#x80;", "&#xd800;", "&#x110000;", "&NotEqualTilde;", "&#9", "&x",
    "<a b='&copy=1' class='&copy=1&amp;'>", "<p id=&amp;>", "<p id='&lt'>", "<p id=\"a\r\nb\">", "<p class>",
    "<p id=1 id=2>", "<p id='", "'>", "\">", "<div a/b=c/>", "<p/>", "<P CLASS=Q>", "<p =x>", "<p \"=y>", "</p x=y>",
    // what begins no tag, comments
    "<", "</", "</>", "<>", "</ x>", "<?php ?>", "<![CDATA[x]]>", "<!x>", "<!-- c -->", "<!---->", "<!-->", "<!--->",
    "--!>", "-->", "<!--", "<!-", "<!", "--", "<3", ">", "/>", "=",
});
// clang-format on

}  // namespace thresh::fuzz
