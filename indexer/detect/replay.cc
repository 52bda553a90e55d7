#include "indexer/detect/replay.h"

#include <algorithm>
#include <map>
#include <utility>

#include "indexer/detect/page_row.h"
#include "indexer/detect/site_rows.h"

namespace thresh {
namespace {

// Of the memory of a build, what the run table takes that a method reads in place of the build's.
// Methods that read runs here count over all of them, so the cuts do not show.
constexpr std::size_t kTableShare = 16, kLeastTableBytes = 1u << 20, kMostTableBytes = 64u << 20;
// Of the memory of a build, what of a site's rows stays out of the file.
constexpr std::size_t kKeptShare = 32;
// A part of a log, so that nobody holds all of it.
constexpr std::size_t kPartBytes = 64u << 10;

Status Damaged() { return Status(Code::kUnusable, "damaged log of a detector"); }

class Replay final : public SiteJudge {
 public:
  Replay(const DetectorInfo& info, const DetectorConfig& config, JudgeRoom room)
      : info_(info),
        config_(config),
        room_(std::move(room)),
        table_(std::clamp(room_.memory_bytes / kTableShare, kLeastTableBytes, kMostTableBytes)) {
    if (info_.across_sites) detector_ = info_.make(config_);
  }

  void Observe(const Page& page, const Arrival& arrival) override {
    std::vector<std::string>& parts = log_[arrival.site];
    if (parts.empty() || parts.back().size() >= kPartBytes) parts.emplace_back();
    const std::size_t before = parts.back().size();
    writer_.Append(page, arrival.doc, &parts.back());
    logged_bytes_ += parts.back().size() - before;
  }
  std::vector<LogPart> TakeLog() override;
  Status Judge(SiteId site, const NextPart& next, const PageOrder& order,
               const TakeStrikes& take) override;
  Strikes Conclude() override;
  std::size_t bytes() const override {
    return sizeof(*this) + std::max(logged_bytes_, judge_bytes_) +
           (detector_ != nullptr ? detector_->bytes() : 0);
  }

 private:
  Status ReadRows(const NextPart& next, const PageOrder& order, SiteRows* rows) const;
  Status Show(const PageRow& row, SiteId site, bool duplicate);
  void ReadTable();
  void Take(const Strikes& strikes) { AppendStrikes(strikes, &found_); }
  Strikes ByArrival();

  const DetectorInfo& info_;
  const DetectorConfig config_;
  const JudgeRoom room_;
  PageRowWriter writer_;
  PageRowReader reader_;
  std::map<SiteId, std::vector<std::string>> log_;  // of the run that fills, in parts
  std::size_t logged_bytes_ = 0;
  std::size_t judge_bytes_ = 0;         // most that judging a site has needed
  std::unique_ptr<Detector> detector_;  // of the site that is judged, or of all sites
  RunTable table_;                      // filled if the method reads runs
  // A method sees pages numbered in the order in which it sees them.
  std::vector<DocId> arrivals_;  // by that number
  Strikes found_;                // by that number
};

std::vector<LogPart> Replay::TakeLog() {
  std::vector<LogPart> parts;
  for (auto& [site, rows] : log_)
    for (std::string& part : rows) parts.push_back({site, std::move(part)});
  log_.clear();
  logged_bytes_ = 0;
  return parts;
}

Status Replay::ReadRows(const NextPart& next, const PageOrder& order, SiteRows* rows) const {
  for (std::string part;;) {
    THRESH_ASSIGN_OR_RETURN(const bool more, next(&part));
    if (!more) return {};
    THRESH_RETURN_IF_ERROR(Going(stop()));
    for (std::string_view rest = part; !rest.empty();) {
      PageRow row;
      if (!TakePageRow(&rest, &row) || row.arrival.value >= order.arrived()) return Damaged();
      const bool evidence = order.IsEvidence(row.arrival);
      if (order.Of(row.arrival) || evidence) THRESH_RETURN_IF_ERROR(rows->Add(row, evidence));
    }
  }
}

Status Replay::Judge(SiteId site, const NextPart& next, const PageOrder& order,
                     const TakeStrikes& take) {
  SiteRows rows(room_.folder, room_.memory_bytes / kKeptShare);
  THRESH_RETURN_IF_ERROR(ReadRows(next, order, &rows));
  for (const std::vector<SiteRows::Row>& group : rows.Groups(1)) {
    if (!info_.across_sites) detector_ = info_.make(config_);
    for (const SiteRows::Row& at : group) {
      THRESH_RETURN_IF_ERROR(Going(stop()));
      THRESH_ASSIGN_OR_RETURN(const PageRow row, rows.Read(at));
      THRESH_RETURN_IF_ERROR(Show(row, site, !at.evidence));
    }
    if (!table_.empty()) ReadTable();
    Take(detector_->EndOfRun());
    judge_bytes_ = std::max(judge_bytes_, detector_->bytes());
    if (info_.across_sites) continue;
    Take(detector_->Conclude());
    detector_.reset();
    Strikes strikes = ByArrival();
    for (FoundTemplate& found : strikes.templates) found.site = site;
    take(std::move(strikes));
  }
  return {};
}

Strikes Replay::Conclude() {
  if (!info_.across_sites) return {};
  Take(detector_->Conclude());
  return ByArrival();
}

Status Replay::Show(const PageRow& row, SiteId site, bool duplicate) {
  Page page;
  if (!reader_.Decode(row, &page)) return Damaged();
  // A method of its own for each site needs no room for those before it.
  Arrival arrival{DocId(static_cast<std::uint32_t>(arrivals_.size())),
                  info_.across_sites ? site : SiteId(0)};
  arrivals_.push_back(row.arrival);
  // No method asks of which page it is a duplicate.
  if (duplicate) arrival.duplicate_of = DocId(0);
  detector_->Observe(page, arrival);
  if (!info_.reads_runs) return {};
  table_.Add(page, arrival.doc, arrival.site, arrival.duplicate_of);
  if (table_.full()) ReadTable();
  return {};
}

void Replay::ReadTable() {
  detector_->ReadRun(*table_.Freeze());
  Take(detector_->EndOfRun());
}

// All that was found, with the pages' numbers of arrival.
Strikes Replay::ByArrival() {
  Strikes strikes = std::exchange(found_, {});
  for (Strike& strike : strikes.strikes) strike.doc = arrivals_[strike.doc.value];
  SortStrikes(&strikes.strikes);
  arrivals_.clear();
  return strikes;
}

}  // namespace

std::unique_ptr<SiteJudge> MakeReplay(const DetectorInfo& info, const DetectorConfig& config,
                                      JudgeRoom room) {
  return std::make_unique<Replay>(info, config, std::move(room));
}

}  // namespace thresh
