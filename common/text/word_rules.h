// Word rules: the root word rules of the installed ICU without `@`, which ICU 72 takes for a
// letter; as text, and in the form that ICU walks. Compiling the text takes longer than a search,
// so the build does it once (cmake/compile_word_rules.cc writes BuiltInWordRules); with another ICU
// than the build's it is done again.
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
// kFailed where ICU's data is missing.
Result<WordRules> InstalledWordRules();

// What compiling gives: UAX 29 state tables, and the characters that ICU looks up in dictionaries
// ($dictionary of the rules) as UnicodeSet::serialize writes them.
struct CompiledWordRules {
  std::vector<std::uint8_t> tables;
  std::vector<std::uint16_t> dictionary;
};
CompiledWordRules Compile(const WordRules& rules);

// Those of the ICU that the build found.
struct BuiltIn {
  std::string_view icu_version, text_hash;
  std::span<const std::uint8_t> tables;
  std::span<const std::uint16_t> dictionary;
};
BuiltIn BuiltInWordRules();

}  // namespace thresh
