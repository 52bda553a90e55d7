#include "indexer/run/run_writer.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "common/base/coder.h"
#include "common/base/files.h"
#include "common/store/rocks.h"
#include "indexer/run/run_format.h"

namespace thresh {
namespace {

Status PutDocs(const Run& run, char kind, std::string_view RunDocInfo::*value, TableWriter* table) {
  for (const RunDocInfo& doc : run.docs()) {
    THRESH_RETURN_IF_ERROR(table->Put(RunDocKey(kind, doc.doc), doc.*value));
  }
  return {};
}

// Offsets in blocks become positions in pages, and the blocks of a page one posting for each field.
class TermEncoder {
 public:
  explicit TermEncoder(const Run& run) : run_(run) {}

  const std::string& Encode(TermId term) {
    postings_.Clear();
    positions_.clear();
    run_.ForEachPosting(term, [this](const RunPosting& posting) { Add(posting); });
    Flush();
    return postings_.bytes();
  }

 private:
  void Add(const RunPosting& posting) {
    const RunBlockInfo& block = run_.blocks()[posting.block.value];
    if (block.doc != doc_ || block.field != field_) Flush();
    doc_ = block.doc;
    field_ = block.field;
    std::uint32_t offset = 0;
    posting.Differences([&](std::uint32_t, std::uint32_t difference) {
      offset += difference;
      positions_.push_back(run_.Position(posting.block, offset));
    });
  }

  void Flush() {
    if (positions_.empty()) return;
    // Blocks come in opening order; nested ones stand inside of their parents' text.
    if (!std::is_sorted(positions_.begin(), positions_.end()))
      std::sort(positions_.begin(), positions_.end());
    postings_.Add(doc_, field_, positions_);
    positions_.clear();
  }

  const Run& run_;
  RunPostingsWriter postings_;
  DocId doc_;  // of positions_
  Field field_ = Field::kBody;
  std::vector<std::uint32_t> positions_;
};

Status PutTerms(const Run& run, TableWriter* table) {
  TermEncoder encoder(run);
  for (std::uint32_t i = 0; i < run.terms(); ++i) {
    // A TermId is the rank of the term in byte order, so the keys ascend.
    const TermId term(i);
    THRESH_RETURN_IF_ERROR(table->Put(RunTermKey(run.term(term)), encoder.Encode(term)));
  }
  return {};
}

}  // namespace

RunWriter::RunWriter(const std::string& file) : table_(file, BaseOptions()) {}

Status RunWriter::Put(const Run& run) {
  // In the order of the kinds: keys of a table file must ascend.
  THRESH_RETURN_IF_ERROR(PutDocs(run, kRunDocs, &RunDocInfo::record, &table_));
  THRESH_RETURN_IF_ERROR(PutDocs(run, kRunLinks, &RunDocInfo::links, &table_));
  THRESH_RETURN_IF_ERROR(PutTerms(run, &table_));
  return PutDocs(run, kRunTexts, &RunDocInfo::text, &table_);
}

Result<FileEntry> RunWriter::Finish(const Strikes& strikes, std::span<const LogPart> log) {
  for (const LogPart& part : log)
    THRESH_RETURN_IF_ERROR(table_.Put(RunLogKey(part.site), part.bytes));
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
