// Any bytes under any announced charset: valid UTF-8 comes out, the same twice, and valid
// undeclared UTF-8 comes out as it went in. The first byte chooses the charset of the header and
// whether <meta> is looked for.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/check.h"
#include "common/base/utf8.h"
#include "indexer/page/charset.h"

namespace {

constexpr std::array<std::string_view, 16> kLabels = {"",
                                                      "utf-8",
                                                      "gb18030",
                                                      "big5",
                                                      "euc-jp",
                                                      "iso-2022-jp",
                                                      "shift_jis",
                                                      "euc-kr",
                                                      "koi8-u",
                                                      "iso-8859-16",
                                                      "utf-16le",
                                                      "utf-16be",
                                                      "x-user-defined",
                                                      "replacement",
                                                      "windows-1252",
                                                      "bogus"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static thresh::CharsetDecoder decoder;
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string_view label = kLabels[data[0] % kLabels.size()];
  const bool html = (data[0] & 0x80U) != 0;
  const thresh::DecodedText once = decoder.Decode(bytes, label, html);
  THRESH_CHECK(once.encoding != nullptr && thresh::IsValidUtf8(once.text));
  const thresh::DecodedText again = thresh::CharsetDecoder().Decode(bytes, label, html);
  THRESH_CHECK(again.text == once.text && again.encoding == once.encoding &&
               again.substitutions == once.substitutions);
  const bool marked = bytes.starts_with("\xEF\xBB\xBF");
  if (label.empty() && !html && !marked && thresh::IsValidUtf8(bytes))
    THRESH_CHECK(once.text == bytes && !once.guessed);
  thresh::PrescanMeta(bytes);
  thresh::XmlEncoding(bytes);
  thresh::FindEncoding(bytes);
  return 0;
}
