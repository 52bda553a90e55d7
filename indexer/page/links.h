// Links: the references of a page as absolute, canonical targets.
//
// Canonical: scheme and host in lower case, default port, dot segments and fragment gone, white
// space inside escaped, "/" for an empty path. Percent escapes and letters of path and query stay
// as written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.h"
#include "indexer/page/outline.h"
#include "indexer/records.h"

namespace thresh {

// The components of RFC 3986, 3; each without its delimiter.
struct UrlParts {
  std::string_view scheme, authority, path, query, fragment;
  bool has_authority = false, has_query = false, has_fragment = false;
};
UrlParts SplitUrl(std::string_view url);

// Host of a URL in lower case, without user and port; empty where it has none.
std::string HostOf(std::string_view url);

// A base, cut once; many references are resolved against it.
class UrlBase {
 public:
  explicit UrlBase(std::string_view url);

  // RFC 3986, 5.2, strict, with canonical scheme and authority; the fragment is kept.
  std::string Resolve(std::string_view reference) const;

  enum class Link { kKept, kSamePage, kDropped };
  // The canonical target of an html attribute. kSamePage: empty or nothing but a fragment.
  // kDropped: no http, https or file URL, or longer than kMaxUrlBytes.
  Link ResolveLink(std::string_view reference, std::string* target) const;

 private:
  void Target(const UrlParts& reference, std::string* target) const;

  std::string url_;        // canonical, without fragment
  std::size_t authority_;  // end of scheme and authority in url_
  std::size_t directory_;  // end of the path's last '/'
  std::size_t path_;       // end of the path
};

inline constexpr std::size_t kMaxUrlBytes = 4096;
// All targets of a page: a long base under many short references would be a bomb.
inline constexpr std::size_t kMaxLinkBytes = 16u << 20;

// The links of a page in document order. Those that are dropped are counted.
std::vector<Link> ResolveLinks(const Outline& outline, std::string_view page_url,
                               Counters* counters);

}  // namespace thresh
