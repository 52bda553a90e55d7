// Stems: what a unit of a query is looked up as in a store whose pages have stemmers of their own
// (`--stemmer auto`). A word has a term under the stemmer of each language of the store, and a page
// has it under the one of its own language. The unit stays one: it is found in any language, and a
// page's tf is that of whatever stem it has. Pure functions, safe on any thread.
#pragma once

#include <string>
#include <vector>

#include "query/retrieve/query.h"

namespace thresh {

// Whether the unit has several terms or phrases in different languages.
bool HasStems(const QueryUnit& unit);

// The unit under the stemmer of each language, without `others`: those that are equal stand once.
// The first is under the first stemmer. One if the unit has no stems.
std::vector<QueryUnit> StemsOf(const QueryUnit& unit);

// The different terms of a word, the first stemmer's first.
std::vector<std::string> TermsOf(const QueryUnit::Word& word);

}  // namespace thresh
