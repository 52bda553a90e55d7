#include "common/store/crawl_table.h"

#include <utility>

#include "common/base/coder.h"
#include "common/store/table_file.h"

namespace thresh {
namespace {

constexpr char kUrlKind = 'u', kReportKind = 'z';

template <typename Coder, typename T>
void Describe(Coder& coder, T& record) {
  coder.String(record.first_seen);
  coder.String(record.last_seen);
  coder.String(record.words_changed);
  coder.String(record.content_changed);
  coder.String(record.gone);
  coder.String(record.gone_record);
  coder.String(record.seen_record);
  coder.String(record.last_missed);
  coder.Enum(record.change, PageChange::kCount);
  coder.Number(record.changed_by);
  coder.Number(record.status);
  coder.Number(record.misses);
  coder.Flag(record.broken);
}

template <typename Coder, typename T>
void DescribeReport(Coder& coder, T& report) {
  coder.Number(report.fetched);
  coder.Number(report.same_bytes);
  coder.Number(report.same_words);
  coder.Number(report.furniture);
  coder.Number(report.content);
  coder.Number(report.added);
  coder.Number(report.gone);
  coder.Number(report.seen);
  coder.Number(report.missed);
  coder.Number(report.unknown);
  coder.Number(report.older);
  coder.Number(report.guarded);
  coder.Number(report.verdicts_moved);
  coder.Number(report.sites_judged);
  coder.Number(report.sites);
  coder.Number(report.pages);
  coder.List(report.guarded_hosts, [&](auto& host) { coder.String(host); });
  coder.List(report.templates, [&](auto& found) {
    coder.String(found.host);
    coder.String(found.text);
    coder.Number(found.before);
    coder.Number(found.after);
  });
  coder.Number(report.templates_came);
  coder.Number(report.templates_went);
}

Status Damaged(const std::string& file) {
  return Status(Code::kUnusable, file + " is damaged; copy the store again or rebuild it");
}

}  // namespace

std::string CrawlRecord::Encode() const {
  return Encoded([this](RecordWriter& out) { Describe(out, *this); });
}
bool CrawlRecord::Decode(std::string_view bytes) {
  return Decoded(bytes, [this](RecordReader& in) { Describe(in, *this); });
}
std::string UpdateReport::Encode() const {
  return Encoded([this](RecordWriter& out) { DescribeReport(out, *this); });
}
bool UpdateReport::Decode(std::string_view bytes) {
  return Decoded(bytes, [this](RecordReader& in) { DescribeReport(in, *this); });
}

std::string CrawlKey(std::string_view host, std::string_view url) {
  return std::string(1, kUrlKind).append(host).append(1, '\0').append(url);
}
std::string CrawlReportKey() { return {kReportKind}; }

struct CrawlTable::Impl {
  std::unique_ptr<TableFile> table;
};

struct CrawlTable::Rows::Impl {
  std::string file;
  std::unique_ptr<TableFile::Rows> rows;
  std::size_t host_end = 0;
  CrawlRecord record;
  bool damaged = false;

  void Read() {
    if (!rows->Valid()) return;
    host_end = rows->key().find('\0');
    damaged = host_end == std::string_view::npos || !record.Decode(rows->value());
  }
};

CrawlTable::CrawlTable(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CrawlTable::~CrawlTable() = default;

Result<std::unique_ptr<CrawlTable>> CrawlTable::Open(const std::string& file) {
  auto impl = std::make_unique<Impl>();
  THRESH_ASSIGN_OR_RETURN(impl->table, TableFile::Open(file));
  return std::unique_ptr<CrawlTable>(new CrawlTable(std::move(impl)));  // private constructor
}

Result<bool> CrawlTable::Find(std::string_view host, std::string_view url,
                              CrawlRecord* record) const {
  std::string value;
  THRESH_ASSIGN_OR_RETURN(const bool found, impl_->table->Find(CrawlKey(host, url), &value));
  if (found && !record->Decode(value)) return Damaged(impl_->table->file());
  return found;
}

Result<bool> CrawlTable::Knows(std::string_view host) const {
  const std::unique_ptr<Rows> rows = Scan(host);
  if (rows->Valid()) return true;
  THRESH_RETURN_IF_ERROR(rows->status());
  return false;
}

Result<UpdateReport> CrawlTable::Report() const {
  UpdateReport report;
  std::string value;
  THRESH_ASSIGN_OR_RETURN(const bool found, impl_->table->Find(CrawlReportKey(), &value));
  if (!found || !report.Decode(value)) return Damaged(impl_->table->file());
  return report;
}

std::unique_ptr<CrawlTable::Rows> CrawlTable::Scan(std::string_view host) const {
  auto rows = std::make_unique<Rows::Impl>();
  rows->file = impl_->table->file();
  rows->rows = impl_->table->Scan(host.empty() ? std::string(1, kUrlKind) : CrawlKey(host, {}));
  rows->Read();
  return std::unique_ptr<Rows>(new Rows(std::move(rows)));
}

CrawlTable::Rows::Rows(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CrawlTable::Rows::~Rows() = default;

bool CrawlTable::Rows::Valid() const { return !impl_->damaged && impl_->rows->Valid(); }
void CrawlTable::Rows::Next() {
  impl_->rows->Next();
  impl_->Read();
}
std::string_view CrawlTable::Rows::host() const {
  return impl_->rows->key().substr(1, impl_->host_end - 1);
}
std::string_view CrawlTable::Rows::url() const {
  return impl_->rows->key().substr(impl_->host_end + 1);
}
const CrawlRecord& CrawlTable::Rows::record() const { return impl_->record; }
Status CrawlTable::Rows::status() const {
  return impl_->damaged ? Damaged(impl_->file) : impl_->rows->status();
}

}  // namespace thresh
