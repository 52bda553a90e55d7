// SpineSite: a complete site, read from its log with cleaned names. Every element has a style path
// (the keys from the body down, no sibling numbers), every text the marks that say how the site
// repeats it.
//
// Thread rule: built and read by the detector's owner; immutable afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/hash.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/names.h"
#include "indexer/detect/spine/pair_ids.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/styles.h"
#include "indexer/detect/spine/votes.h"

namespace thresh {

class SpineSite {
 public:
  SpineSite(const SiteLog& log, const SpineParameters& parameters);

  std::uint32_t pages() const { return log_.pages(); }
  std::uint32_t texts() const { return log_.texts().size(); }
  std::size_t frequent_texts() const { return frequent_texts_; }  // kFrequent, with repetitions
  std::uint32_t identity(std::uint32_t text) const { return log_.texts().Identity(text, numbers_); }
  const std::vector<Style>& styles() const { return styles_; }
  const SpineVotes& votes() const { return votes_; }
  const std::vector<StyledText>& dense_texts() const { return dense_texts_; }
  const std::string& spelled_key(std::uint32_t style) const {
    return keys_.key(styles_[style].key).spelled;
  }
  std::string Spelled(std::uint32_t style) const;  // body > div.nav > ul
  Hash128 Identity(std::uint32_t style) const;     // of the path as it is spelled

  template <typename F>  // f(const SpinePage&), in the order of the log
  void ForEachPage(F f) const {
    SpinePage page;
    std::size_t element = 0, text = 0;
    log_.ForEachPage([&](const LoggedPage& logged) {
      page.log = &logged;
      page.style = std::span(element_styles_).subspan(element, logged.elements.size());
      page.marks = std::span(text_marks_).subspan(text, logged.texts.size());
      element += logged.elements.size();
      text += logged.texts.size();
      f(static_cast<const SpinePage&>(page));
      ++page.number;
    });
  }

 private:
  static constexpr std::uint32_t kNoParent = 0xffffffff;  // the body's

  std::uint32_t StyleOf(std::uint32_t parent, std::uint32_t key);
  std::span<const std::uint32_t> ResolveElements(const LoggedPage& page);
  void ResolveLeaves(const LoggedPage& page, std::span<const std::uint32_t> element_styles);
  std::uint32_t LeafOf(std::uint32_t style, std::uint32_t path);

  const SiteLog& log_;
  const double numbers_;  // TextCounts::Identity
  CleanKeys keys_;
  PairIds style_ids_;  // (key, parent)
  std::vector<Style> styles_;
  PairIds leaf_ids_;                        // (inline path, style)
  std::vector<std::uint32_t> leaf_styles_;  // by these
  std::vector<std::uint32_t> leaves_;       // of the texts of the page at hand
  SpineVotes votes_;
  std::vector<std::uint32_t> element_styles_;  // page by page
  std::vector<std::uint16_t> text_marks_;      // page by page
  std::size_t frequent_texts_ = 0;
  std::vector<StyledText> dense_texts_;  // kDense somewhere on the site
};

}  // namespace thresh
