#include "tests/fuzz/reader_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  thresh::fuzz::ReadAll(thresh::fuzz::View(data, size), thresh::MakeArcReader);
  return 0;
}
