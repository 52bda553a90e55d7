// SiteStrikes: which texts of a site go, and for which template. The witnesses fill it one after
// the other, and a text that one witness has struck stays with its template: "either removes".
// Made by judge.cc for one site. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "common/base/hash.h"
#include "indexer/detect/spine/site.h"
#include "indexer/strikes.h"

namespace thresh::spine {

class SiteStrikes {
 public:
  // Templates are appended to `strikes` as they are named, the strikes themselves by Finish.
  SiteStrikes(const Site& site, SiteId id, Strikes* strikes);

  // `text` is a text of the page.
  bool Has(const SitePage& page, std::uint32_t text) const {
    return found_[page.first_text + text] != 0;
  }
  void Add(const SitePage& page, std::uint32_t text, TemplateId found, std::uint8_t score);

  // The template with this key. `rule` is asked once a template.
  TemplateId Name(const Hash128& key, const std::function<TemplateRule()>& rule);

  // Appends the strikes, ascending by (doc, block). If pages are applied, it is their strikes.
  void Finish();

 private:
  void DropUnused(std::size_t first_strike);

  const Site& site_;
  const SiteId id_;
  Strikes& strikes_;
  std::vector<std::uint32_t> found_;  // by text, page by page: its template and 1, or 0
  std::vector<std::uint8_t> scores_;  // by text: percent
  std::map<Hash128, TemplateId> ids_;
  const std::size_t first_;  // templates that were there before
  std::size_t count_ = 0;
};

}  // namespace thresh::spine
