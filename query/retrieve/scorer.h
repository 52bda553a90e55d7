// Scorers: how much a unit of the query is worth on a page. A model and its variant are one row of
// the table, with the formula above it in scorer.cc. A page's score is the sum over the units of
// the query.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/status.h"

namespace thresh {

struct CollectionStatistics {
  double docs = 0;            // N: all pages, those without a word too
  double average_length = 0;  // words a page over all pages, after removal
};

struct TermStatistics {
  double df = 0;               // pages that have the term in any field
  double query_frequency = 1;  // qtf
  double cf = 0;               // sum of tf over its pages
};

// A term on a page. tf is the sum over fields of weight x frequency; length and tf_avg = length /
// distinct words are those of the whole page, after removal.
struct Occurrence {
  double tf = 0;
  double length = 0;
  double tf_avg = 1;
};

// Many occurrences of one unit, column by column; as many as tfs.
struct Occurrences {
  std::span<const double> tfs;
  const double* lengths;
  const double* tf_avgs;
};

// Each model takes those of its formula. ParameterTable says more.
struct ScorerParameters {
  double k1 = 0.9;
  double b = 0.4;
  double delta = 1;
  double slope = 0.2;
  double mu = 2000;
  double lambda = 0.1;
  double c = 1;
};

struct ParameterInfo {
  std::string_view name;
  double ScorerParameters::*value;
  double low, high;       // inclusive
  std::string_view help;  // one line
};

std::span<const ParameterInfo> ParameterTable();
// kUsage: a parameter out of its range.
Status CheckParameters(const ScorerParameters& parameters);

// The formula of a model with the statistics of a unit filled in.
class TermScorer {
 public:
  using Limit = std::function<double(double tf, double length)>;
  using Absence = std::function<double(double length)>;

  // `formula`, the score of an Occurrence, is negative, or grows with tf and shrinks with length
  // and tf_avg; a page without the unit gets 0. `limit`: at least the score of every page of at
  // most this tf and at least this length. `absence`, never positive: the score of a page without
  // the unit.
  template <typename Formula>
  TermScorer(Formula formula, Limit limit = nullptr,
             Absence absence = nullptr)  // NOLINT: implicit on purpose
      : formula_(formula),
        formulas_(InLoop(std::move(formula))),
        limit_(std::move(limit)),
        absence_(std::move(absence)) {}

  double operator()(const Occurrence& occurrence) const { return formula_(occurrence); }
  // The scores of many pages, the same as one by one.
  void Score(const Occurrences& occurrences, double* scores) const {
    formulas_(occurrences, scores);
  }
  // Where no unit's formula reads tf_avg, nobody need know it.
  bool reads_tf_avg() const { return reads_tf_avg_; }
  TermScorer&& ReadingTfAvg() && {
    reads_tf_avg_ = true;
    return std::move(*this);
  }
  double Absent(double length) const { return absence_ ? absence_(length) : 0; }
  bool counts_absence() const { return absence_ != nullptr; }
  // At least what a page of at most `tf` and at least `length` gets, rounding included, and at
  // least 0: what a page without the unit gets at most.
  double Bound(double tf, double length) const;

 private:
  // One call for many pages: the formula itself is part of the loop.
  using Formulas = std::function<void(const Occurrences&, double*)>;
  template <typename Formula>
  static Formulas InLoop(Formula formula) {
    return [formula = std::move(formula)](const Occurrences& o, double* scores) {
      for (std::size_t i = 0; i < o.tfs.size(); ++i)
        scores[i] =
            formula(Occurrence{.tf = o.tfs[i], .length = o.lengths[i], .tf_avg = o.tf_avgs[i]});
    };
  }

  std::function<double(const Occurrence&)> formula_;
  Formulas formulas_;
  Limit limit_;
  Absence absence_;
  bool reads_tf_avg_ = false;
};

struct ScorerInfo {
  std::string_view model;
  std::string_view variant;
  std::string_view help;  // one line
  TermScorer (*make)(const ScorerParameters&, const CollectionStatistics&, const TermStatistics&);
};

std::span<const ScorerInfo> ScorerTable();
// An empty variant is the first of the model. kUsage names what there is.
Result<const ScorerInfo*> FindScorer(std::string_view model, std::string_view variant);

}  // namespace thresh
