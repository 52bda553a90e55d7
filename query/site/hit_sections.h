// HitSections: the sections of a found page that have words of the query, so that a result can lead
// straight to them. A section begins with a heading that has an id, and ends before the next one.
// Each search shows those of its hits. Functions of their arguments; one thread for each Searcher.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/present/search_answer.h"
#include "query/present/snippet_maker.h"
#include "query/retrieve/searcher.h"

namespace thresh {

inline constexpr std::size_t kMostSections = 3;  // of one hit

struct HitSection {
  std::string anchor, heading;
  friend bool operator==(const HitSection&, const HitSection&) = default;
};

// Those with the most different words of the query, then with the most words, kMostSections at most
// and in the order of the page. A section with less than half of the words of the best one is left
// out, and so is one whose heading is the title of the page: the title leads there. Empty for a
// store whose detector sees no elements. kUnusable if a row of the page is damaged.
Result<std::vector<HitSection>> HitSections(Searcher& searcher, DocId doc, const DocRecord& page,
                                            const TextRecord& kept, const QueryWords& words);

// A PageVisitor that adds the sections of the first `most` pages to `sections`.
PageVisitor SectionFinder(Searcher& searcher, std::size_t most,
                          std::vector<std::vector<HitSection>>* sections);

}  // namespace thresh
