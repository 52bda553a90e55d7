// The sections of a report, top to bottom.
#pragma once

#include "common/report/markup.h"
#include "common/report/store_report.h"

namespace thresh {

Markup OverviewSection(
    const StoreReport& report);  // title and the figures that are asked for first
Markup ReductionSection(
    const StoreReport& report);  // seen and indexed: blocks, words, postings, positions
Markup FamiliesSection(
    const StoreReport& report);  // bytes on disk by column family, of two stores if there
Markup SitesSection(const StoreReport& report);  // the same by site
Markup DistributionsSection(
    const StoreReport& report);  // template share of pages, support of templates
Markup TemplatesSection(const StoreReport& report);  // the heaviest, with their text
Markup CountersSection(
    const StoreReport& report);  // what was skipped, what was changed, what did not occur
Markup BuildSection(const StoreReport& report);          // time by stage
Markup ConfigurationSection(const StoreReport& report);  // inputs, settings, fingerprints

}  // namespace thresh
