#include "query/retrieve/alternatives.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/files.h"
#include "common/text/accents.h"
#include "common/text/analyzer.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

using Words = Synonyms::Words;

// More ways to write a phrase are not tried: a phrase of which many words have many spellings is
// looked for with one of them changed.
constexpr std::size_t kMostWays = 64;

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::vector<std::string_view> SplitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(Trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

// The words as the pages have them, without stop words.
Words WordsOf(std::string_view text, Analyzer& analyzer) {
  struct Collector : TokenSink {
    void Add(const Token& token) override {
      if (!token.stop) words.push_back(WordOf(token, static_cast<std::uint32_t>(words.size())));
    }
    Words words;
  } collector;
  analyzer.Tokenise(text, collector);
  return std::move(collector.words);
}

// The lists of words of a side of a line; none if one of them is empty.
std::vector<Words> AllWordsOf(std::string_view side, Analyzer& analyzer) {
  std::vector<Words> all;
  for (const std::string_view part : SplitAt(side, ',')) {
    all.push_back(WordsOf(part, analyzer));
    if (all.back().empty()) return {};
  }
  return all;
}

bool IsTyped(const QueryUnit& unit) {
  return unit.frequency > 0 && !unit.added && !unit.instead_of &&
         unit.kind != QueryUnit::Kind::kPattern;
}

bool IsWord(const QueryUnit& unit) {
  return unit.kind == QueryUnit::Kind::kWords && unit.words.size() == 1;
}

bool Contains(const std::vector<std::string>& terms, const std::string& term) {
  return std::find(terms.begin(), terms.end(), term) != terms.end();
}

Result<std::vector<std::string>> OtherAccents(const std::string& term, const Index& index) {
  const std::string plain = WithoutAccents(term);
  if (plain != term) {
    THRESH_ASSIGN_OR_RETURN(const TermRow typed, index.Term(term));
    if (typed) return std::vector<std::string>();
  }
  THRESH_ASSIGN_OR_RETURN(std::vector<std::string> others, index.Spellings(plain));
  std::erase(others, term);
  if (plain != term) others.insert(others.begin(), plain);
  return others;
}

// Those of all terms of the word, none of which is among them. A word with accents is known if any
// language has it.
Result<std::vector<std::string>> OtherAccents(const QueryUnit::Word& word, const Index& index) {
  const std::vector<std::string> terms = TermsOf(word);
  std::vector<std::string> all;
  bool known = false;
  for (std::size_t t = 0; terms.size() > 1 && t < terms.size(); ++t) {
    THRESH_ASSIGN_OR_RETURN(const TermRow record, index.Term(terms[t]));
    known = known || record;
  }
  for (const std::string& term : terms) {
    if (known && WithoutAccents(term) != term) continue;
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> others, OtherAccents(term, index));
    for (const std::string& other : others) {
      if (!Contains(terms, other) && !Contains(all, other)) all.push_back(other);
    }
  }
  return all;
}

// Collects the alternatives of a query.
class Varying {
 public:
  Varying(Query* query, const Index& index, const Synonyms* synonyms,
          const ScorerParameters& parameters)
      : query_(*query),
        index_(index),
        synonyms_(synonyms),
        parameters_(parameters),
        typed_(query->units.size()) {}

  Status AddAll() {
    for (std::size_t unit = 0; unit < typed_; ++unit) {
      if (!IsTyped(query_.units[unit])) continue;
      if (parameters_.accents > 0) THRESH_RETURN_IF_ERROR(AddAccents(unit));
      if (synonyms_ != nullptr) AddSynonyms(unit);
    }
    if (query_.filter && query_.units.size() > typed_) Widen(&*query_.filter);
    return {};
  }

 private:
  // Every way to write the unit with other accents.
  Status AddAccents(std::size_t number) {
    const std::vector<QueryUnit::Word> words = query_.units[number].words;
    std::vector<std::vector<std::string>> others;
    std::size_t ways = 1;
    for (const QueryUnit::Word& word : words) {
      THRESH_ASSIGN_OR_RETURN(others.emplace_back(), OtherAccents(word, index_));
      ways = std::min(ways * (1 + others.back().size()), kMostWays + 1);
    }
    std::vector<std::vector<QueryUnit::Word>> written;
    if (ways <= kMostWays) {
      written.push_back(words);
      for (std::size_t at = 0; at < words.size(); ++at) Multiply(at, others[at], &written);
      written.erase(written.begin());
    } else {
      for (std::size_t at = 0; at < words.size(); ++at) {
        std::vector<std::vector<QueryUnit::Word>> changed = {words};
        Multiply(at, others[at], &changed);
        written.insert(written.end(), changed.begin() + 1, changed.end());
      }
    }
    for (std::vector<QueryUnit::Word>& way : written)
      Add(number, std::move(way), parameters_.accents);
    return {};
  }

  // Adds to the ways to write a phrase those in which the word at a place is another one.
  static void Multiply(std::size_t at, const std::vector<std::string>& others,
                       std::vector<std::vector<QueryUnit::Word>>* ways) {
    const std::size_t before = ways->size();
    for (const std::string& other : others) {
      for (std::size_t way = 0; way < before; ++way) {
        ways->push_back((*ways)[way]);
        ways->back()[at] = {other, ways->back()[at].place};
      }
    }
  }

  // The synonyms of what begins with the unit: of a phrase all of it, else of one and more words.
  void AddSynonyms(std::size_t first) {
    Words words = query_.units[first].words;
    if (query_.units[first].kind != QueryUnit::Kind::kWords) return;
    AddThose(first, words);
    if (!IsWord(query_.units[first])) return;
    for (std::size_t next = first + 1; next < typed_ && words.size() < synonyms_->longest();
         ++next) {
      const QueryUnit& unit = query_.units[next];
      if (!IsTyped(unit) || !IsWord(unit) || unit.field != query_.units[first].field) return;
      words.push_back(unit.words.front());
      AddThose(first, words);
    }
  }

  // Each of several words is a condition of its own, which a synonym of all of them does not meet.
  void AddThose(std::size_t first, const Words& words) {
    const bool whole = words.size() == query_.units[first].words.size();
    for (const Words& other : synonyms_->Of(words)) Add(first, other, parameters_.synonyms, whole);
  }

  void Add(std::size_t number, std::vector<QueryUnit::Word> words, double weight,
           bool meets = true) {
    const QueryUnit& typed = query_.units[number];
    const bool known =
        std::any_of(query_.units.begin(), query_.units.end(), [&](const QueryUnit& unit) {
          return unit.kind == typed.kind && unit.words == words && unit.field == typed.field;
        });
    if (known || weight <= 0) return;
    QueryUnit unit = typed;
    unit.words = std::move(words);
    unit.weight = typed.weight * weight;
    unit.instead_of = number;
    (meets ? meeting_ : beside_).emplace_back(number, query_.units.size());
    query_.units.push_back(std::move(unit));
  }

  // A condition on a unit is met by its alternatives. An exclusion stays as it was typed.
  void Widen(Condition* condition) const {
    if (condition->kind == Condition::Kind::kNot) return;
    if (condition->kind == Condition::Kind::kAny) Join(condition);
    for (Condition& part : condition->parts) Widen(&part);
    if (condition->kind != Condition::Kind::kUnit) return;
    Condition any{.kind = Condition::Kind::kAny, .parts = {*condition}};
    for (const auto& [typed, other] : meeting_) {
      if (typed == condition->unit)
        any.parts.push_back({.kind = Condition::Kind::kUnit, .unit = other});
    }
    if (any.parts.size() > 1) *condition = std::move(any);
  }

  // A synonym of several words is an alternative beside them where any of them is enough.
  void Join(Condition* any) const {
    const std::vector<Condition> parts = any->parts;
    for (const std::pair<std::size_t, std::size_t>& pair : beside_) {
      const bool has_first = std::any_of(parts.begin(), parts.end(), [&](const Condition& part) {
        return part.kind == Condition::Kind::kUnit && part.unit == pair.first;
      });
      if (has_first) any->parts.push_back({.kind = Condition::Kind::kUnit, .unit = pair.second});
    }
  }

  Query& query_;
  const Index& index_;
  const Synonyms* synonyms_;
  const ScorerParameters& parameters_;
  const std::size_t typed_;  // the units behind are alternatives
  // A unit that was typed, and an alternative that meets each condition on it; and one that stands
  // for the words behind it as well.
  std::vector<std::pair<std::size_t, std::size_t>> meeting_, beside_;
};

}  // namespace

Synonyms::Terms Synonyms::TermsOf(const Words& words) {
  Terms terms;
  for (const QueryUnit::Word& word : words) terms.push_back(word.term);
  return terms;
}

Result<Synonyms> Synonyms::Read(const std::string& file, Analyzer& analyzer) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  return Parse(text, file, analyzer);
}

Result<Synonyms> Synonyms::Parse(std::string_view text, const std::string& name,
                                 Analyzer& analyzer) {
  Synonyms synonyms;
  std::size_t number = 0;
  for (const std::string_view line : SplitAt(text, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const Status added = synonyms.AddLine(line, analyzer);
    if (!added.ok())
      return Status(added.code(),
                    name + ", line " + std::to_string(number) + ": " + added.message());
  }
  return synonyms;
}

Status Synonyms::AddLine(std::string_view line, Analyzer& analyzer) {
  const std::size_t arrow = line.find("=>");
  const std::vector<Words> from = AllWordsOf(line.substr(0, arrow), analyzer);
  std::vector<Words> to = from;
  if (arrow != std::string_view::npos) to = AllWordsOf(line.substr(arrow + 2), analyzer);
  if (from.empty() || to.empty())
    return Status(Code::kUsage, "a word is missing beside a comma or =>");
  if (arrow == std::string_view::npos && from.size() == 1)
    return Status(Code::kUsage, "one word alone has no synonym; 'a, b' and 'a => b' say some");
  for (const Words& one : from) {
    for (const Words& other : to) Add(one, other);
  }
  return {};
}

void Synonyms::Add(const Words& from, const Words& to) {
  if (from == to) return;
  std::vector<Words>& known = of_[TermsOf(from)];
  if (std::find(known.begin(), known.end(), to) == known.end()) known.push_back(to);
  longest_ = std::max(longest_, from.size());
}

const std::vector<Words>& Synonyms::Of(const Words& words) const {
  static const std::vector<Words> kNone;
  const auto found = of_.find(TermsOf(words));
  return found == of_.end() ? kNone : found->second;
}

Result<Query> AddAlternatives(Query query, const Index& index, const Synonyms* synonyms,
                              const ScorerParameters& parameters) {
  THRESH_RETURN_IF_ERROR(Varying(&query, index, synonyms, parameters).AddAll());
  return query;
}

Result<bool> HasOtherAccents(const std::string& term, const Index& index) {
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> others, OtherAccents(term, index));
  for (const std::string& other : others) {
    THRESH_ASSIGN_OR_RETURN(const TermRow record, index.Term(other));
    if (record) return true;
  }
  return false;
}

}  // namespace thresh
