#include "query/retrieve/proximity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "query/retrieve/stems.h"

namespace thresh {

namespace {

// A posting list, on the pages that somebody asks for.
class ListOnPage {
 public:
  // Nothing is read before the first Count.
  ListOnPage(const FieldList* list, ChunkReader* chunks) : list_(list), chunks_(chunks) {}
  Field field() const { return list_->field; }
  std::uint32_t df() const { return list_->df; }

  std::uint32_t Count(std::uint32_t doc) {
    if (sought_ != doc) {
      if (!cursor_) cursor_.emplace(list_, chunks_, PostingCursor::Start::kNowhere);
      // Between the page sought last and the posting behind it stands nothing. Short lists, such as
      // those of titles, nearly always stand so, and would else search their block once more.
      if (sought_ < doc && doc < cursor_->doc()) return 0;
      cursor_->GoTo(doc);
      sought_ = doc;
      read_ = false;
    }
    return cursor_->doc() == doc ? cursor_->tf() : 0;
  }
  // None if the list turns out to be damaged. REQUIRES: Count of the page was asked for last and
  // above 0.
  const std::vector<std::uint32_t>& Positions() {
    if (!read_ && !cursor_->Positions(&positions_).ok()) positions_.clear();
    read_ = true;
    return positions_;
  }
  Status status() const { return cursor_ ? cursor_->status() : Status(); }

 private:
  const FieldList* list_;
  ChunkReader* chunks_;
  std::optional<PostingCursor> cursor_;         // if a page was asked for
  std::uint32_t sought_ = PostingCursor::kEnd;  // the page that it went to last
  bool read_ = false;
  std::vector<std::uint32_t> positions_;
};

// A term of the query, with its posting lists in the part of the index that holds the page.
class TermOnPage {
 public:
  // `record` is the row of the term in `index`, which has no parts.
  TermOnPage(std::string term, TermRow record, const Index& index)
      : term_(std::move(term)), record_(std::move(record)) {
    Open(index);
  }
  // The same in an index that has parts, none of which is entered yet.
  TermOnPage(std::string term, std::shared_ptr<const PartRows> rows)
      : term_(std::move(term)), rows_(std::move(rows)) {}

  // Goes to a part of the index.
  Status Enter(std::uint32_t number, const Index& part) {
    THRESH_RETURN_IF_ERROR(status());  // of the lists that are left
    record_ = rows_->of[number];
    Open(part);
    return {};
  }
  // Goes to a page of the part.
  void GoTo(std::uint32_t doc) { doc_ = doc; }

  // The list of the field; null if no page of the part has the term there.
  ListOnPage* ListOf(Field field) { return of_field_[static_cast<std::size_t>(field)]; }
  // How often the term stands in the field of the page, in its templates too or not.
  std::uint32_t Count(Field field, bool with_templates) {
    const std::uint32_t own = CountIn(field);
    const Field twin = TemplateTwin(field);
    return with_templates && twin != field ? own + CountIn(twin) : own;
  }
  // The same term's places; none if a list turns out to be damaged, as status() tells. REQUIRES:
  // Count(field, with_templates) > 0.
  const std::vector<std::uint32_t>& Positions(Field field, bool with_templates) {
    const Field twin = TemplateTwin(field);
    if (!with_templates || twin == field || CountIn(twin) == 0) return ListOf(field)->Positions();
    if (CountIn(field) == 0) return ListOf(twin)->Positions();
    const std::vector<std::uint32_t>&own = ListOf(field)->Positions(),
          &more = ListOf(twin)->Positions();
    joined_.resize(own.size() + more.size());
    std::merge(own.begin(), own.end(), more.begin(), more.end(), joined_.begin());
    return joined_;
  }
  // Of the lists that were asked for.
  Status status() const {
    for (const ListOnPage& list : lists_) THRESH_RETURN_IF_ERROR(list.status());
    return {};
  }

 private:
  std::uint32_t CountIn(Field field) {
    ListOnPage* const list = ListOf(field);
    return list == nullptr ? 0 : list->Count(doc_);
  }

  void Open(const Index& part) {
    lists_.clear();
    of_field_ = {};
    chunks_ = nullptr;
    if (record_ == nullptr) return;
    chunks_ = part.Chunks(term_);
    lists_.reserve(record_->fields.size());  // of_field_ points into it
    for (const FieldList& list : record_->fields) {
      lists_.emplace_back(&list, chunks_.get());
      of_field_[static_cast<std::size_t>(list.field)] = &lists_.back();
    }
  }

  std::string term_;
  std::uint32_t doc_ = 0;
  std::shared_ptr<const PartRows> rows_;  // null if the index has no parts
  TermRow record_;
  std::unique_ptr<ChunkReader> chunks_;
  std::vector<ListOnPage> lists_;
  std::array<ListOnPage*, kFieldCount> of_field_{};
  std::vector<std::uint32_t> joined_;  // of a field and its templates
};

}  // namespace

// A word of the query, which is one term, or one in each language of the store (stems.h).
class Proximity::Word {
 public:
  // Adds a term and returns its row; null if the index lacks it.
  Result<TermRow> Add(std::string term, const Index& index) {
    if (index.parts().empty()) {
      THRESH_ASSIGN_OR_RETURN(TermRow row, index.Term(term));
      if (row != nullptr) terms_.emplace_back(std::move(term), row, index);
      return row;
    }
    THRESH_ASSIGN_OR_RETURN(std::shared_ptr<const PartRows> rows, index.RowsOfParts(term));
    TermRow counts = rows->counts;
    if (counts != nullptr) terms_.emplace_back(std::move(term), std::move(rows));
    return counts;
  }
  bool empty() const { return terms_.empty(); }

  Status Enter(std::uint32_t number, const Index& part) {
    for (TermOnPage& term : terms_) THRESH_RETURN_IF_ERROR(term.Enter(number, part));
    return {};
  }
  void GoTo(std::uint32_t doc) {
    for (TermOnPage& term : terms_) term.GoTo(doc);
  }
  // The only term; null if there are several.
  TermOnPage* OnlyTerm() { return terms_.size() == 1 ? &terms_.front() : nullptr; }
  std::uint32_t Count(Field field, bool with_templates) {
    std::uint32_t count = 0;
    for (TermOnPage& term : terms_) count += term.Count(field, with_templates);
    return count;
  }
  // REQUIRES: Count(field, with_templates) > 0.
  const std::vector<std::uint32_t>& Positions(Field field, bool with_templates) {
    if (terms_.size() == 1) return terms_.front().Positions(field, with_templates);
    joined_.clear();
    for (TermOnPage& term : terms_) {
      if (term.Count(field, with_templates) == 0) continue;
      const std::vector<std::uint32_t>& more = term.Positions(field, with_templates);
      const auto before = static_cast<std::ptrdiff_t>(joined_.size());
      joined_.insert(joined_.end(), more.begin(), more.end());
      std::inplace_merge(joined_.begin(), joined_.begin() + before, joined_.end());
    }
    return joined_;
  }
  Status status() const {
    for (const TermOnPage& term : terms_) THRESH_RETURN_IF_ERROR(term.status());
    return {};
  }

 private:
  std::vector<TermOnPage> terms_;
  std::vector<std::uint32_t> joined_;  // of several terms
};

// Two neighbours of the query.
struct Proximity::Neighbours {
  std::size_t first, second;            // words
  std::size_t first_unit, second_unit;  // the same, among the units that are scored
  double idf;                           // the smaller one
  double most = 0;                      // what they have on the present page, at most

  // A field in which the present part of the index has both, and how often the page has them.
  struct Shared {
    Field field;
    double weight;
    ListOnPage* first;
    ListOnPage* second;
    bool both = false;  // on the present page
  };
  // Where templates count nothing and each of the two is one term, as it nearly always is.
  bool simple = false;
  std::vector<Shared> shared = {};
};

namespace {

// As that of bm25/nonneg, so that it is never negative.
double IdfOf(double docs, double df) { return std::log1p((docs - df + 0.5) / (df + 0.5)); }

bool IsSingleWord(const QueryUnit& unit) {
  return unit.kind == QueryUnit::Kind::kWords && unit.words.size() == 1 && !unit.field;
}

}  // namespace

Proximity::Proximity(const Index& index, const CollectionStatistics& collection,
                     const SearchOptions& options)
    : index_(index), options_(options), average_length_(collection.average_length) {}
Proximity::Proximity(Proximity&&) noexcept = default;
Proximity::~Proximity() = default;

Result<Proximity> Proximity::Make(const Query& query, const Index& index,
                                  const CollectionStatistics& collection,
                                  const SearchOptions& options) {
  Proximity proximity(index, collection, options);
  std::vector<Choice> before;  // what stands for the word before; none: no page has it
  for (const QueryUnit& unit : query.units) {
    // Only behind a -, or nobody typed it.
    if (unit.frequency == 0 || unit.added || unit.instead_of) continue;
    const std::vector<Choice> choices_before = std::exchange(before, {});
    if (!IsSingleWord(unit)) continue;
    THRESH_ASSIGN_OR_RETURN(before, proximity.ChoicesOf(unit, query, collection.docs));
    for (const Choice& first : choices_before) {
      for (const Choice& second : before) {
        const double idf = first.weight * second.weight * std::min(first.idf, second.idf);
        proximity.neighbours_.push_back({first.word, second.word, first.unit, second.unit, idf});
        proximity.most_ += idf;
      }
    }
  }
  return proximity;
}

// The word itself, and the words that may stand for it.
Result<std::vector<Proximity::Choice>> Proximity::ChoicesOf(const QueryUnit& typed,
                                                            const Query& query, double docs) {
  std::vector<Choice> choices;
  double df = 0;
  const auto number = static_cast<std::size_t>(&typed - query.units.data());
  std::size_t scored = 0;  // units up to this one
  for (const QueryUnit& unit : query.units) {
    if (unit.frequency > 0) ++scored;
    if (&unit != &typed && unit.instead_of != number) continue;
    if (!IsSingleWord(unit)) continue;
    Word word;
    double of_word = 0;
    for (std::string& term : TermsOf(unit.words.front())) {
      THRESH_ASSIGN_OR_RETURN(const TermRow row, word.Add(std::move(term), index_));
      if (row == nullptr) continue;
      of_word = std::min(docs, of_word + DfOf(*row).Weighed(options_.weights.template_share()));
    }
    if (word.empty()) continue;
    if (&unit == &typed) df = of_word;
    choices.push_back({words_.size(), scored - 1, IdfOf(docs, std::max(df, of_word)),
                       unit.weight / typed.weight});
    words_.push_back(std::move(word));
  }
  return choices;
}

NearBounds Proximity::Bounds(double weight) const {
  const ScorerParameters& p = options_.parameters;
  NearBounds bounds;
  bounds.constant = std::max(p.k1 * (1 - p.b), 1e-30);  // nobody divides 0 by 0
  bounds.per_word = p.k1 * p.b / average_length_;
  for (const Neighbours& pair : neighbours_)
    bounds.pairs.push_back({pair.first_unit, pair.second_unit, weight * pair.idf});
  return bounds;
}

void Proximity::Enter(std::uint32_t number, const Index& part) {
  part_ = &part;
  if (&part != &index_) {
    for (Word& word : words_) {
      if (damage_.ok()) damage_ = word.Enter(number, part);
    }
  }
  for (Neighbours& pair : neighbours_) FindShared(&pair);
}

std::optional<double> Proximity::Of(DocId doc, double length, double least) {
  if (neighbours_.empty()) return 0;
  const Index* part = &index_;
  std::uint32_t number = 0;
  if (const Index::Parts parts = index_.parts(); !parts.empty()) {
    const LiveSites::Place place = parts.live->Of(doc);
    number = place.segment;
    part = parts.indexes[number];
    doc = place.doc;
  }
  if (part != part_) Enter(number, *part);
  if (!damage_.ok()) return 0;
  const ScorerParameters& p = options_.parameters;
  const double saturation = p.k1 * (1 - p.b + p.b * length / average_length_);
  const auto score = [&](const Neighbours& pair, double near) {
    return near > 0 ? pair.idf * near / (near + saturation) : 0;
  };
  double most = 0;
  for (Neighbours& pair : neighbours_) {
    pair.most = score(pair, MostOf(doc, &pair));
    most += pair.most;
  }
  double sum = 0;
  for (const Neighbours& pair : neighbours_) {
    if (most < least) return std::nullopt;
    const double real = score(pair, Near(pair));
    most += real - pair.most;
    sum += real;
  }
  return sum;
}

Status Proximity::status() const {
  THRESH_RETURN_IF_ERROR(damage_);
  for (const Word& word : words_) THRESH_RETURN_IF_ERROR(word.status());
  return {};
}

// Finds the lists of the part that the words are in.
void Proximity::FindShared(Neighbours* pair) {
  pair->shared.clear();
  TermOnPage *const first = words_[pair->first].OnlyTerm(), *const second =
                                                                words_[pair->second].OnlyTerm();
  pair->simple = first != nullptr && second != nullptr && options_.weights.template_share() == 0;
  if (!pair->simple) return;
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor); ++f) {
    const auto field = static_cast<Field>(f);
    const double weight = options_.weights.of[f];
    if (weight > 0 && first->ListOf(field) != nullptr && second->ListOf(field) != nullptr)
      pair->shared.push_back({field, weight, first->ListOf(field), second->ListOf(field)});
  }
}

// MostNear of sums is no less than the sum of MostNear, so templates count in it as a share of
// their words. The shares are rounded, hence the slack.
double Proximity::MostOf(DocId doc, Neighbours* pair) {
  constexpr double kSlack = 1 + 1e-9;
  double near = 0;
  if (pair->simple) {
    for (Neighbours::Shared& in : pair->shared) {
      // The page lacks the rarer word more often.
      const bool first_is_rare = in.first->df() < in.second->df();
      const std::uint32_t rare = (first_is_rare ? in.first : in.second)->Count(doc.value);
      const std::uint32_t other =
          rare == 0 ? 0 : (first_is_rare ? in.second : in.first)->Count(doc.value);
      in.both = other > 0;
      if (!in.both) continue;
      near += in.weight * (first_is_rare ? MostNear(rare, other) : MostNear(other, rare));
    }
    return near * kSlack;
  }
  Word &a = words_[pair->first], &b = words_[pair->second];
  a.GoTo(doc.value);
  b.GoTo(doc.value);
  const double share = options_.weights.template_share();
  const auto count = [share](Word& word, Field field) {
    const double own = word.Count(field, false);
    return share > 0 ? own + share * (word.Count(field, true) - own) : own;
  };
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor); ++f) {
    const auto field = static_cast<Field>(f);
    const double first = options_.weights.of[f] > 0 ? count(a, field) : 0;
    if (first > 0) near += options_.weights.of[f] * MostNear(first, count(b, field));
  }
  return near * kSlack;
}

// REQUIRES: MostOf of the same page was asked for before.
double Proximity::Near(const Neighbours& pair) {
  double near = 0;
  if (pair.simple) {
    for (const Neighbours::Shared& in : pair.shared) {
      if (in.both) near += in.weight * Nearness(in.first->Positions(), in.second->Positions());
    }
    return near;
  }
  const double share = options_.weights.template_share();
  Word &a = words_[pair.first], &b = words_[pair.second];
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor); ++f) {
    const double weight = options_.weights.of[f];
    if (weight <= 0) continue;
    const auto field = static_cast<Field>(f);
    if (share > 0 && TemplateTwin(field) != field) {
      const double without = share < 1 ? NearIn(field, false, a, b) : 0;
      near += weight * ((1 - share) * without + share * NearIn(field, true, a, b));
    } else {
      near += weight * NearIn(field, false, a, b);
    }
  }
  return near;
}

double Proximity::NearIn(Field field, bool with_templates, Word& a, Word& b) {
  if (a.Count(field, with_templates) == 0 || b.Count(field, with_templates) == 0) return 0;
  return Nearness(a.Positions(field, with_templates), b.Positions(field, with_templates));
}

double Nearness(const std::vector<std::uint32_t>& of, const std::vector<std::uint32_t>& to) {
  double sum = 0;
  std::size_t after = 0;  // the first position of `to` behind the current one
  for (const std::uint32_t at : of) {
    while (after < to.size() && to[after] <= at) ++after;
    const std::size_t before = after > 0 && to[after - 1] == at ? after - 1 : after;
    std::uint32_t distance = 0xffffffff;
    if (after < to.size()) distance = to[after] - at;
    if (before > 0) distance = std::min(distance, at - to[before - 1]);
    sum += 1 / (static_cast<double>(distance) * distance);
  }
  return sum;
}

}  // namespace thresh
