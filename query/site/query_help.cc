#include "query/site/query_help.h"

#include <array>
#include <string_view>

#include "common/base/utf8.h"
#include "query/site/links.h"

namespace thresh {
namespace {

struct Form {
  std::string_view example, meaning;
};
constexpr std::array<Form, 10> kForms = {{
    {"open source", "pages with any of these words, best first"},
    {"+open +source", "pages with both words"},
    {"open -source", "pages without the second word"},
    {"open AND (source OR code)", "the same with AND, OR and NOT in capitals"},
    {"\"open source\"", "the words side by side"},
    {"\"open source\"~5", "the words near each other, at most five others in between"},
    {"sour*", "words that begin with sour; s*ce: words that begin and end so"},
    {"sauce~", "words that are spelt nearly so"},
    {"title:source", "pages with the word in their title; inurl:source, in their address"},
    {"source after:2024 before:2024-06", "pages that are dated so"},
}};

Markup Row(std::string_view example, std::string_view meaning) {
  return Join(El("dt", {},
                 El("a", {{"href", LinkTo("/search", {{"q", example}})}}, El("code", {}, example))),
              El("dd", {}, meaning));
}

}  // namespace

Markup QueryHelp(const std::string& host) {
  Markup rows;
  for (const auto& [example, meaning] : kForms) rows.Add(Row(example, meaning));
  // These two forms need a site, and an empty store has none.
  if (!host.empty()) {
    rows.Add(Row("source site:" + host, "pages of one site"));
    rows.Add(Row("source url:" + host + "/", "pages whose address begins with this"));
  }
  return El("dl", {{"class", "forms"}}, rows);
}

Markup QueryMistake(const Status& status, const std::string& query, std::size_t character) {
  // The parser counts characters from 1, and the query is bytes.
  std::size_t begin = 0;
  for (std::size_t i = 1; i < character && begin < query.size(); ++i) DecodeUtf8(query, &begin);
  std::size_t end = begin;
  if (end < query.size()) DecodeUtf8(query, &end);
  const std::string_view text = query;
  const std::string wrong = end > begin ? query.substr(begin, end - begin)
                                        : " ";  // a mistake at the end has a place, too
  Markup shown;
  if (character > 0) {
    shown = El("pre", {{"class", "mistake"}}, text.substr(0, begin), El("mark", {}, wrong),
               text.substr(end));
  }
  return El("section", {{"class", "problem"}, {"role", "alert"}},
            El("h2", {}, "This query cannot be read"), shown, El("p", {}, status.message()),
            El("p", {}, El("a", {{"href", "/about#query"}}, "How to write a query")));
}

}  // namespace thresh
