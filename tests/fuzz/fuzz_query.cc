// Any bytes as a query: an answer, or a usage error with its place, within the limits of query.h.
// What can be read is searched for on a few pages.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/check.h"
#include "query/retrieve/query.h"
#include "query/retrieve/rank.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

HandIndex MakeIndex() {
  std::mt19937 random(5);
  HandIndex index(RandomPages(random, 40, 9));
  index.hosts = {{"x.org", {}}, {"y.org", {}}};
  for (std::uint32_t i = 0; i < 40; ++i) {
    DocRecord record;
    record.site = SiteId(i % 2);
    record.url = "http://" + index.hosts[i % 2].host + "/" + std::to_string(i);
    index.records.push_back(record);
  }
  return index;
}

void CheckCondition(const Condition& condition, const Query& query, std::size_t depth) {
  const bool group =
      condition.kind == Condition::Kind::kAll || condition.kind == Condition::Kind::kAny;
  const bool negation = condition.kind == Condition::Kind::kNot;
  THRESH_CHECK(depth <= 4 * kMaxQueryDepth + 4);
  THRESH_CHECK(group ? condition.parts.size() > 1 : condition.parts.size() == (negation ? 1U : 0U));
  THRESH_CHECK(condition.kind != Condition::Kind::kUnit || condition.unit < query.units.size());
  for (const Condition& part : condition.parts) CheckCondition(part, query, depth + 1);
}

void CheckQuery(std::string_view text, const Query& query) {
  std::size_t terms = 0;
  THRESH_CHECK(!query.units.empty() || query.filter);
  for (const QueryUnit& unit : query.units) {
    THRESH_CHECK(!unit.words.empty() && unit.words.front().place == 0);
    THRESH_CHECK(unit.frequency > 0 || query.filter);
    terms += unit.words.size();
    for (std::size_t i = 1; i < unit.words.size(); ++i)
      THRESH_CHECK(unit.words[i].place > unit.words[i - 1].place);
  }
  for (const TypedWord& typed : query.typed)
    THRESH_CHECK(typed.begin < typed.end && typed.end <= text.size());
  THRESH_CHECK(terms <= kMaxQueryTerms && text.size() <= kMaxQueryBytes);
  if (query.filter) CheckCondition(*query.filter, query, 0);
}

void TryQuery(std::string_view text, Analyzer& analyzer, Operator unsigned_pieces) {
  static const HandIndex index = MakeIndex();
  std::size_t mistake = 0;
  const Result<Query> query = ParseQuery(text, analyzer, unsigned_pieces, &mistake);
  if (!query.ok()) {
    THRESH_CHECK(query.status().code() == Code::kUsage && !query.status().message().empty());
    THRESH_CHECK(mistake <= text.size() + 1);
    return;
  }
  THRESH_CHECK(mistake == 0);
  CheckQuery(text, query.value());
  const auto ranking = Rank(query.value(), index, CountCollection(index.lengths()), {});
  THRESH_CHECK(ranking.ok() && ranking.value().hits.size() <= ranking.value().matches);
}

}  // namespace
}  // namespace thresh

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using thresh::Analyzer;
  static const std::unique_ptr<Analyzer> analyzers[] = {
      std::move(Analyzer::Make({}).value()),
      std::move(Analyzer::Make({.stemmer = "porter", .stop_words = "english"}).value())};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  thresh::TryQuery(text, *analyzers[0], thresh::Operator::kOr);
  thresh::TryQuery(text, *analyzers[1], thresh::Operator::kAnd);
  return 0;
}
