// The page of a folder. A mirror keeps the answer to http://x.org/mill/ as mill/index.html, while
// the pages of the mirror go on to link to http://x.org/mill/.
#pragma once

#include <string>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kFileOfFolder = "index.html";

// The file of the folder that an address names. Empty for any other address.
inline std::string FileOfFolder(std::string_view url) {
  return url.ends_with('/') ? std::string(url).append(kFileOfFolder) : std::string();
}

}  // namespace thresh
