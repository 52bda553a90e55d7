// The slow, obvious twin of spine: every page as a tree of elements that know their style path as a
// string, every table a map of strings, every subtree walked anew. Ids, roles and layouts of any
// kind; one site.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "indexer/records.h"

namespace thresh {

// (page, text node) of all strikes, with the parameters' defaults.
std::set<std::pair<std::size_t, std::size_t>> SlowSpine(const std::vector<Page>& pages);

}  // namespace thresh
