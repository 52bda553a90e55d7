#include "indexer/route/shard_plan.h"

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

#include "common/base/ascii.h"
#include "common/base/hash.h"
#include "common/base/numbers.h"
#include "indexer/page/links.h"

namespace thresh {
namespace {

constexpr std::string_view kNoHost = "-";

std::vector<const SiteSizes::value_type*> LargestFirst(const SiteSizes& sizes) {
  std::vector<const SiteSizes::value_type*> rows;
  rows.reserve(sizes.size());
  for (const auto& row : sizes) rows.push_back(&row);
  // Stable: sites of one size stay in the order of their names.
  std::stable_sort(rows.begin(), rows.end(),
                   [](auto a, auto b) { return a->second.bytes > b->second.bytes; });
  return rows;
}

std::string_view TakeUpTo(char end, std::string_view* text) {
  const std::string_view taken = text->substr(0, text->find(end));
  text->remove_prefix(std::min(taken.size() + 1, text->size()));
  return taken;
}

bool ParseRow(std::string_view line, SiteSizes* sizes) {
  const std::string_view site = TakeUpTo('\t', &line);
  SiteSize size;
  if (site.empty() || !ParseNumber(TakeUpTo('\t', &line), &size.records) ||
      !ParseNumber(line, &size.bytes)) {
    return false;
  }
  SiteSize& sum = (*sizes)[std::string(site)];
  sum.records += size.records;
  sum.bytes += size.bytes;
  return true;
}

}  // namespace

std::string SizesText(const SiteSizes& sizes) {
  std::string text;
  for (const auto* row : LargestFirst(sizes)) {
    text += row->first + '\t' + std::to_string(row->second.records) + '\t' +
            std::to_string(row->second.bytes) + '\n';
  }
  return text;
}

Result<SiteSizes> ParseSizes(std::string_view text, const std::string& file) {
  SiteSizes sizes;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    if (!ParseRow(TakeUpTo('\n', &text), &sizes)) {
      return Status(Code::kUnusable, file + ": line " + std::to_string(number) +
                                         " is no `site TAB records TAB bytes`");
    }
  }
  return sizes;
}

std::string SiteOfUrl(std::string_view url) {
  std::string host = HostOf(CanonicalUrl(url));
  return host.empty() ? std::string(kNoHost) : host;
}

ShardPlan::ShardPlan(const SiteSizes& sizes, std::uint32_t shards)
    : shards_(shards), by_hash_(false) {
  using Load = std::pair<std::uint64_t, std::uint32_t>;  // bytes and shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::uint32_t shard = 0; shard < shards; ++shard) loads.emplace(0, shard);
  for (const auto* row : LargestFirst(sizes)) {
    const auto [bytes, shard] = loads.top();
    loads.pop();
    shard_of_.emplace(row->first, shard);
    loads.emplace(bytes + row->second.bytes, shard);
  }
}

Result<std::uint32_t> ShardPlan::Of(std::string_view site) const {
  if (by_hash_) return static_cast<std::uint32_t>(HashBytes(site).low % shards_);
  const auto found = shard_of_.find(site);
  if (found != shard_of_.end()) return found->second;
  return Status(Code::kUnusable, "the plan lacks the site " + std::string(site) +
                                     ": make it anew with `route --count` of the whole crawl");
}

}  // namespace thresh
