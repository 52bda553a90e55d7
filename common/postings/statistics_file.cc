#include "common/postings/statistics_file.h"

#include <algorithm>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/coder.h"

namespace thresh {
namespace {

// Only wholes of stores that keep the words of templates count them, and only where pages have
// stemmers of their own are some listed.
bool HasStemmers(const RecordWriter&, const StatisticsSummary& summary) {
  return !summary.stemmers.empty();
}
bool HasTemplateWords(const RecordWriter& writer, const StatisticsSummary& summary) {
  return summary.template_words > 0 || HasStemmers(writer, summary);
}
bool HasMore(const RecordReader& reader) { return reader.ok() && !reader.done(); }
bool HasStemmers(const RecordReader& reader, const StatisticsSummary&) { return HasMore(reader); }
bool HasTemplateWords(const RecordReader& reader, const StatisticsSummary&) {
  return HasMore(reader);
}

template <typename Coder, typename Summary>
void DescribeSummary(Coder& coder, Summary& summary) {
  coder.String(summary.analyzer);
  coder.String(summary.detector);
  coder.Number(summary.docs);
  coder.Number(summary.words);
  coder.List(summary.stores, [&](auto& digest) { coder.Hash(digest); });
  std::string before;
  coder.List(summary.blocks, [&](auto& block) {
    coder.FrontCoded(block.first, before);
    before = block.first;
    coder.Number(block.bytes);
    coder.Hash(block.hash);
  });
  if (HasTemplateWords(coder, summary)) coder.Number(summary.template_words);
  if (HasStemmers(coder, summary))
    coder.List(summary.stemmers, [&](auto& stemmer) { coder.String(stemmer); });
}

// The form of a row depends on what its key names: a site has no counts.
bool IsSite(std::string_view key) { return key.starts_with('\0'); }

template <typename Coder, typename Row>
void DescribeRow(Coder& coder, Row& row, std::string* before) {
  coder.FrontCoded(row.key, *before);
  *before = row.key;
  if (IsSite(row.key)) return;
  coder.Number(row.counts.df);
  coder.Number(row.counts.cf);
  coder.List(row.counts.fields, [&](auto& list) {
    coder.Enum(list.field, Field::kCount);
    coder.Number(list.df);
    coder.Number(list.cf);
  });
  if (row.counts.HasTemplates()) coder.Number(row.counts.template_df);
}

}  // namespace

std::string StatisticsSummary::Encode() const {
  return Encoded([&](auto& coder) { DescribeSummary(coder, *this); });
}

bool StatisticsSummary::Decode(std::string_view bytes) {
  *this = StatisticsSummary();
  if (!Decoded(bytes, [&](auto& coder) { DescribeSummary(coder, *this); })) return false;
  std::uint64_t begin = kStatisticsTitle.size();
  for (Block& block : blocks) {
    block.begin = begin;
    begin += block.bytes;
  }
  const auto not_after = [](const Block& a, const Block& b) { return a.first >= b.first; };
  return std::adjacent_find(blocks.begin(), blocks.end(), not_after) == blocks.end();
}

std::string SiteRowKey(std::string_view host) { return std::string(1, '\0') + std::string(host); }

std::string EncodeStatisticsRows(const std::vector<StatisticsRow>& rows) {
  std::string before;
  return Encoded([&](auto& coder) {
    coder.List(rows, [&](const StatisticsRow& row) { DescribeRow(coder, row, &before); });
  });
}

bool DecodeStatisticsRows(std::string_view bytes, std::vector<StatisticsRow>* rows) {
  std::string before;
  if (!Decoded(bytes, [&](auto& coder) {
        coder.List(*rows, [&](StatisticsRow& row) { DescribeRow(coder, row, &before); });
      }))
    return false;
  const auto not_after = [](const StatisticsRow& a, const StatisticsRow& b) {
    return a.key >= b.key;
  };
  return std::adjacent_find(rows->begin(), rows->end(), not_after) == rows->end();
}

Status StatisticsFile::Damaged() const {
  return Status(Code::kUnusable, name_ + " is damaged: write it anew with thresh-query statistics");
}

Result<std::unique_ptr<StatisticsFile>> StatisticsFile::Open(const std::string& name) {
  THRESH_ASSIGN_OR_RETURN(PlacedFile file, PlacedFile::Open(name));
  // private: make_unique cannot
  std::unique_ptr<StatisticsFile> opened(new StatisticsFile(name, std::move(file)));
  THRESH_RETURN_IF_ERROR(opened->ReadSummary());
  return opened;
}

Status StatisticsFile::ReadSummary() {
  const std::uint64_t title = kStatisticsTitle.size(), all = file_.bytes();
  const Result<std::string> begin = file_.Read(0, static_cast<std::size_t>(title));
  if (!begin.ok() || begin.value() != kStatisticsTitle)
    return Status(Code::kUnusable, name_ + " is not of thresh-query statistics");
  if (all < title + kStatisticsTrailer) return Damaged();
  THRESH_ASSIGN_OR_RETURN(const std::string trailer,
                          file_.Read(all - kStatisticsTrailer, kStatisticsTrailer));
  RecordReader reader(trailer);
  std::uint64_t at = 0;
  Hash128 hash;
  reader.Fixed(at);
  reader.Hash(hash);
  if (at < title || at > all - kStatisticsTrailer) return Damaged();
  THRESH_ASSIGN_OR_RETURN(const std::string bytes,
                          file_.Read(at, static_cast<std::size_t>(all - kStatisticsTrailer - at)));
  if (HashBytes(bytes) != hash || !summary_.Decode(bytes)) return Damaged();
  // The blocks fill what lies between title and summary.
  std::uint64_t end = title;
  for (const StatisticsSummary::Block& block : summary_.blocks) end += block.bytes;
  return end == at ? Status() : Damaged();
}

double StatisticsFile::average_length(double template_share) const {
  const double words = static_cast<double>(summary_.words) +
                       template_share * static_cast<double>(summary_.template_words);
  return summary_.docs > 0 ? words / docs() : 0;
}

Status StatisticsFile::CheckHas(const Store& store) const {
  const auto other = [&](const std::string& what) {
    return Status(Code::kUsage, name_ + " is of other stores: " + what);
  };
  if (summary_.analyzer != store.manifest().analyzer)
    return other("its analyzer is '" + summary_.analyzer + "', that of " + store.path() + " is '" +
                 store.manifest().analyzer + "'");
  const std::vector<Manifest> one = {store.manifest()};
  for (const Manifest& manifest : store.joined().empty() ? one : store.joined()) {
    if (std::find(summary_.stores.begin(), summary_.stores.end(), manifest.digest) ==
        summary_.stores.end())
      return other("it lacks the content of " + store.path() + ", digest " + manifest.digest.Hex() +
                   "; write it anew with thresh-query statistics");
  }
  return {};
}

// The block in which a row of this key would stand, the first one for a key before all rows.
std::size_t StatisticsFile::BlockOf(std::string_view key) const {
  const auto after = std::upper_bound(
      summary_.blocks.begin(), summary_.blocks.end(), key,
      [](std::string_view k, const StatisticsSummary::Block& block) { return k < block.first; });
  const auto number = static_cast<std::size_t>(after - summary_.blocks.begin());
  return number == 0 ? 0 : number - 1;
}

Result<std::vector<StatisticsRow>> StatisticsFile::ReadBlock(std::size_t number) const {
  const StatisticsSummary::Block& block = summary_.blocks[number];
  THRESH_ASSIGN_OR_RETURN(const std::string bytes, file_.Read(block.begin, block.bytes));
  std::vector<StatisticsRow> rows;
  if (HashBytes(bytes) != block.hash || !DecodeStatisticsRows(bytes, &rows)) return Damaged();
  return rows;
}

Result<std::optional<TermRecord>> StatisticsFile::Find(std::string_view term) const {
  if (summary_.blocks.empty()) return std::optional<TermRecord>();
  THRESH_ASSIGN_OR_RETURN(std::vector<StatisticsRow> rows, ReadBlock(BlockOf(term)));
  const auto row = std::lower_bound(
      rows.begin(), rows.end(), term,
      [](const StatisticsRow& r, std::string_view sought) { return r.key < sought; });
  if (row == rows.end() || row->key != term) return std::optional<TermRecord>();
  return std::optional(std::move(row->counts));
}

Status StatisticsFile::VisitTerms(std::string_view prefix,
                                  const std::function<bool(std::string_view, std::uint32_t)>& visit,
                                  double template_share) const {
  for (std::size_t b = BlockOf(prefix); b < summary_.blocks.size(); ++b) {
    THRESH_ASSIGN_OR_RETURN(const std::vector<StatisticsRow> rows, ReadBlock(b));
    for (const StatisticsRow& row : rows) {
      if (IsSite(row.key) || row.key < prefix) continue;
      if (!row.key.starts_with(prefix)) return {};
      const std::uint32_t df = DfOf(row.counts).Rounded(template_share);
      if (df > 0 && !visit(row.key, df)) return {};
    }
  }
  return {};
}

}  // namespace thresh
