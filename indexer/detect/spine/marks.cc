#include "indexer/detect/spine/marks.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace thresh {
namespace {

constexpr std::uint32_t kRare = 0xffffffff;  // a text on too few pages to have an entry

std::uint32_t High(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
std::uint32_t Low(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

// A directory and all above it, the nearest first, while f says so.
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
  std::uint32_t scopes = 1;  // 0: the site
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

TextMarker::TextMarker(const SiteLog& log, const std::vector<Style>& styles,
                       const SpineParameters& parameters)
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
    entry_of_.push_back(text.is_frequent ? EntryOf(&text, place) : kRare);
    if (!text.is_frequent) continue;
    entries_.Add(text.entry, pages_);
    ++frequent_texts_;
  }
  return std::span(marks_).last(page.texts.size());
}

std::vector<std::uint16_t> TextMarker::Finish() {
  entry_marks_ = MarkEntries();
  for (std::size_t text = 0; text < marks_.size(); ++text) {
    if (entry_of_[text] == kRare) continue;
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
    dense.push_back({High(places[Low(entries[entry])]), High(entries[entry])});
  }
  return dense;
}

std::vector<std::uint16_t> TextMarker::MarkEntries() const {
  const std::vector<std::uint64_t>& places = places_.Keys();
  const std::vector<std::uint64_t>& entries = entries_.Keys();
  // A page has one scope, so the pages of (leaf path, text) are the sum over the scopes.
  DenseIds leaf_texts;
  std::vector<std::uint32_t> leaf_text_of, pages;
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    const std::uint32_t leaf = High(places[Low(entries[entry])]);
    const std::uint32_t id = leaf_texts.Add(DenseIds::Pair(leaf, High(entries[entry])));
    if (id == pages.size()) pages.push_back(0);
    pages[id] += entries_.pages(entry);
    leaf_text_of.push_back(id);
  }
  std::vector<std::uint16_t> marks(entries.size(), kFrequent);
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (pages[leaf_text_of[entry]] < parameters_.support) continue;
    const std::uint32_t place = Low(entries[entry]);
    marks[entry] |= MarkEntry(entry, place, Low(places[place]));
  }
  return marks;
}

std::uint16_t TextMarker::MarkEntry(std::uint32_t entry, std::uint32_t place,
                                    std::uint32_t scope) const {
  const double pages = entries_.pages(entry);
  const double most = scope_pages_[scope];
  const auto reaches = [&](double least) { return pages >= std::min(most, std::max(3.0, least)); };
  const double with_place = places_.pages(place);
  unsigned marks = kRepeated;
  if (reaches(parameters_.node_dense * with_place)) marks |= kDense;
  if (reaches(parameters_.node_const * with_place)) marks |= kConst;
  if (reaches(parameters_.node_const * most)) marks |= kUsual;
  if (reaches(0)) marks |= kScoped;
  return static_cast<std::uint16_t>(marks);
}

}  // namespace thresh
