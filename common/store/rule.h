// TemplateRule: why a detector takes a text for a template, as a name and fields. Detectors make
// one with MakeRule, the runs and the store carry it, and the reader spells it with RuleSentence.
// A value without ties; any thread may use one.
//
// RuleTable() is the only place that knows the rules of all detectors: the fields of each and the
// sentence that people read. No detector builds prose. A reader takes any bytes for possible: it
// spells a rule that its table lacks, or that has other fields there, as its name and fields.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

class RecordReader;  // common/base/coder.h
class RecordWriter;

inline constexpr std::size_t kMostRuleName = 64;     // bytes
inline constexpr std::size_t kMostRuleFields = 16;   // of one rule
inline constexpr std::size_t kMostRuleText = 1'000;  // bytes of one text

struct RuleField {
  enum class Kind : std::uint8_t {
    kCount,  // a whole number
    kShare,  // in ten-thousandths, so that equal shares are equal bytes
    kText,   // UTF-8, such as a style path
    kEnd
  };
  Kind kind = Kind::kCount;
  std::uint64_t number = 0;  // of a count or a share
  std::string text;          // of a text

  static RuleField Count(std::uint64_t count);
  static RuleField Share(double share);          // of 1
  static RuleField Text(std::string_view text);  // a longer one is cut at a code point
  double share() const { return static_cast<double>(number) / 10'000; }
  friend auto operator<=>(const RuleField&, const RuleField&) = default;
};

struct TemplateRule {
  std::string name;               // "spine.O1"
  std::vector<RuleField> fields;  // in the order of the table
  std::size_t bytes() const;      // in memory, about, besides the struct itself
  friend auto operator<=>(const TemplateRule&, const TemplateRule&) = default;
};

// A row of the table. A place in the sentence is the name of a field in braces.
struct RuleInfo {
  struct Field {
    std::string_view name;
    RuleField::Kind kind = RuleField::Kind::kCount;
  };
  std::string_view name;
  std::span<const Field> fields;
  std::string_view sentence;
};
std::span<const RuleInfo> RuleTable();

// The rule `name` of the table with these fields. A name or a field that the table lacks is a bug.
TemplateRule MakeRule(std::string_view name, std::vector<RuleField> fields = {});

// The row of a rule, or null where the table has no rule of this name with these kinds of fields.
const RuleInfo* FindRuleInfo(const TemplateRule& rule);

// One line for people: the table's sentence with the fields in their places.
std::string RuleSentence(const TemplateRule& rule);
// One line with all that the rule has: its name, then each field with its name.
std::string RuleDetail(const TemplateRule& rule);
// The name of a field, or its place from 1 on where the table lacks the rule.
std::string RuleFieldName(const TemplateRule& rule, std::size_t field);

// Codec of a rule in a row of `templates` and in the strikes of a run (docs/FORMAT.md).
void CodeRule(RecordWriter& writer, const TemplateRule& rule);
void CodeRule(RecordReader& reader, TemplateRule& rule);

}  // namespace thresh
