// The slow, obvious twin of bsc_wfc: the definitions of Chen et al. 2006 written down with sets and
// maps, every word of every block evaluated.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace thresh::slow {

using Offsets = std::vector<std::uint32_t>;
using Bits = std::set<std::pair<std::size_t, std::uint32_t>>;  // (segment, bit)
using Block = std::map<std::string, Offsets>;                  // the words of a block

Bits SignatureOf(const Offsets& offsets);
bool Similar(const Bits& a, const Bits& b);

struct Cluster {
  std::size_t leader = 0;
  std::vector<std::size_t> members;
};
// `signatures` by member, in ascending order. A member that finds no leader and may not lead is in
// no cluster.
std::vector<Cluster> ClusterOnePass(const std::map<std::size_t, Bits>& signatures,
                                    std::size_t max_leaders);

struct Verdict {
  bool is_template = false;
  std::uint32_t words = 0, template_words = 0;
  std::size_t leader = 0;  // of most template words; 0 without any
};
struct Rules {
  std::size_t min_wfc = 5;
  std::uint32_t twr_permille = 800;
  std::size_t max_leaders = 256;
  bool count_tokens = false;
  std::size_t vote_blocks = 0;  // 0: no leader vote
};
// The blocks of one block-style cluster, and their pages; without pages each has its own.
std::vector<Verdict> Evaluate(const std::vector<Block>& blocks, const Rules& rules,
                              std::vector<std::uint32_t> pages = {});

}  // namespace thresh::slow
