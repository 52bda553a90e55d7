#include "indexer/run/run_writer.h"

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

// Offsets in blocks become positions in pages. Postings keep their blocks, because strikes on them
// may come after the run is written.
class TermEncoder {
 public:
  explicit TermEncoder(const Run& run) : run_(run) {}

  const std::string& Encode(TermId term) {
    postings_.Clear();
    run_.ForEachPosting(term, [this](const RunPosting& posting) { Add(posting); });
    return postings_.bytes();
  }

 private:
  void Add(const RunPosting& posting) {
    positions_.clear();
    std::uint32_t offset = 0;
    posting.Differences([&](std::uint32_t, std::uint32_t difference) {
      offset += difference;
      positions_.push_back(run_.Position(posting.block, offset));
    });
    const RunBlockInfo& block = run_.blocks()[posting.block.value];
    postings_.Add(block.doc, block.block, positions_);
  }

  const Run& run_;
  RunPostingsWriter postings_;
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

Result<FileEntry> RunWriter::Finish(const Strikes& strikes) {
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
