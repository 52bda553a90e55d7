#include "indexer/detect/spine/tags.h"

#include <algorithm>
#include <array>
#include <vector>

#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

template <std::size_t n>
bool IsOneOf(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

SpineTag Look(std::string_view name) {
  static constexpr std::array<std::string_view, 16> kContainers = {
      "body",  "div",    "section", "article", "main",     "nav",   "header", "footer",
      "aside", "figure", "details", "dialog",  "fieldset", "table", "center", "form"};
  static constexpr std::array<std::string_view, 8> kOthers = {
      "p", "ul", "ol", "dl", "blockquote", "pre", "address", "menu"};
  static constexpr std::array<std::string_view, 4> kTable = {"table", "tbody", "thead", "tr"};
  static constexpr std::array<std::string_view, 6> kHeadings = {"h1", "h2", "h3", "h4", "h5", "h6"};
  SpineTag tag;
  tag.table = IsOneOf(name, kTable);
  tag.cell = name == "td";
  tag.container = IsOneOf(name, kContainers) || tag.table || tag.cell;
  tag.block = IsOneOf(name, kContainers) || IsOneOf(name, kOthers);
  tag.heading = IsOneOf(name, kHeadings);
  return tag;
}

std::vector<SpineTag> MakeTable() {
  std::vector<SpineTag> table;
  for (std::uint32_t code = 0; !TagName(code).empty(); ++code) table.push_back(Look(TagName(code)));
  return table;
}

}  // namespace

SpineTag SpineTagOf(std::uint32_t tag) {
  static const std::vector<SpineTag> kTable = MakeTable();
  return tag < kTable.size() ? kTable[tag] : SpineTag{};
}

bool IsLandmark(std::uint32_t tag, std::string_view role) {
  static constexpr std::array<std::string_view, 3> kTags = {"nav", "footer", "aside"};
  static constexpr std::array<std::string_view, 5> kRoles = {"navigation", "banner", "contentinfo",
                                                             "complementary", "search"};
  return IsOneOf(TagName(tag), kTags) || IsOneOf(role, kRoles);
}

bool EndsSpine(std::uint32_t tag, std::string_view role) {
  return TagName(tag) == "main" || TagName(tag) == "article" || role == "main";
}

}  // namespace thresh
