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

std::string Mega(std::uint64_t bytes) {
  return std::to_string((bytes + (1U << 20) - 1) >> 20) + "M";
}

// Most methods say all at once, and a site may have millions of strikes.
void Add(Strikes more, Strikes* all) {
  if (all->strikes.empty() && all->templates.empty()) {
    *all = std::move(more);
  } else {
    AppendStrikes(more, all);
  }
}

Status Damaged() { return Status(Code::kUnusable, "damaged log of a detector"); }

class Replay final : public SiteJudge {
 public:
  Replay(const DetectorInfo& info, const DetectorConfig& config, JudgeRoom room)
      : info_(info),
        config_(config),
        room_(std::move(room)),
        table_(std::clamp(room_.memory_bytes / kTableShare, kLeastTableBytes, kMostTableBytes)) {}

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
  std::map<SiteId, std::uint32_t> sampled() const override { return sampled_; }
  std::vector<std::string> messages() const override { return messages_; }
  std::size_t bytes() const override {
    return sizeof(*this) + std::max(logged_bytes_, judge_bytes_) +
           (detector_ != nullptr ? detector_->bytes() : 0);
  }

 private:
  Status ReadRows(const NextPart& next, const PageOrder& order, SiteRows* rows) const;
  std::uint64_t Needed(std::uint64_t row_bytes) const {
    return row_bytes / 100 * info_.judge_percent;
  }
  std::size_t GroupsOf(const SiteRows& rows) const;
  void Tell(SiteId site, const std::string& host, const SiteRows& rows, std::size_t groups);
  Status ShowGroup(const std::vector<SiteRows::Row>& group, SiteId site, SiteRows* rows);
  Strikes Finish();
  Status Show(const PageRow& row, SiteId site, bool duplicate);
  void ReadTable();
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
  std::vector<DocId> arrivals_;    // by that number
  Strikes found_;                  // by that number
  std::uint64_t shown_bytes_ = 0;  // rows that the detector was shown
  Strikes finished_;               // of detectors that worked across sites, by arrival
  std::size_t cuts_ = 0;           // where there was no room for the next site
  std::map<SiteId, std::uint32_t> sampled_;
  std::vector<std::string> messages_;
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

// The groups hang on the pages of the site and on a setting of the store alone.
std::size_t Replay::GroupsOf(const SiteRows& rows) const {
  const std::uint64_t needed = Needed(rows.bytes());
  if (room_.judge_bytes == 0 || needed <= room_.judge_bytes) return 1;
  const std::uint64_t groups = (needed + room_.judge_bytes - 1) / room_.judge_bytes;
  return std::min<std::uint64_t>(groups, rows.pages());
}

Status Replay::Judge(SiteId site, const NextPart& next, const PageOrder& order,
                     const TakeStrikes& take) {
  SiteRows rows(room_.folder, room_.memory_bytes / kKeptShare);
  THRESH_RETURN_IF_ERROR(ReadRows(next, order, &rows));
  const std::size_t groups = GroupsOf(rows);
  Tell(site, order.Host(site), rows, groups);
  std::size_t number = 0;
  for (const std::vector<SiteRows::Row>& group : rows.Groups(groups)) {
    std::uint64_t bytes = 0;
    for (const SiteRows::Row& at : group) bytes += at.bytes;
    // A method that works across sites goes on with them as far as there is room.
    if (room_.judge_bytes > 0 && shown_bytes_ > 0 &&
        Needed(shown_bytes_ + bytes) > room_.judge_bytes) {
      Add(Finish(), &finished_);
      if (number == 0) ++cuts_;
    }
    ++number;
    THRESH_RETURN_IF_ERROR(ShowGroup(group, site, &rows));
    shown_bytes_ += bytes;
    if (info_.across_sites) continue;
    Strikes strikes = Finish();
    for (FoundTemplate& found : strikes.templates) found.site = site;
    take(std::move(strikes));
  }
  return {};
}

void Replay::Tell(SiteId site, const std::string& host, const SiteRows& rows, std::size_t groups) {
  const std::uint64_t left = JudgeShare(room_.memory_bytes);
  if (groups > 1) {
    const std::size_t pages = (rows.pages() + groups - 1) / groups;
    sampled_[site] = static_cast<std::uint32_t>(pages);
    messages_.push_back(host + ": each page is judged by a sample of " + std::to_string(pages) +
                        " of " + std::to_string(rows.pages()) +
                        " pages, because of --judge-memory " + Mega(room_.judge_bytes));
  }
  const std::uint64_t needed = Needed(rows.bytes()) / groups;
  if (needed > left && room_.judge_bytes > left)
    messages_.push_back(host + ": judging it takes about " + Mega(needed) +
                        ", more than --memory leaves: the store has --judge-memory " +
                        Mega(room_.judge_bytes));
}

Status Replay::ShowGroup(const std::vector<SiteRows::Row>& group, SiteId site, SiteRows* rows) {
  if (detector_ == nullptr) detector_ = info_.make(config_);
  for (const SiteRows::Row& at : group) {
    THRESH_RETURN_IF_ERROR(Going(stop()));
    THRESH_ASSIGN_OR_RETURN(const PageRow row, rows->Read(at));
    THRESH_RETURN_IF_ERROR(Show(row, site, !at.evidence));
  }
  if (!table_.empty()) ReadTable();
  Add(detector_->EndOfRun(), &found_);
  judge_bytes_ = std::max(judge_bytes_, detector_->bytes());
  return {};
}

// All that the method says of the pages that it was shown. The next page is for a new one.
Strikes Replay::Finish() {
  if (detector_ == nullptr) return {};
  Add(detector_->Conclude(), &found_);
  detector_.reset();
  shown_bytes_ = 0;
  return ByArrival();
}

Strikes Replay::Conclude() {
  Add(Finish(), &finished_);
  if (cuts_ > 0)
    messages_.push_back("sites are judged together in " + std::to_string(cuts_ + 1) +
                        " lots, because of --judge-memory " + Mega(room_.judge_bytes));
  return std::exchange(finished_, {});
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
  Add(detector_->EndOfRun(), &found_);
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
