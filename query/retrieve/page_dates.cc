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

  void Finish(TimeColumn* column) const {
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

// The pages of a table that are there, by host and URL.
class LivePages {
 public:
  explicit LivePages(const CrawlTable& table) : rows_(table.Scan()) {}

  // The next page; null behind the last one, and at a damaged row.
  const CrawlRecord* Find() {
    while (rows_->Valid() && !rows_->record().live()) rows_->Next();
    return rows_->Valid() ? &rows_->record() : nullptr;
  }
  std::string_view host() const { return rows_->host(); }
  void Step() { rows_->Next(); }
  Status status() const { return rows_->status(); }

 private:
  std::unique_ptr<CrawlTable::Rows> rows_;
};

Status NotOfThisStore() {
  return Status(Code::kUnusable,
                "the store is damaged: its crawl table has other pages than its segments; run "
                "thresh-index verify");
}

}  // namespace

Result<CrawlRecord> PageDates::Of(const DocRecord& page) const {
  CrawlRecord record;
  const std::uint32_t site = page.site.value;
  if (tables_.empty() || site >= sites_.size()) return record;
  THRESH_ASSIGN_OR_RETURN(const bool known,
                          tables_[TableOf(site)]->Find(sites_[site].host, page.url, &record));
  return known ? record : CrawlRecord();
}

Result<const TimeColumn*> PageDates::Times(CrawlTime time) {
  std::unique_ptr<const TimeColumn>& kept = columns_[static_cast<std::size_t>(time)];
  if (kept == nullptr) {
    auto column = std::make_unique<TimeColumn>();
    THRESH_RETURN_IF_ERROR(Read(time, column.get()));
    kept = std::move(column);
  }
  return kept.get();
}

// Pages stand in the order of host and URL, and so do the rows of each table. So the rows of pages
// that are there belong to the pages one by one, and no page is read. Their number is compared site
// by site.
Status PageDates::Read(CrawlTime time, TimeColumn* column) const {
  TimeNumbers numbers;
  std::vector<LivePages> tables;
  for (const std::shared_ptr<const CrawlTable>& table : tables_) tables.emplace_back(*table);
  for (std::size_t s = 0; s < sites_.size(); ++s) {
    for (std::uint64_t page = 0; page < sites_[s].statistics.docs; ++page) {
      if (tables.empty()) {
        column->of.push_back(numbers.Of(""));
        continue;
      }
      LivePages& pages = tables[TableOf(s)];
      const CrawlRecord* record = pages.Find();
      THRESH_RETURN_IF_ERROR(pages.status());
      if (record == nullptr || pages.host() != sites_[s].host) return NotOfThisStore();
      column->of.push_back(
          numbers.Of(time == CrawlTime::kSeen ? record->last_seen : record->content_changed));
      // Input may call anything a date, and a word is greater than any year.
      if (IsDateWithin(record->last_seen, "", "") && record->last_seen > column->last_seen)
        column->last_seen = record->last_seen;
      pages.Step();
    }
  }
  for (LivePages& pages : tables) {
    if (pages.Find() != nullptr) return NotOfThisStore();
    THRESH_RETURN_IF_ERROR(pages.status());
  }
  numbers.Finish(column);
  return {};
}

}  // namespace thresh
