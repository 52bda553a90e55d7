#include "query/present/search_answer.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "common/table.h"
#include "common/utf8.h"

namespace thresh {
namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kTextWidth = 100;

std::size_t CodePoints(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) DecodeUtf8(text, &at);
  return count;
}

nlohmann::ordered_json SnippetJson(const Snippet& snippet) {
  auto highlights = nlohmann::ordered_json::array();
  const std::string_view text = snippet.text;
  for (const auto& [begin, end] : snippet.highlights) {
    highlights.push_back({CodePoints(text.substr(0, begin)), CodePoints(text.substr(0, end))});
  }
  return {{"text", snippet.text}, {"highlights", std::move(highlights)}};
}

std::string PageText(const FoundPage& found, std::size_t rank, const Terminal& terminal) {
  const std::string number = std::to_string(rank) + ".";
  const std::string title = SafeText(found.page.title.empty() ? found.page.url : found.page.title);
  const std::size_t width = terminal.interactive ? std::min(terminal.width, kTextWidth) : 0;
  std::string out = number + std::string(number.size() < kIndent ? kIndent - number.size() : 1, ' ') +
                    Bold(title, terminal) + "\n" + std::string(kIndent, ' ') + Decimal(found.score, 4) +
                    "  " + SafeText(found.page.url) + "\n";
  return out + SnippetText(found.snippet, terminal, kIndent, width) + "\n";
}

}  // namespace

Result<SearchAnswer> AnswerQuery(Searcher& searcher, const std::string& text, const SearchOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  ASSIGN_OR_RETURN(const ScorerInfo* scorer, FindScorer(options.model, options.variant));
  ASSIGN_OR_RETURN(const Query query, searcher.Parse(text));
  ASSIGN_OR_RETURN(const Ranking ranking, searcher.Search(query, options));
  SearchAnswer answer{.query = text, .options = options, .matches = ranking.matches};
  answer.options.variant = scorer->variant;
  const std::set<std::string> terms = QueryTerms(query);
  for (const Hit& hit : ranking.hits) {
    ASSIGN_OR_RETURN(DocRecord page, searcher.Page(hit.doc));
    ASSIGN_OR_RETURN(const TextRecord record, searcher.Text(hit.doc));
    answer.pages.push_back({std::move(page), hit.score, MakeSnippet(record, terms, searcher.analyzer())});
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  answer.milliseconds = elapsed.count();
  return answer;
}

std::string AnswerText(const SearchAnswer& answer, const Terminal& terminal) {
  std::string out;
  for (std::size_t i = 0; i < answer.pages.size(); ++i) out += PageText(answer.pages[i], i + 1, terminal);
  return out + Thousands(answer.matches) + (answer.matches == 1 ? " page matches" : " pages match") +
         ", shown " + Thousands(answer.pages.size()) + ", " + Decimal(answer.milliseconds, 1) + " ms\n";
}

std::string AnswerJson(const SearchAnswer& answer) {
  const SearchOptions& options = answer.options;
  nlohmann::ordered_json json = {{"query", answer.query},
                                 {"model", options.model},
                                 {"variant", options.variant},
                                 {"k1", options.parameters.k1},
                                 {"b", options.parameters.b},
                                 {"n", options.n},
                                 {"matches", answer.matches},
                                 {"milliseconds", answer.milliseconds},
                                 {"hits", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < answer.pages.size(); ++i) {
    const FoundPage& found = answer.pages[i];
    json["hits"].push_back({{"rank", i + 1},
                            {"score", found.score},
                            {"docno", found.page.docno},
                            {"url", found.page.url},
                            {"title", found.page.title},
                            {"date", found.page.date},
                            {"words", found.page.body_tokens_indexed},
                            {"snippet", SnippetJson(found.snippet)}});
  }
  return JsonLine(json);
}

}  // namespace thresh
