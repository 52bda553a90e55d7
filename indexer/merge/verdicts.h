// Verdicts: strikes of all runs in, one final verdict on each block out. The only place that
// decides what is struck from the index. MergeRuns feeds and asks it. It lives as long as the
// merge. One thread feeds it; after Decide any thread may ask.
//
//   1. The strikes of all runs and those that came later are joined: at most one strike a block,
//   and
//      templates with equal (site, key) are one.
//   2. A duplicate page takes over the verdicts of its first copy, word range by word range.
//   3. Under keep-one every template stays on its representative, the page with the smallest
//      (URL depth, URL length, doc). Two protections follow. The first h1 of a page is kept, unless
//      its text stands on more than 50 % of the site's pages. A page that would keep fewer than 10
//      words keeps the struck block with the most words that are no template words.
//   4. Under keep-one a word whose occurrences are all struck stays findable: term_merge.h keeps
//   its
//      posting on one page, the first in the order of step 3. The page gets no longer by it.
//
// Under drop (the papers) only steps 1 and 2 apply. Title, URL and description are fields of their
// own and never struck. A duplicate is no evidence, no representative and no example of a template.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/schema.h"
#include "indexer/merge/struck_text.h"
#include "indexer/run/run_format.h"
#include "indexer/strikes.h"

namespace thresh {

enum class RemovalMode { kDrop, kKeepOne };

// Found on many pages, even where the block stays in the index.
inline bool IsOfTemplate(Verdict verdict) {
  return verdict == Verdict::kTemplate || verdict == Verdict::kKeptOne;
}

// The verdict on a block, and the block's field. A merge holds one for each block of its pages,
// hence 8 bytes; what the store has of it is StoredVerdict (common/store/text_record.h).
struct BlockVerdict {
  Verdict verdict = Verdict::kContent;
  Field field = Field::kBody;
  std::uint8_t score = 0;
  TemplateId template_id;  // valid unless the verdict is kContent
};
static_assert(sizeof(BlockVerdict) == 8);

// What the body of a page loses.
struct PageRemoval {
  std::uint32_t tokens_removed = 0;
  std::uint32_t blocks_template = 0, blocks_kept_one = 0, blocks_protected = 0;
};

class Verdicts {
 public:
  explicit Verdicts(RemovalMode mode);
  ~Verdicts();

  // Feeding: all strikes in any order, then all pages in doc order, then Decide once.
  void AddStrikes(const Strikes& strikes);
  void AddDoc(const RunDocRecord& record);
  void Decide();

  // Everything below is valid after Decide.
  RemovalMode mode() const;
  const BlockVerdict& of(DocId doc, BlockNo block) const;
  bool struck(DocId doc, BlockNo block) const {
    return of(doc, block).verdict == Verdict::kTemplate;
  }
  // The words of the page's body that leave the index, as ranges that ascend and do not touch.
  std::span<const WordRange> removed_words(DocId doc) const;
  // The first heading of the page, which is kept even in a struck block. Empty if no word of the
  // heading is struck.
  WordRange protected_heading(DocId doc) const;
  std::size_t pages() const;
  std::size_t blocks(DocId doc) const;

  // Would `a` represent a template rather than `b`?
  bool RanksBefore(DocId a, DocId b) const;
  PageRemoval removed(DocId doc) const;
  // Heaviest first (words removed, then key); TemplateId is the index. Their text is empty.
  const std::vector<TemplateRecord>& templates() const;
  std::size_t bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Path components of a URL: 0 for http://host/, 2 for http://host/a/b.html?q.
std::uint32_t UrlDepth(std::string_view url);

}  // namespace thresh
