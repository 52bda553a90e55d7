#include "tests/unit/indexer/sources/malformed.h"

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

// ARC
std::string Arc(const std::string& words, const std::string& header = "") {
  const std::string payload = Http(Html(words));
  return (header.empty() ? "http://a/" + words + " 1.2.3.4 20080430204826 text/html " +
                               std::to_string(payload.size())
                         : header) +
         "\n" + payload + "\n";
}
std::string AroundArc(const std::string& middle) {
  return "filedesc://x.arc 0.0.0.0 20080430204825 text/plain 20\n1 0 Crawler\nURL IP-\n\n" +
         Arc("1") + middle + Arc("3");
}
std::string ArcWith(const std::string& header) { return AroundArc(Arc("2", header)); }
// The size of each payload: the words are one letter.
std::string ArcSize() { return std::to_string(Http(Html("2")).size()); }

// TREC
std::string Trec(const std::string& number) {
  return "<DOC>\n<DOCNO>" + number + "</DOCNO>\n<DOCHDR>\nhttp://a/" + number +
         "\nHTTP/1.0 200 OK\n</DOCHDR>\n<p>words\n</DOC>\n";
}
std::string AroundTrec(const std::string& middle) { return Trec("1") + middle + Trec("3"); }
std::string TrecWith(const std::string& from, const std::string& to) {
  return AroundTrec(Replace(Trec("2"), from, to));
}

// JSON lines
std::string Line(const std::string& number) {
  return "{\"url\":\"http://a/" + number + "\",\"html\":\"<p>words\"}\n";
}
std::string AroundLine(const std::string& middle) { return Line("1") + middle + "\n" + Line("3"); }
std::string LineWith(const std::string& from, const std::string& to) {
  return AroundLine(Replace(Line("2"), from, to));
}

constexpr Malformed kOthers[] = {
    {"arc_length_too_short",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html 30"); }, "123",
     "resynchronised"},
    {"arc_length_over_the_file",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html 99999"); }, "123",
     "resynchronised"},
    {"arc_length_in_words",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html many"); }, "123", ""},
    {"arc_length_over_64_bits",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html 18446744073709551616"); },
     "123", ""},
    {"arc_no_length", [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html"); }, "13",
     "resynchronised"},
    {"arc_no_type", [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 " + ArcSize()); }, "13",
     "resynchronised"},
    {"arc_date_in_words",
     [] { return ArcWith("http://a/2 1.2.3.4 yesterday text/html " + ArcSize()); }, "13",
     "resynchronised"},
    {"arc_date_of_years", [] { return ArcWith("http://a/2 1.2.3.4 2008 text/html " + ArcSize()); },
     "13", "resynchronised"},
    {"arc_address_in_words",
     [] { return ArcWith("http://a/2 localhost 20080430204826 text/html " + ArcSize()); }, "13",
     "resynchronised"},
    {"arc_unknown_scheme",
     [] { return ArcWith("gopher://a/2 1.2.3.4 20080430204826 text/html " + ArcSize()); }, "13",
     "resynchronised"},
    {"arc_no_scheme", [] { return ArcWith("a/2 1.2.3.4 20080430204826 text/html " + ArcSize()); },
     "13", "resynchronised"},
    {"arc_header_in_tabs",
     [] { return ArcWith("http://a/2\t1.2.3.4\t20080430204826\ttext/html\t" + ArcSize()); }, "123",
     ""},
    {"arc_header_with_a_return",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html " + ArcSize() + "\r"); },
     "123", ""},
    {"arc_header_of_300_kb",
     [] {
       return ArcWith("http://a/" + std::string(300'000, 'x') +
                      " 1.2.3.4 20080430204826 text/html " + ArcSize());
     },
     "13", "resynchronised"},
    {"arc_header_of_nine_fields",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 text/html 200 - - 0 " + ArcSize()); },
     "13", "resynchronised"},
    {"arc_no_payload",
     [] { return AroundArc("http://a/2 1.2.3.4 20080430204826 text/html 0\n\n"); }, "13",
     "skipped_empty_file"},
    {"arc_no_line_between", [] { return AroundArc(Arc("2").substr(0, Arc("2").size() - 1)); },
     "123", ""},
    {"arc_rubbish_between", [] { return AroundArc(Arc("2") + "rub\nbish\n"); }, "123",
     "resynchronised"},
    {"arc_type_of_a_picture",
     [] { return ArcWith("http://a/2 1.2.3.4 20080430204826 image/png " + ArcSize()); }, "123", ""},
    {"arc_end_in_a_header", [] { return AroundArc("") + "http://a/2 1.2.3.4 2008"; }, "13",
     "resynchronised"},
    {"arc_end_in_a_payload", [] { return AroundArc("") + Arc("2").substr(0, 60); }, "13",
     "truncated_records"},

    {"trec_no_end", [] { return TrecWith("</DOC>\n", ""); }, "123", "has no </DOC>"},
    {"trec_no_begin", [] { return TrecWith("<DOC>\n", ""); }, "13", "no <DOC> at byte"},
    {"trec_begin_within_a_line", [] { return TrecWith("<DOC>\n", "x <DOC>\n"); }, "13",
     "no <DOC> at byte"},
    {"trec_no_number", [] { return TrecWith("<DOCNO>2</DOCNO>\n", ""); }, "13",
     "skipped_malformed"},
    {"trec_open_number", [] { return TrecWith("</DOCNO>", ""); }, "13", "skipped_malformed"},
    {"trec_empty_number", [] { return TrecWith("<DOCNO>2<", "<DOCNO><"); }, "123", ""},
    {"trec_number_of_a_megabyte",
     [] { return TrecWith("<DOCNO>2", "<DOCNO>" + std::string(1'000'000, '2')); }, "123", ""},
    {"trec_header_of_bytes", [] { return TrecWith("HTTP/1.0", "\xFF\x01\x80:"); }, "123", ""},
    {"trec_address_over_4_kb",
     [] { return TrecWith("http://a/2", "http://a/" + std::string(5'000, 'x')); }, "13",
     "skipped_long_url"},
    {"trec_no_text", [] { return TrecWith("<p>words\n", ""); }, "13", "skipped_empty_file"},
    {"trec_text_of_bytes", [] { return TrecWith("<p>words", std::string(600, '\1')); }, "13",
     "skipped_binary"},
    {"trec_line_of_megabytes", [] { return TrecWith("<p>words", std::string(20u << 20, 'x')); },
     "123", "payload_capped"},
    {"trec_end_within_a_line", [] { return TrecWith("words\n", "</DOC> words\n"); }, "123", ""},
    {"trec_rubbish_between", [] { return AroundTrec(Trec("2") + "rubbish\n"); }, "123",
     "resynchronised"},
    {"trec_end_in_a_document", [] { return AroundTrec("") + Trec("2").substr(0, 70); }, "132",
     "has no </DOC>"},
    {"json_of_words", [] { return AroundLine("words"); }, "13", "line 2 is no JSON object"},
    {"json_of_an_array", [] { return AroundLine("[" + Line("2") + "]"); }, "13",
     "skipped_malformed"},
    {"json_of_a_number", [] { return AroundLine("2"); }, "13", "skipped_malformed"},
    {"json_cut", [] { return LineWith("words\"}", "words"); }, "13", "skipped_malformed"},
    {"json_in_single_quotes", [] { return LineWith("\"", "'"); }, "13", "skipped_malformed"},
    {"json_without_quotes", [] { return LineWith("\"url\"", "url"); }, "13", "skipped_malformed"},
    {"json_with_a_comma_at_its_end", [] { return LineWith("\"}", "\",}"); }, "13",
     "skipped_malformed"},
    {"json_with_a_comment", [] { return LineWith("{", "{/**/"); }, "13", "skipped_malformed"},
    {"json_with_words_behind", [] { return LineWith("}", "} x"); }, "13", "skipped_malformed"},
    {"json_twice_on_a_line", [] { return AroundLine(Replace(Line("2") + Line("2"), "\n", "")); },
     "13", "skipped_malformed"},
    {"json_over_two_lines", [] { return LineWith(",", ",\n"); }, "13", "skipped_malformed"},
    {"json_of_not_a_number", [] { return LineWith("{", "{\"x\":NaN,"); }, "13",
     "skipped_malformed"},
    {"json_of_a_huge_number", [] { return LineWith("{", "{\"x\":1e999,"); }, "13",
     "skipped_malformed"},
    {"json_of_many_digits",
     [] { return LineWith("{", "{\"x\":" + std::string(50'000, '9') + ","); }, "13",
     "is no JSON object"},
    {"json_of_depth", [] { return LineWith("{", "{\"x\":" + std::string(100'000, '[')); }, "13",
     "skipped_malformed"},
    {"json_of_bytes", [] { return LineWith("words", "\xFF\xFE"); }, "13", "skipped_malformed"},
    {"json_of_half_a_character", [] { return LineWith("words", "\\ud800"); }, "13",
     "skipped_malformed"},
    {"json_with_a_tab", [] { return LineWith("words", "a\tb"); }, "13", "skipped_malformed"},
    {"json_with_nul", [] { return LineWith("words", std::string("\0", 1)); }, "13",
     "skipped_malformed"},
    {"json_with_a_mark", [] { return AroundLine("\xEF\xBB\xBF" + Line("2")); }, "123", ""},
    {"json_without_html", [] { return LineWith("html", "text"); }, "13",
     "is no JSON object with \"html\""},
    {"json_with_html_of_null", [] { return LineWith("\"<p>words\"", "null"); }, "13",
     "skipped_empty_file"},
    {"json_with_empty_html", [] { return LineWith("<p>words", ""); }, "13", "skipped_empty_file"},
    {"json_without_an_address", [] { return LineWith("url", "uri"); }, "13", "skipped_no_url"},
    {"json_with_an_address_of_a_number", [] { return LineWith("\"http://a/2\"", "2"); }, "13",
     "skipped_no_url"},
    {"json_with_two_addresses", [] { return LineWith("{", "{\"url\":\"http://a/9\","); }, "123",
     ""},
    {"json_with_an_address_over_4_kb", [] { return LineWith("/2", "/" + std::string(5'000, 'x')); },
     "13", "skipped_long_url"},
    {"json_with_a_status", [] { return LineWith("{", "{\"status\":404,"); }, "13",
     "skipped_status"},
    {"json_with_a_status_of_nothing", [] { return LineWith("{", "{\"status\":0,"); }, "13",
     "skipped_status"},
    {"json_of_megabytes", [] { return LineWith("words", std::string(60u << 20, 'x')); }, "13",
     "line 2 is too long"},
    {"json_with_return_lines", [] { return Replace(AroundLine(Line("2")), "\n", "\r"); }, "",
     "skipped_malformed"},
};

}  // namespace

std::span<const Malformed> MalformedOthers() { return kOthers; }

}  // namespace thresh::sources_test
