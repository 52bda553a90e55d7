// The slow, obvious twin of spine: every page as a tree of elements that know their style path as a
// string, every table a map of strings, every subtree walked anew. Ids, roles and layouts of any
// kind; one site.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "indexer/records.h"

namespace thresh {

// By (page, text node): the name of the rule that strikes it, with the parameters' defaults.
using SlowStrikes = std::map<std::pair<std::size_t, std::size_t>, std::string>;
SlowStrikes SlowSpine(const std::vector<Page>& pages);

}  // namespace thresh
