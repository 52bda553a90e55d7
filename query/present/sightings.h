// Sightings: a template on the pages that the store names for it, and what of it varies from page
// to page. The commands and the server show what is compared here.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/report/template_list.h"
#include "common/store/schema.h"
#include "common/store/store.h"
#include "query/present/wrapped_text.h"

namespace thresh {

// A stretch of a page, from its first block to its last.
struct Band {
  std::string_view kind;  // name of the verdict; "this": the template that is looked at
  std::uint64_t tokens = 0;
};

struct Sighting {
  DocId doc;
  DocRecord page;
  std::string text;  // of all blocks of the page that belong to the template
  std::vector<Band> bands;
};

// The words that all sightings have.
using CommonWords = std::set<std::string, std::less<>>;

struct SeenTemplate {
  ShownTemplate shown;
  std::vector<Sighting> sightings = {};  // the representative's, then the examples'; none: not read
  CommonWords common = {};
  bool compared() const { return sightings.size() > 1; }  // else nothing is known of what varies
};

// A page on which the template stands.
Result<Sighting> ReadSighting(const Segment& segment, TemplateId id, DocId doc);

// Reads and compares the sightings of templates. A page is read once for all of them, one page is
// in memory at a time, and no page is read that would make it more than kMostWordsRead words
// together.
inline constexpr std::uint64_t kMostWordsRead = 1'000'000;
Status ReadSightings(const Segment& segment, std::span<SeenTemplate* const> templates);

// The same for those that are not `exact`: the first `most` of them, kSeenTogether at a time.
inline constexpr std::size_t kSeenTogether = 32;  // at most six pages each
Status CompareTemplates(const Segment& segment, std::vector<SeenTemplate*> templates,
                        std::size_t most);

CommonWords CommonTo(const std::vector<Sighting>& sightings);
// The stretches of words that are not common.
Ranges VaryingIn(std::string_view text, const CommonWords& common);

}  // namespace thresh
