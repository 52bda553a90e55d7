// Removal: strikes of all runs → one final verdict a block. The one place that knows what is
// struck.
//
//   1. strikes of the runs and late strikes are joined; templates with equal (site, key) become
//   one;
//   2. a duplicate page takes over the verdicts of its first copy, projected on token ranges;
//   3. keep-one: every template stays on its representative, the page with the smallest (URL depth,
//   URL
//      length, doc); protection: the first h1 unless its text stands on > 50 % of the site's pages,
//      and on a page that would keep fewer than 10 words the struck block with the most
//      non-template words;
//   4. keep-one: a word all of whose occurrences are struck stays findable: the merger keeps its
//   posting on
//      one page, the one that comes first in the order of 3. The page gets no longer by it.
// With `drop` (the papers) only 1 and 2 apply. Title, URL and description are fields of their own
// and never struck. Duplicates follow: they are no evidence, no representative and no example of a
// template.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/schema.h"
#include "indexer/run/run_format.h"
#include "indexer/strikes.h"

namespace thresh {

enum class RemovalMode { kDrop, kKeepOne };

// Found on many pages, though it may stay in the index here.
inline bool IsOfTemplate(Verdict verdict) {
  return verdict == Verdict::kTemplate || verdict == Verdict::kKeptOne;
}

struct BlockDecision {
  Verdict verdict = Verdict::kContent;
  Field field = Field::kBody;
  std::uint8_t score = 0;
  TemplateId template_id;  // valid where the verdict is not kContent
};

// What became of the body of a page.
struct PageRemoval {
  std::uint32_t tokens_removed = 0;
  std::uint32_t blocks_template = 0, blocks_kept_one = 0, blocks_protected = 0;
};

class Removal {
 public:
  explicit Removal(RemovalMode mode);
  ~Removal();

  // Feeding: all strikes in any order, then all pages in doc order.
  void AddStrikes(const Strikes& strikes);
  void AddDoc(const RunDocRecord& record);
  void Decide();

  RemovalMode mode() const;

  const BlockDecision& decision(DocId doc, BlockNo block) const;
  bool struck(DocId doc, BlockNo block) const {
    return decision(doc, block).verdict == Verdict::kTemplate;
  }
  // Body positions of a protected first heading: kept even in a struck block. Empty where nothing
  // of the heading is struck.
  struct Range {
    std::uint32_t first = 0, last = 0;
    bool holds(std::uint32_t position) const { return position >= first && position < last; }
  };
  Range protected_heading(DocId doc) const;
  std::size_t pages() const;
  std::size_t blocks(DocId doc) const;

  // Would `a` represent a template rather than `b`?
  bool RanksBefore(DocId a, DocId b) const;
  PageRemoval removed(DocId doc) const;
  // Heaviest first (words removed, then key); TemplateId is the index. Without their text.
  const std::vector<TemplateRecord>& templates() const;
  std::size_t bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Path components of a URL: 0 for http://host/, 2 for http://host/a/b.html?q.
std::uint32_t UrlDepth(std::string_view url);

}  // namespace thresh
