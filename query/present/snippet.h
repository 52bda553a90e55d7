// Snippet: the passages of a page that an answer shows, with the words of the query in them.
// snippet_maker.h makes them. A value, not thread-safe.
#pragma once

#include <optional>
#include <string>

#include "common/base/ids.h"
#include "common/cli/wrapped_text.h"

namespace thresh {

struct Snippet {
  std::string text;   // an ellipsis between fragments, and wherever text of the page was left out
  Ranges highlights;  // the query's words
  std::optional<BlockNo> block = std::nullopt;  // of the first of them
};

}  // namespace thresh
