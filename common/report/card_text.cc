
#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/cli/table.h"
#include "common/report/template_card.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kIndent = 10;     // of what stands behind a label
constexpr std::size_t kTextLines = 5;   // on a terminal
constexpr std::size_t kBriefWords = 6;  // of a stretch that does not vary
constexpr std::size_t kBarWidth = 10;

// Line ends in the text of a page become blanks, because WrappedText breaks its lines anew.
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

// Stretches that do not vary get `most` words each.
BracedText Brace(std::string_view text, const Ranges& varying, std::size_t most) {
  BracedText out;
  std::size_t at = 0;
  for (const auto& [begin, end] : varying) {
    Append(Words(text.substr(at, begin - at), most), &out.text);
    Append("{", &out.text);
    const std::size_t first = out.text.size();
    out.text += Words(text.substr(begin, end - begin), std::string::npos);
    // The braces are not bold: they are no words of the page.
    out.bold.emplace_back(first, out.text.size());
    out.text += '}';
    at = end;
  }
  Append(Words(text.substr(at), most), &out.text);
  return out;
}

// ---- rows

// Writes the label over the blanks that begin the first line.
std::string Row(std::string_view label, std::string lines) {
  return lines.empty() ? lines : lines.replace(2, label.size(), label);
}

std::string Line(std::string_view text, std::size_t more_indent = 0) {
  return std::string(kIndent + more_indent, ' ') + std::string(text) + "\n";
}

std::string Heading(const TemplateCard& card, double share, const Terminal& terminal) {
  const TemplateRecord& r = card.record;
  const std::string name = "template " + std::to_string(card.id.value);
  const std::string text = name + ": " + Counted(r.tokens, "word") + " on " +
                           Counted(r.support, "page") +
                           (r.exact && r.support > 1 ? ", the same on all, " : ", ") +
                           Thousands(r.tokens_removed) + " removed";
  std::string lines = WrappedText(text, {{0, name.size()}}, terminal, 0, TextWidth(terminal));
  // A bar stands beside the heading only if the heading is one line and leaves it room.
  const bool bar = share > 0 && terminal.bars && text.size() + 2 + kBarWidth <= terminal.width;
  if (bar) lines.insert(lines.size() - 1, "  " + Bar(share, kBarWidth));
  return lines;
}

// The store keeps the first 2,000 bytes. A card that was compared has the whole text.
std::string_view TextOf(const TemplateCard& card) {
  const TemplateRecord& r = card.record;
  const bool read = card.compared() && card.sightings.front().doc == r.representative;
  return read ? card.sightings.front().text : r.text;
}

// Cuts to at most `width` columns. A range that reaches beyond the cut ends before the ellipsis.
void CutTo(std::size_t width, BracedText* braced) {
  if (DisplayWidth(braced->text) <= width) return;
  constexpr std::string_view kEllipsis = "\u2026";
  braced->text = CutToWidth(braced->text, width);
  const std::size_t end = braced->text.size() - kEllipsis.size();
  std::erase_if(braced->bold, [&](const auto& range) { return range.first >= end; });
  if (!braced->bold.empty()) braced->bold.back().second = std::min(braced->bold.back().second, end);
}

std::string Text(const TemplateCard& card, const Terminal& terminal) {
  const std::string_view text = TextOf(card);
  const Ranges varying = card.compared() ? VaryingIn(text, card.common) : Ranges();
  const std::size_t width = TextWidth(terminal);
  // A pipe has width 0 and gets the whole text.
  const std::size_t room = width > kIndent ? (width - kIndent) * kTextLines : std::string::npos;
  BracedText braced = Brace(text, varying, std::string::npos);
  // What varies is what a reader looks for, so what does not vary is shortened first.
  if (DisplayWidth(braced.text) > room && !varying.empty())
    braced = Brace(text, varying, kBriefWords);
  CutTo(room, &braced);
  return WrappedText(braced.text, braced.bold, terminal, kIndent, width);
}

// "{words} {words}": what other pages do not have of the template. One line on a terminal.
std::string Stretches(const Sighting& sighting, const CommonWords& common,
                      const Terminal& terminal) {
  std::string out;
  for (const auto& [begin, end] : VaryingIn(sighting.text, common)) {
    const std::string_view words = std::string_view(sighting.text).substr(begin, end - begin);
    Append("{" + Words(words, std::string::npos) + "}", &out);
  }
  if (out.empty()) return out;
  // The minimum keeps the subtraction below from wrapping around.
  const std::size_t width = std::max(TextWidth(terminal), kIndent + 12);
  return Line(terminal.interactive ? CutToWidth(SafeText(out), width - kIndent - 2) : SafeText(out),
              2);
}

// The examples beside the representative.
std::string OtherPages(const TemplateCard& card, const Terminal& terminal) {
  const TemplateRecord& r = card.record;
  std::string out;
  std::size_t shown = 1;  // the representative
  for (std::size_t i = 0; i < r.examples.size(); ++i) {
    if (r.examples[i] == r.representative) continue;
    ++shown;
    // Addresses are never cut, because people copy them.
    out += Line(SafeText(card.examples[i].url));
    for (const Sighting& sighting : card.sightings)
      if (sighting.doc == r.examples[i]) out += Stretches(sighting, card.common, terminal);
  }
  if (shown < r.support) out += Line("and " + Thousands(r.support - shown) + " more");
  return out;
}

}  // namespace

BracedText Braced(std::string_view text, const Ranges& varying) {
  return Brace(text, varying, std::string::npos);
}

std::string VariesText(const TemplateCard& card, std::string_view marked) {
  if (card.record.exact) return "no, it is the same on all pages";
  // The bounds of reading (template_card.h) may leave a card without a comparison.
  if (!card.compared()) return "yes, but its pages were not compared: too many or too long";
  const bool found = std::any_of(
      card.sightings.begin(), card.sightings.end(),
      [&](const Sighting& sighting) { return !VaryingIn(sighting.text, card.common).empty(); });
  return found ? std::string(marked) + " are not on all of these pages"
               : "yes, though these pages have the same words";
}

std::string CardText(const TemplateCard& card, const CardTextOptions& options,
                     const Terminal& terminal) {
  const auto wrapped = [&](std::string_view text) {
    return WrappedText(Words(text, std::string::npos), {}, terminal, kIndent, TextWidth(terminal));
  };
  // The heading says it of a template that does not vary.
  const std::string varies = card.record.exact ? "" : VariesText(card, "words in {braces}");
  const std::string detail = options.verbose ? RuleDetail(card.record.rule) : "";
  return Heading(card, options.share, terminal) +
         Row("rule", wrapped(RuleSentence(card.record.rule))) + Row("numbers", wrapped(detail)) +
         Row("text", Text(card, terminal)) + Row("on", Line(SafeText(card.representative.url))) +
         Row("also on", OtherPages(card, terminal)) + Row("varies", wrapped(varies));
}

Json RuleJson(const TemplateRule& rule) {
  Json fields = Json::object();
  for (std::size_t i = 0; i < rule.fields.size(); ++i) {
    const RuleField& field = rule.fields[i];
    Json& value = fields[RuleFieldName(rule, i)];
    if (field.kind == RuleField::Kind::kText) value = field.text;
    if (field.kind == RuleField::Kind::kCount) value = field.number;
    // A fraction of 1 for programs, while people get percents.
    if (field.kind == RuleField::Kind::kShare) value = field.share();
  }
  return {{"name", rule.name}, {"fields", std::move(fields)}};
}

Json CardJson(const TemplateCard& card) {
  const TemplateRecord& r = card.record;
  Json json = {{"template", card.id.value},
               {"site", card.site},
               {"support", r.support},
               {"tokens", r.tokens},
               {"tokens_removed", r.tokens_removed},
               {"score", r.score},
               {"exact", r.exact},
               {"rule", RuleSentence(r.rule)},
               {"rule_fields", RuleJson(r.rule)},
               {"key", r.key.Hex()},
               {"representative", card.representative.url},
               {"examples", Json::array()},
               {"text", r.text},
               {"varies", nullptr}};
  for (const DocRecord& example : card.examples) json["examples"].push_back(example.url);
  // Null means that nothing was compared. An empty list says that nothing varies.
  if (r.exact || card.compared()) json["varies"] = Json::array();
  if (r.exact) return json;
  for (const Sighting& sighting : card.sightings)
    json["varies"].push_back(
        {{"url", sighting.page.url}, {"words", VaryingJson(card, sighting.text)}});
  return json;
}

Json VaryingJson(const TemplateCard& card, std::string_view text) {
  if (!card.record.exact && !card.compared()) return nullptr;
  auto words = Json::array();
  if (card.record.exact) return words;
  for (const auto& [begin, end] : VaryingIn(text, card.common))
    words.push_back(text.substr(begin, end - begin));
  return words;
}

}  // namespace thresh
