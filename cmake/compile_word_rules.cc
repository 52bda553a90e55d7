// compile_word_rules: writes the source of BuiltInWordRules (word_rules.h) to stdout, as a step of
// the build.
#include <cstdio>

#include "common/base/hash.h"
#include "common/text/word_rules.h"

namespace {

template <typename Numbers>
void PrintArray(const char* type, const char* name, const Numbers& numbers) {
  std::printf("alignas(16) constexpr %s %s[] = {", type, name);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    std::printf("%s%u,", i % 20 == 0 ? "\n" : "", static_cast<unsigned>(numbers[i]));
  std::printf("\n};\n");
}

}  // namespace

int main() {
  thresh::Result<thresh::WordRules> rules = thresh::InstalledWordRules();
  if (!rules.ok()) {
    std::fprintf(stderr, "%s\n", rules.status().message().c_str());
    return static_cast<int>(rules.status().code());
  }
  const thresh::CompiledWordRules compiled = thresh::Compile(rules.value());
  std::printf("#include \"common/text/word_rules.h\"\n\nnamespace thresh {\nnamespace {\n");
  PrintArray("std::uint8_t", "kTables", compiled.tables);
  PrintArray("std::uint16_t", "kDictionary", compiled.dictionary);
  std::printf(
      "}  // namespace\n\nBuiltIn BuiltInWordRules() {\n  return {\"%s\", \"%s\", kTables, "
      "kDictionary};\n}\n",
      rules->icu_version.c_str(), thresh::HashBytes(rules->text).Hex().c_str());
  std::printf("}  // namespace thresh\n");
  return 0;
}
