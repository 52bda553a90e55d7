// Links: the references of a page as absolute, canonical targets. The Digester resolves the anchors
// of an outline. Pure functions; a UrlBase may be shared by threads.
//
// Canonical means: scheme in lower case; the host as browsers write it (host_name.h); no user,
// default port, dot segments or fragment; white space inside escaped; "/" for an empty path;
// escapes with capital letters, and none of a letter, a digit or one of -._~ (RFC 3986, 6.2.2).
// Letters of path and query stay as written.
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

// The canonical host of a URL, without user and port. Empty if it has none.
std::string HostOf(std::string_view url);

// UrlBase: a base URL, cut into its parts once, because many references are resolved against it.
class UrlBase {
 public:
  explicit UrlBase(std::string_view url);

  // RFC 3986, 5.2, strict, with canonical scheme and authority. The fragment is kept.
  std::string Resolve(std::string_view reference) const;

  enum class Link { kKept, kSamePage, kDropped };
  // Writes the canonical target of an href. kSamePage: the reference is empty or only a fragment.
  // kDropped: it is no http, https or file URL, or longer than kMaxUrlBytes.
  Link ResolveLink(std::string_view reference, std::string* target) const;

 private:
  void Target(const UrlParts& reference, std::string* target) const;

  std::string url_;        // canonical, without fragment
  std::size_t authority_;  // end of scheme and authority in url_
  std::size_t directory_;  // end of the path's last '/'
  std::size_t path_;       // end of the path
};

// The address of a page. What no link could lead to, such as a name without a scheme, stays as it
// is.
std::string CanonicalUrl(std::string_view url);

// What the links of a page are relative to: its <base>, or its own address.
UrlBase BaseOf(const Outline& outline, std::string_view page_url);

// Of all targets of a page. A long <base> under many short references would be a bomb otherwise.
inline constexpr std::size_t kMaxLinkBytes = 16u << 20;

// The links of a page in document order. Dropped links are counted in *counters.
std::vector<Link> ResolveLinks(const Outline& outline, std::string_view page_url,
                               Counters* counters);

}  // namespace thresh
