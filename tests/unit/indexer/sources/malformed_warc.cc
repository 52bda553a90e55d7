#include "tests/unit/indexer/sources/malformed.h"

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

const std::string kFirst = Response("http://a/1", "one"), kThird = Response("http://a/3", "three");

std::string Around(const std::string& middle) { return kFirst + middle + kThird; }
std::string Second() { return Response("http://a/2", "two"); }
// The second record with a line of its header, or a part of it, replaced.
std::string With(const std::string& from, const std::string& to) {
  return Around(Replace(Second(), from, to));
}
std::string Length() { return std::to_string(Http(Html("two")).size()); }
std::string WithLength(const std::string& length) {
  return With("Content-Length: " + Length(), "Content-Length:" + length);
}
// The second record with another HTTP message.
std::string WithMessage(const std::string& message) {
  return Around(Warc("response", "http://a/2", message));
}
std::string WithCoding(const std::string& fields, const std::string& body) {
  return WithMessage(Http(body, "Content-Type: text/html\r\n" + fields));
}
// The second record is the last one and ends after `size` bytes.
std::string CutAt(std::size_t size) { return kFirst + kThird + Second().substr(0, size); }

constexpr Malformed kWarcs[] = {
    // lengths
    {"length_of_zero", [] { return WithLength("0"); }, "123", "resynchronised"},
    {"length_too_short", [] { return WithLength("40"); }, "13", "skipped_empty_file"},
    {"length_too_long", [] { return WithLength("150"); }, "123", "resynchronised"},
    {"length_over_the_file", [] { return WithLength("99999999"); }, "123", "resynchronised"},
    {"length_over_64_bits", [] { return WithLength("18446744073709551616"); }, "123", ""},
    {"length_below_zero", [] { return WithLength("-1"); }, "123", ""},
    {"length_with_a_sign", [] { return WithLength("+" + Length()); }, "123", ""},
    {"length_in_hex", [] { return WithLength("0x40"); }, "123", ""},
    {"length_in_words", [] { return WithLength("many"); }, "123", ""},
    {"length_with_a_fraction", [] { return WithLength(Length() + ".0"); }, "123", ""},
    {"length_of_nothing", [] { return WithLength(""); }, "123", ""},
    {"no_length", [] { return With("Content-Length", "Content-Width"); }, "123", ""},
    {"two_lengths", [] { return WithLength("7\r\nContent-Length: 70"); }, "123", "resynchronised"},
    {"length_on_its_second_line", [] { return WithLength("\r\n " + Length()); }, "123", ""},
    // version lines
    {"no_version", [] { return With("WARC/1.0\r\n", ""); }, "13", "resynchronised"},
    {"version_in_words", [] { return With("WARC/1.0", "WARC/one"); }, "13", "resynchronised"},
    {"version_in_small_letters", [] { return With("WARC/1.0", "warc/1.0"); }, "13",
     "resynchronised"},
    {"version_of_the_future", [] { return With("WARC/1.0", "WARC/9.99"); }, "123", ""},
    {"version_behind_a_mark", [] { return Around("\xEF\xBB\xBF" + Second()); }, "123",
     "resynchronised"},
    {"version_twice", [] { return With("WARC/1.0\r\n", "WARC/1.0\r\nWARC/1.0\r\n"); }, "123", ""},
    // headers
    {"header_in_bare_lines", [] { return Around(Replace(Second(), "\r\n", "\n")); }, "123", ""},
    // The header goes on to the end of the third one.
    {"header_in_bare_returns", [] { return Around(Replace(Second(), "\r\n", "\r")); }, "1",
     "resynchronised"},
    {"header_without_end", [] { return With("\r\n\r\nHTTP", "\r\nHTTP"); }, "123",
     "resynchronised"},
    {"header_with_nul", [] { return With("WARC-Date", std::string("\0WARC\0", 6)); }, "123", ""},
    {"header_without_colons", [] { return With("WARC-Date:", "WARC-Date"); }, "123", ""},
    {"header_of_600_kb", [] { return With("WARC-Date", std::string(600'000, 'x')); }, "13",
     "skipped_malformed"},
    {"header_of_many_lines",
     [] {
       std::string lines;
       for (int i = 0; i < 20'000; ++i) lines += "a: b\r\n";
       return With("WARC-Date", lines + "WARC-Date");
     },
     "123", ""},
    {"header_of_bytes", [] { return With("WARC-Date", "\xFF\xFE\x80\x01: \x7F\r\nWARC-Date"); },
     "123", ""},
    {"header_of_folds", [] { return With("WARC-Date", "X:\r\n a\r\n\tb\r\nWARC-Date"); }, "123",
     ""},
    {"field_without_a_name", [] { return With("WARC-Date", ": x\r\nWARC-Date"); }, "123", ""},
    {"field_names_in_capitals",
     [] { return Around(Replace(Second(), "WARC-Target-URI", "WARC-TARGET-URI")); }, "123", ""},
    // types and addresses
    {"no_type", [] { return With("WARC-Type", "X-Type"); }, "13", "skipped_record_type"},
    {"unknown_type", [] { return With("response\r\n", "respons\r\n"); }, "13",
     "skipped_record_type"},
    {"type_of_a_request",
     [] { return Around(Warc("request", "http://a/2", "GET / HTTP/1.1\r\n\r\n")); }, "13",
     "skipped_record_type"},
    {"type_of_a_continuation",
     [] { return With("WARC-Type: response", "WARC-Type: continuation"); }, "13",
     "skipped_record_type"},
    {"revisit_of_nothing", [] { return Around(Warc("revisit", "http://a/2", "")); }, "13",
     "skipped_unchanged"},
    {"revisit_with_a_page", [] { return Around(Warc("revisit", "http://a/2", Http(Html("two")))); },
     "13", "skipped_unchanged"},
    {"no_address", [] { return With("WARC-Target-URI", "WARC-Target"); }, "13", "skipped_no_url"},
    {"empty_address", [] { return Around(Warc("response", "", Http(Html("two")))); }, "13",
     "skipped_no_url"},
    {"address_over_4_kb", [] { return With("http://a/2", "http://a/" + std::string(5'000, 'x')); },
     "13", "skipped_long_url"},
    {"address_in_brackets", [] { return With("URI: http://a/2", "URI: <http://a/2>"); }, "123", ""},
    {"date_in_words", [] { return With("2020-01-02T03:04:05Z", "the other day"); }, "123", ""},
    {"id_without_brackets", [] { return With("<urn:uuid:", "urn:"); }, "123", ""},
    // payloads
    {"no_payload", [] { return WithMessage(""); }, "13", "skipped_empty_file"},
    {"payload_of_a_picture",
     [] { return WithMessage(Http("\x89PNG\r\n" + std::string(600, '\1'))); }, "13",
     "skipped_binary"},
    {"status_of_no_number", [] { return WithMessage("HTTP/1.1 OK\r\n\r\nx"); }, "13",
     "skipped_malformed"},
    {"status_of_five_digits", [] { return WithMessage("HTTP/1.1 20000 OK\r\n\r\nx"); }, "13",
     "skipped_malformed"},
    {"status_of_an_error", [] { return WithMessage(Http("x", "", "503 Busy")); }, "13",
     "skipped_status"},
    {"message_of_a_header",
     [] { return WithMessage("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"); }, "13",
     "skipped_empty_file"},
    {"message_without_a_status", [] { return WithMessage("Content-Type: text/html\r\n\r\nwords"); },
     "13", "skipped_malformed"},
    {"message_of_another_type",
     [] { return WithMessage(Http("x", "Content-Type: video/mp4\r\n")); }, "13",
     "skipped_not_html"},
    {"type_of_a_megabyte",
     [] { return WithMessage(Http("x", "Content-Type: " + std::string(1'000'000, 'x') + "\r\n")); },
     "13", "skipped_not_html"},
    {"chunks_of_no_size",
     [] { return WithCoding("Transfer-Encoding: chunked\r\n", "4\r\n<p>x\r\nzz\r\n"); }, "123",
     "truncated_records"},
    {"chunks_over_64_bits",
     [] {
       return WithCoding("Transfer-Encoding: chunked\r\n", "4\r\n<p>x\r\nfffffffffffffffff\r\ny");
     },
     "123", "truncated_records"},
    {"chunks_without_an_end",
     [] { return WithCoding("Transfer-Encoding: chunked\r\n", "40\r\n<p>x"); }, "123",
     "truncated_records"},
    {"body_of_cut_gzip",
     [] {
       return WithCoding("Content-Encoding: gzip\r\n",
                         Gzip(Html(std::string(99, 'x'))).substr(0, 50));
     },
     "123", "truncated_records"},
    {"body_of_no_gzip", [] { return WithCoding("Content-Encoding: gzip\r\n", "<p>two"); }, "123",
     "body_undecoded"},
    {"body_of_an_unknown_coding",
     [] { return WithCoding("Content-Encoding: rot13\r\n", "<p>two"); }, "123", "body_undecoded"},
    {"body_of_ten_codings",
     [] { return WithCoding("Content-Encoding: br,br,br,br,br,br,br,br,br,br\r\n", "<p>"); }, "13",
     "skipped_bomb"},
    {"body_of_a_bomb",
     [] { return WithCoding("Content-Encoding: gzip\r\n", Gzip(std::string(7u << 20, '0'))); },
     "13", "skipped_bomb"},
    {"payload_cut_by_the_crawler",
     [] { return With("WARC-Date", "WARC-Truncated: length\r\nWARC-Date"); }, "123",
     "truncated_records"},
    // between records
    {"no_separator", [] { return Around(Replace(Second(), "</html>\r\n\r\n", "</html>")); }, "123",
     ""},
    {"one_line_of_a_separator",
     [] { return Around(Replace(Second(), "</html>\r\n\r\n", "</html>\n")); }, "123", ""},
    {"a_thousand_separators", [] { return Around(Second() + std::string(2'000, '\n')); }, "123",
     ""},
    {"zeros_between", [] { return Around(Second() + std::string(10'000, '\0')); }, "123", ""},
    {"rubbish_between", [] { return Around(Second() + "rub\nbish\n"); }, "123", "resynchronised"},
    {"megabytes_between", [] { return Around(Second() + std::string(20u << 20, 'x') + "\n"); },
     "123", "resynchronised"},
    {"a_member_between", [] { return Around(Gzip(Second()) + "\n"); }, "13", "resynchronised"},
    {"a_record_in_a_record",
     [] { return Around(Warc("response", "http://a/2", Http("<p>" + Second()))); }, "123", ""},
    {"a_page_between", [] { return Around(Html("two") + "\n"); }, "13", "resynchronised"},
    // ends
    {"end_in_the_version", [] { return CutAt(6); }, "13", "resynchronised"},
    {"end_in_the_header", [] { return CutAt(60); }, "13", "cut short in its header"},
    {"end_behind_the_header", [] { return CutAt(Second().find("HTTP/")); }, "13",
     "truncated_records"},
    {"end_in_the_message", [] { return CutAt(Second().find("HTTP/") + 20); }, "13",
     "truncated_records"},
    {"end_in_the_separator", [] { return kFirst + Second() + kThird.substr(0, kThird.size() - 3); },
     "123", ""},
};

}  // namespace

std::span<const Malformed> MalformedWarcs() { return kWarcs; }

}  // namespace thresh::sources_test
