// Stop words of a query: words that somebody need not mean who types them, such as those of a whole
// question. The pages keep them, so phrases and words with a + find them as before. Searcher reads
// the file of --stop-words, and ParseQuery leaves its words out. Values; any thread may read them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace thresh {

class Analyzer;

// Terms, cut and stemmed as the words of the pages are.
using TypedStopWords = std::set<std::string, std::less<>>;

// A file has a word on each line; a line that begins with # is a remark. kMissing if the file
// cannot be read; kUsage, with the line, for a line that is not one word.
Result<TypedStopWords> ReadStopWords(const std::string& file, Analyzer& analyzer);
Result<TypedStopWords> ParseStopWords(std::string_view text, const std::string& name,
                                      Analyzer& analyzer);

}  // namespace thresh
