#include "common/store/page_names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/bytes.h"
#include "common/base/coder.h"
#include "common/base/hash.h"
#include "common/text/accents.h"
#include "common/text/analyzer.h"

namespace thresh {
namespace {

constexpr std::array<std::string_view, 12> kMarks = {" - ", " – ",  " — ", " · ", " • ", " » ",
                                                     " « ", " :: ", ": ",  "|",   "｜",  " ("};
// A row then has some seventy names.
constexpr std::uint64_t kPagesOfRow = 32;

class NameWords : public TokenSink {
 public:
  void Add(const Token& token) override { words.push_back(WithoutAccents(token.term)); }
  std::vector<std::string> words;
};

std::vector<std::string> WordsOf(std::string_view text, Analyzer& analyzer) {
  NameWords found;
  analyzer.Tokenise(text, found);
  return std::move(found.words);
}

// No term has a line end.
std::uint64_t HashFrom(const std::vector<std::string>& words, std::size_t first) {
  std::string joined;
  for (std::size_t i = first; i < words.size(); ++i) joined.append(words[i]).append(1, '\n');
  return HashBytes(joined).high;
}

void AddNames(std::string_view text, Analyzer& analyzer, std::vector<std::uint64_t>* names) {
  const std::vector<std::string> words = WordsOf(text, analyzer);
  if (words.empty()) return;
  names->push_back(HashFrom(words, 0));
  const auto named = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return !IsAsciiDigit(word.front());
  });
  if (named != words.begin() && named != words.end())
    names->push_back(HashFrom(words, static_cast<std::size_t>(named - words.begin())));
}

// One description for writing and reading.
template <typename Coder, typename Pages>
void DescribeNames(Coder& coder, Pages& pages) {
  std::uint32_t half = 0;
  coder.List(pages, [&](auto& page) {
    coder.Ascending(page.half, &half);
    coder.Number(page.doc.value);
  });
}

}  // namespace

Result<PageName> NameOf(std::string_view text, Analyzer& analyzer) {
  std::unique_ptr<Analyzer> plain;
  if (!analyzer.KeepsAscii()) {
    THRESH_ASSIGN_OR_RETURN(plain, Analyzer::Make({}));
  }
  const std::vector<std::string> words = WordsOf(text, plain ? *plain : analyzer);
  if (words.empty()) return PageName();
  return PageName{.hash = HashFrom(words, 0), .words = static_cast<std::uint32_t>(words.size())};
}

std::vector<std::uint64_t> NamesOf(std::string_view title, Analyzer& analyzer) {
  std::size_t first = std::string_view::npos, last = 0;
  for (const std::string_view mark : kMarks) {
    first = std::min(first, title.find(mark));
    const std::size_t at = title.rfind(mark);
    if (at != std::string_view::npos) last = std::max(last, at + mark.size());
  }
  std::vector<std::uint64_t> names;
  AddNames(title, analyzer, &names);
  if (last > 0) {
    AddNames(title.substr(0, first), analyzer, &names);
    AddNames(title.substr(last), analyzer, &names);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

NamePlace PlaceOf(std::uint64_t name, std::uint64_t docs) {
  const std::uint64_t rows = std::bit_ceil(docs / kPagesOfRow + 1);
  return {.row = static_cast<std::uint32_t>((name >> 32U) & (rows - 1)),
          .half = static_cast<std::uint32_t>(name)};
}

std::string NamesKey(std::uint32_t row) {
  std::string key(kMetaNames);
  PutBig32(&key, row);
  return key;
}

std::string EncodeNames(const std::vector<NamedPage>& pages) {
  return Encoded([&](auto& coder) { DescribeNames(coder, pages); });
}
bool DecodeNames(std::string_view bytes, std::vector<NamedPage>* pages) {
  return Decoded(bytes, [&](auto& coder) { DescribeNames(coder, *pages); });
}

}  // namespace thresh
