#include "indexer/detect/repeats/site_log.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thresh::repeats {

void SiteLog::Append(DocId doc, std::span<const Piece> pieces) {
  RecordWriter out(&log_);
  out.Ascending(doc.value, &last_doc_);
  out.Number(pieces.size());
  std::uint32_t text_before = 0, block = 0;
  for (const Piece& piece : pieces) {
    const std::uint32_t text = texts_.Add(piece.text);
    if (text == word_ends_.size()) {
      for (const std::uint64_t word : piece.words) text_words_.push_back(words_.Add(word));
      word_ends_.push_back(text_words_.size());
    }
    out.Near(text, &text_before);
    out.Number(piece.first_block - block);
    out.Number(piece.blocks);
    block = piece.first_block + piece.blocks;
  }
  ++pages_;
}

void SiteLog::ReadPage(RecordReader* in, std::uint32_t* doc, LoggedPage* page) {
  std::uint32_t text = 0;
  std::uint64_t block = 0;
  in->Ascending(page->doc.value, doc);
  in->List(page->pieces, [&](LoggedPage::Piece& piece) {
    std::uint32_t skipped = 0;
    in->Near(piece.text, &text);
    in->Number(skipped);
    in->Number(piece.blocks);
    block += skipped;
    piece.first_block = static_cast<std::uint32_t>(block);
    block += piece.blocks;
    if (block > std::numeric_limits<std::uint32_t>::max()) in->Fail();
  });
}

std::size_t SiteLog::bytes() const {
  return log_.capacity() + texts_.bytes() + words_.bytes() +
         text_words_.capacity() * sizeof(text_words_[0]) +
         word_ends_.capacity() * sizeof(word_ends_[0]);
}

std::uint32_t LeastPages(double share, std::uint32_t pages, bool over) {
  constexpr double kTolerance = 1e-9;
  const double wanted = share * pages;
  const double least = over ? std::floor(wanted + kTolerance) + 1 : std::ceil(wanted - kTolerance);
  return std::max<std::uint32_t>(2, static_cast<std::uint32_t>(least));
}

}  // namespace thresh::repeats
