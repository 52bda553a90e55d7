// templates: what was found and removed, heaviest template first, as `thresh-query templates`
// prints it. Only functions of their arguments: any thread may call them.
#pragma once

#include <string>

#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/report/template_card.h"

namespace thresh {

// The cards of the `n` heaviest templates, what varies of each included. kMissing: no such site.
Result<TemplateCards> HeaviestTemplates(const Store& store, const std::string& site, std::size_t n);

// `verbose`: with the numbers of each rule.
std::string TemplatesText(const TemplateCards& cards, bool verbose, const Terminal& terminal);
std::string TemplatesJson(const TemplateCards& cards);

}  // namespace thresh
