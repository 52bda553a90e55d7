// CarriedTerm: a term whose row in a store stays as it is. Most words stand on a few pages, and an
// update changes few of these. If a word stands in one store alone, and all pages that have it keep
// their numbers, their lengths and the word, its row is copied, and nothing is encoded again. Terms
// with chunks, or with anchors before or now, are merged as others are.
//
// A merge has one for each segment whose lists it takes over, and gives it term after term. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "indexer/merge/anchors.h"
#include "indexer/merge/stored_postings.h"
#include "indexer/merge/verdicts.h"

namespace thresh {

class CarriedTerm {
 public:
  struct Posting {
    DocId doc;
    Field field = Field::kBody;
    bool first = false;                  // of the page
    std::uint32_t begin = 0, count = 0;  // of its positions
  };
  // `lengths`: as scorers take them, by page of the new segment. All must outlive this.
  CarriedTerm(const StoredWordsOf& of, const std::vector<std::uint32_t>& lengths,
              const Verdicts& verdicts, const Anchors& anchors);

  // Whether the row of a term stays. Its postings are then those below.
  bool Stays(std::string_view row);
  const std::vector<Posting>& postings() const { return postings_; }  // by field, then by page
  std::span<const std::uint32_t> Positions(const Posting& posting) const {
    return std::span(positions_).subspan(posting.begin, posting.count);
  }
  // What the row has in place of chunks.
  std::span<const StoredList> lists() const { return row_.lists(); }

 private:
  bool Take(const StoredList& list);
  bool Keeps(DocId doc, Field field, std::span<const std::uint32_t> positions) const;

  const Verdicts& verdicts_;
  const Anchors& anchors_;
  std::vector<bool> as_was_;  // by page: it has the number and the length that it had
  StoredLists row_;
  PostingWalk walk_;
  std::vector<Posting> postings_;
  std::vector<std::uint32_t> positions_;
};

}  // namespace thresh
