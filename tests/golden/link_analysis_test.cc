// PageRank over all links and over links outside of templates, what the prior makes of it, and the
// analyses of query/links.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "common/graph/link_graph.h"
#include "common/page_graph/link_analysis.h"
#include "query/links/clever.h"
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

TEST_P(LinkAnalysis, LinksIn) {
  const std::vector<double> links = RankScores(GraphOf(golden_, GetParam()), RankMeasure::kLinksIn);
  const auto& expected = golden_["inlinks"][GetParam() ? "all" : "template_free"];
  EXPECT_EQ(links, expected.get<std::vector<double>>());
}

INSTANTIATE_TEST_SUITE_P(Links, LinkAnalysis, ::testing::Bool());

using Numbers = std::map<std::string, std::uint32_t>;

Numbers NumberOfPage(const nlohmann::json& golden) {
  Numbers numbers;
  for (const std::string page : golden["pages"])
    numbers.emplace(page, static_cast<std::uint32_t>(numbers.size()));
  return numbers;
}

// The golden pages as a graph of pagelets; those that `known` lacks are addresses outside.
PageGraph PageletsOf(const nlohmann::json& golden, const Numbers& known) {
  PageGraph graph;
  for (std::size_t page = 0; page < known.size(); ++page) graph.AddPage(SiteId(0));
  std::map<std::uint32_t, std::vector<const nlohmann::json*>> by_page;
  for (const auto& pagelet : golden["pagelets"]) {
    const auto page = known.find(pagelet["page"].get<std::string>());
    if (page != known.end()) by_page[page->second].push_back(&pagelet);
  }
  for (const auto& [page, pagelets] : by_page) {
    for (std::uint32_t block = 0; block < pagelets.size(); ++block) {
      std::set<std::uint32_t> targets;
      for (const std::string link : (*pagelets[block])["links"]) {
        const auto target = known.find(link);
        targets.insert(target == known.end() ? graph.OutsideNumber(link) : target->second);
      }
      graph.AddPagelet({DocId(page), BlockNo(block), (*pagelets[block])["template"].get<bool>()},
                       std::vector<std::uint32_t>(targets.begin(), targets.end()));
    }
  }
  return graph;
}

// Which pagelets have the word of the golden query, in the order of the graph.
QueryMatches MatchesOf(const nlohmann::json& golden, const Numbers& known) {
  const std::string word = golden["clever"]["query"];
  std::map<std::uint32_t, std::vector<bool>> by_page;
  for (const auto& pagelet : golden["pagelets"]) {
    if (pagelet["links"].empty()) continue;  // no part of the graph
    const std::string text = " " + pagelet["text"].get<std::string>() + " ";
    by_page[known.at(pagelet["page"])].push_back(text.find(" " + word + " ") != std::string::npos);
  }
  QueryMatches matches{golden["clever"]["page_matches"].get<std::vector<bool>>(), {}};
  for (const auto& [page, pagelets] : by_page)
    matches.pagelets.insert(matches.pagelets.end(), pagelets.begin(), pagelets.end());
  return matches;
}

TEST(LinkAnalysisOfPagelets, SixVariantsOfClever) {
  const nlohmann::json golden = ReadGolden("link_analysis.json");
  const Numbers known = NumberOfPage(golden);
  const PageGraph graph = PageletsOf(golden, known);
  const QueryMatches matches = MatchesOf(golden, known);
  ASSERT_EQ(matches.pagelets.size(), graph.pagelets().size());
  std::vector<DocId> base;
  for (std::uint32_t page = 0; page < graph.pages(); ++page) base.emplace_back(page);
  std::size_t checked = 0;
  for (const CleverVariant& variant : CleverVariants()) {
    std::string name(variant.name);
    std::replace(name.begin(), name.end(), '-', '_');
    const auto& expected = golden["clever"]["variants"][name];
    const auto scores = CleverAuthorities(graph, base, variant, matches, false);
    for (std::size_t page = 0; page < scores.size(); ++page)
      EXPECT_NEAR(scores[page], expected["authorities"][page].get<double>(), 2e-6) << name;
    const std::vector<DocId> best = BestFirst(scores);
    for (std::size_t at = 0; at < expected["top"].size(); ++at)
      EXPECT_EQ(best[at].value, known.at(expected["top"][at])) << name;
    ++checked;
  }
  EXPECT_EQ(checked, 6u);
}

TEST(LinkAnalysisOfPagelets, CoCitation) {
  const nlohmann::json golden = ReadGolden("link_analysis.json");
  const Numbers known = NumberOfPage(golden);
  const PageGraph graph = PageletsOf(golden, known);
  const DocId asked(known.at(golden["cocitation"]["page"]));
  for (const auto& [together, name] :
       {std::pair(Together::kPage, "by_page"),
        std::pair(Together::kPagelet, "by_pagelet_without_templates")}) {
    std::vector<std::uint32_t> counts(graph.pages());
    for (const RelatedPage& page : RelatedPages(graph, asked, together))
      counts[page.page.value] = page.count;
    EXPECT_EQ(counts, golden["cocitation"][name].get<std::vector<std::uint32_t>>()) << name;
  }
}

TEST(LinkAnalysisOfPagelets, CrawlOrder) {
  const nlohmann::json golden = ReadGolden("link_analysis.json");
  Numbers fetched;
  for (const std::string page : golden["crawl"]["fetched"])
    fetched.emplace(page, static_cast<std::uint32_t>(fetched.size()));
  const PageGraph graph = PageletsOf(golden, fetched);
  for (const auto& [name, lambda] :
       {std::pair("lambda_0", 0.0), {"lambda_0_1", 0.1}, {"lambda_1", 1.0}}) {
    std::map<std::string, double> scores;
    for (const FrontierAddress& address : Frontier(graph, lambda))
      scores[graph.outside()[address.number]] = address.score;
    for (const auto& [url, score] : golden["crawl"][name].items())
      EXPECT_NEAR(scores.at(url), score.get<double>(), 1e-9) << name << " " << url;
  }
}

TEST(LinkAnalysisOfPagelets, TheAdvertisementIsFetchedLast) {
  const nlohmann::json golden = ReadGolden("link_analysis.json");
  Numbers fetched;
  for (const std::string page : golden["crawl"]["fetched"])
    fetched.emplace(page, static_cast<std::uint32_t>(fetched.size()));
  const PageGraph graph = PageletsOf(golden, fetched);
  const auto order = [&](double lambda) {
    std::vector<std::string> urls;
    for (const FrontierAddress& address : Frontier(graph, lambda))
      urls.push_back(graph.outside()[address.number]);
    return urls;
  };
  EXPECT_EQ(order(1).front(), "c/ad");
  EXPECT_EQ(order(0.1).back(), "c/ad");
}

}  // namespace
}  // namespace thresh
