#include "query/present/template_card.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/cli/table.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kIndent = 10;      // of what stands behind a label
constexpr std::size_t kLeaderLines = 5;  // on a terminal
constexpr std::size_t kBriefWords = 6;   // of a stretch that does not vary
constexpr std::size_t kBarWidth = 10;

std::string Words(std::string_view text, std::size_t most) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string out;
  std::size_t words = 0;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos; ++words) {
    if (words == most) return out + " \u2026";
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    out += (words > 0 ? " " : "") + std::string(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return out;
}

void Append(std::string_view words, std::string* text) {
  if (!text->empty() && !words.empty()) *text += ' ';
  *text += words;
}

// ---- rows

std::string Row(std::string_view label, std::string lines) {
  return lines.empty() ? lines : lines.replace(2, label.size(), label);
}

std::string Line(std::string_view text, std::size_t more_indent = 0) {
  return std::string(kIndent + more_indent, ' ') + std::string(text) + "\n";
}

std::string Heading(const SeenTemplate& seen, double share, const Terminal& terminal) {
  const TemplateRecord& r = seen.shown.record;
  const std::string name = "template " + std::to_string(seen.shown.id.value);
  const std::string text = name + ": " + Counted(r.tokens, "word") + " on " +
                           Counted(r.support, "page") +
                           (r.exact && r.support > 1 ? ", the same on all, " : ", ") +
                           Thousands(r.tokens_removed) + " removed";
  std::string lines = WrappedText(text, {{0, name.size()}}, terminal, 0, TextWidth(terminal));
  const bool bar = share > 0 && terminal.bars && text.size() + 2 + kBarWidth <= terminal.width;
  if (bar) lines.insert(lines.size() - 1, "  " + Bar(share, kBarWidth));
  return lines;
}

// The store has the first 2,000 bytes.
std::string_view LeaderText(const SeenTemplate& seen) {
  const TemplateRecord& r = seen.shown.record;
  const bool read = seen.compared() && seen.sightings.front().doc == r.representative;
  return read ? seen.sightings.front().text : r.text;
}

std::string Leader(const SeenTemplate& seen, const Terminal& terminal) {
  const std::string_view text = LeaderText(seen);
  const std::size_t width = TextWidth(terminal);
  const std::size_t room = width > kIndent ? (width - kIndent) * kLeaderLines : std::string::npos;
  BracedText braced = BraceVarying(text, seen.common);
  if (!seen.compared()) braced = {Words(text, std::string::npos), {}};
  if (DisplayWidth(braced.text) > room) {
    if (!braced.bold.empty()) braced = BraceVarying(text, seen.common, true);
    braced.text = CutToWidth(braced.text, room);
  }
  return Line(SafeText(seen.shown.representative.url)) +
         WrappedText(braced.text, braced.bold, terminal, kIndent, width);
}

// "{words} {words}", what of a page's text other pages do not have; one line on a terminal.
std::string Stretches(const Sighting& sighting, const CommonWords& common,
                      const Terminal& terminal) {
  std::string out;
  for (const auto& [begin, end] : VaryingIn(sighting.text, common))
    Append(
        "{" + Words(std::string_view(sighting.text).substr(begin, end - begin), std::string::npos) +
            "}",
        &out);
  if (out.empty()) return out;
  const std::size_t width = std::max(TextWidth(terminal), kIndent + 12);
  return Line(terminal.interactive ? CutToWidth(SafeText(out), width - kIndent - 2) : SafeText(out),
              2);
}

std::string Pages(const SeenTemplate& seen, const Terminal& terminal) {
  const TemplateRecord& r = seen.shown.record;
  std::string out;
  std::size_t shown = 1;  // the leader's
  for (std::size_t i = 0; i < r.examples.size(); ++i) {
    if (r.examples[i] == r.representative) continue;
    ++shown;
    out += Line(SafeText(seen.shown.examples[i].url));
    for (const Sighting& sighting : seen.sightings)
      if (sighting.doc == r.examples[i]) out += Stretches(sighting, seen.common, terminal);
  }
  if (shown < r.support) out += Line("and " + Thousands(r.support - shown) + " more");
  return out;
}

std::string Varies(const SeenTemplate& seen, const Terminal& terminal) {
  if (seen.shown.record.exact) return {};
  const bool found = std::any_of(
      seen.sightings.begin(), seen.sightings.end(),
      [&](const Sighting& sighting) { return !VaryingIn(sighting.text, seen.common).empty(); });
  return WrappedText(!seen.compared() ? "yes, but its pages were not compared: too many or too long"
                     : found          ? "words in {braces} are not on all of these pages"
                                      : "yes, though these pages have the same words",
                     {}, terminal, kIndent, TextWidth(terminal));
}

}  // namespace

BracedText BraceVarying(std::string_view text, const CommonWords& common, bool brief) {
  BracedText out;
  const std::size_t most = brief ? kBriefWords : std::string::npos;
  std::size_t at = 0;
  for (const auto& [begin, end] : VaryingIn(text, common)) {
    Append(Words(text.substr(at, begin - at), most), &out.text);
    Append("{", &out.text);
    const std::size_t first = out.text.size();
    out.text += Words(text.substr(begin, end - begin), std::string::npos);
    out.bold.emplace_back(first, out.text.size());
    out.text += '}';
    at = end;
  }
  Append(Words(text.substr(at), most), &out.text);
  return out;
}

std::string TemplateCard(const SeenTemplate& seen, double share, const Terminal& terminal) {
  const std::string rule =
      WrappedText(Words(RuleSentence(seen.shown.record.rule), std::string::npos), {}, terminal,
                  kIndent, TextWidth(terminal));
  return Heading(seen, share, terminal) + Row("leader", Leader(seen, terminal)) +
         Row("pages", Pages(seen, terminal)) + Row("varies", Varies(seen, terminal)) +
         Row("rule", rule);
}

Json RuleJson(const TemplateRule& rule) {
  Json fields = Json::object();
  for (std::size_t i = 0; i < rule.fields.size(); ++i) {
    const RuleField& field = rule.fields[i];
    Json& value = fields[RuleFieldName(rule, i)];
    if (field.kind == RuleField::Kind::kText) value = field.text;
    if (field.kind == RuleField::Kind::kCount) value = field.number;
    if (field.kind == RuleField::Kind::kShare) value = field.share();
  }
  return {{"name", rule.name}, {"fields", std::move(fields)}};
}

Json TemplateJson(const SeenTemplate& seen) {
  const ShownTemplate& t = seen.shown;
  Json json = {{"template", t.id.value},
               {"site", t.site},
               {"support", t.record.support},
               {"tokens", t.record.tokens},
               {"tokens_removed", t.record.tokens_removed},
               {"score", t.record.score},
               {"exact", t.record.exact},
               {"rule", RuleSentence(t.record.rule)},
               {"rule_fields", RuleJson(t.record.rule)},
               {"key", t.record.key.Hex()},
               {"representative", t.representative.url},
               {"examples", Json::array()},
               {"text", t.record.text},
               {"varies", nullptr}};
  for (const DocRecord& example : t.examples) json["examples"].push_back(example.url);
  if (t.record.exact || seen.compared()) json["varies"] = Json::array();
  if (t.record.exact) return json;
  for (const Sighting& sighting : seen.sightings)
    json["varies"].push_back(
        {{"url", sighting.page.url}, {"words", VaryingJson(seen, sighting.text)}});
  return json;
}

Json VaryingJson(const SeenTemplate& seen, std::string_view text) {
  if (!seen.shown.record.exact && !seen.compared()) return nullptr;
  auto words = Json::array();
  if (seen.shown.record.exact) return words;
  for (const auto& [begin, end] : VaryingIn(text, seen.common))
    words.push_back(text.substr(begin, end - begin));
  return words;
}

}  // namespace thresh
