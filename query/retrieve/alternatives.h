// Alternatives: what else a word or a phrase of the query may stand for. `cafe` also finds `café`,
// and with a file of synonyms `car` finds `automobile`. Each alternative is a unit of its own that
// weighs less, so that pages with what was typed come first. Searcher::Vary calls AddAlternatives
// between parsing and ranking.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"
#include "query/retrieve/scorer.h"

namespace thresh {

// A file of synonyms, cut into words as the pages were. A value; any thread may read it. Its lines:
//
//   car, automobile, motor car     each of them finds the others
//   js => javascript, ecmascript   what stands before the => finds what stands behind it
//   # a remark
class Synonyms {
 public:
  using Words = std::vector<QueryUnit::Word>;  // one directly after the other

  // kMissing if the file cannot be read; kUsage, with the line, for a line that says nothing, such
  // as one without a comma. Words on the stop list are left out.
  static Result<Synonyms> Read(const std::string& file, Analyzer& analyzer);
  static Result<Synonyms> Parse(std::string_view text, const std::string& name, Analyzer& analyzer);

  // What the words also stand for, in the order of the file; empty if the file does not have them.
  const std::vector<Words>& Of(const Words& words) const;
  std::size_t longest() const { return longest_; }  // words of the longest that may stand alone

 private:
  Status AddLine(std::string_view line, Analyzer& analyzer);
  void Add(const Words& from, const Words& to);

  // By the terms of the first stemmer: the query's words were cut in the same way.
  using Terms = std::vector<std::string>;
  static Terms TermsOf(const Words& words);
  std::map<Terms, std::vector<Words>> of_;
  std::size_t longest_ = 0;
};

// A word without accents finds the words that have some. A word with accents finds others only if
// no page has it, because whoever types an accent means it. Words behind a - have no alternatives.
// A piece with + is met by its alternatives as well. Synonyms of several words are phrases. Words
// that stand in the query one after the other and have a synonym together add it, but a condition
// still asks for each of them.
// `synonyms` may be null.
Result<Query> AddAlternatives(Query query, const Index& index, const Synonyms* synonyms,
                              const ScorerParameters& parameters);

// Whether some page has the word with other accents.
Result<bool> HasOtherAccents(const std::string& term, const Index& index);

}  // namespace thresh
