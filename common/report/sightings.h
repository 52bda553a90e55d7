// A sighting is a template on one page: the text of all blocks of the page that belong to it. Words
// that one sighting has and another lacks are what varies in the template. Values; any thread.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/cli/wrapped_text.h"
#include "common/store/page_text.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

// Neighbouring blocks of one kind, in the order of the page.
struct Band {
  std::string_view kind;  // the name of their verdict; "this" if they belong to the sighting
  std::uint64_t tokens = 0;
};

struct Sighting {
  DocId doc;
  DocRecord page;
  std::string text;
  std::vector<Band> bands;  // of the whole page
};

// Reads one page. A page without the template gives a sighting without text.
Result<Sighting> ReadSighting(const Store& store, TemplateId id, DocId doc);
// The same from spans that are read already.
Sighting SightingIn(const std::vector<ShownSpan>& spans, TemplateId id, DocId doc,
                    const DocRecord& page);

// The words that all sightings have.
using CommonWords = std::set<std::string, std::less<>>;
CommonWords CommonTo(const std::vector<Sighting>& sightings);

// The stretches of words that are not common.
Ranges VaryingIn(std::string_view text, const CommonWords& common);

}  // namespace thresh
