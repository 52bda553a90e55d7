#include "common/cli/table.h"
#include "common/report/parts.h"
#include "common/report/sections.h"

namespace thresh {
namespace {

constexpr std::size_t kTitleWidth = 60;  // columns

constexpr auto kAll = static_cast<std::size_t>(LinkKind::kAll);
constexpr auto kFree = static_cast<std::size_t>(LinkKind::kFree);

Markup Name(const RankedPage& page) {
  return WebLink(page.url, Foreign(CutToWidth(SafeText(page.title), kTitleWidth)));
}

// The best pages by one kind of links, each with its place and its links by the other kind.
Markup List(const RankTable& best, std::size_t links, std::string_view title) {
  const bool all = links == kAll;
  const std::size_t other = all ? kFree : kAll;
  HtmlTable table({{std::string(title)},
                   {all ? "place without templates" : "place by all links", true},
                   {"pages that link to it", true},
                   {"of these outside of templates", true}});
  for (const RankedPage& page : best.best[links]) {
    table.Row({Name(page), Thousands(page.by[other].place), Thousands(page.by[kAll].links_in),
               Thousands(page.by[kFree].links_in)});
  }
  return table.Show();
}

}  // namespace

Markup LinksSection(const StoreReport& report) {
  constexpr std::string_view kTitle = "Best pages by their links";
  if (!report.best_pages)
    return Section(kTitle, Note("Not ranked here, because the store has more than " +
                                Thousands(kMostRankedPages) + " pages: see thresh-query rank."));
  const RankTable& best = *report.best_pages;
  if (best.edges[kAll] == 0)
    return Section(kTitle, Note("No page links to another page of the store."));
  const std::uint64_t all = best.edges[kAll], free = best.edges[kFree];
  return Section(kTitle, Join(Note("By PageRank. Of " + Counted(all, "link") + " between pages, " +
                                   Share(all - free, all) +
                                   " stand in templates only. A menu makes the pages that it "
                                   "names the best of the site."),
                              List(best, kAll, "by all links"),
                              List(best, kFree, "by links outside of templates")));
}

}  // namespace thresh
