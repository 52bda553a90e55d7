// What is shown where nothing was asked for.
#pragma once

#include "common/store.h"
#include "query/serve/html.h"

namespace thresh {

Html StartPage(const Store& store);

}  // namespace thresh
