#include "indexer/detect/site_pages.h"

#include <algorithm>

#include "common/base/coder.h"

namespace thresh {
namespace {

// A node of a hash table: what it holds, the link to the next one, its bucket and what malloc adds.
constexpr std::size_t kNodeBytes = 32;

}  // namespace

SitePages::Site& SitePages::SiteOf(const std::string& host) {
  const auto [site, is_new] = sites_.try_emplace(host);
  if (is_new) {
    site->second.id = SiteId(static_cast<std::uint32_t>(hosts_.size()));
    hosts_.push_back(host);
    bytes_ += sizeof(Site) + kNodeBytes + 2 * (sizeof(std::string) + host.size());
  }
  return site->second;
}

bool SitePages::Note(const Hash128& token_hash, Site* site) {
  const bool is_new = site->seen.insert(token_hash).second;
  if (is_new) bytes_ += sizeof(Hash128) + kNodeBytes;
  return is_new;
}

SitePages::Arrival SitePages::Add(const Page& page) {
  Site& site = SiteOf(page.site);
  return {site.id, page.body_tokens > 0 && !Note(page.token_hash, &site)};
}

std::string SitePages::Encode() const {
  return Encoded([&](RecordWriter& out) {
    out.List(hosts_, [&](const std::string& host) {
      const auto& seen = sites_.at(host).seen;
      std::vector<Hash128> hashes(seen.begin(), seen.end());
      std::sort(hashes.begin(), hashes.end());
      out.String(host);
      out.List(hashes, [&](const Hash128& hash) { out.Hash(hash); });
    });
  });
}

bool SitePages::Decode(std::string_view state) {
  *this = {};
  return Decoded(state, [&](RecordReader& in) {
    std::vector<std::string> hosts;
    in.List(hosts, [&](std::string& host) {
      std::vector<Hash128> hashes;
      in.String(host);
      in.List(hashes, [&](Hash128& hash) { in.Hash(hash); });
      Site& site = SiteOf(host);
      for (const Hash128& hash : hashes) Note(hash, &site);
    });
  });
}

}  // namespace thresh
