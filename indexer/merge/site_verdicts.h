// SiteVerdicts: the verdicts on one site, decided as verdicts.h says. Pages are numbered within the
// site, from 0. Verdicts makes one for each site, packs what it has decided and throws it away: it
// takes some hundred bytes a page. Not thread-safe.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/store/schema.h"
#include "indexer/merge/strike_join.h"
#include "indexer/merge/struck_text.h"
#include "indexer/run/run_format.h"
#include "indexer/strikes.h"

namespace thresh {

// kField decides as kDrop; what is struck stands in fields of its own (common/store/schema.h).
enum class RemovalMode { kDrop, kKeepOne, kField };

// Path components of a URL: 0 for http://host/, 2 for http://host/a/b.html?q.
std::uint32_t UrlDepth(std::string_view url);

// Where a representative should stand: near the root, under a short name or none, early in the
// order of URLs.
struct PageRank {
  std::uint32_t depth = 0, length = 0;
  DocId doc;
  friend auto operator<=>(const PageRank&, const PageRank&) = default;
};

// What the body of a page loses.
struct PageRemoval {
  std::uint32_t tokens_removed = 0;
  std::uint32_t blocks_template = 0, blocks_kept_one = 0, blocks_protected = 0;
};

struct SiteVerdicts {
  struct BlockVerdict {
    Verdict verdict = Verdict::kContent;
    Field field = Field::kBody;
    std::uint8_t score = 0;
    TemplateId template_id;  // in `found`; valid unless the verdict is kContent
  };
  static_assert(sizeof(BlockVerdict) == 8);
  // What is known of a page from its record on.
  struct PageState {
    std::uint64_t first_block = 0;  // in `verdicts`
    std::uint64_t heading_key = 0;  // text of its first heading; 0 without one
    std::uint32_t depth = 0, url_bytes = 0;
    std::uint32_t body_tokens = 0;
    WordRange heading;  // the first one, while it may be protected
  };
  // The blocks of a page that are of one template.
  struct Instance {
    TemplateId id;
    BlockNo first;
    std::uint32_t tokens = 0;
    std::uint8_t score = 0;  // of its first block
    Hash128 text_hash;       // of all of them
  };

  // All strikes on the site, by number of the segment. `first` is the site's first page.
  SiteVerdicts(RemovalMode m, DocId first, const std::vector<Strikes>& strikes);
  // All pages of the site, in doc order.
  void AddDoc(const RunDocRecord& record);
  void Decide();

  // Everything below is final after Decide.
  std::span<BlockVerdict> BlocksOf(DocId doc);
  PageRank Rank(DocId doc) const {
    return {pages[doc.value].depth, pages[doc.value].url_bytes, doc};
  }

  const RemovalMode mode;
  const std::uint32_t base;  // the number of page 0 in the segment
  std::vector<PageState> pages;
  std::vector<TemplateRecord> found;  // its pages are numbered within the site
  std::vector<PageRemoval> removed;
  std::vector<WordRange> removed_words;     // page by page
  std::vector<std::size_t> removed_begins;  // of each page, and the end

 private:
  BlockVerdict& At(DocId doc, BlockNo block) {
    return verdicts[pages[doc.value].first_block + block.value];
  }
  bool Struck(DocId doc, BlockNo block) { return At(doc, block).verdict == Verdict::kTemplate; }

  void AddPage(const RunDocRecord& record);
  void Strike(const RunDocRecord& record);
  void Witness(DocId doc, const Instance& instance);
  void CopyVerdicts(const RunDocRecord& record);

  void Keep();
  void KeepRepresentatives();
  bool HeadingIsCommon(const PageState& page) const;
  std::uint32_t HeadingStruck(DocId doc, const std::vector<StruckText::Stretch>& stretches);
  std::uint32_t WordsStruck(DocId doc, const std::vector<StruckText::Stretch>& stretches);
  void Protect(DocId doc);
  void ProtectRichest(DocId doc, const std::vector<StruckText::Stretch>& stretches);

  void CountRemoved(DocId doc);
  void RemoveAround(const WordRange& words, const WordRange& heading);
  void RemoveWords(const WordRange& words);

  DocId Local(DocId doc) const { return DocId(doc.value - base); }

  StrikeJoin join;
  StruckText struck_text;
  std::vector<BlockVerdict> verdicts;   // of all blocks of all pages
  std::vector<Hash128> first_text;      // of the first instance of each template found
  std::vector<Instance> instances;      // of the current page
  std::vector<std::uint64_t> headings;  // keys, of pages that are no duplicates
  std::uint32_t evidence = 0;           // pages that are no duplicates
};

}  // namespace thresh
