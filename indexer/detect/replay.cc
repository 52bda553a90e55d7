#include "indexer/detect/replay.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include "indexer/detect/page_row.h"

namespace thresh {
namespace {

// Of the run table that a method reads in place of the build's. Methods that read runs here count
// over all of them, so the cuts do not show.
constexpr std::size_t kTableBytes = 64u << 20;

Status Damaged() { return Status(Code::kUnusable, "damaged log of a detector"); }

class Replay final : public SiteJudge {
 public:
  Replay(const DetectorInfo& info, const DetectorConfig& config) : info_(info), config_(config) {
    if (info_.across_sites) detector_ = info_.make(config_);
  }

  void Observe(const Page& page, const Arrival& arrival) override {
    const std::string row = EncodePageRow(page, arrival.doc);
    logged_bytes_ += row.size();
    log_[arrival.site] += row;
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
  Status Show(const PageRow& row, SiteId site, bool duplicate);
  void ReadTable();
  void Take(const Strikes& strikes) { AppendStrikes(strikes, &found_); }
  Strikes ByArrival();

  const DetectorInfo& info_;
  const DetectorConfig config_;
  std::map<SiteId, std::string> log_;  // of the run that fills
  std::size_t logged_bytes_ = 0;
  std::size_t judge_bytes_ = 0;         // most that judging a site has needed
  std::unique_ptr<Detector> detector_;  // of the site that is judged, or of all sites
  RunTable table_{kTableBytes};         // filled if the method reads runs
  // A method sees pages numbered in the order in which it sees them.
  std::vector<DocId> arrivals_;  // by that number
  Strikes found_;                // by that number
};

std::vector<LogPart> Replay::TakeLog() {
  std::vector<LogPart> parts;
  for (auto& [site, rows] : log_) parts.push_back({site, std::move(rows)});
  log_.clear();
  logged_bytes_ = 0;
  return parts;
}

// A method sees pages by date and URL, whatever the order in which they came.
Status Replay::Judge(SiteId site, const NextPart& next, const PageOrder& order,
                     const TakeStrikes& take) {
  std::deque<std::string> parts;  // rows are views of them
  std::vector<PageRow> rows;
  for (;;) {
    THRESH_ASSIGN_OR_RETURN(const bool more, next(&parts.emplace_back()));
    if (!more) break;
    for (std::string_view part = parts.back(); !part.empty();) {
      PageRow row;
      if (!TakePageRow(&part, &row) || row.arrival.value >= order.arrived()) return Damaged();
      if (order.Of(row.arrival) || order.IsEvidence(row.arrival)) rows.push_back(row);
    }
  }
  std::sort(rows.begin(), rows.end(), [](const PageRow& a, const PageRow& b) {
    return std::tie(a.date, a.url) < std::tie(b.date, b.url);
  });
  if (!info_.across_sites) detector_ = info_.make(config_);
  for (const PageRow& row : rows) {
    THRESH_RETURN_IF_ERROR(Going(stop()));
    THRESH_RETURN_IF_ERROR(Show(row, site, !order.IsEvidence(row.arrival)));
  }
  if (!table_.empty()) ReadTable();
  Take(detector_->EndOfRun());
  judge_bytes_ = std::max(judge_bytes_, detector_->bytes());
  if (info_.across_sites) return {};
  Take(detector_->Conclude());
  detector_.reset();
  Strikes strikes = ByArrival();
  for (FoundTemplate& found : strikes.templates) found.site = site;
  take(std::move(strikes));
  return {};
}

Strikes Replay::Conclude() {
  if (!info_.across_sites) return {};
  Take(detector_->Conclude());
  return ByArrival();
}

Status Replay::Show(const PageRow& row, SiteId site, bool duplicate) {
  Page page;
  if (!DecodePage(row, &page)) return Damaged();
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

std::unique_ptr<SiteJudge> MakeReplay(const DetectorInfo& info, const DetectorConfig& config) {
  return std::make_unique<Replay>(info, config);
}

}  // namespace thresh
