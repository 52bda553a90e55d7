#include "indexer/page/text_sums.h"

#include "common/text/word.h"

namespace thresh {

Hash128 HashSequence(std::span<const std::uint64_t> words) {
  return HashBytes({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
}

void TextHasher::Add(const Token& token) {
  words_.push_back(FastHash64(token.term));
  numbers_.push_back(IsNumber(token.term));
}

}  // namespace thresh
