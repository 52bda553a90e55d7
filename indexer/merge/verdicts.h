// Verdicts: strikes of all runs in, one final verdict on each block out. The only place that
// decides what is struck from the index. MergeRuns feeds and asks it. It lives as long as the
// merge. One thread feeds it, site by site; after Decide any thread may ask. A site is decided in
// memory of its own (site_verdicts.h), and what stays of it takes some bytes a struck block.
//
//   1. The strikes of all runs and those that came later are joined: at most one strike a block,
//   and
//      templates with equal (site, key) are one.
//   2. A duplicate page takes over the verdicts of its first copy, word range by word range.
//   3. Under keep-one every template stays on its representative, the page with the smallest
//      (URL depth, URL length, doc). Two protections follow. The first h1 of a page is kept, unless
//      its text stands on more than 50 % of the site's pages. A page that would keep fewer than 10
//      words keeps the struck block with the most words that are no template words.
//   4. Under keep-one a word whose occurrences on a site are all struck stays findable there:
//      term_merge.h keeps its posting on one page of the site, the first in the order of step 3.
//      The page gets no longer by it.
//
// Under drop (the papers) only steps 1 and 2 apply. Title, URL and description are fields of their
// own and never struck. A duplicate is no evidence, no representative and no example of a template.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/store/schema.h"
#include "indexer/merge/site_verdicts.h"
#include "indexer/merge/struck_text.h"
#include "indexer/run/run_format.h"
#include "indexer/strikes.h"

namespace thresh {

// The verdict on a block that is not content.
struct BlockVerdict {
  BlockNo block;
  Verdict verdict = Verdict::kTemplate;
  std::uint8_t score = 0;
  TemplateId template_id;
};

class Verdicts {
 public:
  explicit Verdicts(RemovalMode mode) : mode_(mode) {}

  // Feeding: for every site, ascending, its first page and the strikes on it, then all its pages in
  // doc order; then Decide once.
  void StartSite(DocId first, SiteId site, const std::vector<Strikes>& strikes);
  void AddDoc(const RunDocRecord& record);
  void Decide();

  // Everything below is valid after Decide.
  RemovalMode mode() const { return mode_; }
  // Ascending by block; a block that is not among them is content.
  std::vector<BlockVerdict> Of(DocId doc) const;
  // The words of the page's body that leave the index, as ranges that ascend and do not touch.
  std::span<const WordRange> removed_words(DocId doc) const {
    const PageState &page = pages_[doc.value], &next = pages_[doc.value + std::size_t{1}];
    return std::span(removed_words_).subspan(page.first_range, next.first_range - page.first_range);
  }
  // A stretch of the page's body without such a word: the longest, unless it is at the end. Without
  // any such word it has no end.
  WordRange longest_kept(DocId doc) const { return pages_[doc.value].longest_kept; }
  // The first heading of the page, which is kept even in a struck block. Empty if no word of the
  // heading is struck.
  WordRange protected_heading(DocId doc) const { return pages_[doc.value].heading; }
  std::size_t pages() const { return removed_.size(); }
  std::size_t blocks(DocId doc) const { return pages_[doc.value].blocks; }
  SiteId site(DocId doc) const { return pages_[doc.value].site; }

  // Would `a` represent a template rather than `b`?
  bool RanksBefore(DocId a, DocId b) const { return Rank(a) < Rank(b); }
  PageRemoval removed(DocId doc) const { return removed_[doc.value]; }
  // Heaviest first (words removed, then site and key); TemplateId is the index. Their text is
  // empty.
  const std::vector<TemplateRecord>& templates() const { return templates_; }
  std::size_t bytes() const;

 private:
  // Of a page, and one for the end.
  struct PageState {
    std::uint64_t first_byte = 0;   // in packed_
    std::uint64_t first_range = 0;  // in removed_words_
    std::uint32_t depth = 0, url_bytes = 0;
    std::uint32_t blocks = 0;
    SiteId site;
    WordRange heading, longest_kept;
  };
  PageRank Rank(DocId doc) const {
    return {pages_[doc.value].depth, pages_[doc.value].url_bytes, doc};
  }
  void EndSite();
  void Pack(std::span<const SiteVerdicts::BlockVerdict> blocks, std::size_t first_template);
  void SortTemplates();

  const RemovalMode mode_;
  std::unique_ptr<SiteVerdicts> deciding_;      // of the site that is fed; null before the first
  SiteId site_;                                 // that is fed
  std::string packed_;                          // page by page: gap and verdict, template, score
  std::vector<PageState> pages_;                // and one for the end, after Decide
  std::vector<WordRange> removed_words_;        // page by page
  std::vector<PageRemoval> removed_;            // by page
  std::vector<TemplateRecord> templates_;       // as the sites had them, until Decide sorts them
  std::vector<TemplateId> number_of_template_;  // by number before that
};

}  // namespace thresh
