#include "query/retrieve/proximity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace thresh {

// A word of the query, with its posting lists in the part of the index that holds the page.
class Proximity::Word {
 public:
  explicit Word(std::string term) : term_(std::move(term)) {}

  // Goes to a page of a part. Positions are read when they are asked for.
  Status Enter(const Index& part, DocId doc) {
    if (part_ != &part) THRESH_RETURN_IF_ERROR(Open(part));
    const bool back = doc.value < sought_;
    sought_ = doc.value;
    for (List& list : lists_) {
      if (back) list.cursor.Rewind();
      list.cursor.SeekTo(doc.value);
      list.here = list.cursor.doc() == doc.value;
      list.read = false;
      THRESH_RETURN_IF_ERROR(list.cursor.status());
    }
    return {};
  }

  // How often the word stands in the field of the page, in its templates too or not.
  std::uint32_t Count(Field field, bool with_templates) const {
    const std::uint32_t own = CountIn(field);
    const Field twin = TemplateTwin(field);
    return with_templates && twin != field ? own + CountIn(twin) : own;
  }
  // The same word's places. REQUIRES: Count(field, with_templates) > 0.
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

 private:
  struct List {
    PostingCursor cursor;
    bool here = false, read = false;
    std::vector<std::uint32_t> positions = {};
  };

  std::uint32_t CountIn(Field field) const {
    const List* list = of_field_[static_cast<std::size_t>(field)];
    return list != nullptr && list->here ? list->cursor.tf() : 0;
  }
  Result<const std::vector<std::uint32_t>*> PositionsIn(Field field) {
    List& list = *of_field_[static_cast<std::size_t>(field)];
    if (!list.read) THRESH_RETURN_IF_ERROR(list.cursor.Positions(&list.positions));
    list.read = true;
    return &list.positions;
  }

  Status Open(const Index& part) {
    part_ = &part;
    sought_ = 0;
    lists_.clear();
    of_field_ = {};
    chunks_.reset();
    THRESH_ASSIGN_OR_RETURN(record_, part.Term(term_));
    if (!record_) return {};
    chunks_ = part.Chunks(term_);
    lists_.reserve(record_->fields.size());  // of_field_ points into it
    for (const FieldList& list : record_->fields) {
      lists_.push_back({PostingCursor(&list, chunks_.get())});
      of_field_[static_cast<std::size_t>(list.field)] = &lists_.back();
    }
    return {};
  }

  std::string term_;
  const Index* part_ = nullptr;
  std::uint32_t sought_ = 0;
  std::optional<TermRecord> record_;
  std::unique_ptr<ChunkReader> chunks_;
  std::vector<List> lists_;
  std::array<List*, kFieldCount> of_field_{};
  std::vector<std::uint32_t> joined_;  // of a field and its templates
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
        proximity.neighbours_.push_back({first.word, second.word, idf});
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
  for (const QueryUnit& unit : query.units) {
    if (&unit != &typed && unit.instead_of != number) continue;
    if (!IsSingleWord(unit)) continue;
    THRESH_ASSIGN_OR_RETURN(const std::optional<TermRecord> record,
                            index_.Term(unit.words.front().term));
    if (!record) continue;
    const double of_word = DfOf(*record).Weighed(options_.weights.template_share());
    if (&unit == &typed) df = of_word;
    choices.push_back(
        {words_.size(), IdfOf(docs, std::max(df, of_word)), unit.weight / typed.weight});
    words_.emplace_back(unit.words.front().term);
  }
  return choices;
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
  const ScorerParameters& p = options_.parameters;
  const double saturation = p.k1 * (1 - p.b + p.b * length / average_length_);
  const auto score = [&](const Neighbours& pair, double near) {
    return near > 0 ? pair.idf * near / (near + saturation) : 0;
  };
  double most = 0;
  for (Neighbours& pair : neighbours_) {
    pair.most = score(pair, MostNear(words_[pair.first], words_[pair.second]));
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

// No 1 / d^2 is more than 1. And of the occurrences of a, none has the same distance and side to
// an occurrence of b as another: their sum is at most twice that of 1 / d^2 over all d.
double Proximity::MostNear(Word& a, Word& b) const {
  constexpr double kMostForOne = 2 * std::numbers::pi * std::numbers::pi / 6;
  const bool with_templates = options_.weights.template_share() > 0;
  double near = 0;
  for (std::size_t f = 0; f <= static_cast<std::size_t>(Field::kAnchor); ++f) {
    const auto field = static_cast<Field>(f);
    const double most = std::min<double>(a.Count(field, with_templates),
                                         kMostForOne * b.Count(field, with_templates));
    near += options_.weights.of[f] * most;
  }
  return near;
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
    while (after < to.size() && to[after] < at) ++after;
    std::uint32_t distance = 0xffffffff;
    if (after < to.size()) distance = to[after] - at;
    if (after > 0) distance = std::min(distance, at - to[after - 1]);
    sum += 1 / (static_cast<double>(distance) * distance);
  }
  return sum;
}

}  // namespace thresh
