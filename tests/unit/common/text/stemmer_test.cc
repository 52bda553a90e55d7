#include "common/text/stemmer.h"

#include <gtest/gtest.h>
#include <libstemmer.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/unit/common/text/slow_words.h"

namespace thresh {
namespace {

// The slow twin: a new Snowball stemmer for the algorithm, nothing remembered.
class Snowball {
 public:
  explicit Snowball(const char* name)
      : stemmer_(sb_stemmer_new(name, "UTF_8"), sb_stemmer_delete) {}
  std::string Stem(const std::string& word) const {
    const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
    const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(word.size()));
    return {stem, stem + sb_stemmer_length(stemmer_.get())};
  }

 private:
  std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> stemmer_;
};

TEST(Stemmer, NoneGivesBackTheWord) {
  Stemmer none = std::move(*Stemmer::Make("none"));
  EXPECT_EQ(none.Stem("running"), "running");
}

TEST(Stemmer, NeverLeavesNothing) {
  Stemmer porter = std::move(*Stemmer::Make("porter"));
  ASSERT_EQ(Snowball("porter").Stem("s"), "");  // the reason for the rule
  EXPECT_EQ(porter.Stem("s"), "s");
  EXPECT_EQ(porter.Stem("s"), "s");
}

TEST(Stemmer, EveryAlgorithmStemsAsSnowballDoes) {
  std::mt19937_64 random(10);
  const std::vector<std::string> units = {
      "a",      "e",      "i",      "s",      "t",      "n",      "r",      "g",
      "y",      "ing",    "ed",     "ation",  "'",      "\u00e9", "\u00fc", "\u0438",
      "\u0439", "\u0441", "\u03b1", "\u03c3", "\u0627", "\u064b"};
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) {
    Stemmer stemmer = std::move(*Stemmer::Make(*name));
    const Snowball snowball(*name);
    for (int round = 0; round < 5000; ++round) {
      const std::string word = RandomText(random, units, 4);
      const std::string expected = snowball.Stem(word);
      ASSERT_EQ(stemmer.Stem(word), expected.empty() ? word : expected) << *name << ' ' << word;
    }
  }
}

}  // namespace
}  // namespace thresh
