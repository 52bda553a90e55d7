#include "indexer/detect/spine/site.h"

#include <algorithm>

#include "indexer/detect/spine/marks.h"

namespace thresh::spine {
Site::Site(const SiteLog& log, const SpineParameters& parameters, const Visitor& visit,
           PassLimits limits)
    : log_(log),
      log_pages_(log, limits),
      numbers_(parameters.Numbers(log.pages())),
      name_pages_(std::max(parameters.support, parameters.name_share * log.pages())),
      keys_(log.keys(), log.names(), parameters.Enough(log.pages())) {
  element_styles_.reserve(log.all_elements());
  TextMarker marker(log, styles_, parameters);
  SitePage page;
  log_pages_.ForEach([&](const LoggedPage& logged) {
    page.log = &logged;
    page.style = ResolveElements(logged);
    ResolveLeaves(logged, page.style);
    const bool counts = page.number < pages();
    page.marks = marker.AddPage(logged, leaves_, counts);
    if (counts) visit(page, styles_);
    page.first_text += logged.texts.size();
    ++page.number;
  });
  text_marks_ = marker.Finish();
}

std::span<const std::uint32_t> Site::ResolveElements(const LoggedPage& page) {
  const std::size_t base = element_styles_.size();
  for (std::size_t e = 0; e < page.elements.size(); ++e) {
    const LoggedPage::Element& element = page.elements[e];
    const std::uint32_t parent = e == 0 ? kNoParent : element_styles_[base + element.parent];
    element_styles_.push_back(StyleOf(parent, keys_.of(element.key), NameOf(page, element)));
  }
  return std::span(element_styles_).subspan(base);
}

// Pages without class names give bars and content one style. The text that a bar begins with on
// most pages tells them apart: `ul` that begins with "Home" is another style than `ul`. One text
// alone names nothing, since it may be the label or the value of a record.
std::uint32_t Site::NameOf(const LoggedPage& page, const LoggedPage::Element& element) const {
  constexpr std::uint32_t kLeastTexts = 2;
  const CleanKey& clean = keys_.key(keys_.of(element.key));
  const bool is_body = &element == page.elements.data();
  if (is_body || clean.named || clean.landmark || clean.ends_spine ||
      element.last_text - element.first_text < kLeastTexts)
    return 0;
  const std::uint32_t text = identity(page.texts[element.first_text].text);
  return log_.texts().pages(text) >= name_pages_ ? text + 1 : 0;
}

// Neighbouring texts of one parent have one leaf path, which needs no second look-up.
void Site::ResolveLeaves(const LoggedPage& page, std::span<const std::uint32_t> element_styles) {
  leaves_.clear();
  const LoggedPage::Text* before = nullptr;
  for (const LoggedPage::Text& text : page.texts) {
    const bool same =
        before != nullptr && before->element == text.element && before->path == text.path;
    leaves_.push_back(same ? leaves_.back() : LeafOf(element_styles[text.element], text.path));
    before = &text;
  }
}

std::uint32_t Site::LeafOf(std::uint32_t style, std::uint32_t path) {
  if (path == 0) return style;
  const std::uint32_t leaf = leaf_ids_.Add(path, style);
  if (leaf < leaf_styles_.size()) return leaf_styles_[leaf];
  std::vector<std::uint32_t> keys;  // from the innermost element up
  for (; path != 0; path = log_.paths()[path].parent) keys.push_back(log_.paths()[path].key);
  for (auto key = keys.rbegin(); key != keys.rend(); ++key) style = StyleOf(style, keys_.of(*key));
  leaf_styles_.push_back(style);
  return style;
}

std::uint32_t Site::StyleOf(std::uint32_t parent, std::uint32_t key, std::uint32_t name) {
  const std::uint32_t number = style_ids_.Add(key_ids_.Add(key, name), parent);
  if (number < styles_.size()) return number;
  const CleanKey& clean = keys_.key(key);
  Style style;
  style.parent = parent == kNoParent ? number : parent;
  style.key = key;
  style.name = name;
  style.tag = TagOf(clean.tag);
  style.landmark = clean.landmark;
  style.ends_spine = clean.ends_spine;
  style.named = clean.named || name != 0;
  style.in_heading = style.tag.heading || (parent != kNoParent && styles_[parent].in_heading);
  styles_.push_back(style);
  return number;
}

std::string Site::Spelled(std::uint32_t style) const {
  std::string path = SpelledKey(style);
  for (; styles_[style].parent != style; style = styles_[style].parent) {
    path.insert(0, SpelledKey(styles_[style].parent) + " > ");
  }
  return path;
}

Hash128 Site::Identity(std::uint32_t style) const {
  Hasher128 hasher;
  for (;; style = styles_[style].parent) {
    hasher.Field(keys_.key(styles_[style].key).identity);
    if (const std::uint32_t name = styles_[style].name; name != 0)
      hasher.Number(log_.text_hash(name - 1));
    if (styles_[style].parent == style) return hasher.Finish();
  }
}

}  // namespace thresh::spine
