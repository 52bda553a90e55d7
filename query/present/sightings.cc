#include "query/present/sightings.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "common/store/page_text.h"
#include "query/retrieve/searcher.h"

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
  if (bands->empty() || bands->back().kind != kind) bands->push_back({kind, 0});
  bands->back().tokens += tokens;
}

Sighting Look(const std::vector<ShownSpan>& spans, TemplateId id, DocId doc,
              const DocRecord& page) {
  Sighting sighting{.doc = doc, .page = page, .text = {}, .bands = {}};
  for (const ShownSpan& span : spans) {
    const bool seen = span.stored != nullptr && span.stored->template_id == id;
    if (seen) JoinSpan(span, span.glued, &sighting.text);
    AddBand(seen ? "this" : VerdictName(span.verdict), span.tokens, &sighting.bands);
  }
  return sighting;
}

// The pages to be read, and the templates that each is read for.
struct Stop {
  const DocRecord* page;
  std::vector<SeenTemplate*> templates;
};
class Tour {
 public:
  void Add(DocId doc, const DocRecord& page, SeenTemplate* seen) {
    auto it = stops_.find(doc);
    if (it == stops_.end()) {
      if (!stops_.empty() && words_ + page.body_tokens_seen > kMostWordsRead) return;
      words_ += page.body_tokens_seen;
      it = stops_.emplace(doc, Stop{&page, {}}).first;
    }
    if (std::find(it->second.templates.begin(), it->second.templates.end(), seen) ==
        it->second.templates.end()) {
      it->second.templates.push_back(seen);
    }
  }
  const std::map<DocId, Stop>& stops() const { return stops_; }

 private:
  std::map<DocId, Stop> stops_;
  std::uint64_t words_ = 0;
};

Tour PlanTour(std::span<SeenTemplate* const> templates) {
  Tour tour;
  for (SeenTemplate* seen : templates) {
    const ShownTemplate& shown = seen->shown;
    tour.Add(shown.record.representative, shown.representative, seen);
    for (std::size_t i = 0; i < shown.examples.size(); ++i)
      tour.Add(shown.record.examples[i], shown.examples[i], seen);
  }
  return tour;
}

}  // namespace

Result<Sighting> ReadSighting(const Segment& segment, TemplateId id, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(segment, doc));
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(segment, doc));
  return Look(ShowSpans(text), id, doc, page);
}

Status ReadSightings(const Segment& segment, std::span<SeenTemplate* const> templates) {
  const Tour tour = PlanTour(templates);
  for (const auto& [doc, stop] : tour.stops()) {
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(segment, doc));
    const std::vector<ShownSpan> spans = ShowSpans(text);
    for (SeenTemplate* seen : stop.templates)
      seen->sightings.push_back(Look(spans, seen->shown.id, doc, *stop.page));
  }
  for (SeenTemplate* seen : templates) {
    std::stable_partition(seen->sightings.begin(), seen->sightings.end(),
                          [&](const Sighting& sighting) {
                            return sighting.doc == seen->shown.record.representative;
                          });
    seen->common = CommonTo(seen->sightings);
  }
  return {};
}

Status CompareTemplates(const Segment& segment, std::vector<SeenTemplate*> templates,
                        std::size_t most) {
  std::erase_if(templates, [](const SeenTemplate* seen) { return seen->shown.record.exact; });
  if (templates.size() > most) templates.resize(most);
  for (std::size_t at = 0; at < templates.size(); at += kSeenTogether) {
    const std::size_t count = std::min(kSeenTogether, templates.size() - at);
    THRESH_RETURN_IF_ERROR(ReadSightings(segment, std::span(templates).subspan(at, count)));
  }
  return {};
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
    if (i == 0) common = std::move(words);
  }
  return common;
}

Ranges VaryingIn(std::string_view text, const CommonWords& common) {
  Ranges ranges;
  bool varies = false;  // the word before
  ForEachWord(text, [&](std::size_t begin, std::size_t end) {
    const bool joins = varies;
    varies = !common.contains(text.substr(begin, end - begin));
    if (varies && joins) ranges.back().second = end;
    if (varies && !joins) ranges.emplace_back(begin, end);
  });
  return ranges;
}

}  // namespace thresh
