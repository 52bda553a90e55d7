#include "common/postings/statistics_writer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "common/base/bytes.h"
#include "common/postings/dictionary.h"

namespace thresh {
namespace {

// A block is read and decoded for each term of a query.
constexpr std::size_t kRowsPerBlock = 128;

class BlockWriter {
 public:
  explicit BlockWriter(const std::function<Status(std::string_view)>& write) : write_(write) {}

  Status Start() { return Put(kStatisticsTitle); }
  Status Add(StatisticsRow row) {
    rows_.push_back(std::move(row));
    return rows_.size() < kRowsPerBlock ? Status() : Close();
  }
  Status Finish(StatisticsSummary summary) {
    THRESH_RETURN_IF_ERROR(Close());
    summary.blocks = std::move(blocks_);
    const std::string bytes = summary.Encode();
    const Hash128 hash = HashBytes(bytes);
    std::string trailer;
    PutBig64(&trailer, at_);
    PutBig64(&trailer, hash.high);
    PutBig64(&trailer, hash.low);
    THRESH_RETURN_IF_ERROR(Put(bytes));
    return Put(trailer);
  }

 private:
  Status Close() {
    if (rows_.empty()) return {};
    const std::string bytes = EncodeStatisticsRows(rows_);
    blocks_.push_back({.first = rows_.front().key,
                       .begin = at_,
                       .bytes = static_cast<std::uint32_t>(bytes.size()),
                       .hash = HashBytes(bytes)});
    rows_.clear();
    return Put(bytes);
  }
  Status Put(std::string_view bytes) {
    at_ += bytes.size();
    return write_(bytes);
  }

  const std::function<Status(std::string_view)>& write_;
  std::uint64_t at_ = 0;
  std::vector<StatisticsRow> rows_;
  std::vector<StatisticsSummary::Block> blocks_;
};

// The rows of a file, one after the other.
class FileRows {
 public:
  explicit FileRows(const StatisticsFile& file) : file_(file) {}
  const StatisticsFile& file() const { return file_; }
  // The current row; null behind the last one. The first is there after the first Step.
  const StatisticsRow* row() const { return at_ < rows_.size() ? &rows_[at_] : nullptr; }
  Status Step() {
    if (at_ < rows_.size()) ++at_;
    if (at_ < rows_.size() || next_ == file_.summary().blocks.size()) return {};
    at_ = 0;
    THRESH_ASSIGN_OR_RETURN(rows_, file_.ReadBlock(next_++));
    return {};
  }

 private:
  const StatisticsFile& file_;
  std::vector<StatisticsRow> rows_;
  std::size_t at_ = 0, next_ = 0;
};

Status AddCounts(const std::string& term, const TermRecord& from, TermRecord* to) {
  const std::uint64_t df = std::uint64_t{to->df} + from.df;
  const std::uint64_t template_df = std::uint64_t{to->template_df} + from.template_df;
  if (df + template_df > std::numeric_limits<std::uint32_t>::max())
    return Status(Code::kUsage, "more than 4 billion pages have the word '" + term + "'");
  to->df = static_cast<std::uint32_t>(df);
  to->cf += from.cf;
  to->template_df = static_cast<std::uint32_t>(template_df);
  for (const FieldList& list : from.fields) {
    const auto at =
        std::lower_bound(to->fields.begin(), to->fields.end(), list.field,
                         [](const FieldList& own, Field field) { return own.field < field; });
    if (at != to->fields.end() && at->field == list.field) {
      at->df += list.df;  // at most the df of the term
      at->cf += list.cf;
    } else {
      to->fields.insert(at, list);
    }
  }
  return {};
}

// Takes the rows of the stores in order and puts those of the files between them.
class Summing {
 public:
  Summing(const std::vector<std::unique_ptr<StatisticsFile>>& files, BlockWriter* out)
      : out_(*out) {
    for (const auto& file : files) files_.emplace_back(*file);
  }
  Status Start() {
    for (FileRows& file : files_) THRESH_RETURN_IF_ERROR(file.Step());
    return out_.Start();
  }
  Status Add(const std::string& key, const TermRecord& counts) {
    for (const std::string* next = Smallest(); next != nullptr && *next < key; next = Smallest())
      THRESH_RETURN_IF_ERROR(Write({*next, {}}, false));
    return Write({key, counts}, true);
  }
  Status Rest() {
    for (const std::string* next = Smallest(); next != nullptr; next = Smallest())
      THRESH_RETURN_IF_ERROR(Write({*next, {}}, false));
    return {};
  }

 private:
  const std::string* Smallest() const {
    const std::string* smallest = nullptr;
    for (const FileRows& file : files_) {
      if (file.row() != nullptr && (smallest == nullptr || file.row()->key < *smallest))
        smallest = &file.row()->key;
    }
    return smallest;
  }

  // Adds to the row what the files count, and steps over their rows.
  Status Write(StatisticsRow row, bool taken) {
    const bool site = row.key.starts_with('\0');
    for (FileRows& file : files_) {
      if (file.row() == nullptr || file.row()->key != row.key) continue;
      if (site && taken)
        return Status(Code::kUsage, "site " + row.key.substr(1) + " of " + file.file().file() +
                                        " is also elsewhere: a site must be in one store");
      taken = true;
      THRESH_RETURN_IF_ERROR(AddCounts(row.key, file.row()->counts, &row.counts));
      THRESH_RETURN_IF_ERROR(file.Step());
    }
    return out_.Add(std::move(row));
  }

  BlockWriter& out_;
  std::vector<FileRows> files_;
};

Result<StatisticsSummary> SummaryOf(const Store& store) {
  StatisticsSummary summary;
  summary.analyzer = store.manifest().analyzer;
  THRESH_ASSIGN_OR_RETURN(summary.detector, store.Detector());
  summary.docs = store.docs();
  for (std::uint32_t doc = 0; doc < store.docs(); ++doc)
    summary.words += store.lengths().Total(DocId(doc));
  for (const std::uint32_t words : store.lengths().templates.words) summary.template_words += words;
  for (const Manifest& manifest : store.joined()) summary.stores.push_back(manifest.digest);
  summary.stemmers = StemmersOf(store.sites());
  if (store.joined().empty()) summary.stores.push_back(store.manifest().digest);
  return summary;
}

Status AddSummary(const StatisticsFile& file, StatisticsSummary* sum) {
  const StatisticsSummary& summary = file.summary();
  if (sum->analyzer != summary.analyzer || sum->detector != summary.detector)
    return Status(Code::kUsage,
                  file.file() + " is of stores with another " +
                      (sum->analyzer != summary.analyzer ? "analyzer (" + summary.analyzer + ")"
                                                         : "detector (" + summary.detector + ")"));
  sum->docs += summary.docs;
  sum->words += summary.words;
  sum->template_words += summary.template_words;
  sum->stores.insert(sum->stores.end(), summary.stores.begin(), summary.stores.end());
  std::vector<std::string> all;
  std::set_union(sum->stemmers.begin(), sum->stemmers.end(), summary.stemmers.begin(),
                 summary.stemmers.end(), std::back_inserter(all));
  sum->stemmers = std::move(all);
  return {};
}

}  // namespace

Status WriteStatistics(const Store* store,
                       const std::vector<std::unique_ptr<StatisticsFile>>& files,
                       const std::function<Status(std::string_view)>& write) {
  StatisticsSummary summary;
  if (store != nullptr) {
    THRESH_ASSIGN_OR_RETURN(summary, SummaryOf(*store));
  } else {
    summary.analyzer = files.front()->summary().analyzer;
    summary.detector = files.front()->summary().detector;
  }
  for (const auto& file : files) THRESH_RETURN_IF_ERROR(AddSummary(*file, &summary));
  BlockWriter out(write);
  Summing sum(files, &out);
  THRESH_RETURN_IF_ERROR(sum.Start());
  if (store != nullptr) {
    for (const SiteRecord& site : store->sites())
      THRESH_RETURN_IF_ERROR(sum.Add(SiteRowKey(site.host), {}));
    THRESH_RETURN_IF_ERROR(
        VisitCounts(*store, [&](std::string_view term, const TermRecord& counts) {
          return sum.Add(std::string(term), counts);
        }));
  }
  THRESH_RETURN_IF_ERROR(sum.Rest());
  // The same file, in whatever order the stores were given.
  std::sort(summary.stores.begin(), summary.stores.end());
  return out.Finish(std::move(summary));
}

}  // namespace thresh
