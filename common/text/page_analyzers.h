// PageAnalyzers: the analyzers of the pages of a store. With the stemmer "auto" there is one for
// each stemmer that the pages have, else one for all pages. A Digester cuts pages with them, and a
// Searcher cuts what it shows of a page. Not thread-safe, like the analyzers: each thread makes its
// own.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/text/analyzer.h"

namespace thresh {

class PageAnalyzers {
 public:
  // As Analyzer::Make.
  static Result<PageAnalyzers> Make(const AnalyzerOptions& options);

  bool chosen() const { return options_.stemmer == kAutoStemmer; }
  // The analyzer of pages with this stemmer. With "auto", a name that is no stemmer, which only a
  // damaged page has, counts as none. Else the name does not count. Lives as long as this.
  Analyzer& Of(std::string_view stemmer);

 private:
  AnalyzerOptions options_;
  std::unique_ptr<Analyzer> first_;  // of words that keep their endings, if there are several
  std::map<std::string, std::unique_ptr<Analyzer>, std::less<>> of_;  // the others, once asked for
};

}  // namespace thresh
