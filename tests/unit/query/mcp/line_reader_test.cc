// Lines of a pipe, however they are cut, and lines that are too long.
#include "query/mcp/line_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>
#include <vector>

namespace thresh {
namespace {

// What a reader of at most `most` bytes finds in `bytes`, which come in pieces of `piece` bytes.
std::vector<std::string> LinesOf(const std::string& bytes, std::size_t most, std::size_t piece) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      const std::string part = bytes.substr(at, piece);
      EXPECT_EQ(::write(ends[1], part.data(), part.size()), static_cast<ssize_t>(part.size()));
    }
    ::close(ends[1]);
  });
  LineReader reader(ends[0], most);
  std::vector<std::string> lines;
  std::string line;
  for (;;) {
    const Result<LineReader::Kind> kind = reader.Next(&line);
    EXPECT_TRUE(kind.ok());
    if (!kind.ok() || kind.value() == LineReader::Kind::kEnd) break;
    lines.push_back(kind.value() == LineReader::Kind::kTooLong ? "(too long)" : line);
  }
  writer.join();
  ::close(ends[0]);
  return lines;
}

TEST(LineReader, LinesAreTheSameHoweverTheyAreCut) {
  const std::vector<std::string> expected = {"one", "", "(too long)", "tenletters", "last"};
  for (const std::size_t piece : {1U, 3U, 7U, 1000U})
    EXPECT_EQ(LinesOf("one\n\neleven bytes\ntenletters\nlast", 10, piece), expected) << piece;
}

TEST(LineReader, AnEndlessLineIsReadAndNotKept) {
  const std::string endless(3 << 20, 'x');
  EXPECT_EQ(LinesOf(endless + "\nnext\n" + endless, 1000, 1 << 16),
            (std::vector<std::string>{"(too long)", "next", "(too long)"}));
  EXPECT_TRUE(LinesOf("", 10, 1).empty());
}

TEST(LineReader, ADescriptorThatCannotBeReadIsAnError) {
  LineReader reader(-1, 10);
  std::string line;
  EXPECT_EQ(reader.Next(&line).status().code(), Code::kIo);
}

}  // namespace
}  // namespace thresh
