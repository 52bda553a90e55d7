#include "query/site/request.h"

#include <algorithm>

#include "common/base/ascii.h"
#include "common/base/numbers.h"
#include "query/retrieve/rank.h"
#include "query/site/links.h"

namespace thresh {
namespace {

// A year, month or day of ISO 8601, or nothing. Condition::kDates compares the fields as text, so
// nothing else may pass.
std::string Day(std::string_view text) {
  // The lengths of YYYY, YYYY-MM and YYYY-MM-DD.
  const bool length = text.size() == 4 || text.size() == 7 || text.size() == 10;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : text[i] < '0' || text[i] > '9') return {};
  }
  return length ? std::string(text) : std::string();
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
          .page = NumberOf(request.Parameter("page"), 1, kLast, 1)};
}

bool SearchRequest::blank() const {
  return query.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::string SearchRequest::Link() const {
  // The first page has no number, so that it has one address only.
  const std::string number = page > 1 ? std::to_string(page) : "";
  return LinkTo("/search",
                {{"q", query}, {"site", site}, {"from", from}, {"to", to}, {"page", number}});
}

std::vector<Condition> SearchRequest::SiteCondition() const {
  if (site.empty()) return {};
  return {Condition{.kind = Condition::Kind::kSite, .text = site}};
}

std::vector<Condition> SearchRequest::DateCondition() const {
  if (from.empty() && to.empty()) return {};
  return {Condition{.kind = Condition::Kind::kDates, .text = from, .last = to}};
}

std::vector<Condition> SearchRequest::Conditions() const {
  std::vector<Condition> all = SiteCondition();
  for (Condition& dates : DateCondition()) all.push_back(std::move(dates));
  return all;
}

}  // namespace thresh
