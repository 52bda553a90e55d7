#include "indexer/page/html_reader.h"

#include "indexer/page/html/same_tree.h"

namespace thresh {
namespace {

Counter CounterOf(straight::GiveUp why) {
  switch (why) {
    case straight::GiveUp::kNone:
      return Counter::kParsedStraight;
    case straight::GiveUp::kNul:
      return Counter::kGumboNul;
    case straight::GiveUp::kForeign:
      return Counter::kGumboForeign;
    case straight::GiveUp::kTemplate:
      return Counter::kGumboTemplate;
    case straight::GiveUp::kFrames:
      return Counter::kGumboFrames;
    case straight::GiveUp::kRareTag:
      return Counter::kGumboRareTag;
    case straight::GiveUp::kReference:
      return Counter::kGumboReference;
    case straight::GiveUp::kQuirks:
      return Counter::kGumboQuirks;
    case straight::GiveUp::kEffort:
      break;
  }
  return Counter::kGumboEffort;
}

}  // namespace

ParseOutcome HtmlReader::Read(std::string_view html, std::uint64_t page, HtmlTree* tree,
                              Counters* counters) {
  if (html.size() > limits_.html_bytes) return ParseOutcome::kOverBytes;
  const bool checked = options_.check_every != 0 && page % options_.check_every == 0;
  if (options_.parser == ParserChoice::kAuto && ReadStraight(html, tree, counters) &&
      (!checked || Agrees(html, *tree, counters)))
    return ParseOutcome::kParsed;
  const ParseOutcome outcome = gumbo_.Read(html, tree);
  if (outcome == ParseOutcome::kParsed) ++(*counters)[Counter::kParsedGumbo];
  return outcome;
}

bool HtmlReader::ReadStraight(std::string_view html, HtmlTree* tree, Counters* counters) {
  const straight::GiveUp why = straight_.Build(html, tree);
  ++(*counters)[CounterOf(why)];
  return why == straight::GiveUp::kNone;
}

// Where gumbo does not come to an end within its budgets, there is nothing to compare.
bool HtmlReader::Agrees(std::string_view html, const HtmlTree& tree, Counters* counters) {
  if (gumbo_.Read(html, &twin_) != ParseOutcome::kParsed) return true;
  ++(*counters)[Counter::kParserChecked];
  if (SameTree(twin_, tree)) return true;
  ++(*counters)[Counter::kParserDiffers];
  --(*counters)[Counter::kParsedStraight];
  return false;
}

}  // namespace thresh
