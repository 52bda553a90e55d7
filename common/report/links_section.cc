#include "common/cli/table.h"
#include "common/report/parts.h"
#include "common/report/sections.h"

namespace thresh {
namespace {

constexpr std::size_t kTitleWidth = 60;  // columns

Markup Name(const BestPages::Page& page) {
  const std::string& words = page.title.empty() ? page.url : page.title;
  return WebLink(page.url, Foreign(CutToWidth(SafeText(words), kTitleWidth)));
}

// The best pages by one kind of links, each with its place and its links by the other kind.
Markup List(const BestPages& best, BestPages::Links links, std::string_view title) {
  const bool all = links == BestPages::kAll;
  const BestPages::Links other = all ? BestPages::kFree : BestPages::kAll;
  HtmlTable table({{std::string(title)},
                   {all ? "place without templates" : "place by all links", true},
                   {"pages that link to it", true},
                   {"of these outside of templates", true}});
  for (const BestPages::Page& page : best.best[links]) {
    table.Row({Name(page), Thousands(page.by[other].place),
               Thousands(page.by[BestPages::kAll].links_in),
               Thousands(page.by[BestPages::kFree].links_in)});
  }
  return table.Show();
}

}  // namespace

Markup LinksSection(const StoreReport& report) {
  constexpr std::string_view kTitle = "Best pages by their links";
  const BestPages& best = report.best_pages;
  if (!best.ranked)
    return Section(kTitle, Note("Not ranked here, because the store has more than " +
                                Thousands(kMostRankedPages) + " pages: see thresh-query rank."));
  if (best.edges[BestPages::kAll] == 0)
    return Section(kTitle, Note("No page links to another page of the store."));
  const std::uint64_t all = best.edges[BestPages::kAll], free = best.edges[BestPages::kFree];
  return Section(kTitle, Join(Note("By PageRank. Of " + Counted(all, "link") + " between pages, " +
                                   Share(all - free, all) +
                                   " stand in templates only. A menu makes the pages that it "
                                   "names the best of the site."),
                              List(best, BestPages::kAll, "by all links"),
                              List(best, BestPages::kFree, "by links outside of templates")));
}

}  // namespace thresh
