#include "query/retrieve/query.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/store/page_names.h"
#include "common/text/analyzer.h"
#include "query/retrieve/condition.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

using Kind = Condition::Kind;

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Collects the words of a piece of the query. Stop words are not kept, but they take their place.
class WordList : public TokenSink {
 public:
  struct Found {
    QueryUnit::Word word;
    std::size_t begin, end;  // bytes of the text that was cut
  };
  void Add(const Token& token) override {
    if (!token.stop) words.push_back({WordOf(token, places), token.begin, token.end});
    ++places;
  }
  std::vector<Found> words;
  std::uint32_t places = 0;
};

struct FieldName {
  std::string_view name;
  Kind kind;  // kUnit: a unit follows, and is looked for in `field` only
  Field field;
  std::string_view missing;  // how the error message begins if nothing follows
  std::string Condition::*text = &Condition::text;  // what receives the text that follows
};
// Of two names for a field, UnitText writes the first.
constexpr std::array<FieldName, 7> kFieldNames = {
    {{"title:", Kind::kUnit, Field::kTitle, "no word"},
     {"intitle:", Kind::kUnit, Field::kTitle, "no word"},
     {"inurl:", Kind::kUnit, Field::kUrl, "no word"},
     {"site:", Kind::kSite, {}, "no host"},
     {"url:", Kind::kUrl, {}, "no URL"},
     {"after:", Kind::kDates, {}, "no date"},
     {"before:", Kind::kDates, {}, "no date", &Condition::last}}};
constexpr FieldName kPastedUrl = {"", Kind::kUrl, {}, "no URL"};

// ", and the quotes of several languages.
constexpr std::array<std::string_view, 6> kQuotes = {"\"", "“", "”", "„", "«", "»"};

Condition Joined(Kind kind, std::vector<Condition> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {.kind = kind, .parts = std::move(parts)};
}

void Append(std::vector<Condition> from, std::vector<Condition>* to) {
  std::move(from.begin(), from.end(), std::back_inserter(*to));
}

// The pieces of a group, sorted by what they ask of a page.
struct Group {
  std::vector<Condition> must, may, sites, urls, dates, nots;
  bool text = false;  // some piece has words, perhaps only stop words

  // The condition of the whole group, or no condition if the group asks for nothing. Alternatives
  // count only if no piece is required.
  std::vector<Condition> Close() && {
    if (must.empty() && !may.empty()) must.push_back(Joined(Kind::kAny, std::move(may)));
    for (auto* any : {&sites, &urls}) {
      if (!any->empty()) must.push_back(Joined(Kind::kAny, std::move(*any)));
    }
    Append(std::move(dates), &must);
    Append(std::move(nots), &must);
    if (must.empty()) return {};
    std::vector<Condition> whole;
    whole.push_back(Joined(Kind::kAll, std::move(must)));
    return whole;
  }
};

// Whether the condition holds as soon as any one of its units does. `units` receives them.
bool IsAnyUnit(const Condition& condition, std::set<std::size_t>* units) {
  if (condition.kind == Kind::kUnit) units->insert(condition.unit);
  if (condition.kind != Kind::kAny) return condition.kind == Kind::kUnit;
  return std::all_of(condition.parts.begin(), condition.parts.end(),
                     [&](const Condition& part) { return IsAnyUnit(part, units); });
}

class Parser {
 public:
  Parser(std::string_view text, Analyzer& analyzer, Operator unsigned_pieces,
         const TypedStopWords* stop_words)
      : text_(text),
        analyzer_(analyzer),
        stop_words_(stop_words),
        all_must_(unsigned_pieces == Operator::kAnd) {}

  Result<Query> Parse() {
    Group group;
    THRESH_RETURN_IF_ERROR(ParsePieces(&group));
    if (at_ < text_.size()) return Error("this ) has no matching (", at_);
    std::vector<Condition> whole = std::move(group).Close();
    only_stop_words_ =
        left_out_ && std::none_of(query_.units.begin(), query_.units.end(),
                                  [](const QueryUnit& unit) { return unit.frequency > 0; });
    if (whole.empty()) return Status(Code::kUsage, "the query has no word to search for");
    std::set<std::size_t> any;
    // Most queries are plain alternatives: without a filter, retrieval may skip pages by their
    // scores alone. It has to be any of all units, hence the count: in `+a b` the condition is a
    // only.
    const bool needs_no_filter =
        IsAnyUnit(whole.front(), &any) && any.size() == query_.units.size();
    if (!needs_no_filter) query_.filter = std::move(whole.front());
    if (only_words_) {
      THRESH_ASSIGN_OR_RETURN(query_.name, NameOf(words_, analyzer_));
    }
    return std::move(query_);
  }

  std::size_t mistake() const { return mistake_; }
  // Whether no word was left to score because all of them are stop words.
  bool only_stop_words() const { return only_stop_words_; }

 private:
  // What a piece asks for: a condition for each of its words, or one for a group, a site or a URL.
  struct Piece {
    std::vector<Condition> conditions = {};
    bool text = false;        // it has words, perhaps only stop words
    Kind kind = Kind::kUnit;  // kSite, kUrl and kDates mark a piece of that kind; else kUnit
    bool must = false, exclude = false;
  };
  // What stands behind the word that a pattern begins with.
  struct PatternEnd {
    std::size_t begin = 0;      // where it stands in the text
    std::string text = {};      // folded; empty: there is no pattern
    QueryUnit::Word word = {};  // what stands before it, with its place from 1
  };

  bool At(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool AtEnd(std::size_t byte) const { return byte >= text_.size() || IsBlank(text_[byte]); }

  Status Error(const std::string& what, std::size_t byte) {
    mistake_ = 1;
    for (std::size_t at = 0; at < byte; ++mistake_) DecodeUtf8(text_, &at);
    return Status(Code::kUsage, "bad query, character " + std::to_string(mistake_) + ": " + what);
  }

  std::size_t AfterBlanks(std::size_t byte) const {
    while (byte < text_.size() && IsBlank(text_[byte])) ++byte;
    return byte;
  }

  // The bytes of the quote that stands here; 0 if none does.
  std::size_t QuoteBytes(std::size_t byte) const {
    // Most bytes of a query are letters and blanks.
    const auto first = byte < text_.size() ? static_cast<unsigned char>(text_[byte]) : 0U;
    if (first < 0x80 && first != '"') return 0;
    for (const std::string_view quote : kQuotes) {
      if (text_.substr(byte).starts_with(quote)) return quote.size();
    }
    return 0;
  }

  // Reads pieces up to the end of the query or to a ), which the caller checks.
  Status ParsePieces(Group* group) {
    for (;;) {
      at_ = AfterBlanks(at_);
      if (at_ == text_.size() || At(')')) return {};
      THRESH_RETURN_IF_ERROR(ParseChain(group));
    }
  }

  // Reads pieces with AND and OR between them, or one piece alone.
  Status ParseChain(Group* group) {
    std::vector<std::vector<Piece>> alternatives(1);
    for (;;) {
      THRESH_RETURN_IF_ERROR(ParsePiece(&alternatives.back().emplace_back()));
      group->text = group->text || alternatives.back().back().text;
      if (TakeOperator("AND")) continue;
      if (!TakeOperator("OR")) break;
      alternatives.emplace_back();
    }
    const bool alone = alternatives.size() == 1 && alternatives.front().size() == 1;
    only_words_ = only_words_ && alone;
    Take(alone ? std::move(alternatives.front().front()) : JoinedPieces(std::move(alternatives)),
         group);
    return {};
  }

  // Reads an operator, with the blanks around it, if a piece follows.
  bool TakeOperator(std::string_view name) {
    const std::size_t begin = AfterBlanks(at_);
    if (!text_.substr(begin).starts_with(name)) return false;
    const std::size_t end = begin + name.size();
    const std::size_t next = AfterBlanks(end);
    if (next == text_.size() || text_[next] == ')') return false;
    if (next == end && text_[next] != '(' && QuoteBytes(next) == 0) return false;
    at_ = next;
    return true;
  }

  // One piece that any of the alternatives meets, each of which is what all of its pieces ask for.
  Piece JoinedPieces(std::vector<std::vector<Piece>> alternatives) const {
    Group any;
    for (std::vector<Piece>& pieces : alternatives) {
      Group all;
      for (Piece& piece : pieces) {
        piece.must = !piece.exclude;
        Take(std::move(piece), &all);
      }
      Append(std::move(all).Close(), &any.may);
    }
    return {.conditions = std::move(any).Close(), .text = true};
  }

  Status ParsePiece(Piece* piece) {
    const std::size_t begin = piece_ = at_;
    // A - with a blank behind it is a dash between words, which means nothing.
    piece->must = At('+');
    piece->exclude = At('-') && !AtEnd(at_ + 1);
    if (piece->must || piece->exclude)
      ++at_;
    else
      piece->exclude = TakeOperator("NOT");
    const std::size_t sign = at_;
    only_words_ = only_words_ && sign == begin;
    // A count, not a flag, because an excluded group may hold excluded pieces.
    excluded_ += piece->exclude ? 1 : 0;
    THRESH_RETURN_IF_ERROR(ParseUnsigned(piece));
    excluded_ -= piece->exclude ? 1 : 0;
    if (sign == begin || piece->text) return {};
    const std::string_view name = text_.substr(begin, sign - begin);
    return Error("no word follows the " + std::string(name.substr(0, name.find(' '))), begin);
  }

  void Take(Piece piece, Group* group) const {
    if (piece.conditions.empty()) return;
    if (piece.exclude) {
      std::vector<Condition> all;
      all.push_back(Joined(Kind::kAll, std::move(piece.conditions)));
      group->nots.push_back({.kind = Kind::kNot, .parts = std::move(all)});
      return;
    }
    auto* to = all_must_ ? &group->must : &group->may;
    if (piece.kind == Kind::kSite) to = &group->sites;
    if (piece.kind == Kind::kUrl) to = &group->urls;
    if (piece.kind == Kind::kDates) to = &group->dates;
    Append(std::move(piece.conditions), piece.must ? &group->must : to);
  }

  Status ParseUnsigned(Piece* piece) {
    if (At('(')) return ParseGroup(piece);
    const std::string_view rest = text_.substr(at_);
    const auto name =
        std::find_if(kFieldNames.begin(), kFieldNames.end(),
                     [&](const FieldName& row) { return rest.starts_with(row.name); });
    if (name == kFieldNames.end())
      return SchemeBytes() > 0 ? ParsePasted(piece) : ParseUnit({}, piece);
    const std::size_t begin = at_;
    at_ += name->name.size();
    THRESH_RETURN_IF_ERROR(name->kind == Kind::kUnit ? ParseUnit(name->field, piece)
                                                     : ParseAddress(*name, piece));
    if (piece->text) return {};
    return Error(std::string(name->missing) + " follows " + std::string(name->name), begin);
  }

  Status ParseGroup(Piece* piece) {
    const std::size_t begin = at_++;
    only_words_ = false;
    if (++depth_ > kMaxQueryDepth) {
      return Error("groups are nested more than " + std::to_string(kMaxQueryDepth) + " deep",
                   begin);
    }
    Group group;
    THRESH_RETURN_IF_ERROR(ParsePieces(&group));
    if (!At(')')) return Error("this ( is not closed", begin);
    ++at_;
    --depth_;
    piece->text = group.text;
    piece->conditions = std::move(group).Close();
    return {};
  }

  // Reads up to a blank, or to a ) that was not opened here: URLs may hold pairs of parentheses.
  Status ParseAddress(const FieldName& name, Piece* piece) {
    const std::size_t begin = at_;
    for (int open = 0; !AtEnd(at_); ++at_) {
      open += At('(') ? 1 : 0;
      if (At(')') && --open < 0) break;
    }
    const std::string_view text = text_.substr(begin, at_ - begin);
    if (text.empty()) return {};
    if (name.kind == Kind::kDates && !IsDateBound(text))
      return Error("a date is written as 2024, 2024-06 or 2024-06-01", begin);
    THRESH_RETURN_IF_ERROR(CountTerms(1));
    piece->text = true;
    piece->kind = name.kind;
    piece->conditions.push_back({.kind = name.kind});
    piece->conditions.back().*name.text =
        name.kind == Kind::kSite ? LowerAscii(text) : std::string(text);
    return {};
  }

  // The bytes of the http:// or https:// that an address here begins with; 0 if there is none.
  std::size_t SchemeBytes() const {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view scheme : {"http://", "https://"}) {
      if (rest.starts_with(scheme) && !AtEnd(at_ + scheme.size())) return scheme.size();
    }
    return 0;
  }

  // Somebody who pastes the address of a page means the page, whichever scheme the crawl saw, and
  // whichever place of the page the address names.
  Status ParsePasted(Piece* piece) {
    at_ += SchemeBytes();
    THRESH_RETURN_IF_ERROR(ParseAddress(kPastedUrl, piece));
    if (piece->conditions.empty()) return {};
    std::string& url = piece->conditions.back().text;
    url.resize(std::min(url.find('#'), url.size()));
    return {};
  }

  Status ParseUnit(std::optional<Field> field, Piece* piece) {
    const std::size_t begin = at_;
    const Status parsed = QuoteBytes(at_) > 0 ? ParseQuoted(field, piece) : ParseWord(field, piece);
    words_.append(text_.substr(begin, at_ - begin)).append(1, ' ');
    only_words_ = only_words_ && !field;
    return parsed;
  }

  // The analyzer may cut what was typed into several words. Only the last of them can be a pattern.
  Status ParseWord(std::optional<Field> field, Piece* piece) {
    const std::size_t begin = at_;
    while (!AtEnd(at_) && QuoteBytes(at_) == 0 && !At('(') && !At(')')) ++at_;
    std::string_view text = text_.substr(begin, at_ - begin);
    THRESH_ASSIGN_OR_RETURN(PatternEnd pattern, ReadPattern(text, begin));
    if (!pattern.text.empty()) text = text.substr(0, pattern.begin);
    WordList found;
    analyzer_.Tokenise(text, found);
    piece->text = found.places > 0;
    if (!pattern.text.empty()) {
      // The beginning of the pattern is among the words, perhaps stemmed. It must not be searched
      // as a word, too.
      while (!found.words.empty() && found.words.back().word.place + 1 >= pattern.word.place)
        found.words.pop_back();
    }
    for (WordList::Found& word : found.words) {
      if (MayLeaveOut(word.word.term, field, *piece)) continue;
      Type(word, begin);
      // A word of its own has no place, and units are equal only if their places are.
      word.word.place = 0;
      THRESH_RETURN_IF_ERROR(Add({.words = {std::move(word.word)}, .field = field}, piece));
    }
    if (pattern.text.empty()) return {};
    only_words_ = false;
    pattern.word.term += pattern.text;
    pattern.word.place = 0;
    return Add(
        {.words = {std::move(pattern.word)}, .kind = QueryUnit::Kind::kPattern, .field = field},
        piece);
  }

  bool MayLeaveOut(const std::string& term, std::optional<Field> field, const Piece& piece) {
    const bool may = stop_words_ != nullptr && !field && !piece.must && excluded_ == 0 &&
                     stop_words_->contains(term);
    left_out_ = left_out_ || may;
    return may;
  }

  // Finds the pattern that the text ends with: its first * with a word before it and only letters
  // and further * behind it, or a ~ at its end. `offset` is where the text stands in the query.
  Result<PatternEnd> ReadPattern(std::string_view text, std::size_t offset) {
    for (std::size_t star = text.find('*'); star != std::string_view::npos;
         star = text.find('*', star + 1)) {
      PatternEnd end{.begin = star};
      THRESH_ASSIGN_OR_RETURN(end.text, FoldedStars(text.substr(star)));
      if (end.text.empty()) continue;
      THRESH_ASSIGN_OR_RETURN(end.word, LastWord(text.substr(0, star)));
      if (end.word.place > 0) return end;
      if (star + 1 == text.size()) return Error("no word stands before the *", offset + star);
    }
    const std::size_t tilde = text.rfind('~');
    if (tilde == std::string_view::npos || !IsNumberOrNothing(text.substr(tilde + 1)))
      return PatternEnd();
    PatternEnd end{.begin = tilde, .text = std::string(text.substr(tilde))};
    THRESH_ASSIGN_OR_RETURN(end.word, LastWord(text.substr(0, tilde)));
    if (end.word.place == 0) return PatternEnd();
    if (end.text == "~" || end.text == "~1" || end.text == "~2") return end;
    return Error("a word may differ in 1 or 2 letters: word~1, word~2", offset + tilde);
  }

  static bool IsNumberOrNothing(std::string_view text) {
    return std::all_of(text.begin(), text.end(), IsAsciiDigit);
  }

  // The text behind a word, folded, if it is stars with letters between and behind them; else
  // empty.
  Result<std::string> FoldedStars(std::string_view text) {
    std::string folded;
    for (std::size_t begin = 1; begin <= text.size();) {
      const std::size_t end = std::min(text.find('*', begin), text.size());
      const std::string_view letters = text.substr(begin, end - begin);
      THRESH_ASSIGN_OR_RETURN(const WordList found, PlainWords(letters));
      const bool whole = found.words.size() == 1 && found.words.front().begin == 0 &&
                         found.words.front().end == letters.size();
      if (!whole && !letters.empty()) return std::string();
      folded += "*" + (whole ? found.words.front().word.term : "");
      begin = end + 1;
    }
    return folded;
  }

  // A part of a pattern is neither stemmed nor taken for a stop word, because it is no whole word:
  // a plain analyzer of its own cuts it.
  Result<WordList> PlainWords(std::string_view text) {
    if (!plain_) {
      THRESH_ASSIGN_OR_RETURN(plain_, Analyzer::Make({}));
    }
    WordList found;
    plain_->Tokenise(text, found);
    return found;
  }

  // The last word of the text, with its place from 1; place 0 if the text does not end with a word.
  Result<QueryUnit::Word> LastWord(std::string_view text) {
    THRESH_ASSIGN_OR_RETURN(WordList found, PlainWords(text));
    if (found.words.empty() || found.words.back().end != text.size()) return QueryUnit::Word();
    QueryUnit::Word last = std::move(found.words.back().word);
    ++last.place;
    return last;
  }

  Status ParseQuoted(std::optional<Field> field, Piece* piece) {
    const std::size_t begin = at_ + QuoteBytes(at_);
    std::size_t end = begin;
    while (end < text_.size() && QuoteBytes(end) == 0) ++end;
    if (end == text_.size()) return Error("this quote is not closed", at_);
    at_ = end + QuoteBytes(end);
    QueryUnit unit{.field = field};
    if (At('~')) {
      only_words_ = false;
      THRESH_RETURN_IF_ERROR(ParseDistance(&unit.near));
      unit.kind = QueryUnit::Kind::kNear;
    }
    WordList found;
    analyzer_.Tokenise(text_.substr(begin, end - begin), found);
    piece->text = found.places > 0;
    if (found.words.empty()) return {};
    // Stop words before the first word kept change nothing, and CountPhrase counts places from 0.
    const std::uint32_t first = found.words.front().word.place;
    for (WordList::Found& word : found.words) {
      Type(word, begin);
      word.word.place -= first;
      unit.words.push_back(std::move(word.word));
    }
    // A phrase of one word is the word: no positions are read, and it equals the same word without
    // quotes.
    if (unit.words.size() == 1) unit = {.words = std::move(unit.words), .field = field};
    return Add(std::move(unit), piece);
  }

  // Reads the "~5" behind a quote. Stops reading digits beyond kMaxNear, so that the number cannot
  // overflow.
  Status ParseDistance(std::uint32_t* distance) {
    const std::size_t begin = at_++;
    std::size_t number = 0;
    for (; at_ < text_.size() && IsAsciiDigit(text_[at_]) && number <= kMaxNear; ++at_)
      number = number * 10 + static_cast<std::size_t>(text_[at_] - '0');
    if (at_ == begin + 1 || number > kMaxNear) {
      return Error("a number up to " + std::to_string(kMaxNear) + " must follow the ~", begin);
    }
    *distance = static_cast<std::uint32_t>(number);
    return {};
  }

  void Type(const WordList::Found& word, std::size_t offset) {
    if (excluded_ == 0)
      query_.typed.push_back(
          {word.word.term, offset + word.begin, offset + word.end, word.word.others});
  }

  Status CountTerms(std::size_t more) {
    terms_ += more;
    if (terms_ <= kMaxQueryTerms) return {};
    return Error("more than " + std::to_string(kMaxQueryTerms) + " words, sites and URLs", piece_);
  }

  Status Add(QueryUnit unit, Piece* piece) {
    THRESH_RETURN_IF_ERROR(CountTerms(unit.words.size()));
    // Equal units are one, however often each stands in the query.
    const auto same =
        std::find_if(query_.units.begin(), query_.units.end(), [&](const QueryUnit& other) {
          unit.frequency = other.frequency;
          return other == unit;
        });
    unit.frequency = 0;
    const auto index = static_cast<std::size_t>(same - query_.units.begin());
    if (same == query_.units.end()) query_.units.push_back(std::move(unit));
    if (excluded_ == 0) ++query_.units[index].frequency;
    piece->conditions.push_back({.kind = Kind::kUnit, .unit = index});
    return {};
  }

  std::string_view text_;
  Analyzer& analyzer_;
  std::unique_ptr<Analyzer> plain_ = nullptr;  // for patterns, made when there is one
  const TypedStopWords* stop_words_;           // null: there are none
  bool all_must_;
  bool left_out_ = false, only_stop_words_ = false;
  bool only_words_ = true;  // the query has nothing but words, phrases and conditions
  std::string words_;       // these, as they were typed
  std::size_t at_ = 0;
  std::size_t piece_ = 0;  // where the current piece began
  std::size_t terms_ = 0, depth_ = 0, excluded_ = 0;
  std::size_t mistake_ = 0;  // in characters from 1; 0: none
  Query query_;
};

// The unit with the terms of the first stemmer.
std::string StemText(const QueryUnit& unit) {
  std::string out;
  std::uint32_t place = 0;
  for (const QueryUnit::Word& word : unit.words) {
    for (; place < word.place; ++place) out += place + 1 == word.place ? " " : " *";
    out += word.term;
  }
  const bool near = unit.kind == QueryUnit::Kind::kNear;
  if (unit.words.size() > 1) out = "\"" + out + "\"";
  if (near) out += "~" + std::to_string(unit.near);
  if (!unit.field) return out;
  const auto name = std::find_if(kFieldNames.begin(), kFieldNames.end(), [&](const auto& row) {
    return row.kind == Kind::kUnit && row.field == *unit.field;
  });
  return (name == kFieldNames.end() ? "" : std::string(name->name)) + out;
}

}  // namespace

std::string UnitText(const QueryUnit& unit) {
  std::string text;
  const std::vector<QueryUnit> stems = StemsOf(unit);
  for (const QueryUnit& stem : stems) text += (text.empty() ? "" : " OR ") + StemText(stem);
  return stems.size() > 1 ? "(" + text + ")" : text;
}

QueryUnit::Word WordOf(const Token& token, std::uint32_t place) {
  return {std::string(token.term), place, {token.others.begin(), token.others.end()}};
}

Result<Query> ParseQuery(std::string_view text, Analyzer& analyzer, Operator unsigned_pieces,
                         std::size_t* mistake, const TypedStopWords* stop_words) {
  if (mistake != nullptr) *mistake = 0;
  if (text.size() > kMaxQueryBytes) {
    return Status(Code::kUsage, "the query is " + std::to_string(text.size()) +
                                    " bytes long; the limit is " + std::to_string(kMaxQueryBytes));
  }
  if (!IsValidUtf8(text)) return Status(Code::kUsage, "the query is not valid UTF-8");
  Parser parser(text, analyzer, unsigned_pieces, stop_words);
  Result<Query> query = parser.Parse();
  if (parser.only_stop_words()) return ParseQuery(text, analyzer, unsigned_pieces, mistake);
  if (mistake != nullptr) *mistake = parser.mistake();
  return query;
}

}  // namespace thresh
