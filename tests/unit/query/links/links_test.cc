// The analyses of query/links against slow twins that count pair by pair, on random graphs.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "common/page_graph/link_analysis.h"
#include "common/page_graph/page_graph_reader.h"
#include "query/links/clever.h"

namespace thresh {
namespace {

std::uint32_t Below(std::mt19937& random, std::uint32_t n) {
  return static_cast<std::uint32_t>(random() % n);
}

// A pagelet as the twins see it.
struct SlowPagelet {
  std::uint32_t page = 0;
  bool of_template = false;
  std::set<std::uint32_t> targets;
};

struct RandomGraph {
  PageGraph graph;
  std::vector<SlowPagelet> pagelets;
};

RandomGraph MakeGraph(std::mt19937& random) {
  RandomGraph made;
  const std::uint32_t pages = 1 + Below(random, 12), outside = Below(random, 4);
  for (std::uint32_t page = 0; page < pages; ++page) made.graph.AddPage(SiteId(Below(random, 3)));
  std::vector<std::uint32_t> addresses;
  for (std::uint32_t i = 0; i < outside; ++i)
    addresses.push_back(made.graph.OutsideNumber("http://x/" + std::to_string(9 - i)));
  for (std::uint32_t page = 0; page < pages; ++page) {
    for (std::uint32_t block = Below(random, 4); block > 0; --block) {
      SlowPagelet pagelet{.page = page, .of_template = Below(random, 3) == 0, .targets = {}};
      for (std::uint32_t n = 1 + Below(random, 4); n > 0; --n)
        pagelet.targets.insert(Below(random, pages + outside));
      made.graph.AddPagelet(
          {DocId(page), BlockNo(block), pagelet.of_template},
          std::vector<std::uint32_t>(pagelet.targets.begin(), pagelet.targets.end()));
      made.pagelets.push_back(pagelet);
    }
  }
  return made;
}

TEST(PageGraph, EdgesAreLinksFromPageToPageOnce) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const RandomGraph made = MakeGraph(random);
    for (const LinkKind kind : {LinkKind::kAll, LinkKind::kFree}) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found;
      for (const SlowPagelet& pagelet : made.pagelets) {
        for (const std::uint32_t target : pagelet.targets) {
          const bool counts = target < made.graph.pages() && target != pagelet.page &&
                              (kind == LinkKind::kAll || !pagelet.of_template);
          if (counts) expected.emplace(pagelet.page, target);
        }
      }
      const LinkGraph edges = made.graph.Edges(kind);
      for (std::uint32_t page = 0; page < made.graph.pages(); ++page) {
        for (const std::uint32_t target : edges.TargetsOf(page)) found.emplace(page, target);
      }
      ASSERT_EQ(found, expected);
      ASSERT_EQ(edges.edges(), expected.size());
    }
  }
}

TEST(LinkAnalysis, RelatedPagesAreThoseOfTheTwin) {
  std::mt19937 random(2);
  std::size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomGraph made = MakeGraph(random);
    const std::uint32_t asked = Below(random, made.graph.pages());
    std::vector<RelatedPage> expected;
    for (std::uint32_t page = 0; page < made.graph.pages(); ++page) {
      RelatedPage related{.page = DocId(page)};
      std::set<std::uint32_t> pages;
      for (const SlowPagelet& pagelet : made.pagelets) {
        const bool both = !pagelet.of_template && pagelet.targets.contains(asked) &&
                          pagelet.targets.contains(page) && page != asked;
        if (!both) continue;
        ++related.count;
        pages.insert(pagelet.page);
      }
      related.pages = static_cast<std::uint32_t>(pages.size());
      if (related.count > 0) expected.push_back(related);
    }
    std::stable_sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
      return std::pair(a.count, a.pages) > std::pair(b.count, b.pages);
    });
    ASSERT_EQ(RelatedPages(made.graph, DocId(asked), Together::kPagelet), expected);
    found += expected.size();
    std::map<std::uint32_t, std::set<std::uint32_t>> by_page;
    for (const SlowPagelet& pagelet : made.pagelets)
      by_page[pagelet.page].insert(pagelet.targets.begin(), pagelet.targets.end());
    for (const RelatedPage& related : RelatedPages(made.graph, DocId(asked), Together::kPage)) {
      std::uint32_t count = 0;
      for (const auto& [page, targets] : by_page)
        count += targets.contains(asked) && targets.contains(related.page.value) ? 1U : 0U;
      ASSERT_EQ(related.count, count);
    }
  }
  EXPECT_GT(found, 200u);
}

TEST(LinkAnalysis, TheFrontierIsThatOfTheTwin) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const RandomGraph made = MakeGraph(random);
    std::vector<double> weights;
    for (std::uint32_t page = 0; page < made.graph.pages(); ++page)
      weights.push_back(1 + Below(random, 4));
    for (const FrontierAddress& address : Frontier(made.graph, 0.25, weights)) {
      std::map<std::uint32_t, bool> free;  // of each page that links to the address
      for (const SlowPagelet& pagelet : made.pagelets) {
        if (pagelet.targets.contains(made.graph.pages() + address.number))
          free[pagelet.page] = free[pagelet.page] || !pagelet.of_template;
      }
      double score = 0;
      for (const auto& [page, is_free] : free) score += weights[page] * (is_free ? 1 : 0.25);
      ASSERT_EQ(address.score, score);
      ASSERT_EQ(address.pages, free.size());
      ASSERT_TRUE(free.empty() || address.first.value == free.begin()->first);
    }
  }
}

TEST(LinkAnalysis, EqualAddressesStandInTheirOrder) {
  PageGraph graph;
  graph.AddPage(SiteId(0));
  const std::vector<std::uint32_t> targets = {graph.OutsideNumber("http://x/b"),
                                              graph.OutsideNumber("http://x/a")};
  graph.AddPagelet({DocId(0), BlockNo(0), false}, targets);
  const auto frontier = Frontier(graph, 0.1);
  ASSERT_EQ(frontier.size(), 2u);
  EXPECT_EQ(graph.outside()[frontier[0].number], "http://x/a");
}

TEST(LinkAnalysis, WithoutTemplatesAllLinksAreFree) {
  PageGraph graph;
  for (int page = 0; page < 3; ++page) graph.AddPage(SiteId(0));
  graph.AddPagelet({DocId(0), BlockNo(0), false}, std::vector<std::uint32_t>{1, 2});
  graph.AddPagelet({DocId(2), BlockNo(3), false}, std::vector<std::uint32_t>{1});
  for (const auto measure :
       {RankMeasure::kPageRank, RankMeasure::kLinksIn, RankMeasure::kAuthority}) {
    const auto all = RankScores(graph.Edges(LinkKind::kAll), measure);
    EXPECT_EQ(all, RankScores(graph.Edges(LinkKind::kFree), measure));
    EXPECT_EQ(BestFirst(all).front(), DocId(1));
  }
}

// ---- Clever

// The authorities by whole matrices, fifty rounds.
std::vector<double> SlowAuthorities(const RandomGraph& made, const std::set<std::uint32_t>& base,
                                    const CleverVariant& variant, const QueryMatches& matches,
                                    bool between_sites) {
  const std::size_t pages = made.graph.pages();
  const std::size_t hubs = variant.pagelets ? made.pagelets.size() : pages;
  std::vector<std::vector<bool>> links(hubs, std::vector<bool>(pages));
  const bool by_page = !variant.pagelets && variant.matching;
  const auto stays = [&](std::uint32_t page) {
    return base.contains(page) && (!by_page || matches.pages[page]);
  };
  for (std::size_t at = 0; at < made.pagelets.size(); ++at) {
    const SlowPagelet& pagelet = made.pagelets[at];
    if (!stays(pagelet.page) || (variant.free && pagelet.of_template)) continue;
    if (variant.pagelets && variant.matching && !matches.pagelets[at]) continue;
    for (const std::uint32_t target : pagelet.targets) {
      if (target >= pages || !stays(target)) continue;
      const bool within = made.graph.site(DocId(pagelet.page)) == made.graph.site(DocId(target));
      if (!(between_sites && within)) links[variant.pagelets ? at : pagelet.page][target] = true;
    }
  }
  std::vector<double> hub(hubs, 1), authority(pages);
  const auto normalise = [](std::vector<double>* values) {
    double square = 0;
    for (const double value : *values) square += value * value;
    for (double& value : *values) value = square > 0 ? value / std::sqrt(square) : 0;
  };
  for (int round = 0; round < 50; ++round) {
    for (std::size_t page = 0; page < pages; ++page) {
      authority[page] = 0;
      for (std::size_t h = 0; h < hubs; ++h) authority[page] += links[h][page] ? hub[h] : 0;
    }
    normalise(&authority);
    for (std::size_t h = 0; h < hubs; ++h) {
      hub[h] = 0;
      for (std::size_t page = 0; page < pages; ++page)
        hub[h] += links[h][page] ? authority[page] : 0;
    }
    normalise(&hub);
  }
  return authority;
}

TEST(Clever, AuthoritiesAreThoseOfTheTwin) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    const RandomGraph made = MakeGraph(random);
    std::set<std::uint32_t> base;
    std::vector<DocId> listed;
    listed.reserve(made.graph.pages());
    QueryMatches matches;
    for (std::uint32_t page = 0; page < made.graph.pages(); ++page) {
      if (Below(random, 5) > 0) base.insert(page);
      matches.pages.push_back(Below(random, 2) == 0);
    }
    for (const std::uint32_t page : base) listed.emplace_back(page);
    for (std::size_t at = 0; at < made.pagelets.size(); ++at)
      matches.pagelets.push_back(Below(random, 2) == 0);
    for (const CleverVariant& variant : CleverVariants()) {
      const bool between = Below(random, 2) == 0;
      const auto found = CleverAuthorities(made.graph, listed, variant, matches, between);
      const auto expected = SlowAuthorities(made, base, variant, matches, between);
      for (std::size_t page = 0; page < expected.size(); ++page)
        ASSERT_NEAR(found[page], expected[page], 1e-4) << variant.name;
    }
  }
}

TEST(Clever, TheBaseIsTheRootAndItsNeighbours) {
  PageGraph graph;
  for (int page = 0; page < 70; ++page) graph.AddPage(SiteId(0));
  graph.AddPagelet({DocId(0), BlockNo(0), true}, std::vector<std::uint32_t>{69});
  for (std::uint32_t page = 1; page < 60; ++page)
    graph.AddPagelet({DocId(page), BlockNo(0), false}, std::vector<std::uint32_t>{0});
  const std::vector<DocId> base = CleverBase(graph, std::vector<DocId>{DocId(0)});
  ASSERT_EQ(base.size(), 1u + kCleverInto + 1);
  EXPECT_EQ(base[1], DocId(1));
  EXPECT_EQ(base[kCleverInto], DocId(kCleverInto)) << "the first that link to it";
  EXPECT_EQ(base.back(), DocId(69)) << "templates link, too";
}

// ---- pagelets of a page

TextRecord TextOf(const std::vector<std::pair<std::uint32_t, bool>>& spans) {
  TextRecord text;
  for (const auto& [block, of_template] : spans) {
    text.spans.push_back({.text = "word", .block = BlockNo(block)});
    const bool known = text.Find(BlockNo(block)) != nullptr;
    if (!of_template || known) continue;
    StoredVerdict& verdict = text.verdicts.emplace_back();
    verdict.block = BlockNo(block);
    verdict.verdict = Verdict::kTemplate;
  }
  return text;
}

TEST(PageletCuts, TextNodesAlikeAreOnePagelet) {
  const PageletCuts cuts(TextOf({{0, true}, {1, true}, {2, false}, {3, false}, {4, true}}));
  std::vector<std::uint32_t> first;
  for (std::uint32_t block = 0; block < 6; ++block)
    first.push_back(cuts.PageletOf(BlockNo(block)).value);
  EXPECT_EQ(first, (std::vector<std::uint32_t>{0, 0, 2, 2, 4, 4}));
}

TEST(PageletCuts, BlocksOfSeveralTextsArePagelets) {
  const PageletCuts cuts(TextOf({{0, true}, {0, true}, {1, true}, {2, false}}));
  for (std::uint32_t block = 0; block < 4; ++block)
    EXPECT_EQ(cuts.PageletOf(BlockNo(block)).value, block);
}

}  // namespace
}  // namespace thresh
