#include "indexer/page/text_sums.h"

#include <algorithm>

#include "common/text/word.h"

namespace thresh {

Hash128 HashSequence(std::span<const std::uint64_t> words) {
  return HashBytes({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
}

void TextHasher::Add(const Token& token) {
  words_.push_back(FastHash64(token.term));
  numbers_.push_back(IsNumber(token.term));
}

void ShortTexts::SumUp(std::string_view text, Analyzer* analyzer, Block* block) {
  if (rows_.empty()) rows_.resize(kRows);
  Row& row = rows_[FastHash64(text) % kRows];
  const std::string_view known(row.text.data(), row.bytes);
  if (row.analyzer != analyzer || known != text) {
    hasher_.Begin(analyzer);
    if (!text.empty()) hasher_.AddText(text);
    hasher_.SumUp(block);
    if (text.size() > kMostBytes) return;
    std::copy(text.begin(), text.end(), row.text.begin());
    row.analyzer = analyzer;
    row.bytes = static_cast<std::uint32_t>(text.size());
    row.tokens = block->tokens;
    row.text_hash = block->text_hash;
    row.folded_hash = block->folded_hash;
    row.only_numbers = block->only_numbers;
    return;
  }
  block->tokens = row.tokens;
  block->text_hash = row.text_hash;
  block->folded_hash = row.folded_hash;
  block->only_numbers = row.only_numbers;
}

}  // namespace thresh
