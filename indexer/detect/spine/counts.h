// On how many pages of a site each name and each text stands: counted while its pages are logged.
// Pages are told one after the other, from page 1.
//
// Thread rule: as the log's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "indexer/detect/spine/key.h"

namespace thresh {

// Pages that have something.
struct PageCount {
  std::uint32_t pages = 0;
  std::uint32_t last_page = 0;

  void Add(std::uint32_t page) {
    pages += last_page != page ? 1 : 0;
    last_page = page;
  }
};

template <typename F>  // f(std::string_view name)
void ForEachClass(std::string_view list, F f) {
  constexpr std::string_view kSpace = " \t\n\r\f";
  for (std::size_t at = list.find_first_not_of(kSpace); at != list.npos;) {
    const std::size_t end = std::min(list.find_first_of(kSpace, at), list.size());
    f(list.substr(at, end - at));
    at = list.find_first_not_of(kSpace, end);
  }
}

// On how many pages each class name and id stands, as it is and folded.
class NameCounts {
 public:
  void NoteKey(const RawKey& raw);  // numbers keys 0, 1, 2 ...
  void Count(std::uint32_t key, std::uint32_t page) {
    if (keys_[key].last_page != page) CountNames(page, &keys_[key]);
  }

  // The form of the name that is on enough pages, or empty. Kind: '.' for classes, '#' for ids.
  std::string Clean(char kind, std::string_view name, double enough) const;
  std::size_t bytes() const;

 private:
  struct Key {
    std::uint32_t last_page = 0;
    std::uint32_t first_name = 0, last_name = 0;  // range of names_
  };
  void CountNames(std::uint32_t page, Key* key);
  void AddName(char kind, std::string_view name);
  void AddForm(std::string form);
  double PagesOf(const std::string& form) const;

  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<PageCount> counts_;     // by id
  std::vector<std::uint32_t> names_;  // ids, key by key
  std::vector<Key> keys_;
  std::size_t form_bytes_ = 0;
};

// Pages and occurrences of every text. A text whose numbers change from page to page counts as one
// text where it stands on a good part of the site: a footer that numbers its pages, and not the
// first sentence of release notes.
class TextCounts {
 public:
  // The next text; `folded`: the text that it is when all its numbers are one word, itself where it
  // has none or too many.
  void Note(std::uint32_t folded) { texts_.push_back({{}, 0, folded}); }
  void Count(std::uint32_t text, std::uint32_t page) {
    CountOne(text, page);
    if (const std::uint32_t folded = texts_[text].folded; folded != text) CountOne(folded, page);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }
  std::uint32_t folded(std::uint32_t text) const { return texts_[text].folded; }
  std::uint32_t pages(std::uint32_t text) const { return texts_[text].pages.pages; }
  bool is_single(std::uint32_t text) const { return texts_[text].occurrences == 1; }
  // What it counts as, where `numbers` pages make numbers one word.
  std::uint32_t Identity(std::uint32_t text, double numbers) const {
    return pages(folded(text)) >= numbers ? folded(text) : text;
  }
  std::size_t bytes() const { return texts_.capacity() * sizeof(Seen); }

 private:
  struct Seen {
    PageCount pages;
    std::uint32_t occurrences = 0;
    std::uint32_t folded = 0;
  };
  void CountOne(std::uint32_t text, std::uint32_t page) {
    texts_[text].pages.Add(page);
    ++texts_[text].occurrences;
  }

  std::vector<Seen> texts_;
};

}  // namespace thresh
