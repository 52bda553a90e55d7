#include "query/present/templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/cli/cli.h"
#include "common/cli/table.h"

namespace thresh {

Result<TemplateCards> HeaviestTemplates(const Store& store, const std::string& site,
                                        std::size_t n) {
  THRESH_ASSIGN_OR_RETURN(TemplateCards cards, ReadCards(store, site, n));
  std::vector<TemplateCard*> all;
  for (TemplateCard& card : cards.shown) all.push_back(&card);
  // No limit here, because the user chose the number of cards. `explain` compares the first
  // kSeenTogether cards only.
  THRESH_RETURN_IF_ERROR(CompareCards(store, std::move(all), cards.shown.size()));
  return cards;
}

std::string TemplatesText(const TemplateCards& cards, bool verbose, const Terminal& terminal) {
  // From 1 on, so that a store in which nothing was removed divides nothing by 0.
  std::uint64_t most = 1;
  for (const TemplateCard& card : cards.shown) most = std::max(most, card.record.tokens_removed);
  std::string out;
  for (const TemplateCard& card : cards.shown) {
    const auto removed = static_cast<double>(card.record.tokens_removed);
    out += CardText(card, {.share = removed / static_cast<double>(most), .verbose = verbose},
                    terminal) +
           "\n";
  }
  return out + Counted(cards.found, "template") + ", shown " + Thousands(cards.shown.size()) + "\n";
}

std::string TemplatesJson(const TemplateCards& cards) {
  nlohmann::ordered_json json = {{"found", cards.found},
                                 {"templates", nlohmann::ordered_json::array()}};
  for (const TemplateCard& card : cards.shown) json["templates"].push_back(CardJson(card));
  return JsonLine(json);
}

}  // namespace thresh
