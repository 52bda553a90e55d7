#include "indexer/detect/bsc_wfc/block_log.h"

#include <algorithm>
#include <memory>

#include "common/base/bytes.h"
#include "common/text/word.h"
#include "indexer/detect/bsc_wfc/block_style_clusters.h"

namespace thresh {
namespace {

// The hash names a word over all runs, whereas a TermId is valid in one run only.
std::uint64_t TermHash(std::string_view term) { return HashBytes(term).low; }

std::string_view BytesOf(const unsigned char* differences, std::uint32_t count) {
  const unsigned char* end = differences;
  // Only the last byte of a varint is below 0x80.
  for (std::uint32_t left = count; left > 0; ++end) left -= *end < 0x80 ? 1 : 0;
  return {reinterpret_cast<const char*>(differences), static_cast<std::size_t>(end - differences)};
}

}  // namespace

// The blocks of a run that bring a new text, and their words, block by block.
class BlockLog::NewTexts {
 public:
  explicit NewTexts(const Run& run) : run_(run), place_(run.blocks().size(), kNone) {}

  void Add(RunBlock block) {
    place_[block.value] = static_cast<std::uint32_t>(next_.size());
    next_.push_back(words_in_all_);
    words_in_all_ += run_.blocks()[block.value].distinct;
  }
  void Read() {
    words_ = std::make_unique_for_overwrite<Word[]>(words_in_all_);
    for (std::uint32_t term = 0; term < run_.terms(); ++term) {
      const std::string_view spelling = run_.term(TermId(term));
      const std::uint64_t hash = TermHash(spelling);
      const bool is_number = IsNumber(spelling);
      // Postings come word by word, and each goes to the next place of its block. So nothing is
      // sorted.
      run_.ForEachPosting(TermId(term), [&](const RunPosting& posting) {
        const std::uint32_t place = place_[posting.block.value];
        if (place != kNone)
          words_[next_[place]++] = {hash, posting.bytes, posting.count, is_number};
      });
    }
  }
  // After Read, in the order of Add: the words of the next block.
  std::span<const Word> Of(std::size_t added) const {
    const std::size_t begin = added == 0 ? 0 : next_[added - 1];
    return {&words_[begin], next_[added] - begin};
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  const Run& run_;
  std::vector<std::uint32_t> place_;  // by RunBlock: place among those that were added
  std::vector<std::size_t> next_;     // in words_; after Read the end of the block
  std::size_t words_in_all_ = 0;
  std::unique_ptr<Word[]> words_;
};

void BlockLog::Append(const Run& run) {
  const std::size_t before = texts_.size(), old_blocks = blocks_.size();
  NewTexts texts(run);
  std::vector<std::uint32_t> tokens;  // of the new texts
  for (std::uint32_t b = 0; b < run.blocks().size(); ++b) {
    const RunBlockInfo& block = run.blocks()[b];
    if (!TakesPart(block)) continue;
    const auto [known, is_new] =
        by_words_.emplace(block.text_hash, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) {
      texts_.push_back({block.text_hash});
      tokens.push_back(block.tokens);
      texts.Add(RunBlock(b));
    }
    blocks_.push_back(block);
    text_of_.push_back(known->second);
  }
  texts.Read();
  for (std::size_t t = 0; t < tokens.size(); ++t)
    AddText(texts.Of(t), tokens[t], &texts_[before + t]);
  // AddText may have folded numbers, which changes both values.
  for (std::size_t b = old_blocks; b < blocks_.size(); ++b) {
    blocks_[b].distinct = texts_[text_of_[b]].distinct;
    blocks_[b].text_hash = texts_[text_of_[b]].hash;
  }
}

// Numbers are folded where they are fewer than 30 % of the words: a table of numbers stays as it
// is.
void BlockLog::AddText(std::span<const Word> words, std::uint32_t tokens, Text* text) {
  std::uint64_t numbers = 0;
  for (const Word& word : words) numbers += word.is_number ? word.count : 0;
  const bool fold = fold_numbers_ && numbers > 0 && 10 * numbers < 3 * std::uint64_t{tokens};
  text->begin = words_.size();
  for (const Word& word : words) {
    if (fold && word.is_number) continue;
    PutWord(word.term, word.count, BytesOf(word.differences, word.count));
    ++text->distinct;
  }
  if (!fold) return;
  PutNumbers(words);
  ++text->distinct;
  // The hash is of what was stored. So texts that differ in the value of their numbers have one
  // hash.
  text->hash = HashBytes(std::string_view(words_).substr(text->begin));
}

void BlockLog::PutWord(std::uint64_t term, std::uint32_t count, std::string_view differences) {
  PutBig64(&words_, term);
  PutVarint(&words_, count);
  words_ += differences;
}

// All numbers of a text as one word.
void BlockLog::PutNumbers(std::span<const Word> words) {
  std::vector<std::uint32_t> offsets;
  for (const Word& word : words) {
    if (!word.is_number) continue;
    RunPosting posting;
    posting.count = word.count;
    posting.bytes = word.differences;
    posting.Offsets(&offsets);
  }
  // Offsets of different numbers interleave, and differences need them in order.
  std::sort(offsets.begin(), offsets.end());
  std::string differences;
  std::uint32_t last = 0;
  for (const std::uint32_t offset : offsets) {
    PutVarint(&differences, offset - last);
    last = offset;
  }
  PutWord(TermHash("#"), static_cast<std::uint32_t>(offsets.size()), differences);
}

void BlockLog::Clear() {
  blocks_.clear();
  text_of_.clear();
  texts_.clear();
  by_words_.clear();
  words_.clear();
}

std::size_t BlockLog::bytes() const {
  constexpr std::size_t kMapNode = sizeof(Hash128) + 4 * sizeof(void*);
  return blocks_.capacity() * sizeof(RunBlockInfo) + text_of_.capacity() * sizeof(std::uint32_t) +
         texts_.capacity() * sizeof(Text) + by_words_.size() * kMapNode + words_.capacity();
}

}  // namespace thresh
