// Scorers: how much a unit of the query is worth on a page. ScorerTable has a row for each model
// and variant, and scorer.cc has the formula and its citation above each function. The score of a
// page is the sum over the units of the query. A TermScorer is a value; any thread may call a const
// one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/status.h"

namespace thresh {

struct CollectionStatistics {
  double docs = 0;            // N: all pages, including pages without a word
  double average_length = 0;  // words of a page, averaged over all pages, after removal
};

struct TermStatistics {
  double df = 0;               // pages that have the term in any field
  double query_frequency = 1;  // qtf
  double cf = 0;               // sum of tf over its pages
};

// A term on a page. tf is the sum over fields of weight x frequency. length and tf_avg = length /
// distinct words are those of the whole page, after removal.
struct Occurrence {
  double tf = 0;
  double length = 0;
  double tf_avg = 1;
};

// Many occurrences of one unit, column by column. All columns are as long as `tfs`.
struct Occurrences {
  std::span<const double> tfs;
  const double* lengths;
  const double* tf_avgs;
};

// The parameters of all models. Each model reads only those of its formula; ParameterTable says
// which.
struct ScorerParameters {
  double k1 = 0.9;
  double b = 0.4;
  double delta = 1;
  double slope = 0.2;
  double mu = 2000;
  double lambda = 0.1;
  double c = 1;
  double proximity = 0;
  double prior = 0;
  double named = 0;
  // Of alternatives (alternatives.h) and of an expansion (expansion.h), not of a formula.
  double accents = 0;
  double synonyms = 0.5;
  double feedback_pages = 0;
  double feedback_terms = 10;
  double original_weight = 0.5;
};

struct ParameterInfo {
  std::string_view name;
  double ScorerParameters::*value;
  double low, high;       // inclusive
  std::string_view help;  // one line
};

std::span<const ParameterInfo> ParameterTable();
// kUsage if a parameter is out of its range; the message names the range.
Status CheckParameters(const ScorerParameters& parameters);

// The formula of a model, with the statistics of one unit filled in.
class TermScorer {
 public:
  using Limit = std::function<double(double tf, double length)>;
  using Absence = std::function<double(double length)>;

  // `formula` gives the score of an Occurrence. It must be negative, or grow with tf and shrink
  // with length and tf_avg. A model whose formula is not monotone passes `limit`: an upper bound
  // for the score of every page with at most this tf and at least this length. `absence` is the
  // score of a page without the unit, which must not be positive; without it such a page gets 0.
  template <typename Formula>
  TermScorer(Formula formula, Limit limit = nullptr,
             Absence absence = nullptr)  // NOLINT: implicit on purpose
      : parts_(std::make_shared<const Parts>(
            Parts{formula, InLoop(formula), std::move(limit), std::move(absence)})) {}

  double operator()(const Occurrence& occurrence) const { return parts_->formula(occurrence); }
  // The scores of many pages, bit for bit the same as one by one.
  void Score(const Occurrences& occurrences, double* scores) const {
    parts_->formulas(occurrences, scores);
  }
  // Whether the formula reads tf_avg. If no unit's formula does, it need not be computed.
  bool reads_tf_avg() const { return reads_tf_avg_; }
  TermScorer&& ReadingTfAvg() && {
    reads_tf_avg_ = true;
    return std::move(*this);
  }
  // The score of a page without the unit.
  double Absent(double length) const { return counts_absence() ? parts_->absence(length) : 0; }
  bool counts_absence() const { return parts_->absence != nullptr; }
  // More than any page with at most `tf` and at least `length` gets, even after rounding. Never
  // negative, so that it also bounds a page without the unit.
  double Bound(double tf, double length) const;
  // The bounds of many such pairs, at most kMostBounds.
  static constexpr std::size_t kMostBounds = 64;
  void Bound(std::span<const double> tfs, const double* lengths, double* bounds) const;

 private:
  // One indirect call for many pages: the compiler puts the formula itself into the loop.
  using Formulas = std::function<void(const Occurrences&, double*)>;
  template <typename Formula>
  static Formulas InLoop(Formula formula) {
    return [formula = std::move(formula)](const Occurrences& o, double* scores) {
      for (std::size_t i = 0; i < o.tfs.size(); ++i)
        scores[i] =
            formula(Occurrence{.tf = o.tfs[i], .length = o.lengths[i], .tf_avg = o.tf_avgs[i]});
    };
  }

  struct Parts {
    std::function<double(const Occurrence&)> formula;
    Formulas formulas;
    Limit limit;
    Absence absence;
  };
  // Shared, because a search of a store copies scorers for each of its segments.
  std::shared_ptr<const Parts> parts_;
  bool reads_tf_avg_ = false;
};

struct ScorerInfo {
  std::string_view model;
  std::string_view variant;
  std::string_view help;  // one line
  TermScorer (*make)(const ScorerParameters&, const CollectionStatistics&, const TermStatistics&);
  bool reads_bonus = false;  // the parameters `proximity`, `prior` and `named` (page_bonus.h)
};

// The first row of a model is its default variant.
std::span<const ScorerInfo> ScorerTable();
// An empty variant means the first of the model. kUsage if there is no such row; the message lists
// all rows.
Result<const ScorerInfo*> FindScorer(std::string_view model, std::string_view variant);

}  // namespace thresh
