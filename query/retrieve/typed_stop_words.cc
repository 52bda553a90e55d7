#include "query/retrieve/typed_stop_words.h"

#include <algorithm>
#include <cstddef>

#include "common/base/ascii.h"
#include "common/base/files.h"
#include "common/base/utf8.h"
#include "common/text/analyzer.h"

namespace thresh {
namespace {

// Counts the words of a line. Those on the stop list of the store are in no query anyway.
class LineWords : public TokenSink {
 public:
  void Add(const Token& token) override {
    ++count;
    if (!token.stop) terms.emplace(token.term);
  }
  std::size_t count = 0;
  TypedStopWords terms;
};

}  // namespace

Result<TypedStopWords> ReadStopWords(const std::string& file, Analyzer& analyzer) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  return ParseStopWords(text, file, analyzer);
}

Result<TypedStopWords> ParseStopWords(std::string_view text, const std::string& name,
                                      Analyzer& analyzer) {
  TypedStopWords all;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = TrimHtmlSpace(text.substr(begin, end - begin));
    begin = end + 1;
    ++number;
    if (line.empty() || line.front() == '#') continue;
    LineWords words;
    if (IsValidUtf8(line)) analyzer.Tokenise(line, words);
    if (words.count != 1) {
      return Status(Code::kUsage, name + ", line " + std::to_string(number) +
                                      ": a line of stop words is one word, or a remark behind a #");
    }
    all.merge(words.terms);
  }
  return all;
}

}  // namespace thresh
