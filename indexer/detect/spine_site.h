// SpineSite: a complete site, read from its log with cleaned names. Every element has a style path (the keys
// from the body down, no sibling numbers), every text the marks that say how the site repeats it.
//
// Thread rule: built and read by the detector's owner; immutable afterwards.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/hash.h"
#include "indexer/detect/dense_ids.h"
#include "indexer/detect/spine_log.h"
#include "indexer/detect/spine_names.h"
#include "indexer/detect/spine_parameters.h"
#include "indexer/detect/spine_tags.h"

namespace thresh {

// A style path: the block-style cluster of this detector. A parent's number is smaller than its children's.
struct Style {
  std::uint32_t parent = 0;  // itself for the body
  std::uint32_t key = 0;     // of CleanKeys
  SpineTag tag;
  bool landmark = false;
  bool ends_spine = false;
  bool named = false;
  bool in_heading = false;  // it or one above it
};

// How the site repeats a text. The scope of a page is the smallest directory above it with enough pages.
enum TextMark : std::uint8_t {
  kFresh = 1,     // on so few pages that it is the page's own
  kSingle = 2,    // nowhere else, not even on the same page
  kFrequent = 4,  // on `support` pages, wherever it stands
  kRepeated = 8,  // on `support` pages at the same leaf path
  kDense = 16,    // repeated, and on many of its scope's pages that have its leaf path
  kConst = 32,    // repeated, and on most of them
  kScoped = 64,   // repeated, and not alone in its scope
};

// A page during a pass.
struct SpinePage {
  const LoggedPage* log = nullptr;
  std::uint32_t number = 0;          // in the order of the log
  std::vector<std::uint32_t> style;  // by element
  std::vector<LinkKind> link;        // by element: of the innermost link around
  std::vector<std::uint8_t> marks;   // by text

  const LoggedPage::Element& element(std::uint32_t e) const { return log->elements[e]; }
  std::uint32_t elements() const { return static_cast<std::uint32_t>(log->elements.size()); }
  std::uint32_t texts() const { return static_cast<std::uint32_t>(log->texts.size()); }
};

class SpineSite {
 public:
  SpineSite(const SiteLog& log, const SpineParameters& parameters);

  std::uint32_t pages() const { return log_.pages(); }
  std::uint32_t texts() const { return log_.texts(); }
  const std::vector<Style>& styles() const { return styles_; }
  const std::string& spelled_key(std::uint32_t style) const { return keys_.key(styles_[style].key).spelled; }
  std::string Spelled(std::uint32_t style) const;  // body > div.nav > ul
  Hash128 Identity(std::uint32_t style) const;     // of the path as it is spelled

  template <typename F>  // f(const SpinePage&), in the order of the log
  void ForEachPage(F f) const {
    SpinePage page;
    std::size_t element = 0, text = 0;
    log_.ForEachPage([&](const LoggedPage& logged) {
      Enter(logged, &page);
      page.style.assign(&element_styles_[element], &element_styles_[element] + logged.elements.size());
      page.marks.assign(&text_marks_[text], &text_marks_[text] + logged.texts.size());
      element += logged.elements.size();
      text += logged.texts.size();
      f(static_cast<const SpinePage&>(page));
      ++page.number;
    });
  }

 private:
  void Enter(const LoggedPage& logged, SpinePage* page) const;
  std::uint32_t StyleOf(std::uint32_t parent, std::uint32_t key);
  void ResolveStyles();

  const SiteLog& log_;
  CleanKeys keys_;
  DenseIds style_ids_;  // of (parent, key)
  std::vector<Style> styles_;
  std::vector<std::uint32_t> element_styles_;  // page by page
  std::vector<std::uint8_t> text_marks_;       // page by page
};

}  // namespace thresh
