#include "query/present/templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/table.h"

namespace thresh {

std::string TemplatesText(const TemplateList& list, const Terminal& terminal) {
  const std::size_t url_width = terminal.interactive ? std::max<std::size_t>(terminal.width / 3, 20) : 1000;
  Table table({{"template", Align::kRight},
               {"pages", Align::kRight},
               {"words", Align::kRight},
               {"words removed", Align::kRight, true},
               {"representative page"},
               {"text"}});
  std::uint64_t most = 1;
  for (const ShownTemplate& t : list.shown) most = std::max(most, t.record.tokens_removed);
  for (const ShownTemplate& t : list.shown) {
    table.Row({std::to_string(t.id.value), Thousands(t.record.support), Thousands(t.record.tokens),
               Thousands(t.record.tokens_removed), CutToWidth(SafeText(t.representative), url_width),
               t.record.text},
              static_cast<double>(t.record.tokens_removed) / static_cast<double>(most));
  }
  return (list.shown.empty() ? "" : table.Text(terminal)) + Thousands(list.found) +
         (list.found == 1 ? " template, shown " : " templates, shown ") + Thousands(list.shown.size()) + "\n";
}

std::string TemplatesJson(const TemplateList& list) {
  nlohmann::ordered_json json = {{"found", list.found}, {"templates", nlohmann::ordered_json::array()}};
  for (const ShownTemplate& t : list.shown) {
    json["templates"].push_back({{"template", t.id.value},
                                 {"site", t.site},
                                 {"support", t.record.support},
                                 {"tokens", t.record.tokens},
                                 {"tokens_removed", t.record.tokens_removed},
                                 {"score", t.record.score},
                                 {"exact", t.record.exact},
                                 {"rule", t.record.rule},
                                 {"key", t.record.key.Hex()},
                                 {"representative", t.representative},
                                 {"examples", t.examples},
                                 {"text", t.record.text}});
  }
  return JsonLine(json);
}

}  // namespace thresh
