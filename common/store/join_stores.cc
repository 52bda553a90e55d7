// Several stores as one: their segments side by side, after a check that they belong together.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "common/store/store.h"

namespace thresh {
namespace {

Status Different(const Store& a, const Store& b, const std::string& what, const std::string& of_a,
                 const std::string& of_b) {
  return Status(Code::kUsage, a.path() + " and " + b.path() + " were built with another " + what +
                                  " (" + of_a + " and " + of_b + "): build one of them anew");
}

// The settings of a build that decide what a store holds of a site. A build keeps its other
// settings in the manifest as well.
constexpr std::array<std::string_view, 7> kSettings = {
    "detector", "removal", "no-links", "parameter", "stemmer", "stop-words", "max-page-bytes"};

std::string SettingOf(const Store& store, std::string_view name) {
  for (const auto& [setting, value] : store.manifest().config)
    if (setting == name) return value;
  return "";
}

// Scores compare only if words were cut and templates struck by the same rules.
Status CheckSettings(const Store& a, const Store& b) {
  for (const std::string_view name : kSettings) {
    const std::string here = SettingOf(a, name), there = SettingOf(b, name);
    if (here != there) return Different(a, b, "--" + std::string(name), here, there);
  }
  if (a.manifest().analyzer != b.manifest().analyzer)
    return Different(a, b, "analyzer", a.manifest().analyzer, b.manifest().analyzer);
  THRESH_ASSIGN_OR_RETURN(const std::string detector, a.Detector());
  THRESH_ASSIGN_OR_RETURN(const std::string other, b.Detector());
  return detector == other ? Status() : Different(a, b, "detector", detector, other);
}

Status CheckSites(const std::vector<std::unique_ptr<Store>>& stores) {
  std::map<std::string_view, const Store*> seen;
  std::uint64_t docs = 0;
  for (const std::unique_ptr<Store>& store : stores) {
    docs += store->docs();
    for (const SiteRecord& site : store->sites()) {
      const auto [other, fresh] = seen.emplace(site.host, store.get());
      if (!fresh)
        return Status(Code::kUsage, "site " + site.host + " is in " + other->second->path() +
                                        " and in " + store->path() +
                                        ": a site must be in one store");
    }
  }
  // Page numbers have 32 bits.
  if (docs < std::numeric_limits<std::uint32_t>::max()) return {};
  return Status(Code::kUsage, "the stores have more than 4 billion pages together");
}

// What the joined store says about itself.
Manifest JoinManifests(const std::vector<Manifest>& manifests) {
  Manifest joined;
  joined.analyzer = manifests.front().analyzer;
  joined.analyzer_options = manifests.front().analyzer_options;
  joined.config = manifests.front().config;
  for (const Manifest& manifest : manifests) {
    joined.created = std::max(joined.created, manifest.created);
    joined.segments.insert(joined.segments.end(), manifest.segments.begin(),
                           manifest.segments.end());
  }
  return joined;
}

}  // namespace

Result<std::unique_ptr<Store>> Store::Join(std::vector<std::unique_ptr<Store>> stores) {
  if (stores.size() == 1) return std::move(stores.front());
  for (const std::unique_ptr<Store>& store : stores)
    THRESH_RETURN_IF_ERROR(CheckSettings(*stores.front(), *store));
  THRESH_RETURN_IF_ERROR(CheckSites(stores));
  std::unique_ptr<Store> all(new Store("", {}));  // private constructor
  for (const std::unique_ptr<Store>& store : stores) all->TakeFrom(*store);
  all->manifest_ = JoinManifests(all->joined_);
  THRESH_RETURN_IF_ERROR(all->FindSites());
  THRESH_ASSIGN_OR_RETURN(const std::string detector, all->Detector());
  all->manifest_.digest = ContentDigestOf(all->manifest_.analyzer, detector, all->sites());
  return all;
}

void Store::TakeFrom(Store& store) {
  path_ += (path_.empty() ? "" : ", ") + store.path_;
  const auto number = static_cast<std::uint32_t>(joined_.size());
  for (std::unique_ptr<Segment>& segment : store.segments_) {
    segments_.push_back(std::move(segment));
    joined_of_.push_back(number);
  }
  masks_.push_back(std::move(store.masks_.front()));
  joined_.push_back(std::move(store.manifest_));
}

}  // namespace thresh
