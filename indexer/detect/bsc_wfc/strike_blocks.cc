#include "indexer/detect/bsc_wfc/strike_blocks.h"

#include <optional>
#include <vector>

namespace thresh {
namespace {

TemplateRule Rule(std::size_t blocks, const BlockEvidence& evidence, std::uint32_t min_wfc) {
  return MakeRule("bsc_wfc.cluster",
                  {RuleField::Count(evidence.template_words), RuleField::Count(evidence.words),
                   RuleField::Count(min_wfc), RuleField::Count(blocks)});
}

// The same on every run that has the template: the text of the leader and, unless the text alone is
// known for a template, the style of its block.
Hash128 KeyOf(const RunBlockInfo& leader, bool is_exact) {
  if (is_exact) return ExactKey(leader);
  Hasher128 hasher;
  for (const Hash128& hash : {leader.style, leader.text_hash}) {
    hasher.Number(hash.high);
    hasher.Number(hash.low);
  }
  return hasher.Finish();
}

}  // namespace

void StrikeExactTexts(std::span<const RunBlockInfo> blocks, const ExactTexts& exact,
                      StrikeList* strikes) {
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (!exact.IsTemplate(RunBlock(b))) continue;
    const TemplateId found =
        strikes->Name({blocks[b].site, KeyOf(blocks[b], true),
                       MakeRule("bsc_wfc.text", {RuleField::Count(exact.pages(RunBlock(b)))})});
    strikes->Add(blocks[b].doc, blocks[b].block, found);
  }
}

void StrikeCluster(std::span<const RunBlockInfo> blocks, std::span<const RunBlock> members,
                   std::span<const BlockEvidence> evidence, const ExactTexts& exact,
                   std::uint32_t min_wfc, StrikeList* strikes) {
  // Blocks of one leader are one template, so its key and rule are made once.
  std::vector<std::optional<TemplateId>> by_leader(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (!evidence[m].is_template || exact.IsTemplate(members[m])) continue;
    std::optional<TemplateId>& found = by_leader[evidence[m].leader];
    if (!found) {
      const RunBlock leader = members[evidence[m].leader];
      const RunBlockInfo& info = blocks[leader.value];
      found = strikes->Name({info.site, KeyOf(info, exact.IsTemplate(leader)),
                             Rule(members.size(), evidence[m], min_wfc)});
    }
    // A block that takes part has at least one word, so nothing is divided by 0.
    const auto score = static_cast<std::uint8_t>(std::uint64_t{evidence[m].template_words} * 100 /
                                                 evidence[m].words);
    const RunBlockInfo& block = blocks[members[m].value];
    strikes->Add(block.doc, block.block, *found, score);
  }
}

}  // namespace thresh
