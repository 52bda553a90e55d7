// Any bytes as a value of a run file or as a ledger: decoded or refused, and what is decoded
// survives encoding.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/check.h"
#include "indexer/run/ledger.h"
#include "indexer/run/run_format.h"

namespace {

using namespace thresh;

void TryRecord(std::string_view bytes) {
  RunDocRecord record, again;
  if (!record.Decode(bytes)) return;
  THRESH_CHECK(again.Decode(record.Encode()) && again.Encode() == record.Encode());
  for (const auto& stretch : record.layout)
    THRESH_CHECK(stretch.block.value < record.blocks.size());
}

void TryPostings(std::string_view bytes) {
  RunPostingsReader reader(bytes);
  RunPostingsWriter writer;
  std::uint64_t postings = 0, again = 0;
  while (reader.Next()) {
    THRESH_CHECK(!reader.positions().empty());
    writer.Add(reader.doc(), reader.field(), reader.positions());
    ++postings;
  }
  RunPostingsReader rewritten(writer.bytes());
  while (rewritten.Next()) ++again;
  THRESH_CHECK(rewritten.ok() && again == postings);
}

void TryStrikes(std::string_view bytes) {
  Strikes strikes, again;
  if (!DecodeStrikes(bytes, &strikes)) return;
  for (const Strike& strike : strikes.strikes)
    THRESH_CHECK(strike.template_id.value < strikes.templates.size());
  THRESH_CHECK(DecodeStrikes(EncodeStrikes(strikes), &again) &&
               EncodeStrikes(again) == EncodeStrikes(strikes));
}

void TryLedger(std::string_view bytes) {
  const Result<Ledger> ledger = Ledger::Decode(bytes, "ledger");
  THRESH_CHECK(ledger.ok() || ledger.status().code() == Code::kUnusable);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  TryRecord(bytes);
  TryPostings(bytes);
  TryStrikes(bytes);
  TryLedger(bytes);
  return 0;
}
