#include "indexer/segment/verify_live.h"

#include <memory>

#include "common/store/store.h"
#include "indexer/segment/masks.h"
#include "indexer/segment/verify_files.h"

namespace thresh {
namespace {

// Returns false if the file is damaged: RocksDB asserts on some damaged files, so it reads only
// whole ones.
Result<bool> VerifyTable(const std::string& store, const FileEntry& entry, VerifyReport* report) {
  const std::size_t before = report->problems.size();
  THRESH_RETURN_IF_ERROR(VerifyFile(store, entry, report));
  if (report->problems.size() == before) VerifyBlocks(store, entry, report);
  return report->problems.size() == before;
}

// The rows of the mask table against what the posting lists say.
Status VerifyMasks(const Store& store, VerifyReport* report) {
  std::uint64_t wrong = 0;
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    const SegmentEntry& entry = store.manifest().segments[s];
    const auto rows = store.masks(s) ? store.masks(s)->Scan(entry.name) : nullptr;
    if (!entry.masked.empty()) {
      THRESH_RETURN_IF_ERROR(CountMasked(
          store.segment(s), entry.masked,
          [&](std::string_view term, const TermRecord& counted) -> Status {
            const bool same =
                rows && rows->Valid() && rows->term() == term && rows->value() == counted.Encode();
            if (!same) ++wrong;
            if (same) rows->Next();
            if (same) ++report->rows;
            return {};
          }));
    }
    if (!rows) continue;
    THRESH_RETURN_IF_ERROR(rows->status());
    if (rows->Valid()) ++wrong;
  }
  if (wrong > 0) report->problems.emplace_back("the mask table does not count what is masked");
  return {};
}

Status VerifyHistory(const Store& store, const CrawlTable& table, VerifyReport* report) {
  const Result<UpdateReport> last = table.Report();
  if (!last.ok()) report->problems.push_back(last.status().message());
  std::uint64_t live = 0, foreign = 0;
  const std::unique_ptr<CrawlTable::Rows> rows = table.Scan();
  for (; rows->Valid(); rows->Next()) {
    ++report->rows;
    if (!rows->record().live()) continue;
    ++live;
    THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> page, FindUrl(store, rows->url()));
    if (!page) ++foreign;
  }
  if (!rows->status().ok()) report->problems.push_back(rows->status().message());
  if (foreign > 0 || live != store.docs())
    report->problems.push_back(store.manifest().crawl.path +
                               ": its pages are not those of the segments");
  return {};
}

}  // namespace

Status VerifyLive(const std::string& path, const Manifest& manifest, VerifyReport* report) {
  const bool whole = report->problems.empty();
  THRESH_ASSIGN_OR_RETURN(bool tables, VerifyTable(path, manifest.crawl, report));
  if (manifest.masks) {
    THRESH_ASSIGN_OR_RETURN(const bool masks, VerifyTable(path, *manifest.masks, report));
    tables &= masks;
  }
  if (!whole || !tables) return {};
  Result<std::unique_ptr<Store>> store = Store::Open(path, manifest);
  if (!store.ok() && store.status().code() != Code::kUnusable) return store.status();
  if (!store.ok()) {
    report->problems.push_back(store.status().message());
    return {};
  }
  THRESH_ASSIGN_OR_RETURN(const std::string detector, (*store)->Detector());
  if (ContentDigestOf(manifest.analyzer, detector, (*store)->sites()) != manifest.digest)
    report->problems.emplace_back("the content digest is not that of the sites");
  THRESH_RETURN_IF_ERROR(VerifyMasks(**store, report));
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<CrawlTable> table, (*store)->OpenCrawlTable());
  return VerifyHistory(**store, *table, report);
}

}  // namespace thresh
