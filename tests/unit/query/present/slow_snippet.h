// The slow twin of MakeSnippet: cuts all kept text into words and tries a window at every word.
#pragma once

#include <cstddef>
#include <span>

#include "query/present/snippet_maker.h"

namespace thresh {

Snippet SlowSnippet(std::span<const ShownSpan> page, const QueryWords& words, Analyzer& analyzer,
                    std::size_t fragments);

}  // namespace thresh
