// Word rules: the root word rules of the installed ICU without `@`, which ICU 72 takes for a
// letter. IcuWords reads them. Compiling the text takes longer than a search, so it is done once
// when Thresh is built (cmake/compile_word_rules.cc writes BuiltInWordRules). With another ICU than
// that of the build they are compiled again at the first use. Pure functions, safe on any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct WordRules {
  std::string icu_version;
  std::string text;
};
// kFailed if ICU's data is missing.
Result<WordRules> InstalledWordRules();

// Compiled rules: state tables, and the characters that ICU looks up in dictionaries ($dictionary
// of the rules) as UnicodeSet::serialize writes them.
struct CompiledWordRules {
  std::vector<std::uint8_t> tables;
  std::vector<std::uint16_t> dictionary;
};
CompiledWordRules Compile(const WordRules& rules);

// The compiled rules of the ICU that the build found.
struct BuiltIn {
  std::string_view icu_version, text_hash;
  std::span<const std::uint8_t> tables;
  std::span<const std::uint16_t> dictionary;
};
BuiltIn BuiltInWordRules();

}  // namespace thresh
