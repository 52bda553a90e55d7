#include "query/retrieve/proximity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "query/retrieve/stems.h"

namespace thresh {

namespace {

// A term of the query, with its posting lists in the part of the index that holds the page.
class TermOnPage {
 public:
  // `record` is the row of the term in `index`, and counts only if that has parts.
  TermOnPage(std::string term, TermRecord record, const Index& index)
      : term_(std::move(term)), record_(std::move(record)) {
    if (index.parts().empty()) Open(index);
  }

  // Goes to a page of a part. Lists and positions are read when they are asked for.
  Status Enter(const Index& part, DocId doc) {
    doc_ = doc.value;
    if (part_ == &part) return {};
    THRESH_RETURN_IF_ERROR(status());  // of the lists that are left
    THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> record, part.Term(term_));
    record_ = record ? std::move(*record) : TermRecord();
    Open(part);
    return {};
  }

  // How often the term stands in the field of the page, in its templates too or not.
  std::uint32_t Count(Field field, bool with_templates) {
    const std::uint32_t own = CountIn(field);
    const Field twin = TemplateTwin(field);
    return with_templates && twin != field ? own + CountIn(twin) : own;
  }
  // The same term's places. REQUIRES: Count(field, with_templates) > 0.
  Result<const std::vector<std::uint32_t>*> Positions(Field field, bool with_templates) {
    const Field twin = TemplateTwin(field);
    if (!with_templates || twin == field || CountIn(twin) == 0) return PositionsIn(field);
    if (CountIn(field) == 0) return PositionsIn(twin);
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::uint32_t>* own, PositionsIn(field));
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::uint32_t>* more, PositionsIn(twin));
    joined_.resize(own->size() + more->size());
    std::merge(own->begin(), own->end(), more->begin(), more->end(), joined_.begin());
    return &joined_;
  }
  // Of the lists that were asked for.
  Status status() const {
    for (const List& list : lists_) {
      if (list.cursor) THRESH_RETURN_IF_ERROR(list.cursor->status());
    }
    return {};
  }

 private:
  struct List {
    const FieldList* list;
    std::optional<PostingCursor> cursor = {};    // of the lists that were asked for
    std::uint32_t sought = PostingCursor::kEnd;  // the page that it went to last
    bool read = false;
    std::vector<std::uint32_t> positions = {};
  };

  std::uint32_t CountIn(Field field) {
    List* const list = of_field_[static_cast<std::size_t>(field)];
    if (list == nullptr) return 0;
    if (!list->cursor) list->cursor.emplace(list->list, chunks_.get());
    PostingCursor& cursor = *list->cursor;
    if (list->sought != doc_) {
      // Between the page sought last and the posting behind it stands nothing. Short lists, such as
      // those of titles, nearly always stand so, and would else search their block once more.
      if (list->sought < doc_ && doc_ < cursor.doc()) return 0;
      cursor.GoTo(doc_);
      list->sought = doc_;
      list->read = false;
    }
    return cursor.doc() == doc_ ? cursor.tf() : 0;
  }
  Result<const std::vector<std::uint32_t>*> PositionsIn(Field field) {
    List& list = *of_field_[static_cast<std::size_t>(field)];
    if (!list.read) THRESH_RETURN_IF_ERROR(list.cursor->Positions(&list.positions));
    list.read = true;
    return &list.positions;
  }

  void Open(const Index& part) {
    part_ = &part;
    lists_.clear();
    of_field_ = {};
    chunks_ = record_.fields.empty() ? nullptr : part.Chunks(term_);
    lists_.reserve(record_.fields.size());  // of_field_ points into it
    for (const FieldList& list : record_.fields) {
      lists_.push_back({&list});
      of_field_[static_cast<std::size_t>(list.field)] = &lists_.back();
    }
  }

  std::string term_;
  const Index* part_ = nullptr;
  std::uint32_t doc_ = 0;
  TermRecord record_;
  std::unique_ptr<ChunkReader> chunks_;
  std::vector<List> lists_;
  std::array<List*, kFieldCount> of_field_{};
  std::vector<std::uint32_t> joined_;  // of a field and its templates
};

}  // namespace

// A word of the query, which is one term, or one in each language of the store (stems.h).
class Proximity::Word {
 public:
  void Add(std::string term, TermRecord record, const Index& index) {
    terms_.emplace_back(std::move(term), std::move(record), index);
  }
  bool empty() const { return terms_.empty(); }

  Status Enter(const Index& part, DocId doc) {
    for (TermOnPage& term : terms_) THRESH_RETURN_IF_ERROR(term.Enter(part, doc));
    return {};
  }
  std::uint32_t Count(Field field, bool with_templates) {
    std::uint32_t count = 0;
    for (TermOnPage& term : terms_) count += term.Count(field, with_templates);
    return count;
  }
  // REQUIRES: Count(field, with_templates) > 0.
  Result<const std::vector<std::uint32_t>*> Positions(Field field, bool with_templates) {
    const std::vector<std::uint32_t>* all = nullptr;
    for (TermOnPage& term : terms_) {
      if (term.Count(field, with_templates) == 0) continue;
      THRESH_ASSIGN_OR_RETURN(const std::vector<std::uint32_t>* positions,
                              term.Positions(field, with_templates));
      if (all == nullptr) {
        all = positions;
        continue;
      }
      std::vector<std::uint32_t> both(all->size() + positions->size());
      std::merge(all->begin(), all->end(), positions->begin(), positions->end(), both.begin());
      joined_ = std::move(both);
      all = &joined_;
    }
    return all;
  }
  Status status() const {
    for (const TermOnPage& term : terms_) THRESH_RETURN_IF_ERROR(term.status());
    return {};
  }

 private:
  std::vector<TermOnPage> terms_;
  std::vector<std::uint32_t> joined_;  // of several terms
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
      THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> record, index_.Term(term));
      if (!record) continue;
      of_word = std::min(docs, of_word + DfOf(*record).Weighed(options_.weights.template_share()));
      word.Add(std::move(term), std::move(*record), index_);
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

std::optional<double> Proximity::Of(DocId doc, double length, double least) {
  if (neighbours_.empty()) return 0;
  const Index* part = &index_;
  if (const Index::Parts parts = index_.parts(); !parts.empty()) {
    const LiveSites::Place place = parts.live->Of(doc);
    part = parts.indexes[place.segment];
    doc = place.doc;
  }
  for (Word& word : words_) {
    if (damage_.ok()) damage_ = word.Enter(*part, doc);
  }
  if (!damage_.ok()) return 0;
  const ScorerParameters& p = options_.parameters;
  const double saturation = p.k1 * (1 - p.b + p.b * length / average_length_);
  const auto score = [&](const Neighbours& pair, double near) {
    return near > 0 ? pair.idf * near / (near + saturation) : 0;
  };
  double most = 0;
  for (Neighbours& pair : neighbours_) {
    pair.most = score(pair, MostOf(words_[pair.first], words_[pair.second]));
    most += pair.most;
  }
  double sum = 0;
  for (const Neighbours& pair : neighbours_) {
    if (most < least) return std::nullopt;
    const double real = score(pair, Near(words_[pair.first], words_[pair.second]));
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

// MostNear of sums is no less than the sum of MostNear, so templates count in it as a share of
// their words. The shares are rounded, hence the slack.
double Proximity::MostOf(Word& a, Word& b) const {
  constexpr double kSlack = 1 + 1e-9;
  const double share = options_.weights.template_share();
  const auto count = [share](Word& word, Field field) {
    const double own = word.Count(field, false);
    return share > 0 ? own + share * (word.Count(field, true) - own) : own;
  };
  double near = 0;
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor); ++f) {
    const auto field = static_cast<Field>(f);
    const double first = options_.weights.of[f] > 0 ? count(a, field) : 0;
    if (first > 0) near += options_.weights.of[f] * MostNear(first, count(b, field));
  }
  return near * kSlack;
}

double Proximity::Near(Word& a, Word& b) {
  const double share = options_.weights.template_share();
  double near = 0;
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor) && damage_.ok(); ++f) {
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
  auto of = a.Positions(field, with_templates), to = b.Positions(field, with_templates);
  if (of.ok() && to.ok()) return Nearness(**of, **to);
  damage_ = of.ok() ? to.status() : of.status();
  return 0;
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
