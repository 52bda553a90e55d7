#include "query/serve/sightings.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "common/page_text.h"
#include "query/retrieve/searcher.h"
#include "query/serve/page_rows.h"

namespace thresh {
namespace {

std::vector<std::string_view> WordsOf(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

void AddBand(std::string_view kind, std::uint32_t tokens, std::vector<Band>* bands) {
  if (bands->empty() || bands->back().kind != kind) bands->push_back({kind, 0});
  bands->back().tokens += tokens;
}

}  // namespace

Result<Sighting> ReadSighting(const Segment& segment, TemplateId id, DocId doc) {
  ASSIGN_OR_RETURN(DocRecord page, ReadPage(segment, doc));
  ASSIGN_OR_RETURN(const TextRecord record, ReadText(segment, doc));
  Sighting sighting{.doc = doc, .page = std::move(page), .text = {}, .bands = {}};
  for (const ShownSpan& span : ShowSpans(record)) {
    const bool seen = span.decision != nullptr && span.decision->template_id == id;
    if (seen) JoinSpan(span, span.glued, &sighting.text);
    AddBand(seen ? "this" : VerdictName(span.verdict), span.tokens, &sighting.bands);
  }
  return sighting;
}

Result<std::vector<Sighting>> ReadSightings(const Segment& segment, TemplateId id,
                                            const TemplateRecord& record) {
  std::vector<Sighting> sightings;
  for (const DocId doc : record.examples) {
    ASSIGN_OR_RETURN(Sighting sighting, ReadSighting(segment, id, doc));
    sightings.push_back(std::move(sighting));
  }
  return sightings;
}

CommonWords CommonTo(const std::vector<Sighting>& sightings) {
  CommonWords common;
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    CommonWords words;
    for (const std::string_view word : WordsOf(sightings[i].text)) words.emplace(word);
    if (i > 0) std::erase_if(common, [&](const std::string& word) { return !words.contains(word); });
    if (i == 0) common = std::move(words);
  }
  return common;
}

Html MarkVarying(std::string_view text, const CommonWords& common) {
  Html html;
  std::string run;  // words of one fate, as one part
  bool varies = false;
  const auto close = [&] {
    html.Add(varies ? El("mark", {{"class", "varies"}}, run) : Join(run));
    run.clear();
  };
  for (const std::string_view word : WordsOf(text)) {
    const bool now = !common.contains(word);
    if (!run.empty() && now != varies) {
      close();
      html.Add(" ");
    }
    varies = now;
    run += (run.empty() ? "" : " ") + std::string(word);
  }
  if (!run.empty()) close();
  return html;
}

}  // namespace thresh
