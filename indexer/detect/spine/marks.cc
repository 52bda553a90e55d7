#include "indexer/detect/spine/marks.h"

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

}  // namespace

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
    text.marks = kOwn;
    if (pages < fresh_below) text.marks |= kFresh;
    if (counts.is_single(text.identity)) text.marks |= kSingle;
    if (counts.only_numbers(t)) text.marks |= kNumbers;
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

// A heading of the page's own counts as the title, too: it may be worded another way.
bool TextMarker::SaysItsTitleTwice(const LoggedPage& page,
                                   std::span<const std::uint32_t> leaves) const {
  if (page.titles.size() > 1) return true;
  if (page.titles.empty()) return false;
  for (std::uint32_t t = 0; t < page.texts.size(); ++t) {
    const bool is_fresh = (texts_[page.texts[t].text].marks & kFresh) != 0;
    if (is_fresh && styles_[leaves[t]].in_heading) return true;
  }
  return false;
}

std::span<const std::uint16_t> TextMarker::AddPage(const LoggedPage& page,
                                                   std::span<const std::uint32_t> leaves,
                                                   bool counts) {
  const std::uint32_t scope = scopes_[page.directory];
  if (counts) {
    ++pages_;
    ++scope_pages_[scope];
  }
  MarkLinks(page);
  auto title = page.titles.begin();
  const bool titled_elsewhere = SaysItsTitleTwice(page, leaves);
  for (std::uint32_t t = 0; t < page.texts.size(); ++t) {
    const LoggedPage::Text& logged = page.texts[t];
    Text& text = texts_[logged.text];
    if (counts && logged.words >= parameters_.passage_words) texts_[text.identity].is_long = true;
    const std::uint16_t in_path = path_marks_[logged.path];
    unsigned marks = text.marks | (in_path != 0 ? in_path : link_marks_[logged.element]);
    if (styles_[leaves[t]].in_heading) marks |= kInHeading;
    if (title != page.titles.end() && *title == t) {
      if (titled_elsewhere) marks |= kTitle;
      ++title;
    }
    marks_.push_back(static_cast<std::uint16_t>(marks));
    const std::uint32_t place = places_.Id(leaves[t], scope);
    if (counts) places_.Add(place, pages_);
    entry_of_.push_back(text.is_frequent ? EntryOf(&text, place) : kNoEntry);
    if (counts && text.is_frequent) entries_.Add(text.entry, pages_);
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
    const bool in_page_link = (marks_[text] & (kInLink | kInOffLink)) == kInLink;
    const unsigned furniture = (marks & kDense) != 0 && !in_page_link ? kFurniture : 0;
    marks_[text] = static_cast<std::uint16_t>((marks_[text] & ~no_more) | marks | furniture);
  }
  return std::move(marks_);
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
//                     node_const of them, for certain   kConst
//                     node_usual of them                kUsual
//
// The address of an office and the life of an author stand on the pages of that office or author
// only, but they are long, and content that long seldom stands on ten pages:
//
//   passage_words words, and passage_least pages, and passage of the pages of the place   kPassage
std::uint16_t TextMarker::MarkEntry(std::uint32_t entry, std::uint32_t place,
                                    std::uint32_t scope) const {
  const double pages = entries_.pages(entry);
  if (pages == 0) return kRepeated;  // applied pages alone have it here: nothing is known of it
  const double most = scope_pages_[scope];
  const auto reaches = [&](double least) {
    return pages >= std::min(most, std::max(parameters_.node_least, least));
  };
  const double with_place = places_.pages(place);
  unsigned marks = kRepeated;
  if (reaches(parameters_.node_dense * with_place)) marks |= kDense;
  if (reaches(parameters_.Certain(parameters_.node_const, with_place))) marks |= kConst;
  if (reaches(parameters_.node_usual * with_place)) marks |= kUsual;
  if (texts_[PairIds::First(entries_.Keys()[entry])].is_long &&
      pages >= std::max(parameters_.passage_least, parameters_.passage * with_place))
    marks |= kPassage;
  return static_cast<std::uint16_t>(marks);
}

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

}  // namespace thresh::spine
