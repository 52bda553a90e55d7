#include "indexer/detect/spine_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "indexer/detect/spine_tags.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

std::string Lower(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (!IsDigit(c)) {
      folded.push_back(c);
    } else if (folded.empty() || folded.back() != '#') {
      folded.push_back('#');
    }
  }
  return folded;
}

// Says where in a row or a menu the element happens to be, not what it is.
bool IsState(std::string_view name) {
  static constexpr std::array<std::string_view, 3> kParts = {"active", "current", "selected"};
  static constexpr std::array<std::string_view, 6> kWhole = {"open", "first", "last",
                                                             "odd",  "even",  "hidden"};
  const std::string lower = Lower(name);
  return std::any_of(kParts.begin(), kParts.end(),
                     [&](auto part) { return lower.find(part) != lower.npos; }) ||
         std::find(kWhole.begin(), kWhole.end(), lower) != kWhole.end();
}

template <typename F>
void ForEachWord(std::string_view list, F f) {
  constexpr std::string_view kSpace = " \t\n\r\f";
  for (std::size_t at = list.find_first_not_of(kSpace); at != list.npos;) {
    const std::size_t end = std::min(list.find_first_of(kSpace, at), list.size());
    f(list.substr(at, end - at));
    at = list.find_first_not_of(kSpace, end);
  }
}

}  // namespace

std::uint32_t NameCounts::IdOf(std::string name) {
  const auto [at, is_new] = ids_.try_emplace(std::move(name), static_cast<std::uint32_t>(counts_.size()));
  if (is_new) counts_.emplace_back();
  return at->second;
}

void NameCounts::AddName(char kind, std::string_view name, std::vector<std::uint32_t>* names) {
  names->push_back(IdOf(kind + std::string(name)));
  const std::string folded = Folded(name);
  if (folded != name) names->push_back(IdOf(kind + folded));
}

NameCounts::NameCounts(const SiteLog& log)
    : log_(log), last_page_(log.keys().size(), 0), last_of_path_(log.paths().size(), 0) {
  for (const RawKey& key : log.keys()) {
    std::vector<std::uint32_t>& names = names_.emplace_back();
    ForEachWord(key.classes, [&](std::string_view name) { AddName('.', name, &names); });
    if (!key.id.empty()) AddName('#', key.id, &names);
  }
}

void NameCounts::AddPage(const LoggedPage& page) {
  ++pages_;
  for (const LoggedPage::Element& element : page.elements) AddKey(element.key);
  for (const LoggedPage::Text& text : page.texts) {
    for (std::uint32_t path = text.path; path != 0 && last_of_path_[path] != pages_;) {
      last_of_path_[path] = pages_;
      AddKey(log_.paths()[path].key);
      path = log_.paths()[path].parent;
    }
  }
}

void NameCounts::AddKey(std::uint32_t key) {
  if (names_[key].empty() || last_page_[key] == pages_) return;
  last_page_[key] = pages_;
  for (const std::uint32_t name : names_[key]) {
    Count& count = counts_[name];
    count.pages += count.last_page != pages_ ? 1 : 0;
    count.last_page = pages_;
  }
}

double NameCounts::PagesOf(const std::string& name) const {
  const auto known = ids_.find(name);
  return known != ids_.end() ? counts_[known->second].pages : 0;
}

std::string NameCounts::Clean(char kind, std::string_view name, double enough) const {
  if (PagesOf(kind + std::string(name)) >= enough) return std::string(name);
  std::string folded = Folded(name);
  return folded != name && PagesOf(kind + folded) >= enough ? folded : std::string();
}

namespace {

class Cleaner {
 public:
  Cleaner(const NameCounts& counts, double enough) : counts_(counts), enough_(enough) {}
  CleanKey Clean(const RawKey& raw) const;

 private:
  std::vector<std::string> Classes(std::string_view list) const;

  const NameCounts& counts_;
  const double enough_;
};

std::vector<std::string> Cleaner::Classes(std::string_view list) const {
  std::vector<std::string> classes;
  ForEachWord(list, [&](std::string_view name) {
    std::string clean = IsState(name) ? std::string() : counts_.Clean('.', name, enough_);
    if (!clean.empty()) classes.push_back(std::move(clean));
  });
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

CleanKey Cleaner::Clean(const RawKey& raw) const {
  const std::vector<std::string> classes = Classes(raw.classes);
  const std::string id = raw.id.empty() ? raw.id : counts_.Clean('#', raw.id, enough_);
  const std::string role = Lower(raw.role);
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
  PutString(&key.identity, {});
  for (const std::string& part : {id, role}) PutString(&key.identity, part);
  if (!id.empty()) key.spelled += "#" + id;
  if (!role.empty()) key.spelled += "[role=" + role + "]";
  return key;
}

}  // namespace

CleanKeys::CleanKeys(const SiteLog& log, const NameCounts& names, double enough) {
  const Cleaner cleaner(names, enough);
  std::unordered_map<std::string, std::uint32_t> ids;
  for (const RawKey& raw : log.keys()) {
    CleanKey key = cleaner.Clean(raw);
    const auto [at, is_new] = ids.try_emplace(key.identity, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back(std::move(key));
    clean_of_.push_back(at->second);
  }
}

}  // namespace thresh
