#include "indexer/page/straight/references.h"

#include <gumbo.h>

#include <cstdint>

#include "common/base/ascii.h"
#include "indexer/page/utf8_writer.h"

namespace thresh::straight {
namespace {

constexpr std::size_t kMaxBytes = 48;
// A page that invents names would have gumbo asked a million times.
constexpr std::size_t kMaxAsked = 256;
// Answers of all pages. The standard has 2,231 names, each with and without its semicolon.
constexpr std::size_t kMaxAnswers = 16'384;

// The character of "&#...", or 0 if gumbo must say: control characters and what has no character.
std::uint32_t Number(std::string_view reference) {
  const bool hex = reference.size() > 2 && (reference[2] | 0x20) == 'x';
  const std::string_view digits = reference.substr(hex ? 3 : 2);
  if (digits.empty() || digits.size() > 6) return 0;
  std::uint32_t value = 0;
  for (const char c : digits) {
    const int digit = HexDigit(c);
    if (digit < 0 || (!hex && digit > 9)) return 0;
    value = value * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
  }
  const bool plain = (value >= 0x20 && value < 0x7f) || (value >= 0xa0 && value < 0xd800) ||
                     (value >= 0xe000 && value < 0xfdd0) || (value >= 0xfdf0 && value < 0xfffe) ||
                     (value >= 0x10000 && value < 0x110000 && (value & 0xffff) < 0xfffe);
  return plain ? value : 0;
}

// What gumbo makes of a page that holds the reference in a text or an attribute alone.
std::string AskGumbo(const std::string& reference, bool in_attribute) {
  const std::string page = in_attribute ? "<!DOCTYPE html><body><p id=\"" + reference + "\">"
                                        : "<!DOCTYPE html><body><p>" + reference + "</p>";
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
  const auto child = [](const GumboNode* node, unsigned i) {
    return static_cast<const GumboNode*>(node->v.element.children.data[i]);
  };
  const GumboNode* p = child(child(output->root, 1), 0);
  std::string answer;
  if (in_attribute) {
    answer = gumbo_get_attribute(&p->v.element.attributes, "id")->value;
  } else if (p->v.element.children.length != 0) {
    answer = child(p, 0)->v.text.text;
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return answer;
}

}  // namespace

const std::string* CharacterReferences::Ask(const std::string& reference, bool in_attribute) {
  const std::string key = reference + (in_attribute ? '"' : '<');
  const auto known = answers_.find(key);
  if (known != answers_.end()) return &known->second;
  if (++asked_ > kMaxAsked) return nullptr;
  if (answers_.size() == kMaxAnswers) answers_.clear();
  return &(answers_[key] = AskGumbo(reference, in_attribute));
}

std::size_t CharacterReferences::Decode(std::string_view text, bool in_attribute,
                                        std::string* out) {
  std::size_t end = text.size() > 1 && text[1] == '#' ? 2 : 1;
  while (end < text.size() && end < kMaxBytes && IsAsciiAlnum(text[end])) ++end;
  if (end == kMaxBytes) return 0;
  if (end == 1) {
    *out += '&';
    return 1;
  }
  if (const std::uint32_t c = text[1] == '#' ? Number(text.substr(0, end)) : 0; c != 0) {
    PutUtf8(c, out);
    return end + (end < text.size() && text[end] == ';' ? 1 : 0);
  }
  // In an attribute a name before '=' is no reference, so that sign is part of the question.
  const bool asks = end < text.size() && (text[end] == ';' || (in_attribute && text[end] == '='));
  const std::string reference(text.substr(0, end + (asks ? 1 : 0)));
  const std::string* answer = Ask(reference, in_attribute);
  if (answer == nullptr) return 0;
  *out += *answer;
  return reference.size();
}

}  // namespace thresh::straight
