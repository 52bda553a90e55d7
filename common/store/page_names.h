// Names of pages: what their titles call them, and the rows of the family `meta` that have them. A
// page whose name somebody types comes first (the parameter `named` of a search). The merge of a
// build writes the rows, ParseQuery makes a name of what was typed, and an Index looks it up.
// docs/FORMAT.md draws every byte. Pure functions, but for the analyzer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"

namespace thresh {

class Analyzer;

// The name that a text is; it has none if it has no words. Words keep their endings, whatever the
// analyzer does with them. kFailed if ICU's data is missing.
Result<PageName> NameOf(std::string_view text, Analyzer& analyzer);

// The hashes of the names that a title gives, ascending: all of it; what stands in front of the
// first mark that parts it, and behind the last one, as one side mostly names the site (" - ",
// ": ", "|", " ("); and each of these without numbers in front ("11.3. Multicolumn Indexes").
// REQUIRES: the analyzer keeps the endings of words.
std::vector<std::uint64_t> NamesOf(std::string_view title, Analyzer& analyzer);

// What several pages of a site are called names none of them: "Home", or the site itself.
inline constexpr std::size_t kMostNamesakes = 3;

// ---- rows

// A page of a segment and half of the hash of one of its names. The other half is in the key.
struct NamedPage {
  std::uint32_t half = 0;
  DocId doc;
  friend auto operator<=>(const NamedPage&, const NamedPage&) = default;
};

inline constexpr std::string_view kMetaNames = "names ";
// Where a name stands in a segment that has `docs` pages.
struct NamePlace {
  std::uint32_t row, half;
};
NamePlace PlaceOf(std::uint64_t name, std::uint64_t docs);
std::string NamesKey(std::uint32_t row);

// The pages of a row, ascending.
std::string EncodeNames(const std::vector<NamedPage>& pages);
[[nodiscard]] bool DecodeNames(std::string_view bytes, std::vector<NamedPage>* pages);

}  // namespace thresh
