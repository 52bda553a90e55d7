// What is shown where nothing was asked for.
#pragma once

#include "common/report/markup.h"
#include "common/store/store.h"

namespace thresh {

Markup StartPage(const Store& store);

}  // namespace thresh
