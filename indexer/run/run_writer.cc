#include "indexer/run/run_writer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "common/base/coder.h"
#include "common/base/files.h"
#include "common/store/rocks.h"
#include "indexer/run/run_format.h"

namespace thresh {
namespace {

// The places of a run's pages in its file, which has them by host and URL: the order of a segment
// (indexer/page_order.h), so that the merge reads every file from front to back.
class Places {
 public:
  explicit Places(const Run& run) : run_(run), page_at_(run.docs().size()), place_of_(page_at_) {
    std::iota(page_at_.begin(), page_at_.end(), 0U);
    const std::span<const RunDocInfo> docs = run.docs();
    const auto before = [docs](std::uint32_t a, std::uint32_t b) {
      return std::tuple(docs[a].host, docs[a].url, a) < std::tuple(docs[b].host, docs[b].url, b);
    };
    sorted_ = std::is_sorted(page_at_.begin(), page_at_.end(), before);
    if (!sorted_) std::sort(page_at_.begin(), page_at_.end(), before);
    for (std::uint32_t place = 0; place < page_at_.size(); ++place)
      place_of_[page_at_[place]] = place;
  }

  // Pages came in this order.
  bool sorted() const { return sorted_; }
  // The pages of a run are numbered without a gap.
  DocId Of(DocId arrival) const {
    return DocId(place_of_[arrival.value - run_.docs().front().doc.value]);
  }
  const RunDocInfo& At(std::uint32_t place) const { return run_.docs()[page_at_[place]]; }
  std::uint32_t pages() const { return static_cast<std::uint32_t>(page_at_.size()); }

 private:
  const Run& run_;
  std::vector<std::uint32_t> page_at_, place_of_;
  bool sorted_ = true;
};

Status PutDocs(const Places& places, char kind, std::string_view RunDocInfo::*value, StopFlag stop,
               TableWriter* table) {
  for (std::uint32_t place = 0; place < places.pages(); ++place) {
    THRESH_RETURN_IF_ERROR(Going(stop));
    THRESH_RETURN_IF_ERROR(table->Put(RunDocKey(kind, DocId(place)), places.At(place).*value));
  }
  return {};
}

// Offsets in blocks become positions in pages, and the blocks of a page one posting for each field.
class TermEncoder {
 public:
  TermEncoder(const Run& run, const Places& places) : run_(run), places_(places) {}

  const std::string& Encode(TermId term) {
    postings_.Clear();
    positions_.clear();
    found_.clear();
    begin_ = 0;
    run_.ForEachPosting(term, [this](const RunPosting& posting) { Add(posting); });
    Flush();
    if (places_.sorted()) return postings_.bytes();
    // Within a page the fields ascend already.
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.doc < b.doc; });
    for (const Found& found : found_) {
      const auto first = positions_.begin() + static_cast<std::ptrdiff_t>(found.begin);
      postings_.Add(found.doc, found.field, {&*first, found.end - found.begin});
    }
    return postings_.bytes();
  }

 private:
  // A posting that waits for its place, with its part of positions_.
  struct Found {
    DocId doc;
    Field field = Field::kBody;
    std::size_t begin = 0, end = 0;
  };

  void Add(const RunPosting& posting) {
    const auto [doc, field] = run_.home(posting.block);
    if (doc != doc_ || field != field_) Flush();
    doc_ = doc;
    field_ = field;
    std::uint32_t offset = 0;
    posting.Differences([&](std::uint32_t, std::uint32_t difference) {
      offset += difference;
      positions_.push_back(run_.Position(posting.block, offset));
    });
  }

  void Flush() {
    if (positions_.size() == begin_) return;
    const auto first = positions_.begin() + static_cast<std::ptrdiff_t>(begin_);
    // Blocks come in opening order; nested ones stand inside of their parents' text.
    if (!std::is_sorted(first, positions_.end())) std::sort(first, positions_.end());
    if (places_.sorted()) {
      postings_.Add(places_.Of(doc_), field_, {&*first, positions_.size() - begin_});
      positions_.clear();
      return;
    }
    found_.push_back({places_.Of(doc_), field_, begin_, positions_.size()});
    begin_ = positions_.size();
  }

  const Run& run_;
  const Places& places_;
  RunPostingsWriter postings_;
  DocId doc_;  // of the end of positions_, from begin_ on
  Field field_ = Field::kBody;
  std::size_t begin_ = 0;
  std::vector<std::uint32_t> positions_;
  std::vector<Found> found_;
};

rocksdb::Options UnpackedOptions() {
  rocksdb::Options options = BaseOptions();
  options.compression = rocksdb::kNoCompression;
  return options;
}

Status PutEvents(const Run& run, TableWriter* table) {
  std::map<std::string, RunEventRow> rows;
  for (const RunEvent& event : run.events())
    rows[RunEventKey(event.host, event.url)].events.push_back(
        {event.kind, event.status, event.stored, event.pages_before, std::string(event.date),
         std::string(event.target)});
  for (const auto& [key, row] : rows) THRESH_RETURN_IF_ERROR(table->Put(key, row.Encode()));
  return {};
}

Status PutTerms(const Run& run, const Places& places, StopFlag stop, TableWriter* table) {
  TermEncoder encoder(run, places);
  for (std::uint32_t i = 0; i < run.terms(); ++i) {
    THRESH_RETURN_IF_ERROR(Going(stop));
    // A TermId is the rank of the term in byte order, so the keys ascend.
    const TermId term(i);
    THRESH_RETURN_IF_ERROR(table->Put(RunTermKey(run.term(term)), encoder.Encode(term)));
  }
  return {};
}

}  // namespace

RunWriter::RunWriter(const std::string& file, bool packed)
    : table_(file, packed ? BaseOptions() : UnpackedOptions()) {}

Status RunWriter::Put(const Run& run, StopFlag stop) {
  const Places places(run);
  // In the order of the kinds: keys of a table file must ascend.
  THRESH_RETURN_IF_ERROR(PutDocs(places, kRunDocs, &RunDocInfo::record, stop, &table_));
  THRESH_RETURN_IF_ERROR(PutDocs(places, kRunHarvest, &RunDocInfo::harvest, stop, &table_));
  THRESH_RETURN_IF_ERROR(PutDocs(places, kRunLinks, &RunDocInfo::links, stop, &table_));
  THRESH_RETURN_IF_ERROR(PutEvents(run, &table_));
  THRESH_RETURN_IF_ERROR(PutTerms(run, places, stop, &table_));
  return PutDocs(places, kRunTexts, &RunDocInfo::text, stop, &table_);
}

Result<FileEntry> RunWriter::Finish(const Strikes& strikes, std::span<const LogPart> log) {
  std::uint32_t number = 0;  // of the part, within its site
  for (std::size_t i = 0; i < log.size(); ++i) {
    number = i > 0 && log[i].site == log[i - 1].site ? number + 1 : 0;
    THRESH_RETURN_IF_ERROR(table_.Put(RunLogKey(log[i].site, number), log[i].bytes));
  }
  THRESH_RETURN_IF_ERROR(table_.Put(std::string(1, kRunStrikes), EncodeStrikes(strikes)));
  THRESH_RETURN_IF_ERROR(table_.Finish());
  const std::filesystem::path path(table_.file());
  // Before the ledger names the file: a crash must not leave a name without its file.
  THRESH_RETURN_IF_ERROR(SyncDirectory(path.parent_path().string()));
  FileEntry entry;
  entry.path = path.filename().string();
  // The ledger hashes the file when a build resumes, so the entry is made of the file, too.
  THRESH_ASSIGN_OR_RETURN(entry.hash, HashFile(table_.file(), &entry.bytes));
  return entry;
}

}  // namespace thresh
