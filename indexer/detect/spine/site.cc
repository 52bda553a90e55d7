#include "indexer/detect/spine/site.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace thresh::spine {
namespace {

// Calls f for a directory and all directories above it, the nearest first, until f returns false.
template <typename F>
void ForEachAbove(std::string_view directory, F f) {
  while (!directory.empty() && f(directory)) {
    directory.remove_suffix(1);
    directory = directory.substr(0, directory.rfind('/') + 1);
  }
}

std::uint16_t LinkMarks(LinkKind link) {
  if (link == LinkKind::kNone) return 0;
  return kInLink | kOwnLink | (link == LinkKind::kInPage ? 0 : kInOffLink);
}

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
  // paths of the texts, as styles.
  std::span<const std::uint16_t> AddPage(const LoggedPage& page,
                                         std::span<const std::uint32_t> leaves);
  std::vector<std::uint16_t> Finish();  // TextMark bits of every text, page by page
  std::size_t frequent_texts() const { return frequent_texts_; }
  std::vector<StyledText> DenseTexts() const;  // call after Finish

 private:
  static constexpr std::uint32_t kNoEntry = 0xffffffff;  // of a text that is not frequent

  // `entry` is the text's entry at `place`, where it stood last: mostly it stands there again.
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
  std::size_t frequent_texts_ = 0;
};

TextMarker::TextMarker(const SiteLog& log, const Styles& styles, const SpineParameters& parameters)
    : log_(log),
      styles_(styles),
      parameters_(parameters),
      scopes_(ScopesOfDirectories(log.directories(), log.directory_pages(), parameters.scope)),
      scope_pages_(log.directories().size() + 1, 0) {
  NoteTexts();
  for (const InlinePath& path : log.paths()) path_marks_.push_back(LinkMarks(path.link));
  entry_of_.reserve(log.all_texts());
  marks_.reserve(log.all_texts());
}

void TextMarker::NoteTexts() {
  const TextCounts& counts = log_.texts();
  // On large sites a text of a few pages may be a quotation or an untranslated copy: still fresh.
  const double fresh_below = std::max(parameters_.support, parameters_.fresh * log_.pages());
  const double numbers = parameters_.Numbers(log_.pages());
  texts_.resize(counts.size());
  for (std::uint32_t t = 0; t < texts_.size(); ++t) {
    Text& text = texts_[t];
    text.identity = counts.Identity(t, numbers);
    const std::uint32_t pages = counts.pages(text.identity);
    text.is_frequent = pages >= parameters_.support;
    text.marks = kAny | kOwn;
    if (pages < fresh_below) text.marks |= kFresh;
    if (counts.is_single(text.identity)) text.marks |= kSingle;
  }
}

void TextMarker::MarkLinks(const LoggedPage& page) {
  link_marks_.clear();
  for (const LoggedPage::Element& element : page.elements) {
    const LinkKind own = log_.links()[element.key];
    const bool inherits = own == LinkKind::kNone && !link_marks_.empty();
    link_marks_.push_back(inherits ? link_marks_[element.parent] : LinkMarks(own));
  }
}

std::uint32_t TextMarker::EntryOf(Text* text, std::uint32_t place) {
  if (text->place != place) {
    text->place = place;
    text->entry = entries_.Id(text->identity, place);
  }
  return text->entry;
}

std::span<const std::uint16_t> TextMarker::AddPage(const LoggedPage& page,
                                                   std::span<const std::uint32_t> leaves) {
  ++pages_;
  const std::uint32_t scope = scopes_[page.directory];
  ++scope_pages_[scope];
  MarkLinks(page);
  for (std::uint32_t t = 0; t < page.texts.size(); ++t) {
    const LoggedPage::Text& logged = page.texts[t];
    Text& text = texts_[logged.text];
    const std::uint16_t in_path = path_marks_[logged.path];
    unsigned marks = text.marks | (in_path != 0 ? in_path : link_marks_[logged.element]);
    if (styles_[leaves[t]].in_heading) marks |= kInHeading;
    marks_.push_back(static_cast<std::uint16_t>(marks));
    const std::uint32_t place = places_.Id(leaves[t], scope);
    places_.Add(place, pages_);
    entry_of_.push_back(text.is_frequent ? EntryOf(&text, place) : kNoEntry);
    if (!text.is_frequent) continue;
    entries_.Add(text.entry, pages_);
    ++frequent_texts_;
  }
  return std::span(marks_).last(page.texts.size());
}

// AddPage marks every text as kOwn; that goes where the text turns out to be repeated.
std::vector<std::uint16_t> TextMarker::Finish() {
  entry_marks_ = MarkEntries();
  for (std::size_t text = 0; text < marks_.size(); ++text) {
    if (entry_of_[text] == kNoEntry) continue;
    const unsigned marks = entry_marks_[entry_of_[text]];
    const unsigned no_more = (marks & kRepeated) != 0 ? kOwn | kOwnLink : 0;
    marks_[text] = static_cast<std::uint16_t>((marks_[text] & ~no_more) | marks);
  }
  return std::move(marks_);
}

std::vector<StyledText> TextMarker::DenseTexts() const {
  const std::vector<std::uint64_t>& places = places_.Keys();
  const std::vector<std::uint64_t>& entries = entries_.Keys();
  std::vector<StyledText> dense;
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    if ((entry_marks_[entry] & kDense) == 0) continue;
    const std::uint32_t leaf = PairIds::First(places[PairIds::Second(entries[entry])]);
    dense.push_back({leaf, PairIds::First(entries[entry])});
  }
  return dense;
}

// A text is repeated at a leaf path in all scopes together. A page has one scope, so the pages of
// (leaf path, text) are the sum of those of its entries.
std::vector<std::uint16_t> TextMarker::MarkEntries() const {
  const std::vector<std::uint64_t>& places = places_.Keys();
  const std::vector<std::uint64_t>& entries = entries_.Keys();
  DenseIds leaf_texts;
  std::vector<std::uint32_t> leaf_text_of, pages;
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    const std::uint32_t leaf = PairIds::First(places[PairIds::Second(entries[entry])]);
    const std::uint32_t id = leaf_texts.Add(DenseIds::Pair(leaf, PairIds::First(entries[entry])));
    if (id == pages.size()) pages.push_back(0);
    pages[id] += entries_.pages(entry);
    leaf_text_of.push_back(id);
  }
  std::vector<std::uint16_t> marks(entries.size(), kFrequent);
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (pages[leaf_text_of[entry]] < parameters_.support) continue;
    const std::uint32_t place = PairIds::Second(entries[entry]);
    marks[entry] |= MarkEntry(entry, place, PairIds::Second(places[place]));
  }
  return marks;
}

// The scope separates a template from a paragraph that 25 translations of a manual did not
// translate: that stands once in each directory, so it is dense in none.
//
//   pages of the entry >= min(pages of the scope, max(node_least, share * pages))
//     share * pages = node_dense * pages of the place   kDense
//                     node_const * pages of the place   kConst
//                     node_const * pages of the scope   kUsual
//                     0                                 kScoped
std::uint16_t TextMarker::MarkEntry(std::uint32_t entry, std::uint32_t place,
                                    std::uint32_t scope) const {
  const double pages = entries_.pages(entry);
  const double most = scope_pages_[scope];
  const auto reaches = [&](double least) {
    return pages >= std::min(most, std::max(parameters_.node_least, least));
  };
  const double with_place = places_.pages(place);
  unsigned marks = kRepeated;
  if (reaches(parameters_.node_dense * with_place)) marks |= kDense;
  if (reaches(parameters_.node_const * with_place)) marks |= kConst;
  if (reaches(parameters_.node_const * most)) marks |= kUsual;
  if (reaches(0)) marks |= kScoped;
  return static_cast<std::uint16_t>(marks);
}

}  // namespace

std::vector<std::uint32_t> ScopesOfDirectories(const std::vector<std::string>& directories,
                                               const std::vector<std::uint32_t>& pages,
                                               double least) {
  struct Below {
    std::uint32_t pages = 0, scope = 0;
  };
  std::unordered_map<std::string_view, Below> below;
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    ForEachAbove(directories[d], [&](std::string_view above) {
      below[above].pages += pages[d];
      return true;
    });
  }
  std::uint32_t scopes = 1;  // 0 is the site
  std::vector<std::uint32_t> scope_of(pages.size(), 0);
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    ForEachAbove(directories[d], [&](std::string_view above) {
      Below& counts = below[above];
      if (counts.pages < least) return true;
      if (counts.scope == 0) counts.scope = scopes++;
      scope_of[d] = counts.scope;
      return false;
    });
  }
  return scope_of;
}

Site::Site(const SiteLog& log, const SpineParameters& parameters, const Visitor& visit)
    : log_(log),
      numbers_(parameters.Numbers(log.pages())),
      keys_(log.keys(), log.names(), parameters.Enough(log.pages())) {
  element_styles_.reserve(log.all_elements());
  TextMarker marker(log, styles_, parameters);
  SitePage page;
  log.ForEachPage([&](const LoggedPage& logged) {
    page.log = &logged;
    page.style = ResolveElements(logged);
    ResolveLeaves(logged, page.style);
    page.marks = marker.AddPage(logged, leaves_);
    visit(page, styles_);
    ++page.number;
  });
  text_marks_ = marker.Finish();
  frequent_texts_ = marker.frequent_texts();
  dense_texts_ = marker.DenseTexts();
}

std::span<const std::uint32_t> Site::ResolveElements(const LoggedPage& page) {
  const std::size_t base = element_styles_.size();
  for (std::size_t e = 0; e < page.elements.size(); ++e) {
    const LoggedPage::Element& element = page.elements[e];
    const std::uint32_t parent = e == 0 ? kNoParent : element_styles_[base + element.parent];
    element_styles_.push_back(StyleOf(parent, keys_.of(element.key)));
  }
  return std::span(element_styles_).subspan(base);
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

std::uint32_t Site::StyleOf(std::uint32_t parent, std::uint32_t key) {
  const std::uint32_t number = style_ids_.Add(key, parent);
  if (number < styles_.size()) return number;
  const CleanKey& clean = keys_.key(key);
  Style style;
  style.parent = parent == kNoParent ? number : parent;
  style.key = key;
  style.tag = TagOf(clean.tag);
  style.landmark = clean.landmark;
  style.ends_spine = clean.ends_spine;
  style.named = clean.named;
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
    if (styles_[style].parent == style) return hasher.Finish();
  }
}

}  // namespace thresh::spine
