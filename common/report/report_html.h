// The report as one HTML file: pictures and style inside, no script, no request to any host. Words
// of pages are escaped, links are links of the web only.
#pragma once

#include <string>

#include "common/report/store_report.h"

namespace thresh {

std::string ReportHtml(const StoreReport& report);

}  // namespace thresh
