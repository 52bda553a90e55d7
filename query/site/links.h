// Links of the site: addresses of its own views, and the names of pages as people read them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/report/markup.h"
#include "common/store/schema.h"

namespace thresh {

using UrlParameters = std::initializer_list<std::pair<std::string_view, std::string_view>>;
// An address of this site. Every value is percent-encoded. A parameter without a value is left out.
std::string LinkTo(std::string_view path, UrlParameters parameters = {});

// The title of a page, or its URL if it has none.
std::string TitleOf(const DocRecord& page);
// The day of a page. Empty if the page has no date.
Markup DateOf(const DocRecord& page);
// The day of an ISO 8601 time, behind what it is the day of. Empty if the time is.
Markup DateOf(std::string_view what, std::string_view time);
// A link to the page view of this site, which shows what was removed.
Markup PageLink(const DocRecord& page);
// A link to the page itself. To the page view if the page has no address on the web: the host of a
// folder that was indexed without --base-url is the name of the folder, and has no dot.
Markup OriginalLink(const DocRecord& page);
// A link to the section of a page that has this anchor, on the web; else to the page view. The
// anchor must not be empty. `label` is read out in place of a text that says nothing.
Markup SectionLink(std::string_view url, std::string_view anchor, std::string_view text,
                   std::optional<std::string> label = std::nullopt);
// Host and path of a URL as steps. Links to the original page if that is on the web.
Markup UrlSteps(std::string_view url);
// The links below a list that goes over several pages. An empty address has no link. `label` names
// the list, since a view may have two.
Markup Pager(const std::string& previous, const std::string& next, std::size_t page,
             std::string_view label);

}  // namespace thresh
