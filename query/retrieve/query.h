// Query: what somebody typed, cut exactly as a page was cut.
//
//   query   = { piece }
//   piece   = [ "+" | "-" ] ( group | site | url | [ "title:" ] unit )
//   group   = "(" query ")"
//   unit    = word                    a word that the analyzer cuts in several is several words
//           | word "*"                every index term that begins so: normalised as a word, but
//           not stemmed | '"' words '"'           a phrase: its words, one after the other in one
//           field | '"' words '"' "~" N     near: in one field, in any order, at most N other words
//           in between
//   site    = "site:" host            pages of this host and of those below it
//   url     = "url:" text             pages whose URL begins so, with or without its scheme
//
// + the page must match it. - it must not. Without a sign a unit or group is one of several: the
// page must match any of them (OR), or, where a + stands beside them, none. `Operator::kAnd` puts a
// + before them all. Sites and URLs without a sign are a condition: of the sites of a group the
// page must match any, and of its URLs any. A group of conditions and exclusions only is every page
// that they leave.
//
// The score of a page is the sum over the units that it has, wherever they stand in the query;
// behind a - they are not scored. Signs have their meaning at the beginning of a piece only, * at
// the end of a word only. Stop words find nothing and are left out, but keep their place within a
// phrase.
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
#include "common/text/analyzer.h"

namespace thresh {

inline constexpr std::size_t kMaxQueryBytes = 1024;
inline constexpr std::size_t kMaxQueryTerms = 64;  // words, sites and URLs
inline constexpr std::size_t kMaxQueryDepth = 16;  // groups in groups
inline constexpr std::uint32_t kMaxNear = 1000;

// A word, or what stands for one: a phrase, words near each other, a prefix.
struct QueryUnit {
  enum class Kind : std::uint8_t { kWords, kNear, kPrefix };
  struct Word {
    std::string term;
    std::uint32_t place = 0;  // in the phrase, from 0; stop words leave gaps
    friend bool operator==(const Word&, const Word&) = default;
  };
  std::vector<Word> words =
      {};                       // one, or several of a phrase; kPrefix: one, the beginning of terms
  std::uint32_t frequency = 1;  // how often it stands in the query; 0: only behind a -, not scored
  Kind kind = Kind::kWords;
  std::uint32_t near = 0;                     // kNear: other words allowed in between
  std::optional<Field> field = std::nullopt;  // stands there; none: in any
  friend bool operator==(const QueryUnit&, const QueryUnit&) = default;
};

// Which pages match: a tree.
struct Condition {
  enum class Kind : std::uint8_t { kUnit, kSite, kUrl, kDates, kPage, kAll, kAny, kNot };
  Kind kind = Kind::kAll;
  std::vector<Condition> parts = {};  // kAll, kAny: one or more; kNot: one
  std::size_t unit = 0;               // kUnit: of Query::units
  // kSite: host, in lower case; kUrl: how the URL begins; kDates: first day, or a beginning of it,
  // such as a year
  std::string text = {};
  std::string last = {};  // kDates: last one, likewise; empty: no end
  DocId page = {};        // kPage: this one
};

// A word as it was typed, where a correction would go.
struct TypedWord {
  std::string term;
  std::size_t begin = 0, end = 0;  // bytes of the query
};

struct Query {
  std::vector<QueryUnit> units;                    // distinct, in the order of first appearance
  std::optional<Condition> filter = std::nullopt;  // none: a page needs any one of the units
  std::vector<TypedWord> typed = {};  // words that are looked for as they are, in order
};

// A unit as it would be typed, of the words that are searched for.
std::string UnitText(const QueryUnit& unit);

enum class Operator : std::uint8_t { kOr, kAnd };

// kUsage, with the place of the mistake (in characters from 1): an open quote or group, a sign or
// field without a word, nothing to look for, more than the limits above, bytes that are not UTF-8.
// `mistake`, where given, gets the place too, 0 where the whole query is wrong.
Result<Query> ParseQuery(std::string_view text, Analyzer& analyzer,
                         Operator unsigned_pieces = Operator::kOr, std::size_t* mistake = nullptr);

}  // namespace thresh
