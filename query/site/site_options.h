// SiteOptions: what whoever starts a site says about it, and PublicUrl: the address of its start
// page as browsers see it. A proxy may serve a site below a path of its own host, so all links of
// the site begin with that path. Values; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

// "https://example.org:8443/manual/search/", in parts. All are empty if nothing was said: then the
// site is at the root of whatever host it is asked by.
struct PublicUrl {
  std::string origin = {};  // "https://example.org:8443"
  std::string host = {};    // "example.org:8443"
  std::string path = {};    // "/manual/search": no slash at its end; empty for the root
};

// kUsage for anything but http or https, a host, perhaps a port, and a path of plain characters
// (RFC 3986, 2.3), so that it stands in a link as it is.
Result<PublicUrl> ParsePublicUrl(std::string_view url);
// The origin of other sites, "https://example.org", as browsers send it: in lower case and without
// a path. kUsage for anything else.
Result<std::string> ParseOrigin(std::string_view url);

struct SiteOptions {
  std::string title = "Thresh";           // the name of the search page
  PublicUrl at = {};                      // where browsers find it
  std::vector<std::string> readers = {};  // origins of other sites whose pages may read answers
  double template_weight = 0;             // what words of templates count in searches
};

// The same document with `path` in front of every address of this site, which are written from the
// root. REQUIRES: the document is made by Markup (common/report/markup.h), so that ` href="/` can
// only be an attribute: in text the quotation mark is escaped.
std::string LinksBelow(std::string_view path, std::string document);

}  // namespace thresh
