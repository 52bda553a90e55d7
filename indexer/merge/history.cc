#include "indexer/merge/history.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "common/store/rocks.h"
#include "indexer/merge/page_content.h"
#include "indexer/segment/table_writer.h"

namespace thresh {
namespace {

constexpr std::size_t kShownText = 200;  // bytes of a template's text in the report

// A URL as all four walks have it.
struct Place {
  std::string_view host, url;
  friend auto operator<=>(const Place&, const Place&) = default;
};

// The pages of a segment, by host and URL.
class Docs {
 public:
  explicit Docs(const Segment* segment)
      : segment_(segment), rows_(segment ? segment->Scan(Family::kDocs) : nullptr) {
    Read();
  }
  bool Valid() const { return rows_ && rows_->Valid() && status_.ok(); }
  Place place() const { return {segment_->sites()[doc_.site.value].host, doc_.url}; }
  const DocRecord& doc() const { return doc_; }
  DocId id() const { return id_; }
  void Next() {
    rows_->Next();
    ++id_.value;
    Read();
  }
  Status status() const { return !rows_ || !status_.ok() ? status_ : rows_->status(); }

 private:
  void Read() {
    if (!rows_ || !rows_->Valid()) return;
    if (doc_.Decode(rows_->value()) && doc_.site.value < segment_->sites().size()) return;
    status_ = Status(Code::kUnusable, "the store has a damaged page; run thresh-index verify");
  }
  const Segment* segment_;
  std::unique_ptr<Segment::Rows> rows_;
  DocRecord doc_;
  DocId id_;
  Status status_;
};

// All that is known of one URL.
struct Known {
  std::optional<CrawlRecord> row;
  const DocRecord* before = nullptr;
  const DocRecord* after = nullptr;
  DocId number_before, number_after;
  bool there_before = false, there_after = false;
  bool fetched = false;
  std::vector<const CrawlEvent*> events;
};

// A record that a page is gone is remembered, also of a page that never was there: an older one may
// still come.
bool SaysGone(const CrawlEvent* event) {
  return event->kind == RecordKind::kGone && !event->date.empty();
}
bool SaysNothing(const CrawlEvent* event) { return event->kind == RecordKind::kNamed; }

class History {
 public:
  History(const HistoryInput& input, const std::string& file)
      : input_(input), table_(file, BaseOptions()) {}

  Result<UpdateReport> Run() {
    if (input_.before != nullptr) {
      THRESH_ASSIGN_OR_RETURN(history_, input_.before->OpenCrawlTable());
      rows_ = history_->Scan();
    }
    THRESH_RETURN_IF_ERROR(Walk());
    THRESH_RETURN_IF_ERROR(CompareTemplates());
    const Segment& segment = input_.after ? *input_.after : input_.before->segment();
    report_.sites = segment.sites().size();
    report_.pages = segment.lengths().docs();
    report_.sites_judged = input_.after ? report_.sites : 0;
    report_.older = input_.order->superseded();
    for (const auto& [host, pages] : input_.order->guarded()) {
      report_.guarded += pages;
      report_.guarded_hosts.push_back(host);
    }
    THRESH_RETURN_IF_ERROR(table_.Put(CrawlReportKey(), report_.Encode()));
    THRESH_RETURN_IF_ERROR(table_.Finish());
    return report_;
  }

 private:
  Status Walk() {
    const std::vector<CrawlEvent>& events = input_.order->events();
    // Where the segment stays, a page is there if the table says so.
    const bool stays = input_.after == nullptr;
    Docs before(stays || !input_.before ? nullptr : &input_.before->segment());
    Docs after(input_.after);
    std::size_t event = 0;
    for (;;) {
      std::optional<Place> next;
      const auto offer = [&](const Place& place) { next = next ? std::min(*next, place) : place; };
      if (rows_ && rows_->Valid()) offer({rows_->host(), rows_->url()});
      if (before.Valid()) offer(before.place());
      if (after.Valid()) offer(after.place());
      if (event < events.size()) offer({events[event].host, events[event].url});
      if (!next) break;
      // A step moves what the place points into.
      const std::string host(next->host), url(next->url);
      const Place place{host, url};
      Known known;
      const bool has_row = rows_ && rows_->Valid() && Place{rows_->host(), rows_->url()} == place;
      const bool was = before.Valid() && before.place() == place;
      const bool is = after.Valid() && after.place() == place;
      if (has_row) known.row = rows_->record();
      if (was) known.before = &before.doc();
      if (is) known.after = &after.doc();
      known.number_before = before.id();
      known.number_after = after.id();
      known.there_before = stays ? has_row && known.row->live() : was;
      known.there_after = stays ? known.there_before : is;
      known.fetched = is && !input_.order->IsStored(after.id());
      for (; event < events.size() && Place{events[event].host, events[event].url} == place;
           ++event)
        known.events.push_back(&events[event]);
      THRESH_RETURN_IF_ERROR(Put(place, known));
      if (has_row) rows_->Next();
      if (was) before.Next();
      if (is) after.Next();
    }
    if (rows_) THRESH_RETURN_IF_ERROR(rows_->status());
    THRESH_RETURN_IF_ERROR(before.status());
    return after.status();
  }

  Status Put(const Place& place, const Known& known) {
    const std::vector<const CrawlEvent*>& events = known.events;
    if (!known.row && !known.there_after && !known.there_before) {
      if (!std::all_of(events.begin(), events.end(), SaysNothing)) ++report_.unknown;
      if (std::none_of(events.begin(), events.end(), SaysGone)) return {};
    }
    CrawlRecord row = known.row.value_or(CrawlRecord());
    if (known.there_after && known.after != nullptr) THRESH_RETURN_IF_ERROR(Compare(known, &row));
    if (!known.there_after) TakeGone(known, &row);
    if (known.there_before && !known.there_after) {
      ++report_.gone;
      Changed(PageChange::kGone, &row);
    }
    if (known.there_after) TakeEvents(known, &row);
    return table_.Put(CrawlKey(place.host, place.url), row.Encode());
  }

  std::string TimeOf(std::string_view date) const {
    return date.empty() ? input_.now : std::string(date);
  }

  void Changed(PageChange change, CrawlRecord* row) const {
    row->change = change;
    row->changed_by = input_.number;
  }

  Status Compare(const Known& known, CrawlRecord* row) {
    const DocRecord& after = *known.after;
    const std::string time = TimeOf(after.date);
    if (known.fetched) {
      ++report_.fetched;
      row->status = 200;
      row->misses = 0;
    }
    if (known.fetched || row->last_seen.empty()) row->last_seen = std::max(row->last_seen, time);
    if (known.before == nullptr) {
      ++report_.added;
      if (row->first_seen.empty()) row->first_seen = time;
      row->words_changed = row->content_changed = time;
      row->gone.clear();
      row->gone_record.clear();
      Changed(PageChange::kNew, row);
      return {};
    }
    const DocRecord& before = *known.before;
    const auto words = [](const DocRecord& doc) {
      return std::tie(doc.token_hash, doc.title, doc.description);
    };
    bool same_content = after.kept_hash == before.kept_hash;
    if (words(after) == words(before)) {
      if (!same_content) ++report_.verdicts_moved;
      if (known.fetched)
        ++(after.payload == before.payload ? report_.same_bytes : report_.same_words);
      return {};
    }
    row->words_changed = time;
    const bool same_head =
        std::tie(after.title, after.description) == std::tie(before.title, before.description);
    if (!same_content && same_head) {
      THRESH_ASSIGN_OR_RETURN(const bool differs,
                              ContentDiffers({&input_.before->segment(), known.number_before},
                                             {input_.after, known.number_after}));
      same_content = !differs;
    }
    ++(same_content ? report_.furniture : report_.content);
    if (!same_content) row->content_changed = time;
    Changed(same_content ? PageChange::kFurniture : PageChange::kContent, row);
    return {};
  }

  // The newest record that says so counts, also of a page that is gone already: no page that is
  // older than it comes back.
  void TakeGone(const Known& known, CrawlRecord* row) const {
    const CrawlEvent* last = nullptr;
    for (const CrawlEvent* event : known.events) {
      if (event->kind == RecordKind::kGone && (!last || last->date <= event->date)) last = event;
    }
    if (last != nullptr && (row->live() || last->date > row->gone_record)) {
      row->gone = TimeOf(last->date);
      row->gone_record = last->date;
      row->status = last->status;
    }
    if (row->live()) row->gone = TimeOf({});
  }

  void TakeEvents(const Known& known, CrawlRecord* row) {
    for (const CrawlEvent* event : known.events) {
      const std::string time = TimeOf(event->date);
      if (event->kind == RecordKind::kSeen) {
        ++report_.seen;
        row->last_seen = std::max(row->last_seen, time);
        row->status = event->status;
        row->misses = 0;
      } else if (event->kind == RecordKind::kMissed && time > row->last_missed) {
        ++report_.missed;
        ++row->misses;
        row->last_missed = time;
        row->status = event->status;
      }
    }
  }

  using Templates = std::map<std::pair<std::string, Hash128>, UpdateReport::Template>;
  static Status ReadTemplates(const Segment& segment, std::uint64_t UpdateReport::Template::*pages,
                              Templates* all) {
    const std::unique_ptr<Segment::Rows> rows = segment.Scan(Family::kTemplates);
    for (TemplateRecord found; rows->Valid(); rows->Next()) {
      if (!found.Decode(rows->value()) || found.site.value >= segment.sites().size()) continue;
      const std::string& host = segment.sites()[found.site.value].host;
      UpdateReport::Template& entry = (*all)[{host, found.key}];
      entry.host = host;
      // The later text wins: what a person sees is the site as it is.
      entry.text = found.text.substr(0, kShownText);
      entry.*pages = found.support;
    }
    return rows->status();
  }

  Status CompareTemplates() {
    if (!input_.before || !input_.after) return {};
    Templates all;
    THRESH_RETURN_IF_ERROR(
        ReadTemplates(input_.before->segment(), &UpdateReport::Template::before, &all));
    THRESH_RETURN_IF_ERROR(ReadTemplates(*input_.after, &UpdateReport::Template::after, &all));
    std::vector<UpdateReport::Template>& changed = report_.templates;
    for (auto& [key, found] : all) {
      if (found.before == 0) ++report_.templates_came;
      if (found.after == 0) ++report_.templates_went;
      if (found.before != found.after) changed.push_back(std::move(found));
    }
    const auto step = [](const UpdateReport::Template& t) {
      return std::max(t.before, t.after) - std::min(t.before, t.after);
    };
    std::stable_sort(changed.begin(), changed.end(),
                     [&](const auto& a, const auto& b) { return step(a) > step(b); });
    if (changed.size() > UpdateReport::kMostTemplates) changed.resize(UpdateReport::kMostTemplates);
    return {};
  }

  const HistoryInput& input_;
  TableWriter table_;
  std::unique_ptr<CrawlTable> history_;  // rows_ read from it
  std::unique_ptr<CrawlTable::Rows> rows_;
  UpdateReport report_;
};

}  // namespace

Result<UpdateReport> WriteHistory(const HistoryInput& input, const std::string& file) {
  return History(input, file).Run();
}

}  // namespace thresh
