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
    Digested digested{digester->Digest(std::move(*raw)), {}};
    digested.page.origin = origin;
    // The rows could be encoded in the fold as well. They are encoded here because this stage has
    // P threads and the fold has one.
    digested.rows = EncodeRunRows(digested.page);
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
