// Pagelets: how a page is cut, which of them are templates, and how links of what is left rank
// pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/graph/hits.h"
#include "indexer/detect/pagelets/partition.h"
#include "indexer/detect/pagelets/templates.h"
#include "indexer/page/tag_codes.h"
#include "tests/golden/golden_file.h"
#include "tests/support/json.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

std::string TextOf(const Page& page, const Pagelet& pagelet) {
  std::string text;
  for (std::uint32_t i = 0; i < pagelet.texts; ++i) {
    const Span& span = page.spans[pagelet.first_text + i];
    text += (text.empty() ? "" : " ") +
            page.text.substr(span.text_begin, span.text_end - span.text_begin);
  }
  return text;
}

// "/html[1]/body[1]/div[2]": with the ordinal among the children of that name.
std::string PathOf(const PageTree& tree, std::uint32_t node) {
  if (node == 0) return "/html[1]/body[1]";
  const std::uint32_t parent = tree.nodes[node].parent, tag = tree.nodes[node].tag;
  std::uint32_t rank = 0;
  for (std::uint32_t i = parent + 1; i <= node; i = tree.nodes[i].end)
    rank += tree.nodes[i].tag == tag ? 1U : 0U;
  const std::string name = tag == kTextTag ? "#text" : std::string(TagName(tag));
  return PathOf(tree, parent) + "/" + name + "[" + std::to_string(rank) + "]";
}

std::uint32_t DepthOf(const PageTree& tree, std::uint32_t node) {
  return node == 0 ? 0 : 1 + DepthOf(tree, tree.nodes[node].parent);
}

// The file lists pagelets as the queue meets them: level by level.
TEST(GoldenPageletPartition, Cases) {
  const nlohmann::json golden = ReadGolden("pagelet_partition.json");
  HtmlPages digester(Segmentation::kTextNodes);
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const Page page = digester.Digest(each["html"], "http://example.com/");
    PartitionRules rules;
    rules.k = each["k"].get<std::uint32_t>();
    std::vector<Pagelet> pagelets = PartitionPage(page.tree, rules);
    std::stable_sort(pagelets.begin(), pagelets.end(), [&](const Pagelet& a, const Pagelet& b) {
      return DepthOf(page.tree, a.first_node) < DepthOf(page.tree, b.first_node);
    });
    const auto& expected = each["pagelets"];
    ASSERT_EQ(pagelets.size(), expected.size());
    for (std::size_t i = 0; i < pagelets.size(); ++i) {
      EXPECT_EQ(PathOf(page.tree, pagelets[i].first_node), expected[i]["path"].get<std::string>());
      EXPECT_EQ(pagelets[i].links, expected[i]["links"].get<std::uint32_t>());
      EXPECT_EQ(TextOf(page, pagelets[i]), expected[i]["text"].get<std::string>());
    }
  }
}

// The file's table PAGELETS without the rows of some pages, and which of its rows they are.
struct Table {
  Table(const nlohmann::json& golden, const std::set<std::uint32_t>& without) {
    for (const auto& pagelet : golden["pagelets"]) {
      const auto page = pagelet["page"].get<std::uint32_t>();
      if (without.count(page) > 0) continue;
      const auto [shingle, is_new] =
          shingles.emplace(pagelet["shingle"].get<std::string>(), shingles.size() + 1);
      rows.push_back({page, shingle->second});
      ids.push_back(pagelet["id"].get<std::uint32_t>());
    }
  }
  std::set<std::string> Templates(const std::vector<PageletTemplate>& templates,
                                  bool with_pagelets) const {
    std::set<std::string> lines;
    for (const PageletTemplate& found : templates) {
      std::set<std::uint32_t> pages;
      nlohmann::json line;
      for (const std::uint32_t row : found.rows) {
        pages.insert(rows[row].page);
        if (with_pagelets) line["pagelets"].push_back(ids[row]);
      }
      line["pages"] = pages;
      for (const auto& [name, shingle] : shingles) {
        if (shingle == rows[found.rows.front()].shingle) line["shingle"] = name;
      }
      EXPECT_EQ(found.pages, pages.size());
      lines.insert(JsonText(line));
    }
    return lines;
  }
  std::vector<PageletRow> rows;
  std::vector<std::uint32_t> ids;
  std::map<std::string, std::uint64_t> shingles;
};

std::set<std::string> Lines(const nlohmann::json& templates) {
  std::set<std::string> lines;
  for (const auto& each : templates) lines.insert(JsonText(each));
  return lines;
}

TEST(GoldenPageletTemplates, Local) {
  const nlohmann::json golden = ReadGolden("pagelet_templates.json");
  const Table distinct(golden,
                       golden["duplicate_pages_removed_by_step_1"].get<std::set<std::uint32_t>>());
  EXPECT_EQ(distinct.Templates(LocalTemplates(distinct.rows, 2), true), Lines(golden["local"]));
  const Table all(golden, {});
  EXPECT_EQ(all.Templates(LocalTemplates(all.rows, 2), true),
            Lines(golden["local_without_duplicate_removal"]));
}

TEST(GoldenPageletTemplates, Global) {
  const nlohmann::json golden = ReadGolden("pagelet_templates.json");
  const Table all(golden, {});
  std::map<std::uint32_t, std::vector<std::uint32_t>> to;
  std::uint32_t last = 0;
  for (const PageletRow& row : all.rows) last = std::max(last, row.page);
  for (const auto& link : golden["links"]) to[link[0]].push_back(link[1]);
  PageLinks links;
  for (std::uint32_t page = 0; page <= last; ++page) {
    for (const std::uint32_t target : to[page]) {
      if (target <= last) links.to.push_back(target);
    }
    links.first.push_back(static_cast<std::uint32_t>(links.to.size()));
  }
  EXPECT_EQ(all.Templates(GlobalTemplates(all.rows, links, 2), false), Lines(golden["global"]));
}

TEST(GoldenHits, Cases) {
  const nlohmann::json golden = ReadGolden("hits.json");
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    std::map<std::string, std::uint32_t> hubs, authorities;
    std::vector<HubEdge> edges;
    const auto number = [](const std::string& name, std::map<std::string, std::uint32_t>* names) {
      return names->emplace(name, static_cast<std::uint32_t>(names->size())).first->second;
    };
    for (const auto& edge : each["edges"])
      edges.push_back({number(edge[0], &hubs), number(edge[1], &authorities)});
    const HubScores scores = PageletHits(edges, static_cast<std::uint32_t>(hubs.size()),
                                         static_cast<std::uint32_t>(authorities.size()));
    for (const auto& [name, score] : each["expect"]["hubs"].items())
      EXPECT_NEAR(scores.hubs.at(hubs.at(name)), score.get<double>(), 1e-6) << name;
    for (const auto& [name, score] : each["expect"]["authorities"].items())
      EXPECT_NEAR(scores.authorities.at(authorities.at(name)), score.get<double>(), 1e-6) << name;
  }
}

}  // namespace
}  // namespace thresh
