#include "query/retrieve/query.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/text/analyzer.h"

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
    if (!token.stop) words.push_back({{std::string(token.term), places}, token.begin, token.end});
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
};
constexpr std::array<FieldName, 3> kFieldNames = {
    {{"title:", Kind::kUnit, Field::kTitle, "no word"},
     {"site:", Kind::kSite, {}, "no host"},
     {"url:", Kind::kUrl, {}, "no URL"}}};

Condition Joined(Kind kind, std::vector<Condition> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {.kind = kind, .parts = std::move(parts)};
}

void Append(std::vector<Condition> from, std::vector<Condition>* to) {
  std::move(from.begin(), from.end(), std::back_inserter(*to));
}

// The pieces of a group, sorted by what they ask of a page.
struct Group {
  std::vector<Condition> must, may, sites, urls, nots;
  bool text = false;  // some piece has words, perhaps only stop words

  // The condition of the whole group, or no condition if the group asks for nothing. Alternatives
  // count only if no piece is required.
  std::vector<Condition> Close() && {
    if (must.empty() && !may.empty()) must.push_back(Joined(Kind::kAny, std::move(may)));
    for (auto* any : {&sites, &urls}) {
      if (!any->empty()) must.push_back(Joined(Kind::kAny, std::move(*any)));
    }
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
  Parser(std::string_view text, Analyzer& analyzer, Operator unsigned_pieces)
      : text_(text), analyzer_(analyzer), all_must_(unsigned_pieces == Operator::kAnd) {}

  Result<Query> Parse() {
    Group group;
    THRESH_RETURN_IF_ERROR(ParsePieces(&group));
    if (at_ < text_.size()) return Error("this ) has no matching (", at_);
    std::vector<Condition> whole = std::move(group).Close();
    if (whole.empty()) return Status(Code::kUsage, "the query has no word to search for");
    std::set<std::size_t> any;
    // Most queries are plain alternatives: without a filter, retrieval may skip pages by their
    // scores alone. It has to be any of all units, hence the count: in `+a b` the condition is a
    // only.
    const bool needs_no_filter =
        IsAnyUnit(whole.front(), &any) && any.size() == query_.units.size();
    if (!needs_no_filter) query_.filter = std::move(whole.front());
    return std::move(query_);
  }

  std::size_t mistake() const { return mistake_; }

 private:
  // What a piece asks for: a condition for each of its words, or one for a group, a site or a URL.
  struct Piece {
    std::vector<Condition> conditions = {};
    bool text = false;        // it has words, perhaps only stop words
    Kind kind = Kind::kUnit;  // kSite and kUrl mark a piece of that kind; all else is kUnit
  };

  bool At(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool AtEnd(std::size_t byte) const { return byte >= text_.size() || IsBlank(text_[byte]); }

  Status Error(const std::string& what, std::size_t byte) {
    mistake_ = 1;
    for (std::size_t at = 0; at < byte; ++mistake_) DecodeUtf8(text_, &at);
    return Status(Code::kUsage, "bad query, character " + std::to_string(mistake_) + ": " + what);
  }

  // Reads pieces up to the end of the query or to a ), which the caller checks.
  Status ParsePieces(Group* group) {
    for (;;) {
      while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
      if (at_ == text_.size() || At(')')) return {};
      THRESH_RETURN_IF_ERROR(ParsePiece(group));
    }
  }

  Status ParsePiece(Group* group) {
    const std::size_t begin = piece_ = at_;
    // A - with a blank behind it is a dash between words, which means nothing.
    const bool must = At('+'), exclude = At('-') && !AtEnd(at_ + 1);
    if (must || exclude) ++at_;
    // A count, not a flag, because an excluded group may hold excluded pieces.
    excluded_ += exclude ? 1 : 0;
    Piece piece;
    THRESH_RETURN_IF_ERROR(ParseUnsigned(&piece));
    excluded_ -= exclude ? 1 : 0;
    if ((must || exclude) && !piece.text) {
      return Error(std::string("no word follows the ") + text_[begin], begin);
    }
    group->text = group->text || piece.text;
    Take(must, exclude, std::move(piece), group);
    return {};
  }

  void Take(bool must, bool exclude, Piece piece, Group* group) const {
    if (piece.conditions.empty()) return;
    if (exclude) {
      std::vector<Condition> all;
      all.push_back(Joined(Kind::kAll, std::move(piece.conditions)));
      group->nots.push_back({.kind = Kind::kNot, .parts = std::move(all)});
      return;
    }
    auto* to = all_must_ ? &group->must : &group->may;
    if (piece.kind == Kind::kSite) to = &group->sites;
    if (piece.kind == Kind::kUrl) to = &group->urls;
    Append(std::move(piece.conditions), must ? &group->must : to);
  }

  Status ParseUnsigned(Piece* piece) {
    if (At('(')) return ParseGroup(piece);
    const std::string_view rest = text_.substr(at_);
    const auto name =
        std::find_if(kFieldNames.begin(), kFieldNames.end(),
                     [&](const FieldName& row) { return rest.starts_with(row.name); });
    if (name == kFieldNames.end()) return ParseUnit({}, piece);
    const std::size_t begin = at_;
    at_ += name->name.size();
    THRESH_RETURN_IF_ERROR(name->kind == Kind::kUnit ? ParseUnit(name->field, piece)
                                                     : ParseAddress(name->kind, piece));
    if (piece->text) return {};
    return Error(std::string(name->missing) + " follows " + std::string(name->name), begin);
  }

  Status ParseGroup(Piece* piece) {
    const std::size_t begin = at_++;
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
  Status ParseAddress(Kind kind, Piece* piece) {
    const std::size_t begin = at_;
    for (int open = 0; !AtEnd(at_); ++at_) {
      open += At('(') ? 1 : 0;
      if (At(')') && --open < 0) break;
    }
    const std::string_view text = text_.substr(begin, at_ - begin);
    if (text.empty()) return {};
    THRESH_RETURN_IF_ERROR(CountTerms(1));
    piece->text = true;
    piece->kind = kind;
    piece->conditions.push_back(
        {.kind = kind, .text = kind == Kind::kSite ? LowerAscii(text) : std::string(text)});
    return {};
  }

  Status ParseUnit(std::optional<Field> field, Piece* piece) {
    return At('"') ? ParseQuoted(field, piece) : ParseWord(field, piece);
  }

  // The analyzer may cut what was typed into several words. Only the last of them can be a prefix.
  Status ParseWord(std::optional<Field> field, Piece* piece) {
    const std::size_t begin = at_;
    while (!AtEnd(at_) && !At('"') && !At('(') && !At(')')) ++at_;
    const bool prefix = at_ > begin && text_[at_ - 1] == '*';
    const std::string_view text = text_.substr(begin, at_ - begin - (prefix ? 1 : 0));
    WordList found;
    analyzer_.Tokenise(text, found);
    piece->text = found.places > 0;
    QueryUnit::Word beginning;
    if (prefix) {
      THRESH_ASSIGN_OR_RETURN(beginning, ReadPrefix(text));
      if (beginning.place == 0) return Error("no word stands before the *", at_ - 1);
      // The prefix itself is among the words, perhaps stemmed. It must not be searched as a word,
      // too.
      while (!found.words.empty() && found.words.back().word.place + 1 >= beginning.place)
        found.words.pop_back();
    }
    for (WordList::Found& word : found.words) {
      Type(word, begin);
      // A word of its own has no place, and units are equal only if their places are.
      word.word.place = 0;
      THRESH_RETURN_IF_ERROR(Add({.words = {std::move(word.word)}, .field = field}, piece));
    }
    if (!prefix) return {};
    beginning.place = 0;
    return Add({.words = {std::move(beginning)}, .kind = QueryUnit::Kind::kPrefix, .field = field},
               piece);
  }

  // The last word of the text, with its place from 1; place 0 if the text does not end with a word.
  // A prefix is neither stemmed nor taken for a stop word, because it is no whole word: a plain
  // analyzer of its own cuts it.
  Result<QueryUnit::Word> ReadPrefix(std::string_view text) {
    if (!plain_) {
      THRESH_ASSIGN_OR_RETURN(plain_, Analyzer::Make({}));
    }
    WordList found;
    plain_->Tokenise(text, found);
    if (found.words.empty() || found.words.back().end != text.size()) return QueryUnit::Word();
    QueryUnit::Word last = std::move(found.words.back().word);
    ++last.place;
    return last;
  }

  Status ParseQuoted(std::optional<Field> field, Piece* piece) {
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find('"', begin);
    if (end == std::string_view::npos) return Error("this quote is not closed", at_);
    at_ = end + 1;
    QueryUnit unit{.field = field};
    if (At('~')) {
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
      query_.typed.push_back({word.word.term, offset + word.begin, offset + word.end});
  }

  Status CountTerms(std::size_t more) {
    terms_ += more;
    if (terms_ <= kMaxQueryTerms) return {};
    return Error("more than " + std::to_string(kMaxQueryTerms) + " words, sites and URLs", piece_);
  }

  Status Add(QueryUnit unit, Piece* piece) {
    THRESH_RETURN_IF_ERROR(CountTerms(unit.words.size()));
    unit.frequency = 0;  // equal units are one, however often each stands in the query
    const auto same = std::find_if(query_.units.begin(), query_.units.end(), [&](QueryUnit other) {
      other.frequency = 0;
      return other == unit;
    });
    const auto index = static_cast<std::size_t>(same - query_.units.begin());
    if (same == query_.units.end()) query_.units.push_back(std::move(unit));
    if (excluded_ == 0) ++query_.units[index].frequency;
    piece->conditions.push_back({.kind = Kind::kUnit, .unit = index});
    return {};
  }

  std::string_view text_;
  Analyzer& analyzer_;
  std::unique_ptr<Analyzer> plain_ = nullptr;  // for prefixes, made when there is one
  bool all_must_;
  std::size_t at_ = 0;
  std::size_t piece_ = 0;  // where the current piece began
  std::size_t terms_ = 0, depth_ = 0, excluded_ = 0;
  std::size_t mistake_ = 0;  // in characters from 1; 0: none
  Query query_;
};

}  // namespace

std::string UnitText(const QueryUnit& unit) {
  std::string out;
  std::uint32_t place = 0;
  for (const QueryUnit::Word& word : unit.words) {
    for (; place < word.place; ++place) out += place + 1 == word.place ? " " : " *";
    out += word.term;
  }
  const bool near = unit.kind == QueryUnit::Kind::kNear;
  if (unit.words.size() > 1) out = "\"" + out + "\"";
  if (near) out += "~" + std::to_string(unit.near);
  if (unit.kind == QueryUnit::Kind::kPrefix) out += "*";
  return unit.field ? std::string(kFieldNames.front().name) + out : out;
}

Result<Query> ParseQuery(std::string_view text, Analyzer& analyzer, Operator unsigned_pieces,
                         std::size_t* mistake) {
  if (mistake != nullptr) *mistake = 0;
  if (text.size() > kMaxQueryBytes) {
    return Status(Code::kUsage, "the query is " + std::to_string(text.size()) +
                                    " bytes long; the limit is " + std::to_string(kMaxQueryBytes));
  }
  if (!IsValidUtf8(text)) return Status(Code::kUsage, "the query is not valid UTF-8");
  Parser parser(text, analyzer, unsigned_pieces);
  Result<Query> query = parser.Parse();
  if (mistake != nullptr) *mistake = parser.mistake();
  return query;
}

}  // namespace thresh
