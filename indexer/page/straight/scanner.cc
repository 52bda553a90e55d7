#include "indexer/page/straight/scanner.h"

#include <algorithm>

#include "common/base/ascii.h"
#include "indexer/page/html/attribute_names.h"
#include "indexer/page/straight/bytes.h"
#include "indexer/page/straight/tag_names.h"

namespace thresh::straight {
namespace {

// Bytes of a tag that are searched at most: each attribute without a value, such as "disabled", is
// looked for in the tag before it.
constexpr std::size_t kMaxSearched = 16'384;

}  // namespace

void Scanner::Begin(std::string_view html, HtmlTree* tree) {
  tree_ = tree;
  references_.BeginPage();
  at_ = html.data();
  end_ = at_ + html.size();
}

bool Scanner::Next(Token* token) {
  token->kind = Token::Kind::kEnd;
  token->begin = at_;
  // "</>" is no token, and neither is a tag that the end of the page cuts off.
  while (at_ < end_) {
    token->text = at_;
    if (*at_ == '<') {
      if (!Markup(token)) return false;
    } else {
      Text(token);
    }
    if (token->kind != Token::Kind::kEnd) {
      token->end = at_;
      return true;
    }
  }
  token->end = end_;
  return true;
}

// At a '<'. Leaves `token` alone where the standard makes no token: at "</>" and at a tag that
// never ends.
bool Scanner::Markup(Token* token) {
  const char c = at_ + 1 < end_ ? at_[1] : '\0';
  if (IsAsciiAlpha(c)) return Tag(false, token);
  if (c == '/') {
    const char d = at_ + 2 < end_ ? at_[2] : '\0';
    if (IsAsciiAlpha(d)) return Tag(true, token);
    if (d == '>') {
      at_ += 3;
    } else if (d == '\0') {
      Text(token);
    } else {
      BogusComment(token);
    }
    return true;
  }
  if (c == '!') {
    Comment(token);
  } else if (c == '?') {
    BogusComment(token);
  } else {
    Text(token);
  }
  return true;
}

// A text goes on over each '<' that begins nothing.
void Scanner::Text(Token* token) {
  token->kind = Token::Kind::kText;
  token->plain = true;
  for (const char* at = at_;;) {
    at = FindSpecial(at, end_);
    if (at == end_ ||
        (*at == '<' && at != at_ &&
         (at + 1 == end_ || IsAsciiAlpha(at[1]) || at[1] == '/' || at[1] == '!' || at[1] == '?'))) {
      // A '<' at the very end is a token of its own, and so is "</" there.
      at_ = at;
      return;
    }
    if (*at != '<') token->plain = false;
    at += *at == '<' && at + 2 == end_ && at[1] == '/' ? 2 : 1;
  }
}

void Scanner::BogusComment(Token* token) {
  token->kind = Token::Kind::kComment;
  at_ = Find(at_, end_, '>');
  if (at_ < end_) ++at_;
}

void Scanner::Comment(Token* token) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (StartsWithLower(rest.substr(2), "doctype")) {
    BogusComment(token);
    token->kind = Token::Kind::kDoctype;
    return;
  }
  if (!rest.starts_with("<!--")) return BogusComment(token);
  token->kind = Token::Kind::kComment;
  if (rest.starts_with("<!-->")) {
    at_ += 5;
  } else if (rest.starts_with("<!--->")) {
    at_ += 6;
  } else {
    for (std::size_t at = rest.find("--", 4); at != std::string_view::npos;
         at = rest.find("--", at)) {
      at = std::min(rest.find_first_not_of('-', at), rest.size());
      const bool bang = at < rest.size() && rest[at] == '!';
      const std::size_t last = at + (bang ? 1 : 0);
      if (last < rest.size() && rest[last] == '>') {
        at_ += last + 1;
        return;
      }
    }
    at_ = end_;
  }
}

bool Scanner::Tag(bool end_tag, Token* token) {
  const char* const name = at_ + (end_tag ? 2 : 1);
  for (at_ = name; at_ < end_ && !EndsName(*at_);) ++at_;
  token->tag = TagOf({name, static_cast<std::size_t>(at_ - name)}, end_);
  token->self_closing = false;
  token->first_attribute = static_cast<std::uint32_t>(tree_->attributes.size());
  const bool keep = !end_tag && !IsOpaque(token->tag);
  if (!Attributes(keep, token)) return false;
  token->attributes = static_cast<std::uint32_t>(tree_->attributes.size()) - token->first_attribute;
  if (!closed_) return true;
  token->kind = end_tag ? Token::Kind::kEndTag : Token::Kind::kStartTag;
  return true;
}

// From behind the name to behind the '>'.
bool Scanner::Attributes(bool keep, Token* token) {
  const char* const behind_name = at_;
  std::string_view bare;  // the name of the attribute before at_, if it has no value
  std::size_t searched = 0;
  std::uint32_t seen = 0;  // a bit for each name: the first attribute of a name counts
  bool slash = false;      // right before at_
  closed_ = false;
  for (SkipSpace(); at_ < end_; SkipSpace()) {
    const bool behind_slash = slash && at_[-1] == '/';
    slash = false;
    if (*at_ == '>') {
      ++at_;
      closed_ = true;
      token->self_closing = behind_slash;
      return true;
    }
    if (*at_ == '/') {
      ++at_;
      slash = true;
    } else {
      if (keep && !bare.empty()) {
        searched += static_cast<std::size_t>(bare.data() - behind_name);
        if (searched > kMaxSearched) return false;
        if (IsTwice(behind_name, bare)) {
          if (!KeepAll(behind_name, token)) return false;
          keep = false;
        }
      }
      Written attribute;
      if (!ReadAttribute(&attribute)) break;
      bare = attribute.value.data() == nullptr ? attribute.name : std::string_view();
      if (keep && !Keep(attribute, &seen, token->tag)) return false;
    }
  }
  at_ = end_;
  return true;
}

// False if the end of the page cuts it off.
bool Scanner::ReadAttribute(Written* attribute) {
  const char* const name = at_++;
  while (at_ < end_ && !EndsName(*at_) && *at_ != '=') ++at_;
  *attribute = {{name, static_cast<std::size_t>(at_ - name)}, {}};
  SkipSpace();
  if (at_ == end_ || *at_ != '=') return true;
  ++at_;
  SkipSpace();
  if (at_ == end_) return false;
  const char* value = at_;
  if (*at_ == '"' || *at_ == '\'') {
    ++value;
    at_ = Find(value, end_, *at_);
    attribute->value = {value, static_cast<std::size_t>(at_ - value)};
    if (at_ == end_) return false;
    ++at_;
  } else {
    while (at_ < end_ && !IsHtmlSpace(*at_) && *at_ != '>') ++at_;
    attribute->value = {value, static_cast<std::size_t>(at_ - value)};
  }
  return true;
}

// False if its value is too odd.
bool Scanner::Keep(const Written& attribute, std::uint32_t* seen, GumboTag tag) {
  const HtmlAttributeName name = HtmlAttributeOf(attribute.name);
  if (name == HtmlAttributeName::kCount) return true;
  const std::uint32_t bit = 1U << static_cast<unsigned>(name);
  if ((*seen & bit) != 0) return true;
  *seen |= bit;
  if (!KeepsAttribute(tag, name)) return true;
  const char* const begin = attribute.value.data();
  HtmlString value;
  if (HasSpecial(attribute.value)) {
    decoded_.clear();
    if (!AppendValue(attribute.value, &decoded_)) return false;
    value = tree_->Keep(decoded_);
  } else if (!attribute.value.empty()) {
    value = tree_->InHtml(begin, begin + attribute.value.size());
  }
  tree_->attributes.push_back({name, value});
  return true;
}

}  // namespace thresh::straight
