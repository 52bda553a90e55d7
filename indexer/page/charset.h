// CharsetDecoder: the bytes of a page → valid UTF-8. A Digester owns one; ICU's converters in it
// live as long. Not thread-safe, because converters keep state. All bytes are good input: malformed
// sequences become U+FFFD and are counted.
//
// The first of these that says something decides: a byte order mark; the charset of the HTTP
// header; <meta> in the first 1,024 bytes (the HTML standard's prescan); a <meta> or XML
// declaration a little further down; valid UTF-8; ICU's detector on at most 4 KB; windows-1252.
// Labels mean what the WHATWG Encoding Standard says: gb2312 is GBK, iso-8859-1 is windows-1252,
// euc-kr is windows-949, big5 has HKSCS, shift_jis is windows-31j.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace thresh {

enum class Decoding : std::uint8_t {
  kUtf8,
  kAsciiSuperset,  // by ICU; ASCII bytes mean ASCII
  kConverter,      // by ICU
  kIso8859_16,     // by our own table: ICU has none
  kUserDefined,
  kReplacement,  // charsets that are unsafe on the web: one U+FFFD for the whole page
};

struct Encoding {
  std::string_view name;       // of the WHATWG standard, lower case
  const char* converter = "";  // of ICU
  Decoding decoding = Decoding::kAsciiSuperset;
};

// The encoding of a WHATWG label, in any letter case, with white space around it. Null if the label
// is unknown. (charset_labels.cc)
const Encoding* FindEncoding(std::string_view label);

// The HTML standard's "prescan a byte stream to determine its encoding" over all of `bytes`. Null
// if it finds none. (charset_prescan.cc)
const Encoding* PrescanMeta(std::string_view bytes);
// The HTML standard's "get an XML encoding".
const Encoding* XmlEncoding(std::string_view bytes);

struct DecodedText {
  std::string text;                    // valid UTF-8 without byte order mark
  const Encoding* encoding = nullptr;  // that the bytes were decoded with
  bool guessed = false;                // nothing declared or proved it
  std::uint64_t substitutions = 0;     // malformed sequences, now U+FFFD
};

class CharsetDecoder {
 public:
  CharsetDecoder();
  ~CharsetDecoder();

  // Valid UTF-8 is moved to the result without a copy. With `html` the page is searched for <meta>.
  DecodedText Decode(std::string bytes, std::string_view http_charset, bool html);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
