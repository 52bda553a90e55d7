#include "indexer/merge/merger.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "common/base/check.h"
#include "common/base/memory.h"
#include "common/base/version.h"
#include "indexer/merge/anchors.h"
#include "indexer/merge/canonical_copies.h"
#include "indexer/merge/name_rows.h"
#include "indexer/merge/page_merge.h"
#include "indexer/merge/run_set.h"
#include "indexer/merge/term_merge.h"
#include "indexer/segment/segment_writer.h"

namespace thresh {
namespace {

// Shares of the time for the progress bar: about a tenth goes into the verdicts, half into texts.
constexpr double kPlanned = 0.1, kTextsDone = 0.6;

// The strikes of a build, site by site.
class StrikesOfSites {
 public:
  Status Read(const RunSet& runs, const MergeOptions& options) {
    order_ = &options.order;
    for (const PackedStrikes& late : options.late) late_.emplace(order_->Of(late.site), &late);
    return runs.ForEachStrikes([this](const Strikes& strikes) {
      for (auto& [site, some] : BySite(strikes)) early_[site].push_back(std::move(some));
    });
  }
  // By number of the segment.
  std::vector<Strikes> Take(SiteId site) {
    std::vector<Strikes> strikes = std::move(early_[site]);
    early_.erase(site);
    const auto [first, last] = late_.equal_range(site);
    for (auto late = first; late != last; ++late) {
      Strikes packed;
      THRESH_CHECK(DecodeStrikes(late->second->bytes, &packed));
      strikes.push_back(order_->Renumbered(packed));
    }
    return strikes;
  }

 private:
  const PageOrder* order_ = nullptr;
  std::map<SiteId, std::vector<Strikes>> early_;      // of runs
  std::multimap<SiteId, const PackedStrikes*> late_;  // of judged sites
};

class Merger {
 public:
  // Files that the merge needs for itself have names that begin with `files`.
  Merger(const MergeOptions& options, RunSet runs, SegmentWriter* segment, const std::string& files)
      : options_(options),
        runs_(std::move(runs)),
        segment_(segment),
        verdicts_(options.removal),
        spellings_(files + "spellings-") {}

  Status Run() {
    THRESH_RETURN_IF_ERROR(Plan());
    Report(kPlanned);
    THRESH_RETURN_IF_ERROR(options_.threads >= 2 ? WriteSideBySide() : WriteInTurn());
    Report(1);
    // Lengths follow the terms, which count the distinct words of each page.
    THRESH_RETURN_IF_ERROR(WriteLengths());
    return WriteMeta();
  }

  std::uint64_t docs() const { return lengths_.docs(); }
  const Anchors& anchors() const { return anchors_; }
  const CanonicalCopies& copies() const { return copies_; }
  const Statistics& statistics() const { return total_; }
  std::vector<SiteRecord>& sites() { return sites_; }

 private:
  void Report(double done) const {
    if (options_.progress) options_.progress(done);
  }

  // First pass over strikes and pages: every block gets its final verdict, every page its length,
  // and copies are found.
  Status Plan() {
    StrikesOfSites strikes;
    THRESH_RETURN_IF_ERROR(strikes.Read(runs_, options_));
    THRESH_RETURN_IF_ERROR(runs_.ForEachRecord([&](const RunDocRecord& record) {
      if (sites_.size() <= record.doc.site.value)
        verdicts_.StartSite(record.id, record.doc.site, strikes.Take(record.doc.site));
      verdicts_.AddDoc(record);
      copies_.AddDoc(record);
      if (options_.links) anchors_.AddDoc(record);
      Count(record);
    }));
    verdicts_.Decide();
    GiveBackMemory();  // that of the sites
    CountRemoved();
    THRESH_RETURN_IF_ERROR(copies_.Find(runs_, verdicts_));
    for (const auto& [copy, original] : copies_.found()) ++Site(copy).duplicates;
    digests_.emplace(sites_);
    return {};
  }

  Status GatherAnchors() {
    if (!options_.links) {
      lengths_.priors.assign(site_of_.size(), LengthsRecord::StoredPrior(0));
      if (KeepsStruck()) lengths_.templates.priors = lengths_.priors;
      return {};
    }
    THRESH_RETURN_IF_ERROR(anchors_.Gather(runs_, verdicts_, copies_));
    lengths_.priors = anchors_.TakePriors();
    if (KeepsStruck()) lengths_.templates.priors = anchors_.TakeAllPriors();
    return {};
  }

  bool KeepsStruck() const { return options_.removal == RemovalMode::kField; }

  Statistics& Site(DocId doc) { return sites_[site_of_[doc.value].value].statistics; }

  void Count(const RunDocRecord& record) {
    const std::size_t site = record.doc.site.value;
    if (sites_.size() <= site) sites_.resize(site + 1);
    sites_[site].host = record.host;
    site_of_.push_back(record.doc.site);
    Statistics& statistics = sites_[site].statistics;
    ++statistics.docs;
    if (record.doc.body_tokens_seen == 0) ++statistics.empty;
    if (record.doc.duplicate) ++statistics.duplicates;
    if (record.doc.degraded) ++statistics.degraded;
    if (!record.doc.stemmer.empty()) ++sites_[site].stemmers[record.doc.stemmer];
    statistics.blocks_seen += record.doc.blocks;
    statistics.tokens_seen += record.doc.body_tokens_seen;
    CountFields(record, &statistics);
  }

  void CountFields(const RunDocRecord& record, Statistics* statistics) {
    std::array<std::uint32_t, kOwnFieldCount> words{};
    for (const RunDocRecord::BlockShape& shape : record.blocks) {
      words[static_cast<std::size_t>(shape.field)] += shape.tokens;
    }
    words[static_cast<std::size_t>(Field::kBody)] = record.doc.body_tokens_seen;
    for (std::size_t f = 0; f < kOwnFieldCount; ++f) {
      lengths_.words[f].push_back(words[f]);
      if (f != static_cast<std::size_t>(Field::kBody)) statistics->tokens_fields += words[f];
    }
  }

  void CountRemoved() {
    for (std::uint32_t d = 0; d < site_of_.size(); ++d) {
      const DocId doc(d);
      const PageRemoval removed = verdicts_.removed(doc);
      Statistics& statistics = Site(doc);
      statistics.blocks_template += removed.blocks_template;
      statistics.blocks_kept_one += removed.blocks_kept_one;
      statistics.blocks_protected += removed.blocks_protected;
      std::uint32_t& words = lengths_.words[static_cast<std::size_t>(Field::kBody)][d];
      // Scorers must not count words that the index does not have.
      words -= removed.tokens_removed;
      if (KeepsStruck()) lengths_.templates.words.push_back(removed.tokens_removed);
      statistics.tokens_indexed += words;
    }
    for (const TemplateRecord& found : verdicts_.templates())
      ++sites_[found.site.value].statistics.templates;
    // The terms are not merged yet, so WriteLengths fills in these numbers.
    lengths_.distinct.resize(site_of_.size());
    for (std::uint32_t d = 0; d < site_of_.size(); ++d)
      totals_.push_back(std::max(lengths_.Total(DocId(d)), 1U));  // as scorers take it
  }

  Status WriteTerms() {
    THRESH_ASSIGN_OR_RETURN(
        terms_, MergeTerms(runs_, verdicts_, anchors_, totals_, segment_, &*digests_, &spellings_));
    return {};
  }

  Status WriteRecords() {
    return MergeRecords(runs_, verdicts_, copies_, segment_, &*digests_, &names_);
  }

  Status WriteTexts() {
    const auto done = [this](DocId doc) {
      // A progress bar needs no report for each page.
      if (doc.value % 256 != 0) return;
      const double share = static_cast<double>(doc.value) / static_cast<double>(docs());
      Report(kPlanned + share * (kTextsDone - kPlanned));
    };
    return MergeTexts(runs_, verdicts_, segment_, &*digests_, done);
  }

  Status WriteInTurn() {
    THRESH_RETURN_IF_ERROR(GatherAnchors());
    THRESH_RETURN_IF_ERROR(WriteTexts());
    THRESH_RETURN_IF_ERROR(WriteTerms());
    return WriteRecords();
  }

  // The two sides share only what is decided: verdicts, lengths, run files. Texts, which are
  // compressed hard, and records take about as long as anchors and terms.
  Status WriteSideBySide() {
    Status terms;
    std::thread side([&] {
      terms = GatherAnchors();
      if (terms.ok()) terms = WriteTerms();
    });
    // Texts stay on the caller's thread, where MergeOptions promises to report the progress.
    Status texts = WriteTexts();
    if (texts.ok()) texts = WriteRecords();
    // Joined before any return, because the side thread uses this object.
    side.join();
    THRESH_RETURN_IF_ERROR(texts);
    return terms;
  }

  Status WriteLengths() {
    for (std::uint32_t d = 0; d < docs(); ++d) {
      const TermTotals::Page& page = terms_.pages[d];
      lengths_.distinct[d] = page.distinct;
      if (KeepsStruck()) lengths_.templates.distinct.push_back(page.of_templates);
      Site(DocId(d)).postings_seen += page.postings_seen;
      Site(DocId(d)).postings += page.postings;
    }
    return segment_->Put(Family::kLengths, kLengthsKey, lengths_.Encode());
  }

  Status WriteMeta() {
    for (std::uint32_t s = 0; s < sites_.size(); ++s) {
      total_.Add(sites_[s].statistics);
      sites_[s].digest = digests_->Finish(SiteId(s), sites_[s].statistics, lengths_);
    }
    total_.terms = terms_.terms;
    total_.postings_bytes = terms_.postings_bytes;
    total_.positions_bytes = terms_.positions_bytes;
    // Rows of a family must be put in key order.
    THRESH_RETURN_IF_ERROR(segment_->Put(Family::kMeta, kMetaAnalyzer, options_.analyzer));
    THRESH_RETURN_IF_ERROR(segment_->Put(Family::kMeta, kMetaDetector, options_.detector));
    THRESH_RETURN_IF_ERROR(
        segment_->Put(Family::kMeta, kMetaFormat, std::to_string(kFormatVersion)));
    if (!options_.models.empty())
      THRESH_RETURN_IF_ERROR(
          segment_->Put(Family::kMeta, kMetaModels, EncodeModels(options_.models)));
    THRESH_RETURN_IF_ERROR(names_.Write(docs(), segment_));
    THRESH_RETURN_IF_ERROR(segment_->Put(Family::kMeta, kMetaSites, EncodeSites(sites_)));
    THRESH_RETURN_IF_ERROR(spellings_.Write(segment_));
    return segment_->Put(Family::kMeta, kMetaStatistics, total_.Encode());
  }

  const MergeOptions& options_;
  const RunSet runs_;
  SegmentWriter* segment_;
  Verdicts verdicts_;
  CanonicalCopies copies_;
  Anchors anchors_;
  LengthsRecord lengths_;
  std::vector<std::uint32_t> totals_;  // LengthsRecord::Total of each page, at least 1
  std::vector<SiteId> site_of_;
  std::vector<SiteRecord> sites_;
  std::optional<SiteDigests> digests_;
  Spellings spellings_;
  NameRows names_;
  TermTotals terms_;
  Statistics total_;
};

}  // namespace

Counters CountersOf(const Statistics& statistics) {
  Counters counters;
  counters[Counter::kTokensSeen] = statistics.tokens_seen;
  counters[Counter::kTokensIndexed] = statistics.tokens_indexed;
  counters[Counter::kBlocksSeen] = statistics.blocks_seen;
  counters[Counter::kBlocksTemplate] = statistics.blocks_template;
  counters[Counter::kBlocksKeptOne] = statistics.blocks_kept_one;
  counters[Counter::kBlocksProtected] = statistics.blocks_protected;
  return counters;
}

Result<MergeResult> MergeRuns(const MergeOptions& options, const std::string& directory) {
  THRESH_ASSIGN_OR_RETURN(
      RunSet runs, RunSet::Open(options.run_files, options.order, options.stop, options.segments));
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentWriter> segment,
                          SegmentWriter::Create(directory, options.packing));
  Merger merger(options, std::move(runs), segment.get(), directory + "-");
  THRESH_RETURN_IF_ERROR(merger.Run());
  MergeResult result;
  THRESH_ASSIGN_OR_RETURN(result.segment, segment->Finish());
  result.segment.docs = merger.docs();
  result.statistics = merger.statistics();
  result.sites = std::move(merger.sites());
  result.counters[Counter::kCanonicalCopy] = merger.copies().found().size();
  result.counters[Counter::kAnchors] = merger.anchors().links();
  result.counters[Counter::kAnchorsDropped] = merger.anchors().dropped();
  return result;
}

}  // namespace thresh
