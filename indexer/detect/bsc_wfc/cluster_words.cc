#include "indexer/detect/bsc_wfc/cluster_words.h"

#include <algorithm>

namespace thresh {

RunClusterWords::RunClusterWords(const Run& run, const BlockStyleClusters& clusters)
    : first_(clusters.size() + 1, 0) {
  // A block has as many pairs as distinct words: the sizes are known before the lists are read.
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    first_[c + 1] = first_[c];
    for (RunBlock block : clusters.members(c)) first_[c + 1] += run.blocks()[block.value].distinct;
  }
  pairs_ = std::make_unique_for_overwrite<WordInBlock[]>(first_.back());

  struct Cursor {
    std::size_t next;
    // No term has this number, so the first posting opens a word.
    std::uint32_t last_term = 0xffffffff;
  };
  std::vector<Cursor> cursors;
  for (std::size_t c = 0; c < clusters.size(); ++c) cursors.push_back({first_[c]});
  for (std::uint32_t term = 0; term < run.terms(); ++term) {
    run.ForEachPosting(TermId(term), [&](const RunPosting& posting) {
      const BlockStyleClusters::Place place = clusters.place(posting.block);
      if (place.cluster == BlockStyleClusters::kNone) return;
      Cursor& cursor = cursors[place.cluster];
      WordInBlock& pair = pairs_[cursor.next++];
      pair.differences = posting.bytes;
      pair.count = posting.count;
      // The field has 31 bits. The mask says so to -Wconversion.
      pair.member = place.member & 0x7fffffffU;
      pair.opens_word = cursor.last_term != term;
      cursor.last_term = term;
    });
  }
}

// The log holds words block by block. Sorting (hash, place) pairs brings them into word order and
// keeps the blocks of a word ascending, since places ascend with blocks.
std::span<const WordInBlock> LogClusterWords::Of(std::size_t cluster) {
  order_.clear();
  found_.clear();
  for (RunBlock block : clusters_.members(cluster)) {
    const std::uint32_t member = clusters_.place(block).member & 0x7fffffffU;
    log_.ForEachWord(block.value, [&](std::uint64_t term, const RunPosting& posting) {
      order_.push_back({term, found_.size()});
      WordInBlock& pair = found_.emplace_back();
      pair.differences = posting.bytes;
      pair.count = posting.count;
      pair.member = member & 0x7fffffffU;
    });
  }
  std::sort(order_.begin(), order_.end());
  pairs_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    pairs_.push_back(found_[order_[i].found]);
    pairs_.back().opens_word = i == 0 || order_[i].term != order_[i - 1].term;
  }
  return pairs_;
}

}  // namespace thresh
