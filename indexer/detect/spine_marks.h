// Marks of texts: how a site repeats each of them, in which places and in which scopes.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine_log.h"
#include "indexer/detect/spine_parameters.h"

namespace thresh {

// For every directory of the log the number of its scope: the smallest directory (itself or above) below
// which the site has at least `least` pages, at worst the whole site.
std::vector<std::uint32_t> ScopesOfDirectories(const SiteLog& log, double least);

// TextMark bits of every text, page by page. `element_styles` has the style of every element, page by page.
std::vector<std::uint8_t> MarkTexts(const SiteLog& log, const std::vector<std::uint32_t>& element_styles,
                                    const SpineParameters& parameters);

}  // namespace thresh
