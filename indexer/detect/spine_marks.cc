#include "indexer/detect/spine_marks.h"

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
  return link == LinkKind::kInPage ? kInLink : kInLink | kInOffLink;
}

}  // namespace

void TextCounts::AddPage(const LoggedPage& page) {
  ++pages_;
  ++directory_pages_[page.directory];
  for (const LoggedPage::Text& text : page.texts) {
    Count(text.text);
    if (const std::uint32_t folded = log_.folded(text.text); folded != text.text) Count(folded);
  }
}

void TextCounts::Count(std::uint32_t text) {
  texts_[text].pages.Add(pages_);
  ++texts_[text].occurrences;
}

std::vector<std::uint32_t> TextCounts::Identities(double numbers) const {
  std::vector<std::uint32_t> identities(texts_.size());
  for (std::uint32_t text = 0; text < identities.size(); ++text) {
    const std::uint32_t folded = log_.folded(text);
    identities[text] = pages(folded) >= numbers ? folded : text;
  }
  return identities;
}

std::vector<std::uint32_t> ScopesOfDirectories(const std::vector<std::string>& directories,
                                               const std::vector<std::uint32_t>& pages, double least) {
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

TextMarker::TextMarker(const SiteLog& log, const TextCounts& texts, std::span<const std::uint32_t> identities,
                       const std::vector<Style>& styles, const SpineParameters& parameters)
    : log_(log),
      texts_(texts),
      identities_(identities),
      styles_(styles),
      parameters_(parameters),
      fresh_below_(std::max(parameters.support, parameters.fresh * log.pages())),
      scopes_(ScopesOfDirectories(log.directories(), texts.directory_pages(), parameters.scope)),
      scope_pages_(log.directories().size() + 1, 0) {}

void TextMarker::Expect(std::size_t texts) {
  entry_of_.reserve(texts);
  marks_.reserve(texts);
}

std::span<const std::uint16_t> TextMarker::AddPage(const LoggedPage& page,
                                                   std::span<const std::uint32_t> leaves) {
  ++pages_;
  const std::uint32_t scope = scopes_[page.directory];
  ++scope_pages_[scope];
  links_.clear();
  for (const LoggedPage::Element& element : page.elements) {
    const LinkKind own = log_.links()[element.key];
    links_.push_back(own == LinkKind::kNone && !links_.empty() ? links_[element.parent] : own);
  }
  for (std::uint32_t t = 0; t < page.texts.size(); ++t) {
    const LoggedPage::Text& text = page.texts[t];
    const std::uint32_t leaf = leaves[t];
    const std::uint32_t identity = identities_[text.text];
    const std::uint32_t pages = texts_.pages(identity);
    const LinkKind link = log_.paths()[text.path].link;
    unsigned marks = LinkMarks(link == LinkKind::kNone ? links_[text.element] : link);
    if (styles_[leaf].in_heading) marks |= kInHeading;
    if (pages < fresh_below_) marks |= kFresh;
    if (texts_.is_single(identity)) marks |= kSingle;
    const std::uint32_t place = places_.Add(leaf, scope, pages_);
    const bool frequent = pages >= parameters_.support;
    frequent_texts_ += frequent ? 1 : 0;
    entry_of_.push_back(frequent ? entries_.Add(identity, place, pages_) : kRare);
    marks_.push_back(static_cast<std::uint16_t>(marks));
  }
  return std::span(marks_).last(page.texts.size());
}

std::vector<std::uint16_t> TextMarker::Finish() {
  entry_marks_ = MarkEntries();
  for (std::size_t text = 0; text < marks_.size(); ++text) {
    if (entry_of_[text] != kRare) marks_[text] |= entry_marks_[entry_of_[text]];
  }
  return std::move(marks_);
}

std::vector<StyledText> TextMarker::DenseTexts() const {
  const std::vector<std::uint64_t> places = places_.Keys();
  const std::vector<std::uint64_t> entries = entries_.Keys();
  std::vector<StyledText> dense;
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    if ((entry_marks_[entry] & kDense) == 0) continue;
    dense.push_back({High(places[Low(entries[entry])]), High(entries[entry])});
  }
  return dense;
}

std::vector<std::uint16_t> TextMarker::MarkEntries() const {
  const std::vector<std::uint64_t> places = places_.Keys();
  const std::vector<std::uint64_t> entries = entries_.Keys();
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

std::uint16_t TextMarker::MarkEntry(std::uint32_t entry, std::uint32_t place, std::uint32_t scope) const {
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
