#include "indexer/detect/spine_marks.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "indexer/detect/dense_ids.h"
#include "indexer/detect/spine_site.h"

namespace thresh {
namespace {

// Pages that have something; told page by page.
struct PageCount {
  std::uint32_t pages = 0;
  std::uint32_t last_page = 0;  // from 1

  void Add(std::uint32_t page) {
    pages += last_page != page ? 1 : 0;
    last_page = page;
  }
};

// Pages of keys that are numbered as they come.
class PageCounts {
 public:
  std::uint32_t Add(std::uint64_t key, std::uint32_t page) {
    const std::uint32_t id = ids_.Add(key);
    if (id == counts_.size()) counts_.emplace_back();
    counts_[id].Add(page);
    return id;
  }
  std::uint32_t pages(std::uint32_t id) const { return counts_[id].pages; }
  std::vector<std::uint64_t> Keys() const { return ids_.Keys(); }

 private:
  DenseIds ids_;
  std::vector<PageCount> counts_;
};

class TextMarker {
 public:
  TextMarker(const SiteLog& log, const std::vector<std::uint32_t>& element_styles,
             const SpineParameters& parameters)
      : log_(log), element_styles_(element_styles), parameters_(parameters), texts_(log.texts()) {}

  std::vector<std::uint8_t> Mark() {
    CountTexts();
    CountPlaces();
    return Resolve(MarkPlaces());
  }

 private:
  static constexpr std::uint32_t kRare = 0xffffffff;
  struct TextCount {
    PageCount pages;
    std::uint32_t occurrences = 0;
  };
  // A leaf path in a scope.
  struct Place {
    std::uint32_t leaf, scope;
  };

  void CountTexts();
  void CountPlaces();
  std::vector<std::uint8_t> MarkPlaces() const;
  std::uint8_t MarkPlace(std::uint32_t entry, const Place& place, std::uint32_t place_id) const;
  std::vector<std::uint8_t> Resolve(const std::vector<std::uint8_t>& entries) const;

  const SiteLog& log_;
  const std::vector<std::uint32_t>& element_styles_;
  const SpineParameters& parameters_;
  std::vector<TextCount> texts_;            // by text
  std::vector<std::uint32_t> scope_pages_;  // by scope
  PageCounts places_;                       // (leaf path, scope)
  PageCounts entries_;                      // (place, text), frequent texts only
  std::vector<std::uint32_t> entry_of_;     // of every text, page by page; kRare
};

void TextMarker::CountTexts() {
  std::uint32_t number = 0;
  log_.ForEachPage([&](const LoggedPage& page) {
    ++number;
    for (const LoggedPage::Text& text : page.texts) {
      texts_[text.text].pages.Add(number);
      ++texts_[text.text].occurrences;
    }
  });
}

void TextMarker::CountPlaces() {
  const std::vector<std::uint32_t> scopes = ScopesOfDirectories(log_, parameters_.scope);
  scope_pages_.assign(log_.directories().size() + 1, 0);
  std::uint32_t number = 0;
  std::size_t first_element = 0;
  log_.ForEachPage([&](const LoggedPage& page) {
    ++number;
    const std::uint32_t scope = scopes[page.directory];
    ++scope_pages_[scope];
    for (const LoggedPage::Text& text : page.texts) {
      const std::uint32_t leaf = element_styles_[first_element + text.element];
      const std::uint32_t place = places_.Add(DenseIds::Pair(leaf, scope), number);
      const bool frequent = texts_[text.text].pages.pages >= parameters_.support;
      entry_of_.push_back(frequent ? entries_.Add(DenseIds::Pair(place, text.text), number) : kRare);
    }
    first_element += page.elements.size();
  });
}

// Marks by entry.
std::vector<std::uint8_t> TextMarker::MarkPlaces() const {
  const std::vector<std::uint64_t> places = places_.Keys();
  const std::vector<std::uint64_t> entries = entries_.Keys();
  const auto high = [](std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); };
  const auto low = [](std::uint64_t key) { return static_cast<std::uint32_t>(key); };
  // A page has one scope, so the pages of (leaf path, text) are the sum over the scopes.
  DenseIds leaf_texts;
  std::vector<std::uint32_t> leaf_text_of, pages;
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    const std::uint32_t leaf = high(places[high(entries[entry])]);
    const std::uint32_t id = leaf_texts.Add(DenseIds::Pair(leaf, low(entries[entry])));
    if (id == pages.size()) pages.push_back(0);
    pages[id] += entries_.pages(entry);
    leaf_text_of.push_back(id);
  }
  std::vector<std::uint8_t> marks(entries.size(), 0);
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (pages[leaf_text_of[entry]] < parameters_.support) continue;
    const std::uint32_t place = high(entries[entry]);
    marks[entry] = MarkPlace(entry, {high(places[place]), low(places[place])}, place);
  }
  return marks;
}

std::uint8_t TextMarker::MarkPlace(std::uint32_t entry, const Place& place, std::uint32_t place_id) const {
  const double pages = entries_.pages(entry);
  const double most = scope_pages_[place.scope];
  const double with_leaf = places_.pages(place_id);
  const auto reaches = [&](double share) {
    return pages >= std::min(most, std::max(3.0, share * with_leaf));
  };
  std::uint8_t marks = kRepeated;
  if (reaches(parameters_.node_dense)) marks |= kDense;
  if (reaches(parameters_.node_const)) marks |= kConst;
  if (reaches(0)) marks |= kScoped;
  return marks;
}

std::vector<std::uint8_t> TextMarker::Resolve(const std::vector<std::uint8_t>& entries) const {
  const double fresh_below = std::max(parameters_.support, parameters_.fresh * log_.pages());
  std::vector<std::uint8_t> marks;
  marks.reserve(entry_of_.size());
  log_.ForEachPage([&](const LoggedPage& page) {
    for (const LoggedPage::Text& text : page.texts) {
      const TextCount& count = texts_[text.text];
      const std::uint32_t entry = entry_of_[marks.size()];
      unsigned mark = entry == kRare ? 0U : unsigned{kFrequent} | entries[entry];
      if (count.pages.pages < fresh_below) mark |= kFresh;
      if (count.occurrences == 1) mark |= kSingle;
      marks.push_back(static_cast<std::uint8_t>(mark));
    }
  });
  return marks;
}

}  // namespace

std::vector<std::uint32_t> ScopesOfDirectories(const SiteLog& log, double least) {
  std::vector<std::uint32_t> pages(log.directories().size(), 0);
  log.ForEachPage([&](const LoggedPage& page) { ++pages[page.directory]; });
  struct Below {
    std::uint32_t pages = 0, number = 0;
  };
  std::unordered_map<std::string_view, Below> below;
  const auto for_each_above = [](std::string_view directory, auto f) {
    while (!directory.empty() && f(directory)) {
      directory.remove_suffix(1);
      directory = directory.substr(0, directory.rfind('/') + 1);
    }
  };
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    for_each_above(log.directories()[d], [&](std::string_view above) {
      below[above].pages += pages[d];
      return true;
    });
  }
  std::uint32_t scopes = 1;  // 0: the site
  std::vector<std::uint32_t> scope_of(pages.size(), 0);
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    for_each_above(log.directories()[d], [&](std::string_view above) {
      Below& counts = below[above];
      if (counts.pages < least) return true;
      if (counts.number == 0) counts.number = scopes++;
      scope_of[d] = counts.number;
      return false;
    });
  }
  return scope_of;
}

std::vector<std::uint8_t> MarkTexts(const SiteLog& log, const std::vector<std::uint32_t>& element_styles,
                                    const SpineParameters& parameters) {
  return TextMarker(log, element_styles, parameters).Mark();
}

}  // namespace thresh
