#include "indexer/detect/pagelets/templates.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace thresh {
namespace {

using RowList = std::vector<std::uint32_t>;

RowList SortedByShingle(std::span<const PageletRow> rows) {
  RowList order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    // By row within a shingle, because a template promises ascending rows.
    return std::tie(rows[a].shingle, a) < std::tie(rows[b].shingle, b);
  });
  return order;
}

std::uint32_t CountPages(std::span<const PageletRow> rows, const RowList& some) {
  RowList pages;
  for (const std::uint32_t row : some) pages.push_back(rows[row].page);
  std::sort(pages.begin(), pages.end());
  return static_cast<std::uint32_t>(std::unique(pages.begin(), pages.end()) - pages.begin());
}

// Calls f with the rows of each shingle that stands on enough pages.
template <typename F>
void ForEachShingle(std::span<const PageletRow> rows, std::uint32_t min_pages, F f) {
  const RowList order = SortedByShingle(rows);
  for (auto begin = order.begin(); begin != order.end();) {
    const std::uint64_t shingle = rows[*begin].shingle;
    const auto end = std::find_if(begin, order.end(),
                                  [&](std::uint32_t row) { return rows[row].shingle != shingle; });
    // Several pagelets of a page may have one shingle. There are at least as many rows as pages,
    // so the first test spares most shingles the count.
    if (static_cast<std::size_t>(end - begin) >= min_pages) {
      PageletTemplate found{RowList(begin, end), 0};
      found.pages = CountPages(rows, found.rows);
      if (found.pages >= min_pages) f(std::move(found));
    }
    begin = end;
  }
}

// Connected components of the pages of one shingle after another.
class Components {
 public:
  explicit Components(const PageLinks& links)
      : links_(links), parent_(links.first.size() - 1), group_of_(parent_.size(), 0) {}

  // The pages of `group` and the links between them.
  void Connect(std::span<const PageletRow> rows, const RowList& group) {
    // Pages are stamped with their group, since clearing all pages for each shingle would be
    // quadratic.
    ++group_;
    for (const std::uint32_t row : group) {
      parent_[rows[row].page] = rows[row].page;
      group_of_[rows[row].page] = group_;
    }
    for (const std::uint32_t row : group) {
      const std::uint32_t page = rows[row].page;
      for (std::uint32_t i = links_.first[page]; i < links_.first[page + 1]; ++i) {
        // A link joins its two pages, whatever its direction.
        if (group_of_[links_.to[i]] == group_) Join(page, links_.to[i]);
      }
    }
  }

  std::uint32_t Root(std::uint32_t page) {
    // Path halving keeps the trees flat without a recursion.
    while (parent_[page] != page) page = parent_[page] = parent_[parent_[page]];
    return page;
  }

 private:
  void Join(std::uint32_t a, std::uint32_t b) {
    a = Root(a);
    b = Root(b);
    // The smallest page stands for its component, whatever the order of the links.
    parent_[std::max(a, b)] = std::min(a, b);
  }

  const PageLinks& links_;
  std::vector<std::uint32_t> parent_;    // of the pages of this group
  std::vector<std::uint32_t> group_of_;  // the last group that each page was in
  std::uint32_t group_ = 0;
};

}  // namespace

std::vector<PageletTemplate> LocalTemplates(std::span<const PageletRow> rows,
                                            std::uint32_t min_pages) {
  std::vector<PageletTemplate> templates;
  ForEachShingle(rows, min_pages,
                 [&](PageletTemplate found) { templates.push_back(std::move(found)); });
  return templates;
}

std::vector<PageletTemplate> GlobalTemplates(std::span<const PageletRow> rows,
                                             const PageLinks& links, std::uint32_t min_pages) {
  Components components(links);
  std::vector<PageletTemplate> templates;
  ForEachShingle(rows, min_pages, [&](PageletTemplate group) {
    components.Connect(rows, group.rows);
    // Stable: rows stay ascending, and the smallest page of a component, its root, has its first
    // row.
    std::stable_sort(group.rows.begin(), group.rows.end(), [&](std::uint32_t a, std::uint32_t b) {
      return components.Root(rows[a].page) < components.Root(rows[b].page);
    });
    for (auto begin = group.rows.begin(); begin != group.rows.end();) {
      const std::uint32_t root = components.Root(rows[*begin].page);
      const auto end = std::find_if(begin, group.rows.end(), [&](std::uint32_t row) {
        return components.Root(rows[row].page) != root;
      });
      PageletTemplate part{RowList(begin, end), 0};
      part.pages = CountPages(rows, part.rows);
      // A shingle on enough pages may fall apart into components that are too small.
      if (part.pages >= min_pages) templates.push_back(std::move(part));
      begin = end;
    }
  });
  return templates;
}

}  // namespace thresh
