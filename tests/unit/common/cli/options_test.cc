#include "common/cli/options.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

struct Sample {
  bool json = false;
  std::string store, model = "bm25", config;
  std::uint32_t limit = 10;
  double k1 = 0.9;
  ByteSize memory{256u << 20};
  std::vector<std::string> include = {"*.html"}, words;
  Options options;

  Sample() {
    options.Add("store", &store, "DIR", "the store");
    options.Require("store");
    options.Add("limit,n", &limit, "N", "how many");
    options.AddChoice("model", &model, {"bm25", "pivoted_tfidf"}, "the scorer");
    options.Add("k1", &k1, "X", "saturation");
    options.Add("run-memory", &memory, "SIZE", "bytes", Affects::kRuns);
    options.Add("include", &include, "GLOB", "which files");
    options.Add("json", &json, "", "as JSON", Affects::kNothing);
    options.Add("config", &config, "FILE", "settings", Affects::kNothing);
    options.Arguments(&words, "WORDS", "the query");
  }
};

class OptionsTest : public ::testing::Test {
 protected:
  void SetUp() override { Clear(); }
  void TearDown() override { Clear(); }
  static void Clear() {
    for (const char* name :
         {"THRESH_LIMIT", "THRESH_RUN_MEMORY", "THRESH_INCLUDE", "THRESH_CONFIG", "THRESH_WORDS"}) {
      unsetenv(name);
    }
  }
  std::string Config(const std::string& text) const { return folder_.Write("options.conf", text); }

 private:
  TempFolder folder_;  // ctest runs the cases side by side
};

TEST_F(OptionsTest, DefaultsStayWhereNothingIsSaid) {
  Sample s;
  ASSERT_TRUE(s.options.Parse({"--store", "S"}).ok());
  EXPECT_EQ(s.store, "S");
  EXPECT_EQ(s.limit, 10u);
  EXPECT_EQ(s.include, std::vector<std::string>{"*.html"});
  EXPECT_FALSE(s.json);
}

TEST_F(OptionsTest, ReadsEveryKindOfValue) {
  Sample s;
  const Status status =
      s.options.Parse({"--store=S", "-n", "7", "--model", "pivoted_tfidf", "--k1", "1.25", "--json",
                       "--run-memory", "2G", "--include", "a", "--include", "b", "hash", "+table"});
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(s.limit, 7u);
  EXPECT_EQ(s.model, "pivoted_tfidf");
  EXPECT_DOUBLE_EQ(s.k1, 1.25);
  EXPECT_TRUE(s.json);
  EXPECT_EQ(s.memory.bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(s.include, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(s.words, (std::vector<std::string>{"hash", "+table"}));
}

TEST_F(OptionsTest, ADoubleDashEndsTheOptions) {
  Sample s;
  ASSERT_TRUE(s.options.Parse({"--store", "S", "--", "--json", "-n"}).ok());
  EXPECT_EQ(s.words, (std::vector<std::string>{"--json", "-n"}));
}

TEST_F(OptionsTest, FlagBeatsEnvironmentBeatsConfig) {
  const std::string file =
      Config("limit = 3\nk1 = 2\nrun-memory = 1M\ninclude = x\ninclude = y\njson = true\n");
  setenv("THRESH_LIMIT", "4", 1);
  setenv("THRESH_RUN_MEMORY", "2M", 1);
  Sample s;
  const Status status = s.options.Parse({"--store", "S", "--limit", "5", "--config", file});
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(s.limit, 5u);
  EXPECT_EQ(s.memory.bytes, 2u << 20);
  EXPECT_DOUBLE_EQ(s.k1, 2);
  EXPECT_TRUE(s.json);
  EXPECT_EQ(s.include, (std::vector<std::string>{"x", "y"}));
}

TEST_F(OptionsTest, AListOnTheCommandLineReplacesThatOfTheConfig) {
  Sample s;
  ASSERT_TRUE(
      s.options.Parse({"--store", "S", "--config", Config("include = x\n"), "--include", "z"})
          .ok());
  EXPECT_EQ(s.include, std::vector<std::string>{"z"});
}

TEST_F(OptionsTest, TheEnvironmentMayNameTheConfig) {
  setenv("THRESH_CONFIG", Config("limit = 3\n").c_str(), 1);
  Sample s;
  ASSERT_TRUE(s.options.Parse({"--store", "S"}).ok());
  EXPECT_EQ(s.limit, 3u);
}

TEST_F(OptionsTest, ArgumentsDoNotComeFromTheEnvironment) {
  setenv("THRESH_WORDS", "x", 1);
  Sample s;
  ASSERT_TRUE(s.options.Parse({"--store", "S"}).ok());
  EXPECT_TRUE(s.words.empty());
}

TEST_F(OptionsTest, TheEnvironmentIsLeftOut) {
  setenv("THRESH_LIMIT", "4", 1);
  setenv("THRESH_RUN_MEMORY", "2M", 1);
  Sample one;
  one.options.OnlyAsFlag("limit");
  ASSERT_TRUE(one.options.Parse({"--store", "S"}).ok());
  EXPECT_EQ(one.limit, 10u);
  EXPECT_EQ(one.memory.bytes, 2u << 20);
  Sample all;
  ASSERT_TRUE(all.options.ParseFlagsAlone({"--store", "S", "--limit", "5"}).ok());
  EXPECT_EQ(all.limit, 5u);
  EXPECT_EQ(all.memory.bytes, 256u << 20);
}

TEST_F(OptionsTest, AListIsOneTextAndComesBack) {
  const std::vector<std::vector<std::string>> lists = {
      {}, {"a"}, {"a", "b"}, {"a b", "c"}, {"\\", "\\ ", " "}, {"x\\y", "old *", "**"}};
  for (const std::vector<std::string>& list : lists) EXPECT_EQ(ListItems(ListText(list)), list);
  EXPECT_EQ(ListText({"a b", "c"}), "a\\ b c");
  EXPECT_EQ(ListItems("a  b "), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(ListItems("a\\"), std::vector<std::string>{"a\\"});
}

TEST_F(OptionsTest, WhatIsNotUnderstoodIsAUsageErrorThatNamesIt) {
  const std::string config = Config("colour = red\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--store", "S", "--limit", "x"}, "--limit: 'x' is not a whole number"},
      {{"--store", "S", "--limit", "-1"}, "--limit: '-1' is not a number from 0 to 4294967295"},
      {{"--store", "S", "--run-memory", "99999999999999G"},
       "--run-memory: '99999999999999G' is not a size below 16777216T"},
      {{"--store", "S", "--limit", "-1"}, "limit"},
      {{"--store", "S", "--limit", "5000000000"}, "--limit"},
      {{"--store", "S", "--k1", "nan"}, "--k1: 'nan' is not a number"},
      {{"--store", "S", "--run-memory", "2Q"}, "--run-memory: '2Q' is not a size"},
      {{"--store", "S", "--run-memory", "99999999999G"}, "--run-memory"},
      {{"--store", "S", "--model", "bm"}, "--model: 'bm' is not one of bm25 pivoted_tfidf"},
      {{"--store", "S", "--lim", "3"}, "--lim"},
      {{"--store", "S", "--json=1"}, "json"},
      {{"--store"}, "--store"},
      {{"--store", "S", "--model", "--limit=3"}, "--model: a value is missing"},
      {{"--store", "S", "--limit", "--", "x"}, "--limit: a value is missing"},
      {{"x"}, "--store is missing"},
      {{"--store", "S", "--config", config}, "colour"},
  };
  for (const auto& [arguments, message] : cases) {
    Sample s;
    const Status status = s.options.Parse(arguments);
    EXPECT_EQ(status.code(), Code::kUsage) << message;
    EXPECT_NE(status.message().find(message), std::string::npos) << status.message();
    EXPECT_EQ(status.message().find('\n'), std::string::npos);
  }
}

TEST_F(OptionsTest, ValuesAndWordsMayLookLikeOptions) {
  Sample s;
  ASSERT_TRUE(s.options.Parse({"--store=--json", "--json", "--", "--limit", "--k1"}).ok());
  EXPECT_EQ(s.store, "--json");
  EXPECT_EQ(s.words, (std::vector<std::string>{"--limit", "--k1"}));
}

TEST_F(OptionsTest, ABadEnvironmentVariableOrMissingConfigIsSaid) {
  {
    Sample s;
    EXPECT_EQ(s.options.Parse({"--store", "S", "--config", "/nonexistent/x.conf"}).code(),
              Code::kMissing);
  }
  setenv("THRESH_LIMIT", "many", 1);
  Sample s;
  const Status status = s.options.Parse({"--store", "S"});
  EXPECT_EQ(status.code(), Code::kUsage);
  EXPECT_NE(status.message().find("environment --limit: 'many'"), std::string::npos)
      << status.message();
}

TEST_F(OptionsTest, HelpAndUsageShowNamesValuesAndDefaults) {
  Sample s;
  EXPECT_EQ(s.options.Usage(), "--store DIR [options] WORDS");
  const std::string help = s.options.Help(60);
  for (const char* piece : {"-n, --limit N", "(default 10)", "bm25|pivoted_tfidf", "(default 256M)",
                            "WORDS", "-h, --help"}) {
    EXPECT_NE(help.find(piece), std::string::npos) << piece << "\n" << help;
  }
}

TEST_F(OptionsTest, APresetSetsDefaultsThatEverySourceOverrules) {
  struct Ranked {
    std::string preset = "plain", config;
    double k1 = 1, b = 1, title = 1;
    Options options;
    Ranked() {
      options.Add("k1", &k1, "X", "saturation");
      options.AddPreset(
          "preset", &preset, {"plain", "paper"}, "values",
          [this](const std::string& name) { k1 = b = title = name == "paper" ? 2 : 1; });
      options.Add("b", &b, "X", "length");
      options.Add("title", &title, "X", "title");
      options.Add("config", &config, "FILE", "settings");
    }
  };
  TempFolder folder;
  const std::string file = folder.Write("ranked.conf", "preset = paper\ntitle = 4\n");
  Ranked given;
  setenv("THRESH_B", "3", 1);
  ASSERT_TRUE(given.options.Parse({"--k1", "5", "--config", file}).ok());
  EXPECT_EQ(given.k1, 5);
  EXPECT_EQ(given.b, 3);
  EXPECT_EQ(given.title, 4);
  unsetenv("THRESH_B");
  Ranked named;
  ASSERT_TRUE(named.options.Parse({"--preset=paper"}).ok());
  EXPECT_EQ(named.k1, 2);
  Ranked none;
  ASSERT_TRUE(none.options.Parse({}).ok());
  EXPECT_EQ(none.k1, 1);
  EXPECT_FALSE(Ranked().options.Parse({"--preset=best"}).ok());
}

TEST_F(OptionsTest, EffectiveListsEveryOptionInOrder) {
  Sample s;
  ASSERT_TRUE(s.options.Parse({"--store", "S", "--run-memory", "1536K", "--json"}).ok());
  const std::vector<Setting> expected = {{"store", "S"},
                                         {"limit", "10"},
                                         {"model", "bm25"},
                                         {"k1", "0.9"},
                                         {"run-memory", "1536K", Affects::kRuns},
                                         {"include", "*.html"},
                                         {"json", "true", Affects::kNothing},
                                         {"config", "", Affects::kNothing}};
  EXPECT_EQ(s.options.Effective(), expected);
}

TEST(Options, ANumberOutOfItsBoundsIsRefused) {
  std::uint32_t threads = 4;
  Options options;
  options.Add("threads", &threads, "N", "threads");
  options.Bound("threads", 1, 64);
  EXPECT_TRUE(options.Parse({"--threads", "64"}).ok());
  const Status refused = options.Parse({"--threads", "65"});
  EXPECT_EQ(refused.code(), Code::kUsage);
  EXPECT_EQ(refused.message(), "--threads: 65 is not from 1 to 64");
  EXPECT_FALSE(options.Parse({"--threads", "0"}).ok());
}

}  // namespace
}  // namespace thresh
