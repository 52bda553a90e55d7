#include "common/report/report_html.h"

#include <array>

#include "common/report/report_sections.h"
#include "common/report/report_style.h"

namespace thresh {
namespace {

using SectionFunction = Markup (*)(const StoreReport&);
constexpr std::array<SectionFunction, 9> kSections = {
    OverviewSection,  ReductionSection, FamiliesSection, SitesSection,        DistributionsSection,
    TemplatesSection, CountersSection,  BuildSection,    ConfigurationSection};

// The policy denies all that a hole in the escaping could be used for.
constexpr std::string_view kHead =
    "<!doctype html>\n"
    "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n";

}  // namespace

std::string ReportHtml(const StoreReport& report) {
  std::string out(kHead);
  out += Element("title", {}, Words("Thresh: report on " + report.stats.store->path())).text();
  out += "\n<style>" + std::string(kReportStyle) + "</style>\n</head>\n<body>\n<main>\n";
  for (const SectionFunction section : kSections) out += section(report).text() + "\n";
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace thresh
