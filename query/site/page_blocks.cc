#include "query/site/page_blocks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "common/cli/table.h"
#include "query/export/stored_elements.h"
#include "query/site/links.h"
#include "query/site/page_form.h"
#include "query/site/page_rows.h"

namespace thresh {
namespace {

using Kind = FormPart::Kind;
using Parts = std::vector<FormPart>;

// What the runs of a part have in common.
struct Common {
  std::optional<Verdict> verdict;  // none: nothing but marks, or several verdicts
  bool mixed = false;

  void Add(const Common& other) {
    mixed = mixed || other.mixed || (verdict && other.verdict && *verdict != *other.verdict);
    if (!verdict) verdict = other.verdict;
  }
  // Of a part that is template, kept or protected as a whole.
  bool IsStruck() const { return !mixed && verdict && *verdict != Verdict::kContent; }
  bool IsMark() const { return !mixed && !verdict; }
};

class FormWriter {
 public:
  FormWriter(const Explanation& page, bool unfolded) : page_(page), unfolded_(unfolded) {
    for (const ExplainedBlock& block : page.blocks) blocks_.push_back(&block);
  }

  Markup Page(const FormPart& page) { return Flow(page.parts, true); }

 private:
  // Blocks are text nodes, numbered from 0 without a gap (Explanation::text_nodes).
  const ExplainedBlock* BlockOf(const FormRun& run) const {
    if (run.text.empty() || run.number.value >= blocks_.size()) return nullptr;
    return blocks_[run.number.value];
  }

  Common CommonOf(const FormPart& part) const {
    Common common;
    for (const FormPart& inner : part.parts) common.Add(CommonOf(inner));
    for (const FormRun& run : part.runs) {
      const ExplainedBlock* block = BlockOf(run);
      // A mark without words goes with the text around it.
      if (block == nullptr || (block->verdict == Verdict::kContent && block->tokens == 0)) continue;
      common.Add({block->verdict});
    }
    return common;
  }

  // Neighbours of the same verdict are one block.
  Markup Flow(const Parts& parts, bool outermost) {
    Markup out, plain;
    const auto end_plain = [&] {
      if (plain.empty()) return;
      out.Add(outermost ? El("div", {{"class", "block"}, {"data-verdict", "content"}}, plain)
                        : plain);
      plain = {};
    };
    for (std::size_t i = 0; i < parts.size();) {
      const Common common = CommonOf(parts[i]);
      if (inside_struck_ || !common.IsStruck()) {
        plain.Add(Show(parts[i++]));
        continue;
      }
      end_plain();
      std::size_t end = i + 1;
      for (; end < parts.size(); ++end) {
        const Common next = CommonOf(parts[end]);
        if (!next.IsMark() && (!next.IsStruck() || next.verdict != common.verdict)) break;
      }
      out.Add(Struck(std::span(parts).subspan(i, end - i), *common.verdict));
      i = end;
    }
    end_plain();
    return out;
  }

  Markup Struck(std::span<const FormPart> parts, Verdict verdict) {
    VerdictBlock block{.verdict = verdict};
    std::vector<const TemplateCard*> cards;
    std::set<TemplateId> seen;
    Markup inside;
    const bool around = std::exchange(inside_struck_, true);
    for (const FormPart& part : parts) {
      inside.Add(Show(part));
      Gather(part, &block, &seen, &cards);
    }
    inside_struck_ = around;
    block.cards = cards;
    return ShowBlock(block, inside, unfolded_);
  }

  void Gather(const FormPart& part, VerdictBlock* block, std::set<TemplateId>* seen,
              std::vector<const TemplateCard*>* cards) const {
    for (const FormPart& inner : part.parts) Gather(inner, block, seen, cards);
    for (const FormRun& run : part.runs) {
      const ExplainedBlock* text = BlockOf(run);
      if (text == nullptr) continue;
      constexpr std::size_t kBegin = 400;  // bytes, more than a line of a summary
      if (block->text.size() < kBegin)
        block->text += (block->text.empty() || run.glued ? "" : " ") + text->text;
      block->words += text->tokens;
      block->support = std::max(block->support, text->support);
      if (text->template_id && seen->insert(*text->template_id).second)
        cards->push_back(&page_.templates.at(*text->template_id));
    }
  }

  // ---- one part

  Markup Show(const FormPart& part) {
    switch (part.kind) {
      case Kind::kParagraph:
        return El("p", {{"class", "text"}, {"dir", "auto"}}, Line(part));
      case Kind::kHeading:
        return Heading(part);
      case Kind::kCode:
        return El("pre", {{"class", "text"}, {"dir", "auto"}}, Line(part));
      case Kind::kList:
        return El("ul", {}, Inner(part));
      case Kind::kNumberedList:
        return El("ol", {}, Inner(part));
      case Kind::kItem:
        return Tinted("li", part);
      case Kind::kQuote:
        return El("blockquote", {}, Flow(part.parts, false));
      case Kind::kIndented:
        return El("div", {{"class", "indented"}}, Flow(part.parts, false));
      case Kind::kTable:
        // A wide table scrolls by itself, also by the keyboard.
        return El(
            "div",
            {{"class", "wide"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "Table"}},
            El("table", {}, El("tbody", {}, Inner(part))));
      case Kind::kRow:
        return Tinted("tr", part);
      case Kind::kCell:
        return Tinted("td", part);
      case Kind::kHeadCell:
        return Tinted("th", part);
      case Kind::kFlow:
        break;
    }
    return Flow(part.parts, false);
  }

  Markup Inner(const FormPart& part) {
    Markup inner;
    for (const FormPart& each : part.parts) inner.Add(Show(each));
    return inner;
  }

  // A part that cannot be folded by itself is tinted where it has one verdict.
  Markup Tinted(MarkupName name, const FormPart& part) {
    const Common common = CommonOf(part);
    Attributes attributes;
    const bool around = inside_struck_;
    if (!around && common.IsStruck()) {
      attributes.push_back({"data-verdict", std::string(VerdictName(*common.verdict))});
      inside_struck_ = true;
    }
    const Markup inside = part.kind == Kind::kRow ? Inner(part) : Flow(part.parts, false);
    inside_struck_ = around;
    return Markup::Element(name, attributes, inside);
  }

  // The title of the page is the first heading of ours, so those of the page are a level lower.
  Markup Heading(const FormPart& part) {
    Attributes attributes = {{"class", "text"}, {"dir", "auto"}};
    const bool fresh = !part.anchor.empty() && anchors_.insert(part.anchor).second;
    if (fresh && IsName(part.anchor)) attributes.push_back({"id", "s-" + part.anchor});
    Markup line = Line(part);
    if (!part.anchor.empty()) {
      line.Add(El("span", {}, " "));
      line.Add(SectionLink(page_.page.record.url, part.anchor, "#",
                           "this section of the original page: " + part.anchor));
    }
    switch (part.level) {
      case 1:
        return Markup::Element("h2", attributes, line);
      case 2:
        return Markup::Element("h3", attributes, line);
      case 3:
        return Markup::Element("h4", attributes, line);
      case 4:
        return Markup::Element("h5", attributes, line);
      default:
        return Markup::Element("h6", attributes, line);
    }
  }

  static bool IsName(std::string_view id) {
    return SafeText(id) == id && id.find(' ') == std::string_view::npos;
  }

  Markup Line(const FormPart& part) {
    Markup line;
    bool first = true;
    const bool struck = inside_struck_ || CommonOf(part).IsStruck();
    for (const FormRun& run : part.runs) {
      if (run.text.empty()) {
        line.Add(Markup::Element("br", {}, {}));
        first = true;
        continue;
      }
      if (!first && !run.glued) line.Add(" ");
      first = false;
      line.Add(Dressed(run, part.kind == Kind::kCode, struck));
    }
    return line;
  }

  Markup Dressed(const FormRun& run, bool preformatted, bool struck) const {
    const ExplainedBlock* block = BlockOf(run);
    Markup text = preformatted ? Markup::Preformatted(run.text) : Varying(run, block);
    if (run.code) text = El("code", {}, text);
    if (run.strong) text = El("strong", {}, text);
    if (run.emphasis) text = El("em", {}, text);
    if (struck || block == nullptr || block->verdict == Verdict::kContent) return text;
    return El("span",
              {{"class", "struck"}, {"data-verdict", std::string(VerdictName(block->verdict))}},
              text);
  }

  Markup Varying(const FormRun& run, const ExplainedBlock* block) const {
    if (block == nullptr || !block->template_id) return run.text;
    const TemplateCard& card = page_.templates.at(*block->template_id);
    if (!card.compared()) return run.text;
    return MarkVarying(run.text, VaryingIn(run.text, card.common));
  }

  const Explanation& page_;
  const bool unfolded_;
  std::vector<const ExplainedBlock*> blocks_;
  std::set<std::string> anchors_;  // that were given
  bool inside_struck_ = false;
};

std::vector<ShownSpan> SpansOf(const Explanation& page) {
  std::vector<ShownSpan> spans;
  spans.reserve(page.blocks.size());
  for (const ExplainedBlock& block : page.blocks)
    spans.push_back({block.text, block.block, block.verdict, nullptr, block.glued, block.tokens});
  return spans;
}

}  // namespace

Markup Badge(Verdict verdict) {
  return El("span", {{"class", "badge"}}, std::string(VerdictName(verdict)));
}

Result<Markup> PageBlocks(const Store& store, const Explanation& page, bool unfolded) {
  if (!page.text_nodes) return PageRows(page, unfolded);
  StoredElements stored;
  THRESH_RETURN_IF_ERROR(stored.Read(store, page.page.doc));
  const PageElements& elements = stored.elements();
  if (elements.texts() < page.blocks.size()) return PageRows(page, unfolded);
  FormMaker form(elements);
  WalkLayout(elements, SpansOf(page), &form, true);
  return FormWriter(page, unfolded).Page(form.Take());
}

}  // namespace thresh
