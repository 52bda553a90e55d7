#include "indexer/route/gzip_writer.h"

#include "indexer/sources/bytes/decompressor.h"
#include "tests/unit/indexer/sources/support.h"

namespace thresh {
namespace {

TEST(GzipWriter, MembersBehindEachOtherAreOneFile) {
  GzipWriter writer;
  std::string out, want;
  writer.End(&out);
  EXPECT_TRUE(out.empty());
  for (const std::size_t size : {1U, 70000U, 300000U}) {
    const std::string piece(size, static_cast<char>('a' + size % 20));
    writer.Write(piece, &out);
    writer.Write("", &out);
    writer.Write("|", &out);
    writer.End(&out);
    want += piece + "|";
  }
  std::string got(want.size(), '\0');
  const auto inflater = MakeInflater(InflateFormat::kGzip);
  std::string_view in = out;
  std::size_t size = 0;
  for (int members = 0; members < 3; ++members) {
    auto state = Decompressor::State::kMore;
    while (state == Decompressor::State::kMore) {
      std::size_t made = 0;
      state = inflater->Step(&in, got.data() + size, got.size() - size, &made);
      size += made;
    }
    EXPECT_EQ(state, Decompressor::State::kEnd);
    inflater->Restart();
  }
  EXPECT_TRUE(in.empty());
  EXPECT_EQ(got, want);
}

}  // namespace
}  // namespace thresh
