#include "indexer/detect/spine/keys.h"

#include <algorithm>
#include <array>

#include "common/base/ascii.h"
#include "common/base/bytes.h"
#include "indexer/page/tag_codes.h"

namespace thresh::spine {
namespace {

template <std::size_t n>
bool IsOneOf(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Lists and paragraphs are blocks but no containers: a page whose words all stand in one list has
// its content root around the list, so that the list's labels count as content.
Tag Describe(std::string_view name) {
  static constexpr std::array<std::string_view, 16> kContainers = {
      "body",  "div",    "section", "article", "main",     "nav",   "header", "footer",
      "aside", "figure", "details", "dialog",  "fieldset", "table", "center", "form"};
  static constexpr std::array<std::string_view, 8> kOthers = {
      "p", "ul", "ol", "dl", "blockquote", "pre", "address", "menu"};
  static constexpr std::array<std::string_view, 4> kTable = {"table", "tbody", "thead", "tr"};
  static constexpr std::array<std::string_view, 6> kHeadings = {"h1", "h2", "h3", "h4", "h5", "h6"};
  Tag tag;
  tag.table = IsOneOf(name, kTable);
  tag.cell = name == "td";
  tag.container = IsOneOf(name, kContainers) || tag.table || tag.cell;
  tag.block = IsOneOf(name, kContainers) || IsOneOf(name, kOthers);
  tag.heading = IsOneOf(name, kHeadings);
  return tag;
}

std::vector<Tag> MakeTable() {
  std::vector<Tag> table;
  for (std::uint32_t code = 0; !TagName(code).empty(); ++code)
    table.push_back(Describe(TagName(code)));
  return table;
}

// `role` is in lower case.
bool IsLandmark(std::uint32_t tag, std::string_view role) {
  static constexpr std::array<std::string_view, 3> kTags = {"nav", "footer", "aside"};
  static constexpr std::array<std::string_view, 5> kRoles = {"navigation", "banner", "contentinfo",
                                                             "complementary", "search"};
  return IsOneOf(TagName(tag), kTags) || IsOneOf(role, kRoles);
}

bool EndsSpine(std::uint32_t tag, std::string_view role) {
  return TagName(tag) == "main" || TagName(tag) == "article" || role == "main";
}

// A state says where in a row or a menu the element happens to be, not what it is: the menu item of
// the current page must have the style of its neighbours.
bool IsState(std::string_view name) {
  static constexpr std::array<std::string_view, 3> kParts = {"active", "current", "selected"};
  static constexpr std::array<std::string_view, 6> kWhole = {"open", "first", "last",
                                                             "odd",  "even",  "hidden"};
  const std::string lower = LowerAscii(name);
  return IsOneOf(lower, kWhole) || std::any_of(kParts.begin(), kParts.end(), [&](auto part) {
           return lower.find(part) != lower.npos;
         });
}

std::string FoldDigits(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (!IsAsciiDigit(c)) {
      folded.push_back(c);
    } else if (folded.empty() || folded.back() != '#') {
      folded.push_back('#');
    }
  }
  return folded;
}

template <typename F>  // f(std::string_view name)
void ForEachClass(std::string_view list, F f) {
  for (std::size_t at = list.find_first_not_of(kHtmlSpace); at != list.npos;) {
    const std::size_t end = std::min(list.find_first_of(kHtmlSpace, at), list.size());
    f(list.substr(at, end - at));
    at = list.find_first_not_of(kHtmlSpace, end);
  }
}

std::vector<std::string> CleanClasses(std::string_view list, const NameCounts& counts,
                                      double enough) {
  std::vector<std::string> classes;
  ForEachClass(list, [&](std::string_view name) {
    std::string clean = IsState(name) ? std::string() : counts.Clean('.', name, enough);
    if (!clean.empty()) classes.push_back(std::move(clean));
  });
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

CleanKey Clean(const RawKey& raw, const NameCounts& counts, double enough) {
  const std::vector<std::string> classes = CleanClasses(raw.classes, counts, enough);
  const std::string id = raw.id.empty() ? raw.id : counts.Clean('#', raw.id, enough);
  const std::string role = LowerAscii(raw.role);
  CleanKey key;
  key.tag = raw.tag;
  key.named = !classes.empty() || !id.empty();
  key.landmark = IsLandmark(raw.tag, role);
  key.ends_spine = EndsSpine(raw.tag, role);
  PutVarint(&key.identity, raw.tag);
  key.spelled = raw.tag_name.empty() ? std::string(TagName(raw.tag)) : raw.tag_name;
  for (const std::string& name : classes) {
    PutString(&key.identity, name);
    key.spelled += "." + name;
  }
  PutString(&key.identity, {});  // the end of the classes: no class name is empty
  for (const std::string& part : {id, role}) PutString(&key.identity, part);
  if (!id.empty()) key.spelled += "#" + id;
  if (!role.empty()) key.spelled += "[role=" + role + "]";
  return key;
}

}  // namespace

Tag TagOf(std::uint32_t tag_code) {
  static const std::vector<Tag> kTable = MakeTable();
  static constexpr Tag kComponent = {.block = true, .container = true};
  return tag_code < kTable.size() ? kTable[tag_code] : kComponent;
}

void NameCounts::AddForm(std::string form) {
  form_bytes_ += form.size();
  const auto [at, is_new] =
      ids_.try_emplace(std::move(form), static_cast<std::uint32_t>(counts_.size()));
  if (is_new) counts_.emplace_back();
  names_.push_back(at->second);
}

void NameCounts::AddName(char kind, std::string_view name) {
  AddForm(kind + std::string(name));
  const std::string folded = FoldDigits(name);
  if (folded != name) AddForm(kind + folded);
}

void NameCounts::NoteKey(const RawKey& raw) {
  Key key;
  key.first_name = static_cast<std::uint32_t>(names_.size());
  ForEachClass(raw.classes, [&](std::string_view name) { AddName('.', name); });
  if (!raw.id.empty()) AddName('#', raw.id);
  key.last_name = static_cast<std::uint32_t>(names_.size());
  keys_.push_back(key);
}

void NameCounts::CountNames(std::uint32_t page, Key* key) {
  key->last_page = page;
  for (std::uint32_t name = key->first_name; name < key->last_name; ++name)
    counts_[names_[name]].Add(page);
}

double NameCounts::PagesOf(const std::string& form) const {
  const auto known = ids_.find(form);
  return known != ids_.end() ? counts_[known->second].pages : 0;
}

// The name as it is comes first: `col-md-3` and `col-md-9` must stay two styles. A form with
// several runs of digits is mostly a hash, `n8c6d87b`: pages share such forms by chance.
std::string NameCounts::Clean(char kind, std::string_view name, double enough) const {
  if (PagesOf(kind + std::string(name)) >= enough) return std::string(name);
  std::string folded = FoldDigits(name);
  if (std::count(folded.begin(), folded.end(), '#') > 1) return {};
  return folded != name && PagesOf(kind + folded) >= enough ? folded : std::string();
}

std::size_t NameCounts::bytes() const {
  constexpr std::size_t kMapNode = 80;  // with its bucket and what malloc adds
  return form_bytes_ + ids_.size() * kMapNode + counts_.capacity() * sizeof(PageCount) +
         names_.capacity() * sizeof(std::uint32_t) + keys_.capacity() * sizeof(Key);
}

CleanKeys::CleanKeys(const std::vector<RawKey>& raw_keys, const NameCounts& counts, double enough) {
  std::unordered_map<std::string, std::uint32_t> ids;
  for (const RawKey& raw : raw_keys) {
    CleanKey key = Clean(raw, counts, enough);
    const auto [at, is_new] =
        ids.try_emplace(key.identity, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back(std::move(key));
    clean_of_.push_back(at->second);
  }
}

}  // namespace thresh::spine
