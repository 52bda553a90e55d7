#include <algorithm>
#include <numeric>

#include "common/cli/table.h"
#include "common/report/chart/charts.h"
#include "common/report/parts.h"
#include "common/report/sections.h"

namespace thresh {
namespace {

constexpr std::size_t kSites = 30;  // shown; a crawl may have thousands

std::uint64_t Removed(std::uint64_t seen, std::uint64_t indexed) {
  // The numbers come from a file and must not wrap around.
  return seen - std::min(seen, indexed);
}

Markup KeptGoneBar(std::uint64_t seen, std::uint64_t indexed) {
  const std::uint64_t gone = Removed(seen, indexed);
  return ShareBar(static_cast<double>(gone), static_cast<double>(seen),
                  Share(gone, seen) + " removed");
}

std::uint64_t Total(const FamilyBytes& sizes) {
  return std::accumulate(sizes.bytes.begin(), sizes.bytes.end(), std::uint64_t{0});
}

// Two columns of bytes against each other; without a second store, against the whole.
Markup PlainFamilies(const FamilyBytes& sizes) {
  const std::uint64_t total = Total(sizes);
  HtmlTable table({{"column family"}, {"bytes", true}, {"share", true}, {"of the whole"}});
  const auto row = [&](std::string_view name, std::uint64_t bytes) {
    table.Row(
        {name, Thousands(bytes), Share(bytes, total),
         PairBar(0, static_cast<double>(bytes), static_cast<double>(total), Share(bytes, total))});
  };
  for (std::size_t f = 0; f < kFamilyCount; ++f) row(kFamilyNames[f], sizes.bytes[f]);
  row("total", total);
  return Join(table.Show(),
              Note("Bytes on disk of this store. A report with --compare shows them beside those "
                   "of a build of the same pages without removal."));
}

Markup ComparedFamilies(const FamilyBytes& with, const StoreStats& without) {
  HtmlTable table({{"column family"},
                   {"without removal", true},
                   {"with removal", true},
                   {"saved", true},
                   {"without, with"}});
  const FamilyBytes& other = without.family_bytes;
  // One scale for all families, so that their bars can be compared with each other.
  const double longest =
      static_cast<double>(*std::max_element(other.bytes.begin(), other.bytes.end()));
  const auto row = [&](std::string_view name, std::uint64_t before, std::uint64_t after,
                       double whole) {
    // As doubles, because a family may also grow.
    const double saved = static_cast<double>(before) - static_cast<double>(after);
    const std::string share = Percent(saved, static_cast<double>(before));
    table.Row({name, Thousands(before), Thousands(after), share,
               PairBar(static_cast<double>(before), static_cast<double>(after), whole,
                       share + " saved")});
  };
  for (std::size_t f = 0; f < kFamilyCount; ++f)
    row(kFamilyNames[f], other.bytes[f], with.bytes[f], longest);
  row("total", Total(other), Total(with), static_cast<double>(std::max(Total(other), Total(with))));
  return Join(
      Legend("pale", "without removal", "kept", "with removal"), table.Show(),
      Note("Bytes on disk of this store and of " + without.store->path() +
           ", a build of the same pages without removal. The total has a scale of its own."));
}

void SiteRow(HtmlTable& table, const Markup& name, const Statistics& s) {
  const std::uint64_t words = Removed(s.tokens_seen, s.tokens_indexed);
  table.Row({name, Thousands(s.docs), Thousands(s.tokens_seen), Share(words, s.tokens_seen),
             KeptGoneBar(s.tokens_seen, s.tokens_indexed), Thousands(s.postings_seen),
             Share(Removed(s.postings_seen, s.postings), s.postings_seen),
             Share(s.blocks_template, s.blocks_seen), Thousands(s.templates)});
}

}  // namespace

Markup OverviewSection(const StoreReport& report) {
  const Store& store = *report.stats.store;
  const Manifest& m = store.manifest();
  const Statistics& s = store.statistics();
  Pairs cards = {{"pages", Thousands(s.docs)},
                 {"sites", Thousands(store.sites().size())},
                 {"words removed", Share(Removed(s.tokens_seen, s.tokens_indexed), s.tokens_seen)},
                 {"postings removed", Share(Removed(s.postings_seen, s.postings), s.postings_seen)},
                 {"templates", Thousands(s.templates)},
                 {"on disk", HumanBytes(Total(report.stats.family_bytes))}};
  if (report.without) {
    const auto before = static_cast<double>(Total(report.without->family_bytes));
    const auto after = static_cast<double>(Total(report.stats.family_bytes));
    cards.emplace_back("bytes saved", Percent(before - after, before));
  }
  if (SecondsOf(m, "wall") > 0)
    cards.emplace_back("built in", Decimal(SecondsOf(m, "wall"), 1) + " s");
  return El("header", {}, El("h1", {}, "What Thresh took away"),
            El("p", {}, "Store ", Foreign(store.path()), ", built " + m.created + " from ",
               Foreign(m.inputs.empty() ? "an unnamed input" : Joined(m.inputs)),
               " with the detector " + report.stats.detector + "."),
            Cards(cards));
}

Markup ReductionSection(const StoreReport& report) {
  const Statistics& s = report.stats.store->statistics();
  HtmlTable table(
      {{"what"}, {"seen", true}, {"indexed", true}, {"removed", true}, {"indexed, removed"}});
  const auto row = [&](std::string_view name, std::uint64_t seen, std::uint64_t indexed) {
    table.Row({name, Thousands(seen), Thousands(indexed), Share(Removed(seen, indexed), seen),
               KeptGoneBar(seen, indexed)});
  };
  row("blocks", s.blocks_seen, Removed(s.blocks_seen, s.blocks_template));
  row("words", s.tokens_seen, s.tokens_indexed);
  row("postings", s.postings_seen, s.postings);
  // Nothing is removed from title, URL and description, so their words stand on both sides.
  row("positions", s.tokens_seen + s.tokens_fields, s.tokens_indexed + s.tokens_fields);
  return Section(
      "Reduction",
      Join(Legend("kept", "indexed", "gone", "removed as template"), table.Show(),
           Note("Words are the words of page bodies. Postings and positions also count title, URL "
                "and description, from which nothing is removed. " +
                Counted(s.blocks_kept_one, "template block") + " kept on a representative page, " +
                Counted(s.blocks_protected, "block") + " kept by a protection rule.")));
}

Markup FamiliesSection(const StoreReport& report) {
  return Section("Column families",
                 report.without ? ComparedFamilies(report.stats.family_bytes, *report.without)
                                : PlainFamilies(report.stats.family_bytes));
}

Markup SitesSection(const StoreReport& report) {
  const Store& store = *report.stats.store;
  HtmlTable table({{"site"},
                   {"pages", true},
                   {"words seen", true},
                   {"removed", true},
                   {"indexed, removed"},
                   {"postings seen", true},
                   {"postings removed", true},
                   {"blocks struck", true},
                   {"templates", true}});
  for (const SiteRecord& site : LargestSites(store, kSites))
    SiteRow(table, Foreign(site.host), site.statistics);
  // The totals are those of the store, which also counts the sites that are not shown.
  SiteRow(table, "all sites", store.statistics());
  const std::size_t sites = store.sites().size();
  return Section(
      "Sites",
      Join(table.Show(), sites <= kSites
                             ? Markup()
                             : Note("The " + std::to_string(kSites) + " sites with most words of " +
                                    Thousands(sites) + ". thresh-query stats --json has all.")));
}

}  // namespace thresh
