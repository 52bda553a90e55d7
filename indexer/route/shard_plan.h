// ShardPlan: which shard each site goes to. SiteSizes: how large the sites of a crawl are, as
// `route --count` prints it and as a plan reads it. A router owns one of each for one call. A plan
// never changes, and any thread may read it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace thresh {

struct SiteSize {
  std::uint64_t records = 0, bytes = 0;  // unpacked, with the headers
};

// By site. Its text has a line for each site, `site TAB records TAB bytes`, the largest site first.
using SiteSizes = std::map<std::string, SiteSize, std::less<>>;
std::string SizesText(const SiteSizes& sizes);
// Reads one text or several behind each other: sizes of the same site are added. kUnusable names
// the line that is no row. `file` is the name in messages.
Result<SiteSizes> ParseSizes(std::string_view text, const std::string& file);

// The site of a URL: the host that a build sees. "-" if the URL has none.
std::string SiteOfUrl(std::string_view url);

class ShardPlan {
 public:
  inline static constexpr std::uint32_t kMostShards = 99999;

  // By the hash of the site.
  explicit ShardPlan(std::uint32_t shards) : shards_(shards) {}
  // The largest site first, each to the shard that has the fewest bytes so far; of equal ones the
  // site and the shard that come first. The same table always gives the same plan.
  ShardPlan(const SiteSizes& sizes, std::uint32_t shards);

  std::uint32_t shards() const { return shards_; }
  // kUnusable if the table lacks the site.
  Result<std::uint32_t> Of(std::string_view site) const;

 private:
  std::uint32_t shards_;
  bool by_hash_ = true;
  std::map<std::string, std::uint32_t, std::less<>> shard_of_;
};

}  // namespace thresh
