// Stemmer: a Snowball algorithm by name, or none. It remembers the stems of the words it saw last:
// text repeats its words, and a look-up is several times faster than an algorithm.
//
// Thread rule: one owner (libstemmer keeps state).
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
  // kUsage with the list of valid names where `name` is neither "none" nor an algorithm.
  static Result<Stemmer> Make(const std::string& name);

  bool stems() const { return stemmer_ != nullptr; }

  // The stem of a folded word of at most kMaxTermBytes; valid until the next call. "none" gives
  // back the word.
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

  std::unique_ptr<sb_stemmer, Free> stemmer_;  // none: nullptr
  std::vector<Known> known_;  // a word has one place, by its hash; the last one stays
};

}  // namespace thresh
