#include "indexer/detect/replay.h"

#include <algorithm>
#include <map>
#include <utility>

#include "indexer/detect/page_row.h"

namespace thresh {
namespace {

// Of the run table that a method reads in place of the build's. Methods that read runs here count
// over all of them, so the cuts do not show.
constexpr std::size_t kTableBytes = 64u << 20;

class Replay final : public SiteJudge {
 public:
  Replay(const DetectorInfo& info, const DetectorConfig& config) : info_(info), config_(config) {
    if (info_.across_sites) detector_ = info_.make(config_);
  }

  void Observe(const Page& page, const Arrival& arrival) override {
    const std::string row = EncodePageRow(page, arrival);
    logged_bytes_ += row.size();
    log_[arrival.site] += row;
  }
  std::vector<LogPart> TakeLog() override;
  Status Judge(SiteId site, std::span<const std::string> parts, Strikes* strikes) override;
  Strikes Conclude() override { return info_.across_sites ? detector_->Conclude() : Strikes(); }
  std::size_t bytes() const override {
    return sizeof(*this) + std::max(logged_bytes_, judge_bytes_) +
           (detector_ != nullptr ? detector_->bytes() : 0);
  }

 private:
  Status Show(SiteId site, std::string_view part, Strikes* strikes);
  void ReadTable(Strikes* strikes);

  const DetectorInfo& info_;
  const DetectorConfig config_;
  std::map<SiteId, std::string> log_;  // of the run that fills
  std::size_t logged_bytes_ = 0;
  std::size_t judge_bytes_ = 0;         // most that judging a site has needed
  std::unique_ptr<Detector> detector_;  // of the site that is judged, or of all sites
  RunTable table_{kTableBytes};         // filled if the method reads runs
};

std::vector<LogPart> Replay::TakeLog() {
  std::vector<LogPart> parts;
  for (auto& [site, rows] : log_) parts.push_back({site, std::move(rows)});
  log_.clear();
  logged_bytes_ = 0;
  return parts;
}

Status Replay::Judge(SiteId site, std::span<const std::string> parts, Strikes* strikes) {
  if (!info_.across_sites) detector_ = info_.make(config_);
  for (const std::string& part : parts) THRESH_RETURN_IF_ERROR(Show(site, part, strikes));
  if (!table_.empty()) ReadTable(strikes);
  AppendStrikes(detector_->EndOfRun(), strikes);
  judge_bytes_ = std::max(judge_bytes_, detector_->bytes());
  if (info_.across_sites) return {};
  AppendStrikes(detector_->Conclude(), strikes);
  detector_.reset();
  return {};
}

Status Replay::Show(SiteId site, std::string_view part, Strikes* strikes) {
  PageRow row;
  while (!part.empty()) {
    if (!TakePageRow(&part, &row)) return Status(Code::kUnusable, "damaged log of a detector");
    row.arrival.site = site;
    detector_->Observe(row.page, row.arrival);
    if (!info_.reads_runs) continue;
    table_.Add(row.page, row.arrival.doc, site, row.arrival.duplicate_of);
    if (table_.full()) ReadTable(strikes);
  }
  return {};
}

void Replay::ReadTable(Strikes* strikes) {
  detector_->ReadRun(*table_.Freeze());
  AppendStrikes(detector_->EndOfRun(), strikes);
}

}  // namespace

std::unique_ptr<SiteJudge> MakeReplay(const DetectorInfo& info, const DetectorConfig& config) {
  return std::make_unique<Replay>(info, config);
}

}  // namespace thresh
