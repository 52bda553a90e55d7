#include "query/retrieve/query.h"

#include <algorithm>

#include "common/utf8.h"

namespace thresh {
namespace {

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The words of a piece of the query; stop words only take their place.
class WordList : public TokenSink {
 public:
  void Add(const Token& token) override {
    if (!token.stop) words.push_back({std::string(token.term), places});
    ++places;
  }
  std::vector<QueryUnit::Word> words;
  std::uint32_t places = 0;
};

class Parser {
 public:
  Parser(std::string_view text, Analyzer& analyzer) : text_(text), analyzer_(analyzer) {}

  Result<Query> Parse() {
    for (SkipBlanks(); at_ < text_.size(); SkipBlanks()) RETURN_IF_ERROR(ParsePiece());
    if (query_.units.empty()) return Status(Code::kUsage, "the query has no word to search for");
    return std::move(query_);
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  Status Error(std::string_view what, std::size_t byte) const {
    std::size_t characters = 1;
    for (std::size_t at = 0; at < byte; ++characters) DecodeUtf8(text_, &at);
    return Status(Code::kUsage,
                  "bad query, character " + std::to_string(characters) + ": " + std::string(what));
  }

  // [+] word, or [+] "phrase"
  Status ParsePiece() {
    const std::size_t begin = at_;
    const bool must = text_[at_] == '+';
    if (must) ++at_;
    const bool phrase = at_ < text_.size() && text_[at_] == '"';
    std::size_t end = 0;
    if (phrase) {
      end = text_.find('"', ++at_);
      if (end == std::string_view::npos) return Error("the quote is not closed", at_ - 1);
    } else {
      end = at_;
      while (end < text_.size() && !IsBlank(text_[end]) && text_[end] != '"') ++end;
    }
    WordList found;
    analyzer_.Tokenise(text_.substr(at_, end - at_), found);
    at_ = end + (phrase ? 1 : 0);
    if (found.places == 0 && must) return Error("no word follows the +", begin);
    return phrase ? AddPhrase(std::move(found.words), must, begin)
                  : AddWords(std::move(found.words), must, begin);
  }

  Status AddWords(std::vector<QueryUnit::Word> words, bool must, std::size_t byte) {
    for (QueryUnit::Word& word : words) {
      word.place = 0;
      RETURN_IF_ERROR(Add({.words = {std::move(word)}, .must = must}, byte));
    }
    return {};
  }

  Status AddPhrase(std::vector<QueryUnit::Word> words, bool must, std::size_t byte) {
    if (words.empty()) return {};
    const std::uint32_t first = words.front().place;
    for (QueryUnit::Word& word : words) word.place -= first;
    return Add({.words = std::move(words), .must = must}, byte);
  }

  Status Add(QueryUnit unit, std::size_t byte) {
    terms_ += unit.words.size();
    if (terms_ > kMaxQueryTerms) {
      return Error("more than " + std::to_string(kMaxQueryTerms) + " words", byte);
    }
    const auto same = std::find_if(query_.units.begin(), query_.units.end(),
                                   [&](const QueryUnit& other) { return other.words == unit.words; });
    if (same == query_.units.end()) {
      query_.units.push_back(std::move(unit));
    } else {
      same->must = same->must || unit.must;
      ++same->frequency;
    }
    return {};
  }

  std::string_view text_;
  Analyzer& analyzer_;
  std::size_t at_ = 0;
  std::size_t terms_ = 0;
  Query query_;
};

}  // namespace

Result<Query> ParseQuery(std::string_view text, Analyzer& analyzer) {
  if (text.size() > kMaxQueryBytes) {
    return Status(Code::kUsage, "the query has " + std::to_string(text.size()) + " bytes; at most " +
                                    std::to_string(kMaxQueryBytes) + " are read");
  }
  if (!IsValidUtf8(text)) return Status(Code::kUsage, "the query is not valid UTF-8");
  return Parser(text, analyzer).Parse();
}

}  // namespace thresh
