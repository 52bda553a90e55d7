// Counting what stands on the pages of a site: ids of pairs, pages of pairs, texts. Used by the log
// while pages stream in, and by the passes over a complete log. Owned by whoever counts. Not
// thread-safe. Pages are numbered as PageCount asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/dense_ids.h"
#include "indexer/detect/page_count.h"

namespace thresh::spine {

// Sums of shares are kept as whole parts of 2^-32. Sums of doubles would depend on the order of the
// pages in their last bit, and so might a strike.
inline constexpr std::uint64_t kParts = std::uint64_t{1} << 32;

// Numbers pairs of small numbers 0, 1, 2 ... in the order of their first appearance. Neighbouring
// pages are alike, so the second number of a pair is mostly the one that stood with the first
// number last time: PairIds looks there before it looks into the hash table.
class PairIds {
 public:
  std::uint32_t Add(std::uint32_t first, std::uint32_t second) {
    if (first >= last_.size()) last_.resize(first + 1);
    Last& last = last_[first];
    if (last.id == DenseIds::kNone || last.second != second)
      last = {second, ids_.Add(DenseIds::Pair(first, second))};
    return last.id;
  }
  const std::vector<std::uint64_t>& Keys() const { return ids_.Keys(); }  // DenseIds::Pair
  std::size_t bytes() const { return ids_.bytes() + last_.capacity() * sizeof(Last); }

  static std::uint32_t First(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  static std::uint32_t Second(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

 private:
  struct Last {
    std::uint32_t second = 0;
    std::uint32_t id = DenseIds::kNone;
  };
  DenseIds ids_;
  std::vector<Last> last_;  // by first
};

// On how many pages each pair stands.
class PairPages {
 public:
  std::uint32_t Id(std::uint32_t first, std::uint32_t second) {
    const std::uint32_t id = ids_.Add(first, second);
    if (id == counts_.size()) counts_.emplace_back();
    return id;
  }
  void Add(std::uint32_t id, std::uint32_t page) { counts_[id].Add(page); }
  std::uint32_t pages(std::uint32_t id) const { return counts_[id].pages; }
  const std::vector<std::uint64_t>& Keys() const { return ids_.Keys(); }  // DenseIds::Pair

 private:
  PairIds ids_;
  std::vector<PageCount> counts_;  // by id
};

// Pages and occurrences of every text. Two texts that differ in a few numbers only count as one
// text if that common form stands on a good part of the site. So a footer that numbers its pages is
// one text, and the first sentences of many release notes stay many texts.
class TextCounts {
 public:
  // Adds the next text. `folded` is the number of the same text with all its numbers as one word,
  // or of the text itself if it has no numbers or too many.
  void Note(std::uint32_t folded, bool only_numbers) {
    texts_.push_back({{}, 0, folded, only_numbers});
  }
  void Count(std::uint32_t text, std::uint32_t page) {
    CountOne(text, page);
    if (const std::uint32_t folded = texts_[text].folded; folded != text) CountOne(folded, page);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }
  std::uint32_t folded(std::uint32_t text) const { return texts_[text].folded; }
  std::uint32_t pages(std::uint32_t text) const { return texts_[text].pages.pages; }
  bool only_numbers(std::uint32_t text) const { return texts_[text].only_numbers; }
  std::uint32_t occurrences(std::uint32_t text) const { return texts_[text].occurrences; }
  // A text of applied pages alone (SiteLog::Apply) was not counted at all.
  bool is_single(std::uint32_t text) const { return texts_[text].occurrences <= 1; }
  // The text that `text` counts as, if a folded text must stand on `numbers` pages to count.
  std::uint32_t Identity(std::uint32_t text, double numbers) const {
    return pages(folded(text)) >= numbers ? folded(text) : text;
  }
  std::size_t bytes() const { return texts_.capacity() * sizeof(Seen); }

 private:
  struct Seen {
    PageCount pages;
    std::uint32_t occurrences = 0;
    std::uint32_t folded = 0;
    bool only_numbers = false;
  };
  void CountOne(std::uint32_t text, std::uint32_t page) {
    texts_[text].pages.Add(page);
    ++texts_[text].occurrences;
  }

  std::vector<Seen> texts_;
};

}  // namespace thresh::spine
