// Analyzer: text → words, the same for a page and for a query.
//
// ICU word break (root rules without `@`), NFKC and case fold per word, optional Snowball stemmer
// and stop list. Runs of ASCII take a fast path that a test proves equal to the rules. The
// settings, the ICU version and the hash of the rules form the fingerprint that a store keeps: a
// store with another one is refused.
//
// Thread rule: one Analyzer a thread (ICU iterators keep state); Make() is cheap enough for that.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct AnalyzerOptions {
  std::string stemmer = "none";     // none, or a Snowball algorithm: porter, english, french, ...
  std::string stop_words = "none";  // none, english
  friend bool operator==(const AnalyzerOptions&, const AnalyzerOptions&) = default;
};

// Longer words are indexed in pieces of at most this many bytes, cut at code points (nothing is
// lost).
inline constexpr std::size_t kMaxTermBytes = 128;

struct Token {
  std::string_view term;  // folded; never empty; valid until the next word is reported
  std::uint32_t begin =
      0;  // byte range of the word in the text given to Tokenise, the same for all its pieces
  std::uint32_t end = 0;
  bool stop = false;   // a stop word: takes its position, gets no posting
  bool piece = false;  // second or later piece of a word over kMaxTermBytes
};

class TokenSink {
 public:
  virtual ~TokenSink() = default;
  virtual void Add(const Token& token) = 0;
};

class Analyzer {
 public:
  // kUsage where an option names no stemmer or stop list that we have.
  static Result<std::unique_ptr<Analyzer>> Make(const AnalyzerOptions& options);
  struct Impl;
  explicit Analyzer(std::unique_ptr<Impl> impl);  // Make's
  ~Analyzer();

  // Reports the words of `text` (UTF-8 of less than 2 GiB; a malformed sequence is in no word) in
  // order.
  void Tokenise(std::string_view text, TokenSink& sink);

  // The words as strings: queries, URLs, tests.
  std::vector<std::string> Terms(std::string_view text);

  // Is a word of a text of ASCII, but for case, its own term? (There is no stemmer.)
  bool KeepsAscii() const;

  // One line, e.g. "analyzer 1; icu 72.1; rules 1f0c...; stemmer none; stop none".
  const std::string& fingerprint() const;

 private:
  std::unique_ptr<Impl> impl_;
};

// The searchable words of a URL: host and path cut at everything that is no letter or digit,
// percent escapes decoded, without scheme, `www`, and the ending of the last component;
// blank-separated, to be given to Tokenise.
std::string UrlWords(std::string_view url);

}  // namespace thresh
