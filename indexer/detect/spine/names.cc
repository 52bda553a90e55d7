#include "indexer/detect/spine/names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "indexer/detect/spine/counts.h"
#include "indexer/detect/spine/tags.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

std::string Lower(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
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
  ForEachClass(list, [&](std::string_view name) {
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

CleanKeys::CleanKeys(const SiteLog& log, double enough) {
  const Cleaner cleaner(log.names(), enough);
  std::unordered_map<std::string, std::uint32_t> ids;
  for (const RawKey& raw : log.keys()) {
    CleanKey key = cleaner.Clean(raw);
    const auto [at, is_new] =
        ids.try_emplace(key.identity, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back(std::move(key));
    clean_of_.push_back(at->second);
  }
}

}  // namespace thresh
