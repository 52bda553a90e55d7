// Spellings: which terms of a segment are one word without their accents. The merge of terms adds
// each term, and the merger writes the rows into the family `meta`, where a search for `cafe` finds
// `café`. Terms of ASCII cost nothing. The others are kept in memory until the rows are written,
// twice their bytes and eight more, and beyond a bound in sorted files. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "indexer/segment/segment_writer.h"

namespace thresh {

class Spellings {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;

  // What does not fit into `most_bytes` goes to files whose names begin with `files`.
  explicit Spellings(std::string files, std::size_t most_bytes = kMostBytes)
      : files_(std::move(files)), most_bytes_(most_bytes) {}

  // Each term is added once. Those that have no accents are not kept.
  Status Add(std::string_view term);
  // Writes a row for each word that has spellings, in the order of their keys, and removes the
  // files. Called once, behind the last term.
  Status Write(SegmentWriter* segment);

 private:
  struct Place {
    std::uint32_t begin, size;  // of the pair in bytes_
  };
  using TakePair = std::function<Status(std::string_view pair)>;

  std::string_view At(const Place& place) const {
    return std::string_view(bytes_).substr(place.begin, place.size);
  }
  std::string FileName(std::size_t number) const { return files_ + std::to_string(number); }
  void Sort();
  Status Spill();
  Status ForEachPair(const TakePair& take);
  Status MergeFiles(const TakePair& take) const;

  const std::string files_;
  const std::size_t most_bytes_;
  std::size_t written_ = 0;  // files
  std::string bytes_;        // pairs: the word without accents, a byte 0, the term
  std::vector<Place> places_;
};

}  // namespace thresh
