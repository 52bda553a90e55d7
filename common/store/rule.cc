#include "common/store/rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "common/base/check.h"
#include "common/base/coder.h"

namespace thresh {
namespace {

using Kind = RuleField::Kind;
using Field = RuleInfo::Field;

// ---- the table

constexpr std::array kPages = {Field{"pages", Kind::kCount}};
constexpr std::array kCluster = {Field{"template_words", Kind::kCount},
                                 Field{"words", Kind::kCount}, Field{"min_blocks", Kind::kCount},
                                 Field{"blocks", Kind::kCount}};
constexpr std::array kSegments = {Field{"min_pages", Kind::kCount}, Field{"share", Kind::kShare},
                                  Field{"first", Kind::kText}};
constexpr std::array kLine = {Field{"pages", Kind::kCount}, Field{"site_pages", Kind::kCount}};
constexpr std::array kRun = {Field{"words", Kind::kCount}, Field{"window", Kind::kCount},
                             Field{"min_pages", Kind::kCount}, Field{"site_pages", Kind::kCount}};
constexpr std::array kTree = {Field{"nodes", Kind::kCount}, Field{"pages", Kind::kCount}};
constexpr std::array kElement = {Field{"pages", Kind::kCount}, Field{"importance", Kind::kShare}};
// The shares are of the words that stand in the style, except `coverage`, which is of pages.
constexpr std::array kStyle = {Field{"style", Kind::kText},       Field{"pages", Kind::kCount},
                               Field{"site_pages", Kind::kCount}, Field{"coverage", Kind::kShare},
                               Field{"dense", Kind::kShare},      Field{"single", Kind::kShare},
                               Field{"links", Kind::kShare},      Field{"off_page", Kind::kShare}};

constexpr std::array kLong = {Field{"words", Kind::kCount}, Field{"pages", Kind::kCount},
                              Field{"site_pages", Kind::kCount}};
constexpr std::array kLabels = {Field{"pages", Kind::kCount}, Field{"site_pages", Kind::kCount}};

constexpr RuleInfo kTable[] = {
    {"bsc_wfc.cluster", kCluster,
     "{template_words} of its {words} words keep their places in at least {min_blocks} of the "
     "{blocks} blocks of the same style"},
    {"bsc_wfc.text", kPages, "the same text on {pages} pages"},

    {"incremental.segments", kSegments,
     "segments of text that stand on at least {min_pages} pages are more than {share} of the "
     "block; the first is \"{first}\""},

    {"pagelets.local", kPages, "a pagelet with the same shingle on {pages} pages"},
    {"pagelets.global", kPages,
     "a pagelet with the same shingle on {pages} pages that links connect"},

    {"repeats.line", kLine, "the same line of text on {pages} of {site_pages} pages"},
    {"repeats.run", kRun,
     "at least {words} words in a row, any {window} neighbours of which stand on at least "
     "{min_pages} of {site_pages} pages"},

    {"rtdm_td.tree", kTree, "a tree of {nodes} nodes that {pages} sampled pages have in common"},

    {"sandwich.nearest", {}, "the same line as on the page with the nearest name in its directory"},
    {"sandwich.previous", {}, "the same line as on the page before it in its directory"},

    {"shingle.pairs", kPages, "blocks with a resemblance of at least 0.9 on {pages} pages"},
    {"shingle.sketch", kPages, "blocks with the same sketch of shingles on {pages} pages"},

    {"spine.O1", kStyle,
     "words beside the content that the site repeats here, on {pages} of {site_pages} pages"},
    {"spine.O2", kStyle,
     "a list of links beside the content whose texts stand elsewhere too, on {pages} of "
     "{site_pages} pages"},
    {"spine.O3", kStyle,
     "the contents of the page itself, beside what they lead to, on {pages} of {site_pages} pages"},
    {"spine.I1", kStyle,
     "the same words at the edge of the content, on {pages} of {site_pages} pages"},
    {"spine.I2", kStyle,
     "a bar of links that lead off the page at the edge of the content, on {pages} of "
     "{site_pages} pages"},
    {"spine.I3", kStyle,
     "a block that the site has in the same words wherever it stands, on {pages} of {site_pages} "
     "pages"},
    {"spine.E", kStyle,
     "words without a style of their own that the site repeats beside the content"},

    {"spine.length", kLong,
     "a long row of words that {pages} of {site_pages} pages have, whatever its style"},
    {"spine.head", kLabels,
     "a label at the head of {pages} of {site_pages} pages, in a bar with others"},
    {"spine.tail", kLabels,
     "a label at the end of {pages} of {site_pages} pages, in a bar with others"},

    {"sst.element", kElement,
     "an element of the style tree on {pages} sampled pages, with an importance of {importance}"},
};

// ---- spelling

// A copy of Thousands() in common/cli, which this room may not include.
std::string Thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string Spelled(const RuleField& field) {
  if (field.kind == Kind::kText) return field.text;
  if (field.kind == Kind::kCount) return Thousands(field.number);
  // People get whole percents, rounded. RuleJson has all digits of a share.
  return Thousands((field.number + 50) / 100) + " %";
}

std::string Filled(const RuleInfo& info, const TemplateRule& rule) {
  std::string out;
  std::string_view left = info.sentence;
  for (std::size_t open = 0; (open = left.find('{')) != std::string_view::npos;) {
    const std::size_t close = left.find('}', open);
    const std::string_view name = left.substr(open + 1, close - open - 1);
    const auto field = std::find_if(info.fields.begin(), info.fields.end(),
                                    [&](const Field& f) { return f.name == name; });
    // Only a mistake in the table names a field that its rule lacks.
    THRESH_CHECK(field != info.fields.end());
    out += left.substr(0, open);
    out += Spelled(rule.fields[static_cast<std::size_t>(field - info.fields.begin())]);
    left.remove_prefix(close + 1);
  }
  return out.append(left);
}

std::string_view CutText(std::string_view text) {
  if (text.size() <= kMostRuleText) return text;
  std::size_t end = kMostRuleText;
  // Steps back over continuation bytes (10xxxxxx), so that no character is cut in two.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return text.substr(0, end);
}

// The writer checks the same bounds as the reader, so no row is written that cannot be read.
bool IsBounded(const TemplateRule& rule) {
  return !rule.name.empty() && rule.name.size() <= kMostRuleName &&
         rule.fields.size() <= kMostRuleFields &&
         std::all_of(rule.fields.begin(), rule.fields.end(),
                     [](const RuleField& field) { return field.text.size() <= kMostRuleText; });
}

template <typename Coder, typename Rule>
void DescribeFields(Coder& coder, Rule& rule) {
  coder.List(rule.fields, [&](auto& field) {
    // The kind stands with each field, so a reader can print rules that its table lacks.
    coder.Enum(field.kind, Kind::kEnd);
    if (field.kind == Kind::kText) return coder.String(field.text);
    coder.Number(field.number);
  });
}

}  // namespace

RuleField RuleField::Count(std::uint64_t count) { return {Kind::kCount, count, {}}; }

RuleField RuleField::Share(double share) {
  const double parts = std::round(std::max(share, 0.0) * 10'000);
  return {Kind::kShare, static_cast<std::uint64_t>(parts), {}};
}

RuleField RuleField::Text(std::string_view text) {
  return {Kind::kText, 0, std::string(CutText(text))};
}

std::size_t TemplateRule::bytes() const {
  std::size_t bytes = name.size() + fields.capacity() * sizeof(RuleField);
  for (const RuleField& field : fields) bytes += field.text.size();
  return bytes;
}

std::span<const RuleInfo> RuleTable() { return kTable; }

const RuleInfo* FindRuleInfo(const TemplateRule& rule) {
  for (const RuleInfo& info : kTable) {
    if (info.name != rule.name) continue;
    // A rule of this name with other fields comes from another version. The sentence here would
    // put its values into the wrong places.
    const bool same = std::equal(
        info.fields.begin(), info.fields.end(), rule.fields.begin(), rule.fields.end(),
        [](const Field& known, const RuleField& field) { return known.kind == field.kind; });
    return same ? &info : nullptr;
  }
  return nullptr;
}

TemplateRule MakeRule(std::string_view name, std::vector<RuleField> fields) {
  TemplateRule rule{std::string(name), std::move(fields)};
  // Detectors make rules of this version only, so a rule without a row is a bug.
  THRESH_CHECK(FindRuleInfo(rule) != nullptr);
  return rule;
}

std::string RuleFieldName(const TemplateRule& rule, std::size_t field) {
  const RuleInfo* info = FindRuleInfo(rule);
  return info != nullptr ? std::string(info->fields[field].name) : std::to_string(field + 1);
}

std::string RuleSentence(const TemplateRule& rule) {
  const RuleInfo* info = FindRuleInfo(rule);
  return info != nullptr ? Filled(*info, rule) : RuleDetail(rule);
}

std::string RuleDetail(const TemplateRule& rule) {
  std::string out = rule.name;
  for (std::size_t i = 0; i < rule.fields.size(); ++i) {
    out += (i == 0 ? ": " : ", ") + RuleFieldName(rule, i) + " " + Spelled(rule.fields[i]);
  }
  return out;
}

void CodeRule(RecordWriter& writer, const TemplateRule& rule) {
  THRESH_CHECK(IsBounded(rule));
  writer.String(rule.name);
  DescribeFields(writer, rule);
}

void CodeRule(RecordReader& reader, TemplateRule& rule) {
  rule = {};
  reader.String(rule.name);
  DescribeFields(reader, rule);
  if (!IsBounded(rule)) reader.Fail();
}

}  // namespace thresh
