#include <array>

#include "common/report/report.h"
#include "common/report/sections.h"
#include "common/report/style.h"

namespace thresh {
namespace {

// The order of this table is the order of the page: pictures first, counters last.
using SectionFunction = Markup (*)(const StoreReport&);
constexpr std::array<SectionFunction, 10> kSections = {
    OverviewSection, DistributionsSection, ReductionSection, SitesSection,         TemplatesSection,
    LinksSection,    FamiliesSection,      BuildSection,     ConfigurationSection, CountersSection};

// The policy denies everything that a hole in the escaping could be used for. Styles are allowed
// inline because the file must need no other file.
constexpr const char* kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

Markup Head(const std::string& title) {
  return El("head", {}, El("meta", {{"charset", "utf-8"}}),
            El("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", kPolicy}}),
            El("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}),
            // A site that a reader visits need not know where the report lies.
            El("meta", {{"name", "referrer"}, {"content", "no-referrer"}}), El("title", {}, title),
            Markup::Style(kReportStyle));
}

}  // namespace

std::string ReportPage(const std::string& title, const Markup& sections) {
  return El("html", {{"lang", "en"}}, Head(title), El("body", {}, El("main", {}, sections)))
      .Document();
}

std::string ReportHtml(const StoreReport& report, const Markup& news) {
  Markup sections;
  for (const SectionFunction section : kSections) {
    sections.Add(section(report));
    if (section == kSections.front()) sections.Add(news);
  }
  return ReportPage("Thresh: report on " + report.stats.store->path(), sections);
}

}  // namespace thresh
