// A campaign against the straight reader: pages out of tokens, and real pages with tokens put in,
// left out, moved and spliced. Each is read by both readers, and a page that they read differently
// is shrunk. thresh-twin runs one, and the same seed gives the same cases. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/twin_readers.h"

namespace thresh::fuzz {

// What the two readers made of many pages.
struct TwinTally {
  static constexpr std::size_t kReasons = static_cast<std::size_t>(straight::GiveUp::kEffort) + 1;

  std::uint64_t pages = 0, bytes = 0, straight_bytes = 0, differences = 0;
  std::uint64_t over_budget = 0;  // of gumbo: these were not compared
  std::array<std::uint64_t, kReasons> reasons{};

  void Count(std::string_view page, const TwinReaders::Answer& answer);
  void Add(const TwinTally& other);
  // One line, with every reason that some page has.
  void Print(const char* name) const;
};

// The smallest sequence of pieces that still `fails`, by leaving out ranges.
std::vector<std::string> Shrink(std::vector<std::string> pieces,
                                const std::function<bool(const std::string&)>& fails);

class TwinCampaign {
 public:
  explicit TwinCampaign(std::uint64_t seed) : random_(seed) {}

  // A page to mutate. Long ones are cut to their head and a part of their body.
  void AddPage(const std::string& page);
  // Tries `cases` pages. Prints the first differences, each with its page shrunk.
  TwinTally Run(std::uint64_t cases);

 private:
  using Pieces = std::vector<std::string>;

  std::size_t Below(std::size_t n) { return random_() % n; }
  std::string AnyToken();
  Pieces MadeOfTokens();
  Pieces Mutated();
  void Mutate(Pieces* pieces);
  void Report(const Pieces& pieces, const std::string& difference);

  std::mt19937_64 random_;
  std::vector<Pieces> pages_;
  TwinReaders readers_;
};

}  // namespace thresh::fuzz
