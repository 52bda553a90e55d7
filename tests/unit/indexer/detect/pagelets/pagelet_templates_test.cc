#include "indexer/detect/pagelets/templates.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/dice.h"

namespace thresh {
namespace {

using Groups = std::set<std::set<std::uint32_t>>;  // of rows

Groups RowsOf(const std::vector<PageletTemplate>& templates) {
  Groups groups;
  for (const PageletTemplate& found : templates) {
    EXPECT_TRUE(std::is_sorted(found.rows.begin(), found.rows.end()));
    EXPECT_TRUE(groups.emplace(found.rows.begin(), found.rows.end()).second);
  }
  return groups;
}

struct RandomTables {
  explicit RandomTables(std::uint32_t seed) {
    Dice dice(seed);
    const std::uint32_t pages = 1 + dice.Below(12);
    for (std::uint32_t i = dice.Below(40); i > 0; --i)
      rows.push_back({dice.Below(pages), dice.Below(5)});
    for (std::uint32_t page = 0; page < pages; ++page) {
      for (std::uint32_t i = dice.Below(3); i > 0; --i) {
        links.to.push_back(dice.Below(pages));
        linked.emplace(page, links.to.back());
      }
      links.first.push_back(static_cast<std::uint32_t>(links.to.size()));
    }
  }
  std::set<std::uint32_t> PagesOf(std::uint64_t shingle) const {
    std::set<std::uint32_t> pages;
    for (const PageletRow& row : rows) {
      if (row.shingle == shingle) pages.insert(row.page);
    }
    return pages;
  }
  void AddGroup(std::uint64_t shingle, const std::set<std::uint32_t>& pages, std::size_t min_pages,
                Groups* to) const {
    if (pages.size() < min_pages) return;
    std::set<std::uint32_t> group;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      if (rows[i].shingle == shingle && pages.count(rows[i].page) > 0) group.insert(i);
    }
    to->insert(group);
  }
  // What can be reached from a page by links either way, among these pages.
  std::set<std::uint32_t> ComponentOf(std::uint32_t page,
                                      const std::set<std::uint32_t>& among) const {
    std::set<std::uint32_t> reached{page};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const auto& [from, to] : linked) {
        if (among.count(from) == 0 || among.count(to) == 0) continue;
        if (reached.count(from) > 0) reached.insert(to);
        if (reached.count(to) > 0) reached.insert(from);
      }
    }
    return reached;
  }

  std::vector<PageletRow> rows;
  PageLinks links;
  std::set<std::pair<std::uint32_t, std::uint32_t>> linked;
};

TEST(PageletTemplates, AgreeWithTheirDefinitions) {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    const RandomTables tables(seed);
    for (const std::uint32_t min_pages : {2U, 3U}) {
      Groups local, global;
      for (std::uint64_t shingle = 0; shingle < 5; ++shingle) {
        const std::set<std::uint32_t> pages = tables.PagesOf(shingle);
        tables.AddGroup(shingle, pages, min_pages, &local);
        for (const std::uint32_t page : pages)
          tables.AddGroup(shingle, tables.ComponentOf(page, pages), min_pages, &global);
      }
      EXPECT_EQ(RowsOf(LocalTemplates(tables.rows, min_pages)), local) << seed;
      EXPECT_EQ(RowsOf(GlobalTemplates(tables.rows, tables.links, min_pages)), global) << seed;
    }
  }
}

}  // namespace
}  // namespace thresh
