// The two simplest rules of template removal: lines that stand on many pages, and long runs of
// words that do. Both count whole sites, so pages are logged as they come, sites are judged when
// the input has ended, and neither the order of pages nor the cuts of runs can show.
#include <utility>
#include <vector>

#include "indexer/detect/methods.h"
#include "indexer/detect/repeats/lines.h"
#include "indexer/detect/repeats/runs.h"
#include "indexer/detect/repeats/site_log.h"
#include "indexer/detect/strike_list.h"

namespace thresh {
namespace {

// A mode cuts pages into pieces and judges a site by its log.
struct LineMode {
  double share = 0.3;
  repeats::LineCutter cutter = {};
  void Judge(const repeats::SiteLog& log, SiteId site, StrikeList* strikes) const {
    repeats::JudgeLines(log, site, share, strikes);
  }
};

struct RunMode {
  repeats::RunParameters parameters;
  repeats::WordCutter cutter = {};
  void Judge(const repeats::SiteLog& log, SiteId site, StrikeList* strikes) const {
    repeats::JudgeRuns(log, site, parameters, strikes);
  }
};

template <typename Mode>
class Repeats final : public Detector {
 public:
  explicit Repeats(Mode mode) : mode_(std::move(mode)) {}

  void Observe(const Page& page, const Arrival& arrival) override {
    if (arrival.duplicate()) return;
    if (arrival.site.value >= logs_.size()) logs_.resize(arrival.site.value + 1);
    logs_[arrival.site.value].Append(arrival.doc, mode_.cutter.Cut(page));
  }

  Strikes EndOfRun() override { return {}; }

  Strikes Conclude() override {
    StrikeList strikes;
    for (std::uint32_t site = 0; site < logs_.size(); ++site) {
      mode_.Judge(logs_[site], SiteId(site), &strikes);
      logs_[site] = {};  // a judged site needs no memory beside those that follow
    }
    return strikes.Take();
  }

  std::size_t bytes() const override {
    std::size_t bytes = sizeof(*this) + mode_.cutter.bytes();
    for (const repeats::SiteLog& log : logs_) bytes += sizeof log + log.bytes();
    return bytes;
  }

 private:
  Mode mode_;
  std::vector<repeats::SiteLog> logs_;  // by SiteId
};

using enum ParameterKind;
constexpr DetectorParameter kLineParameters[] = {
    {"repeats.line_share", kNumber, 0.3, 0, 1,
     "a line that stands on more than this share of the site's pages is template"},
};

constexpr repeats::RunParameters kRuns;
constexpr DetectorParameter kRunParameters[] = {
    {"repeats.run_share", kNumber, kRuns.share, 0, 1,
     "share of the site's pages on which a window of words is common"},
    {"repeats.min_pages", kWhole, kRuns.min_pages, 2, 1e6, "pages of a site that is judged"},
    {"repeats.window", kWhole, kRuns.window, 1, 1e6, "words of a window"},
    {"repeats.run_words", kWhole, kRuns.words, 1, 1e6,
     "words that common windows must cover in a row"},
    {"repeats.covered", kNumber, kRuns.covered, 0, 1,
     "a text node is template if at least this share of its words is covered"},
};

}  // namespace

std::span<const DetectorParameter> RepeatsLinesParameterTable() { return kLineParameters; }

std::unique_ptr<Detector> MakeRepeatsLines(const DetectorConfig& config) {
  const ParameterReader read(kLineParameters, config);
  return std::make_unique<Repeats<LineMode>>(LineMode{read.Number("repeats.line_share")});
}

std::span<const DetectorParameter> RepeatsRunsParameterTable() { return kRunParameters; }

std::unique_ptr<Detector> MakeRepeatsRuns(const DetectorConfig& config) {
  const ParameterReader read(kRunParameters, config);
  return std::make_unique<Repeats<RunMode>>(RunMode{{.share = read.Number("repeats.run_share"),
                                                     .min_pages = read.Whole("repeats.min_pages"),
                                                     .window = read.Whole("repeats.window"),
                                                     .words = read.Whole("repeats.run_words"),
                                                     .covered = read.Number("repeats.covered")}});
}

}  // namespace thresh
