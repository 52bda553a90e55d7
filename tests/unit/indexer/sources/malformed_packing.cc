#include "tests/unit/indexer/sources/malformed.h"

#include "tests/unit/indexer/sources/support.h"
#include "tests/unit/indexer/sources/zip_maker.h"

namespace thresh::sources_test {
namespace {

std::string Page(char number) { return Response(std::string("http://a/") + number, "words"); }
std::string Gz(char number) { return Gzip(Page(number)); }
std::string Zst(char number) { return Zstd(Page(number)); }
std::string AroundGz(const std::string& middle) { return Gz('1') + middle + Gz('3'); }
std::string AroundZst(const std::string& middle) { return Zst('1') + middle + Zst('3'); }

// `bytes` with those at `at` replaced; at < 0 counts from the end.
std::string Set(std::string bytes, int at, std::string_view to) {
  const std::size_t from =
      at < 0 ? bytes.size() - static_cast<std::size_t>(-at) : static_cast<std::size_t>(at);
  return bytes.replace(from, to.size(), to);
}
std::string Cut(const std::string& bytes, std::size_t left_out) {
  return bytes.substr(0, bytes.size() - left_out);
}
std::string Skippable(const std::string& content, std::uint64_t size) {
  std::string frame = "\x50\x2a\x4d\x18";
  PutLittle(&frame, size, 4);
  return frame + content;
}

// A wacz of three archives.
std::string Wacz(const std::string& second, int method = 8, int flags = 0) {
  Zip zip;
  zip.Add("archive/1.warc", Page('1'), 8);
  zip.Add("archive/2.warc", second, method, flags);
  zip.Add("archive/3.warc.gz", Gz('3'), 0);
  return zip.Finish();
}
std::string Wacz() { return Wacz(Page('2')); }
// The place of the n-th `magic` of the archive, from 0.
int Place(const std::string& zip, std::string_view magic, int n) {
  std::size_t at = zip.find(magic);
  for (; n > 0; --n) at = zip.find(magic, at + 1);
  return static_cast<int>(at);
}
constexpr std::string_view kLocal = "PK\3\4", kCentral = "PK\1\2", kEnd = "PK\5\6";
std::string WaczWith(std::string_view magic, int n, int at, std::string_view to) {
  const std::string zip = Wacz();
  return Set(zip, Place(zip, magic, n) + at, to);
}

constexpr Malformed kPackings[] = {
    // gzip
    {"gz_wrong_checksum", [] { return AroundGz(Set(Gz('2'), -8, "abcd")); }, "123",
     "resynchronised"},
    {"gz_wrong_size", [] { return AroundGz(Set(Gz('2'), -4, "abcd")); }, "123", "resynchronised"},
    {"gz_flipped_data", [] { return AroundGz(Set(Gz('2'), 30, "\xFF\xFF\xFF\xFF")); }, "13",
     "is damaged"},
    {"gz_reserved_flags", [] { return AroundGz(Set(Gz('2'), 3, "\xE0")); }, "13", "resynchronised"},
    {"gz_other_method", [] { return AroundGz(Set(Gz('2'), 2, "\x07")); }, "13", "resynchronised"},
    {"gz_extra_over_the_end", [] { return AroundGz(Set(Gz('2'), 3, "\x04")); }, "13", "is cut off"},
    {"gz_name_without_end", [] { return AroundGz(Set(Gz('2'), 3, "\x08")); }, "13",
     "resynchronised"},
    {"gz_wrong_header_checksum", [] { return AroundGz(Set(Gz('2'), 3, "\x02")); }, "13",
     "resynchronised"},
    {"gz_header_alone", [] { return AroundGz(Gz('2').substr(0, 10)); }, "13", "resynchronised"},
    {"gz_magic_alone", [] { return AroundGz("\x1F\x8B\x08"); }, "13", "is cut off"},
    {"gz_cut_in_the_middle", [] { return AroundGz(Gz('2').substr(0, 60)); }, "13",
     "resynchronised"},
    {"gz_zeros_between", [] { return AroundGz(Gz('2') + std::string(5'000, '\0')); }, "123", ""},
    {"gz_rubbish_between", [] { return AroundGz(Gz('2') + "rubbish"); }, "123", "resynchronised"},
    {"gz_plain_record_between", [] { return AroundGz(Page('2')); }, "13", "resynchronised"},
    {"gz_zstd_between", [] { return AroundGz(Zst('2')); }, "13", "resynchronised"},
    {"gz_twice_packed_member", [] { return AroundGz(Gzip(Gz('2'))); }, "13", "resynchronised"},
    {"gz_empty_members", [] { return AroundGz(Gzip("") + Gz('2') + Gzip("")); }, "123", ""},
    {"gz_member_of_blanks", [] { return AroundGz(Gz('2') + Gzip("\r\n\r\n")); }, "123", ""},
    {"gz_record_in_two_members",
     [] { return AroundGz(Gzip(Page('2').substr(0, 99)) + Gzip(Page('2').substr(99))); }, "123",
     ""},
    {"gz_bomb", [] { return AroundGz(Gzip(Cut(Page('2'), 4) + std::string(30u << 20, 'x'))); },
     "123", "skipped_bomb"},
    {"gz_four_layers", [] { return Gzip(Gzip(Gzip(Gz('1')))); }, "",
     "is compressed more than 3 times"},
    {"gz_of_nothing", [] { return Gzip(""); }, "", "skipped_empty_file"},
    {"gz_of_bzip2", [] { return Gzip("BZh91AY"); }, "", "is compressed with bzip2"},
    {"gz_of_zeros", [] { return Gzip(std::string(5'000, '\0')); }, "", "cannot tell the format"},
    {"gz_end_without_sums", [] { return Gz('1') + Gz('2') + Cut(Gz('3'), 8); }, "123", ""},
    {"gz_end_in_a_member", [] { return Gz('1') + Gz('3') + Gz('2').substr(0, 60); }, "13",
     "is cut off"},
    {"gz_end_of_rubbish", [] { return Gz('1') + Gz('3') + "rubbish at the end"; }, "13",
     "resynchronised"},
    // zstd
    {"zst_flipped_data", [] { return AroundZst(Set(Zst('2'), 30, "\xFF\xFF\xFF\xFF\xFF\xFF")); },
     "13", "resynchronised"},
    {"zst_reserved_bit", [] { return AroundZst(Set(Zst('2'), 4, "\x08")); }, "13",
     "resynchronised"},
    {"zst_window_of_terabytes",
     [] { return AroundZst(Set(Zst('2'), 4, std::string_view("\x00\xFF", 2))); }, "13",
     "resynchronised"},
    {"zst_unknown_dictionary", [] { return AroundZst(Set(Zst('2'), 4, "\x63\x11\x22\x33\x44")); },
     "13", "resynchronised"},
    {"zst_reserved_block",
     [] { return AroundZst(std::string("\x28\xB5\x2F\xFD\x00\x58\x07\x00\x00", 9)); }, "13",
     "resynchronised"},
    {"zst_block_over_the_end",
     [] { return AroundZst(std::string("\x28\xB5\x2F\xFD\x00\x58\xF5\xFF\x0F", 9)); }, "13",
     "is cut off"},
    {"zst_cut_frame", [] { return AroundZst(Zst('2').substr(0, 60)); }, "13", "resynchronised"},
    {"zst_magic_alone", [] { return AroundZst("\x28\xB5\x2F\xFD"); }, "13", "resynchronised"},
    {"zst_rubbish_between", [] { return AroundZst(Zst('2') + "rubbish"); }, "123",
     "resynchronised"},
    {"zst_gzip_between", [] { return AroundZst(Gz('2')); }, "13", "resynchronised"},
    {"zst_skippable_between", [] { return AroundZst(Zst('2') + Skippable("notes", 5)); }, "123",
     ""},
    {"zst_skippable_over_the_end",
     [] { return AroundZst(Zst('2') + Skippable("notes", 0xFFFFFFFF)); }, "123", "is cut off"},
    {"zst_empty_frames", [] { return AroundZst(Zstd("") + Zst('2') + Zstd("")); }, "123", ""},
    {"zst_bomb", [] { return AroundZst(Zstd(Cut(Page('2'), 4) + std::string(30u << 20, 'x'))); },
     "123", "skipped_bomb"},
    {"zst_damaged_dictionary",
     [] {
       return Replace(Skippable("\x37\xA4\x30\xEC rubbish", 12), "\x50\x2a", "\x5d\x2a") +
              Zst('1') + Zst('3');
     },
     "", "is damaged"},
    {"zst_dictionary_over_the_end",
     [] { return Replace(Skippable("x", 0xFFFFFF), "\x50\x2a", "\x5d\x2a") + Zst('1'); }, "1",
     "is cut off"},
    {"zst_dictionary_alone", [] { return Replace(Skippable("two", 3), "\x50\x2a", "\x5d\x2a"); },
     "", "is cut off"},
    {"zst_four_layers", [] { return Zstd(Zstd(Zstd(Zst('1')))); }, "",
     "is compressed more than 3 times"},
    {"zst_end_in_a_frame", [] { return Zst('1') + Zst('3') + Zst('2').substr(0, 60); }, "13",
     "is cut off"},
    // zip
    {"zip_encrypted_entry", [] { return Wacz(Page('2'), 0, 1); }, "13",
     "archive/2.warc is encrypted"},
    {"zip_unknown_method", [] { return Wacz(Page('2'), 12); }, "13", "is packed with method 12"},
    {"zip_flipped_data", [] { return WaczWith(kLocal, 1, 90, "\xFF\xFF\xFF\xFF\xFF\xFF"); }, "13",
     "is damaged"},
    {"zip_local_header_gone", [] { return WaczWith(kLocal, 1, 0, "XXXX"); }, "13",
     "skipped_malformed"},
    {"zip_local_name_over_the_end", [] { return WaczWith(kLocal, 1, 26, "\xFF\xFF"); }, "13",
     "is not where"},
    {"zip_offset_over_the_end", [] { return WaczWith(kCentral, 1, 42, "\xFF\xFF\xFF\x7F"); }, "13",
     "skipped_malformed"},
    {"zip_offset_of_the_first",
     [] { return WaczWith(kCentral, 1, 42, std::string_view("\0\0\0\0", 4)); }, "13",
     "is not where"},
    {"zip_size_of_nothing",
     [] { return WaczWith(kCentral, 1, 20, std::string_view("\0\0\0\0", 4)); }, "13", "is cut off"},
    {"zip_size_over_the_end", [] { return WaczWith(kCentral, 1, 20, "\xFF\xFF\xFF\x7F"); }, "123",
     ""},
    {"zip_size_too_small",
     [] { return WaczWith(kCentral, 1, 20, std::string_view("\x50\0\0\0", 4)); }, "13",
     "is cut off"},
    {"zip_entry_of_an_entry", [] { return Wacz(Wacz(), 0); }, "13", "is compressed with zip"},
    {"zip_entry_of_bzip2", [] { return Wacz("BZh91AY", 0); }, "13", "is compressed with bzip2"},
    {"zip_entry_of_rubbish", [] { return Wacz("rubbish", 0); }, "13", "resynchronised"},
    {"zip_entry_of_four_layers", [] { return Wacz(Gzip(Gzip(Gzip(Gz('2')))), 0); }, "13",
     "is compressed more than 3 times"},
    {"zip_entry_of_a_bomb", [] { return Wacz(Cut(Page('2'), 4) + std::string(30u << 20, 'x')); },
     "123", "skipped_bomb"},
    {"zip_directory_row_gone", [] { return WaczWith(kCentral, 1, 0, "XXXX"); }, "13",
     "a row of its central directory"},
    {"zip_directory_name_over_the_end", [] { return WaczWith(kCentral, 1, 28, "\xFF\xFF"); }, "13",
     "a row of its central directory"},
    {"zip_directory_with_a_signature",
     [] {
       std::string zip = Wacz();
       const auto end = static_cast<std::size_t>(Place(zip, kEnd, 0));
       std::string size;
       PutLittle(&size, end + 6 - static_cast<std::size_t>(Place(zip, kCentral, 0)), 4);
       zip.replace(end + 12, 4, size);
       return zip.insert(end, std::string("PK\5\5\0\0", 6));
     },
     "123", ""},
    {"zip_directory_over_the_end", [] { return WaczWith(kEnd, 0, 16, "\xFF\xFF\xFF\x7F"); }, "",
     "its central directory is cut off"},
    {"zip_directory_size_over_the_end", [] { return WaczWith(kEnd, 0, 12, "\xFF\xFF\xFF\x7F"); },
     "", "its central directory is cut off"},
    {"zip_directory_of_nothing",
     [] { return WaczWith(kEnd, 0, 12, std::string_view("\0\0\0\0", 4)); }, "",
     "has no WARC file under archive/"},
    {"zip_end_gone", [] { return WaczWith(kEnd, 0, 0, "XXXX"); }, "", "no central directory"},
    {"zip_end_cut", [] { return Cut(Wacz(), 3); }, "", "no central directory"},
    {"zip_end_behind_rubbish", [] { return Wacz() + std::string(70'000, 'x'); }, "",
     "no central directory"},
    {"zip_without_its_zip64_record",
     [] {
       Zip zip(true);
       zip.Add("archive/1.warc", Page('1'), 8);
       return Replace(zip.Finish(), "PK\6\6", "XXXX");
     },
     "", "zip64 record missing"},
    {"zip_without_archives",
     [] {
       Zip zip;
       zip.Add("pages/pages.jsonl", "{}", 8);
       return zip.Finish();
     },
     "", "has no WARC file under archive/"},
};

}  // namespace

std::span<const Malformed> MalformedPackings() { return kPackings; }

}  // namespace thresh::sources_test
