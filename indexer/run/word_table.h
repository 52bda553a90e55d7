// WordTable: the buckets and lists of a RunTable (Chen et al. 2006, 3.3). Buckets hold chains of
// words. Each word heads an unrolled linked list of entries (block, count, offsets), all in the
// run's arena. After TakeSorted only the lists are read. Not thread-safe.
//
// An entry is varints of the block (difference to the entry before), the count and the difference
// offsets. No entry straddles two chunks. The chunks of one list grow from 16 to 4,096 bytes, so
// that rare words stay small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "indexer/run/arena.h"
#include "indexer/run/column.h"

namespace thresh {

// A piece of a word's list; its bytes follow it.
struct WordChunk {
  WordChunk* next = nullptr;
  std::uint32_t capacity = 0;
  std::uint32_t used = 0;  // known once the chunk is closed
  const unsigned char* bytes() const { return reinterpret_cast<const unsigned char*>(this + 1); }
  unsigned char* bytes() { return reinterpret_cast<unsigned char*>(this + 1); }
};

// A word in its bucket's chain; the bytes of the term follow it.
struct WordItem {
  WordItem* next = nullptr;
  std::uint64_t hash = 0;
  WordChunk* first = nullptr;
  WordChunk* last = nullptr;
  unsigned char* at = nullptr;  // where the next entry goes in the last chunk
  unsigned char* end = nullptr;
  std::uint32_t last_block = 0;
  std::uint32_t length = 0;
  std::string_view term() const { return {reinterpret_cast<const char*>(this + 1), length}; }
};

class WordTable {
 public:
  // `buckets` is a power of two.
  explicit WordTable(std::size_t buckets) : buckets_(buckets, nullptr) {}

  WordItem* FindOrInsert(std::string_view term, std::uint64_t hash, Arena* arena);
  // `block` is above all blocks of the word so far; `offsets` are 1-based and ascending.
  void Append(WordItem* word, std::uint32_t block, std::span<const std::uint32_t> offsets,
              Arena* arena);

  // Memory is the cost of a probe: ask for the bucket early, then for the head of its chain.
  void PrefetchBucket(std::uint64_t hash) const { __builtin_prefetch(&buckets_[Bucket(hash)]); }
  void PrefetchChain(std::uint64_t hash) const { __builtin_prefetch(buckets_[Bucket(hash)]); }

  // Closes the lists and hands out the words in byte order of their terms. The table is empty
  // afterwards and may be filled again.
  Column<WordItem*> TakeSorted();

  std::size_t bytes() const { return buckets_.capacity() * sizeof(WordItem*) + words_.bytes(); }

 private:
  std::size_t Bucket(std::uint64_t hash) const { return hash & (buckets_.size() - 1); }

  std::vector<WordItem*> buckets_;
  Column<WordItem*> words_;  // in order of appearance
};

}  // namespace thresh
