// Text with words marked: those of a query, and those of a template that vary.
#pragma once

#include <string_view>

#include "common/report/markup.h"
#include "query/present/sightings.h"
#include "query/present/snippet.h"

namespace thresh {

Markup Marked(const Snippet& snippet);
// Marks the words that not all pages of the template have.
Markup MarkVarying(std::string_view text, const CommonWords& common);
std::string_view VariesNote(const SeenTemplate& seen);

}  // namespace thresh
