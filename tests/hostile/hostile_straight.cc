#include "tests/hostile/hostile_maker.h"
#include "tests/hostile/hostile_pages.h"

namespace thresh {
namespace {

constexpr HostilePage kPages[] = {
    // its stack and its list of formatting elements
    {"million_open_elements", [] { return Around(Repeat("<i>", 500'000)); }},
    {"nested_bold_with_text", [] { return Around(Repeat("<b>x", 50'000)); }},
    {"open_to_the_limit",
     [] { return Around(Repeat("<div>", 250) + Repeat("<b>x</b>", 300'000)); }},
    {"adoption_of_a_by_div", [] { return Around(Repeat("<a><div>", 25'000)); }},
    {"adoption_at_the_limit",
     [] { return Around(Repeat("<div>", 240) + Repeat("<b><div></b></div>", 150'000)); }},
    {"adoption_through_formatting",
     [] {
       const std::string stack = "<b><i><u><s><tt><em><code><big>";
       return Around(Repeat(stack + "<div></b></div>", 40'000));
     }},
    {"reconstruct",
     [] { return Around("<p>" + Repeat("<b><i><u>", 40) + Repeat("<p>x", 50'000)); }},
    {"reconstruct_distinct",
     [] { return Around("<p>" + Repeat("<font size=%>", 60) + Repeat("</p>x<p>", 100'000)); }},
    {"equal_but_for_their_writing",
     [] {
       return Around("<p>" + Repeat("<font a=% b='&lt;'>", 60) +
                     Repeat("<font b=&lt; a=1 ></font>", 50'000));
     }},
    {"fostered_tags", [] { return Around("<table>" + Repeat("<br>", 50'000), "</table>"); }},
    {"fostered_open_tags",
     [] { return Around("<table>" + Repeat("<b>x</b>", 100'000), "</table>"); }},
    {"table_far_up",
     [] {
       return Around("<table>" + Repeat("<div>", 200) + Repeat("<tr>x", 100'000), "</table>");
     }},
    {"end_tags_of_nothing",
     [] { return Around(Repeat("<span>", 240) + Repeat("</ul></h1></x>", 200'000)); }},
    {"bodies_with_attributes",
     [] {
       return Around(Repeat("<body id=% class=a role=b bgcolor=c width=1 height=2>", 40'000));
     }},
    // its attributes
    {"million_attributes", [] { return Around("<p" + Repeat(" id=x", 500'000) + ">"); }},
    {"million_distinct_attributes", [] { return Around("<p" + Repeat(" a%=", 400'000) + "b>"); }},
    {"million_bare_attributes", [] { return Around("<p" + Repeat(" a%", 400'000) + ">"); }},
    {"bare_attributes_in_a_long_tag",
     [] { return Around("<p id='" + std::string(1'000'000, 'x') + "'" + Repeat(" a", 16) + ">"); }},
    {"many_bare_attributes",
     [] { return Around(Repeat("<p a b c d e f g h i j k l m n o p>", 100'000)); }},
    {"hidden_inputs",
     [] { return Around("<table>" + Repeat("<input a=1 b=2 type=hidden>", 100'000), "</table>"); }},
    {"distinct_attributes_to_compare",
     [] {
       return Around("<b a><b" + Repeat(" a%=", 200'000) + "b><b" + Repeat(" b%=", 200'000) + ">");
     }},
    {"repeated_bare_attributes",
     [] { return Around(Repeat("<p a a a a a a a a a a a a a a a a a a a a a a%>", 70'000)); }},
    // its references
    {"million_unknown_references", [] { return Around(Repeat("&a%;", 400'000)); }},
    {"unknown_references_in_attributes", [] { return Around(Repeat("<p id=&a%;>", 200'000)); }},
    {"numeric_references", [] { return Around(Repeat("&#%", 400'000)); }},
    {"references_in_preformatted_text", [] { return Around(Repeat("<pre>&#10;&#13;", 150'000)); }},
    // its searches
    {"unterminated_tags", [] { return Before(Repeat("<p a ", 1'500'000)); }},
    {"unterminated_attribute",
     [] { return Before(Repeat("<p id='x\" ", 1) + Repeat("<p id=\"", 1'000'000)); }},
    {"unterminated_comment", [] { return Before(Repeat("<!-- --! - ->", 600'000)); }},
    {"unterminated_dashes", [] { return Before("<!--" + std::string(8'000'000, '-')); }},
    {"unterminated_script",
     [] { return Before(Repeat("<script><!--<script></script>", 270'000)); }},
    {"unterminated_title", [] { return Before("<title>" + Repeat("</titl &amp;\r\n", 500'000)); }},
    {"unterminated_textareas", [] { return Before(Repeat("<textarea></textare", 400'000)); }},
    {"unterminated_doctypes", [] { return Before(Repeat("<!DOCTYPE html PUBLIC '", 340'000)); }},
    {"unterminated_drawing", [] { return Before("<svg>" + Repeat("<g>", 2'500'000)); }},
    {"unterminated_drawings", [] { return Before(Repeat("<svg><g></g>", 600'000)); }},
    {"less_than_alone", [] { return Before(std::string(8'000'000, '<')); }},
    {"ampersands_alone", [] { return Before(std::string(8'000'000, '&')); }},
    {"slashes_alone", [] { return Before(Repeat("</", 4'000'000)); }},
    {"end_tags_without_a_name", [] { return Before(Repeat("</>", 2'500'000)); }},
    {"end_tags_without_a_name_in_tables",
     [] { return Before("<table>" + Repeat("</><input>", 300'000)); }},
    {"carriage_returns", [] { return Before(std::string(8'000'000, '\r')); }},
};

}  // namespace

std::span<const HostilePage> PagesAgainstTheStraightReader() { return kPages; }

}  // namespace thresh
