// RemovedTexts: what was struck from a page, with the rules that say why. An export owns one for
// all its pages and remembers the rules that it has read. Not thread-safe; the store must outlive
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/status.h"
#include "common/store/page_text.h"
#include "query/export/format.h"
#include "query/export/page_walk.h"

namespace thresh {

class RemovedTexts {
 public:
  explicit RemovedTexts(const Store& store) : store_(store) {}

  // Reads those of the page that the walk is at. `spans` are those of the PageTextWriter that wrote
  // the page. REQUIRES: the walk has the struck texts.
  Status Read(const PageWalk& walk, std::span<const ShownSpan> spans);
  // Of the last call.
  const std::vector<RemovedText>& texts() const { return texts_; }

 private:
  struct Rule {
    std::string name, sentence;
  };
  Result<Rule> RuleOf(TemplateId id);

  const Store& store_;
  std::unordered_map<std::uint32_t, Rule> rules_;
  std::vector<RemovedText> texts_;
};

}  // namespace thresh
