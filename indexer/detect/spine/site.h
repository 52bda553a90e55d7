// Site: a complete site, read from its log with cleaned names. Its constructor is the first pass
// over the log: it gives every element a style path and every text its marks (style.h). The passes
// after it go through ForEachPage. Made by judge.cc, for as long as a site is judged. Immutable
// after construction. Not thread-safe.
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
#include "indexer/detect/spine/log_pages.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/style.h"

namespace thresh::spine {

// A page during a pass. Valid until the pass goes on to the next page.
struct SitePage {
  const LoggedPage* log = nullptr;
  std::uint32_t number = 0;              // in the order of the log, from 0
  std::size_t first_text = 0;            // texts of the pages before it
  std::span<const std::uint32_t> style;  // by element
  std::span<const std::uint16_t> marks;  // by text; TextMark

  const LoggedPage::Element& element(std::uint32_t e) const { return log->elements[e]; }
  std::uint32_t elements() const { return static_cast<std::uint32_t>(log->elements.size()); }
  std::uint32_t texts() const { return static_cast<std::uint32_t>(log->texts.size()); }
};

class Site {
 public:
  // Called for every page that counts during the first pass. Only the marks that do not depend on
  // places are known: kFresh, kSingle, and where the text stands (link, heading). `styles` has the
  // styles of the pages up to this one.
  using Visitor = std::function<void(const SitePage& page, const Styles& styles)>;

  Site(const SiteLog& log, const SpineParameters& parameters, const Visitor& visit,
       PassLimits limits = {});

  const SiteLog& log() const { return log_; }
  std::uint32_t pages() const { return log_.pages(); }  // that count
  bool IsApplied() const { return log_.all_pages() > pages(); }
  bool Counts(const SitePage& page) const { return page.number < pages(); }
  std::uint32_t texts() const { return log_.texts().size(); }
  std::uint32_t identity(std::uint32_t text) const { return log_.texts().Identity(text, numbers_); }
  const Styles& styles() const { return styles_; }
  std::string Spelled(std::uint32_t style) const;  // body > div.nav > ul
  Hash128 Identity(std::uint32_t style) const;     // of the path as it is spelled

  // Calls f(const SitePage&) for the pages that count, which come before those that are applied.
  template <typename F>
  void ForEachCounted(F f) const {
    ForEachPage([&](const SitePage& page) {
      if (Counts(page)) f(page);
    });
  }

  template <typename F>  // f(const SitePage&), in the order of the log
  void ForEachPage(F f) const {
    SitePage page;
    std::size_t element = 0;
    log_pages_.ForEach([&](const LoggedPage& logged) {
      page.log = &logged;
      page.style = std::span(element_styles_).subspan(element, logged.elements.size());
      page.marks = std::span(text_marks_).subspan(page.first_text, logged.texts.size());
      element += logged.elements.size();
      f(static_cast<const SitePage&>(page));
      page.first_text += logged.texts.size();
      ++page.number;
    });
  }

 private:
  static constexpr std::uint32_t kNoParent = 0xffffffff;  // the body's

  std::uint32_t StyleOf(std::uint32_t parent, std::uint32_t key, std::uint32_t name = 0);
  std::uint32_t NameOf(const LoggedPage& page, const LoggedPage::Element& element) const;
  std::span<const std::uint32_t> ResolveElements(const LoggedPage& page);
  void ResolveLeaves(const LoggedPage& page, std::span<const std::uint32_t> element_styles);
  std::uint32_t LeafOf(std::uint32_t style, std::uint32_t path);
  const std::string& SpelledKey(std::uint32_t style) const {
    return keys_.key(styles_[style].key).spelled;
  }

  const SiteLog& log_;
  const LogPages log_pages_;
  const double numbers_;     // TextCounts::Identity
  const double name_pages_;  // that the first text of an element must stand on to name it
  CleanKeys keys_;
  PairIds key_ids_;    // (key, name)
  PairIds style_ids_;  // (number of key_ids_, parent)
  Styles styles_;
  PairIds leaf_ids_;                           // (inline path, style)
  std::vector<std::uint32_t> leaf_styles_;     // by number of leaf_ids_
  std::vector<std::uint32_t> leaves_;          // of the texts of the page that the first pass reads
  std::vector<std::uint32_t> element_styles_;  // page by page
  std::vector<std::uint16_t> text_marks_;      // page by page
};

}  // namespace thresh::spine
