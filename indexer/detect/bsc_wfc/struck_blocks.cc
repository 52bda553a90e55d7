#include "indexer/detect/bsc_wfc/struck_blocks.h"

#include <string>
#include <utility>

namespace thresh {
namespace {

std::string Rule(std::size_t blocks, const BlockEvidence& evidence, std::uint32_t min_wfc) {
  return "block style cluster of " + std::to_string(blocks) + " blocks; " +
         std::to_string(evidence.template_words) + " of " + std::to_string(evidence.words) +
         " words in word feature clusters of >= " + std::to_string(min_wfc) + " blocks";
}

}  // namespace

StruckBlocks::StruckBlocks(std::span<const RunBlockInfo> blocks, const ExactTexts& exact,
                           std::uint32_t min_wfc)
    : blocks_(blocks),
      exact_(exact),
      min_wfc_(min_wfc),
      template_of_(blocks.size(), kNone),
      score_(blocks.size(), 0) {
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (!exact.IsTemplate(RunBlock(b))) continue;
    template_of_[b] = Template(RunBlock(b), [&] {
      return "the same text on " + std::to_string(exact.pages(RunBlock(b))) + " pages";
    });
    score_[b] = 100;
  }
}

// The same on every run that has the template: the text of the leader and, unless the text alone is
// known for a template, the style of its block.
Hash128 StruckBlocks::Key(RunBlock leader) const {
  const RunBlockInfo& info = blocks_[leader.value];
  if (exact_.IsTemplate(leader)) return ExactKey(info);
  Hasher128 hasher;
  for (const Hash128& hash : {info.style, info.text_hash}) {
    hasher.Number(hash.high);
    hasher.Number(hash.low);
  }
  return hasher.Finish();
}

template <typename F>
std::uint32_t StruckBlocks::Template(RunBlock leader, F rule) {
  const SiteId site = blocks_[leader.value].site;
  const auto next = static_cast<std::uint32_t>(strikes_.templates.size());
  const auto [entry, is_new] = by_key_.emplace(std::pair(site, Key(leader)), next);
  if (is_new) strikes_.templates.push_back({site, entry->first.second, rule()});
  return entry->second;
}

void StruckBlocks::AddCluster(std::span<const RunBlock> members,
                              std::span<const BlockEvidence> evidence) {
  std::vector<std::uint32_t> by_leader(members.size(), kNone);
  for (std::size_t m = 0; m < members.size(); ++m) {
    const RunBlock block = members[m];
    if (!evidence[m].is_template || exact_.IsTemplate(block)) continue;
    std::uint32_t& found = by_leader[evidence[m].leader];
    if (found == kNone) {
      found = Template(members[evidence[m].leader],
                       [&] { return Rule(members.size(), evidence[m], min_wfc_); });
    }
    template_of_[block.value] = found;
    score_[block.value] = static_cast<std::uint8_t>(std::uint64_t{evidence[m].template_words} *
                                                    100 / evidence[m].words);
  }
}

Strikes StruckBlocks::Finish() {
  for (std::size_t b = 0; b < template_of_.size(); ++b) {
    if (template_of_[b] == kNone) continue;
    const RunBlockInfo& info = blocks_[b];
    strikes_.strikes.push_back({info.doc, info.block, TemplateId(template_of_[b]), score_[b]});
  }
  return std::move(strikes_);
}

}  // namespace thresh
