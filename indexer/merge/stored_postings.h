// StoredPostings: what a segment of a store has of a term in the fields of its pages, for the pages
// that a merge takes over from it. Fields of anchors and of templates are left out: the merge makes
// them anew. A merge has one for each such segment, and gives it term after term. Not thread-safe;
// the segment must outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/posting_walk.h"
#include "common/postings/term_chunks.h"
#include "common/store/segment.h"

namespace thresh {

// A segment whose words are taken over.
struct StoredWordsOf {
  static constexpr std::uint32_t kNoDoc = 0xffffffff;
  const Segment* segment = nullptr;
  // By page of the segment: its number in the new one, ascending, or kNoDoc.
  std::vector<std::uint32_t> doc_of;
};

class StoredPostings {
 public:
  explicit StoredPostings(const StoredWordsOf& of) : of_(of) {}

  // Goes to the lists of a term. `row` is its row in `terms`, and must stay until the last Next.
  // kUnusable if it is damaged.
  Status Start(std::string_view term, std::string_view row);
  // Steps to the first posting, then to each next one, by page and field. Returns false behind the
  // last one.
  Result<bool> Next();
  // The current posting. Not valid before the first Next, or after one that returned false.
  DocId doc() const { return DocId(of_.doc_of[walks_[at_].doc()]); }
  Field field() const { return rows_.lists()[at_].field; }
  std::span<const std::uint32_t> positions() const { return walks_[at_].positions(); }

 private:
  static constexpr std::size_t kNowhere = kOwnFieldCount;
  Status SkipLeftOut(PostingWalk* walk) const;

  const StoredWordsOf& of_;
  StoredLists rows_;
  std::optional<TermChunks> chunks_;
  std::array<PostingWalk, kOwnFieldCount> walks_;  // by list
  std::size_t lists_ = 0;
  std::size_t at_ = kNowhere;  // the list of the current posting
};

}  // namespace thresh
