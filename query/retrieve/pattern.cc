#include "query/retrieve/pattern.h"

#include <algorithm>
#include <utility>

#include "common/base/utf8.h"
#include "query/retrieve/spelling.h"
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

TermPattern::TermPattern(std::string_view text) {
  if (const std::size_t tilde = text.rfind('~'); tilde != std::string_view::npos) {
    const std::string_view word = text.substr(0, tilde);
    letters_ = AllCodePoints(word);
    distance_ = tilde + 1 < text.size() ? static_cast<std::size_t>(text[tilde + 1] - '0')
                                        : SpellingDistance(letters_.size());
    beginnings_ = SpellingBeginnings(word);
    return;
  }
  std::size_t begin = 0;
  for (std::size_t star = text.find('*'); star != std::string_view::npos;
       star = text.find('*', begin)) {
    pieces_.emplace_back(text.substr(begin, star - begin));
    begin = star + 1;
  }
  pieces_.emplace_back(text.substr(begin));
  beginnings_ = {pieces_.front()};
}

bool TermPattern::Matches(std::string_view term) const {
  if (!pieces_.empty()) return MatchesPieces(term);
  // No letter takes more than four bytes: a term that is much longer is too far without measuring.
  if (term.size() > 4 * (letters_.size() + distance_)) return false;
  return EditDistance(letters_, AllCodePoints(term), distance_) <= distance_;
}

// Every piece between the first and the last may take the first place where it stands: what a later
// place would leave to the pieces behind it, the first one leaves, too.
bool TermPattern::MatchesPieces(std::string_view term) const {
  const std::string& first = pieces_.front();
  const std::string& last = pieces_.back();
  if (term.size() < first.size() + last.size()) return false;
  if (!term.starts_with(first) || !term.ends_with(last)) return false;
  std::string_view rest = term.substr(first.size(), term.size() - first.size() - last.size());
  for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
    const std::size_t at = rest.find(pieces_[i]);
    if (at == std::string_view::npos) return false;
    rest.remove_prefix(at + pieces_[i].size());
  }
  return true;
}

Result<Expansion> ExpandPattern(const TermPattern& pattern, const Index& index) {
  Expansion expansion;
  // A bounded heap with the least frequent term on top: a pattern such as `a*` has far more terms
  // than are kept.
  std::vector<SeenTerm> heap;
  for (const std::string& beginning : pattern.beginnings()) {
    std::uint64_t looked_at = 0;
    const auto look = [&](std::string_view term, std::uint32_t df) {
      if (pattern.Matches(term)) {
        ++expansion.seen;
        heap.push_back({df, std::string(term)});
        std::push_heap(heap.begin(), heap.end(), MoreFrequent);
      }
      if (heap.size() > kMaxExpansion) {
        std::pop_heap(heap.begin(), heap.end(), MoreFrequent);
        heap.pop_back();
      }
      return ++looked_at < kMaxTermsSeen;
    };
    THRESH_RETURN_IF_ERROR(index.VisitTerms(beginning, look));
    if (looked_at == kMaxTermsSeen) expansion.all = false;
  }
  for (SeenTerm& seen : heap) expansion.terms.push_back(std::move(seen.term));
  std::sort(expansion.terms.begin(), expansion.terms.end());
  return expansion;
}

// Adds up one number for each page of the index instead of merging the lists: a thousand frequent
// terms together may have far more postings than the index has pages.
Result<std::vector<PageTf>> MatchTerms(const std::vector<std::string>& terms, const Index& index,
                                       const FieldWeights& weights) {
  std::vector<double> tf(index.lengths().docs());
  const auto add = [&](const std::string& term, TermRow row) -> Status {
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
