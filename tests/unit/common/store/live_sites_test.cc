// LiveSites against an obvious map of all pages.
#include "common/store/live_sites.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace thresh {
namespace {

// Segments as their sites, with hosts in byte order, and the hosts that are masked.
struct Segments {
  std::vector<std::vector<SiteRecord>> sites;
  std::vector<std::vector<std::string>> masked;

  Result<LiveSites> Live() const {
    std::vector<LiveSites::SegmentSites> all;
    for (std::size_t s = 0; s < sites.size(); ++s) all.push_back({&sites[s], &masked[s]});
    return LiveSites::Of(all);
  }
};

SiteRecord Site(const std::string& host, std::uint32_t docs) {
  SiteRecord site{.host = host, .statistics = {}};
  site.statistics.docs = docs;
  return site;
}

std::uint32_t Below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

// Every host is live in one segment at most, and masked in some of the others.
Segments RandomSegments(std::mt19937& random) {
  const std::uint32_t count = 1 + Below(random, 5);
  Segments segments{std::vector<std::vector<SiteRecord>>(count),
                    std::vector<std::vector<std::string>>(count)};
  const std::uint32_t hosts = Below(random, 40);
  for (std::uint32_t h = 0; h < hosts; ++h) {
    const std::string host = "h" + std::to_string(100 + h);
    const std::uint32_t live = Below(random, count + 1);
    for (std::uint32_t s = 0; s < count; ++s) {
      if (s != live && Below(random, 3) != 0) continue;
      segments.sites[s].push_back(Site(host, 1 + Below(random, 6)));
      if (s != live) segments.masked[s].push_back(host);
    }
  }
  return segments;
}

struct Place {
  std::uint32_t segment, doc;
};

// The pages of the store in their order: by host, and by their order in the segment.
std::vector<Place> PagesOf(const Segments& segments) {
  std::map<std::string, std::vector<Place>> by_host;
  for (std::uint32_t s = 0; s < segments.sites.size(); ++s) {
    std::uint32_t doc = 0;
    for (const SiteRecord& site : segments.sites[s]) {
      const auto& masked = segments.masked[s];
      const bool live = std::find(masked.begin(), masked.end(), site.host) == masked.end();
      for (std::uint32_t i = 0; i < site.statistics.docs; ++i, ++doc) {
        if (live) by_host[site.host].push_back({s, doc});
      }
    }
  }
  std::vector<Place> pages;
  for (const auto& [host, own] : by_host) pages.insert(pages.end(), own.begin(), own.end());
  return pages;
}

TEST(LiveSites, PagesHaveTheNumbersOfTheStore) {
  std::mt19937 random(2027);
  for (int round = 0; round < 300; ++round) {
    const Segments segments = RandomSegments(random);
    const LiveSites live = segments.Live().value();
    const std::vector<Place> pages = PagesOf(segments);
    ASSERT_EQ(live.docs(), pages.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> in_store;
    for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
      const LiveSites::Place place = live.Of(DocId(doc));
      ASSERT_EQ(place.segment, pages[doc].segment);
      ASSERT_EQ(place.doc.value, pages[doc].doc);
      in_store[{place.segment, place.doc.value}] = doc;
    }
    for (std::uint32_t s = 0; s < segments.sites.size(); ++s) {
      for (std::uint32_t doc = 0; doc < 300; ++doc) {  // beyond the end of the segment, too
        const auto known = in_store.find({s, doc});
        const auto found = live.InStore(s, DocId(doc));
        ASSERT_EQ(found.has_value(), known != in_store.end()) << s << " " << doc;
        if (found) {
          ASSERT_EQ(found->value, known->second);
        }
      }
    }
  }
}

TEST(LiveSites, SitesAreInTheOrderOfTheirHosts) {
  std::mt19937 random(2028);
  for (int round = 0; round < 300; ++round) {
    const Segments segments = RandomSegments(random);
    const LiveSites live = segments.Live().value();
    std::string before;
    for (std::uint32_t site = 0; site < live.sites().size(); ++site) {
      const auto& [segment, own] = live.sites()[site];
      const std::string& host = segments.sites[segment][own.value].host;
      ASSERT_LT(before, host);
      before = host;
      ASSERT_EQ(live.InStore(segment, own), SiteId(site));
    }
    for (std::uint32_t s = 0; s < segments.sites.size(); ++s) {
      const auto& sites = segments.sites[s];
      for (std::uint32_t own = 0; own < sites.size(); ++own) {
        const auto& masked = segments.masked[s];
        const bool gone = std::find(masked.begin(), masked.end(), sites[own].host) != masked.end();
        ASSERT_EQ(live.InStore(s, SiteId(own)).has_value(), !gone);
      }
      ASSERT_FALSE(live.InStore(s, SiteId(static_cast<std::uint32_t>(sites.size()))).has_value());
    }
  }
}

TEST(LiveSites, StretchesAreAsLongAsTheyCanBe) {
  std::mt19937 random(2029);
  for (int round = 0; round < 300; ++round) {
    const Segments segments = RandomSegments(random);
    const LiveSites live = segments.Live().value();
    std::uint32_t next = 0;
    std::vector<std::vector<std::uint32_t>> of_segment(segments.sites.size());
    for (std::uint32_t i = 0; i < live.stretches().size(); ++i) {
      const LiveSites::Stretch& stretch = live.stretches()[i];
      ASSERT_EQ(stretch.first, next);
      next = stretch.end();
      of_segment[stretch.segment].push_back(i);
      if (i == 0) continue;
      const LiveSites::Stretch& before = live.stretches()[i - 1];
      ASSERT_FALSE(before.segment == stretch.segment &&
                   before.end_in_segment() == stretch.first_in_segment);
    }
    ASSERT_EQ(next, live.docs());
    for (std::uint32_t s = 0; s < of_segment.size(); ++s)
      ASSERT_EQ(live.stretches_of(s), of_segment[s]);
    for (std::uint32_t doc = 0; doc < live.docs(); ++doc) {
      const LiveSites::Stretch& stretch = live.StretchOf(DocId(doc));
      ASSERT_LE(stretch.first, doc);
      ASSERT_LT(doc, stretch.end());
    }
  }
}

TEST(LiveSites, AMaskThatNamesNoSiteIsRefused) {
  const Segments segments{{{Site("a.org", 2), Site("c.org", 1)}}, {{"b.org"}}};
  const auto live = segments.Live();
  ASSERT_FALSE(live.ok());
  EXPECT_EQ(live.status().code(), Code::kUnusable);
}

TEST(LiveSites, ASiteThatIsLiveTwiceIsRefused) {
  const Segments twice{{{Site("a.org", 2)}, {Site("a.org", 3), Site("b.org", 1)}}, {{}, {}}};
  const auto live = twice.Live();
  ASSERT_FALSE(live.ok());
  EXPECT_EQ(live.status().code(), Code::kUnusable);
  EXPECT_NE(live.status().message().find("a.org"), std::string::npos);
  const Segments masked{twice.sites, {{"a.org"}, {}}};
  EXPECT_TRUE(masked.Live().ok());
}

}  // namespace
}  // namespace thresh
