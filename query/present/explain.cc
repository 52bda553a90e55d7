#include "query/present/explain.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/cli/table.h"
#include "common/store/page_text.h"
#include "query/present/template_card.h"
#include "query/retrieve/searcher.h"

namespace thresh {
namespace {

constexpr std::string_view kHeadingRule = "first heading of the page: kept";

// Block and verdict of each span; the text of a block is often interrupted by the blocks inside it.
Result<ExplainedBlock> StartBlock(const Segment& segment, const ShownSpan& span,
                                  std::map<TemplateId, SeenTemplate>* templates) {
  ExplainedBlock block;
  block.block = span.block;
  block.verdict = span.verdict;
  block.glued = span.glued;
  if (span.stored == nullptr) return block;
  const TemplateId id = span.stored->template_id;
  block.score = span.stored->score;
  block.support = span.stored->support;
  block.template_id = id;
  if (!templates->contains(id)) {
    THRESH_ASSIGN_OR_RETURN(ShownTemplate shown, ReadTemplate(segment, id));
    templates->emplace(id, SeenTemplate{.shown = std::move(shown)});
  }
  block.rule = span.verdict == span.stored->verdict
                   ? RuleSentence(templates->at(id).shown.record.rule)
                   : std::string(kHeadingRule);
  return block;
}

Status Compare(const Segment& segment, std::map<TemplateId, SeenTemplate>* templates) {
  std::vector<SeenTemplate*> all;
  for (auto& [id, seen] : *templates) all.push_back(&seen);
  return CompareTemplates(segment, std::move(all), kSeenTogether);
}

std::string Heading(const Explanation& e) {
  const DocRecord& page = e.page.record;
  std::string out = SafeText(page.title.empty() ? page.url : page.title) + "\n" +
                    SafeText(page.url) + "\ndocno " + SafeText(page.docno) + ", site " +
                    SafeText(e.site) + "\n";
  if (page.degraded) out += "over a parse budget: read as plain text\n";
  if (page.duplicate) {
    out +=
        "same words as page " + std::to_string(page.duplicate_of.value) + ": shares its verdicts\n";
  }
  return out;
}

// Neighbours of one fate. A page that was cut into its text nodes would be a row a node else.
struct Row {
  ExplainedBlock block;
  BlockNo last;
};
std::vector<Row> RowsOf(const Explanation& e) {
  std::vector<Row> rows;
  for (const ExplainedBlock& b : e.blocks) {
    const bool joins = e.text_nodes && !rows.empty() && rows.back().block.verdict == b.verdict &&
                       rows.back().block.template_id == b.template_id;
    if (!joins) {
      rows.push_back({b, b.block});
      continue;
    }
    Row& row = rows.back();
    if (!b.glued) row.block.text += ' ';
    row.block.text += b.text;
    row.block.tokens += b.tokens;
    row.block.support = std::max(row.block.support, b.support);
    row.last = b.block;
  }
  return rows;
}

// What varies in braces.
std::string Shown(const Explanation& e, const ExplainedBlock& block) {
  const auto it = block.template_id ? e.templates.find(*block.template_id) : e.templates.end();
  const bool compared = it != e.templates.end() && it->second.compared();
  return compared ? BraceVarying(block.text, it->second.common).text : block.text;
}

std::string BlockTable(const Explanation& e, const Terminal& terminal) {
  constexpr Align kRight = Align::kRight;
  Table table({{"block", kRight},
               {"verdict"},
               {"words", kRight},
               {"score", kRight},
               {"pages", kRight},
               {"template", kRight},
               {"text"}});
  for (const Row& r : RowsOf(e)) {
    const ExplainedBlock& b = r.block;
    std::string numbers = std::to_string(b.block.value);
    if (r.last != b.block) numbers += "-" + std::to_string(r.last.value);
    std::vector<std::string> row = {std::move(numbers), std::string(VerdictName(b.verdict)),
                                    Thousands(b.tokens)};
    if (b.template_id) {
      row.insert(row.end(), {std::to_string(b.score) + " %", Thousands(b.support),
                             std::to_string(b.template_id->value)});
    }
    row.resize(6);
    row.push_back(Shown(e, b));
    table.Row(std::move(row));
  }
  return table.Text(terminal);
}

// The templates of the page and why they are some; a rule is too long to stand beside every block.
std::string TemplateCards(const Explanation& e, const Terminal& terminal) {
  std::string out;
  for (const auto& [id, seen] : e.templates) out += TemplateCard(seen, 0, terminal) + "\n";
  const bool kept = e.blocks_by_verdict[static_cast<std::size_t>(Verdict::kProtected)] > 0;
  return kept ? out + "protected: " + std::string(kHeadingRule) + "\n\n" : out;
}

std::string Totals(const Explanation& e, const Terminal& terminal) {
  const double words = std::max<double>(e.page.record.body_tokens_seen, 1);
  Table table({{"verdict"},
               {"blocks", Align::kRight},
               {"words", Align::kRight},
               {"of the page", Align::kRight, true}});
  for (std::size_t v = 0; v < kVerdictNames.size(); ++v) {
    const auto tokens = static_cast<double>(e.tokens_by_verdict[v]);
    table.Row({std::string(kVerdictNames[v]), Thousands(e.blocks_by_verdict[v]),
               Thousands(e.tokens_by_verdict[v]), Percent(tokens, words)},
              tokens / words);
  }
  return table.Text(terminal) + "\n" + Thousands(e.page.record.body_tokens_indexed) + " of " +
         Thousands(e.page.record.body_tokens_seen) + " words indexed\n";
}

nlohmann::ordered_json BlockJson(const Explanation& e, const ExplainedBlock& b) {
  nlohmann::ordered_json json = {{"block", b.block.value}, {"verdict", VerdictName(b.verdict)},
                                 {"tokens", b.tokens},     {"score", b.score},
                                 {"support", b.support},   {"rule", b.rule},
                                 {"text", b.text}};
  if (!b.template_id) return json;
  json["template"] = b.template_id->value;
  json["varies"] = VaryingJson(e.templates.at(*b.template_id), b.text);
  return json;
}

}  // namespace

Result<Explanation> ExplainPage(const Segment& segment, StoredPage page) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(segment, page.doc));
  Explanation e;
  const std::size_t site = page.record.site.value;
  if (site < segment.sites().size()) e.site = segment.sites()[site].host;
  e.page = std::move(page);
  e.text_nodes = true;
  std::uint32_t number = 0;
  std::map<std::pair<BlockNo, Verdict>, std::size_t> index;
  for (const ShownSpan& span : ShowSpans(text)) {
    const auto [it, fresh] = index.try_emplace({span.block, span.verdict}, e.blocks.size());
    e.text_nodes = e.text_nodes && span.block.value == number++;
    if (fresh) {
      THRESH_ASSIGN_OR_RETURN(ExplainedBlock block, StartBlock(segment, span, &e.templates));
      e.blocks.push_back(std::move(block));
      ++e.blocks_by_verdict[static_cast<std::size_t>(span.verdict)];
    }
    ExplainedBlock& block = e.blocks[it->second];
    JoinSpan(span, span.glued, &block.text);
    block.tokens += span.tokens;
    e.tokens_by_verdict[static_cast<std::size_t>(span.verdict)] += span.tokens;
  }
  THRESH_RETURN_IF_ERROR(Compare(segment, &e.templates));
  return e;
}

std::string ExplanationText(const Explanation& e, const Terminal& terminal) {
  return Heading(e) + "\n" + BlockTable(e, terminal) + "\n" + TemplateCards(e, terminal) +
         Totals(e, terminal);
}

std::string ExplanationJson(const Explanation& e) {
  const DocRecord& page = e.page.record;
  nlohmann::ordered_json json = {{"docno", page.docno},
                                 {"path", page.path},
                                 {"url", page.url},
                                 {"title", page.title},
                                 {"site", e.site},
                                 {"degraded", page.degraded},
                                 {"duplicate", page.duplicate},
                                 {"tokens_seen", page.body_tokens_seen},
                                 {"tokens_indexed", page.body_tokens_indexed}};
  for (std::size_t v = 0; v < kVerdictNames.size(); ++v) {
    json["verdicts"][std::string(kVerdictNames[v])] = {{"blocks", e.blocks_by_verdict[v]},
                                                       {"tokens", e.tokens_by_verdict[v]}};
  }
  json["blocks"] = nlohmann::ordered_json::array();
  for (const ExplainedBlock& b : e.blocks) json["blocks"].push_back(BlockJson(e, b));
  json["templates"] = nlohmann::ordered_json::array();
  for (const auto& [id, seen] : e.templates) json["templates"].push_back(TemplateJson(seen));
  return JsonLine(json);
}

}  // namespace thresh
