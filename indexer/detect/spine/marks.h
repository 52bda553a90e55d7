// Marks of texts: how a site repeats each of them, in which places and in which scopes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/spine/counts.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/pair_ids.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/styles.h"

namespace thresh {

// Pages of pairs.
class PairPages {
 public:
  std::uint32_t Id(std::uint32_t first, std::uint32_t second) {
    const std::uint32_t id = ids_.Add(first, second);
    if (id == counts_.size()) counts_.emplace_back();
    return id;
  }
  void Add(std::uint32_t id, std::uint32_t page) { counts_[id].Add(page); }
  std::uint32_t pages(std::uint32_t id) const { return counts_[id].pages; }
  const std::vector<std::uint64_t>& Keys() const { return ids_.Keys(); }

 private:
  PairIds ids_;
  std::vector<PageCount> counts_;
};

// For every directory the number of its scope: the smallest directory (itself or above) below which
// the site has at least `least` pages, at worst the whole site.
std::vector<std::uint32_t> ScopesOfDirectories(const std::vector<std::string>& directories,
                                               const std::vector<std::uint32_t>& pages,
                                               double least);

class TextMarker {
 public:
  // `styles` grows while pages are added.
  TextMarker(const SiteLog& log, const std::vector<Style>& styles,
             const SpineParameters& parameters);
  // Returns what is known already of the page's texts: all marks that do not depend on their
  // places. `leaves`: the leaf paths of its texts, as styles.
  std::span<const std::uint16_t> AddPage(const LoggedPage& page,
                                         std::span<const std::uint32_t> leaves);
  std::vector<std::uint16_t> Finish();  // TextMark bits of every text, page by page
  std::size_t frequent_texts() const { return frequent_texts_; }
  std::vector<StyledText> DenseTexts() const;  // after Finish: what is kDense somewhere

 private:
  // What is known of a text, and where it stood last: mostly it stands there again.
  struct Text {
    std::uint32_t identity = 0;
    std::uint32_t place = DenseIds::kNone;
    std::uint32_t entry = 0;
    std::uint16_t marks = 0;
    bool is_frequent = false;
  };
  void NoteTexts();
  void MarkLinks(const LoggedPage& page);
  std::uint32_t EntryOf(Text* text, std::uint32_t place);
  std::vector<std::uint16_t> MarkEntries() const;
  std::uint16_t MarkEntry(std::uint32_t entry, std::uint32_t place, std::uint32_t scope) const;

  const SiteLog& log_;
  const std::vector<Style>& styles_;
  const SpineParameters& parameters_;
  const std::vector<std::uint32_t> scopes_;  // by directory
  std::vector<std::uint32_t> scope_pages_;   // by scope
  std::vector<Text> texts_;                  // by text of the log
  std::vector<std::uint16_t> path_marks_;    // by inline path: those of its link
  PairPages places_;                         // (leaf path, scope)
  PairPages entries_;                        // (text, place), frequent texts only
  std::vector<std::uint32_t> entry_of_;      // of every text, page by page
  std::vector<std::uint16_t> marks_;         // likewise: what is known without its entry
  std::vector<std::uint16_t> entry_marks_;   // by entry
  std::vector<std::uint16_t> link_marks_;    // of the page's elements: of the innermost link around
  std::uint32_t pages_ = 0;
  std::size_t frequent_texts_ = 0;
};

}  // namespace thresh
