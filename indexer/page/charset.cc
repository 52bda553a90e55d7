#include "indexer/page/charset.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ucsdet.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/base/check.h"
#include "common/base/utf8.h"
#include "indexer/page/utf8_writer.h"

namespace thresh {
namespace {

// HTML standard, 13.2.3.2: browsers look for a declaration in so much of the page.
constexpr std::size_t kPrescanBytes = 1024;
// HTML standard, 13.2.3.4 "changing the encoding while parsing": browsers start over when the
// parser meets a <meta> behind the prescan. Heads end before this.
constexpr std::size_t kLateMetaBytes = 64 * 1024;
constexpr std::size_t kDetectBytes = 4096;
// The detector's sample begins a little before the first byte over 127: a kilobyte of ASCII script
// tells it nothing.
constexpr std::size_t kBytesBeforeForeign = 256;
constexpr std::int32_t kMinConfidence = 10;  // of 100; ICU gives 10 to what is merely possible

// https://encoding.spec.whatwg.org/index-iso-8859-16.txt: bytes 0xA0 to 0xFF. Lower bytes are their
// own code points.
constexpr std::u16string_view kIso8859_16 =
    u"\u00A0\u0104\u0105\u0141\u20AC\u201E\u0160\u00A7\u0161\u00A9\u0218\u00AB\u0179\u00AD\u017A"
    u"\u017B"
    u"\u00B0\u00B1\u010C\u0142\u017D\u201D\u00B6\u00B7\u017E\u010D\u0219\u00BB\u0152\u0153\u0178"
    u"\u017C"
    u"\u00C0\u00C1\u00C2\u0102\u00C4\u0106\u00C6\u00C7\u00C8\u00C9\u00CA\u00CB\u00CC\u00CD\u00CE"
    u"\u00CF"
    u"\u0110\u0143\u00D2\u00D3\u00D4\u0150\u00D6\u015A\u0170\u00D9\u00DA\u00DB\u00DC\u0118\u021A"
    u"\u00DF"
    u"\u00E0\u00E1\u00E2\u0103\u00E4\u0107\u00E6\u00E7\u00E8\u00E9\u00EA\u00EB\u00EC\u00ED\u00EE"
    u"\u00EF"
    u"\u0111\u0144\u00F2\u00F3\u00F4\u0151\u00F6\u015B\u0171\u00F9\u00FA\u00FB\u00FC\u0119\u021B"
    u"\u00FF";

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

// ICU calls this for each malformed sequence; `context` counts them. ICU also calls it when a
// converter is reset, closed or cloned: those reasons are greater than UCNV_IRREGULAR.
void Substitute(const void* context, UConverterToUnicodeArgs* args, const char*, std::int32_t,
                UConverterCallbackReason reason, UErrorCode* error) {
  if (reason > UCNV_IRREGULAR) return;
  ++*static_cast<std::uint64_t*>(const_cast<void*>(context));
  constexpr char16_t kReplacement = u'\uFFFD';
  *error = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(args, &kReplacement, 1, 0, error);
}

struct ByteOrderMark {
  std::string_view bytes, encoding;
};
// The Encoding Standard has no UTF-32, so the mark of UTF-32LE is read as that of UTF-16LE.
constexpr ByteOrderMark kByteOrderMarks[] = {
    {"\xEF\xBB\xBF", "utf-8"}, {"\xFE\xFF", "utf-16be"}, {"\xFF\xFE", "utf-16le"}};

const Encoding* DeclaredInPage(std::string_view bytes) {
  if (const Encoding* meta = PrescanMeta(bytes.substr(0, kPrescanBytes))) return meta;
  if (const Encoding* late = PrescanMeta(bytes.substr(0, kLateMetaBytes))) return late;
  return XmlEncoding(bytes);
}

void AppendUtf16(std::u16string_view units, std::string* text) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t c = units[i];
    const bool pair = c >= 0xd800 && c < 0xdc00 && i + 1 < units.size() && units[i + 1] >= 0xdc00 &&
                      units[i + 1] < 0xe000;
    // PutUtf8 makes U+FFFD of a surrogate without its twin.
    if (pair) c = 0x10000 + ((c - 0xd800) << 10) + (units[++i] - 0xdc00U);
    PutUtf8(c, text);
  }
}

template <typename ToCode>
std::string MapBytes(std::string_view bytes, ToCode to_code) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) PutUtf8(to_code(static_cast<unsigned char>(c)), &text);
  return text;
}

std::string RepairUtf8(std::string_view bytes, std::uint64_t* substitutions) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  std::size_t kept = 0;
  // AsciiEnd jumps over runs of ASCII, which most pages mostly are.
  for (std::size_t at = AsciiEnd(bytes, 0); at < bytes.size(); at = AsciiEnd(bytes, at)) {
    const std::size_t begin = at;
    if (DecodeUtf8(bytes, &at) != kMalformed) continue;
    text.append(bytes.substr(kept, begin - kept)).append("\uFFFD");
    kept = at;
    ++*substitutions;
  }
  return text.append(bytes.substr(kept));
}

}  // namespace

struct CharsetDecoder::Impl {
  UConverter* Open(const Encoding& encoding);
  std::string Convert(const Encoding& encoding, std::string_view bytes);
  const Encoding* Detect(std::string_view bytes);
  const Encoding* Choose(std::string_view bytes, std::string_view http_charset, bool html,
                         bool* guessed);
  std::string ToUtf8(const Encoding& encoding, std::string bytes);

  std::vector<std::pair<const Encoding*, Converter>> converters;  // opened when first needed
  std::unique_ptr<UCharsetDetector, CloseDetector> detector;
  std::u16string units;
  std::uint64_t substitutions = 0;
};

CharsetDecoder::CharsetDecoder() : impl_(std::make_unique<Impl>()) {}
CharsetDecoder::~CharsetDecoder() = default;

UConverter* CharsetDecoder::Impl::Open(const Encoding& encoding) {
  // A crawl uses few encodings, so a linear search is enough.
  for (const auto& [opened, converter] : converters) {
    if (opened == &encoding) return converter.get();
  }
  UErrorCode error = U_ZERO_ERROR;
  Converter converter(ucnv_open(encoding.converter, &error));
  ucnv_setToUCallBack(converter.get(), &Substitute, &substitutions, nullptr, nullptr, &error);
  THRESH_CHECK(U_SUCCESS(error));  // a test opens them all
  return converters.emplace_back(&encoding, std::move(converter)).second.get();
}

std::string CharsetDecoder::Impl::Convert(const Encoding& encoding, std::string_view bytes) {
  UConverter* converter = Open(encoding);
  ucnv_resetToUnicode(converter);
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 2);
  units.resize(16 * 1024);
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  // ICU fills the buffer to its end, even if that cuts a surrogate pair. The first half is held for
  // the next round.
  std::size_t held = 0;
  for (UErrorCode error = U_BUFFER_OVERFLOW_ERROR; error == U_BUFFER_OVERFLOW_ERROR;) {
    error = U_ZERO_ERROR;
    UChar* out = units.data() + held;
    ucnv_toUnicode(converter, &out, units.data() + units.size(), &at, end, nullptr, true, &error);
    THRESH_CHECK(U_SUCCESS(error) || error == U_BUFFER_OVERFLOW_ERROR);
    std::u16string_view ready(units.data(), static_cast<std::size_t>(out - units.data()));
    held =
        error == U_BUFFER_OVERFLOW_ERROR && ready.back() >= 0xd800 && ready.back() < 0xdc00 ? 1 : 0;
    AppendUtf16(ready.substr(0, ready.size() - held), &text);
    if (held > 0) units.front() = ready.back();
  }
  return text;
}

// ICU's best guess among the encodings of the WHATWG standard. ICU also knows charsets that no
// browser reads, such as IBM420.
const Encoding* CharsetDecoder::Impl::Detect(std::string_view bytes) {
  const std::size_t foreign = AsciiEnd(bytes, 0);
  const std::string_view sample =
      bytes.substr(foreign - std::min(foreign, kBytesBeforeForeign)).substr(0, kDetectBytes);
  UErrorCode error = U_ZERO_ERROR;
  if (detector == nullptr) detector.reset(ucsdet_open(&error));
  THRESH_CHECK(U_SUCCESS(error));
  // The filter leaves tags out, because their ASCII letters speak for no language.
  ucsdet_enableInputFilter(detector.get(), true);
  ucsdet_setText(detector.get(), sample.data(), static_cast<std::int32_t>(sample.size()), &error);
  std::int32_t matches = 0;
  const UCharsetMatch** match = ucsdet_detectAll(detector.get(), &matches, &error);
  for (std::int32_t i = 0; U_SUCCESS(error) && i < matches; ++i) {
    if (ucsdet_getConfidence(match[i], &error) < kMinConfidence) break;
    const char* name = ucsdet_getName(match[i], &error);
    if (const Encoding* encoding = U_SUCCESS(error) ? FindEncoding(name) : nullptr) return encoding;
  }
  return nullptr;
}

const Encoding* CharsetDecoder::Impl::Choose(std::string_view bytes, std::string_view http_charset,
                                             bool html, bool* guessed) {
  if (const Encoding* http = FindEncoding(http_charset)) return http;
  if (const Encoding* page = html ? DeclaredInPage(bytes) : nullptr) return page;
  // Text of another encoding is hardly ever valid UTF-8 by chance, so this is no guess.
  if (IsValidUtf8(bytes)) return FindEncoding("utf-8");
  *guessed = true;
  if (const Encoding* detected = Detect(bytes)) return detected;
  // HTML standard, 13.2.3.2: the default for most locales.
  return FindEncoding("windows-1252");
}

std::string CharsetDecoder::Impl::ToUtf8(const Encoding& encoding, std::string bytes) {
  switch (encoding.decoding) {
    case Decoding::kUtf8:
      return IsValidUtf8(bytes) ? std::move(bytes) : RepairUtf8(bytes, &substitutions);
    case Decoding::kAsciiSuperset:
      // ASCII is valid UTF-8 already, so a page of ASCII needs no conversion.
      return AsciiEnd(bytes, 0) == bytes.size() ? std::move(bytes) : Convert(encoding, bytes);
    case Decoding::kConverter:
      return Convert(encoding, bytes);
    case Decoding::kIso8859_16:
      return MapBytes(
          bytes, [](unsigned char c) { return c < 0xa0 ? char32_t{c} : kIso8859_16[c - 0xa0U]; });
    case Decoding::kUserDefined:
      // Encoding Standard, 14.5: bytes from 0x80 on become U+F780 to U+F7FF.
      return MapBytes(bytes, [](unsigned char c) { return c < 0x80 ? char32_t{c} : 0xf700U + c; });
    case Decoding::kReplacement:
      break;
  }
  ++substitutions;
  return "\uFFFD";
}

DecodedText CharsetDecoder::Decode(std::string bytes, std::string_view http_charset, bool html) {
  DecodedText decoded;
  // Encoding Standard, 6: a byte order mark outranks every declaration.
  for (const ByteOrderMark& mark : kByteOrderMarks) {
    if (!bytes.starts_with(mark.bytes)) continue;
    decoded.encoding = FindEncoding(mark.encoding);
    bytes.erase(0, mark.bytes.size());
    break;
  }
  if (decoded.encoding == nullptr) {
    decoded.encoding = impl_->Choose(bytes, http_charset, html, &decoded.guessed);
  }
  impl_->substitutions = 0;
  decoded.text = impl_->ToUtf8(*decoded.encoding, std::move(bytes));
  decoded.substitutions = impl_->substitutions;
  return decoded;
}

}  // namespace thresh
