// The options that name what is searched: stores, and the statistics of the whole that they are
// part of. search, serve and run have them.
#pragma once

#include "common/cli/cli.h"
#include "query/retrieve/searcher.h"

namespace thresh {

// `names` must outlive the options. `store_help` is the sentence about --store.
void DeclareStores(Options& options, StoreNames* names, std::string_view store_help);

// Raises the limit of open descriptors as far as the system allows, to be called before stores are
// opened. Many shells allow 1,024. A segment takes a dozen, a server one for each connection.
void AllowDescriptors();

}  // namespace thresh
