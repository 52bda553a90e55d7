#include "tests/hostile/hostile_maker.h"
#include "tests/hostile/hostile_pages.h"

namespace thresh {
namespace {

using std::string_view_literals::operator""sv;

constexpr HostilePage kPages[] = {
    // tokens
    {"long_tag_names", [] { return Around(Literally("<" + std::string(200'000, 'x') + ">", 4)); }},
    {"tag_names_of_letters", [] { return Around(Literally("<aé>x</aé><é>", 100'000)); }},
    {"nul_in_tag_names", [] { return Around(Literally("<p\0q>x</p\0q>"sv, 80'000), "<p>"); }},
    {"slashes_in_tags", [] { return Around(Literally("<p/a/b/c/>x", 120'000)); }},
    {"end_tags_with_attributes", [] { return Around(Literally("<p>x</p a=b c='>'>", 100'000)); }},
    {"instructions", [] { return Around(Literally("<?php echo 'x' ?>y", 120'000)); }},
    {"instructions_never_closed", [] { return Before("<?php" + Literally(" x ?", 1'000'000)); }},
    {"conditional_comments",
     [] { return Around(Literally("<!--[if IE]>x<![endif]--><![if !IE]>y<![endif]>", 50'000)); }},
    {"declarations", [] { return Around(Literally("<!ELEMENT a (b)><!ATTLIST>", 100'000)); }},
    {"cdata_outside", [] { return Around(Literally("<![CDATA[x]]>y", 120'000)); }},
    {"longest_references",
     [] { return Around(Literally("&CounterClockwiseContourIntegral;&notin;&notit", 50'000)); }},
    {"references_to_no_character",
     [] {
       return Around(Literally("&#x110000;&#xD800;&#99999999999999999999;&#0;", 40'000), " ");
     }},
    {"references_to_windows", [] { return Around(Literally("&#128;&#159;&#x95;", 120'000), " "); }},
    {"references_in_a_title",
     [] { return InHead("<title>" + Literally("&amp;&lt;&nbsp;", 120'000) + "</title>"); }},
    {"line_ends_in_tags", [] { return Around(Literally("<p\r\na\r=\nb\r>x", 120'000)); }},
    // where documents begin and end
    {"comments_before_all", [] { return Repeat("<!--%-->", 150'000) + Around(""); }},
    {"text_before_all", [] { return Repeat("x% ", 150'000) + Around(""); }},
    {"doctype_of_a_megabyte",
     [] {
       return "<!DOCTYPE html PUBLIC '" + std::string(1'000'000, 'x') + "'><body>" + Around("");
     }},
    {"xml_declaration",
     [] {
       return "<?xml version='1.0' encoding='utf-8'?>" + Around(Literally("<div/><p/>x", 60'000));
     }},
    {"behind_the_body", [] { return Around(Literally("</body>x</html>y", 100'000), "<p>"); }},
    {"heads_in_the_body",
     [] { return Around(Literally("<head><title>x</title></head>y", 50'000)); }},
    {"frames_without_a_set",
     [] { return Around(Literally("<frame><frameset>x</frameset>", 60'000)); }},
    // raw text
    {"scripts_in_scripts",
     [] { return Around(Literally("<script><!--<script>x</script>--></script>", 60'000)); }},
    {"script_of_megabytes",
     [] { return Around("<script>" + Repeat("a%<b;", 300'000) + "</script>"); }},
    {"styles_that_nearly_end",
     [] { return Around("<style>" + Literally("</styl", 300'000) + "</style>"); }},
    {"textarea_of_megabytes",
     [] { return Around("<textarea>" + Literally("\n<p>&amp;", 150'000) + "</textarea>"); }},
    {"noembed_and_noframes",
     [] { return Around(Literally("<noembed><p></noembed><noframes>x</noframes>", 50'000)); }},
    {"iframes_closed_by_slashes", [] { return Around(Literally("<iframe src=x />y ", 100'000)); }},
    {"iframes_that_nearly_end",
     [] { return Around("<iframe>" + Literally("<iframe/></ifram", 100'000) + "</iframe>"); }},
    // one kind of element
    {"siblings", [] { return Around(Literally("<div>x</div>", 150'000)); }},
    {"open_paragraphs", [] { return Around(Literally("<p>x", 200'000)); }},
    {"open_items", [] { return Around("<ul>" + Literally("<li>x", 150'000), "</ul>"); }},
    {"open_terms", [] { return Around("<dl>" + Literally("<dt>a<dd>b", 100'000), "</dl>"); }},
    {"one_row", [] { return Around("<table><tr>" + Literally("<td>x", 150'000), "</table>"); }},
    {"one_column", [] { return Around("<table>" + Literally("<tr><td>x", 100'000), "</table>"); }},
    {"columns", [] { return Around("<table>" + Literally("<col>", 200'000), "</table>"); }},
    {"options", [] { return Around("<select>" + Repeat("<option>o%", 80'000), "</select>"); }},
    {"lists_of_data",
     [] { return Around("<datalist>" + Repeat("<option>o%", 60'000), "</datalist>"); }},
    {"buttons_in_buttons", [] { return Around(Literally("<button>x", 100'000)); }},
    {"inputs", [] { return Around(Repeat("<input value='v %' placeholder=p%>", 60'000)); }},
    {"details", [] { return Around(Literally("<details><summary>x", 60'000)); }},
    {"dialogs",
     [] { return Around(Literally("<dialog open>x</dialog><menu><li>y</menu>", 50'000)); }},
    {"heading_of_everything",
     [] { return Around("<h1>" + Literally("<i>x</i> ", 150'000), "</h1>"); }},
    {"empty_headings", [] { return Around(Literally("<h1></h1><h2> </h2>", 100'000)); }},
    {"pictures", [] { return Around(Literally("<picture><source><image></picture>x", 60'000)); }},
    {"films",
     [] { return Around(Literally("<video><source><track>x</video><audio>y</audio>", 40'000)); }},
    {"objects", [] { return Around(Literally("<object><param><embed>x</object>", 60'000)); }},
    {"own_elements", [] { return Around(Repeat("<x-%>a</x-%>", 80'000)); }},
    {"slots", [] { return Around(Literally("<slot name=x><canvas>y</canvas></slot>", 50'000)); }},
    {"texts_of_drawings", [] { return Around(Literally("<svg><text>x</text></svg>", 60'000)); }},
    {"html_in_drawings",
     [] {
       return Around(Literally("<svg><foreignObject><p>x</p></foreignObject></svg>", 30'000));
     }},
    {"tags_that_end_drawings", [] { return Around(Literally("<svg><g><p>x", 60'000)); }},
    {"formulas", [] { return Around(Literally("<math><mi>x</mi><mo>+</mo></math>", 50'000)); }},
    {"templates_in_tables",
     [] { return Around(Literally("<table><template><tr><td>x</template></table>", 30'000)); }},
    {"lines_of_pre", [] { return Around("<pre>" + Literally("x\n\n", 300'000), "</pre>"); }},
    {"breaks_between_letters", [] { return Around(Literally("x<br>", 250'000)); }},
    {"rules_between_formats", [] { return Around(Literally("<b>x<hr></b>", 100'000)); }},
};

}  // namespace

std::span<const HostilePage> PagesOfOddElements() { return kPages; }

}  // namespace thresh
