#include "tests/hostile/hostile_pages.h"

#include "tests/hostile/hostile_maker.h"

namespace thresh {
namespace {

using std::string_view_literals::operator""sv;

constexpr HostilePage kPages[] = {
    // depth
    {"deep_div", [] { return Around(Repeat("<div>", 300'000)); }},
    {"deep_span", [] { return Around(Repeat("<span>", 125'000)); }},
    {"deep_bold", [] { return Around(Repeat("<b>", 200'000)); }},
    {"deep_bold_paragraph", [] { return Around(Repeat("<b><p>", 15'000)); }},
    {"deep_font_paragraph", [] { return Around(Repeat("<font a%><p>", 2'500)); }},
    {"deep_list", [] { return Around(Repeat("<ul><li>", 100'000)); }},
    {"deep_table", [] { return Around(Repeat("<table><tr><td>", 75'000)); }},
    {"deep_form_button", [] { return Around(Repeat("<form><button>", 100'000)); }},
    {"deep_object", [] { return Around(Repeat("<object><applet><marquee>", 50'000)); }},
    {"deep_unknown", [] { return Around(Repeat("<x-%>", 100'000)); }},
    {"deep_blockquote_text", [] { return Around(Repeat("<blockquote>a ", 100'000)); }},
    {"deep_ruby", [] { return Around(Repeat("<ruby><rt><rb><rtc>", 50'000)); }},
    {"deep_mathml", [] { return Around(Repeat("<math><mrow><mi>", 75'000), "</math><p>"); }},
    {"deep_svg", [] { return Around(Repeat("<svg><g>", 100'000), "<p>"); }},
    {"deep_foreign_object",
     [] {
       return Around(Repeat("<math><annotation-xml encoding='text/html'><div>", 30'000), "<p>");
     }},
    {"deep_template", [] { return Around(Repeat("<template><div>", 25'000), "</body>"); }},
    // misnesting
    {"adoption_agency", [] { return Around(Repeat("<b><i><u>x</b></i>", 30'000)); }},
    {"adoption_of_blocks", [] { return Around(Repeat("<a href=x><div><b>", 20'000)); }},
    {"anchors_in_anchors", [] { return Around(Repeat("<a href=%>x", 100'000)); }},
    {"nobr_in_nobr", [] { return Around(Repeat("<nobr>x", 50'000)); }},
    {"fostered_text", [] { return Around(Repeat("<table>x<b>", 30'000), "<p>"); }},
    {"fostered_tables", [] { return Around(Repeat("<table><tr>x<p>y<table>", 30'000), "<p>"); }},
    {"headings_in_headings", [] { return Around(Repeat("<h1>a<h2>b", 100'000)); }},
    {"select_in_select",
     [] { return Around(Repeat("<select><option>a<optgroup><select>", 50'000), "</select>"); }},
    {"forms_in_forms", [] { return Around(Repeat("<form><p><form></p></form>", 75'000)); }},
    {"captions_and_columns",
     [] { return Around(Repeat("<table><caption><colgroup><col><tbody><td>x</table>", 50'000)); }},
    {"isindex", [] { return Around(Repeat("<isindex prompt=x>", 50'000)); }},
    {"end_tags_only", [] { return Around(Repeat("</p></br></div></b></table>", 125'000)); }},
    {"bodies", [] { return Around(Repeat("<body a%=x><html b%=y>", 10'000)); }},
    // many of one thing
    {"cells", [] { return Around(Repeat("<table><tr><td>x<td>y<td>z</table>", 75'000)); }},
    {"empty_tags", [] { return Around(Repeat("<br><hr><img><input><wbr>", 150'000)); }},
    {"entities", [] { return Around(Repeat("&amp;&#38;&notit;&;", 250'000)); }},
    {"unknown_entities",
     [] { return Around(Repeat("&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 120'000)); }},
    {"comments", [] { return Around(Repeat("<!--x--><!-->", 250'000)); }},
    {"dashes", [] { return Around(Repeat("<!-- -- - --!>", 250'000)); }},
    {"doctypes", [] { return Around(Repeat("<!doctype x public 'y' \"z\">", 125'000)); }},
    {"scripts", [] { return Around(Repeat("<script>'<p>'</script>", 125'000)); }},
    {"styles", [] { return Around(Repeat("<style>a{}</style>", 150'000)); }},
    {"textareas", [] { return Around(Repeat("<textarea><p></textarea>", 125'000)); }},
    {"iframes", [] { return Around(Repeat("<iframe><p>x</p></iframe>", 100'000)); }},
    {"xmp_and_listing",
     [] { return Around(Repeat("<xmp><b></xmp><listing>\n\n</listing>", 75'000)); }},
    {"less_than", [] { return Around(Repeat("<", 4'000'000), " <p>"); }},
    {"greater_than", [] { return Around(Repeat(">", 4'000'000), " "); }},
    {"ampersands", [] { return Around(Repeat("&", 4'000'000), " "); }},
    {"open_tags", [] { return Around(Repeat("<a<b ", 750'000), "><p>"); }},
    {"nul_bytes", [] { return Around(Repeat("\0x"sv, 1'000'000), " "); }},
    {"white_space", [] { return Around(Repeat(" \n\t\r", 1'000'000)); }},
    {"one_word", [] { return Around(Repeat("word%", 300'000), " "); }},
    {"thai", [] { return Around(Repeat("ไทยภาษา", 150'000), " "); }},
    {"han", [] { return Around(Repeat("模板检测", 250'000), " "); }},
    {"combining_marks", [] { return Around(Repeat("a\u0301\u0300\u0323", 400'000), " "); }},
    {"joined_emoji", [] { return Around(Repeat("👩\u200D👩\u200D", 200'000), " "); }},
    // attributes
    {"attributes", [] { return Around("<font" + Repeat(" a%", 15'000) + ">"); }},
    {"equal_attributes", [] { return Around("<font" + Repeat(" a=b", 250'000) + ">"); }},
    {"big_attribute", [] { return Around("<font x='" + std::string(524'288, 'a') + "'>"); }},
    {"attribute_values",
     [] { return Around(Repeat("<p a='&amp;&lt;&eacute;' b=\"'\" c=x/>", 75'000)); }},
    {"quotes_never_closed", [] { return Around(Repeat("<a ='>'>", 250'000), "<p>"); }},
    {"long_base_many_links",
     [] {
       return Around(
           Repeat("<a href=x>y</a>", 125'000), "",
           std::string(kHead) + "<base href='http://h/" + std::string(3'900, 'x') + "/'>");
     }},
    {"data_uris",
     [] {
       return Around(Repeat(
           "<img src=data:image/png;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA>", 40'000));
     }},
    // odd documents
    {"noscript_in_head",
     [] {
       return Around(Repeat("<noscript>x</noscript>y", 100'000), "",
                     "<!DOCTYPE html><head><noscript><p>gone<div></noscript></head><body>");
     }},
    {"frameset",
     [] {
       return Around(Repeat("<p>x<b>", 150'000), "", "<!DOCTYPE html><frameset><frame><noframes>");
     }},
    {"plaintext",
     [] { return Around(Repeat("</plaintext><p>", 200'000), " ", "<!DOCTYPE html><plaintext>"); }},
    {"cdata", [] { return Around(Repeat("<math><mtext><![CDATA[<p>]]></mtext></math>", 50'000)); }},
    {"invalid_utf8",
     [] {
       return Around(Repeat("\xED\xA0\x80\xF5\xC0\xFE\x80", 400'000), " ",
                     "<!DOCTYPE html><meta charset=utf-8><body>");
     }},
    {"lying_charset",
     [] {
       return Around(Repeat("\x81\x30\xFF<p>", 400'000), " ",
                     "<!DOCTYPE html><meta charset=gb18030><body>");
     }},
    {"utf16_without_mark",
     [] {
       return Around(Repeat("a\0<\0p\0>\0"sv, 250'000), " ",
                     "<!DOCTYPE html><meta charset=utf-16><body>");
     }},
    {"quirks", [] { return Around(Repeat("<p><table>", 30'000), "</table><p>", "<body>"); }},
    // what keeps gumbo busy without an allocation
    {"text_below_depth",
     [] { return Around(Repeat("<span>", 30'000) + "<b>" + Repeat("text ", 400'000)); }},
    {"equal_attributes_twice",
     [] { return Around(Repeat("<font" + Repeat(" a%", 12'000) + ">", 2)); }},
    {"end_tags_below_depth",
     [] { return Around(Repeat("<div>", 8'000) + Repeat("</i></b>", 200'000)); }},
};

}  // namespace

std::span<const HostilePage> HostilePages() { return kPages; }

}  // namespace thresh
