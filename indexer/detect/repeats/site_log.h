// SiteLog: what the detectors of this room keep of a site until the input ends. A page is a
// sequence of pieces, which are lines or text nodes. Equal texts are numbered and kept once, so a
// page takes a few bytes a piece:
//
//   page    doc varint (gap to the last page), pieces varint, each piece
//   piece   text (difference to the text before it, zigzag varint), blocks skipped varint,
//           blocks varint
//
// The detector owns one for each site. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/coder.h"
#include "common/base/dense_ids.h"
#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/detect/page_count.h"

namespace thresh::repeats {

// A part of a page with words. `text` is the hash of all that must be equal.
struct Piece {
  std::uint64_t text = 0;
  std::uint32_t first_block = 0, blocks = 0;
  std::span<const std::uint64_t> words = {};  // hashes, in order; runs only
};

struct LoggedPage {
  struct Piece {
    std::uint32_t text = 0;  // equal for equal texts
    std::uint32_t first_block = 0, blocks = 0;
  };
  DocId doc;
  std::vector<Piece> pieces;
};

class SiteLog {
 public:
  // Docs ascend. Pieces ascend by block. Duplicate pages must not be appended.
  void Append(DocId doc, std::span<const Piece> pieces);

  std::uint32_t pages() const { return pages_; }
  std::uint32_t texts() const { return texts_.size(); }
  std::uint32_t words() const { return words_.size(); }  // distinct
  std::uint64_t HashOf(std::uint32_t text) const { return texts_.Keys()[text]; }
  // Equal words have equal numbers, from 0 on.
  std::span<const std::uint32_t> WordsOf(std::uint32_t text) const {
    const std::size_t first = text == 0 ? 0 : word_ends_[text - 1];
    return std::span(text_words_).subspan(first, word_ends_[text] - first);
  }
  std::size_t bytes() const;

  // Calls f(number, const LoggedPage&) for every page in the order of Append. The first page has
  // number 1.
  template <typename F>
  void ForEachPage(F f) const {
    RecordReader in(log_);
    LoggedPage page;
    std::uint32_t doc = 0;
    for (std::uint32_t number = 1; number <= pages_; ++number) {
      ReadPage(&in, &doc, &page);
      f(number, static_cast<const LoggedPage&>(page));
    }
  }

 private:
  static void ReadPage(RecordReader* in, std::uint32_t* doc, LoggedPage* page);

  std::string log_;
  std::uint32_t pages_ = 0, last_doc_ = 0;
  DenseIds texts_, words_;                 // of hashes
  std::vector<std::uint32_t> text_words_;  // of all texts, one after the other
  std::vector<std::size_t> word_ends_;     // in text_words_, by text
};

// The key of the template that is a text, by the text's hash.
inline Hash128 KeyOf(std::uint64_t text) { return {Mix64(text), text}; }

// The fewest pages that are `share` of `pages` or more, or more than `share` if `over`. A text on
// one page repeats nothing, so the answer is never less than 2. Shares such as .3 have no exact
// double, hence the small tolerance.
std::uint32_t LeastPages(double share, std::uint32_t pages, bool over);

}  // namespace thresh::repeats
