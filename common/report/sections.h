// The sections of a report, in the order in which html.cc shows them.
#pragma once

#include "common/report/markup.h"
#include "common/report/report.h"

namespace thresh {

// Title and the figures that a reader asks first.
Markup OverviewSection(const StoreReport& report);
// How much of the pages is template, and on how many pages templates stand.
Markup DistributionsSection(const StoreReport& report);
// What was seen and what is indexed: blocks, words, postings, positions.
Markup ReductionSection(const StoreReport& report);
// The same figures by site.
Markup SitesSection(const StoreReport& report);
// The heaviest templates, a card each.
Markup TemplatesSection(const StoreReport& report);
// The best pages by all links and by those outside of templates.
Markup LinksSection(const StoreReport& report);
// Bytes on disk by column family, of both stores if the report compares two.
Markup FamiliesSection(const StoreReport& report);
// Time by stage.
Markup BuildSection(const StoreReport& report);
// Inputs, settings, fingerprints.
Markup ConfigurationSection(const StoreReport& report);
// Every counter: what was skipped, what was changed, what did not occur.
Markup CountersSection(const StoreReport& report);

}  // namespace thresh
