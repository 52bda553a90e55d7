#include "query/site/assets.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/check.h"
#include "query/site/links.h"

namespace thresh {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTypes = {{
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
}};

}  // namespace

// A linear search, because there are only a few files.
const Asset* FindAsset(std::string_view name) {
  const auto assets = Assets();
  const auto it =
      std::find_if(assets.begin(), assets.end(), [&](const Asset& a) { return a.name == name; });
  return it == assets.end() ? nullptr : &*it;
}

std::string AssetLink(std::string_view name) {
  const Asset* asset = FindAsset(name);
  THRESH_CHECK(asset != nullptr);  // names of assets are constants of the program
  // The version changes the address with the bytes, so a browser may keep a file for a day.
  return LinkTo("/assets/" + std::string(name), {{"v", asset->version}});
}

std::string_view AssetType(std::string_view name) {
  for (const auto& [suffix, type] : kTypes) {
    if (name.ends_with(suffix)) return type;
  }
  // A browser that must not guess (nosniff) saves a file of this type and never runs it.
  return "application/octet-stream";
}

}  // namespace thresh
