// KeptRows: the rows of the words that were asked for last, decoded. To look a row up and to decode
// it takes longer than most of a query's lists, a search asks for the same row several times, and
// people search for the same words. An index of a store has one for as long as it lives. Not
// thread-safe.
//
// Rows are in two halves. A row that is found in the older half goes to the younger one, and when
// that is full, it becomes the older half, whose rows are forgotten. So a row that is asked for now
// and then stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/postings/postings.h"

namespace thresh {

// The row of a term for all who ask for it; null if no page has the term.
using TermRow = std::shared_ptr<const TermRecord>;

inline constexpr std::size_t kKeptRowBytes = 4 << 20;

// The rows of a term in an index that has parts.
struct PartRows {
  struct ListBound {
    Field field;
    ImpactSet impacts;
  };
  TermRow counts;           // of all parts, without lists; null if no page has the term
  std::vector<TermRow> of;  // by part; null where the part lacks the term
  // The bounds of the lists, those of one part after those of the other. A search asks for all of
  // them, and to read them out of the rows waits for memory a dozen times.
  std::vector<ListBound> bounds;
  std::vector<std::uint32_t> bounds_end;  // by part

  // REQUIRES: rows come in the order of the parts.
  void Add(TermRow row) {
    if (row != nullptr) {
      for (const FieldList& list : row->fields) bounds.push_back({list.field, list.impacts});
    }
    bounds_end.push_back(static_cast<std::uint32_t>(bounds.size()));
    of.push_back(std::move(row));
  }
  // Whether of[part] is null; a row has a list.
  bool Lacks(std::size_t part) const { return BoundsOf(part).empty(); }
  std::span<const ListBound> BoundsOf(std::size_t part) const {
    const std::uint32_t first = part == 0 ? 0 : bounds_end[part - 1];
    return std::span(bounds).subspan(first, bounds_end[part] - first);
  }
};

// About as many bytes of memory as the row takes.
inline std::size_t BytesOf(const TermRow& row) {
  if (row == nullptr) return sizeof(row);
  std::size_t bytes = sizeof(row) + sizeof(*row);
  for (const FieldList& list : row->fields)
    bytes += sizeof(list) + list.chunks.size() * sizeof(ChunkInfo) + list.inline_postings.size() +
             list.inline_positions.size();
  return bytes;
}

inline std::size_t BytesOf(const PartRows& rows) {
  std::size_t bytes = sizeof(rows) + BytesOf(rows.counts) + rows.of.size() * sizeof(rows.of[0]) +
                      rows.bounds.size() * sizeof(rows.bounds[0]);
  for (const TermRow& row : rows.of) bytes += BytesOf(row);
  return bytes;
}

inline std::size_t BytesOf(const std::vector<std::string>& words) {
  std::size_t bytes = 0;
  for (const std::string& word : words) bytes += sizeof(std::string) + word.size();
  return bytes;
}

template <typename Row>
class KeptRows {
 public:
  explicit KeptRows(std::size_t most_bytes = kKeptRowBytes) : most_bytes_(most_bytes) {}

  // Null if the row is not kept. What is returned stays valid until the next call.
  const Row* Find(std::string_view term) {
    if (const auto found = young_.find(term); found != young_.end()) return &found->second.row;
    const auto found = old_.find(term);
    if (found == old_.end()) return nullptr;
    return &Add(old_.extract(found));
  }

  // REQUIRES: the row of the term is not kept. A row of more than `most_bytes` is kept until the
  // next one comes.
  const Row& Keep(std::string_view term, Row row, std::size_t bytes) {
    Rows one;
    one.emplace(term, Kept{std::move(row), bytes + term.size() + kNodeBytes});
    return Add(one.extract(one.begin()));
  }

 private:
  struct Kept {
    Row row;
    std::size_t bytes;
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Rows = std::unordered_map<std::string, Kept, Hash, std::equal_to<>>;
  static constexpr std::size_t kNodeBytes = sizeof(typename Rows::value_type);

  const Row& Add(typename Rows::node_type row) {
    if (young_bytes_ > 0 && young_bytes_ + row.mapped().bytes > most_bytes_ / 2) {
      old_ = std::exchange(young_, {});
      young_bytes_ = 0;
    }
    young_bytes_ += row.mapped().bytes;
    return young_.insert(std::move(row)).position->second.row;
  }

  std::size_t most_bytes_;
  std::size_t young_bytes_ = 0;
  Rows young_, old_;
};

// The other spellings of words (Index::Spellings). Most words have none.
using KeptSpellings = KeptRows<std::vector<std::string>>;
inline constexpr std::size_t kKeptSpellingBytes = 256 << 10;

}  // namespace thresh
