#include "common/store/line_file.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/base/hash.h"

namespace thresh {
namespace {

using State = LineFileReader::State;
using Lines = std::vector<std::pair<std::string, std::string>>;

Lines ReadAll(LineFileReader* reader) {
  Lines lines;
  while (reader->Next()) lines.emplace_back(reader->key(), reader->value());
  return lines;
}

std::string WithChecksum(const std::string& body) {
  return body + "checksum " + HashBytes(body).Hex() + "\n";
}

TEST(LineFile, ReadsWhatItWrote) {
  LineFileWriter writer("some-title", 7);
  const Lines lines = {{"a", "b c"}, {"empty", ""}, {"path", "x\\n\ny\\"}, {"a", "again"}};
  for (const auto& [key, value] : lines) writer.Put(key, value);
  const std::string text = writer.Finish();
  EXPECT_EQ(text, WithChecksum("some-title 7\na b c\nempty \npath x\\\\n\\ny\\\\\na again\n"));
  LineFileReader reader(text, "some-title");
  ASSERT_EQ(reader.state(), State::kWhole);
  EXPECT_EQ(reader.version(), "7");
  EXPECT_EQ(reader.key(), "");
  EXPECT_EQ(ReadAll(&reader), lines);
  EXPECT_TRUE(reader.ok());
  EXPECT_FALSE(reader.Next());
}

TEST(LineFile, TellsForeignFromDamaged) {
  const std::string whole = WithChecksum("title 1\na b\n");
  EXPECT_EQ(LineFileReader(whole, "title").state(), State::kWhole);
  EXPECT_EQ(LineFileReader(whole, "titl").state(), State::kForeign);
  EXPECT_EQ(LineFileReader("", "title").state(), State::kForeign);
  for (std::size_t size = 6; size < whole.size(); ++size)
    EXPECT_EQ(LineFileReader(whole.substr(0, size), "title").state(), State::kDamaged) << size;
  for (std::size_t at = 6; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x20);
    LineFileReader reader(flipped, "title");
    EXPECT_EQ(reader.state(), State::kDamaged) << at;
    EXPECT_FALSE(reader.Next());
  }
}

TEST(LineFile, BrokenEscapesAreNoEnd) {
  for (const std::string value : {"x\\", "x\\t"}) {
    const std::string text = WithChecksum("title 1\na b\nc " + value + "\nd e\n");
    LineFileReader reader(text, "title");
    EXPECT_EQ(ReadAll(&reader).size(), 1u);
    EXPECT_FALSE(reader.ok());
    EXPECT_FALSE(reader.Next());
  }
}

}  // namespace
}  // namespace thresh
