// Files of assets/ as they were when the program was built: the build makes a table of them
// (cmake/embed.cmake).
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thresh {

struct Asset {
  std::string_view name;  // "style.css"
  std::string_view bytes;
  std::string_view version;  // of the bytes: stands in links, so that a browser takes a new one
};

std::span<const Asset> Assets();
// Null: no such asset.
const Asset* FindAsset(std::string_view name);
// "/assets/style.css?v=..."
std::string AssetLink(std::string_view name);
// By its suffix.
std::string_view AssetType(std::string_view name);

}  // namespace thresh
