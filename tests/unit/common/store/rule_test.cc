#include "common/store/rule.h"
#include "common/base/coder.h"

#include <gtest/gtest.h>

#include <set>

#include "common/base/coder.h"

namespace thresh {
namespace {

using Kind = RuleField::Kind;

TemplateRule ExampleOf(const RuleInfo& info) {
  std::vector<RuleField> fields;
  for (const RuleInfo::Field& field : info.fields) {
    fields.push_back(field.kind == Kind::kCount   ? RuleField::Count(4'358)
                     : field.kind == Kind::kShare ? RuleField::Share(0.976)
                                                  : RuleField::Text("div.nav"));
  }
  return MakeRule(info.name, fields);
}

std::string Bytes(const TemplateRule& rule) {
  return Encoded([&](RecordWriter& out) { CodeRule(out, rule); });
}

TEST(Rule, EveryRowHasASentenceAndFieldsOfItsOwn) {
  std::set<std::string_view> names;
  for (const RuleInfo& info : RuleTable()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    const TemplateRule rule = ExampleOf(info);
    const std::string sentence = RuleSentence(rule);
    EXPECT_FALSE(sentence.empty()) << info.name;
    EXPECT_EQ(sentence.find_first_of("{}\n"), std::string::npos) << sentence;
    std::set<std::string> fields;
    for (std::size_t i = 0; i < rule.fields.size(); ++i) fields.insert(RuleFieldName(rule, i));
    EXPECT_EQ(fields.size(), rule.fields.size()) << info.name;
    EXPECT_LE(rule.fields.size(), kMostRuleFields);
  }
}

TEST(Rule, FieldsStandInTheirPlaces) {
  const TemplateRule rule =
      MakeRule("incremental.segments",
               {RuleField::Count(4'358), RuleField::Share(0.7), RuleField::Text("Home")});
  EXPECT_EQ(RuleSentence(rule),
            "segments of text that stand on at least 4,358 pages are more than 70 % of the block; "
            "the first is \"Home\"");
  EXPECT_EQ(RuleDetail(rule), "incremental.segments: min_pages 4,358, share 70 %, first Home");
}

// A newer store may name rules that this program does not know, or give a known one other fields.
TEST(Rule, UnknownRulesAreSpelledAsNameAndFields) {
  const std::vector<RuleField> fields = {RuleField::Count(2'000), RuleField::Text("x")};
  EXPECT_EQ(RuleSentence({"tomorrow.rule", fields}), "tomorrow.rule: 1 2,000, 2 x");
  EXPECT_EQ(RuleSentence({"bsc_wfc.text", fields}), "bsc_wfc.text: 1 2,000, 2 x");
  EXPECT_EQ(RuleSentence({"tomorrow.rule", {}}), "tomorrow.rule");
}

TEST(Rule, EveryRowComesBackFromItsBytes) {
  for (const RuleInfo& info : RuleTable()) {
    const TemplateRule rule = ExampleOf(info);
    const std::string bytes = Bytes(rule);
    TemplateRule read;
    ASSERT_TRUE(Decoded(bytes, [&](RecordReader& in) { CodeRule(in, read); })) << info.name;
    EXPECT_EQ(read, rule);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(Decoded(std::string_view(bytes).substr(0, size),
                           [&](RecordReader& in) { CodeRule(in, read); }))
          << info.name << " " << size;
    }
  }
}

TEST(Rule, BytesOverABoundAreMalformed) {
  const auto reads = [](const auto& write) {
    TemplateRule read;
    const std::string bytes = Encoded(write);
    return Decoded(bytes, [&](RecordReader& in) { CodeRule(in, read); });
  };
  const auto with = [&](std::size_t name, std::size_t fields, std::uint8_t kind) {
    return reads([&](RecordWriter& out) {
      out.String(std::string(name, 'n'));
      out.Number(fields);
      for (std::size_t i = 0; i < fields; ++i) {
        out.Byte(kind);
        out.Number(7U);
      }
    });
  };
  EXPECT_TRUE(with(kMostRuleName, kMostRuleFields, 0));
  EXPECT_FALSE(with(kMostRuleName + 1, 1, 0));
  EXPECT_FALSE(with(0, 1, 0));
  EXPECT_FALSE(with(1, kMostRuleFields + 1, 0));
  EXPECT_FALSE(with(1, 1, static_cast<std::uint8_t>(Kind::kEnd)));
}

TEST(Rule, LongTextsAreCutAtACodePoint) {
  const std::string text = std::string(kMostRuleText - 1, 'x') + "\u00e9";
  EXPECT_EQ(RuleField::Text(text).text, std::string(kMostRuleText - 1, 'x'));
}

}  // namespace
}  // namespace thresh
