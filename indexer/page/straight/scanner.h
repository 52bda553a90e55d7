// Scanner: the bytes of a page as tokens, as the tokenizer of the HTML standard (13.2.5) cuts them.
// It knows no tree. A TreeBuilder owns one. Not thread-safe.
//
// Attributes that the tree keeps go straight into HtmlTree::attributes; a token names its own. A
// text is handed out as it stands in the html, and AppendText decodes it.
#pragma once

#include <gumbo.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/page/html/html_tree.h"
#include "indexer/page/straight/bytes.h"
#include "indexer/page/straight/references.h"

namespace thresh::straight {

struct Token {
  enum class Kind : std::uint8_t { kStartTag, kEndTag, kText, kComment, kDoctype, kEnd };

  Kind kind = Kind::kEnd;
  bool self_closing = false;
  bool plain = false;  // kText: nothing in it has to be decoded
  GumboTag tag = GUMBO_TAG_UNKNOWN;
  // Of the token in the html. gumbo counts a "</>" before a token to it, and so does `begin`.
  const char* begin = nullptr;
  const char* end = nullptr;
  const char* text = nullptr;  // where it really begins
  std::uint32_t first_attribute = 0, attributes = 0;
};

class Scanner {
 public:
  // `html` is valid UTF-8 without NUL bytes and control characters.
  void Begin(std::string_view html, HtmlTree* tree);

  // The next token. At the end of the page it is kEnd, again and again. False if a character
  // reference in an attribute is too odd (references.h), or if too many attributes of a tag have no
  // value.
  bool Next(Token* token);

  // The raw text behind a start tag that was read last: up to the end tag of that name, or to the
  // end of the page. The next token is the end tag.
  std::string_view RawText(GumboTag tag);

  // Goes behind the end tag of the <svg> that was read last. False if anything in it would be more
  // than a drawing.
  bool SkipDrawing();

  // All attributes of the start tag in [begin, end): name in lower case and value, sorted by name.
  // False if there are too many, or one holds a character reference that is too odd.
  bool AllAttributes(const char* begin, const char* end,
                     std::vector<std::pair<std::string, std::string>>* attributes);

  std::size_t DecodeReference(std::string_view text, std::string* out) {
    return references_.Decode(text, false, out);
  }

  // What character references a piece of html has: they differ between texts and attributes.
  enum class References : std::uint8_t { kNone, kOfText, kOfAttribute };
  // Appends the html in [begin, end) with line ends as '\n' and character references decoded. False
  // if one is too odd.
  bool AppendText(const char* begin, const char* end, References references, std::string* out);

 private:
  bool Markup(Token* token);
  void Text(Token* token);
  void Comment(Token* token);
  void BogusComment(Token* token);
  bool Tag(bool end_tag, Token* token);
  bool Attributes(bool keep, Token* token);
  struct Written {
    std::string_view name, value;
  };
  bool ReadAttribute(Written* attribute);
  // Steps over white space and slashes, and reads the attribute behind them. False at the end of
  // the tag, and if the end cuts the attribute off.
  bool NextAttribute(Written* attribute);
  static bool IsTwice(const char* behind_tag_name, std::string_view bare);
  // The attributes of the tag in their order. False if there are too many, or one is too odd.
  bool ReadAll(const char* begin, const char* end,
               std::vector<std::pair<std::string, std::string>>* attributes);
  // Keeps them in place of those that were kept of this tag so far.
  bool KeepAll(const char* behind_name, Token* token);
  bool Keep(const Written& attribute, std::uint32_t* seen, GumboTag tag);
  bool AppendValue(std::string_view value, std::string* out) {
    return AppendText(value.data(), value.data() + value.size(), References::kOfAttribute, out);
  }
  void SkipSpace() {
    while (at_ < end_ && IsHtmlSpace(*at_)) ++at_;
  }

  HtmlTree* tree_ = nullptr;
  CharacterReferences references_;
  std::string decoded_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool closed_ = false;  // the tag that was read last ends with '>'
};

}  // namespace thresh::straight
