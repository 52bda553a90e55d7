#include "query/retrieve/scorer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace thresh {
namespace {

// Robertson and Walker 1994, Okapi at TREC-3: the saturated term frequency
//   (k1 + 1) tf / (k1 ((1 - b) + b len/avg) + tf)
// With k1 = 2, b = 0.75 this is the 3 tf / (0.5 + 1.5 len/avg + tf) of Chen et al. 2006.
class Saturation {
 public:
  // Computes what does not depend on the page once for a query, because the formula runs for every
  // posting.
  Saturation(const ScorerParameters& p, const CollectionStatistics& c)
      : most_(p.k1 + 1), constant_(p.k1 * (1 - p.b)), per_word_(p.k1 * p.b / c.average_length) {}
  double operator()(const Occurrence& o) const {
    return most_ * o.tf / (constant_ + per_word_ * o.length + o.tf);
  }

 private:
  double most_, constant_, per_word_;
};

// Robertson and Sparck Jones 1976: ln((N - df + 0.5) / (df + 0.5)), negative for a term on more
// than half of the pages.
double RobertsonSparckJones(const CollectionStatistics& c, const TermStatistics& t) {
  return std::log((c.docs - t.df + 0.5) / (t.df + 0.5));
}

// saturation x ln(1 + (N - df + 0.5) / (df + 0.5)) x qtf. It is never negative, so that a word of
// the navigation of a small site cannot push a page down.
TermScorer Bm25Nonneg(const ScorerParameters& p, const CollectionStatistics& c,
                      const TermStatistics& t) {
  const double weight = std::log1p((c.docs - t.df + 0.5) / (t.df + 0.5)) * t.query_frequency;
  return [weight, saturation = Saturation(p, c)](const Occurrence& o) {
    return weight * saturation(o);
  };
}

// saturation x ln((N - df + 0.5) / (df + 0.5)) x qtf (Chen et al. 2006, with their trailing tf read
// as qtf)
TermScorer Bm25Standard(const ScorerParameters& p, const CollectionStatistics& c,
                        const TermStatistics& t) {
  const double weight = RobertsonSparckJones(c, t) * t.query_frequency;
  return [weight, saturation = Saturation(p, c)](const Occurrence& o) {
    return weight * saturation(o);
  };
}

// saturation x ln((N - df + 0.5) / (df + 0.5)) x tf (Chen et al. 2006, as printed)
TermScorer Bm25Printed(const ScorerParameters& p, const CollectionStatistics& c,
                       const TermStatistics& t) {
  const double weight = RobertsonSparckJones(c, t);
  return [weight, saturation = Saturation(p, c)](const Occurrence& o) {
    return weight * saturation(o) * o.tf;
  };
}

// Lv and Zhai 2011, "Lower-bounding term frequency normalization", 4: (delta + saturation) x ln((N
// + 1) / df) x qtf: a long page that has a word stays ahead of one that has not.
TermScorer Bm25Plus(const ScorerParameters& p, const CollectionStatistics& c,
                    const TermStatistics& t) {
  const double weight = std::log((c.docs + 1) / t.df) * t.query_frequency;
  return [weight, delta = p.delta, saturation = Saturation(p, c)](const Occurrence& o) {
    return weight * (delta + saturation(o));
  };
}

// Singhal, Buckley and Mitra 1996: (1 + ln tf) / (1 + ln tf_avg) / (1 - slope + slope len/avg)
double PivotedFrequency(const ScorerParameters& p, const CollectionStatistics& c,
                        const Occurrence& o) {
  return (1 + std::log(o.tf)) / (1 + std::log(o.tf_avg)) /
         (1 - p.slope + p.slope * o.length / c.average_length);
}

// pivoted frequency x ln((N + 1) / df) x qtf (Chen et al. 2006, with their trailing tf read as qtf)
TermScorer PivotedStandard(const ScorerParameters& p, const CollectionStatistics& c,
                           const TermStatistics& t) {
  const double weight = std::log((c.docs + 1) / t.df) * t.query_frequency;
  const auto formula = [p, c, weight](const Occurrence& o) {
    return weight * PivotedFrequency(p, c, o);
  };
  return TermScorer(formula).ReadingTfAvg();
}

// pivoted frequency x ln((N + 1) / df) x tf (Chen et al. 2006, as printed)
TermScorer PivotedPrinted(const ScorerParameters& p, const CollectionStatistics& c,
                          const TermStatistics& t) {
  const double weight = std::log((c.docs + 1) / t.df);
  const auto formula = [p, c, weight](const Occurrence& o) {
    return weight * PivotedFrequency(p, c, o) * o.tf;
  };
  return TermScorer(formula).ReadingTfAvg();
}

// Salton and Buckley 1988, "Term-weighting approaches", their ltn: (1 + ln tf) x ln(N / df) x qtf
TermScorer TfIdf(const ScorerParameters&, const CollectionStatistics& c, const TermStatistics& t) {
  const double weight = std::log(c.docs / t.df) * t.query_frequency;
  return [weight](const Occurrence& o) { return weight * (1 + std::log(o.tf)); };
}

// Zhai and Lafferty 2004, "A study of smoothing methods", 3: qtf (ln(1 + tf / (mu P)) + ln(mu / (mu
// + len))) with P = cf / words of the collection; without the unit the second half alone. Up to a
// constant that is the same for all pages, the sum is the logarithm of the likelihood of the query.
// A unit that no page has would make all pages equally impossible: it gets 0.
TermScorer LmDirichlet(const ScorerParameters& p, const CollectionStatistics& c,
                       const TermStatistics& t) {
  if (t.cf == 0) return [](const Occurrence&) { return 0.0; };
  const double qtf = t.query_frequency;
  const double mu = p.mu, mu_p = p.mu * t.cf / (c.docs * c.average_length);
  const auto absence = [qtf, mu](double length) { return qtf * std::log(mu / (mu + length)); };
  const auto formula = [qtf, mu_p, absence](const Occurrence& o) {
    return qtf * std::log1p(o.tf / mu_p) + absence(o.length);
  };
  return TermScorer(formula, nullptr, absence);
}

// Zhai and Lafferty 2004, 3, after Jelinek and Mercer: qtf ln(1 + (1 - lambda) / lambda x tf / (len
// P))
TermScorer LmJelinekMercer(const ScorerParameters& p, const CollectionStatistics& c,
                           const TermStatistics& t) {
  const double qtf = t.query_frequency;
  const double odds = (1 - p.lambda) / p.lambda * (c.docs * c.average_length) / t.cf;
  return [qtf, odds](const Occurrence& o) { return qtf * std::log1p(odds * o.tf / o.length); };
}

// log2(2 pi x) / (2 (x + 1)) is 0.664075 at most, at x = 1.086.
constexpr double kMostStirling = 0.66408;

// Amati 2006, "Frequentist and Bayesian approach to information retrieval" (DPH): with f = tf /
// len,
//   qtf (1 - f)^2 / (tf + 1) x (tf log2(tf avg/len N / cf) + log2(2 pi tf (1 - f)) / 2)
// A page that has only the term gets 0. The score neither grows with tf nor shrinks with length
// throughout. Its limit leaves out (1 - f), which only lowers what is positive.
TermScorer Dph(const ScorerParameters&, const CollectionStatistics& c, const TermStatistics& t) {
  const double qtf = t.query_frequency;
  const double surprise = c.average_length * c.docs / t.cf;
  const auto formula = [qtf, surprise](const Occurrence& o) {
    const double others = 1 - o.tf / o.length;
    if (others <= 0) return 0.0;
    return qtf * others * others / (o.tf + 1) *
           (o.tf * std::log2(o.tf / o.length * surprise) +
            0.5 * std::log2(2 * std::numbers::pi * o.tf * others));
  };
  const auto limit = [qtf, surprise](double tf, double length) {
    return qtf * (tf / (tf + 1) * std::max(std::log2(tf / length * surprise), 0.0) + kMostStirling);
  };
  return TermScorer(formula, limit);
}

// x ln(x / mean) + mean - x, in bits: how far x lies from the mean of a Poisson distribution. It
// falls up to the mean and grows after it.
double PoissonSurprise(double x, double mean) {
  return (x * std::log(x / mean) + mean - x) * std::numbers::log2e;
}

// Amati and van Rijsbergen 2002 (PL2): with x = tf log2(1 + c avg/len) and the mean l = cf / N,
//   qtf / (x + 1) x (x log2(x / l) + (l - x) log2 e + log2(2 pi x) / 2)
// It is not monotone in tf. Its limit: surprise / (x + 1) is a convex function over a linear one,
// so that over all smaller x it is largest at one of the two ends, which are l log2 e at 0 and the
// value at x.
TermScorer Pl2(const ScorerParameters& p, const CollectionStatistics& c, const TermStatistics& t) {
  const double qtf = t.query_frequency, mean = t.cf / c.docs, scale = p.c * c.average_length;
  const auto formula = [qtf, mean, scale](const Occurrence& o) {
    const double x = o.tf * std::log2(1 + scale / o.length);
    return qtf / (x + 1) * (PoissonSurprise(x, mean) + 0.5 * std::log2(2 * std::numbers::pi * x));
  };
  const auto limit = [qtf, mean, scale](double tf, double length) {
    const double x = tf * std::log2(1 + scale / length);
    return qtf * (std::max(mean * std::numbers::log2e, PoissonSurprise(x, mean) / (x + 1)) +
                  kMostStirling);
  };
  return TermScorer(formula, limit);
}

// The first row of a model is its default variant. The first row of all is the default model.
constexpr std::array<ScorerInfo, 11> kScorers = {{
    {"bm25", "nonneg", "Okapi BM25 with an idf that is never negative", &Bm25Nonneg, true},
    {"bm25", "standard", "Okapi BM25 with the idf of Robertson and Sparck Jones", &Bm25Standard,
     true},
    {"bm25", "printed", "BM25 as Chen et al. 2006 print it, times tf", &Bm25Printed, true},
    {"bm25+", "standard", "BM25 with a lower bound for a word that is there", &Bm25Plus, true},
    {"pivoted_tfidf", "standard", "TF-IDF with pivoted length normalisation", &PivotedStandard},
    {"pivoted_tfidf", "printed", "pivoted TF-IDF as Chen et al. 2006 print it, times tf",
     &PivotedPrinted},
    {"tfidf", "standard", "logarithmic TF-IDF without length normalisation", &TfIdf},
    {"lm_dirichlet", "standard", "query likelihood, Dirichlet smoothing", &LmDirichlet},
    {"lm_jm", "standard", "query likelihood, Jelinek-Mercer smoothing", &LmJelinekMercer},
    {"dph", "standard", "divergence from randomness, hypergeometric, no parameter", &Dph},
    {"pl2", "standard", "divergence from randomness, Poisson and Laplace", &Pl2},
}};

constexpr std::array<ParameterInfo, 15> kParameters = {{
    {"k1", &ScorerParameters::k1, 0, 1000,
     "bm25, bm25+: the larger, the more repeated words count"},
    {"b", &ScorerParameters::b, 0, 1, "bm25, bm25+: the larger, the more long pages lose"},
    {"delta", &ScorerParameters::delta, 0, 1000, "bm25+: added for every word that a page has"},
    {"slope", &ScorerParameters::slope, 0, 1,
     "pivoted_tfidf: the larger, the more long pages lose"},
    {"mu", &ScorerParameters::mu, 1, 1e9, "lm_dirichlet: words of the collection added to a page"},
    {"lambda", &ScorerParameters::lambda, 0.001, 0.999,
     "lm_jm: share of the collection in the model of a page"},
    {"c", &ScorerParameters::c, 0.001, 1000, "pl2: the larger, the less long pages lose"},
    {"proximity", &ScorerParameters::proximity, 0, 1000,
     "bm25, bm25+: what it counts that neighbouring words of the query stand together"},
    {"prior", &ScorerParameters::prior, 0, 1000,
     "bm25, bm25+: what it counts that pages of the same site link to the page"},
    {"named", &ScorerParameters::named, 0, 1000,
     "bm25, bm25+: what each word counts where all that was typed is the name of the page"},
    {"accent-weight", &ScorerParameters::accents, 0, 1,
     "what a word counts that differs from the typed one by its accents; 0: it does not match"},
    {"synonym-weight", &ScorerParameters::synonyms, 0, 1, "what a synonym of a typed word counts"},
    {"feedback-pages", &ScorerParameters::feedback_pages, 0, 1000,
     "expand: best pages that are read for words; 0: 10 for rm3, 3 for bo1"},
    {"feedback-terms", &ScorerParameters::feedback_terms, 1, 1000,
     "expand: words that are taken from these pages"},
    {"original-weight", &ScorerParameters::original_weight, 0.01, 1,
     "expand: share of the words that were typed; 1: only these"},
}};

std::string Plain(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", number);
  return text.data();
}

// A bound is rounded differently from a score, by far less than this. Adding it also makes a bound
// strictly greater than every score, which retrieval relies on for ties.
constexpr double kSlack = 1e-9;

}  // namespace

double TermScorer::Bound(double tf, double length) const {
  // tf_avg is never below 1, and no formula grows with it, so 1 gives the upper bound.
  const double limit = parts_->limit ? parts_->limit(tf, length)
                                     : (*this)({.tf = tf, .length = length, .tf_avg = 1});
  return std::max(limit, 0.0) * (1 + kSlack) + kSlack;
}

void TermScorer::Bound(std::span<const double> tfs, const double* lengths, double* bounds) const {
  static constexpr auto kOnes = [] {
    std::array<double, kMostBounds> ones{};
    for (double& one : ones) one = 1;
    return ones;
  }();
  if (parts_->limit != nullptr) {
    for (std::size_t i = 0; i < tfs.size(); ++i) bounds[i] = Bound(tfs[i], lengths[i]);
    return;
  }
  Score({tfs, lengths, kOnes.data()}, bounds);
  for (std::size_t i = 0; i < tfs.size(); ++i)
    bounds[i] = std::max(bounds[i], 0.0) * (1 + kSlack) + kSlack;
}

std::span<const ParameterInfo> ParameterTable() { return kParameters; }

Status CheckParameters(const ScorerParameters& parameters) {
  for (const ParameterInfo& row : kParameters) {
    const double value = parameters.*row.value;
    if (value >= row.low && value <= row.high) continue;
    return Status(Code::kUsage, std::string(row.name) + " must be from " + Plain(row.low) + " to " +
                                    Plain(row.high));
  }
  return {};
}

std::span<const ScorerInfo> ScorerTable() { return kScorers; }

Result<const ScorerInfo*> FindScorer(std::string_view model, std::string_view variant) {
  std::string known;
  for (const ScorerInfo& row : kScorers) {
    if (row.model == model && (variant.empty() || row.variant == variant)) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.model) + "/" + std::string(row.variant);
  }
  const std::string asked =
      std::string(model) + (variant.empty() ? "" : "/" + std::string(variant));
  return Status(Code::kUsage, "no scorer '" + asked + "'; there are " + known);
}

}  // namespace thresh
