// Any bytes as text and as URL: words lie in the text in order, terms are short and not empty, the
// words of valid text are valid UTF-8, and a second look sees the same. The first byte chooses
// stemmer and stop list.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/check.h"
#include "common/base/utf8.h"
#include "common/text/analyzer.h"

namespace {

using thresh::Analyzer;
using thresh::Token;

class Checker : public thresh::TokenSink {
 public:
  explicit Checker(std::string_view text) : text_(text), valid_(thresh::IsValidUtf8(text)) {}

  void Add(const Token& token) override {
    THRESH_CHECK(token.begin < token.end && token.end <= text_.size());
    THRESH_CHECK(token.piece ? token.begin == begin_ && token.end == end_ : token.begin >= end_);
    THRESH_CHECK(!token.term.empty() && token.term.size() <= thresh::kMaxTermBytes);
    THRESH_CHECK(!valid_ || thresh::IsValidUtf8(token.term));
    begin_ = token.begin;
    end_ = token.end;
    terms.emplace_back(token.term);
  }

  std::vector<std::string> terms;

 private:
  std::string_view text_;
  bool valid_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

Analyzer& Analyzers(unsigned choice) {
  static const std::vector<std::unique_ptr<Analyzer>> analyzers = [] {
    std::vector<std::unique_ptr<Analyzer>> made;
    for (const char* stemmer :
         {"none", "english", "porter", "french", "german", "russian", "arabic", "turkish"})
      made.push_back(
          std::move(*Analyzer::Make({stemmer, made.size() % 2 == 0 ? "none" : "english"})));
    return made;
  }();
  return *analyzers[choice % analyzers.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  Analyzer& analyzer = Analyzers(data[0]);
  Checker checker(text);
  analyzer.Tokenise(text, checker);
  THRESH_CHECK(analyzer.Terms(text) == checker.terms);
  THRESH_CHECK(thresh::IsValidUtf8(thresh::UrlWords(text)));
  return 0;
}
