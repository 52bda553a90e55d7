#include "tests/hostile/hostile_maker.h"
#include "tests/hostile/hostile_pages.h"

namespace thresh {
namespace {

using std::string_view_literals::operator""sv;

// An ASCII page in UTF-16 with its byte order mark.
std::string Utf16(std::string_view page, bool big) {
  std::string out = big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : page) {
    if (big) out += '\0';
    out += c;
    if (!big) out += '\0';
  }
  return out;
}

constexpr HostilePage kPages[] = {
    // charsets
    {"utf16_little", [] { return Utf16(Around(Repeat("<p>word % ", 40'000)), false); }},
    {"utf16_big", [] { return Utf16(Around(Repeat("<p>word % ", 40'000)), true); }},
    {"utf16_odd_byte", [] { return Utf16(Around(Repeat("<b>x", 40'000)), false) + "x"; }},
    {"utf16_lone_surrogates",
     [] { return Utf16(Around(""), false) + Literally("\x00\xD8"sv, 1'000'000); }},
    {"utf16_swapped_mark",
     [] { return Utf16(Around(""), true) + Literally("\xFF\xFE"sv, 1'000'000); }},
    {"mark_against_meta",
     [] { return "\xEF\xBB\xBF" + InCharset("shift_jis", Repeat("ä", 50'000)); }},
    {"marks_everywhere", [] { return Around(Repeat("<p>\xEF\xBB\xBFx ", 200'000)); }},
    {"utf8_cut_sequences",
     [] { return InCharset("utf-8", Literally("\xF0\x9F\x98x\xE2\x82", 400'000)); }},
    {"utf8_overlong",
     [] { return InCharset("utf-8", Literally("\xC0\xBC\xE0\x80\xBC", 400'000)); }},
    {"escapes_of_iso_2022_jp",
     [] { return InCharset("iso-2022-jp", Literally("\x1B$B!!\x1B(B<p>", 200'000)); }},
    {"leads_of_shift_jis",
     [] { return InCharset("shift_jis", Literally("\x81<p>\xFC", 400'000)); }},
    {"leads_of_euc_jp", [] { return InCharset("euc-jp", Literally("\x8F\xA2<b>\x8E", 200'000)); }},
    {"pairs_of_big5", [] { return InCharset("big5", Literally("\x88\x62\x88\xA3", 400'000)); }},
    {"leads_of_euc_kr", [] { return InCharset("euc-kr", Literally("\xA1<\xFE>", 400'000)); }},
    {"user_defined", [] { return InCharset("x-user-defined", Literally("\x80\xFF", 600'000)); }},
    {"utf7_is_no_charset", [] { return InCharset("utf-7", Literally("+ADw-p+AD4-", 200'000)); }},
    {"charset_of_no_name",
     [] { return InCharset("x\x80y", Literally("\x93quoted\x94 ", 200'000)); }},
    {"metas_of_charsets", [] { return InHead(Repeat("<meta charset=x%>", 100'000)); }},
    {"metas_in_a_comment",
     [] { return "<!--" + Repeat("<meta charset=x%>", 60) + "-->" + Around("<p>text"); }},
    {"guess_of_all_bytes",
     [] {
       std::string half;
       for (int c = 0x80; c < 0x100; ++c) half += static_cast<char>(c);
       return Around(Literally(half + " ", 8'000), " ");
     }},
    // code points
    {"controls", [] { return Around(Literally("\x01\x02\x1B\x7F", 800'000), " "); }},
    {"c1_controls", [] { return Around(Literally("\xC2\x80\xC2\x9F", 600'000), " "); }},
    {"noncharacters", [] { return Around(Literally("\uFDD0\uFFFE\U0010FFFF", 300'000), " "); }},
    {"directions", [] { return Around(Literally("a\u202E\u202Db\u2066", 250'000), " "); }},
    {"zero_width", [] { return Around(Literally("a\u200B\u2060\uFEFFb\u200C", 200'000), " "); }},
    {"soft_hyphens", [] { return Around(Literally("wo\u00ADrd\u00AD", 250'000), " "); }},
    {"language_tags", [] { return Around(Literally("\U000E0001\U000E0064", 250'000), " "); }},
    {"variation_selectors", [] { return Around(Literally("字\U000E0100", 250'000), " "); }},
    {"private_use", [] { return Around(Literally("\uE000\U000F0000", 300'000), " "); }},
    {"blanks_of_unicode",
     [] { return Around(Literally("\u00A0\u2003\u3000\u2028x", 200'000), " "); }},
    {"flags", [] { return Around(Literally("\U0001F1E9\U0001F1EA", 200'000), " "); }},
    // words
    {"one_letter_with_all_marks", [] { return Around("a" + Literally("\u0301", 1'000'000), " "); }},
    {"marks_out_of_order", [] { return Around("a" + Literally("\u0301\u0323", 400'000), " "); }},
    {"marks_without_letters", [] { return Around(Literally("\u0301 ", 600'000), " "); }},
    {"letters_that_unfold", [] { return Around(Literally("\uFDFA", 300'000), " "); }},
    {"ligatures", [] { return Around(Literally("\uFB03\u0130\u00DF ", 250'000), " "); }},
    {"full_width", [] { return Around(Literally("Ｗｏｒｄ１２ ", 120'000), " "); }},
    {"jamo", [] { return Around(Literally("\u1100\u1161\u11A8", 200'000), " "); }},
    {"khmer", [] { return Around(Literally("ខ្មែរភាសា", 80'000), " "); }},
    {"burmese", [] { return Around(Literally("မြန်မာဘာသာ", 60'000), " "); }},
    {"katakana", [] { return Around(Literally("カタカナー", 150'000), " "); }},
    {"scripts_in_turn", [] { return Around(Literally("aяα字あกا", 100'000), " "); }},
    {"word_without_end", [] { return Around(std::string(3'000'000, 'a'), " "); }},
    {"number_without_end", [] { return Around(Literally("1.2,3", 700'000), " "); }},
    {"apostrophes", [] { return Around(Literally("a'", 1'500'000), " "); }},
    {"underscores", [] { return Around(std::string(3'000'000, '_'), " "); }},
    {"distinct_words", [] { return Around(Repeat("w% ", 350'000)); }},
    {"letters_of_their_own", [] { return Around(Literally("a b ", 800'000)); }},
    {"words_cut_by_tags", [] { return Around(Literally("a<b>b</b>", 150'000), " "); }},
    {"words_cut_by_breaks", [] { return Around(Literally("a<wbr>", 400'000), " "); }},
    {"words_cut_by_comments", [] { return Around(Literally("a<!---->", 300'000), " "); }},
    {"long_words_cut",
     [] { return Around(Literally(std::string(70, 'x') + "<i></i>", 30'000), " "); }},
};

}  // namespace

std::span<const HostilePage> PagesOfOddText() { return kPages; }

}  // namespace thresh
