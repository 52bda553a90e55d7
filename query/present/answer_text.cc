#include <cmath>
#include <nlohmann/json.hpp>

#include "common/base/utf8.h"
#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "query/present/search_answer.h"
#include "query/retrieve/presets.h"

namespace thresh {
namespace {

// What a unit counts: how often it stands in the query, or a share of that in an expansion.
std::string Weight(double frequency) {
  return Decimal(frequency, frequency == std::floor(frequency) ? 0 : 2);
}

// Ranks up to 99 take three columns with their point, so titles and the lines below them align.
constexpr std::size_t kIndent = 4;

// The other kind sorts fields by name, which tears apart what belongs together.
using Json = nlohmann::ordered_json;

// Programs count characters and we count bytes.
std::size_t CodePoints(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) DecodeUtf8(text, &at);
  return count;
}

// ---- text

std::string Indented(const std::string& text) { return std::string(kIndent, ' ') + text + "\n"; }

// The table is indented line by line. It is made as if for a pipe, so that it is not folded twice.
std::string SharesText(const ScoreExplanation& explanation) {
  constexpr Align kRight = Align::kRight;
  Table table({{"term"},
               {"tf", kRight},
               {"length", kRight},
               {"pages", kRight},
               {"in query", kRight},
               {"idf", kRight},
               {"score", kRight}});
  for (const ScoreShare& share : explanation.shares) {
    table.Row({UnitText(share.unit), Decimal(share.occurrence.tf, 2),
               Decimal(share.occurrence.length, 0), Decimal(share.term.df, 0),
               Weight(share.term.query_frequency), Decimal(share.idf, 4), Decimal(share.score, 4)});
  }
  const auto bonus = [&table](const char* name, double score) {
    if (score != 0) table.Row({name, "", "", "", "", "", Decimal(score, 4)});
  };
  bonus("(proximity)", explanation.bonus.proximity);
  bonus("(prior)", explanation.bonus.prior);
  bonus("(named)", explanation.bonus.named);
  // A score is the sum of the shares above. This row lets a reader check that.
  table.Row({"sum", "", "", "", "", "", Decimal(explanation.score, 4)});
  std::string out;
  const std::string text = table.Text(Terminal{});
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out += Indented(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// The day of an ISO 8601 time, safe for a terminal: a crawl may call anything a date.
std::string DayOf(std::string_view time) { return SafeText(time.substr(0, 10)); }

// A page that was seen once, or changed when it was seen last, has one day.
std::string DatesOf(const FoundPage& found) {
  const std::string changed = DayOf(found.last_changed), seen = DayOf(found.last_seen);
  return changed == seen ? "seen " + seen : "last changed " + changed + ", last seen " + seen;
}

std::string PageText(const FoundPage& found, std::size_t rank, const Terminal& terminal) {
  const std::string number = std::to_string(rank) + ".";
  // Text of a foreign page must not command the terminal.
  const std::string title = CutToWidth(
      SafeText(found.page.title.empty() ? found.page.url : found.page.title), kTitleWidth);
  std::string out = number +
                    std::string(number.size() < kIndent ? kIndent - number.size() : 1, ' ') +
                    Bold(title, terminal) + "\n" +
                    Indented(Decimal(found.score, 4) + "  " + SafeText(found.page.url));
  if (!found.last_seen.empty()) out += Indented(DatesOf(found));
  // Copies are collapsed, so only their number is shown: their text is that of the hit.
  if (found.copies > 0)
    out += Indented("and " + Thousands(found.copies) + " more with the same text");
  out += WrappedText(found.snippet.text, found.snippet.highlights, terminal, kIndent,
                     TextWidth(terminal));
  if (found.explanation) out += SharesText(*found.explanation);
  return out + "\n";
}

std::string Ending(const SearchAnswer& answer) {
  const bool one = answer.matches == 1 && !answer.more;
  // Block-max skips pages, so its number of matches is a lower bound.
  std::string out = (answer.more ? "at least " : "") + Thousands(answer.matches) +
                    (one ? " page matches" : " pages match") + ", shown " +
                    Thousands(answer.pages.size());
  if (answer.options.offset > 0) out += " from " + Thousands(answer.options.offset + 1) + " on";
  return out + ", " + Decimal(answer.milliseconds, 1) + " ms\n";
}

// ---- JSON

Json SnippetJson(const Snippet& snippet) {
  auto highlights = Json::array();
  const std::string_view text = snippet.text;
  for (const auto& [begin, end] : snippet.highlights) {
    highlights.push_back({CodePoints(text.substr(0, begin)), CodePoints(text.substr(0, end))});
  }
  return {{"text", snippet.text}, {"highlights", std::move(highlights)}};
}

Json SharesJson(const ScoreExplanation& explanation) {
  auto shares = Json::array();
  for (const ScoreShare& share : explanation.shares) {
    shares.push_back({{"term", UnitText(share.unit)},
                      {"tf", share.occurrence.tf},
                      {"length", share.occurrence.length},
                      {"tf_avg", share.occurrence.tf_avg},
                      {"df", share.term.df},
                      {"cf", share.term.cf},
                      {"query_frequency", share.term.query_frequency},
                      {"idf", share.idf},
                      {"score", share.score}});
  }
  return shares;
}

Json PageJson(const FoundPage& found, std::size_t rank) {
  const DocRecord& page = found.page;
  Json json = {{"rank", rank},
               {"score", found.score},
               {"docno", page.docno},
               {"path", page.path},
               {"url", page.url},
               {"site", found.site},
               {"title", page.title},
               {"description", page.description},
               {"date", page.date},
               {"last_seen", found.last_seen},
               {"last_changed", found.last_changed},
               {"words", page.body_tokens_indexed},
               {"words_removed", page.body_tokens_seen - page.body_tokens_indexed},
               {"same_text", found.same_text},
               {"copies", found.copies},
               {"snippet", SnippetJson(found.snippet)}};
  if (found.explanation) {
    json["terms"] = SharesJson(*found.explanation);
    json["proximity"] = found.explanation->bonus.proximity;
    json["prior"] = found.explanation->bonus.prior;
    json["named"] = found.explanation->bonus.named;
  }
  return json;
}

// Writes defaults as well, so that an answer says by itself what ranked it.
Json OptionsJson(const AnswerOptions& options) {
  Json json = {{"model", options.search.model}, {"variant", options.search.variant}};
  for (const ParameterInfo& parameter : ParameterTable())
    json[std::string(parameter.name)] = options.search.parameters.*parameter.value;
  for (const WeightInfo& weight : WeightTable())
    json[std::string(weight.name)] =
        options.search.weights.of[static_cast<std::size_t>(weight.field)];
  json["expand"] = options.search.expand;
  json["sort"] = kHitOrderNames[static_cast<std::size_t>(options.search.order)];
  json["operator"] = options.unsigned_pieces == Operator::kAnd ? "and" : "or";
  json["n"] = options.search.n;
  json["offset"] = options.offset;
  return json;
}

}  // namespace

std::string AnswerText(const SearchAnswer& answer, const Terminal& terminal) {
  std::string out;
  if (!answer.did_you_mean.empty())
    out += "did you mean: " + SafeText(answer.did_you_mean) + "\n\n";
  for (std::size_t i = 0; i < answer.pages.size(); ++i)
    out += PageText(answer.pages[i], answer.options.offset + i + 1, terminal);
  for (const std::string& note : answer.notes) out += SafeText(note) + "\n";
  return out + Ending(answer);
}

std::string AnswerJson(const SearchAnswer& answer) {
  Json json = {{"query", answer.query}};
  if (!answer.like.empty()) json["more_like"] = answer.like;
  json.update(OptionsJson(answer.options));
  json["did_you_mean"] = answer.did_you_mean.empty() ? Json() : Json(answer.did_you_mean);
  json["notes"] = answer.notes;
  json["matches"] = answer.matches;
  json["more_matches"] = answer.more;
  json["milliseconds"] = answer.milliseconds;
  json["hits"] = Json::array();
  for (std::size_t i = 0; i < answer.pages.size(); ++i)
    json["hits"].push_back(PageJson(answer.pages[i], answer.options.offset + i + 1));
  return JsonLine(json);
}

}  // namespace thresh
