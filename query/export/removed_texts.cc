#include "query/export/removed_texts.h"

#include <optional>

#include "common/store/page_text.h"

namespace thresh {

// Struck spans of one template that stand side by side are one text.
Status RemovedTexts::Read(const PageWalk& walk) {
  texts_.clear();
  std::optional<TemplateId> last;
  for (const ShownSpan& span : ShowSpans(walk.text())) {
    if (span.kept() || span.stored == nullptr) {
      last.reset();
      continue;
    }
    const bool joins = last == span.stored->template_id;
    if (!joins) {
      last = span.stored->template_id;
      THRESH_ASSIGN_OR_RETURN(const Rule rule, RuleOf(walk.InStore(*last)));
      texts_.push_back({{}, rule.name, span.stored->support, rule.sentence});
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
