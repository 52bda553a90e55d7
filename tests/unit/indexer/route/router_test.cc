#include "indexer/route/router.h"

#include <algorithm>
#include <random>

#include "common/base/files.h"
#include "tests/unit/indexer/sources/support.h"

namespace thresh {
namespace {

using sources_test::Gzip;
using sources_test::Warc;
using sources_test::Zstd;

const std::atomic<bool> kGoOn{false};

Result<RouteResult> RouteFile(const std::string& file, std::uint32_t shards,
                              const std::string& out) {
  return Router({{file}, "", {}}, kGoOn, {}).Route(ShardPlan(shards), out);
}

// The unpacked bytes of all files in the folder of a shard.
std::string Unpacked(const std::string& folder) {
  std::string bytes;
  const std::vector<std::string> names = ListDirectory(folder).value();
  for (const std::string& name : names) {
    const std::vector<InputPart> parts = PartsOf(folder + "/" + name).value();
    Journal journal;
    const auto input = std::move(OpenUnpacked(parts[0], {}, &journal).value());
    EXPECT_TRUE(input->FillAcross(1U << 30).ok());
    bytes += input->view();
    EXPECT_TRUE(journal.messages.empty());
  }
  return bytes;
}

struct MadeCrawl {
  std::vector<std::string> records;
  std::vector<std::string> sites;  // of each, as README.md says whose record is whose
};

MadeCrawl Make(std::mt19937* dice) {
  MadeCrawl made;
  std::string site;
  for (auto n = 5 + (*dice)() % 40; n > 0; --n) {
    const std::string host = "s" + std::to_string((*dice)() % 6);
    const std::string payload((*dice)() % 3000, static_cast<char>('a' + (*dice)() % 26));
    if ((*dice)() % 6 == 0) {
      made.records.emplace_back(
          "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\nx\n\r\n\r\n");
    } else {
      site = host;
      made.records.push_back(Warc("resource", "http://" + host + "/", payload, "text/html"));
    }
    made.sites.push_back(site);
  }
  const auto first =
      std::find_if(made.sites.begin(), made.sites.end(), [](auto& s) { return !s.empty(); });
  if (first != made.sites.end()) std::fill(made.sites.begin(), first, *first);
  return made;
}

std::string Joined(const std::vector<std::string>& records) {
  std::string bytes;
  for (const std::string& record : records) bytes += record;
  return bytes;
}

// Cuts the bytes into members: at records, or anywhere.
std::string PackedAnyhow(const MadeCrawl& made, std::mt19937* dice) {
  const auto way = (*dice)() % 4;
  const std::string bytes = Joined(made.records);
  if (way == 0) return bytes;
  if (way == 1) return Zstd(bytes);
  std::string packed, member;
  for (const std::string& record : made.records) {
    std::size_t at = 0;
    if (way == 3 && (*dice)() % 3 == 0) {
      at = 40 + (*dice)() % (record.size() - 40);  // a start in two members is not found
      packed += Gzip(member + record.substr(0, at));
      member.clear();
    }
    member += record.substr(at);
    if ((*dice)() % 3 == 0) {
      packed += Gzip(member);
      member.clear();
    }
  }
  return packed + Gzip(member);
}

// The slow twin knows which record goes where.
TEST(Router, TwinThatKnowsTheSites) {
  std::mt19937 dice(11);
  for (int round = 0; round < 150; ++round) {
    const TempFolder folder;
    const MadeCrawl made = Make(&dice);
    const std::string file = folder.Write("crawl.warc", PackedAnyhow(made, &dice));
    const auto shards = static_cast<std::uint32_t>(1 + dice() % 4);
    const auto result = RouteFile(file, shards, folder / "out");
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_EQ(result.value().records, made.records.size());
    EXPECT_EQ(result.value().copied.records, made.records.size());
    for (std::uint32_t shard = 0; shard < shards; ++shard) {
      std::string want;
      for (std::size_t i = 0; i < made.records.size(); ++i) {
        const std::uint32_t its =
            made.sites[i].empty() ? 0 : ShardPlan(shards).Of(made.sites[i]).value();
        if (its == shard) want += made.records[i];
      }
      EXPECT_EQ(Unpacked(folder / ("out/0000" + std::to_string(shard))), want) << round;
    }
  }
}

// Random damage must not cost a record that a reader of the whole crawl finds.
TEST(Router, DamagedMembersAreKept) {
  std::mt19937 dice(5);
  for (int round = 0; round < 100; ++round) {
    const TempFolder folder;
    MadeCrawl made = Make(&dice);
    std::string packed;
    for (const std::string& record : made.records) packed += Gzip(record);
    for (int n = 0; n < 3; ++n)
      packed[dice() % packed.size()] ^= static_cast<char>(1 + dice() % 255);
    const std::string file = folder.Write("crawl.warc.gz", packed);
    const auto result = RouteFile(file, 3, folder / "out");
    if (!result.ok()) continue;  // the first bytes are no archive any more
    EXPECT_EQ(result.value().records, result.value().copied.records);
    if (result.value().copied.members_cut > 0) continue;  // two records in one after the damage
    EXPECT_EQ(result.value().bytes_written, packed.size());
  }
}

// A length that is too long by megabytes: what lies behind the limit of a payload is not lost.
TEST(Router, AWrongLengthOverTheLimit) {
  const TempFolder folder;
  const std::string liar = Warc("resource", "http://a/", "x", "text/html", "20000000");
  std::string rest;
  for (int n = 0; n < 3000; ++n) {
    rest += Warc("resource", "http://s" + std::to_string(n % 5) + "/", std::string(9000, 'y'),
                 "text/html");
  }
  const std::string file = folder.Write("crawl.warc", liar + rest);
  const auto result = RouteFile(file, 4, folder / "out");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().bytes, liar.size() + rest.size());
  EXPECT_EQ(result.value().bytes_written, liar.size() + rest.size());
  std::string all;
  for (const char* shard : {"0", "1", "2", "3"})
    all += Unpacked(folder / ("out/0000" + std::string(shard)));
  EXPECT_EQ(all.size(), liar.size() + rest.size());
}

// A record of which the walk cannot keep all is unpacked a second time.
TEST(Router, ARecordLargerThanTheTrail) {
  const TempFolder folder;
  std::mt19937 dice(7);
  std::string some(64U << 10, '\0'), noise;  // longer than the window of gzip: no bomb
  for (char& byte : some) byte = static_cast<char>('a' + dice() % 26);
  while (noise.size() < MemberTrail::kMostKept + 5'000'000) noise += some;
  const std::string small = Warc("resource", "http://a/", "x", "text/html"),
                    other = Warc("resource", "http://c/", "y", "text/html"),
                    large = Warc("resource", "http://b/", noise, "text/html");
  for (const std::string& crawl : {large + small + other + large + small, small + large + other}) {
    const std::string file = folder.Write("crawl.warc.gz", Gzip(crawl));
    const auto result = RouteFile(file, 5, folder / "out");
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().copied.members_cut, 1U);
    const auto shard_of = [](const std::string& site) {
      return "out/0000" + std::to_string(ShardPlan(5).Of(site).value());
    };
    ASSERT_TRUE(shard_of("a") != shard_of("b") && shard_of("c") != shard_of("b"));
    std::string want = large;
    if (crawl.starts_with(large)) want += large;
    const std::string got = Unpacked(folder / shard_of("b"));
    EXPECT_EQ(got.size(), want.size());
    EXPECT_TRUE(got == want);
  }
}

TEST(Router, CountsAreThoseOfTheRecords) {
  const TempFolder folder;
  const std::string a = Warc("resource", "http://a/", "x", "text/html"),
                    b = Warc("resource", "http://B:80/", "xyz", "text/html");
  SiteSizes sizes;
  const auto result =
      Router({{folder.Write("c.warc", a + b + a)}, "", {}}, kGoOn, {}).Count(&sizes);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(sizes["a"].records, 2U);
  EXPECT_EQ(sizes["a"].bytes, 2 * a.size());
  EXPECT_EQ(sizes["b"].bytes, b.size());
  EXPECT_EQ(sizes.size(), 2U);
}

}  // namespace
}  // namespace thresh
