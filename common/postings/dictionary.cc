#include "common/postings/dictionary.h"

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/store/mask_table.h"

namespace thresh {
namespace {

Status DamagedMask(std::string_view term) {
  return Status(Code::kUnusable, "the store is damaged: its mask table counts pages of term '" +
                                     std::string(term) +
                                     "' that are not there; run thresh-index verify");
}

// Null where no site of the segment is masked.
const MaskTable* MasksOf(const Store& store, std::uint32_t segment) {
  return store.manifest().segments[segment].masked.empty() ? nullptr : store.masks(segment);
}

// Of a term, or of its list in one field. Wider than in the rows, so that the sum of damaged rows
// cannot wrap around.
struct Count {
  std::uint64_t df = 0, cf = 0;

  void Add(const Count& other) {
    df += other.df;
    cf += other.cf;
  }
  // Returns false if there is less than that.
  bool TakeAway(const Count& other) {
    if (df < other.df || cf < other.cf) return false;
    df -= other.df;
    cf -= other.cf;
    return true;
  }
};

class TermCounts {
 public:
  TermCounts() = default;
  explicit TermCounts(const TermRecord& record)
      : all_{record.df, record.cf}, template_df_(record.template_df) {
    for (const FieldList& list : record.fields)
      fields_[static_cast<std::size_t>(list.field)] = {list.df, list.cf};
  }

  void Add(const TermCounts& other) {
    all_.Add(other.all_);
    template_df_ += other.template_df_;
    for (std::size_t f = 0; f < kFieldCount; ++f) fields_[f].Add(other.fields_[f]);
  }

  bool TakeAway(const TermCounts& other) {
    bool there = all_.TakeAway(other.all_) && template_df_ >= other.template_df_;
    if (there) template_df_ -= other.template_df_;
    for (std::size_t f = 0; f < kFieldCount; ++f)
      there = fields_[f].TakeAway(other.fields_[f]) && there;
    return there;
  }

  std::uint64_t docs() const { return all_.df + template_df_; }

  TermRecord Record() const {
    TermRecord record{.df = static_cast<std::uint32_t>(all_.df),
                      .cf = all_.cf,
                      .template_df = static_cast<std::uint32_t>(template_df_),
                      .fields = {}};
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      const Count& count = fields_[f];
      if (count.df == 0) continue;
      FieldList& list = record.fields.emplace_back();
      list.field = static_cast<Field>(f);
      list.df = static_cast<std::uint32_t>(count.df);
      list.cf = count.cf;
    }
    return record;
  }

 private:
  Count all_;
  std::uint64_t template_df_ = 0;
  std::array<Count, kFieldCount> fields_{};
};

Result<TermCounts> CountsOf(std::string_view term, std::string_view row) {
  TermRecord record;
  if (!record.Decode(row)) return DamagedTerm(term);
  return TermCounts(record);
}

// The counts of a term in the live pages of one segment, which has this row.
Result<TermCounts> CountLive(const Store& store, std::uint32_t segment, std::string_view term,
                             const TermRecord& row) {
  TermCounts counts(row);
  const MaskTable* masks = MasksOf(store, segment);
  if (masks == nullptr) return counts;
  std::string value;
  THRESH_ASSIGN_OR_RETURN(const bool masked,
                          masks->Find(store.manifest().segments[segment].name, term, &value));
  if (!masked) return counts;
  THRESH_ASSIGN_OR_RETURN(const TermCounts away, CountsOf(term, value));
  if (!counts.TakeAway(away)) return DamagedMask(term);
  return counts;
}

// The terms of one segment with the number of live pages that have them. The rows of the mask table
// are in the same order, so both are walked side by side. Terms of templates alone are left out
// unless `templates`.
class LiveTerms {
 public:
  LiveTerms(const Store& store, std::uint32_t segment, std::string_view prefix, bool templates)
      : rows_(store.segment(segment).Scan(Family::kTerms, prefix)), templates_(templates) {
    if (const MaskTable* masks = MasksOf(store, segment))
      masked_ = masks->Scan(store.manifest().segments[segment].name, prefix);
  }

  bool Valid() const { return rows_->Valid(); }
  std::string_view term() const { return rows_->key(); }
  std::string_view row() const { return rows_->value(); }
  const TermDf& df() const { return df_; }
  void Step() { rows_->Next(); }

  // Goes on to the next term that a live page has, which may be the current one.
  Status Find() {
    for (; rows_->Valid(); rows_->Next()) {
      if (!DecodeTermDf(rows_->value(), templates_, &df_)) return DamagedTerm(term());
      if (masked_) THRESH_RETURN_IF_ERROR(TakeMaskedAway());
      if (df_.own > 0 || df_.of_templates > 0) return {};
    }
    return rows_->status();
  }

 private:
  Status TakeMaskedAway() {
    THRESH_RETURN_IF_ERROR(masked_->status());
    if (!masked_->Valid() || masked_->term() > term()) return {};
    TermDf away;
    // A term of the mask table that comes before the current one is a term that the segment lacks.
    if (masked_->term() != term() || !DecodeTermDf(masked_->value(), templates_, &away) ||
        away.own > df_.own || away.of_templates > df_.of_templates)
      return DamagedMask(masked_->term());
    df_.own -= away.own;
    df_.of_templates -= away.of_templates;
    masked_->Next();
    return {};
  }

  std::unique_ptr<Segment::Rows> rows_;
  std::unique_ptr<MaskTable::Rows> masked_;  // null where no site is masked
  const bool templates_;
  TermDf df_;
};

// The smallest of the terms on which the segments stand. Returns false if none is left.
bool Smallest(const std::vector<LiveTerms>& segments, std::string* term) {
  const LiveTerms* smallest = nullptr;
  for (const LiveTerms& segment : segments) {
    if (segment.Valid() && (smallest == nullptr || segment.term() < smallest->term()))
      smallest = &segment;
  }
  if (smallest != nullptr) term->assign(smallest->term());
  return smallest != nullptr;
}

// Walks the terms of all segments side by side: take(number, segment) for each segment that has the
// term, and then done(term), which returns false to stop.
template <typename Take, typename Done>
Status WalkTerms(const Store& store, std::string_view prefix, bool templates, Take take,
                 Done done) {
  std::vector<LiveTerms> segments;
  segments.reserve(store.segments());
  for (std::uint32_t s = 0; s < store.segments(); ++s)
    THRESH_RETURN_IF_ERROR(segments.emplace_back(store, s, prefix, templates).Find());
  for (std::string term; Smallest(segments, &term);) {
    for (std::uint32_t s = 0; s < segments.size(); ++s) {
      LiveTerms& segment = segments[s];
      if (!segment.Valid() || segment.term() != term) continue;
      THRESH_RETURN_IF_ERROR(take(s, segment));
      segment.Step();
      THRESH_RETURN_IF_ERROR(segment.Find());
    }
    THRESH_ASSIGN_OR_RETURN(const bool more, done(term));
    if (!more) return {};
  }
  return {};
}

}  // namespace

Status DamagedTerm(std::string_view term) {
  return Status(Code::kUnusable, "the store is damaged: term '" + std::string(term) +
                                     "' cannot be decoded; run thresh-index verify");
}

Result<std::optional<TermRecord>> ReadTerm(const Segment& segment, std::string_view term) {
  Segment::Value value;
  THRESH_ASSIGN_OR_RETURN(const bool found, segment.Get(Family::kTerms, term, &value));
  if (!found) return std::optional<TermRecord>();
  TermRecord record;
  if (!record.Decode(value.bytes())) return DamagedTerm(term);
  return std::optional(std::move(record));
}

Result<std::optional<FoundTerm>> FindTerm(const Store& store, std::string_view term) {
  FoundTerm found;
  TermCounts all;
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    THRESH_ASSIGN_OR_RETURN(found.rows.emplace_back(), ReadTerm(store.segment(s), term));
    if (!found.rows.back()) continue;
    THRESH_ASSIGN_OR_RETURN(const TermCounts counts, CountLive(store, s, term, *found.rows.back()));
    all.Add(counts);
  }
  if (all.docs() == 0) return std::optional<FoundTerm>();
  if (all.docs() > std::numeric_limits<std::uint32_t>::max()) return DamagedTerm(term);
  found.counts = all.Record();
  return std::optional(std::move(found));
}

Status VisitTerms(const Store& store, std::string_view prefix,
                  const std::function<bool(std::string_view term, std::uint32_t df)>& visit,
                  double template_share) {
  TermDf df;
  return WalkTerms(
      store, prefix, template_share > 0,
      [&](std::uint32_t, const LiveTerms& segment) -> Status {
        df.own += segment.df().own;
        df.of_templates += segment.df().of_templates;
        return {};
      },
      [&](std::string_view term) -> Result<bool> {
        return visit(term, std::exchange(df, TermDf()).Rounded(template_share));
      });
}

Status VisitCounts(const Store& store,
                   const std::function<Status(std::string_view, const TermRecord&)>& visit) {
  TermCounts all;
  TermRecord row;
  return WalkTerms(
      store, "", true,
      [&](std::uint32_t s, const LiveTerms& segment) -> Status {
        if (!row.Decode(segment.row())) return DamagedTerm(segment.term());
        THRESH_ASSIGN_OR_RETURN(const TermCounts counts, CountLive(store, s, segment.term(), row));
        all.Add(counts);
        return {};
      },
      [&](std::string_view term) -> Result<bool> {
        THRESH_RETURN_IF_ERROR(visit(term, std::exchange(all, TermCounts()).Record()));
        return true;
      });
}

Result<std::uint64_t> CountTerms(const Store& store) {
  if (const Segment* whole = store.whole()) return whole->statistics().terms;
  std::uint64_t terms = 0;
  THRESH_RETURN_IF_ERROR(VisitTerms(store, "", [&](std::string_view, std::uint32_t) {
    ++terms;
    return true;
  }));
  return terms;
}

}  // namespace thresh
