#include "indexer/sources/bytes/zip_reader.h"
#include "tests/fuzz/reader_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::size_t names = 0;
  for (const auto& entry : thresh::ParseZipDirectory(thresh::fuzz::View(data, size)))
    names += entry.name.size();
  THRESH_CHECK(names <= size);
  return 0;
}
