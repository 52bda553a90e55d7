#include "query/export/removed_texts.h"

#include <optional>
#include <utility>

namespace thresh {

// Struck spans of one template that stand side by side are one text. A mark that was left out with
// them goes to the text before it, or else to the one behind it.
Status RemovedTexts::Read(const PageWalk& walk, std::span<const ShownSpan> spans) {
  texts_.clear();
  std::optional<TemplateId> last;
  std::string marks;
  for (const ShownSpan& span : spans) {
    if (span.kept()) {
      last.reset();
      continue;
    }
    if (span.stored == nullptr) {
      JoinSpan(span, span.glued, last ? &texts_.back().text : &marks);
      continue;
    }
    const bool joins = last == span.stored->template_id;
    if (!joins) {
      last = span.stored->template_id;
      THRESH_ASSIGN_OR_RETURN(const Rule rule, RuleOf(walk.InStore(*last)));
      texts_.push_back({std::exchange(marks, {}), rule.name, span.stored->support, rule.sentence});
    }
    JoinSpan(span, span.glued, &texts_.back().text);
  }
  return {};
}

Result<RemovedTexts::Rule> RemovedTexts::RuleOf(TemplateId id) {
  const auto known = rules_.find(id.value);
  if (known != rules_.end()) return known->second;
  THRESH_ASSIGN_OR_RETURN(const std::optional<TemplateRecord> found, ReadTemplate(store_, id));
  if (!found) return Rule();
  return rules_[id.value] = {found->rule.name, RuleSentence(found->rule)};
}

}  // namespace thresh
