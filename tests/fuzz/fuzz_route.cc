#include <atomic>

#include "indexer/route/router.h"
#include "tests/fuzz/reader_fuzz.h"
#include "tests/support/temp_folder.h"

// Any bytes as a crawl: no record is lost on the way into the shards, and no byte of a crawl that
// is not packed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thresh;
  const TempFolder folder;
  const std::string_view bytes = fuzz::View(data, size);
  const std::atomic<bool> stop{false};
  Router router({{folder.Write("crawl.warc", bytes)}, "", fuzz::Limits()}, stop, {});
  const auto result = router.Route(ShardPlan(2), folder / "out");
  if (!result.ok()) return 0;
  THRESH_CHECK(result.value().records == result.value().copied.records);
  if (SniffPacking(bytes) == Packing::kNone && !bytes.starts_with("PK"))
    THRESH_CHECK(result.value().bytes_written == size);
  return 0;
}
