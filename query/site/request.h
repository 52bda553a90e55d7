// The parameters of an address: /search?q=fish&page=2&site=example.org&from=2006&to=2007-02
// &changed=2007-02-01&seen=2007&sort=changed&typed=1. Views read them here; a parameter that makes
// no sense is treated as absent. Values; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/http/http.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"

namespace thresh {

// A parameter that is a number, moved into `least` to `most`. `otherwise` if it is not a number.
std::size_t NumberOf(std::string_view text, std::size_t least, std::size_t most,
                     std::size_t otherwise);

struct SearchRequest {
  std::string query, site, from, to;
  std::string changed = {};  // only pages whose content changed on this day or later
  std::string seen = {};     // only pages that a crawl saw on this day or later
  HitOrder order = HitOrder::kRelevance;
  std::size_t page = 1;
  bool typed = false;         // the query is not finished (typed_query.h)
  std::string searched = {};  // what is searched in its place, then

  // Leaves out a `from`, `to`, `changed` or `seen` that is not a date. A `page` that is not a
  // number is the first page.
  static SearchRequest Of(const HttpRequest& request);
  bool blank() const;  // the query has no word
  const std::string& Searched() const { return typed ? searched : query; }
  std::string Link() const;
  // The conditions that `site`, `from`, `to`, `changed` and `seen` set for a page.
  std::vector<Condition> SiteCondition() const;
  std::vector<Condition> DateCondition() const;
  std::vector<Condition> TimeConditions() const;
  std::vector<Condition> Conditions() const;
  std::string SortParameter() const;  // empty for the order that needs no name
};

// How a program wants its search to rank: preset, model, variant, expand and algorithm, and the
// numbers of ParameterTable and WeightTable, named as the options of the command line are. A
// parameter that is absent or empty has its default. kUsage for a preset that is none, and for a
// number that is none or below 0; searches refuse other bad values.
Result<SearchOptions> RankingOf(const HttpRequest& request, double template_weight);

// kUsage for a parameter that is neither one of `known` nor, with `ranking`, one that RankingOf
// reads: a program would never notice that its parameter does nothing.
Status RefuseUnknown(const HttpRequest& request, std::vector<std::string> known, bool ranking);

inline constexpr std::size_t kResultsAPage = 10;

}  // namespace thresh
