#include <algorithm>
#include <map>

#include "common/cli/table.h"
#include "query/present/search_answer.h"
#include "query/site/frame.h"
#include "query/site/links.h"
#include "query/site/moves.h"
#include "query/site/query_help.h"

namespace thresh {
namespace {

constexpr std::size_t kPlaces = 20;
constexpr std::size_t kRowUnits = 10;  // height of a row in units of the drawing between the lists

struct Rankings {
  SearchAnswer without, with;
};

Result<SearchAnswer> Ask(Searcher& searcher, const std::string& query, double template_weight,
                         std::size_t* mistake) {
  AnswerOptions options;
  options.search.weights.SetTemplateShare(template_weight);
  options.search.n = kPlaces;
  options.search.deadline_ms = kSearchDeadlineMs;
  // Removal makes copies of pages that differed in a menu only. Without collapsing, every page
  // keeps a place of its own in both rankings.
  options.duplicates = true;
  return AnswerQuery(searcher, query, options, mistake);
}

std::vector<std::string> Addresses(const SearchAnswer& answer) {
  // By URL and not by DocId: the two stores are separate builds, and their numbers need not agree.
  std::vector<std::string> urls;
  urls.reserve(answer.pages.size());
  for (const FoundPage& found : answer.pages) urls.push_back(found.page.url);
  return urls;
}

struct Mark {
  std::string css_class, text;
};

Mark MarkOf(const Move& move) {
  if (!move.before) return {"new", "new"};
  if (!move.after) return {"gone", "gone"};
  if (*move.after < *move.before) return {"up", "▲ " + std::to_string(*move.before - *move.after)};
  if (*move.after > *move.before)
    return {"down", "▼ " + std::to_string(*move.after - *move.before)};
  return {"same", "="};
}

using Marks = std::map<std::size_t, Mark>;  // by place

Markup Column(MarkupName id, const SearchAnswer& answer, const Marks& marks) {
  Markup items;
  for (std::size_t i = 0; i < answer.pages.size(); ++i) {
    const FoundPage& found = answer.pages[i];
    const auto mark = marks.find(i);
    items.Add(El("li", {}, El("span", {{"class", "place"}}, std::to_string(i + 1)),
                 El("div", {{"class", "entry"}}, PageLink(found.page),
                    El("bdi", {{"class", "url"}}, CutToWidth(SafeText(found.page.url), 80))),
                 mark == marks.end() ? Markup()
                                     : El("span", {{"class", "move " + mark->second.css_class}},
                                          mark->second.text)));
  }
  return El("ol", {{"id", std::string(id.view())}}, items);
}

// A cubic Bézier curve. Both control points lie in the middle, so the line leaves one list and
// enters the other one horizontally.
std::string Curve(std::size_t from, std::size_t to) {
  const std::string y0 = std::to_string(from * kRowUnits + kRowUnits / 2);
  const std::string y1 = std::to_string(to * kRowUnits + kRowUnits / 2);
  return "M 0 " + y0 + " C 50 " + y0 + " 50 " + y1 + " 100 " + y1;
}

// A line for every page that both lists have. A row is 4rem high, here and in the style sheet, so
// the lines meet the entries without a script.
Markup Lines(const std::vector<Move>& moves, std::size_t rows) {
  Markup lines;
  for (const Move& move : moves) {
    if (!move.before || !move.after) continue;
    lines.Add(
        El("path", {{"class", MarkOf(move).css_class}, {"d", Curve(*move.before, *move.after)}}));
  }
  const std::string height = std::to_string(rows * kRowUnits);
  return El("svg",
            {{"class", "lines"},
             // The marks say what the lines show, so a screen reader skips the lines.
             {"aria-hidden", "true"},
             {"viewBox", "0 0 100 " + height},
             {"height", std::to_string(rows * 4) + "rem"},
             // The 100 units of the width stretch to the gap between the lists.
             {"preserveAspectRatio", "none"}},
            lines);
}

// A narrow screen shows no titles of the first list, so those that the second one lacks stand
// below.
Markup WentOut(const SearchAnswer& without, const std::vector<Move>& moves) {
  Markup items;
  for (const Move& move : moves) {
    if (move.after) continue;
    const FoundPage& found = without.pages[*move.before];
    items.Add(El("li", {}, El("span", {{"class", "place"}}, std::to_string(*move.before + 1)), " ",
                 PageLink(found.page),
                 El("bdi", {{"class", "url"}}, CutToWidth(SafeText(found.page.url), 80))));
  }
  if (items.empty()) return {};
  return El("section", {{"class", "went-out"}}, El("h2", {}, "Went out"), El("ul", {}, items));
}

std::string Summary(const std::vector<Move>& moves) {
  std::size_t moved = 0, fresh = 0, gone = 0;
  for (const Move& move : moves) {
    fresh += move.before ? 0U : 1U;
    gone += move.after ? 0U : 1U;
    moved += move.before && move.after && move.before != move.after ? 1U : 0U;
  }
  if (moved + fresh + gone == 0)
    return "Removal changes nothing among the best " + std::to_string(kPlaces) + ".";
  return "Among the best " + std::to_string(kPlaces) + ", " + Counted(moved, "page") + " moved, " +
         std::to_string(fresh) + " came in, " + std::to_string(gone) + " went out.";
}

Markup Compared(const Rankings& rankings) {
  const std::vector<Move> moves = FindMoves(Addresses(rankings.without), Addresses(rankings.with));
  Marks before, after;
  for (const Move& move : moves) {
    if (move.after) after[*move.after] = MarkOf(move);
    // A page that both lists have is marked on the right, where its line ends.
    if (!move.after) before[*move.before] = MarkOf(move);
  }
  const std::size_t rows = std::max(rankings.with.pages.size(), rankings.without.pages.size());
  return Join(
      El("p", {{"class", "summary"}, {"role", "status"}}, Summary(moves)),
      El("div", {{"class", "compare"}},
         El("section", {}, El("h2", {}, "Without removal"),
            Column("without", rankings.without, before)),
         Lines(moves, rows),
         El("section", {}, El("h2", {}, "With removal"), Column("with", rankings.with, after))),
      WentOut(rankings.without, moves));
}

Markup HowToCompare() {
  return El("p", {{"class", "lead"}},
            "There is nothing to compare with: index the same pages once more with ",
            El("code", {}, "thresh-index build --detector none --store whole.store"), " and start ",
            El("code", {}, "thresh-query serve"), " with ", El("code", {}, "--compare whole.store"),
            ".");
}

Result<Markup> Main(const Visit& visit, const std::string& query) {
  if (visit.whole == nullptr) return HowToCompare();
  if (query.find_first_not_of(" \t\r\n") == std::string::npos) {
    return El("p", {{"class", "lead"}},
              "Type a query above to see how its pages rank without and with the removal of "
              "templates, side by side.");
  }
  std::size_t mistake = 0;
  Result<SearchAnswer> with = Ask(visit.searcher, query, visit.options.template_weight, &mistake);
  // A mistake in the query is an answer of this page and no error.
  if (!with.ok() && with.status().code() == Code::kUsage)
    return QueryMistake(with.status(), query, mistake);
  if (!with.ok()) return with.status();
  // This lease is of the other store. A second lease of the same store could wait for itself.
  const LiveStore::Lease whole = visit.whole->Borrow();
  THRESH_ASSIGN_OR_RETURN(SearchAnswer without, Ask(*whole, query, 0, &mistake));
  return Compared({std::move(without), std::move(*with)});
}

}  // namespace

Result<HttpResponse> CompareView(const Visit& visit) {
  const std::string query(visit.request.Parameter("q"));
  THRESH_ASSIGN_OR_RETURN(const Markup main, Main(visit, query));
  return Dress(visit, {.title = query.empty() ? "Compare" : query + ", compared",
                       .place = "/compare",
                       .query = query,
                       .compare = true,
                       .main = Join(El("h1", {}, "With and without removal"), main)});
}

}  // namespace thresh
