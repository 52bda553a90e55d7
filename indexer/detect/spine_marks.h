// Marks of texts: how a site repeats each of them, in which places and in which scopes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/pair_ids.h"
#include "indexer/detect/spine_log.h"
#include "indexer/detect/spine_parameters.h"
#include "indexer/detect/spine_styles.h"

namespace thresh {

// Pages that have something; told page by page, from page 1.
struct PageCount {
  std::uint32_t pages = 0;
  std::uint32_t last_page = 0;

  void Add(std::uint32_t page) {
    pages += last_page != page ? 1 : 0;
    last_page = page;
  }
};

// Pages of pairs.
class PairPages {
 public:
  std::uint32_t Add(std::uint32_t first, std::uint32_t second, std::uint32_t page) {
    const std::uint32_t id = ids_.Add(first, second);
    if (id == counts_.size()) counts_.emplace_back();
    counts_[id].Add(page);
    return id;
  }
  std::uint32_t pages(std::uint32_t id) const { return counts_[id].pages; }
  std::vector<std::uint64_t> Keys() const { return ids_.Keys(); }

 private:
  PairIds ids_;
  std::vector<PageCount> counts_;
};

// Pages and occurrences of every text, pages of every directory. A text whose numbers change from page to
// page counts as one text where it stands on a good part of the site: a footer that numbers its pages, and
// not the first sentence of release notes.
class TextCounts {
 public:
  explicit TextCounts(const SiteLog& log)
      : log_(log), texts_(log.texts()), directory_pages_(log.directories().size(), 0) {}
  void AddPage(const LoggedPage& page);

  // What each text counts as, where `numbers` pages make numbers one word.
  std::vector<std::uint32_t> Identities(double numbers) const;
  std::uint32_t pages(std::uint32_t text) const { return texts_[text].pages.pages; }
  bool is_single(std::uint32_t text) const { return texts_[text].occurrences == 1; }
  const std::vector<std::uint32_t>& directory_pages() const { return directory_pages_; }

 private:
  struct Seen {
    PageCount pages;
    std::uint32_t occurrences = 0;
  };
  void Count(std::uint32_t text);

  const SiteLog& log_;
  std::vector<Seen> texts_;
  std::vector<std::uint32_t> directory_pages_;
  std::uint32_t pages_ = 0;
};

// For every directory the number of its scope: the smallest directory (itself or above) below which the site
// has at least `least` pages, at worst the whole site.
std::vector<std::uint32_t> ScopesOfDirectories(const std::vector<std::string>& directories,
                                               const std::vector<std::uint32_t>& pages, double least);

class TextMarker {
 public:
  // `styles` grows while pages are added.
  TextMarker(const SiteLog& log, const TextCounts& texts, std::span<const std::uint32_t> identities,
             const std::vector<Style>& styles, const SpineParameters& parameters);
  void Expect(std::size_t texts);  // makes room for those of all pages
  // Returns what is known already of the page's texts: all marks that do not depend on their places.
  // `leaves`: the leaf paths of its texts, as styles.
  std::span<const std::uint16_t> AddPage(const LoggedPage& page, std::span<const std::uint32_t> leaves);
  std::vector<std::uint16_t> Finish();  // TextMark bits of every text, page by page
  std::size_t frequent_texts() const { return frequent_texts_; }
  std::vector<StyledText> DenseTexts() const;  // after Finish: what is kDense somewhere

 private:
  std::vector<std::uint16_t> MarkEntries() const;
  std::uint16_t MarkEntry(std::uint32_t entry, std::uint32_t place, std::uint32_t scope) const;

  const SiteLog& log_;
  const TextCounts& texts_;
  const std::span<const std::uint32_t> identities_;
  const std::vector<Style>& styles_;
  const SpineParameters& parameters_;
  const double fresh_below_;
  const std::vector<std::uint32_t> scopes_;  // by directory
  std::vector<std::uint32_t> scope_pages_;   // by scope
  PairPages places_;                         // (leaf path, scope)
  PairPages entries_;                        // (text, place), frequent texts only
  std::vector<std::uint32_t> entry_of_;      // of every text, page by page
  std::vector<std::uint16_t> marks_;         // likewise: what is known without its entry
  std::vector<std::uint16_t> entry_marks_;   // by entry
  std::vector<LinkKind> links_;              // of the page's elements: of the innermost link around
  std::uint32_t pages_ = 0;
  std::size_t frequent_texts_ = 0;
};

}  // namespace thresh
