#include "query/present/explain.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/base/utf8.h"
#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "common/store/page_text.h"

namespace thresh {
namespace {

constexpr std::string_view kHeadingRule = "first heading of the page: kept";

// Block and verdict of each span; the text of a block is often interrupted by the blocks inside it.
Result<ExplainedBlock> StartBlock(const Store& store, const ShownSpan& span,
                                  std::map<TemplateId, TemplateCard>* templates) {
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
    THRESH_ASSIGN_OR_RETURN(TemplateCard card, ReadCard(store, id));
    templates->emplace(id, std::move(card));
  }
  // The stored rule says why the block was struck. That is wrong for a heading that is protected
  // inside it, so the heading has a sentence of its own.
  block.rule = span.verdict == span.stored->verdict ? RuleSentence(templates->at(id).record.rule)
                                                    : std::string(kHeadingRule);
  return block;
}

Status Compare(const Store& store, std::map<TemplateId, TemplateCard>* templates) {
  std::vector<TemplateCard*> all;
  for (auto& [id, card] : *templates) all.push_back(&card);
  return CompareCards(store, std::move(all), kSeenTogether);
}

std::string Heading(const Explanation& e) {
  const DocRecord& page = e.page.record;
  std::string out = SafeText(page.title.empty() ? page.url : page.title) + "\n" +
                    SafeText(page.url) + "\ndocno " + SafeText(page.docno) + ", site " +
                    SafeText(e.site) + "\n";
  if (page.degraded) out += "too large or too slow to parse, so read as plain text\n";
  if (page.duplicate) {
    out += e.same_words ? "same words as " + SafeText(e.same_as) + ", whose verdicts it has\n"
                        : "a copy of " + SafeText(e.same_as) + ", which its rel=canonical names\n";
  }
  return out;
}

// Nothing can be said of a mark, so it does not end a row.
bool IsMark(const ExplainedBlock& block) {
  return block.verdict == Verdict::kContent && block.tokens == 0;
}

bool Joins(const ExplainedRow& row, const ExplainedBlock& block) {
  const ExplainedBlock& first = *row.blocks.front();
  return IsMark(block) ||
         (first.verdict == block.verdict && first.template_id == block.template_id);
}

std::string BlockNumbers(const ExplainedRow& row) {
  const BlockNo first = row.blocks.front()->block, last = row.blocks.back()->block;
  const std::string number = std::to_string(first.value);
  return first == last ? number : number + "-" + std::to_string(last.value);
}

std::uint8_t ScoreOf(const ExplainedRow& row) {
  std::uint8_t score = 0;
  for (const ExplainedBlock* block : row.blocks) score = std::max(score, block->score);
  return score;
}

std::string BlockTable(const Explanation& e, const Terminal& terminal) {
  constexpr Align kRight = Align::kRight;
  // The text comes last, because Table cuts only the last column of a narrow terminal.
  Table table({{"block", kRight},
               {"verdict"},
               {"words", kRight},
               {"score", kRight},
               {"pages", kRight},
               {"template", kRight},
               {"text"}});
  for (const ExplainedRow& row : RowsOf(e)) {
    std::vector<std::string> cells = {BlockNumbers(row), std::string(VerdictName(row.verdict)),
                                      Thousands(row.tokens)};
    if (row.card != nullptr) {
      cells.insert(cells.end(), {std::to_string(ScoreOf(row)) + " %", Thousands(row.support),
                                 std::to_string(row.card->id.value)});
    }
    // Content has no card. The cells for score, pages and template stay empty.
    cells.resize(6);
    const RowText text = TextOf(row);
    cells.push_back(Braced(text.text, text.varying).text);
    table.Row(std::move(cells));
  }
  return table.Text(terminal);
}

// One card for each template of the page. A rule is too long for the table.
std::string Cards(const Explanation& e, bool verbose, const Terminal& terminal) {
  std::string out;
  for (const auto& [id, card] : e.templates)
    out += CardText(card, {.verbose = verbose}, terminal) + "\n";
  const bool kept = e.blocks_by_verdict[static_cast<std::size_t>(Verdict::kProtected)] > 0;
  return kept ? out + "protected: " + std::string(kHeadingRule) + "\n\n" : out;
}

std::string Totals(const Explanation& e, const Terminal& terminal) {
  // At least 1, so that a page without words divides nothing by 0.
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

Result<Explanation> ExplainPage(const Store& store, StoredPage page, std::size_t most_bytes) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(store, page.doc));
  Explanation e;
  const std::size_t site = page.record.site.value;
  // The number is read from the disk, and a damaged store may name a site that does not exist.
  if (site < store.sites().size()) e.site = store.sites()[site].host;
  e.page = std::move(page);
  if (e.page.record.duplicate) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord first, ReadPage(store, e.page.record.duplicate_of));
    e.same_as = first.url;
    e.same_words = first.token_hash == e.page.record.token_hash;
  }
  // Blocks that are text nodes are numbered as the spans are. One span that is not breaks the
  // series.
  e.text_nodes = true;
  std::uint32_t number = 0;
  // The verdict is part of the key, because a struck block with a protected heading makes two
  // entries.
  std::map<std::pair<BlockNo, Verdict>, std::size_t> index;
  std::size_t bytes = 0;
  for (ShownSpan span : ShowSpans(text)) {
    e.tokens_by_verdict[static_cast<std::size_t>(span.verdict)] += span.tokens;
    const std::size_t left = most_bytes - std::min(bytes, most_bytes);
    bytes += span.text.size() + kMarkupBytes;
    // The beginning at least is shown.
    if (bytes > most_bytes && !e.blocks.empty()) {
      e.words_left_out += span.tokens;
      continue;
    }
    // How many of its words stand in the part that is shown nobody has counted.
    const std::string_view shown = CutText(span.text, left);
    if (shown.size() < span.text.size()) {
      const auto words =
          static_cast<std::uint32_t>(std::uint64_t{span.tokens} * shown.size() / span.text.size());
      e.words_left_out += span.tokens - words;
      span.tokens = words;
      span.text = shown;
    }
    const auto [it, fresh] = index.try_emplace({span.block, span.verdict}, e.blocks.size());
    e.text_nodes = e.text_nodes && span.block.value == number++;
    if (fresh) {
      THRESH_ASSIGN_OR_RETURN(ExplainedBlock block, StartBlock(store, span, &e.templates));
      e.blocks.push_back(std::move(block));
      ++e.blocks_by_verdict[static_cast<std::size_t>(span.verdict)];
    }
    ExplainedBlock& block = e.blocks[it->second];
    JoinSpan(span, span.glued, &block.text);
    block.tokens += span.tokens;
  }
  // Comes last, when all templates of the page are known, so that another page is read once for
  // all.
  THRESH_RETURN_IF_ERROR(Compare(store, &e.templates));
  return e;
}

std::vector<ExplainedRow> RowsOf(const Explanation& explanation) {
  std::vector<ExplainedRow> rows;
  for (const ExplainedBlock& block : explanation.blocks) {
    // A layout block is what people read as one piece, so only text nodes are joined.
    if (!explanation.text_nodes || rows.empty() || !Joins(rows.back(), block)) {
      rows.push_back({.verdict = block.verdict, .blocks = {}});
      if (block.template_id) rows.back().card = &explanation.templates.at(*block.template_id);
    }
    ExplainedRow& row = rows.back();
    row.blocks.push_back(&block);
    row.tokens += block.tokens;
    row.support = std::max(row.support, block.support);
  }
  return rows;
}

RowText TextOf(const ExplainedRow& row) {
  RowText out;
  const bool compared = row.card != nullptr && row.card->compared();
  for (const ExplainedBlock* block : row.blocks) {
    if (!out.text.empty() && !block->glued) out.text += ' ';
    // VaryingIn counts from the start of its block and not of the row.
    const std::size_t shift = out.text.size();
    out.text += block->text;
    if (!compared || !block->template_id) continue;
    for (const auto& [begin, end] : VaryingIn(block->text, row.card->common)) {
      // Two stretches with nothing but a blank between them are one.
      const bool joins = !out.varying.empty() && out.varying.back().second + 1 >= shift + begin;
      if (joins) out.varying.back().second = shift + end;
      if (!joins) out.varying.emplace_back(shift + begin, shift + end);
    }
  }
  return out;
}

std::string ExplanationText(const Explanation& e, bool verbose, const Terminal& terminal) {
  return Heading(e) + "\n" + BlockTable(e, terminal) + "\n" + Cards(e, verbose, terminal) +
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
  if (e.words_left_out > 0) json["tokens_left_out"] = e.words_left_out;
  for (std::size_t v = 0; v < kVerdictNames.size(); ++v) {
    json["verdicts"][std::string(kVerdictNames[v])] = {{"blocks", e.blocks_by_verdict[v]},
                                                       {"tokens", e.tokens_by_verdict[v]}};
  }
  json["blocks"] = nlohmann::ordered_json::array();
  for (const ExplainedBlock& b : e.blocks) json["blocks"].push_back(BlockJson(e, b));
  json["templates"] = nlohmann::ordered_json::array();
  for (const auto& [id, card] : e.templates) json["templates"].push_back(CardJson(card));
  return JsonLine(json);
}

}  // namespace thresh
