#include "query/site/request.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "common/base/ascii.h"
#include "common/base/nearest_name.h"
#include "common/base/numbers.h"
#include "query/retrieve/condition.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/rank.h"
#include "query/site/links.h"

namespace thresh {
namespace {

// A year, month or day of ISO 8601, or nothing. Condition::kDates compares the fields as text, so
// nothing else may pass.
std::string Day(std::string_view text) {
  constexpr std::size_t kLongest = 10;  // YYYY-MM-DD
  return text.size() <= kLongest && IsDateBound(text) ? std::string(text) : std::string();
}

void TakeText(const HttpRequest& request, std::string_view name, std::string* text) {
  if (const std::string_view given = request.Parameter(name); !given.empty()) *text = given;
}

Status TakeNumber(const HttpRequest& request, std::string_view name, double* number) {
  const std::string_view given = request.Parameter(name);
  if (given.empty()) return {};
  double read = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), read);
  if (error == std::errc() && end == given.data() + given.size() && read >= 0 &&
      std::isfinite(read)) {
    *number = read;
    return {};
  }
  return Status(Code::kUsage, std::string(name) + " must be a number from 0");
}

}  // namespace

std::size_t NumberOf(std::string_view text, std::size_t least, std::size_t most,
                     std::size_t otherwise) {
  std::size_t number = 0;
  // ParseNumber refuses numbers that do not fit, too. They are moved into the range as well.
  if (ParseNumber(text, &number)) return std::clamp(number, least, most);
  const bool too_large = !text.empty() && std::all_of(text.begin(), text.end(), IsAsciiDigit);
  return too_large ? most : otherwise;
}

SearchRequest SearchRequest::Of(const HttpRequest& request) {
  // The last page whose hits may be ranked.
  // One page less than fits, because the search view asks for one hit more than it shows.
  constexpr std::size_t kLast = kMaxHits / kResultsAPage - 1;
  return {.query = std::string(request.Parameter("q")),
          // Host names know no letter case (RFC 3986, section 3.2.2).
          .site = LowerAscii(request.Parameter("site")),
          .from = Day(request.Parameter("from")),
          .to = Day(request.Parameter("to")),
          .changed = Day(request.Parameter("changed")),
          .seen = Day(request.Parameter("seen")),
          .order = HitOrderNamed(request.Parameter("sort")),
          .page = NumberOf(request.Parameter("page"), 1, kLast, 1),
          .typed = request.Parameter("typed") == "1"};
}

bool SearchRequest::blank() const {
  return query.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::string SearchRequest::Link() const {
  // The first page has no number, so that it has one address only.
  const std::string number = page > 1 ? std::to_string(page) : "";
  return LinkTo("/search", {{"q", query},
                            {"site", site},
                            {"from", from},
                            {"to", to},
                            {"changed", changed},
                            {"seen", seen},
                            {"sort", SortParameter()},
                            {"page", number},
                            {"typed", typed ? "1" : ""}});
}

std::vector<Condition> SearchRequest::SiteCondition() const {
  if (site.empty()) return {};
  return {Condition{.kind = Condition::Kind::kSite, .text = site}};
}

std::vector<Condition> SearchRequest::DateCondition() const {
  if (from.empty() && to.empty()) return {};
  return {Condition{.kind = Condition::Kind::kDates, .text = from, .last = to}};
}

std::vector<Condition> SearchRequest::TimeConditions() const {
  std::vector<Condition> both;
  if (!changed.empty()) both.push_back({.kind = Condition::Kind::kChanged, .text = changed});
  if (!seen.empty()) both.push_back({.kind = Condition::Kind::kSeen, .text = seen});
  return both;
}

std::vector<Condition> SearchRequest::Conditions() const {
  std::vector<Condition> all = SiteCondition();
  for (Condition& dates : DateCondition()) all.push_back(std::move(dates));
  for (Condition& time : TimeConditions()) all.push_back(std::move(time));
  return all;
}

std::string SearchRequest::SortParameter() const {
  // The order by relevance has no name in an address, so that a search has one address only.
  if (order == HitOrder::kRelevance) return {};
  return std::string(kHitOrderNames[static_cast<std::size_t>(order)]);
}

Result<SearchOptions> RankingOf(const HttpRequest& request, double template_weight) {
  SearchOptions search = DefaultSearch();
  std::string preset;
  TakeText(request, "preset", &preset);
  if (!preset.empty()) {
    THRESH_ASSIGN_OR_RETURN(const PresetInfo* row, FindPreset(preset));
    row->apply(&search);
  }
  search.weights.SetTemplateShare(template_weight);
  TakeText(request, "model", &search.model);
  TakeText(request, "variant", &search.variant);
  TakeText(request, "expand", &search.expand);
  TakeText(request, "algorithm", &search.algorithm);
  for (const ParameterInfo& row : ParameterTable())
    THRESH_RETURN_IF_ERROR(TakeNumber(request, row.name, &(search.parameters.*row.value)));
  for (const WeightInfo& row : WeightTable()) {
    THRESH_RETURN_IF_ERROR(
        TakeNumber(request, row.name, &search.weights.of[static_cast<std::size_t>(row.field)]));
  }
  return search;
}

Status RefuseUnknown(const HttpRequest& request, std::vector<std::string> known, bool ranking) {
  if (ranking) {
    known.insert(known.end(), {"preset", "model", "variant", "expand", "algorithm"});
    for (const ParameterInfo& row : ParameterTable()) known.emplace_back(row.name);
    for (const WeightInfo& row : WeightTable()) known.emplace_back(row.name);
  }
  for (const auto& [name, value] : request.parameters) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return Status(Code::kUsage, "there is no parameter " + name + MeantName(name, known));
  }
  return {};
}

}  // namespace thresh
