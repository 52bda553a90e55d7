// HTML standard, 13.2.3.2: the encoding that a page declares for itself. The steps are the
// standard's. Where the bytes end inside a declaration, nothing was found.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "common/base/ascii.h"
#include "indexer/page/charset.h"

namespace thresh {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

struct Attribute {
  std::string_view name, value;
};

// "The algorithm for extracting a character encoding from a meta element."
const Encoding* EncodingOfContent(std::string_view content) {
  constexpr std::string_view kCharset = "charset";
  for (std::size_t at = 0; at + kCharset.size() <= content.size(); ++at) {
    if (!EqualsLower(content.substr(at, kCharset.size()), kCharset)) continue;
    std::string_view rest = content.substr(at + kCharset.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(kHtmlSpace), rest.size()));
    if (rest.empty() || rest.front() != '=') continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(kHtmlSpace), rest.size()));
    if (rest.empty()) return nullptr;
    if (rest.front() == '"' || rest.front() == '\'') {
      const std::size_t end = rest.find(rest.front(), 1);
      return end == kNone ? nullptr : FindEncoding(rest.substr(1, end - 1));
    }
    return FindEncoding(rest.substr(0, rest.find_first_of(" \t\n\f\r;")));
  }
  return nullptr;
}

// Steps 14 and 15: a declaration that can be read as ASCII does not stand in UTF-16.
const Encoding* AsDeclaredInAscii(const Encoding* encoding) {
  if (encoding == nullptr) return nullptr;
  if (encoding->name == "utf-16le" || encoding->name == "utf-16be") return FindEncoding("utf-8");
  return encoding->name == "x-user-defined" ? FindEncoding("windows-1252") : encoding;
}

// The declaration that the attributes of one <meta> make together.
class MetaDeclaration {
 public:
  void Add(const Attribute& attribute) {
    // The standard ignores an attribute whose name the element had before.
    if (EqualsLower(attribute.name, "http-equiv") && !std::exchange(saw_pragma_, true)) {
      got_pragma_ = EqualsLower(attribute.value, "content-type");
    } else if (EqualsLower(attribute.name, "content") && !std::exchange(saw_content_, true)) {
      const Encoding* encoding = EncodingOfContent(attribute.value);
      // An encoding that the charset attribute has set stays.
      if (encoding == nullptr || need_pragma_.has_value()) return;
      encoding_ = encoding;
      need_pragma_ = true;
    } else if (EqualsLower(attribute.name, "charset") && !std::exchange(saw_charset_, true)) {
      encoding_ = FindEncoding(attribute.value);
      need_pragma_ = false;
    }
  }

  const Encoding* encoding() const {
    if (!need_pragma_.has_value() || (*need_pragma_ && !got_pragma_)) return nullptr;
    return AsDeclaredInAscii(encoding_);
  }

 private:
  bool saw_pragma_ = false, saw_content_ = false, saw_charset_ = false;
  bool got_pragma_ = false;
  std::optional<bool> need_pragma_;
  const Encoding* encoding_ = nullptr;
};

class Prescan {
 public:
  explicit Prescan(std::string_view bytes) : bytes_(bytes) {}

  const Encoding* Run() {
    for (at_ = bytes_.find('<'); at_ < bytes_.size(); at_ = bytes_.find('<', at_ + 1)) {
      const std::string_view rest = bytes_.substr(at_);
      if (rest.starts_with("<!--")) {
        // The dashes that close may be the ones that open: "<!-->" is a comment.
        SkipTo(bytes_.find("-->", at_ + 2), 2);
      } else if (IsMeta(rest)) {
        if (const Encoding* encoding = ReadMeta()) return encoding;
      } else if (IsTag(rest)) {
        SkipTo(bytes_.find_first_of(" \t\n\f\r>", at_), 0);
        // Attributes are read one by one, because a quoted value may hold '>' or "<meta".
        while (NextAttribute().has_value()) {
        }
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        SkipTo(bytes_.find('>', at_), 0);
      }
    }
    return nullptr;
  }

 private:
  static bool IsMeta(std::string_view rest) {
    return rest.size() > 5 && EqualsLower(rest.substr(0, 5), "<meta") &&
           (kHtmlSpace.find(rest[5]) != kNone || rest[5] == '/');
  }
  static bool IsTag(std::string_view rest) {
    const std::size_t name = rest.starts_with("</") ? 2 : 1;
    return rest.size() > name && IsAsciiAlpha(rest[name]);
  }

  bool done() const { return at_ >= bytes_.size(); }
  void SkipTo(std::size_t found, std::size_t more) {
    at_ = found == kNone ? bytes_.size() : found + more;
  }
  void SkipSpace() { SkipTo(bytes_.find_first_not_of(kHtmlSpace, at_), 0); }

  const Encoding* ReadMeta() {
    at_ += 5;
    MetaDeclaration declaration;
    while (const std::optional<Attribute> attribute = NextAttribute()) declaration.Add(*attribute);
    return done() ? nullptr : declaration.encoding();
  }

  // "Get an attribute". An attribute at the end of the bytes may be cut, so it does not count.
  std::optional<Attribute> NextAttribute() {
    SkipTo(bytes_.find_first_not_of(" \t\n\f\r/", at_), 0);
    if (done() || bytes_[at_] == '>') return std::nullopt;
    Attribute attribute;
    // '=' may be the first character of a name (step 5).
    const std::size_t name = at_;
    SkipTo(bytes_.find_first_of("= \t\n\f\r/>", at_ + 1), 0);
    attribute.name = bytes_.substr(name, at_ - name);
    SkipSpace();
    if (done()) return std::nullopt;
    if (bytes_[at_] != '=') return attribute;
    ++at_;
    SkipSpace();
    if (done()) return std::nullopt;
    attribute.value = Value();
    return done() ? std::nullopt : std::optional(attribute);
  }

  std::string_view Value() {
    const char quote = bytes_[at_];
    const bool quoted = quote == '"' || quote == '\'';
    const std::size_t begin = quoted ? at_ + 1 : at_;
    const std::size_t end =
        quoted ? bytes_.find(quote, begin) : bytes_.find_first_of(" \t\n\f\r>", begin);
    SkipTo(end, quoted ? 1 : 0);
    return bytes_.substr(begin, end - begin);
  }

  const std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

const Encoding* PrescanMeta(std::string_view bytes) {
  using std::string_view_literals::operator""sv;
  // HTML standard, 13.2.3.2, step 2: an XML declaration in UTF-16 tells by its zeros.
  if (bytes.starts_with("<\0?\0x\0"sv)) return FindEncoding("utf-16le");
  if (bytes.starts_with("\0<\0?\0x"sv)) return FindEncoding("utf-16be");
  return Prescan(bytes).Run();
}

const Encoding* XmlEncoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return nullptr;
  std::string_view rest = bytes.substr(0, bytes.find('>'));
  const auto skip_blanks = [&rest] {
    while (!rest.empty() && static_cast<unsigned char>(rest.front()) <= ' ') rest.remove_prefix(1);
  };
  constexpr std::string_view kEncoding = "encoding";
  const std::size_t name = rest.find(kEncoding);
  // Without '>' the declaration is not complete and does not count.
  if (rest.size() == bytes.size() || name == kNone) return nullptr;
  rest.remove_prefix(name + kEncoding.size());
  skip_blanks();
  if (!rest.starts_with('=')) return nullptr;
  rest.remove_prefix(1);
  skip_blanks();
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return nullptr;
  const std::size_t end = rest.find(rest.front(), 1);
  return end == kNone ? nullptr : AsDeclaredInAscii(FindEncoding(rest.substr(1, end - 1)));
}

}  // namespace thresh
