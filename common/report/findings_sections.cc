#include <algorithm>

#include "common/cli/table.h"
#include "common/report/chart/charts.h"
#include "common/report/counter_report.h"
#include "common/report/parts.h"
#include "common/report/sections.h"

namespace thresh {
namespace {

constexpr std::size_t kTemplateWidth =
    600;                                // columns of a template's text; `templates` prints the rest
constexpr std::size_t kUrlWidth = 100;  // columns; the link has the whole URL

Markup ShareFigure(const StoreReport& report) {
  Histogram h{"Pages by the share of their words that was removed",
              "words of the page removed",
              "pages",
              {},
              {}};
  h.counts.assign(report.pages_by_share.begin(), report.pages_by_share.end());
  // A histogram has one edge more than bins.
  for (std::size_t i = 0; i <= kShareBins; ++i)
    h.edges.push_back(std::to_string(i * 100 / kShareBins) + " %");
  std::string note = "Half of the pages lost " + Percent(report.median_share, 1) +
                     " of their words or less. Nothing was removed from " +
                     Counted(report.pages_untouched, "page") + ".";
  if (report.pages_without_words > 0) {
    note += " " + Counted(report.pages_without_words, "page") +
            " had no words to begin with and are not drawn.";
  }
  return Figure(HistogramChart(h), note);
}

Markup SupportFigure(const StoreReport& report) {
  Histogram h{"Templates by the number of pages that have them",
              "pages that have the template",
              "templates",
              {},
              {}};
  h.counts = report.templates_by_support;
  for (std::size_t i = 0; i <= h.counts.size(); ++i)
    // Bin i begins at 2^i pages (CountSupports in report.cc).
    h.edges.push_back(Thousands(std::uint64_t{1} << i));
  return Figure(HistogramChart(h),
                Counted(report.templates.found, "template") +
                    ". Each column reaches to twice as many pages as the one before.");
}

// The title says more than the address, and stands in front of it.
Markup Page(const DocRecord& page) {
  const Markup url = WebLink(page.url, Foreign(CutToWidth(SafeText(page.url), kUrlWidth)));
  const std::string title = CutToWidth(SafeText(page.title), kUrlWidth);
  if (title.find_first_not_of(' ') == std::string::npos) return url;
  return Join(Foreign(title), " ", El("span", {{"class", "address"}}, url));
}

Markup Article(const TemplateCard& card, std::uint64_t removed_in_all) {
  return El("article", {},
            El("h3", {}, "Template " + std::to_string(card.id.value) + ", ", Foreign(card.site)),
            CardQuote(card, kTemplateWidth),
            El("dl", {{"class", "why"}}, CardFacts(card, removed_in_all), CardPages(card, &Page)));
}

Markup CounterTable(const Counters& counters, bool skipped) {
  // Only skipped records are a part of the records read. Other counters count other things and get
  // no share.
  const std::uint64_t read = counters[Counter::kRecordsRead];
  HtmlTable table(skipped
                      ? std::vector<HtmlTable::Column>{{"counter"},
                                                       {"number", true},
                                                       {"of records", true},
                                                       {"what"}}
                      : std::vector<HtmlTable::Column>{{"counter"}, {"number", true}, {"what"}});
  for (const CounterRow& row : CounterRows(counters)) {
    if (row.value == 0 || (row.kind == CounterKind::kSkipped) != skipped) continue;
    std::vector<Markup> cells = {row.name, Thousands(row.value)};
    if (skipped) cells.emplace_back(Share(row.value, read));
    cells.emplace_back(row.help);
    table.Row(std::move(cells));
  }
  return table.empty() ? Markup() : table.Show();
}

// Whoever shows a store to others may want to do as the pages ask.
Markup Robots(const Counters& counters) {
  if (counters[Counter::kNoindex] == 0 || counters[Counter::kWithheld] > 0) return {};
  return Note("Some pages ask for no index in <meta name=robots> and are indexed all the same: " +
              Counted(counters[Counter::kNoindex], "page") +
              ". thresh-index build --respect-robots leaves them out.");
}

}  // namespace

Markup DistributionsSection(const StoreReport& report) {
  Markup figures = ShareFigure(report);
  if (report.templates.found > 0) figures.Add(SupportFigure(report));
  return Section("Pages and templates", El("div", {{"class", "figures"}}, figures));
}

Markup TemplatesSection(const StoreReport& report) {
  const Statistics& s = report.stats.store->statistics();
  if (report.templates.found == 0)
    return Section("Heaviest templates", Note("No template was found."));
  Markup cards;
  for (const TemplateCard& card : report.templates.shown)
    cards.Add(Article(card, s.tokens_seen - s.tokens_indexed));
  return Section("Heaviest templates", Join(Note("By weight, which is pages times words: " +
                                                 Thousands(report.templates.shown.size()) + " of " +
                                                 Thousands(report.templates.found) + "."),
                                            cards));
}

Markup CountersSection(const StoreReport& report) {
  const Counters& counters = report.stats.store->manifest().counters;
  std::vector<std::string> zero;
  for (const CounterRow& row : CounterRows(counters)) {
    // What did not occur is named too, so that its absence is known and not guessed.
    if (row.value == 0) zero.emplace_back(row.name);
  }
  const Markup skipped = CounterTable(counters, true);
  return Section(
      "Skipped, changed, counted",
      Join(Note("Records that are no page of the store, and why: " + Thousands(counters.Skipped()) +
                " of " + Counted(counters[Counter::kRecordsRead], "record") + "."),
           skipped, Note("All other counters."), CounterTable(counters, false), Robots(counters),
           zero.empty() ? Markup() : Note("Did not occur: " + Joined(zero) + ".")));
}

}  // namespace thresh
