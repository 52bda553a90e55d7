// Query: what a person typed, cut into words by the analyzer that cut the pages. ParseQuery makes
// it and everything in this room reads it. It is a plain value: it owns its text and any thread may
// read it.
//
//   query   = { both { "OR" both } }
//   both    = piece { "AND" piece }
//   piece   = [ "+" | "-" | "NOT" ] ( group | site | url | date | [ "title:" | "inurl:" ] unit )
//   group   = "(" query ")"
//   unit    = word                a word that the analyzer cuts into several counts as several
//   words
//           | word with "*"       every index term that begins as the word does before its first *,
//                                 where a * stands for any letters: folded, but not stemmed
//           | word "~" [ 1 | 2 ]  every index term that differs from it in at most 1 or 2 letters
//           | '"' words '"'       a phrase: its words, one directly after the other, in one field
//           | '"' words '"' "~" N near: its words in one field, in any order, with at most N other
//                                 words in between
//   site    = "site:" host        pages of this host and of the hosts below it
//   url     = "url:" text         pages whose URL begins with it, with or without its scheme
//           | "http" [ "s" ] "://" text   the same
//   date    = "after:" day        pages that are dated on this day or later, in this month or later
//           | "before:" day       the same, or earlier: 2024, 2024-06 or 2024-06-01
//
// Typographic quotes are quotes. "intitle:" is "title:".
//
// A piece with + must match. A piece with - or NOT must not match. Units and groups without a sign
// are alternatives: a page must match at least one (OR), or none at all if a piece with + stands
// beside them. `Operator::kAnd` treats every piece without a sign as if it had a +. Sites and URLs
// without a sign are conditions: a page must match one of the sites of a group and one of its URLs.
// A group that has only conditions and exclusions matches every page that they leave. Pieces with
// AND between them are one piece, which all of them must match; such pieces with OR between them
// are one piece, which one of them must match. AND, OR and NOT without a piece where one belongs
// are words.
//
// The score of a page is the sum over the units that it has, wherever they stand in the query.
// Units behind a - are not scored. A sign counts only at the beginning of a piece, a * only at the
// end of a word. Words on the stop list of the store find nothing and are left out, but they keep
// their place within a phrase. Words on the list of the searcher (typed_stop_words.h) are left out
// where they stand alone: without a sign, a field, or quotes. A query that has no other word keeps
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"
#include "query/retrieve/typed_stop_words.h"

namespace thresh {

class Analyzer;
struct Token;

inline constexpr std::size_t kMaxQueryBytes = 1024;
inline constexpr std::size_t kMaxQueryTerms = 64;  // words, sites and URLs
inline constexpr std::size_t kMaxQueryDepth = 16;  // groups within groups
inline constexpr std::uint32_t kMaxNear = 1000;

// What a query looks for and scores as one: a word, a phrase, words near each other, or a
// pattern.
struct QueryUnit {
  enum class Kind : std::uint8_t { kWords, kNear, kPattern };
  struct Word {
    std::string term;         // of kPattern: the text of a TermPattern
    std::uint32_t place = 0;  // in the phrase, from 0; stop words leave gaps
    // The terms under the second and each later stemmer of the store (stems.h); empty: as `term`.
    std::vector<std::string> others = {};
    friend bool operator==(const Word&, const Word&) = default;
  };
  std::vector<Word> words = {};  // several for a phrase; exactly one for kPattern
  std::uint32_t frequency = 1;   // times in the query; 0 if only behind a -: the unit is not scored
  double weight = 1;             // what each of these times counts (expansion.h)
  bool added = false;            // by an expansion; nobody typed it
  // The unit that was typed, if this is an alternative of it (alternatives.h). Pages with either
  // match, and this one's df is at least that of the other, so that its pages do not come first.
  std::optional<std::size_t> instead_of = std::nullopt;
  Kind kind = Kind::kWords;
  std::uint32_t near = 0;  // kNear: other words allowed in between
  std::optional<Field> field =
      std::nullopt;  // the only field it is looked for in; none: all fields
  friend bool operator==(const QueryUnit&, const QueryUnit&) = default;
};

// Which pages match: a tree of conditions.
struct Condition {
  enum class Kind : std::uint8_t {
    kUnit,
    kSite,
    kUrl,
    kDates,
    kPage,
    kAll,
    kAny,
    kNot,
    kChanged,
    kSeen
  };
  Kind kind = Kind::kAll;
  std::vector<Condition> parts = {};  // kAll and kAny: one or more; kNot: exactly one
  std::size_t unit = 0;               // kUnit: index into Query::units
  // kSite: the host in lower case. kUrl: how the URL begins. kDates: the first day, or the
  // beginning of one, such as a year. kChanged: the time, or the beginning of one, since when the
  // content of the page has changed; kSeen: since when a crawl has seen the page.
  std::string text = {};
  std::string last = {};  // kDates: the last day, or the beginning of one; empty: no end
  DocId page = {};        // kPage: the only page that matches
};

// A word as it was typed, and where: a spelling correction replaces these bytes.
struct TypedWord {
  std::string term;
  std::size_t begin = 0, end = 0;        // bytes of the query
  std::vector<std::string> others = {};  // as those of QueryUnit::Word
};

struct Query {
  std::vector<QueryUnit> units;                    // distinct, in the order of first appearance
  std::optional<Condition> filter = std::nullopt;  // none: a page matches if it has any unit
  std::vector<TypedWord> typed = {};  // the words outside exclusions and patterns, in order
  // What was typed, if it may be the name of a page: words and phrases that search all fields, with
  // no sign, operator or group beside them. Conditions may stand there.
  PageName name = {};
};

// The unit in the syntax of the query language, with the terms that are looked up.
std::string UnitText(const QueryUnit& unit);

// The word of a query that the analyzer found.
QueryUnit::Word WordOf(const Token& token, std::uint32_t place = 0);

enum class Operator : std::uint8_t { kOr, kAnd };

// kUsage for an open quote or group, a sign or field without a word, a query without any word, more
// than the limits above, and bytes that are not UTF-8. The message gives the position of the
// mistake in characters, from 1. `mistake`, if not null, receives that position, or 0 if the whole
// query is wrong or nothing is. `stop_words` are those of the searcher; null: it has none.
Result<Query> ParseQuery(std::string_view text, Analyzer& analyzer,
                         Operator unsigned_pieces = Operator::kOr, std::size_t* mistake = nullptr,
                         const TypedStopWords* stop_words = nullptr);

}  // namespace thresh
