// CanonicalCopies: which pages are copies by their own word. `<link rel=canonical>` names the page
// that a page is a version of, and sites get it wrong. So the link is believed only if its target
// is another page of the same site in the segment, and has at least nine tenths of the words that
// the page keeps, each as often. Words are here what white space parts, because a merge has no
// analyzer.
//
// A page with the words of an earlier page is a copy whatever its link says (page_order.h), and a
// link to it leads to the first copy. A page whose link is believed is no target: of a chain only
// the page before the last one is a copy, and of a ring none is.
//
// Bound: kMostHeld words, 8 bytes each, wait for the other page of their pair. Sites are looked at
// one by one, so the bound is one of a site. Pages over it are no copies.
//
// The merge fills it on one thread, behind the verdicts. After that any thread may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"
#include "indexer/merge/run_set.h"
#include "indexer/merge/verdicts.h"

namespace thresh {

class CanonicalCopies {
 public:
  static constexpr std::size_t kMostHeld = std::size_t{2} << 20;
  // First AddDoc for all pages in doc order; then Find, once.
  void AddDoc(const RunDocRecord& record);
  Status Find(const RunSet& runs, const Verdicts& verdicts);
  // By page: the page that it is a copy of.
  const std::map<DocId, DocId>& found() const { return found_; }
  // The page that `doc` is a copy of by its link, else `doc`. `doc` is no copy of an earlier page.
  DocId Original(DocId doc) const {
    const auto at = found_.find(doc);
    return at == found_.end() ? doc : at->second;
  }
  // Says in the record of a page whose copy it is.
  void Mark(DocId doc, DocRecord* record) const;

 private:
  using Words = std::vector<std::uint64_t>;  // a hash of each kept word, ascending
  struct Pair {
    DocId copy, target;
    bool believed = false;
  };
  // A page of a pair.
  struct Paired {
    std::vector<std::size_t> pairs;
    DocId last;   // of the other pages of its pairs
    Words words;  // while it is held
  };
  void PairUp();
  void EndSite();
  void Compare(DocId doc, Words words);
  void Believe();

  // Of the site that is fed.
  SiteId site_;
  std::vector<std::pair<Hash128, DocId>> by_url_;  // the first copy of each page
  std::vector<std::pair<DocId, Hash128>> links_;

  std::vector<Pair> pairs_;
  std::map<DocId, Paired> pages_;  // while texts are read
  std::size_t words_held_ = 0;
  std::map<DocId, DocId> found_;
};

}  // namespace thresh
