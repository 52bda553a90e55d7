// SearchOptions and Ranking: what a search is asked, and what it answers. Searcher and Rank take
// the one and return the other; tables of models and algorithms are in scorer.h and retrieval.h.
// Values, not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/store/schema.h"
#include "query/retrieve/scorer.h"

namespace thresh {

// What one occurrence counts in each field, in the order of Field. A field of weight 0 is not
// searched. The weight of Field::kTemplate, from 0 to 1, is a share: what a word of a template
// counts where one of the page counts 1. It holds for text and anchors, for words, pages with a
// word and lengths alike (docs/DECISIONS.md, "Templates between dropped and kept").
struct FieldWeights {
  std::array<double, kFieldCount - 1> of = {1, 1, 1, 1, 1, 0};
  double template_share() const { return of[static_cast<std::size_t>(Field::kTemplate)]; }
  void SetTemplateShare(double share) { of[static_cast<std::size_t>(Field::kTemplate)] = share; }
  double Of(Field field) const {
    switch (field) {
      case Field::kTemplate:
        return of[static_cast<std::size_t>(Field::kBody)] * template_share();
      case Field::kTemplateAnchor:
        return of[static_cast<std::size_t>(Field::kAnchor)] * template_share();
      default:
        return of[static_cast<std::size_t>(field)];
    }
  }
};

inline constexpr std::size_t kMaxHits = 10000;

// Chooses an algorithm of AlgorithmTable by the length of the posting lists.
inline constexpr std::string_view kAutoAlgorithm = "auto";

// The first row of ExpansionTable (expansion.h).
inline constexpr std::string_view kNoExpansion = "none";

enum class HitOrder : std::uint8_t {
  kRelevance,  // by score
  kChanged,    // pages whose content changed last come first; of one time, by score
  kDate,       // pages with the newest date come first, those without one last; of one, by score
  kSeen,       // pages that a crawl saw last come first; of one time, by score
  kCount
};
inline constexpr std::array<std::string_view, 4> kHitOrderNames = {"relevance", "changed", "date",
                                                                   "seen"};
// The order of this name; by relevance if none has it.
constexpr HitOrder HitOrderNamed(std::string_view name) {
  for (std::size_t i = 0; i < kHitOrderNames.size(); ++i) {
    if (kHitOrderNames[i] == name) return static_cast<HitOrder>(i);
  }
  return HitOrder::kRelevance;
}

struct SearchOptions {
  std::size_t n = 10;          // hits wanted, at most kMaxHits
  std::string model = "bm25";  // of ScorerTable
  std::string variant = {};    // empty: the model's first
  ScorerParameters parameters = {};
  FieldWeights weights = {};
  std::string expand = std::string(kNoExpansion);  // of ExpansionTable; Searcher::Expand reads it
  std::string algorithm = std::string(kAutoAlgorithm);
  HitOrder order = HitOrder::kRelevance;
  // The caller shows the number of matches: lists of up to 2,000 postings are counted exactly.
  bool counts = false;
  double deadline_ms = 0;  // Searcher gives up a search that takes longer; 0: no deadline
};

// What a page scores beside the units of the query (page_bonus.h).
struct BonusShares {
  double proximity = 0, prior = 0, named = 0;
  double sum() const { return proximity + prior + named; }
};

struct Hit {
  DocId doc;
  double score = 0;
  friend bool operator==(const Hit&, const Hit&) = default;
};

struct Ranking {
  std::vector<Hit> hits;      // in the order asked for; ties in the order of pages
  std::uint64_t matches = 0;  // pages that match, whether they are among the hits or not
  bool more = false;          // pages were skipped unseen: `matches` is a lower bound
};

}  // namespace thresh
