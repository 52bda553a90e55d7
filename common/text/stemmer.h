// Stemmer: a Snowball algorithm by name, or none. The Analyzer owns one. It keeps the stems of
// recent words, because text repeats its words and a look-up is several times faster than the
// algorithm. Not thread-safe, because libstemmer keeps state.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

struct sb_stemmer;

namespace thresh {

class Stemmer {
 public:
  Stemmer() = default;  // none
  // kUsage, with the valid names, if `name` is neither "none" nor an algorithm.
  static Result<Stemmer> Make(const std::string& name);

  bool stems() const { return stemmer_ != nullptr; }

  // The stem of a folded word of at most kMaxTermBytes, valid until the next call. "none" returns
  // the word itself. Never empty for a word that is not, and never longer than kMaxTermBytes.
  std::string_view Stem(std::string_view word);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  struct Known {
    std::string word;
    std::string stem;
  };
  static constexpr std::size_t kRemembered = 4096;
  std::string_view Compute(std::string_view word);

  std::unique_ptr<sb_stemmer, Free> stemmer_;  // null for "none"
  std::vector<Known> known_;  // by the hash of the word; a newer word replaces the one in its place
};

}  // namespace thresh
