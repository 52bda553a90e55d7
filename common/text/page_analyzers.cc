#include "common/text/page_analyzers.h"

#include <utility>

namespace thresh {

Result<PageAnalyzers> PageAnalyzers::Make(const AnalyzerOptions& options) {
  PageAnalyzers made;
  made.options_ = options;
  THRESH_ASSIGN_OR_RETURN(made.first_, Analyzer::Make(options));
  return made;
}

Analyzer& PageAnalyzers::Of(std::string_view stemmer) {
  if (!chosen() || stemmer.empty() || stemmer == "none") return *first_;
  const auto known = of_.find(stemmer);
  if (known != of_.end()) return *known->second;
  Result<std::unique_ptr<Analyzer>> made = Analyzer::Make(options_, {std::string(stemmer)});
  if (!made.ok()) return *first_;
  return *of_.emplace(stemmer, std::move(made.value())).first->second;
}

}  // namespace thresh
