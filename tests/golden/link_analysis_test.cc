// PageRank over all links and over links outside of templates, and what the prior makes of it.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "common/graph/link_graph.h"
#include "tests/golden/golden_file.h"

namespace thresh {
namespace {

LinkGraph GraphOf(const nlohmann::json& golden, bool with_templates) {
  const auto pages = golden["pages"].get<std::vector<std::string>>();
  std::map<std::string, std::uint32_t> number;
  for (const std::string& page : pages)
    number.emplace(page, static_cast<std::uint32_t>(number.size()));
  std::vector<std::set<std::uint32_t>> targets(pages.size());
  for (const auto& pagelet : golden["pagelets"]) {
    if (!with_templates && pagelet["template"].get<bool>()) continue;
    const std::string page = pagelet["page"];
    for (const std::string link : pagelet["links"]) {
      if (link != page) targets[number[page]].insert(number[link]);
    }
  }
  LinkGraph graph;
  for (const auto& of_page : targets)
    graph.AddPage(std::vector<std::uint32_t>(of_page.begin(), of_page.end()));
  return graph;
}

class LinkAnalysis : public ::testing::TestWithParam<bool> {
 protected:
  const nlohmann::json golden_ = ReadGolden("link_analysis.json");
};

TEST_P(LinkAnalysis, PageRanks) {
  const auto& expected = golden_["pagerank"][GetParam() ? "all" : "template_free"];
  const LinkGraph graph = GraphOf(golden_, GetParam());
  EXPECT_EQ(graph.edges(), expected["edges"].get<std::size_t>());
  const std::vector<double> ranks = PageRanks(graph);
  ASSERT_EQ(ranks.size(), expected["scores"].size());
  for (std::size_t page = 0; page < ranks.size(); ++page)
    EXPECT_NEAR(ranks[page], expected["scores"][page].get<double>(), 5e-7);
}

TEST_P(LinkAnalysis, PriorIsAddedToTheScore) {
  const auto& expected = golden_["static_prior"];
  const auto pages = golden_["pages"].get<std::vector<std::string>>();
  const std::vector<double> ranks = PageRanks(GraphOf(golden_, GetParam()));
  const auto& with = expected[GetParam() ? "with_prior_of_all_links" : "with_prior"];
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (!with.contains(pages[page])) continue;
    const double score = expected["scores"][pages[page]];
    const double weight = expected["weight"];
    EXPECT_NEAR(score + weight * PriorOf(ranks[page], pages.size()),
                with[pages[page]].get<double>(), 5e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Links, LinkAnalysis, ::testing::Bool());

}  // namespace
}  // namespace thresh
