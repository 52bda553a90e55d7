// StatisticsFile: what a whole of several stores counts: its pages and words, and in how many pages
// each term stands and how often. A server that has one of the stores ranks by it as part of the
// whole. `thresh-query statistics` writes such a file (statistics_writer.h), a StoreIndex reads it.
// docs/FORMAT.md draws every byte: sorted rows in blocks, and at the end what stands in which
// block.
//
// Blocks are read when somebody asks for their terms and every one has a checksum. It keeps the
// file that it opened, also when another one takes its name. Any thread may read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/files.h"
#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/postings/postings.h"
#include "common/store/store.h"

namespace thresh {

inline constexpr std::string_view kStatisticsTitle = "thresh-statistics 1\n";
// The last bytes of a file: where its summary begins, and the checksum of the summary.
inline constexpr std::size_t kStatisticsTrailer = 8 + 16;

// What a statistics file says of the whole.
struct StatisticsSummary {
  struct Block {
    std::string first;        // its first key
    std::uint64_t begin = 0;  // in the file
    std::uint32_t bytes = 0;
    Hash128 hash;
  };
  std::string analyzer, detector;
  std::uint64_t docs = 0, words = 0;
  std::vector<Hash128> stores;  // content digests
  std::vector<Block> blocks;
  std::uint64_t template_words = 0;   // in the fields of templates, which `words` does not count
  std::vector<std::string> stemmers;  // of pages that have their own (StemmersOf)
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

// A row: a site or a term. Sites come before all terms.
struct StatisticsRow {
  std::string key;    // SiteRowKey or a term
  TermRecord counts;  // lists have df and cf only; empty for a site
};
std::string SiteRowKey(std::string_view host);
std::string EncodeStatisticsRows(const std::vector<StatisticsRow>& rows);
[[nodiscard]] bool DecodeStatisticsRows(std::string_view bytes, std::vector<StatisticsRow>* rows);

class StatisticsFile {
 public:
  // kMissing if there is no such file, kUnusable if it is damaged or another kind of file.
  static Result<std::unique_ptr<StatisticsFile>> Open(const std::string& file);
  const std::string& file() const { return name_; }
  const StatisticsSummary& summary() const { return summary_; }
  double docs() const { return static_cast<double>(summary_.docs); }
  double average_length(double template_share = 0) const;

  // kUsage if the store, in its present version, is no part of the whole.
  Status CheckHas(const Store& store) const;
  // The counts of a term; nothing if no page of the whole has it.
  Result<std::optional<TermRecord>> Find(std::string_view term) const;
  // As VisitTerms of common/postings/dictionary.h, over the whole.
  Status VisitTerms(std::string_view prefix,
                    const std::function<bool(std::string_view term, std::uint32_t df)>& visit,
                    double template_share = 0) const;
  // The rows of a block. REQUIRES: there is a block of this number.
  Result<std::vector<StatisticsRow>> ReadBlock(std::size_t number) const;

 private:
  StatisticsFile(std::string name, PlacedFile file)
      : name_(std::move(name)), file_(std::move(file)) {}
  Status ReadSummary();
  Status Damaged() const;
  std::size_t BlockOf(std::string_view key) const;

  const std::string name_;
  const PlacedFile file_;
  StatisticsSummary summary_;
};

}  // namespace thresh
