#include "tests/support/twin_readers.h"

#include <gumbo.h>

#include <utility>
#include <vector>

#include "common/base/check.h"
#include "indexer/page/charset.h"
#include "indexer/page/controls.h"
#include "indexer/page/html/cpu_alarm.h"
#include "indexer/page/html/same_tree.h"
#include "indexer/page/iframes.h"

namespace thresh {
namespace {

ParseLimits Generous() {
  ParseLimits limits;
  limits.html_bytes = 1u << 30;
  limits.memory_bytes = 1u << 30;
  limits.cpu_ms = 60'000;
  return limits;
}

std::string PlaceOf(const HtmlNode& node) {
  if (node.source == kNoPlace) return {};
  return " " + std::to_string(node.source) + "+" + std::to_string(node.source_bytes);
}

std::string LineOf(const HtmlTree& tree, const HtmlNode& node) {
  if (node.kind != HtmlNode::Kind::kElement) {
    const char* const kind = node.kind == HtmlNode::Kind::kSpace ? "space " : "";
    return kind + ("\"" + std::string(tree.View(node.text)) + "\"") + PlaceOf(node);
  }
  const char* const name = gumbo_normalized_tagname(static_cast<GumboTag>(node.tag));
  std::string line =
      "<" + (*name == '\0' ? std::string(tree.WrittenName(node)) : std::string(name));
  for (const HtmlAttribute& attribute : tree.AttributesOf(node)) {
    line += " " + std::string(kHtmlAttributeNames[static_cast<std::size_t>(attribute.name)]) +
            "=\"" + std::string(tree.View(attribute.value)) + "\"";
  }
  line += ">" + PlaceOf(node);
  if (node.foreign) line += " foreign";
  if (node.ended) line += " ended";
  return line;
}

}  // namespace

std::string_view NameOf(straight::GiveUp why) {
  using straight::GiveUp;
  switch (why) {
    case GiveUp::kNone:
      return "none";
    case GiveUp::kNul:
      return "nul";
    case GiveUp::kForeign:
      return "foreign";
    case GiveUp::kTemplate:
      return "template";
    case GiveUp::kFrames:
      return "frames";
    case GiveUp::kRareTag:
      return "rare_tag";
    case GiveUp::kReference:
      return "reference";
    case GiveUp::kQuirks:
      return "quirks";
    case GiveUp::kEffort:
      return "effort";
  }
  return "?";
}

std::string ToPage(std::string bytes, std::string_view charset) {
  static thread_local CharsetDecoder decoder;
  const bool html = charset.empty();
  return CloseIframes(ReplaceControls(decoder.Decode(std::move(bytes), charset, html).text));
}

std::string Draw(const HtmlTree& tree) {
  std::string out;
  std::vector<std::pair<std::uint32_t, std::size_t>> todo;
  if (!tree.nodes.empty()) todo.emplace_back(0, 0);
  while (!todo.empty()) {
    const auto [number, depth] = todo.back();
    todo.pop_back();
    const HtmlNode& node = tree.nodes[number];
    out += std::string(2 * depth, ' ') + LineOf(tree, node) + "\n";
    if (node.next != kNoNode) todo.emplace_back(node.next, depth);
    if (node.first_child != kNoNode) todo.emplace_back(node.first_child, depth + 1);
  }
  return out;
}

TwinReaders::TwinReaders() : TwinReaders(Generous()) {}

TwinReaders::Answer TwinReaders::Read(std::string_view page) {
  static const bool timers = CpuAlarm::Probe().ok();
  THRESH_CHECK(timers);
  Answer answer;
  answer.why = builder_.Build(page, &straight_);
  if (answer.why != straight::GiveUp::kNone) return answer;
  answer.outcome = gumbo_reader_.Read(page, &gumbo_);
  if (answer.outcome == ParseOutcome::kParsed)
    answer.difference = FirstDifference(gumbo_, straight_);
  return answer;
}

}  // namespace thresh
