#include "tests/unit/indexer/detect/bsc_wfc/slow_bsc_wfc.h"

#include <algorithm>

namespace thresh::slow {

Bits SignatureOf(const Offsets& offsets) {
  Bits bits;
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    const std::uint32_t difference = k == 0 ? offsets[0] : offsets[k] - offsets[k - 1];
    bits.emplace(4 * k / offsets.size(), difference % 32);
  }
  return bits;
}

bool Similar(const Bits& a, const Bits& b) {
  const auto common =
      std::count_if(a.begin(), a.end(), [&](const auto& bit) { return b.count(bit) > 0; });
  return 5 * static_cast<std::size_t>(common) >= 4 * std::max(a.size(), b.size());
}

std::vector<Cluster> ClusterOnePass(const std::map<std::size_t, Bits>& signatures,
                                    std::size_t max_leaders) {
  std::vector<Cluster> clusters;
  for (const auto& [member, bits] : signatures) {
    auto found = clusters.begin();
    while (found != clusters.end() && !Similar(bits, signatures.at(found->leader))) ++found;
    if (found != clusters.end()) {
      found->members.push_back(member);
    } else if (clusters.size() < max_leaders) {
      clusters.push_back({member, {member}});
    }
  }
  return clusters;
}

std::vector<Verdict> Evaluate(const std::vector<Block>& blocks, const Rules& rules,
                              std::vector<std::uint32_t> pages) {
  for (std::uint32_t b = 0; pages.size() < blocks.size(); ++b) pages.push_back(b);
  std::map<std::string, std::map<std::size_t, Bits>> words;
  std::vector<Verdict> verdicts(blocks.size());
  const auto weight = [&](std::size_t b, const std::string& word) {
    return rules.count_tokens ? static_cast<std::uint32_t>(blocks[b].at(word).size()) : 1U;
  };
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    for (const auto& [word, offsets] : blocks[b]) {
      words[word][b] = SignatureOf(offsets);
      verdicts[b].words += weight(b, word);
    }
  }
  std::vector<std::map<std::size_t, std::size_t>> votes(blocks.size());
  for (const auto& [word, signatures] : words) {
    for (const Cluster& cluster : ClusterOnePass(signatures, rules.max_leaders)) {
      std::set<std::uint32_t> on;
      for (std::size_t b : cluster.members) on.insert(pages[b]);
      if (on.size() < rules.min_wfc) continue;
      for (std::size_t b : cluster.members) {
        verdicts[b].template_words += weight(b, word);
        ++votes[b][cluster.leader];
      }
    }
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    Verdict& verdict = verdicts[b];
    verdict.is_template = blocks.size() >= rules.min_wfc &&
                          1000 * verdict.template_words >= rules.twr_permille * verdict.words;
    std::size_t most = 0, all = 0;
    for (const auto& [leader, count] : votes[b]) {
      if (count > most) verdict.leader = leader;
      most = std::max(most, count);
      all += count;
    }
    const bool asked = rules.vote_blocks > 0 && blocks.size() >= rules.vote_blocks;
    if (asked && 3 * most < all) verdict.is_template = false;
  }
  return verdicts;
}

}  // namespace thresh::slow
