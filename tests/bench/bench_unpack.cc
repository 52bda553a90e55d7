#include "tests/bench/bench_unpack.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "common/base/check.h"
#include "common/postings/posting_block.h"

namespace thresh {
namespace {

constexpr std::size_t kBlocks = 1000;
constexpr int kRounds = 200;

// Blocks of a word that stands on one page in `spread`, most often once or twice.
std::vector<std::string> MakeBlocks(std::uint32_t spread) {
  std::mt19937 random(4);
  std::geometric_distribution<std::uint32_t> gap(1.0 / spread), above_one(0.6);
  std::vector<std::string> blocks(kBlocks);
  for (std::string& block : blocks) {
    std::array<std::uint32_t, kPostingsPerBlock> gaps{}, tfs{};
    for (std::uint32_t& g : gaps) g = gap(random);
    for (std::uint32_t& tf : tfs) tf = 1 + above_one(random);
    PutPostings(gaps, tfs, &block);
  }
  return blocks;
}

double BillionsASecond(const std::vector<std::string>& blocks) {
  std::array<std::uint32_t, kPostingsPerBlock> docs{}, tfs{};
  double best = 1e18;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (const std::string& block : blocks)
      THRESH_CHECK(ReadPostings(block, 0, kPostingsPerBlock, docs.data(), tfs.data()));
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return 2 * double(kPostingsPerBlock * kBlocks) / best;
}

}  // namespace

void PrintUnpackSpeed() {
  for (const std::uint32_t spread : {4U, 50U, 2000U}) {
    std::printf("block decode, a word on 1 page in %u: %.2f billion integers a second\n", spread,
                BillionsASecond(MakeBlocks(spread)));
  }
}

}  // namespace thresh
