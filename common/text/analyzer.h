// Analyzer: text to words, the same for a page and for a query. The digest of a build cuts pages
// with it, and a Searcher cuts queries.
//
// Words are found by ICU's word break (root rules without `@`), then normalised (NFKC, case fold),
// and stemmed and checked against a stop list if the settings say so. ASCII takes a fast path that
// a test proves equal to the rules. The settings, the ICU version and the hash of the rules form
// the fingerprint that a store keeps. A store with another fingerprint is refused.
//
// With the stemmer "auto" each page has a stemmer of its own, that of its language. PageAnalyzers
// (page_analyzers.h) has an analyzer for each. A query has no language, so an analyzer of several
// stemmers cuts it and reports every word under the stems of all of them.
//
// Not thread-safe, because ICU iterators keep state: each thread makes its own, which is cheap.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

inline constexpr std::string_view kAutoStemmer = "auto";

struct AnalyzerOptions {
  // none, a Snowball algorithm (porter, english, french, ...), or auto.
  std::string stemmer = "none";
  std::string stop_words = "none";  // none, english
  friend bool operator==(const AnalyzerOptions&, const AnalyzerOptions&) = default;
};

// Longer words are indexed in pieces of at most this many bytes, cut at code points. Nothing is
// lost.
inline constexpr std::size_t kMaxTermBytes = 128;

struct Token {
  std::string_view term;  // folded; never empty; valid until the next word is reported
  // Byte range of the word in the text given to Tokenise, the same for all its pieces.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool stop = false;   // a stop word: takes its position, gets no posting
  bool piece = false;  // second or later piece of a word over kMaxTermBytes
  // The terms under the second and each later stemmer of the analyzer. Empty if there is none, or
  // if the word has no stems: all of them are `term` then. Valid as long as `term`.
  std::span<const std::string_view> others = {};
};

// Takes the words of a text one by one, in order, on the thread that called Tokenise.
class TokenSink {
 public:
  virtual ~TokenSink() = default;
  virtual void Add(const Token& token) = 0;
};

class Analyzer {
 public:
  // kUsage, with the valid names, if an option names no stemmer or stop list. kFailed if ICU's data
  // is missing. `stemmers` are those of "auto", and count for it only: names of algorithms, or
  // none. Without any, words keep their endings.
  static Result<std::unique_ptr<Analyzer>> Make(const AnalyzerOptions& options,
                                                const std::vector<std::string>& stemmers = {});
  struct Impl;
  explicit Analyzer(std::unique_ptr<Impl> impl);  // for Make
  ~Analyzer();

  // Reports the words of `text` in order; none for an empty text. REQUIRES: less than 2 GiB. The
  // text should be UTF-8: a malformed sequence is in no word.
  void Tokenise(std::string_view text, TokenSink& sink);

  // The words as strings, for queries, URLs and tests.
  std::vector<std::string> Terms(std::string_view text);

  // True if every word of an ASCII text is its own term but for letter case: no stemmer changes it.
  bool KeepsAscii() const;

  // One line, e.g. "analyzer 1; icu 72.1; rules 1f0c...; stemmer none; stop none".
  const std::string& fingerprint() const;

 private:
  std::unique_ptr<Impl> impl_;
};

// The searchable words of a URL, separated by blanks, as a text for Tokenise. Host and path are cut
// at everything that is no letter or digit, after percent escapes are decoded. The scheme, `www.`,
// the query and the ending of the last component (".html") are left out.
std::string UrlWords(std::string_view url);

}  // namespace thresh
