// A strict reader of the markup that we write: tags that nest, quoted attributes, one of each id.
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thresh {

struct HtmlTag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string Attribute(std::string_view wanted) const {
    for (const auto& [key, value] : attributes)
      if (key == wanted) return value;
    return {};
  }
};

// The text behind references.
inline std::string Unescape(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kReferences = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto it = std::find_if(
        kReferences.begin(), kReferences.end(),
        [&](const auto& reference) { return text.substr(at).starts_with(reference.first); });
    out += it == kReferences.end() ? text[at] : it->second;
    at += it == kReferences.end() ? 1 : it->first.size();
  }
  return out;
}

class CheckedHtml {
 public:
  explicit CheckedHtml(std::string_view markup) : rest_(markup) {
    if (rest_.starts_with("<!doctype html>")) rest_.remove_prefix(15);
    if (rest_.starts_with("<?xml")) rest_.remove_prefix(rest_.find("?>") + 2);
    while (problem_.empty() && !rest_.empty()) rest_.front() == '<' ? ReadTag() : ReadText();
    if (problem_.empty() && !open_.empty()) problem_ = "left open: " + open_.back();
  }

  const std::string& problem() const { return problem_; }  // empty: there is none
  const std::vector<HtmlTag>& tags() const { return tags_; }
  const std::string& text() const { return text_; }
  std::size_t Count(std::string_view name, std::string_view key = {},
                    std::string_view value = {}) const {
    return static_cast<std::size_t>(
        std::count_if(tags_.begin(), tags_.end(), [&](const HtmlTag& tag) {
          return tag.name == name && (key.empty() || tag.Attribute(key) == value);
        }));
  }
  std::vector<std::string> Values(std::string_view name, std::string_view key) const {
    std::vector<std::string> values;
    for (const HtmlTag& tag : tags_) {
      if (tag.name == name && !tag.Attribute(key).empty()) values.push_back(tag.Attribute(key));
    }
    return values;
  }

 private:
  void ReadText() {
    const std::size_t end = std::min(rest_.find('<'), rest_.size());
    if (rest_.substr(0, end).find('>') != std::string_view::npos) problem_ = "a bare >";
    text_ += Unescape(rest_.substr(0, end)) + " ";
    rest_.remove_prefix(end);
  }

  void ReadTag() {
    const std::size_t end = rest_.find('>');
    if (end == std::string_view::npos) {
      problem_ = "an open tag at the end";
      return;
    }
    const std::string_view inside = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    inside.starts_with('/') ? Close(std::string(inside.substr(1))) : Open(inside);
  }

  void Close(const std::string& name) {
    if (open_.empty() || open_.back() != name) problem_ = "</" + name + "> closes nothing";
    if (!open_.empty()) open_.pop_back();
  }

  void Open(std::string_view inside) {
    HtmlTag tag;
    std::size_t at = std::min(inside.find(' '), inside.size());
    tag.name = inside.substr(0, at);
    while (at < inside.size()) {
      const std::size_t equals = inside.find("=\"", at);
      const std::size_t end =
          equals == std::string_view::npos ? equals : inside.find('"', equals + 2);
      if (end == std::string_view::npos) {
        problem_ = "attributes of " + tag.name;
        return;
      }
      tag.attributes.emplace_back(inside.substr(at + 1, equals - at - 1),
                                  Unescape(inside.substr(equals + 2, end - equals - 2)));
      at = end + 1;
    }
    const std::string id = tag.Attribute("id");
    if (!id.empty() && !ids_.insert(id).second) problem_ = "twice the id " + id;
    static constexpr std::array<std::string_view, 6> kVoid = {"br",    "hr",   "img",
                                                              "input", "link", "meta"};
    if (std::find(kVoid.begin(), kVoid.end(), tag.name) == kVoid.end()) open_.push_back(tag.name);
    tags_.push_back(std::move(tag));
  }

  std::string_view rest_;
  std::string problem_, text_;
  std::vector<HtmlTag> tags_;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
};

}  // namespace thresh
