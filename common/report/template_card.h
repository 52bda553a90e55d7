// The card of a template: everything that people and programs are shown of it. `templates`,
// `explain`, the report and the search page read cards with the functions below and print them with
// the three renderers at the end. Values; any thread. A template or page that cannot be read is
// kUnusable.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/report/markup.h"
#include "common/report/sightings.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

struct TemplateCard {
  TemplateId id;
  TemplateRecord record;
  std::string site = {};                 // host
  DocRecord representative = {};         // the page whose text the store keeps
  std::vector<DocRecord> examples = {};  // in the order of record.examples
  std::vector<Sighting> sightings = {};  // the representative's, then the examples'; often not read
  CommonWords common = {};               // of the sightings
  bool compared() const { return sightings.size() > 1; }  // otherwise what varies is not known
};

struct TemplateCards {
  std::uint64_t found = 0;  // templates of the site, or of the store
  std::vector<TemplateCard> shown;
};

// ---- reading

// kUnusable if the store has no such template.
Result<TemplateCard> ReadCard(const Store& store, TemplateId id);

// The `n` heaviest templates of a site, or of all sites if `site` is empty. kMissing: no such site.
Result<TemplateCards> ReadCards(const Store& store, const std::string& site, std::size_t n);

// On how many pages each template of the store stands, heaviest template first.
Result<std::vector<std::uint32_t>> ReadSupports(const Store& store);

// Fills in the sightings of the cards and what is common to them. Reads each page once for all
// cards and holds one page in memory. Leaves out a page that would make it more than
// kMostWordsRead words together.
inline constexpr std::uint64_t kMostWordsRead = 1'000'000;
Status ReadSightings(const Store& store, std::span<TemplateCard* const> cards);

// The same for the first `most` cards that are not `exact`, kSeenTogether at a time.
inline constexpr std::size_t kSeenTogether = 32;  // at most six pages each
Status CompareCards(const Store& store, std::vector<TemplateCard*> cards, std::size_t most);

// ---- showing

// A text with the words that vary in braces; `bold` has the ranges within the braces.
struct BracedText {
  std::string text;
  Ranges bold;
};
BracedText Braced(std::string_view text, const Ranges& varying);

// Whether the template varies; `marked` says how the renderer marks words that do.
std::string VariesText(const TemplateCard& card, std::string_view marked);

struct CardTextOptions {
  double share = 0;      // of the heaviest template, as a bar beside the heading; 0: no bar
  bool verbose = false;  // with the numbers of the rule
};
// On a terminal texts are broken into lines and long ones are cut, addresses never. In a pipe
// nothing is cut.
std::string CardText(const TemplateCard& card, const CardTextOptions& options,
                     const Terminal& terminal);

// "varies" is null if the pages were not compared and empty if the template is the same on all
// pages. Otherwise it has the stretches of words that vary, page by page.
nlohmann::ordered_json CardJson(const TemplateCard& card);
// The same of one text of the template.
nlohmann::ordered_json VaryingJson(const TemplateCard& card, std::string_view text);

// Text with ranges of it in <mark>: the words of a query, or those of a template that vary.
Markup Marked(std::string_view text, const Ranges& ranges, const Attributes& attributes = {});
Markup MarkVarying(std::string_view text, const Ranges& varying);
// The text of the template as a quotation of at most `columns` columns.
Markup CardQuote(const TemplateCard& card, std::size_t columns);
// Rows of a description list (<dt>, <dd>): pages, words, what varies, rule. `removed_in_all` adds
// the share of all removed words if it is not 0.
Markup CardFacts(const TemplateCard& card, std::uint64_t removed_in_all = 0);
// Two rows more: the representative and other pages that have the template. `link` is how the
// document links to a page.
Markup CardPages(const TemplateCard& card, Markup (*link)(const DocRecord& page));

}  // namespace thresh
