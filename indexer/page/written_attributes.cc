#include "indexer/page/written_attributes.h"

#include <algorithm>

#include "common/base/ascii.h"

namespace thresh {
namespace {

bool EndsTagName(char c) { return IsHtmlSpace(c) || c == '/' || c == '>'; }

// HTML standard, 13.2.5.32 to 13.2.5.38, for a tag that ends where the text ends.
class AttributeWalk {
 public:
  explicit AttributeWalk(std::string_view tag) : rest_(tag) {
    // gumbo counts a "</>" before a tag to it.
    while (rest_.starts_with("</>")) rest_.remove_prefix(3);
    Skip([](char c) { return !EndsTagName(c); });
  }

  // False at the end of the tag.
  bool Next() {
    Skip([](char c) { return EndsTagName(c); });
    if (rest_.empty()) return false;
    // A name may begin with '='.
    name_ = Take(1 + Length(rest_.substr(1), [](char c) { return !EndsTagName(c) && c != '='; }));
    Skip(IsHtmlSpace);
    value_ = {};
    if (!rest_.starts_with('=')) return true;
    rest_.remove_prefix(1);
    Skip(IsHtmlSpace);
    ReadValue();
    return true;
  }

  std::string_view name() const { return name_; }
  std::string_view value() const { return value_; }

 private:
  template <typename Of>
  static std::size_t Length(std::string_view text, Of of) {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), of) - text.begin());
  }
  template <typename Of>
  void Skip(Of of) {
    rest_.remove_prefix(Length(rest_, of));
  }
  std::string_view Take(std::size_t bytes) {
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  void ReadValue() {
    if (!rest_.starts_with('"') && !rest_.starts_with('\'')) {
      value_ = Take(Length(rest_, [](char c) { return !IsHtmlSpace(c) && c != '>'; }));
      return;
    }
    const char quote = Take(1).front();
    value_ = Take(std::min(rest_.find(quote), rest_.size()));
    Take(1);
  }

  std::string_view rest_, name_, value_;
};

bool IsRead(std::string_view name) {
  return EqualsLower(name, "alt") || EqualsLower(name, "title") ||
         EqualsLower(name, "aria-label") || EqualsLower(name, "placeholder");
}

}  // namespace

std::string_view WrittenAttribute(std::string_view tag, std::string_view name) {
  for (AttributeWalk walk(tag); walk.Next();) {
    if (EqualsLower(walk.name(), name)) return walk.value();
  }
  return {};
}

bool HasWordsInAttributes(std::string_view tag) {
  for (AttributeWalk walk(tag); walk.Next();) {
    if (IsRead(walk.name()) && !TrimHtmlSpace(walk.value()).empty()) return true;
  }
  return false;
}

}  // namespace thresh
