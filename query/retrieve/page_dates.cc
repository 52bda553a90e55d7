#include "query/retrieve/page_dates.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "query/retrieve/condition.h"

namespace thresh {
namespace {

// Numbers the distinct times in the order of their appearance, and at the end by age: a crawl has
// far fewer times than pages, so a page needs a number only.
class TimeNumbers {
 public:
  std::uint32_t Of(const std::string& time) {
    return numbers_.try_emplace(time, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  void Finish(ChangeColumn* column) const {
    for (const auto& [time, number] : numbers_) column->times.push_back(time);
    std::sort(column->times.begin(), column->times.end());
    std::vector<std::uint32_t> sorted(numbers_.size());
    for (std::uint32_t at = 0; at < sorted.size(); ++at)
      sorted[numbers_.at(column->times[at])] = at;
    for (std::uint32_t& number : column->of) number = sorted[number];
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// Where the pages of each site end, in the order of the pages.
class SiteEnds {
 public:
  explicit SiteEnds(const std::vector<SiteRecord>& sites) : sites_(sites) {
    for (const SiteRecord& site : sites) all_ += site.statistics.docs;
  }
  std::uint64_t all() const { return all_; }

  // Whether the page of this number is one of the host. Numbers must ascend.
  bool IsOf(std::string_view host, std::uint64_t page) {
    while (site_ < sites_.size() && page == end_) end_ += sites_[site_++].statistics.docs;
    return page < end_ && sites_[site_ - 1].host == host;
  }

 private:
  const std::vector<SiteRecord>& sites_;
  std::size_t site_ = 0;   // the first that has not begun
  std::uint64_t end_ = 0;  // of the site before it
  std::uint64_t all_ = 0;
};

Status NotOfThisStore() {
  return Status(Code::kUnusable,
                "the store is damaged: its crawl table has other pages than its segment; run "
                "thresh-index verify");
}

}  // namespace

Result<CrawlRecord> PageDates::Of(const DocRecord& page) const {
  CrawlRecord record;
  if (table_ == nullptr || page.site.value >= sites_.size()) return record;
  THRESH_ASSIGN_OR_RETURN(const bool known,
                          table_->Find(sites_[page.site.value].host, page.url, &record));
  return known ? record : CrawlRecord();
}

Result<const ChangeColumn*> PageDates::Changes() {
  if (column_ == nullptr) {
    auto column = std::make_unique<ChangeColumn>();
    THRESH_RETURN_IF_ERROR(Read(column.get()));
    column_ = std::move(column);
  }
  return column_.get();
}

// Pages stand in the order of host and URL, and so do the rows. So the rows of pages that are there
// belong to the pages one by one, and no page is read. Their number is compared site by site.
Status PageDates::Read(ChangeColumn* column) const {
  TimeNumbers numbers;
  SiteEnds ends(sites_);
  const auto rows = table_ ? table_->Scan() : nullptr;
  for (; rows && rows->Valid(); rows->Next()) {
    const CrawlRecord& record = rows->record();
    if (!record.live()) continue;
    if (!ends.IsOf(rows->host(), column->of.size())) return NotOfThisStore();
    column->of.push_back(numbers.Of(record.content_changed));
    // Input may call anything a date, and a word is greater than any year.
    if (IsDateWithin(record.last_seen, "", "") && record.last_seen > column->last_seen)
      column->last_seen = record.last_seen;
  }
  if (rows) THRESH_RETURN_IF_ERROR(rows->status());
  if (!table_) column->of.resize(ends.all(), numbers.Of(""));
  if (column->of.size() != ends.all()) return NotOfThisStore();
  numbers.Finish(column);
  return {};
}

}  // namespace thresh
