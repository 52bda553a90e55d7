// The method as printed, with the gaps filled as docs/DESIGN.md says (Chen, Ye, Li, SAC 2006):
// support is counted in the run at hand and nothing is carried over. Extensions are off unless the
// configuration says so.
#include <algorithm>
#include <cmath>
#include <utility>

#include "indexer/detect/bsc_wfc/cluster_words.h"
#include "indexer/detect/bsc_wfc/strike_blocks.h"
#include "indexer/detect/methods.h"

namespace thresh {
namespace {

// What we add to the paper, each by itself (docs/DESIGN.md). The leader vote is one of the paper's
// parameters.
struct Extensions {
  bool exact = false;         // blocks of equal text first
  bool carry = false;         // support over all runs: everything is decided when the input ends
  bool second_try = false;    // of blocks whose style path is too rare
  bool fold_numbers = false;  // all numbers are one word
};

class BscWfc final : public Detector {
 public:
  BscWfc(const BscWfcParameters& parameters, const Extensions& extensions)
      : parameters_(parameters), extensions_(extensions), log_(extensions.fold_numbers) {}
  void Observe(const Page&, const Arrival&) override {}
  void ReadRun(const Run& run) override;
  Strikes EndOfRun() override { return std::exchange(found_, {}); }
  Strikes Conclude() override;
  std::size_t bytes() const override { return sizeof(*this) + log_.bytes() + judge_bytes_; }
  std::string SaveState() const override { return extensions_.carry ? log_.Save() : std::string(); }
  bool RestoreState(std::string_view state) override {
    return extensions_.carry ? log_.Restore(state) : state.empty();
  }

 private:
  template <typename Words, typename Source>
  Strikes Evaluate(const Source& source);

  BscWfcParameters parameters_;
  Extensions extensions_;
  BlockLog log_;
  Strikes found_;                // in the run that was read last
  std::size_t judge_bytes_ = 0;  // most that judging a run has needed
};

// Without extensions the run table itself is evaluated, as the paper does it. The log is a second
// form of it: folded numbers and support over all runs need it.
void BscWfc::ReadRun(const Run& run) {
  if (!extensions_.carry && !extensions_.fold_numbers) {
    found_ = Evaluate<RunClusterWords>(run);
    return;
  }
  log_.Append(run);
  if (!extensions_.carry) found_ = Conclude();
}

Strikes BscWfc::Conclude() {
  Strikes strikes = Evaluate<LogClusterWords>(log_);
  log_.Clear();
  return strikes;
}

template <typename Words, typename Source>
Strikes BscWfc::Evaluate(const Source& source) {
  const std::span<const RunBlockInfo> blocks = source.blocks();
  const ExactTexts exact =
      extensions_.exact ? ExactTexts(blocks, parameters_.min_wfc) : ExactTexts();
  const BlockStyleClusters clusters(
      blocks, {parameters_.min_wfc, extensions_.second_try, exact.Superfluous(blocks)});
  Words words(source, clusters);
  TemplateDecision decision(parameters_);
  StrikeList strikes;
  StrikeExactTexts(blocks, exact, &strikes);
  std::vector<DocId> pages;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    pages.clear();
    for (RunBlock member : clusters.members(c)) {
      // By style path or position, a block is its page's only one: only a second try brings
      // several.
      pages.push_back(extensions_.second_try ? blocks[member.value].doc : DocId(member.value));
    }
    StrikeCluster(blocks, clusters.members(c), decision.Decide(pages, words.Of(c)), exact,
                  parameters_.min_wfc, &strikes);
  }
  judge_bytes_ = std::max(judge_bytes_, exact.bytes() + clusters.bytes() + words.bytes() +
                                            decision.bytes() + strikes.bytes());
  return strikes.Take();
}

BscWfcParameters ReadParameters(const DetectorConfig& config) {
  const auto whole = [&](std::string_view key, double otherwise, double least, double most) {
    return static_cast<std::uint32_t>(
        std::lround(std::clamp(config.Get(key, otherwise), least, most)));
  };
  BscWfcParameters parameters;
  parameters.min_wfc = whole("bsc_wfc.min_wfc", parameters.min_wfc, 1, 1e9);
  parameters.max_leaders = whole("bsc_wfc.max_leaders", parameters.max_leaders, 1, 1e6);
  parameters.twr_permille = static_cast<std::uint32_t>(
      std::lround(std::clamp(config.Get("bsc_wfc.twr", 0.8), 0.0, 1.0) * 1000));
  parameters.count_tokens = config.Get("bsc_wfc.twr_unit", 0) != 0;
  parameters.vote_blocks = whole("bsc_wfc.vote", parameters.vote_blocks, 0, 1e9);
  return parameters;
}

std::unique_ptr<Detector> Make(const DetectorConfig& config, const DetectorConfig& defaults) {
  const auto is_on = [&](std::string_view key) {
    return config.Get(key, defaults.Get(key, 0)) != 0;
  };
  Extensions extensions;
  extensions.exact = is_on("bsc_wfc.exact");
  extensions.carry = is_on("bsc_wfc.carry");
  extensions.second_try =
      config.Get("bsc_wfc.style_path", defaults.Get("bsc_wfc.style_path", 0)) >= 2;
  extensions.fold_numbers = is_on("bsc_wfc.fold_numbers");
  return std::make_unique<BscWfc>(ReadParameters(config), extensions);
}

// The extensions that the ablation shows to help (docs/DESIGN.md).
DetectorConfig PlusDefaults() {
  DetectorConfig defaults;
  defaults.Set("bsc_wfc.style_path", 1);
  defaults.Set("bsc_wfc.fold_numbers", 1);
  return defaults;
}

Segmentation SegmentationBy(const DetectorConfig& config, const DetectorConfig& defaults) {
  const double style_path = config.Get("bsc_wfc.style_path", defaults.Get("bsc_wfc.style_path", 0));
  return style_path != 0 ? Segmentation::kStyledBlocks : Segmentation::kLayoutBlocks;
}

}  // namespace

std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config) { return Make(config, {}); }

Segmentation BscWfcSegmentation(const DetectorConfig& config) { return SegmentationBy(config, {}); }

// Its row says that verdicts depend on no cut: it always carries.
std::unique_ptr<Detector> MakeBscWfcPlus(const DetectorConfig& config) {
  DetectorConfig carrying = config;
  carrying.Set("bsc_wfc.carry", 1);
  return Make(carrying, PlusDefaults());
}

Segmentation BscWfcPlusSegmentation(const DetectorConfig& config) {
  return SegmentationBy(config, PlusDefaults());
}

}  // namespace thresh
