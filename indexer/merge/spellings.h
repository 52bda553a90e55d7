// Spellings: which terms of a segment are one word without their accents. The merge of terms adds
// each term, and the merger writes the rows into the family `meta`, where a search for `cafe` finds
// `café`. Terms of ASCII cost nothing; the others are kept in memory until the rows are written,
// twice their bytes and eight more. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "indexer/segment/segment_writer.h"

namespace thresh {

class Spellings {
 public:
  // Each term is added once. Those that have no accents are not kept.
  void Add(std::string_view term);
  // Writes a row for each word that has spellings, in the order of their keys.
  Status Write(SegmentWriter* segment) const;

 private:
  struct Place {
    std::uint32_t begin, size;  // of the pair in bytes_
  };
  std::string_view At(const Place& place) const {
    return std::string_view(bytes_).substr(place.begin, place.size);
  }

  std::string bytes_;  // pairs: the word without accents, a byte 0, the term
  std::vector<Place> places_;
};

}  // namespace thresh
