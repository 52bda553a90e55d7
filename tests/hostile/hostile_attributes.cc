#include "tests/hostile/hostile_maker.h"
#include "tests/hostile/hostile_pages.h"

namespace thresh {
namespace {

constexpr HostilePage kPages[] = {
    // heads
    {"long_title", [] { return InHead("<title>" + Repeat("title% ", 300'000) + "</title>"); }},
    {"many_titles", [] { return InHead(Repeat("<title>t%</title>", 120'000)); }},
    {"long_description",
     [] { return InHead("<meta name=description content='" + Repeat("d% ", 400'000) + "'>"); }},
    {"many_descriptions",
     [] { return InHead(Repeat("<meta name=description content=d%>", 60'000)); }},
    {"robots_of_robots",
     [] { return InHead("<meta name=robots content='" + Repeat("no%,", 300'000) + "none'>"); }},
    {"canonicals", [] { return InHead(Repeat("<link rel=canonical href=/%>", 80'000)); }},
    {"long_canonical",
     [] { return InHead("<link rel=canonical href='" + std::string(2'000'000, 'x') + "'>"); }},
    {"relations",
     [] { return InHead("<link rel='" + Repeat("r% ", 300'000) + "canonical' href=/>"); }},
    {"bases", [] { return InHead(Repeat("<base href=/%/>", 80'000)); }},
    {"refreshes",
     [] { return InHead(Repeat("<meta http-equiv=refresh content='0;url=/%'>", 50'000)); }},
    {"json_in_a_script",
     [] {
       return InHead("<script type=application/ld+json>" + Literally("{\"@graph\":[", 300'000) +
                     "</script>");
     }},
    {"long_language", [] { return "<html lang='" + Repeat("x%-", 300'000) + "'>" + Around(""); }},
    {"languages", [] { return Around(Repeat("<p lang=l%>the und et</p>", 50'000)); }},
    // addresses
    {"long_addresses",
     [] { return Around(Literally("<a href='" + std::string(200'000, 'x') + "'>y</a>", 8)); }},
    {"dots_in_addresses",
     [] { return Around(Literally("<a href='" + Literally("a/../", 600) + "'>y</a>", 600)); }},
    {"dots_above_the_base",
     [] {
       return Around(Literally("<a href=../../../../x>y</a>", 80'000), "",
                     std::string(kHead) + "<base href='http://h/" + Literally("a/", 900) + "'>");
     }},
    {"escapes_in_addresses",
     [] { return Around(Literally("<a href='%41%zz%e9%'>y</a>", 80'000)); }},
    {"blanks_in_addresses", [] { return Around(Literally("<a href='\n x\ty \r'>y</a>", 80'000)); }},
    {"ports_and_users", [] { return Around(Repeat("<a href=http://u:p@h:9%/>y</a>", 60'000)); }},
    {"open_brackets", [] { return Around(Repeat("<a href=http://[::%/>y</a>", 60'000)); }},
    {"schemes", [] { return Around(Repeat("<a href=s%:alert(1)>y</a>", 80'000)); }},
    {"hosts", [] { return Around(Repeat("<a href=//h%.example>y</a>", 80'000)); }},
    {"queries", [] { return Around(Repeat("<a href='?a=%&b=c;d'>y</a>", 80'000)); }},
    {"fragments", [] { return Around(Repeat("<a href=#f%>y</a>", 100'000)); }},
    {"letters_in_addresses", [] { return Around(Literally("<a href=/ä字\u202E>y</a>", 80'000)); }},
    {"one_link_of_many_texts", [] { return Around("<a href=x>" + Repeat("<i>x</i> ", 150'000)); }},
    {"links_without_text", [] { return Around(Repeat("<a href=/%></a>", 120'000)); }},
    {"names_as_links", [] { return Around(Repeat("<a name=n% id=n%>x</a>", 80'000)); }},
    // what is read of an element
    {"classes_of_one", [] { return Around("<p class='" + Repeat("c% ", 150'000) + "'>"); }},
    {"classes_of_many", [] { return Around(Repeat("<p class=c%>x", 80'000)); }},
    {"ids_of_many", [] { return Around(Repeat("<p id=i%>x", 80'000)); }},
    {"digits_in_ids",
     [] { return Around(Literally("<p id=" + std::string(2'000, '7') + ">x", 800)); }},
    {"roles", [] { return Around(Repeat("<div role=r%>x</div>", 60'000)); }},
    {"styles_of_one", [] { return Around("<p style='" + Repeat("a%:b;", 150'000) + "'>"); }},
    {"styles_that_hide", [] { return Around(Repeat("<p style=display:none>x</p>y", 80'000)); }},
    {"hidden", [] { return Around(Repeat("<p hidden>x</p><p aria-hidden=true>y</p>", 50'000)); }},
    {"texts_of_pictures", [] { return Around(Repeat("<img alt='a % b' title='c %'>", 60'000)); }},
    {"long_text_of_a_picture", [] { return Around("<img alt='" + Repeat("a% ", 200'000) + "'>"); }},
    {"data", [] { return Around("<p" + Repeat(" data-%=%", 60'000) + ">"); }},
    {"handlers", [] { return Around(Repeat("<p onclick=\"f('<p>')\">x", 80'000)); }},
    {"sizes_over_all_numbers",
     [] {
       return Around(
           Repeat("<table width=99999999999999999999 height=-1 border=1e999 "
                  "cellpadding=4294967296 bgcolor=#gggggg align=%><td>x</table>",
                  20'000));
     }},
    {"spans_over_all_numbers",
     [] { return Around(Repeat("<table><td colspan=4294967296 rowspan=-1>x</table>", 40'000)); }},
    {"lists_from_all_numbers",
     [] { return Around(Repeat("<ol start=-2147483649><li value=%>x</ol>", 50'000)); }},
    {"attributes_without_names", [] { return Around(Literally("<p = =a ='b' ==>x", 120'000)); }},
    {"quotes_in_names", [] { return Around(Literally("<p a\"b'c d<e>x", 150'000)); }},
    {"capitals_in_names", [] { return Around(Literally("<P cLaSs=A ClAsS=B>x</p>", 100'000)); }},
    {"nul_in_attributes",
     [] {
       using std::string_view_literals::operator""sv;
       return Around(Literally("<p a\0b=c\0d>x"sv, 120'000), "<p>");
     }},
};

}  // namespace

std::span<const HostilePage> PagesOfOddAttributes() { return kPages; }

}  // namespace thresh
