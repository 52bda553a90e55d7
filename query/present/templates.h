// templates: what was found and removed, heaviest first.
#pragma once

#include <string>

#include "common/cli.h"
#include "common/report/template_list.h"

namespace thresh {

std::string TemplatesText(const TemplateList& list, const Terminal& terminal);
std::string TemplatesJson(const TemplateList& list);

}  // namespace thresh
