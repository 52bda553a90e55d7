// Scanner: text that is no sequence of tokens, and the decoding of text.
#include <gumbo.h>

#include <algorithm>
#include <vector>

#include "common/base/ascii.h"
#include "indexer/page/straight/bytes.h"
#include "indexer/page/straight/scanner.h"
#include "indexer/page/straight/tag_names.h"
#include "indexer/page/straight/tag_traits.h"

namespace thresh::straight {
namespace {

// Whether `at` begins with `prefix` and the name, and the name ends there.
bool BeginsTag(std::string_view at, std::string_view prefix, std::string_view name) {
  const std::size_t end = prefix.size() + name.size();
  return at.size() > end && at.starts_with(prefix) &&
         EqualsLower(at.substr(prefix.size(), name.size()), name) && EndsName(at[end]);
}

// Where the raw text of an element ends: before its end tag, or at the end of `text`.
std::size_t EndOfRawText(std::string_view text, std::string_view name) {
  std::size_t at = text.find("</");
  while (at != std::string_view::npos && !BeginsTag(text.substr(at), "</", name))
    at = text.find("</", at + 2);
  return std::min(at, text.size());
}

// HTML standard, 13.2.5.15 to 13.2.5.31: in a comment of a script, a <script> begins another one,
// whose end tag is not that of the first.
std::size_t EndOfScript(std::string_view text) {
  bool comment = false;  // between <!-- and -->
  bool inner = false;    // a script in the comment
  for (std::size_t at = 0; at < text.size();) {
    at = comment ? text.find_first_of("<-", at) : text.find('<', at);
    if (at == std::string_view::npos) break;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("-->")) {
      comment = inner = false;
    } else if (!comment && rest.starts_with("<!--")) {
      comment = true;
      ++at;  // its dashes may be those of the end, too: <!-->
    } else if (BeginsTag(rest, "</", "script")) {
      if (!inner) return at;
      inner = false;
    } else if (comment && BeginsTag(rest, "<", "script")) {
      inner = true;
    }
    ++at;
  }
  return text.size();
}

// Elements of svg that hold html, and tags that end svg wherever they stand.
bool MoreThanDrawing(std::string_view name) {
  return Has(TagOf(name, name.data() + name.size()), kBreaksOut) ||
         EqualsLower(name, "foreignobject") || EqualsLower(name, "desc");
}

}  // namespace

std::string_view Scanner::RawText(GumboTag tag) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const std::size_t end = tag == GUMBO_TAG_SCRIPT
                              ? EndOfScript(rest)
                              : EndOfRawText(rest, gumbo_normalized_tagname(tag));
  at_ += end;
  return rest.substr(0, end);
}

bool Scanner::SkipDrawing() {
  std::vector<std::string_view> open = {"svg"};
  Token token;
  const std::size_t attributes = tree_->attributes.size();
  while (!open.empty()) {
    tree_->attributes.resize(attributes);
    at_ = Find(at_, end_, '<');
    if (end_ - at_ > 2 && at_[1] == '!' && at_[2] != '-') return false;  // CDATA
    const bool end_tag = end_ - at_ > 1 && at_[1] == '/';
    const char* const name = at_ + (end_tag ? 2 : 1);
    // gumbo takes a "</>" for a part of the next tag's name, and then finds no end tag for it.
    if (!Next(&token)) return false;
    if (token.kind == Token::Kind::kEnd) return true;
    if (token.begin != token.text) return false;
    if (token.kind != Token::Kind::kStartTag && token.kind != Token::Kind::kEndTag) continue;
    const char* name_end = name;
    while (!EndsName(*name_end)) ++name_end;
    const std::string_view written(name, static_cast<std::size_t>(name_end - name));
    if (end_tag) {
      // gumbo takes all up to the '>' for the name.
      if (name_end + 1 != at_ || !EqualsIgnoreCase(written, open.back())) return false;
      open.pop_back();
    } else {
      if (MoreThanDrawing(written) || EqualsIgnoreCase(open.back(), "title")) return false;
      if (!token.self_closing) open.push_back(written);
    }
  }
  return true;
}

bool Scanner::AppendText(const char* begin, const char* end, References references,
                         std::string* out) {
  while (begin < end) {
    const char* stop = FindSpecial(begin, end);
    while (stop < end && (*stop == '<' || (*stop == '&' && references == References::kNone)))
      stop = FindSpecial(stop + 1, end);
    out->append(begin, stop);
    begin = stop;
    if (begin == end) break;
    if (*begin == '&') {
      const std::string_view rest(begin, static_cast<std::size_t>(end - begin));
      const std::size_t used =
          references_.Decode(rest, references == References::kOfAttribute, out);
      if (used == 0) return false;
      begin += used;
    } else {
      *out += '\n';
      begin += begin + 1 < end && begin[1] == '\n' ? 2 : 1;
    }
  }
  return true;
}

}  // namespace thresh::straight
