// What is shown where nothing was asked for.
#pragma once

#include "common/store/store.h"
#include "query/site/html.h"

namespace thresh {

Html StartPage(const Store& store);

}  // namespace thresh
