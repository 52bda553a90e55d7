#include "query/retrieve/prefix.h"

#include <algorithm>
#include <utility>

#include "query/retrieve/term_cursor.h"

namespace thresh {
namespace {

struct SeenTerm {
  std::uint32_t df;
  std::string term;
};
bool MoreFrequent(const SeenTerm& a, const SeenTerm& b) {
  return a.df != b.df ? a.df > b.df : a.term < b.term;
}

}  // namespace

Result<Expansion> ExpandPrefix(std::string_view prefix, const Index& index) {
  Expansion expansion;
  // A bounded heap with the least frequent term on top: a prefix such as `a*` has far more terms
  // than are kept.
  std::vector<SeenTerm> heap;
  THRESH_RETURN_IF_ERROR(index.VisitTerms(prefix, [&](std::string_view term, std::uint32_t df) {
    heap.push_back({df, std::string(term)});
    std::push_heap(heap.begin(), heap.end(), MoreFrequent);
    if (heap.size() > kMaxExpansion) {
      std::pop_heap(heap.begin(), heap.end(), MoreFrequent);
      heap.pop_back();
    }
    return ++expansion.seen < kMaxTermsSeen;
  }));
  for (SeenTerm& seen : heap) expansion.terms.push_back(std::move(seen.term));
  std::sort(expansion.terms.begin(), expansion.terms.end());
  return expansion;
}

// Adds up one number for each page of the index instead of merging the lists: a thousand frequent
// terms together may have far more postings than the index has pages.
Result<std::vector<PageTf>> MatchTerms(const std::vector<std::string>& terms, const Index& index,
                                       const FieldWeights& weights) {
  std::vector<double> tf(index.lengths().docs());
  const auto add = [&](const std::string& term, TermRecord row) -> Status {
    TermCursor cursor(std::move(row), index.Chunks(term), weights);
    for (; cursor.doc() < tf.size(); cursor.Next()) tf[cursor.doc()] += cursor.tf();
    THRESH_RETURN_IF_ERROR(cursor.status());
    if (cursor.doc() == Cursor::kEnd) return {};
    return Status(Code::kUnusable, "the store is damaged: the posting list of '" + term +
                                       "' refers to page " + std::to_string(cursor.doc()) +
                                       ", but there are only " + std::to_string(tf.size()) +
                                       "; run thresh-index verify");
  };
  THRESH_RETURN_IF_ERROR(index.VisitRows(terms, add));
  std::vector<PageTf> matches;
  for (std::uint32_t doc = 0; doc < tf.size(); ++doc) {
    if (tf[doc] > 0) matches.push_back({doc, tf[doc]});
  }
  return matches;
}

}  // namespace thresh
