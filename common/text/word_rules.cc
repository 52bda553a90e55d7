#include "common/text/word_rules.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/rbbi.h>
#include <unicode/uniset.h>
#include <unicode/uversion.h>

#include <array>
#include <memory>

#include "common/base/memory.h"

namespace thresh {
namespace {

std::string IcuVersion() {
  UVersionInfo version;
  std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
  u_getVersion(version);
  u_versionToString(version, text.data());
  return text.data();
}

std::vector<std::uint8_t> CompileTables(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  UParseError place;
  icu::RuleBasedBreakIterator iterator(icu::UnicodeString::fromUTF8(text), place, error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  THRESH_CHECK(U_SUCCESS(error));  // these are ICU's own rules, less one letter
  std::uint32_t size = 0;
  const std::uint8_t* tables = iterator.getBinaryRules(size);
  // The tables belong to the iterator, so they are copied.
  return {tables, tables + size};
}

// The scripts that ICU splits with dictionaries, which need IcuWords' windows.
std::vector<std::uint16_t> SerializeDictionary() {
  UErrorCode error = U_ZERO_ERROR;
  const icu::UnicodeSet set(
      u"[[:LineBreak=Complex_Context:][:Han:][:Hiragana:][:Katakana:][\uac00-\ud7a3]]", error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  THRESH_CHECK(U_SUCCESS(error));
  // The first call only tells the size, and reports a buffer overflow.
  std::int32_t size = set.serialize(nullptr, 0, error);
  error = U_ZERO_ERROR;
  std::vector<std::uint16_t> units(static_cast<std::size_t>(size));
  set.serialize(units.data(), size, error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  THRESH_CHECK(U_SUCCESS(error));
  return units;
}

}  // namespace

Result<WordRules> InstalledWordRules() {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> root(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  if (U_FAILURE(error))
    return Status(Code::kFailed, std::string("ICU cannot split words: ") + u_errorName(error));
  const auto* root_rules = dynamic_cast<const icu::RuleBasedBreakIterator*>(root.get());
  THRESH_CHECK(root_rules != nullptr);
  icu::UnicodeString source(root_rules->getRules());
  // ICU 72 made `@` a letter: an address would be one word, and its parts could not be found.
  source.findAndReplace(u"@", u"");
  WordRules rules{.icu_version = IcuVersion(), .text = {}};
  source.toUTF8String(rules.text);
  return rules;
}

CompiledWordRules Compile(const WordRules& rules) {
  return {.tables = CompileTables(rules.text), .dictionary = SerializeDictionary()};
}

}  // namespace thresh
