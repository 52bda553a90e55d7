#include "query/retrieve/scorer.h"

#include <array>
#include <cmath>

namespace thresh {
namespace {

// Robertson and Walker 1994, Okapi at TREC-3: the saturated term frequency
//   (k1 + 1) tf / (k1 ((1 - b) + b len/avg) + tf)
// With k1 = 2, b = 0.75 this is the 3 tf / (0.5 + 1.5 len/avg + tf) of Chen et al. 2006.
double Saturation(const ScorerParameters& p, const CollectionStatistics& c, const Occurrence& o) {
  return (p.k1 + 1) * o.tf / (p.k1 * ((1 - p.b) + p.b * o.length / c.average_length) + o.tf);
}

// Robertson and Sparck Jones 1976: ln((N - df + 0.5) / (df + 0.5)), negative for a term on more than half of
// the pages.
double RobertsonSparckJones(const CollectionStatistics& c, const TermStatistics& t) {
  return std::log((c.docs - t.df + 0.5) / (t.df + 0.5));
}

// saturation x ln(1 + (N - df + 0.5) / (df + 0.5)) x qtf: never negative, so that a word of the navigation of
// a small site cannot push a page down.
TermScorer Bm25Nonneg(const ScorerParameters& p, const CollectionStatistics& c, const TermStatistics& t) {
  const double weight = std::log1p((c.docs - t.df + 0.5) / (t.df + 0.5)) * t.query_frequency;
  return [p, c, weight](const Occurrence& o) { return weight * Saturation(p, c, o); };
}

// saturation x ln((N - df + 0.5) / (df + 0.5)) x qtf (Chen et al. 2006, with their trailing tf read as qtf)
TermScorer Bm25Standard(const ScorerParameters& p, const CollectionStatistics& c, const TermStatistics& t) {
  const double weight = RobertsonSparckJones(c, t) * t.query_frequency;
  return [p, c, weight](const Occurrence& o) { return weight * Saturation(p, c, o); };
}

// saturation x ln((N - df + 0.5) / (df + 0.5)) x tf (Chen et al. 2006, as printed)
TermScorer Bm25Printed(const ScorerParameters& p, const CollectionStatistics& c, const TermStatistics& t) {
  const double weight = RobertsonSparckJones(c, t);
  return [p, c, weight](const Occurrence& o) { return weight * Saturation(p, c, o) * o.tf; };
}

// Singhal, Buckley and Mitra 1996: (1 + ln tf) / (1 + ln tf_avg) / (0.8 + 0.2 len/avg)
double PivotedFrequency(const CollectionStatistics& c, const Occurrence& o) {
  return (1 + std::log(o.tf)) / (1 + std::log(o.tf_avg)) / (0.8 + 0.2 * o.length / c.average_length);
}

// pivoted frequency x ln((N + 1) / df) x qtf (Chen et al. 2006, with their trailing tf read as qtf)
TermScorer PivotedStandard(const ScorerParameters&, const CollectionStatistics& c, const TermStatistics& t) {
  const double weight = std::log((c.docs + 1) / t.df) * t.query_frequency;
  return [c, weight](const Occurrence& o) { return weight * PivotedFrequency(c, o); };
}

// pivoted frequency x ln((N + 1) / df) x tf (Chen et al. 2006, as printed)
TermScorer PivotedPrinted(const ScorerParameters&, const CollectionStatistics& c, const TermStatistics& t) {
  const double weight = std::log((c.docs + 1) / t.df);
  return [c, weight](const Occurrence& o) { return weight * PivotedFrequency(c, o) * o.tf; };
}

// The first row of a model is its default variant; the first row of all the default model.
constexpr std::array<ScorerInfo, 5> kScorers = {{
    {"bm25", "nonneg", "Okapi BM25 with an idf that is never negative", &Bm25Nonneg},
    {"bm25", "standard", "Okapi BM25 with the idf of Robertson and Sparck Jones", &Bm25Standard},
    {"bm25", "printed", "BM25 as Chen et al. 2006 print it, times tf", &Bm25Printed},
    {"pivoted_tfidf", "standard", "TF-IDF with pivoted length normalisation", &PivotedStandard},
    {"pivoted_tfidf", "printed", "pivoted TF-IDF as Chen et al. 2006 print it, times tf", &PivotedPrinted},
}};

}  // namespace

std::span<const ScorerInfo> ScorerTable() { return kScorers; }

Result<const ScorerInfo*> FindScorer(std::string_view model, std::string_view variant) {
  std::string known;
  for (const ScorerInfo& row : kScorers) {
    if (row.model == model && (variant.empty() || row.variant == variant)) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.model) + "/" + std::string(row.variant);
  }
  const std::string asked = std::string(model) + (variant.empty() ? "" : "/" + std::string(variant));
  return Status(Code::kUsage, "no scorer '" + asked + "'; there are " + known);
}

}  // namespace thresh
