#include "common/text/analyzer.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/hash.h"
#include "common/base/memory.h"
#include "common/base/utf8.h"
#include "common/text/ascii_words.h"
#include "common/text/icu_words.h"
#include "common/text/stemmer.h"
#include "common/text/stop_words.h"

namespace thresh {
namespace {

// To be raised whenever the same ICU, rules and settings would give other words than before.
constexpr int kAnalyzerVersion = 1;
// To be raised whenever "auto" would pick another stemmer for a page
// (indexer/page/page_language.h).
constexpr int kAutoVersion = 1;

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool IsAsciiSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// True if the words of text[0,i) and text[i,size) may be found apart. That holds between ASCII
// white space and another ASCII character: no rule joins the two, so a segment ends there, and
// rules look no further back than to the end of the last segment. Before a combining mark or a
// joiner it would be wrong, because white space takes those in.
bool IsCut(std::string_view text, std::size_t i) {
  return IsAsciiSpace(text[i - 1]) && IsAscii(text[i]) && !IsAsciiSpace(text[i]);
}

std::size_t LastCut(std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t i = end; i-- > begin + 1;) {
    if (IsCut(text, i)) return i;
  }
  return begin;
}

std::size_t NextCut(std::string_view text, std::size_t after) {
  for (std::size_t i = after + 1; i < text.size(); ++i) {
    if (IsCut(text, i)) return i;
  }
  return text.size();
}

// ICU sorts the marks behind a letter by insertion, so that a word of a million marks in the wrong
// order would take minutes. No word of a language is as long as this.
constexpr std::size_t kMostFolded = 4096;

// The longest prefix of at most `most` bytes that ends at a code point.
std::string_view FirstPiece(std::string_view term, std::size_t most = kMaxTermBytes) {
  if (term.size() <= most) return term;
  std::size_t size = most;
  while ((static_cast<unsigned char>(term[size]) & 0xc0U) == 0x80U) --size;
  return term.substr(0, size);
}

Result<const StopList*> FindStopList(const std::string& name) {
  std::string known;
  for (const StopList& list : StopLists()) {
    if (list.name == name) return &list;
    known += (known.empty() ? "" : ", ") + std::string(list.name);
  }
  return Status(Code::kUsage, "unknown stop list '" + name + "'; known: " + known);
}

}  // namespace

struct Analyzer::Impl {
  template <typename Words>
  void AddAll(Words& words, std::string_view text, TokenSink& sink);
  std::string_view Fold(std::string_view word);
  void Add(const Word& word, std::string_view folded, TokenSink& sink);
  std::string_view Stem(std::string_view term, Token* token);

  IcuWords icu_words;
  const icu::Normalizer2* nfkc_casefold;  // ICU's own
  std::vector<Stemmer> stemmers;          // one or more
  const StopList* stop_list;
  std::string fingerprint;
  bool stems;                                 // one of the stemmers changes words
  std::string folded = {};                    // of the current word
  std::vector<std::string_view> others = {};  // the same word under the stemmers behind the first
};

Result<std::unique_ptr<Analyzer>> Analyzer::Make(const AnalyzerOptions& options,
                                                 const std::vector<std::string>& stemmers) {
  const bool chosen = options.stemmer == kAutoStemmer;
  std::vector<std::string> names = chosen ? stemmers : std::vector{options.stemmer};
  if (names.empty()) names.emplace_back("none");
  std::vector<Stemmer> made;
  for (const std::string& name : names) {
    Result<Stemmer> stemmer = Stemmer::Make(name);
    if (!stemmer.ok())
      return Status(stemmer.status().code(),
                    stemmer.status().message() + ", " + std::string(kAutoStemmer));
    made.push_back(std::move(stemmer.value()));
  }
  THRESH_ASSIGN_OR_RETURN(const StopList* stop_list, FindStopList(options.stop_words));
  THRESH_ASSIGN_OR_RETURN(IcuWords icu_words, IcuWords::Make());
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc_casefold = icu::Normalizer2::getNFKCCasefoldInstance(error);
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  if (U_FAILURE(error))
    return Status(Code::kFailed, std::string("ICU cannot fold: ") + u_errorName(error));
  // Everything that can change a word is part of the fingerprint, or a query would be cut unlike
  // the pages.
  std::string fingerprint =
      "analyzer " + std::to_string(kAnalyzerVersion) + "; icu " + icu_words.rules().icu_version +
      "; rules " + HashBytes(icu_words.rules().text).Hex() + "; stemmer " + options.stemmer +
      (chosen ? " " + std::to_string(kAutoVersion) : "") + "; stop " + options.stop_words;
  const bool stems = made.size() > 1 || made.front().stems();
  return std::make_unique<Analyzer>(
      std::make_unique<Impl>(Impl{.icu_words = std::move(icu_words),
                                  .nfkc_casefold = nfkc_casefold,
                                  .stemmers = std::move(made),
                                  .stop_list = stop_list,
                                  .fingerprint = std::move(fingerprint),
                                  .stems = stems}));
}

Analyzer::Analyzer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Analyzer::~Analyzer() = default;

const std::string& Analyzer::fingerprint() const { return impl_->fingerprint; }

bool Analyzer::KeepsAscii() const {
  return std::none_of(impl_->stemmers.begin(), impl_->stemmers.end(),
                      [](const Stemmer& stemmer) { return stemmer.stems(); });
}

void Analyzer::Tokenise(std::string_view text, TokenSink& sink) {
  // ICU counts in 32-bit integers.
  THRESH_CHECK(text.size() <= std::numeric_limits<std::int32_t>::max());
  // ASCII goes to AsciiWords up to the last cut before a character that is not ASCII, and the rest
  // up to the next cut goes to ICU. Then ASCII begins again.
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t foreign = AsciiEnd(text, at);
    const std::size_t cut = foreign == text.size() ? foreign : LastCut(text, at, foreign);
    AsciiWords ascii_words(text, at, cut);
    impl_->AddAll(ascii_words, text, sink);
    if (cut == text.size()) return;
    at = NextCut(text, foreign);
    impl_->icu_words.Reset(text, cut, at);
    impl_->AddAll(impl_->icu_words, text, sink);
  }
}

template <typename Words>
void Analyzer::Impl::AddAll(Words& words, std::string_view text, TokenSink& sink) {
  Word word;
  while (words.Next(&word)) {
    const std::string_view source = text.substr(word.begin, word.end - word.begin);
    Add(word, word.folded ? source : Fold(source), sink);
  }
}

// Folds by Unicode's NFKC_Casefold: case fold and NFKC to a fixed point, without default-ignorable
// characters. An ASCII word needs neither ICU nor a second pass.
std::string_view Analyzer::Impl::Fold(std::string_view word) {
  folded.clear();
  if (AsciiEnd(word, 0) == word.size()) {
    for (const char c : word) folded.push_back(AsciiLower(c));
    return folded;
  }
  UErrorCode error = U_ZERO_ERROR;
  icu::StringByteSink<std::string> out(&folded);
  while (!word.empty()) {
    const std::string_view part = FirstPiece(word, kMostFolded);
    const icu::StringPiece in(part.data(), static_cast<std::int32_t>(part.size()));
    nfkc_casefold->normalizeUTF8(0, in, out, nullptr, error);
    word.remove_prefix(part.size());
  }
  OutOfMemoryIf(error == U_MEMORY_ALLOCATION_ERROR);
  THRESH_CHECK(U_SUCCESS(error));
  return folded;
}

// The stem of the first stemmer. *token receives those of the others.
std::string_view Analyzer::Impl::Stem(std::string_view term, Token* token) {
  others.clear();
  for (std::size_t s = 1; s < stemmers.size(); ++s) others.push_back(stemmers[s].Stem(term));
  token->others = others;
  return stemmers.front().Stem(term);
}

void Analyzer::Impl::Add(const Word& word, std::string_view term, TokenSink& sink) {
  Token token;
  token.begin = static_cast<std::uint32_t>(word.begin);
  token.end = static_cast<std::uint32_t>(word.end);
  // Stop lists hold whole words, so they are asked before the stemmer.
  token.stop = !stop_list->words.empty() && stop_list->Contains(term);
  // Only letters have stems. Longer words than kMaxTermBytes are no words of a language, and some
  // algorithms are slow on them.
  if (term.size() <= kMaxTermBytes) {
    if (stems && word.kind == WordKind::kLetter) term = Stem(term, &token);
    if (term.empty()) return;
    token.term = term;
    return sink.Add(token);
  }
  for (; !term.empty(); token.piece = true) {
    token.term = FirstPiece(term);
    term.remove_prefix(token.term.size());
    sink.Add(token);
  }
}

std::vector<std::string> Analyzer::Terms(std::string_view text) {
  struct Collector : TokenSink {
    void Add(const Token& token) override { terms.emplace_back(token.term); }
    std::vector<std::string> terms;
  } collector;
  Tokenise(text, collector);
  return std::move(collector.terms);
}

}  // namespace thresh
