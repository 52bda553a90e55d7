// What an address asks for: /search?q=fish&page=2&site=example.org&from=2006&to=2007-02
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "query/http/http.h"
#include "query/retrieve/query.h"

namespace thresh {

// A parameter that is a number, moved into `least` to `most`. `otherwise` if it is not a number.
std::size_t NumberOf(std::string_view text, std::size_t least, std::size_t most,
                     std::size_t otherwise);

struct SearchRequest {
  std::string query, site, from, to;
  std::size_t page = 1;

  // A day that is none is left out, a page that is none is the first.
  static SearchRequest Of(const HttpRequest& request);
  bool blank() const;  // there is nothing to search for
  std::string Link() const;
  // What `site`, `from` and `to` ask of a page.
  std::vector<Condition> SiteCondition() const;
  std::vector<Condition> DateCondition() const;
  std::vector<Condition> Conditions() const;
};

inline constexpr std::size_t kResultsAPage = 10;

}  // namespace thresh
