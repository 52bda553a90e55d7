// Scanner: attributes where their names have to be compared.
#include <algorithm>

#include "common/base/ascii.h"
#include "indexer/page/html/attribute_names.h"
#include "indexer/page/straight/bytes.h"
#include "indexer/page/straight/scanner.h"

namespace thresh::straight {
namespace {

// Attributes of a tag where each name is compared with all others.
constexpr std::size_t kMaxNames = 64;

}  // namespace

bool Scanner::NextAttribute(Written* attribute) {
  while (at_ < end_ && (IsHtmlSpace(*at_) || *at_ == '/')) ++at_;
  return at_ < end_ && *at_ != '>' && ReadAttribute(attribute);
}

// Of an attribute that stands there twice, the second time without a value, gumbo keeps the name
// and puts it before that of the next one: <a b b width=1> has "bwidth" and no width.
bool Scanner::IsTwice(const char* behind_tag_name, std::string_view bare) {
  Scanner tag;
  tag.at_ = behind_tag_name;
  tag.end_ = bare.data();
  for (Written attribute; tag.NextAttribute(&attribute);) {
    if (EqualsIgnoreCase(attribute.name, bare)) return true;
  }
  return false;
}

bool Scanner::ReadAll(const char* begin, const char* end,
                      std::vector<std::pair<std::string, std::string>>* attributes) {
  Scanner tag;
  tag.at_ = begin;
  tag.end_ = end;
  std::string carried;
  for (Written attribute; tag.NextAttribute(&attribute);) {
    std::string name = carried + LowerAscii(attribute.name);
    carried.clear();
    const bool first = std::none_of(attributes->begin(), attributes->end(),
                                    [&](const auto& other) { return other.first == name; });
    if (first) {
      if (attributes->size() == kMaxNames) return false;
      std::string value;
      if (!AppendValue(attribute.value, &value)) return false;
      attributes->emplace_back(std::move(name), std::move(value));
    } else if (attribute.value.data() == nullptr) {
      carried = std::move(name);
    }
  }
  return true;
}

bool Scanner::KeepAll(const char* behind_name, Token* token) {
  std::vector<std::pair<std::string, std::string>> all;
  if (!ReadAll(behind_name, end_, &all)) return false;
  tree_->attributes.resize(token->first_attribute);
  for (const auto& [name, value] : all) {
    const HtmlAttributeName number = HtmlAttributeOf(name);
    if (number != HtmlAttributeName::kCount && KeepsAttribute(token->tag, number))
      tree_->attributes.push_back({number, tree_->Keep(value)});
  }
  return true;
}

bool Scanner::AllAttributes(const char* begin, const char* end,
                            std::vector<std::pair<std::string, std::string>>* attributes) {
  // gumbo counts a "</>" before a tag to it.
  while (std::string_view(begin, static_cast<std::size_t>(end - begin)).starts_with("</>"))
    begin += 3;
  if (!ReadAll(std::find_if(begin, end, EndsName), end, attributes)) return false;
  std::sort(attributes->begin(), attributes->end());
  return true;
}

}  // namespace thresh::straight
