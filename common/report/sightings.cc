#include "common/report/sightings.h"

#include <algorithm>

namespace thresh {
namespace {

// f(begin, end) for every word of the text.
template <typename F>
void ForEachWord(std::string_view text, F f) {
  constexpr std::string_view kBlanks = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    f(at, end);
    at = text.find_first_not_of(kBlanks, end);
  }
}

void AddBand(std::string_view kind, std::uint32_t tokens, std::vector<Band>* bands) {
  // Neighbours of one kind are one band, so a picture of the page has few shapes.
  if (bands->empty() || bands->back().kind != kind) bands->push_back({kind, 0});
  bands->back().tokens += tokens;
}

}  // namespace

Sighting SightingIn(const std::vector<ShownSpan>& spans, TemplateId id, DocId doc,
                    const DocRecord& page) {
  Sighting sighting{.doc = doc, .page = page, .text = {}, .bands = {}};
  for (const ShownSpan& span : spans) {
    // A page may have other templates too, so the verdict alone does not say which one struck a
    // block.
    const bool seen = span.stored != nullptr && span.stored->template_id == id;
    if (seen) JoinSpan(span, span.glued, &sighting.text);
    AddBand(seen ? "this" : VerdictName(span.verdict), span.tokens, &sighting.bands);
  }
  return sighting;
}

Result<Sighting> ReadSighting(const Store& store, TemplateId id, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, doc));
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(store, doc));
  return SightingIn(ShowSpans(text), id, doc, page);
}

CommonWords CommonTo(const std::vector<Sighting>& sightings) {
  CommonWords common;
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    const std::string_view text = sightings[i].text;
    CommonWords words;
    ForEachWord(text, [&](std::size_t begin, std::size_t end) {
      words.emplace(text.substr(begin, end - begin));
    });
    if (i > 0)
      std::erase_if(common, [&](const std::string& word) { return !words.contains(word); });
    if (i == 0) common = std::move(words);  // later pages only take words away
  }
  return common;
}

Ranges VaryingIn(std::string_view text, const CommonWords& common) {
  Ranges ranges;
  bool varies = false;  // the word before
  ForEachWord(text, [&](std::size_t begin, std::size_t end) {
    const bool joins = varies;
    varies = !common.contains(text.substr(begin, end - begin));
    // Neighbouring words that vary are one range with the blanks between them.
    if (varies && joins) ranges.back().second = end;
    if (varies && !joins) ranges.emplace_back(begin, end);
  });
  return ranges;
}

}  // namespace thresh
