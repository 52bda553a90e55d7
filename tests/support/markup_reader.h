// What a strict reader sees of markup: whether every element is closed in order, and which
// elements, attributes and words there are.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

struct ReadMarkup {
  bool balanced = true;
  std::vector<std::string>
      tags;           // "rect x=\"1\" ..." as they stand between < and >, without closing ones
  std::string words;  // all that is not in a tag, with references as they are
};

inline ReadMarkup ReadTags(std::string_view text) {
  ReadMarkup read;
  std::vector<std::string> open;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('<'), text.size());
    read.words += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) return {.balanced = false, .tags = {}, .words = {}};
    const std::string tag(text.substr(1, end - 1));
    const std::string name = tag.substr(0, tag.find(' '));
    text.remove_prefix(end + 1);
    constexpr std::array<std::string_view, 2> kAlone = {"meta", "!doctype"};
    if (name.starts_with('/')) {
      read.balanced = read.balanced && !open.empty() && "/" + open.back() == name;
      if (!open.empty()) open.pop_back();
      continue;
    }
    read.tags.push_back(tag);
    if (std::find(kAlone.begin(), kAlone.end(), name) == kAlone.end()) open.push_back(name);
  }
  read.balanced = read.balanced && open.empty();
  return read;
}

// A tag with all that stands in quotes left out: its own name and those of its attributes.
inline std::string NamesOf(std::string_view tag) {
  std::string names;
  bool quoted = false;
  for (const char c : tag) {
    if (c == '"') quoted = !quoted;
    if (!quoted) names += c;
  }
  return names;
}

inline std::size_t CountOf(std::string_view text, std::string_view what) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size())
    ++n;
  return n;
}

}  // namespace thresh
