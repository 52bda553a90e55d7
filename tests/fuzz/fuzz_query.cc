// Any bytes as a query: an answer or a usage error, within the limits of query.h.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "query/retrieve/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<thresh::Analyzer> analyzers[] = {
      std::move(thresh::Analyzer::Make({}).value()),
      std::move(thresh::Analyzer::Make({.stemmer = "porter", .stop_words = "english"}).value())};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& analyzer : analyzers) {
    const thresh::Result<thresh::Query> query = thresh::ParseQuery(text, *analyzer);
    if (!query.ok()) {
      CHECK(query.status().code() == thresh::Code::kUsage && !query.status().message().empty());
      continue;
    }
    std::size_t terms = 0;
    CHECK(!query.value().units.empty());
    for (const thresh::QueryUnit& unit : query.value().units) {
      CHECK(!unit.words.empty() && unit.words.front().place == 0 && unit.frequency > 0);
      terms += unit.words.size();
      for (std::size_t i = 1; i < unit.words.size(); ++i)
        CHECK(unit.words[i].place > unit.words[i - 1].place);
    }
    CHECK(terms <= thresh::kMaxQueryTerms && size <= thresh::kMaxQueryBytes);
  }
  return 0;
}
