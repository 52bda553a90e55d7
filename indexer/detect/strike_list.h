// StrikeList: verdicts as a detector finds them, with the templates that they name, until they are
// asked for.
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "common/base/coder.h"
#include "indexer/strikes.h"

namespace thresh {

class StrikeList {
 public:
  // The template of this site and key; the first rule stays.
  TemplateId Name(const FoundTemplate& found);
  // Each block once.
  void Add(DocId doc, BlockNo block, TemplateId found) {
    strikes_.strikes.push_back({doc, block, found, kWhole});
  }
  // All of them, in order; the list is empty afterwards.
  Strikes Take();
  std::size_t bytes() const {
    return strikes_.strikes.capacity() * sizeof(Strike) + template_bytes_;
  }

  // For Detector::SaveState and RestoreState.
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view state);

 private:
  static constexpr std::uint8_t kWhole =
      100;  // tree methods strike a text node wholly or not at all
  template <typename Coder, typename List>
  static void Describe(Coder& coder, List& strikes);

  Strikes strikes_;
  std::map<std::pair<SiteId, Hash128>, TemplateId> ids_;
  std::size_t template_bytes_ = 0;
};

}  // namespace thresh
