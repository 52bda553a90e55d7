#include "common/report/template_card.h"

#include <algorithm>
#include <map>
#include <optional>

namespace thresh {
namespace {

Status Damaged(TemplateId id) {
  return Status(Code::kUnusable, "the store is damaged: template " + std::to_string(id.value) +
                                     " cannot be read; run thresh-index verify");
}

Result<TemplateCard> MakeCard(const Store& store, TemplateId id, TemplateRecord record) {
  TemplateCard card{.id = id, .record = std::move(record)};
  // The number comes from a file, so it may be larger than any index.
  if (card.record.site.value >= store.sites().size()) return Damaged(id);
  card.site = store.sites()[card.record.site.value].host;
  THRESH_ASSIGN_OR_RETURN(card.representative, ReadPage(store, card.record.representative));
  for (const DocId doc : card.record.examples) {
    THRESH_ASSIGN_OR_RETURN(DocRecord example, ReadPage(store, doc));
    card.examples.push_back(std::move(example));
  }
  return card;
}

// The pages to be read, and the cards that each is read for.
class ReadingPlan {
 public:
  struct Stop {
    const DocRecord* page;
    std::vector<TemplateCard*> cards;
  };

  explicit ReadingPlan(std::span<TemplateCard* const> cards) {
    for (TemplateCard* card : cards) {
      Add(card->record.representative, card->representative, card);
      for (std::size_t i = 0; i < card->examples.size(); ++i)
        Add(card->record.examples[i], card->examples[i], card);
    }
  }
  const std::map<DocId, Stop>& stops() const { return stops_; }

 private:
  void Add(DocId doc, const DocRecord& page, TemplateCard* card) {
    auto it = stops_.find(doc);
    if (it == stops_.end()) {
      // The first page is read however long it is: a card shows at least its own text.
      if (!stops_.empty() && words_ + page.body_tokens_seen > kMostWordsRead) return;
      words_ += page.body_tokens_seen;
      it = stops_.emplace(doc, Stop{&page, {}}).first;
    }
    std::vector<TemplateCard*>& cards = it->second.cards;
    // The representative is often an example as well and must be compared once.
    if (std::find(cards.begin(), cards.end(), card) == cards.end()) cards.push_back(card);
  }

  // In the order of docs, which is the order of the rows that are read.
  std::map<DocId, Stop> stops_;
  std::uint64_t words_ = 0;
};

}  // namespace

Result<TemplateCard> ReadCard(const Store& store, TemplateId id) {
  THRESH_ASSIGN_OR_RETURN(std::optional<TemplateRecord> record, ReadTemplate(store, id));
  if (!record) return Damaged(id);
  return MakeCard(store, id, std::move(*record));
}

Result<TemplateCards> ReadCards(const Store& store, const std::string& site, std::size_t n) {
  SiteId wanted;  // without a site nobody reads it
  if (!site.empty()) {
    THRESH_ASSIGN_OR_RETURN(wanted, FindSite(store, site));
  }
  TemplateCards cards;
  THRESH_RETURN_IF_ERROR(
      ForEachTemplate(store, [&](TemplateId id, TemplateRecord record) -> Status {
        if (!site.empty() && record.site != wanted) return {};
        // Templates beyond `n` are counted and their pages are not read.
        if (cards.found++ >= n) return {};
        THRESH_ASSIGN_OR_RETURN(TemplateCard card, MakeCard(store, id, std::move(record)));
        cards.shown.push_back(std::move(card));
        return {};
      }));
  return cards;
}

Result<std::vector<std::uint32_t>> ReadSupports(const Store& store) {
  std::vector<std::uint32_t> supports;
  THRESH_RETURN_IF_ERROR(
      ForEachTemplate(store, [&](TemplateId, const TemplateRecord& record) -> Status {
        supports.push_back(record.support);
        return {};
      }));
  return supports;
}

Status ReadSightings(const Store& store, std::span<TemplateCard* const> cards) {
  const ReadingPlan plan(cards);
  for (const auto& [doc, stop] : plan.stops()) {
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(store, doc));
    const std::vector<ShownSpan> spans = ShowSpans(text);
    for (TemplateCard* card : stop.cards)
      card->sightings.push_back(SightingIn(spans, card->id, doc, *stop.page));
  }
  // Pages were read in their order in the store; a card begins with its representative.
  for (TemplateCard* card : cards) {
    std::stable_partition(
        card->sightings.begin(), card->sightings.end(),
        [&](const Sighting& sighting) { return sighting.doc == card->record.representative; });
    card->common = CommonTo(card->sightings);
  }
  return {};
}

Status CompareCards(const Store& store, std::vector<TemplateCard*> cards, std::size_t most) {
  // A template that is the same on all pages has nothing to compare, so no page is read for it.
  std::erase_if(cards, [](const TemplateCard* card) { return card->record.exact; });
  if (cards.size() > most) cards.resize(most);
  // In groups, because a plan reads at most kMostWordsRead words for all of its cards together.
  for (std::size_t at = 0; at < cards.size(); at += kSeenTogether) {
    const std::size_t count = std::min(kSeenTogether, cards.size() - at);
    THRESH_RETURN_IF_ERROR(ReadSightings(store, std::span(cards).subspan(at, count)));
  }
  return {};
}

}  // namespace thresh
