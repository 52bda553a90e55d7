// Stemmer: a Snowball algorithm by name, or none.
//
// Thread rule: one owner (libstemmer keeps state).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "common/status.h"

struct sb_stemmer;

namespace thresh {

class Stemmer {
 public:
  // kUsage with the list of valid names where `name` is neither "none" nor an algorithm.
  static Result<Stemmer> Make(const std::string& name);

  // The stem of a folded word of at most kMaxTermBytes; valid until the next call. "none" gives back the
  // word.
  std::string_view Stem(std::string_view word);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Free> stemmer_;  // none: nullptr
};

}  // namespace thresh
