// The files of assets/, which the build copies into the program (cmake/embed.cmake). The views link
// to them, and the site answers with their bytes. They live as long as the program; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thresh {

struct Asset {
  std::string_view name;  // "style.css"
  std::string_view bytes;
  std::string_view version;  // a hash of the bytes, in links, so that a browser fetches a new file
};

std::span<const Asset> Assets();
// Null: no such asset.
const Asset* FindAsset(std::string_view name);
// "/assets/style.css?v=..."
std::string AssetLink(std::string_view name);
// The media type, by suffix of the name.
std::string_view AssetType(std::string_view name);

}  // namespace thresh
