#include "indexer/run/word_table.h"

#include <algorithm>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/check.h"

namespace thresh {
namespace {

// Many words stand in one block only, so the first chunk is small. Long lists are read chunk by
// chunk, so later ones are large.
constexpr std::uint32_t kFirstChunk = 16;
constexpr std::uint32_t kLargestChunk = 4096;

void CloseChunk(const WordItem& word) {
  word.last->used = static_cast<std::uint32_t>(word.at - word.last->bytes());
}

// Where the word's next entry goes, which has `bytes` bytes.
unsigned char* Room(WordItem* word, std::size_t bytes, Arena* arena) {
  if (static_cast<std::size_t>(word->end - word->at) >= bytes) return word->at;
  const std::uint32_t grown = word->last == nullptr ? kFirstChunk : word->last->capacity * 2;
  // An entry above the largest chunk gets a chunk of its own size.
  const std::size_t capacity = std::max<std::size_t>(std::min(grown, kLargestChunk), bytes);
  std::byte* memory = arena->Allocate(sizeof(WordChunk) + capacity, alignof(WordChunk));
  WordChunk* chunk = std::construct_at(reinterpret_cast<WordChunk*>(memory));
  chunk->capacity = static_cast<std::uint32_t>(capacity);
  if (word->last == nullptr) {
    word->first = chunk;
  } else {
    CloseChunk(*word);
    word->last->next = chunk;
  }
  word->last = chunk;
  word->at = chunk->bytes();
  word->end = word->at + capacity;
  return word->at;
}

// The first eight bytes as a number that compares as they do: it tells most terms apart.
std::uint64_t SortPrefix(std::string_view term) {
  // Shorter terms are padded with 0. TakeSorted compares terms of equal prefixes in full.
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    prefix = (prefix << 8) | (i < term.size() ? static_cast<unsigned char>(term[i]) : 0U);
  }
  return prefix;
}

}  // namespace

WordItem* WordTable::FindOrInsert(std::string_view term, std::uint64_t hash, Arena* arena) {
  WordItem*& head = buckets_[Bucket(hash)];
  for (WordItem* word = head; word != nullptr; word = word->next) {
    // The hash is in the item, the term behind it: unequal words are told apart without its bytes.
    if (word->hash == hash && word->term() == term) return word;
  }
  // Item and term are one allocation, so that a comparison stays on neighbouring cache lines.
  std::byte* memory = arena->Allocate(sizeof(WordItem) + term.size(), alignof(WordItem));
  WordItem* word = std::construct_at(reinterpret_cast<WordItem*>(memory));
  std::copy(term.begin(), term.end(), reinterpret_cast<char*>(memory + sizeof(WordItem)));
  // The newest word goes first: a word that has just appeared is likely to appear again.
  word->next = head;
  word->hash = hash;
  word->length = static_cast<std::uint32_t>(term.size());
  words_.Extend(1)[0] = word;
  return head = word;
}

void WordTable::Append(WordItem* word, std::uint32_t block, std::span<const std::uint32_t> offsets,
                       Arena* arena) {
  // The size is computed first, because an entry must not straddle two chunks.
  const std::uint32_t gap = block - word->last_block;
  const auto count = static_cast<std::uint32_t>(offsets.size());
  std::size_t bytes = VarintBytes(gap) + VarintBytes(count);
  std::uint32_t before = 0;
  for (std::uint32_t offset : offsets) bytes += VarintBytes(offset - std::exchange(before, offset));

  unsigned char* at = WriteVarint(WriteVarint(Room(word, bytes, arena), gap), count);
  before = 0;
  for (std::uint32_t offset : offsets) at = WriteVarint(at, offset - std::exchange(before, offset));
  word->at = at;
  word->last_block = block;
}

Column<WordItem*> WordTable::TakeSorted() {
  // With the prefix beside the pointer most comparisons need not read the term, which lies
  // elsewhere.
  struct Keyed {
    std::uint64_t prefix;
    WordItem* word;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(words_.size());
  for (WordItem* word : words_.span()) {
    if (word->last == nullptr) continue;  // a stop word: no posting, no list
    CloseChunk(*word);
    keyed.push_back({SortPrefix(word->term()), word});
  }
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : a.word->term() < b.word->term();
  });
  // The items are in the arena of the run that leaves, so no bucket may still point to them.
  std::fill(buckets_.begin(), buckets_.end(), nullptr);
  words_ = {};
  Column<WordItem*> sorted;
  std::transform(keyed.begin(), keyed.end(), sorted.Extend(keyed.size()).begin(),
                 [](const Keyed& k) { return k.word; });
  return sorted;
}

}  // namespace thresh
