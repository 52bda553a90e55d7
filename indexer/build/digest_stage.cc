#include <optional>
#include <utility>

#include "indexer/build/stages.h"

namespace thresh {
namespace {

std::size_t BytesOf(const Digested& digested) {
  const RunRows& rows = digested.rows;
  return BytesOf(digested.page) + rows.shape.size() + rows.text.size() + rows.links.size();
}

}  // namespace

Status DigestStage::Run() {
  // Each thread has a digester of its own, because an Analyzer is not thread-safe.
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Digester> digester, Digester::Make(options_));
  while (std::optional<RawPage> raw = pages_->Pop()) {
    const Origin origin = raw->origin;
    Digested digested;
    if (raw->kind == RecordKind::kPage && raw->form == PageForm::kStored) {
      THRESH_ASSIGN_OR_RETURN(digested.page, digester->Restore(std::move(*raw)));
    } else {
      digested.page = digester->Digest(std::move(*raw));
    }
    const std::uint64_t payload =
        digested.page.stored ? digested.page.origin.payload : origin.payload;
    digested.page.origin = origin;
    digested.page.origin.payload = payload;
    // The rows could be encoded in the fold as well. They are encoded here because this stage has
    // P threads and the fold has one.
    if (digested.page.kind == RecordKind::kPage) digested.rows = TakeRunRows(&digested.page);
    const std::size_t bytes = BytesOf(digested);
    // Read before the call, which moves `digested` away.
    const std::uint64_t sequence = digested.page.sequence;
    if (!digested_->Push(sequence, std::move(digested), bytes)) break;
  }
  times_ = digester->times();
  digested_->Close();
  return {};
}

}  // namespace thresh
