// Small parts that several views show: links to pages, words with marks, numbers.
#pragma once

#include <string>
#include <string_view>

#include "common/store/schema.h"
#include "query/present/sightings.h"
#include "query/present/snippet.h"
#include "query/site/html.h"

namespace thresh {

std::string TitleOf(const DocRecord& page);  // its URL where it has none

// The day of the page; nothing where it has none.
Html DateOf(const DocRecord& page);

// To the page view of this site.
Html PageLink(const DocRecord& page);
// Host and path as steps; a link to the original where that is on the web.
Html UrlSteps(std::string_view url);
// Foreign text: its direction is its own.
Html Foreign(HtmlName element, std::string_view css_class, std::string_view text);
Html Marked(const Snippet& snippet);
// With what is not common marked.
Html MarkVarying(std::string_view text, const CommonWords& common);
std::string_view VariesNote(const SeenTemplate& seen);
// A bar that is full at 1.
Html ShareBar(double share, std::string_view label);
// A parameter that is a number from `least` to `most`; `otherwise` where it is none.
std::size_t NumberOf(std::string_view text, std::size_t least, std::size_t most,
                     std::size_t otherwise);

// Below a list; a link that is empty is left out.
Html Pager(const std::string& previous, const std::string& next, std::size_t page);

}  // namespace thresh
