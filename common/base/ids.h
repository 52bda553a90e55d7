// Ids: every kind of number that names something has a type, so that a DocId cannot be passed where
// a SiteId is wanted. All start at 0 and are dense. An id means something only within the segment,
// run or page that its comment names.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace thresh {

template <typename Tag>
struct Id {
  std::uint32_t value = 0;
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}
  friend constexpr auto operator<=>(Id, Id) = default;
};

using DocId = Id<struct DocTag>;          // page in a segment, by host and URL, from 0
using SiteId = Id<struct SiteTag>;        // host in a segment, in byte order, from 0
using BlockNo = Id<struct BlockNoTag>;    // block in its page, in opening order, from 0
using RunBlock = Id<struct RunBlockTag>;  // block in a run: pages in order, blocks in order, from 0
using TermId = Id<struct TermTag>;        // distinct term in a page or in a run, from 0
using TemplateId = Id<struct TemplateTag>;  // template in a run or segment, from 0

}  // namespace thresh

template <typename Tag>
struct std::hash<thresh::Id<Tag>> {
  std::size_t operator()(thresh::Id<Tag> id) const { return std::hash<std::uint32_t>()(id.value); }
};
