// Site: a complete site, read from its log with cleaned names. Its constructor is the first pass
// over the log: it gives every element a style path and every text its marks. The passes after it
// go through ForEachPage. Made and read by judge.cc, for as long as a site is judged. Immutable
// after construction. Not thread-safe.
//
// A **style path** is the sequence of keys from the body down to an element, without sibling
// numbers: `body > div.nav > ul`. It is this detector's block-style cluster (Chen, Ye, Li 2006,
// 3.1): all elements of one style path are judged together. The **leaf path** of a text is the
// style path of its parent element, inline elements included.
//
// A **mark** says how the site repeats a text, at its leaf path and in its **scope**: the smallest
// directory above the page with enough pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/base/hash.h"
#include "indexer/detect/spine/counts.h"
#include "indexer/detect/spine/keys.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/parameters.h"

namespace thresh::spine {

// A parent's number is smaller than its children's.
struct Style {
  std::uint32_t parent = 0;  // itself for the body
  std::uint32_t key = 0;     // of CleanKeys
  Tag tag;
  bool landmark = false;
  bool ends_spine = false;
  bool named = false;
  bool in_heading = false;  // it or an ancestor is h1 ... h6

  bool may_carry() const { return tag.container && !landmark; }  // the content of a page
};
using Styles = std::vector<Style>;

// Bits of a text at its place. The place is the leaf path within the scope.
enum TextMark : std::uint16_t {
  kFresh = 1 << 0,      // on so few pages that it is the page's own
  kSingle = 1 << 1,     // nowhere else, not even on the same page
  kFrequent = 1 << 2,   // on `support` pages, at any leaf path
  kRepeated = 1 << 3,   // on `support` pages at the same leaf path
  kDense = 1 << 4,      // repeated, and on `node_dense` of the pages that have its place
  kConst = 1 << 5,      // repeated, and on `node_const` of the pages that have its place
  kScoped = 1 << 6,     // repeated, and on `node_least` pages of its scope
  kInLink = 1 << 7,     // in a link
  kInOffLink = 1 << 8,  // in a link that leads off the page
  kInHeading = 1 << 9,  // in h1 ... h6
  kUsual = 1 << 10,     // repeated, and on `node_const` of all pages of its scope
  kAny = 1 << 11,       // every text
  kOwn = 1 << 12,       // not repeated
  kOwnLink = 1 << 13    // not repeated, and in a link
};

// A text of TextCounts::Identity in a style.
struct StyledText {
  std::uint32_t style, text;
};

// A page during a pass. Valid until the pass goes on to the next page.
struct SitePage {
  const LoggedPage* log = nullptr;
  std::uint32_t number = 0;              // in the order of the log, from 0
  std::span<const std::uint32_t> style;  // by element
  std::span<const std::uint16_t> marks;  // by text; TextMark

  const LoggedPage::Element& element(std::uint32_t e) const { return log->elements[e]; }
  std::uint32_t elements() const { return static_cast<std::uint32_t>(log->elements.size()); }
  std::uint32_t texts() const { return static_cast<std::uint32_t>(log->texts.size()); }
};

class Site {
 public:
  // Called for every page during the first pass. Only the marks that do not depend on places are
  // known: kFresh, kSingle, and where the text stands (link, heading). `styles` has the styles of
  // the pages up to this one.
  using Visitor = std::function<void(const SitePage& page, const Styles& styles)>;

  Site(const SiteLog& log, const SpineParameters& parameters, const Visitor& visit);

  std::uint32_t pages() const { return log_.pages(); }
  std::uint32_t texts() const { return log_.texts().size(); }
  std::size_t frequent_texts() const { return frequent_texts_; }  // occurrences of kFrequent texts
  std::uint32_t identity(std::uint32_t text) const { return log_.texts().Identity(text, numbers_); }
  const Styles& styles() const { return styles_; }
  const std::vector<StyledText>& dense_texts() const { return dense_texts_; }
  std::string Spelled(std::uint32_t style) const;  // body > div.nav > ul
  Hash128 Identity(std::uint32_t style) const;     // of the path as it is spelled

  template <typename F>  // f(const SitePage&), in the order of the log
  void ForEachPage(F f) const {
    SitePage page;
    std::size_t element = 0, text = 0;
    log_.ForEachPage([&](const LoggedPage& logged) {
      page.log = &logged;
      page.style = std::span(element_styles_).subspan(element, logged.elements.size());
      page.marks = std::span(text_marks_).subspan(text, logged.texts.size());
      element += logged.elements.size();
      text += logged.texts.size();
      f(static_cast<const SitePage&>(page));
      ++page.number;
    });
  }

 private:
  static constexpr std::uint32_t kNoParent = 0xffffffff;  // the body's

  std::uint32_t StyleOf(std::uint32_t parent, std::uint32_t key);
  std::span<const std::uint32_t> ResolveElements(const LoggedPage& page);
  void ResolveLeaves(const LoggedPage& page, std::span<const std::uint32_t> element_styles);
  std::uint32_t LeafOf(std::uint32_t style, std::uint32_t path);
  const std::string& SpelledKey(std::uint32_t style) const {
    return keys_.key(styles_[style].key).spelled;
  }

  const SiteLog& log_;
  const double numbers_;  // TextCounts::Identity
  CleanKeys keys_;
  PairIds style_ids_;  // (key, parent)
  Styles styles_;
  PairIds leaf_ids_;                           // (inline path, style)
  std::vector<std::uint32_t> leaf_styles_;     // by number of leaf_ids_
  std::vector<std::uint32_t> leaves_;          // of the texts of the page that the first pass reads
  std::vector<std::uint32_t> element_styles_;  // page by page
  std::vector<std::uint16_t> text_marks_;      // page by page
  std::size_t frequent_texts_ = 0;
  std::vector<StyledText> dense_texts_;  // kDense in that style, in some scope
};

// For every directory the number of its scope: the smallest directory, itself or above it, below
// which the site has at least `least` pages. Scope 0 is the whole site. `pages` is by directory.
std::vector<std::uint32_t> ScopesOfDirectories(const std::vector<std::string>& directories,
                                               const std::vector<std::uint32_t>& pages,
                                               double least);

}  // namespace thresh::spine
