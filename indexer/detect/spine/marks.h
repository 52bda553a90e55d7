// TextMarker: how a site repeats each text, in the first pass over its log. Owned by Site for as
// long as that pass takes. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "indexer/detect/spine/counts.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/style.h"

namespace thresh::spine {

// Marks texts: how the site repeats each of them, at which leaf paths and in which scopes. Marks
// that depend on the place need final counts, so AddPage collects and Finish marks.
//
//   place   a leaf path within a scope; counted in pages
//   entry   a frequent text at a place; counted in pages. All marks of places are those of an entry
class TextMarker {
 public:
  // `styles` grows while pages are added.
  TextMarker(const SiteLog& log, const Styles& styles, const SpineParameters& parameters);
  // Returns all marks of the page's texts that do not depend on their places. `leaves` are the leaf
  // paths of the texts, as styles. A page that does not count gets marks and changes those of no
  // other page.
  std::span<const std::uint16_t> AddPage(const LoggedPage& page,
                                         std::span<const std::uint32_t> leaves, bool counts);
  std::vector<std::uint16_t> Finish();  // TextMark bits of every text, page by page

 private:
  static constexpr std::uint32_t kNoEntry = 0xffffffff;  // of a text that is not frequent

  // `entry` is the text's entry at `place`, where it stood last: mostly it stands there again.
  struct Text {
    std::uint32_t identity = 0;
    std::uint32_t place = DenseIds::kNone;
    std::uint32_t entry = 0;
    std::uint16_t marks = 0;
    bool is_frequent = false;
    bool is_long = false;  // of an identity
  };
  void NoteTexts();
  void MarkLinks(const LoggedPage& page);
  bool SaysItsTitleTwice(const LoggedPage& page, std::span<const std::uint32_t> leaves) const;
  std::uint32_t EntryOf(Text* text, std::uint32_t place);
  std::vector<std::uint16_t> MarkEntries() const;
  std::uint16_t MarkEntry(std::uint32_t entry, std::uint32_t place, std::uint32_t scope) const;

  const SiteLog& log_;
  const Styles& styles_;
  const SpineParameters& parameters_;
  const std::vector<std::uint32_t> scopes_;  // by directory
  std::vector<std::uint32_t> scope_pages_;   // by scope
  std::vector<Text> texts_;                  // by text of the log
  std::vector<std::uint16_t> path_marks_;    // by inline path: LinkMarks of its link
  PairPages places_;                         // (leaf path, scope)
  PairPages entries_;                        // (text, place), frequent texts only
  std::vector<std::uint32_t> entry_of_;      // of every text, page by page
  std::vector<std::uint16_t> marks_;         // of every text, page by page; without its entry's
  std::vector<std::uint16_t> entry_marks_;   // by entry
  std::vector<std::uint16_t> link_marks_;    // by element of the page: of the innermost link around
  std::uint32_t pages_ = 0;
};

// For every directory the number of its scope: the smallest directory, itself or above it, below
// which the site has at least `least` pages. Scope 0 is the whole site. `pages` is by directory.
std::vector<std::uint32_t> ScopesOfDirectories(const std::vector<std::string>& directories,
                                               const std::vector<std::uint32_t>& pages,
                                               double least);

}  // namespace thresh::spine
