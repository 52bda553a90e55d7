// The method of Chen, Ye, Li (SAC 2006) as printed, with its gaps filled as docs/DECISIONS.md says:
// support is counted in each run by itself (CYL 3.2), and nothing is carried over. Extensions are
// off unless the configuration says so.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "indexer/detect/bsc_wfc/cluster_words.h"
#include "indexer/detect/bsc_wfc/strike_blocks.h"
#include "indexer/detect/methods.h"

namespace thresh {
namespace {

// What we add to the paper, each on its own (docs/DECISIONS.md). The leader vote is not here: it
// stands among the parameters of the decision.
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
  // Without carry the log serves one run, and Conclude empties it.
  if (!extensions_.carry) found_ = Conclude();
}

Strikes BscWfc::Conclude() {
  // Without carry the log is empty when the input ends, and no strike is left.
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
  // Exact texts go first. StrikeCluster passes over them, because a block is struck once.
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
  // bytes() is asked when all of this is gone again, so the largest need is remembered.
  judge_bytes_ = std::max(judge_bytes_, exact.bytes() + clusters.bytes() + words.bytes() +
                                            decision.bytes() + strikes.bytes());
  return strikes.Take();
}

constexpr BscWfcParameters kDefaults;
using enum ParameterKind;
constexpr DetectorParameter kStylePath = {
    "bsc_wfc.style_path",
    kWhole,
    0,
    0,
    2,
    "extension: 0 style and position as printed, 1 style paths, 2 with a second try for rare ones"};
constexpr DetectorParameter kFoldNumbers = {
    "bsc_wfc.fold_numbers", kFlag, 0, 0, 1, "extension, 1: all numbers of a block are one word"};
constexpr DetectorParameter kCarry = {
    "bsc_wfc.carry",
    kFlag,
    0,
    0,
    1,
    "extension, 1: support is counted over all runs, and the input's end decides"};

// The table of the method as printed and that of bsc_wfc_plus, which differ in the defaults of the
// extensions that the ablation shows to help (docs/DECISIONS.md). bsc_wfc_plus always carries: its
// row says that verdicts depend on no cut.
constexpr std::array<DetectorParameter, 8> TableOf(bool plus) {
  DetectorParameter style_path = kStylePath, fold_numbers = kFoldNumbers;
  style_path.otherwise = fold_numbers.otherwise = plus ? 1 : 0;
  return {{
      {"bsc_wfc.min_wfc", kWhole, kDefaults.min_wfc, 1, 1e9,
       "pages with a word at the same offsets that make it a template word"},
      {"bsc_wfc.twr", kNumber, kDefaults.twr_permille / 1000.0, 0, 1,
       "a block is template if at least this share of its words are template words"},
      {"bsc_wfc.twr_unit", kFlag, kDefaults.count_tokens ? 1 : 0, 0, 1,
       "1: a word counts as often as it occurs in the block"},
      {"bsc_wfc.max_leaders", kWhole, kDefaults.max_leaders, 1, 1e6,
       "word feature clusters of a word in a block style cluster, at most"},
      {"bsc_wfc.vote", kWhole, kDefaults.vote_blocks, 0, 1e9,
       "extension: in clusters of this many blocks a third of a block's template words must have "
       "one "
       "leader; 0: never"},
      {"bsc_wfc.exact", kFlag, 0, 0, 1,
       "extension, 1: a block whose whole text stands on enough pages is template anywhere"},
      style_path,
      fold_numbers,
  }};
}

constexpr std::array<DetectorParameter, 8> kPlusTable = TableOf(true);
constexpr std::array<DetectorParameter, 9> kTable = [] {
  constexpr std::array<DetectorParameter, 8> kShared = TableOf(false);
  std::array<DetectorParameter, 9> table;
  std::copy(kShared.begin(), kShared.end(), table.begin());
  table.back() = kCarry;
  return table;
}();

std::unique_ptr<Detector> Make(const ParameterReader& read, bool carry) {
  BscWfcParameters parameters;
  parameters.min_wfc = read.Whole("bsc_wfc.min_wfc");
  parameters.max_leaders = read.Whole("bsc_wfc.max_leaders");
  // In thousandths, because 0.8 is no binary fraction and the threshold must be exact.
  parameters.twr_permille =
      static_cast<std::uint32_t>(std::lround(read.Number("bsc_wfc.twr") * 1000));
  parameters.count_tokens = read.Flag("bsc_wfc.twr_unit");
  parameters.vote_blocks = read.Whole("bsc_wfc.vote");
  Extensions extensions;
  extensions.exact = read.Flag("bsc_wfc.exact");
  extensions.carry = carry;
  extensions.second_try = read.Whole("bsc_wfc.style_path") == 2;
  extensions.fold_numbers = read.Flag("bsc_wfc.fold_numbers");
  return std::make_unique<BscWfc>(parameters, extensions);
}

Segmentation SegmentationBy(const ParameterReader& read) {
  return read.Whole("bsc_wfc.style_path") != 0 ? Segmentation::kStyledBlocks
                                               : Segmentation::kLayoutBlocks;
}

}  // namespace

std::span<const DetectorParameter> BscWfcParameterTable() { return kTable; }

std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config) {
  const ParameterReader read(kTable, config);
  return Make(read, read.Flag("bsc_wfc.carry"));
}

Segmentation BscWfcSegmentation(const DetectorConfig& config) {
  return SegmentationBy(ParameterReader(kTable, config));
}

bool BscWfcCountsSites(const DetectorConfig& config) {
  return ParameterReader(kTable, config).Flag("bsc_wfc.carry");
}

std::span<const DetectorParameter> BscWfcPlusParameterTable() { return kPlusTable; }

std::unique_ptr<Detector> MakeBscWfcPlus(const DetectorConfig& config) {
  return Make(ParameterReader(kPlusTable, config), true);
}

Segmentation BscWfcPlusSegmentation(const DetectorConfig& config) {
  return SegmentationBy(ParameterReader(kPlusTable, config));
}

}  // namespace thresh
