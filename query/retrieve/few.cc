// The choice of `auto` for few postings. Pages that match are collected in batches and scored
// column by column, because a formula in a loop over many pages costs less than a call for each of
// them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "query/retrieve/matches.h"
#include "query/retrieve/page_score.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/top_hits.h"

namespace thresh {
namespace {

constexpr std::size_t kBatch = 128;

// The pages of a unit, some of them read ahead. Behind the last one stands kEnd.
struct UnitPages {
  Cursor* cursor;
  std::size_t at = 0;
  std::array<PageTf, kBatch + 1> pages;

  explicit UnitPages(Cursor* c) : cursor(c) { Read(); }
  std::uint32_t doc() const { return pages[at].doc; }
  void Read() {
    const std::size_t taken = cursor->Take(Cursor::kEnd, 0, std::span(pages).first(kBatch));
    pages[taken] = {Cursor::kEnd, 0};
    at = 0;
  }
  // The tf on the page, or 0; goes on behind the page. Without a branch on who has the page, which
  // is not to be foretold.
  double Pass(std::uint32_t page) {
    const bool has = doc() == page;
    const double tf = has ? pages[at].tf : 0;
    at += has ? 1 : 0;
    if (at == kBatch) Read();
    return tf;
  }
};

// Up to kBatch pages that match, and what the units have there. Offered together when the batch is
// full, and at the end.
class MatchBatch {
 public:
  MatchBatch(const std::vector<ScoredUnit>& units, const LengthsRecord& lengths, TopHits* top)
      : units_(units),
        lengths_(lengths),
        top_(*top),
        tfs_(std::make_unique_for_overwrite<double[]>(units.size() * kBatch)) {
    for (const ScoredUnit& unit : units)
      reads_tf_avg_ = reads_tf_avg_ || unit.scorer.reads_tf_avg();
    tf_avgs_.fill(1);
  }

  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == kBatch; }
  // REQUIRES: the batch is not empty.
  std::uint32_t last() const { return docs_[count_ - 1]; }
  // Sets a tf of the page that is added next; 0: the page lacks the unit.
  void SetTf(std::size_t unit, double tf) { tfs_[unit * kBatch + count_] = tf; }
  void Add(std::uint32_t doc) { docs_[count_++] = doc; }

  // REQUIRES: the index has all pages of the batch. Returns how many of them are live. The batch is
  // empty afterwards.
  std::size_t Offer() {
    if (!top_.all_live()) DropMasked();
    Measure();
    for (std::size_t u = 0; u < units_.size(); ++u) Score(u);
    const PageBonus* const bonus = top_.bonus();
    const bool near = bonus != nullptr && !bonus->near().pairs.empty();
    for (std::size_t i = 0; i < count_; ++i) {
      if (IsTooWeak(sums_[i])) continue;
      if (near) {
        OfferNear(*bonus, i);
      } else {
        top_.Offer({DocId(docs_[i]), sums_[i]});
      }
    }
    return std::exchange(count_, 0);
  }

 private:
  // Pages of one segment ascend, so that one that ties with the last of the best comes after it.
  bool IsTooWeak(double sum) const {
    return sum < top_.threshold() || (sum == top_.threshold() && !top_.by_segment());
  }

  void DropMasked() {
    const std::size_t all = std::exchange(count_, 0);
    for (std::size_t i = 0; i < all; ++i) {
      if (!top_.IsLive(docs_[i])) continue;
      for (std::size_t u = 0; u < units_.size(); ++u) SetTf(u, tfs_[u * kBatch + i]);
      Add(docs_[i]);
    }
  }

  void Measure() {
    for (std::size_t i = 0; i < count_; ++i) {
      sums_[i] = 0;
      lengths_of_[i] = LengthOf(lengths_, DocId(docs_[i]));
    }
    if (!reads_tf_avg_) return;
    for (std::size_t i = 0; i < count_; ++i)
      tf_avgs_[i] = lengths_of_[i] / lengths_.Distinct(DocId(docs_[i]));
  }

  // Adds the scores of a unit. Units come in the order of the query, as in RetrieveExhaustive.
  void Score(std::size_t unit) {
    const TermScorer& scorer = units_[unit].scorer;
    const double* const tfs = &tfs_[unit * kBatch];
    if (scorer.counts_absence()) {
      for (std::size_t i = 0; i < count_; ++i)
        sums_[i] += tfs[i] > 0 ? 0 : scorer.Absent(lengths_of_[i]);
    }
    std::size_t present = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      present_[present] = static_cast<std::uint8_t>(i);
      present_tfs_[present] = tfs[i];
      present_lengths_[present] = lengths_of_[i];
      present_tf_avgs_[present] = tf_avgs_[i];
      present += tfs[i] > 0 ? 1U : 0U;
    }
    scorer.Score(
        {std::span(present_tfs_).first(present), present_lengths_.data(), present_tf_avgs_.data()},
        scores_.data());
    for (std::size_t i = 0; i < present; ++i) sums_[present_[i]] += scores_[i];
  }

  void OfferNear(const PageBonus& bonus, std::size_t page) {
    const DocId doc(docs_[page]);
    const double prior = bonus.prior_weight() > 0 ? bonus.prior_weight() * lengths_.Prior(doc) : 0;
    double most = prior;
    for (const NearBounds::Pair& pair : bonus.near().pairs)
      most += bonus.near().Of(pair, tfs_[pair.first * kBatch + page],
                              tfs_[pair.second * kBatch + page], lengths_of_[page]);
    top_.Offer({doc, sums_[page]}, prior, most);
  }

  const std::vector<ScoredUnit>& units_;
  const LengthsRecord& lengths_;
  TopHits& top_;
  bool reads_tf_avg_ = false;
  std::size_t count_ = 0;
  std::unique_ptr<double[]> tfs_;  // [unit x kBatch + page]
  std::array<std::uint32_t, kBatch> docs_;
  std::array<double, kBatch> lengths_of_, tf_avgs_, sums_;  // by page
  // The pages that have the current unit.
  std::array<std::uint8_t, kBatch> present_;
  std::array<double, kBatch> present_tfs_, present_lengths_, present_tf_avgs_, scores_;
};

// The pages that have any unit: a merge of the pages of all units.
Status OfferAny(const std::vector<ScoredUnit>& units, const LengthsRecord& lengths,
                MatchBatch* batch, MatchCount* counted) {
  std::vector<UnitPages> pages;
  pages.reserve(units.size());
  for (const ScoredUnit& unit : units) pages.emplace_back(unit.cursor.get());
  for (bool left = true; left;) {
    std::uint32_t doc = Cursor::kEnd;
    for (const UnitPages& unit : pages) doc = std::min(doc, unit.doc());
    left = doc != Cursor::kEnd;
    if (left) {
      for (std::size_t u = 0; u < pages.size(); ++u) batch->SetTf(u, pages[u].Pass(doc));
      batch->Add(doc);
      if (!batch->full()) continue;
    }
    if (!batch->empty()) THRESH_RETURN_IF_ERROR(CheckPage(batch->last(), lengths));
    counted->matches += batch->Offer();
  }
  return CheckLists(units, nullptr);
}

}  // namespace

Status RetrieveFew(std::vector<ScoredUnit> units, Cursor* filter, const LengthsRecord& lengths,
                   TopHits* top, MatchCount* counted) {
  MatchBatch batch(units, lengths, top);
  if (RequiredOf(units, filter).empty()) {
    THRESH_RETURN_IF_ERROR(OfferAny(units, lengths, &batch, counted));
  } else {
    THRESH_RETURN_IF_ERROR(VisitMatches(units, filter, lengths, top, [&](DocId doc) {
      for (std::size_t u = 0; u < units.size(); ++u) {
        Cursor& cursor = *units[u].cursor;
        cursor.SeekTo(doc.value);
        batch.SetTf(u, cursor.doc() == doc.value ? cursor.tf() : 0);
      }
      batch.Add(doc.value);
      if (batch.full()) counted->matches += batch.Offer();
    }));
    counted->matches += batch.Offer();
  }
  top->Settle();
  return {};
}

}  // namespace thresh
