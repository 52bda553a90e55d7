#include "indexer/detect/spine/site.h"

#include <algorithm>

#include "indexer/detect/spine/marks.h"

namespace thresh {

SpineSite::SpineSite(const SiteLog& log, const SpineParameters& parameters)
    : log_(log),
      numbers_(parameters.Numbers(log.pages())),
      keys_(log, parameters.Enough(log.pages())),
      votes_(parameters) {
  element_styles_.reserve(log.all_elements());
  TextMarker marker(log, styles_, parameters);
  SpinePage page;
  log.ForEachPage([&](const LoggedPage& logged) {
    page.log = &logged;
    page.style = ResolveElements(logged);
    ResolveLeaves(logged, page.style);
    page.marks = marker.AddPage(logged, leaves_);
    votes_.AddPage(page, styles_);
    ++page.number;
  });
  text_marks_ = marker.Finish();
  frequent_texts_ = marker.frequent_texts();
  dense_texts_ = marker.DenseTexts();
}

std::span<const std::uint32_t> SpineSite::ResolveElements(const LoggedPage& page) {
  const std::size_t base = element_styles_.size();
  for (std::size_t e = 0; e < page.elements.size(); ++e) {
    const LoggedPage::Element& element = page.elements[e];
    const std::uint32_t parent = e == 0 ? kNoParent : element_styles_[base + element.parent];
    element_styles_.push_back(StyleOf(parent, keys_.of(element.key)));
  }
  return std::span(element_styles_).subspan(base);
}

// The leaf path of a text is the style path of its parent element.
void SpineSite::ResolveLeaves(const LoggedPage& page,
                              std::span<const std::uint32_t> element_styles) {
  leaves_.clear();
  const LoggedPage::Text* before = nullptr;
  for (const LoggedPage::Text& text : page.texts) {
    const bool same =
        before != nullptr && before->element == text.element && before->path == text.path;
    leaves_.push_back(same ? leaves_.back() : LeafOf(element_styles[text.element], text.path));
    before = &text;
  }
}

std::uint32_t SpineSite::LeafOf(std::uint32_t style, std::uint32_t path) {
  if (path == 0) return style;
  const std::uint32_t leaf = leaf_ids_.Add(path, style);
  if (leaf < leaf_styles_.size()) return leaf_styles_[leaf];
  std::vector<std::uint32_t> keys;  // from the innermost element up
  for (; path != 0; path = log_.paths()[path].parent) keys.push_back(log_.paths()[path].key);
  for (auto key = keys.rbegin(); key != keys.rend(); ++key) style = StyleOf(style, keys_.of(*key));
  leaf_styles_.push_back(style);
  return style;
}

std::uint32_t SpineSite::StyleOf(std::uint32_t parent, std::uint32_t key) {
  const std::uint32_t number = style_ids_.Add(key, parent);
  if (number < styles_.size()) return number;
  const CleanKey& clean = keys_.key(key);
  Style style;
  style.parent = parent == kNoParent ? number : parent;
  style.key = key;
  style.tag = SpineTagOf(clean.tag);
  style.landmark = clean.landmark;
  style.ends_spine = clean.ends_spine;
  style.named = clean.named;
  style.in_heading = style.tag.heading || (parent != kNoParent && styles_[parent].in_heading);
  styles_.push_back(style);
  return number;
}

std::string SpineSite::Spelled(std::uint32_t style) const {
  std::string path = spelled_key(style);
  for (; styles_[style].parent != style; style = styles_[style].parent) {
    path.insert(0, spelled_key(styles_[style].parent) + " > ");
  }
  return path;
}

Hash128 SpineSite::Identity(std::uint32_t style) const {
  Hasher128 hasher;
  for (;; style = styles_[style].parent) {
    hasher.Field(keys_.key(styles_[style].key).identity);
    if (styles_[style].parent == style) return hasher.Finish();
  }
}

}  // namespace thresh
