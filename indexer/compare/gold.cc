#include "indexer/compare/gold.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "common/base/files.h"

namespace thresh {
namespace {

using nlohmann::json;

GoldLabel LabelOf(const std::string& name) {
  if (name == "C") return GoldLabel::kContent;
  return name == "T" ? GoldLabel::kTemplate : GoldLabel::kUnscored;
}

bool IsSegment(const json& segment) {
  return segment.is_array() && segment.size() == 2 && segment[0].is_string() &&
         segment[1].is_array() &&
         std::all_of(segment[1].begin(), segment[1].end(),
                     [](const json& text) { return text.is_string(); });
}

// The functions below read a page without checks, so everything they read is checked here.
bool IsPage(const json& page) {
  if (!page.is_object() || !page.contains("path") || !page["path"].is_string()) return false;
  if (!page.contains("segments") || !page["segments"].is_array()) return false;
  return std::all_of(page["segments"].begin(), page["segments"].end(), IsSegment);
}

Status AddSegment(const json& segment, RefereeWords* words, GoldPage* page) {
  for (const json& text : segment[1])
    THRESH_RETURN_IF_ERROR(words->Cut(text.get_ref<const std::string&>(), &page->tokens));
  // resize fills in only the tokens that this segment has added.
  page->labels.resize(page->tokens.size(), LabelOf(segment[0].get_ref<const std::string&>()));
  return {};
}

// Neighbouring template tokens are one block, also across segments: the labels have no blocks of
// their own. A segment without tokens parts nothing.
void FindBlocks(GoldPage* page) {
  for (std::size_t i = 0; i < page->labels.size(); ++i) {
    if (page->labels[i] != GoldLabel::kTemplate) continue;
    if (page->blocks.empty() || page->blocks.back().second != i) page->blocks.emplace_back(i, i);
    page->blocks.back().second = i + 1;
  }
}

Result<GoldPage> MakePage(const json& record, RefereeWords* words) {
  GoldPage page;
  page.key = PageKey(record["path"].get_ref<const std::string&>());
  for (const json& segment : record["segments"])
    THRESH_RETURN_IF_ERROR(AddSegment(segment, words, &page));
  FindBlocks(&page);
  return page;
}

}  // namespace

std::string PageKey(std::string_view path) {
  // First, because a query may hold `://` or a slash of its own.
  path = path.substr(0, path.find_first_of("#?"));
  const std::size_t scheme = path.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (scheme != 0 && scheme != std::string_view::npos && path.substr(scheme).starts_with("://")) {
    const std::size_t slash = path.find('/', scheme + 3);
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  }
  if (path.starts_with("./")) {
    path.remove_prefix(2);
  } else if (path.starts_with('/')) {
    path.remove_prefix(1);
  }
  return std::string(path);
}

Result<std::vector<GoldPage>> ReadGold(const std::string& file, RefereeWords* words) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  std::vector<GoldPage> pages;
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t begin = 0, line = 1; begin < text.size(); ++line) {
    // The last line may lack its line end.
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const json record =
        json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                    text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    // A line that is no JSON gives a discarded value, which IsPage refuses as well.
    if (!IsPage(record))
      return Status(Code::kUnusable,
                    file + ":" + std::to_string(line) + ": not a page of gold labels");
    THRESH_ASSIGN_OR_RETURN(GoldPage page, MakePage(record, words));
    const auto [place, fresh] = known.try_emplace(page.key, pages.size());
    // A later page takes the place of the earlier one, and places decide ties in JudgeStore.
    if (fresh) pages.emplace_back();
    pages[place->second] = std::move(page);
    begin = end + 1;
  }
  if (pages.empty()) return Status(Code::kUnusable, file + " has no page of gold labels");
  return pages;
}

}  // namespace thresh
