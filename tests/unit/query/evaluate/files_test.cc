// Judgments, runs and packed files.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>

#include "common/base/files.h"
#include "query/evaluate/input_text.h"
#include "query/evaluate/qrels.h"
#include "query/evaluate/trec_run.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

std::string QrelsError(std::string_view text) {
  const auto qrels = ParseQrels(text, "q");
  return qrels.ok() ? "" : qrels.status().message();
}

std::string RunError(std::string_view text) {
  const auto run = ParseTrecRun(text, "r");
  return run.ok() ? "" : run.status().message();
}

TEST(Qrels, GradesByTopicAndDocno) {
  const auto qrels = ParseQrels("# comment\n2 0 a 1\n1\t0  b\t-1\r\n\n1 0 c 3\n", "q");
  ASSERT_TRUE(qrels.ok());
  EXPECT_EQ(qrels.value().topics.size(), 2u);
  EXPECT_EQ(qrels.value().topics.at("1").at("c"), 3);
  EXPECT_EQ(qrels.value().topics.at("1").at("b"), -1);
  EXPECT_EQ(qrels.value().highest_grade, 3);
}

TEST(Qrels, MistakesAreSaidWithTheirLine) {
  EXPECT_EQ(QrelsError("1 0 a 1\n1 0 b\n"),
            "q:2: a judgment must have four fields: topic, iteration, docno, grade");
  EXPECT_EQ(QrelsError("1 0 a 1 x\n"),
            "q:1: a judgment must have four fields: topic, iteration, docno, grade");
  EXPECT_EQ(QrelsError("1 0 a yes\n"),
            "q:1: the grade 'yes' is not a whole number from -127 to 127");
  EXPECT_EQ(QrelsError("1 0 a 1.5\n"),
            "q:1: the grade '1.5' is not a whole number from -127 to 127");
  EXPECT_EQ(QrelsError("1 0 a 128\n"),
            "q:1: the grade '128' is not a whole number from -127 to 127");
  EXPECT_EQ(QrelsError("1 0 a 1\n2 0 a 1\n1 0 a 0\n"), "q:3: a is judged twice for topic 1");
  EXPECT_EQ(QrelsError("# nothing\n"), "q has no judgment: wrong file?");
}

TEST(TrecRun, OrderIsByScoreThenDocnoDescending) {
  const auto run = ParseTrecRun(
      "1 Q0 a 1 1.0 x\n1 Q0 c 2 1.00 x\n1 Q0 b 3 1e0 x\n1 Q0 d 4 +2.5 tag and more\n", "r");
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run.value().tag, "tag");
  EXPECT_EQ(run.value().topics.at("1"),
            (std::vector<TrecHit>{{"d", 2.5}, {"c", 1}, {"b", 1}, {"a", 1}}));
}

TEST(TrecRun, MistakesAreSaidWithTheirLine) {
  EXPECT_EQ(RunError("1 Q0 a 1 1.0\n"),
            "r:1: a result must have six fields: topic, Q0, docno, rank, score, tag");
  EXPECT_EQ(RunError("1 Q0 a 1 high t\n"), "r:1: the score 'high' is not a number");
  EXPECT_EQ(RunError("1 Q0 a 1 nan t\n"), "r:1: the score 'nan' is not a number");
  EXPECT_EQ(RunError("1 Q0 a 1 inf t\n"), "r:1: the score 'inf' is not a number");
  EXPECT_EQ(RunError("#\n1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n"), "r:3: a stands twice in topic 1");
  EXPECT_EQ(RunError("\n"), "r has no result: wrong file?");
}

TEST(TrecRun, ScoresReadBackAreTheSameNumbers) {
  std::vector<TrecHit> hits = {
      {"a b", 0.1 + 0.2}, {"c", 0.3}, {"d", std::nextafter(0.3, 0)}, {"e", -1e-300}};
  SortHits(&hits);
  const auto run = ParseTrecRun(TrecRunLines("7", hits, "t"), "r");
  ASSERT_TRUE(run.ok());
  hits[0].docno = "a%20b";
  EXPECT_EQ(run.value().topics.at("7"), hits);
}

std::string Gzip(const std::string& text) {
  std::string packed(text.size() + 64, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(InputText, GzipIsUnpackedWhateverTheName) {
  const TempFolder folder;
  const std::string file = folder.path() + "/qrels";
  const std::string long_text(300000, 'x');
  ASSERT_TRUE(WriteFileDurably(file, Gzip("one ") + Gzip("two") + Gzip(long_text)).ok());
  const auto text = ReadInputText(file);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text.value(), "one two" + long_text);

  const std::string packed = Gzip("1 0 a 1\n");
  ASSERT_TRUE(WriteFileDurably(file, packed.substr(0, packed.size() - 3)).ok());
  EXPECT_EQ(ReadInputText(file).status().message(),
            "cannot decompress " + file + ": the gzip data is damaged or cut off");
  EXPECT_EQ(ReadInputText(folder.path() + "/none").status().code(), Code::kMissing);
}

TEST(InputText, LinesWithAnyEnd) {
  LineCutter lines("a\r\n\nb");
  std::string_view line;
  std::string seen;
  while (lines.Next(&line)) seen += std::to_string(lines.number()) + "<" + std::string(line) + ">";
  EXPECT_EQ(seen, "1<a>2<>3<b>");
}

}  // namespace
}  // namespace thresh
