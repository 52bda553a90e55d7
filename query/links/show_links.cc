#include "query/links/show_links.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/cli/cli.h"
#include "common/cli/table.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;
constexpr Align kRight = Align::kRight;

const std::string& TitleOf(const DocRecord& page) {
  return page.title.empty() ? page.url : page.title;
}

std::size_t NumberOf(LinkKind kind) { return static_cast<std::size_t>(kind); }

template <typename T>
std::size_t Shown(const std::vector<T>& all, std::size_t most) {
  return std::min(all.size(), most);
}

Json StandingJson(const RankedPage::Standing& standing) {
  return {{"place", standing.place}, {"score", standing.score}, {"links_in", standing.links_in}};
}

std::string CountsText(const PageGraph& graph, std::size_t all, std::size_t free) {
  return Counted(graph.pages(), "page") + ", " + Counted(all, "link") + " between them, " +
         Thousands(free) + " of them outside of templates (" +
         Percent(static_cast<double>(free), static_cast<double>(all)) + "), " +
         Counted(graph.outside().size(), "URL") + " that the store lacks\n";
}

std::string KindOf(bool of_template) { return of_template ? "template" : "free"; }

std::string LinkRows(const std::vector<SeenLink>& links, std::string_view page,
                     const Terminal& terminal) {
  Table table({{"block", kRight}, {"link"}, {"text"}, {std::string(page)}});
  for (const SeenLink& link : links)
    table.Row({std::to_string(link.block.value), KindOf(link.of_template), link.text, link.url});
  return table.Text(terminal);
}

Json LinkRowsJson(const std::vector<SeenLink>& links) {
  Json rows = Json::array();
  for (const SeenLink& link : links) {
    rows.push_back({{"url", link.url},
                    {"title", link.title},
                    {"text", link.text},
                    {"block", link.block.value},
                    {"template", link.of_template}});
  }
  return rows;
}

}  // namespace

std::string RankText(const RankTable& table, const std::vector<LinkKind>& shown,
                     const Terminal& terminal) {
  constexpr std::array<std::string_view, kGraphs> kTitles = {"Best by all links",
                                                             "Best by links outside of templates"};
  std::string out;
  for (const LinkKind kind : shown) {
    Table rows({{"all", kRight},
                {"free", kRight},
                {"links in", kRight},
                {"free in", kRight},
                {"page"},
                {"address"}});
    for (const RankedPage& page : table.best[NumberOf(kind)]) {
      rows.Row({Thousands(page.by[0].place), Thousands(page.by[1].place),
                Thousands(page.by[0].links_in), Thousands(page.by[1].links_in), page.title,
                page.url});
    }
    out += Bold(kTitles[NumberOf(kind)], terminal) + "\n" + rows.Text(terminal) + "\n";
  }
  return out + Counted(table.pages, "page") + " by " +
         std::string(kRankMeasureNames[static_cast<std::size_t>(table.measure)]) + "; " +
         Counted(table.edges[0], "link") + " between pages, " + Thousands(table.edges[1]) +
         " outside of templates\n";
}

std::string RankJson(const RankTable& table, const std::vector<LinkKind>& shown) {
  Json json = {{"by", kRankMeasureNames[static_cast<std::size_t>(table.measure)]},
               {"pages", table.pages},
               {"edges", {{"all", table.edges[0]}, {"free", table.edges[1]}}}};
  for (const LinkKind kind : shown) {
    Json& rows = json[std::string(kLinkKindNames[NumberOf(kind)])] = Json::array();
    for (const RankedPage& page : table.best[NumberOf(kind)]) {
      rows.push_back({{"url", page.url},
                      {"title", page.title},
                      {"all", StandingJson(page.by[0])},
                      {"free", StandingJson(page.by[1])}});
    }
  }
  return JsonLine(json);
}

Result<std::string> CleverText(const Store& store, const CleverAnswer& answer, std::size_t most,
                               const Terminal& terminal) {
  Table rows({{"authority", kRight}, {"page"}, {"address"}});
  for (std::size_t at = 0; at < Shown(answer.pages, most); ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, answer.pages[at].page));
    rows.Row({Decimal(answer.pages[at].authority, 4), TitleOf(page), page.url});
  }
  return (rows.empty() ? "" : rows.Text(terminal) + "\n") + Counted(answer.root, "page") +
         " found, " + Thousands(answer.base) + " with those around them, " +
         Thousands(answer.pages.size()) + " with an authority\n";
}

Result<std::string> CleverJson(const Store& store, const CleverAnswer& answer, std::size_t most) {
  Json json = {{"root", answer.root}, {"base", answer.base}, {"pages", Json::array()}};
  for (std::size_t at = 0; at < Shown(answer.pages, most); ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, answer.pages[at].page));
    json["pages"].push_back(
        {{"url", page.url}, {"title", page.title}, {"authority", answer.pages[at].authority}});
  }
  return JsonLine(json);
}

Result<std::string> RelatedText(const Store& store, const std::vector<RelatedPage>& related,
                                Together together, std::size_t most, const Terminal& terminal) {
  if (related.empty()) return std::string("no page stands beside it in a link list\n");
  Table rows({{together == Together::kPagelet ? "pagelets" : "together", kRight},
              {"pages", kRight},
              {"page"},
              {"address"}});
  for (std::size_t at = 0; at < Shown(related, most); ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, related[at].page));
    rows.Row({Thousands(related[at].count), Thousands(related[at].pages), TitleOf(page), page.url});
  }
  return rows.Text(terminal);
}

Result<std::string> RelatedJson(const Store& store, const std::vector<RelatedPage>& related,
                                std::size_t most) {
  Json json = {{"related", Json::array()}};
  for (std::size_t at = 0; at < Shown(related, most); ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, related[at].page));
    json["related"].push_back({{"url", page.url},
                               {"title", page.title},
                               {"count", related[at].count},
                               {"pages", related[at].pages}});
  }
  return JsonLine(json);
}

Result<std::string> FrontierText(const Store& store, const PageGraph& graph,
                                 const std::vector<FrontierAddress>& frontier, std::size_t most,
                                 const Terminal& terminal) {
  if (frontier.empty()) return std::string("the store has every page that its pages link to\n");
  Table rows({{"score", kRight}, {"pages", kRight}, {"address"}, {"first linked from"}});
  for (std::size_t at = 0; at < Shown(frontier, most); ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, frontier[at].first));
    rows.Row({Decimal(frontier[at].score, 2), Thousands(frontier[at].pages),
              graph.outside()[frontier[at].number], page.url});
  }
  return rows.Text(terminal) + "\n" + Counted(frontier.size(), "URL") + " that the store lacks\n";
}

Result<std::string> FrontierJson(const Store& store, const PageGraph& graph,
                                 const std::vector<FrontierAddress>& frontier, std::size_t most) {
  Json json = {{"addresses", frontier.size()}, {"frontier", Json::array()}};
  for (std::size_t at = 0; at < Shown(frontier, most); ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, frontier[at].first));
    json["frontier"].push_back({{"url", graph.outside()[frontier[at].number]},
                                {"score", frontier[at].score},
                                {"pages", frontier[at].pages},
                                {"first", page.url}});
  }
  return JsonLine(json);
}

std::string LinksText(const LinksOfPage& links, const Terminal& terminal) {
  std::string out = Bold(SafeText(links.title), terminal) + "\n" + SafeText(links.url) + "\n\n";
  out += Bold(Counted(links.out.size(), "link") + " on this page", terminal) + "\n";
  if (!links.out.empty()) out += LinkRows(links.out, "to", terminal);
  out += "\n" + Bold(Counted(links.in.size(), "link") + " to this page", terminal) + "\n";
  if (!links.in.empty()) out += LinkRows(links.in, "from", terminal);
  return out;
}

std::string LinksJson(const LinksOfPage& links) {
  return JsonLine(Json{{"url", links.url},
                       {"title", links.title},
                       {"out", LinkRowsJson(links.out)},
                       {"in", LinkRowsJson(links.in)}});
}

std::string GraphText(const PageGraph& graph) {
  return CountsText(graph, graph.Edges(LinkKind::kAll).edges(),
                    graph.Edges(LinkKind::kFree).edges());
}

std::string GraphJson(const PageGraph& graph) {
  return JsonLine(Json{{"pages", graph.pages()},
                       {"edges",
                        {{"all", graph.Edges(LinkKind::kAll).edges()},
                         {"free", graph.Edges(LinkKind::kFree).edges()}}},
                       {"outside", graph.outside().size()}});
}

Status PrintEdges(const Store& store, const PageGraph& graph, LinkKind kind,
                  void (*print)(std::string_view)) {
  const LinkGraph all = graph.Edges(LinkKind::kAll), free = graph.Edges(LinkKind::kFree);
  std::vector<std::string> urls;
  for (std::uint32_t doc = 0; doc < graph.pages(); ++doc) {
    THRESH_ASSIGN_OR_RETURN(DocRecord page, ReadPage(store, DocId(doc)));
    urls.push_back(std::move(page.url));
  }
  for (std::uint32_t page = 0; page < graph.pages(); ++page) {
    const auto free_targets = free.TargetsOf(page);
    for (const std::uint32_t target : all.TargetsOf(page)) {
      const bool is_free = std::binary_search(free_targets.begin(), free_targets.end(), target);
      if (kind == LinkKind::kFree && !is_free) continue;
      print(SafeText(urls[page]) + "\t" + SafeText(urls[target]) + "\t" + KindOf(!is_free) + "\n");
    }
  }
  return {};
}

}  // namespace thresh
