// How to write a query, and where one went wrong.
#pragma once

#include <cstddef>
#include <string>

#include "common/base/status.h"
#include "common/report/markup.h"

namespace thresh {

// A row a form, each with an example that can be tried; `host` is a site of the store.
Markup QueryHelp(const std::string& host);
// The query with its mistake marked: a character from 1, as ParseQuery says; 0: the whole of it.
Markup QueryMistake(const Status& status, const std::string& query, std::size_t character);

}  // namespace thresh
