// Sightings: the text of a template on the pages that the store names as its examples, and what varies.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/ids.h"
#include "common/schema.h"
#include "common/store.h"
#include "query/serve/html.h"
#include "query/serve/schematic.h"

namespace thresh {

struct Sighting {
  DocId doc;
  DocRecord page;
  std::string text;         // of all blocks of the page that belong to the template
  std::vector<Band> bands;  // of the page, the template's as "this"
};

// A page on which the template stands.
Result<Sighting> ReadSighting(const Segment& segment, TemplateId id, DocId doc);
Result<std::vector<Sighting>> ReadSightings(const Segment& segment, TemplateId id,
                                            const TemplateRecord& record);

// The words that all of them have.
using CommonWords = std::set<std::string, std::less<>>;
CommonWords CommonTo(const std::vector<Sighting>& sightings);
// The text with what is not common marked.
Html MarkVarying(std::string_view text, const CommonWords& common);

}  // namespace thresh
