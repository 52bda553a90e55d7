// Which pagelets are templates (BYR 3.2, figures 4 and 5): those with one shingle on
// several pages (the local algorithm, for small sets of pages), and of these the ones whose pages
// hang together by links (the global algorithm, for crawls: it tells templates from mirrors and
// from accidents).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

// A row of the paper's table PAGELETS.
struct PageletRow {
  std::uint32_t page = 0;
  std::uint64_t shingle = 0;
};

// The paper's table LINKS: who is linked from page p stands at to[first[p]] .. to[first[p + 1]].
struct PageLinks {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> to;
};

struct PageletTemplate {
  std::vector<std::uint32_t> rows;  // ascending
  std::uint32_t pages = 0;
};

// In the order of their shingles. A template stands on at least `min_pages` pages.
std::vector<PageletTemplate> LocalTemplates(std::span<const PageletRow> rows,
                                            std::uint32_t min_pages);
// Templates of one shingle in the order of their first rows.
std::vector<PageletTemplate> GlobalTemplates(std::span<const PageletRow> rows,
                                             const PageLinks& links, std::uint32_t min_pages);

}  // namespace thresh
