#include "indexer/sources/json_member.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace thresh {
namespace {

TEST(StringMember, FindsTheOutermostLastString) {
  EXPECT_EQ(StringMember(R"({"url":"a"})", "url"), "a");
  EXPECT_EQ(StringMember(R"( { "x" : [1, {"url":"no"}], "url" : "b" })", "url"), "b");
  EXPECT_EQ(StringMember(R"({"url":"a","url":"b"})", "url"), "b");
  EXPECT_EQ(StringMember(R"({"url":"a","url":7})", "url"), "a");
  EXPECT_EQ(StringMember(R"({"html":"\"url\":\"no\"\\","url":"\u00e4\/\"b"})", "url"),
            "\u00e4/\"b");
  EXPECT_EQ(StringMember(R"({"\u0075rl":"a"})", "url"), "a");
  EXPECT_EQ(StringMember(R"({"x":"url","y":"a"})", "url"), std::nullopt);
  // A NUL byte ends what the parser reads.
  EXPECT_EQ(StringMember(std::string(R"({"url":"a"})") + '\0' + R"({"url":"b"})", "url"), "a");
}

TEST(StringMember, BrokenTextHasSomeStringOrNone) {
  for (const char* text : {"", "{", "\"", "{\"url\"", "{\"url\":", "{\"url\":\"a",
                           "{\"url\":\"a\\\"", "}}\"url\":\"a\"", "\\\"url\":\"a\""}) {
    StringMember(text, "url");
  }
}

// The slow twin parses the whole text.
TEST(StringMember, TwinThatParses) {
  std::mt19937 dice(3);
  const std::vector<std::string> texts = {"url",    "a", "\"", "\\", "\n", "{\"url\":\"x\"}",
                                          "\u00e4", ""};
  const auto text = [&] { return texts[dice() % texts.size()]; };
  for (int round = 0; round < 5000; ++round) {
    nlohmann::json object = nlohmann::json::object();
    for (auto n = dice() % 5; n > 0; --n) {
      nlohmann::json value = text();
      if (dice() % 4 == 0) value = {{"url", text()}};
      if (dice() % 8 == 0) value = nlohmann::json::array({text(), 1, nullptr});
      object[text()] = value;
    }
    const std::string json = object.dump(dice() % 2 ? -1 : 2, ' ', dice() % 2 == 0);
    const auto found = object.find("url");
    const bool is_string = found != object.end() && found->is_string();
    EXPECT_EQ(StringMember(json, "url"),
              is_string ? std::optional(found->get<std::string>()) : std::nullopt)
        << json;
  }
}

}  // namespace
}  // namespace thresh
