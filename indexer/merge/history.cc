#include "indexer/merge/history.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/times.h"
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

// Pages by host and URL, out of one or more segments.
class Docs {
 public:
  // The pages of one site.
  struct Site {
    const Segment* segment;
    DocId first;
    std::uint64_t pages;
    const std::string* host;
  };
  explicit Docs(std::vector<Site> sites) : sites_(std::move(sites)) { Enter(); }

  bool Valid() const { return site_ < sites_.size() && status_.ok(); }
  Place place() const { return {*sites_[site_].host, doc_.url}; }
  const DocRecord& doc() const { return doc_; }
  PageAt at() const { return {sites_[site_].segment, id_}; }
  void Next() {
    rows_->Next();
    ++id_.value;
    if (id_.value - sites_[site_].first.value < sites_[site_].pages) return Read();
    ++site_;
    Enter();
  }
  const Status& status() const { return status_; }

 private:
  void Enter() {
    if (site_ == sites_.size()) return;
    const Site& site = sites_[site_];
    const bool follows =
        site_ > 0 && sites_[site_ - 1].segment == site.segment && id_ == site.first;
    if (!follows) rows_ = site.segment->ScanFrom(Family::kDocs, DocKey(site.first));
    id_ = site.first;
    Read();
  }
  void Read() {
    if (rows_->Valid() && rows_->key() == DocKey(id_) && doc_.Decode(rows_->value())) return;
    status_ = rows_->status();
    if (status_.ok())
      status_ = Status(Code::kUnusable, "the store has a damaged page; run thresh-index verify");
  }

  const std::vector<Site> sites_;
  std::size_t site_ = 0;
  std::unique_ptr<Segment::Rows> rows_;
  DocRecord doc_;
  DocId id_;
  Status status_;
};

// All sites of a segment.
std::vector<Docs::Site> SitesOf(const Segment* segment) {
  std::vector<Docs::Site> sites;
  if (segment == nullptr) return sites;
  DocId first;
  for (const SiteRecord& site : segment->sites()) {
    sites.push_back({segment, first, site.statistics.docs, &site.host});
    first.value += static_cast<std::uint32_t>(site.statistics.docs);
  }
  return sites;
}

// Those sites of a store that were written anew.
std::vector<Docs::Site> SitesOf(const Store* store, const HostSet& written) {
  std::vector<Docs::Site> sites;
  std::uint32_t first = 0;
  for (std::size_t s = 0; store && s < store->sites().size(); ++s) {
    const SiteRecord& site = store->sites()[s];
    if (written.contains(site.host)) {
      const LiveSites::Place place = store->live().Of(DocId(first));
      sites.push_back(
          {&store->segment(place.segment), place.doc, site.statistics.docs, &site.host});
    }
    first += static_cast<std::uint32_t>(site.statistics.docs);
  }
  return sites;
}

// All that is known of one URL.
struct Known {
  std::optional<CrawlRecord> row;  // of all stores that went in
  const DocRecord* before = nullptr;
  const DocRecord* after = nullptr;
  PageAt before_at, after_at;
  bool there_before = false, there_after = false;
  bool fetched = false;
  std::vector<const CrawlEvent*> events;
};

// The history of one URL in one of the stores.
struct HistoryRows {
  bool of_part = false;  // and not of the live store
  std::unique_ptr<CrawlTable> table;
  std::unique_ptr<CrawlTable::Rows> rows;
};

// The later one of two times.
std::string Later(std::string_view a, std::string_view b) {
  return std::string(TimeKey(a) < TimeKey(b) ? b : a);
}

// What two stores know of one URL. The first one of the two counts where it has seen the page last.
CrawlRecord Combined(const CrawlRecord& a, const CrawlRecord& b) {
  const bool a_counts =
      std::tuple(a.live(), TimeKey(a.last_seen)) >= std::tuple(b.live(), TimeKey(b.last_seen));
  CrawlRecord row = a_counts ? a : b;
  const CrawlRecord& other = a_counts ? b : a;
  if (!other.first_seen.empty() &&
      (row.first_seen.empty() || TimeKey(other.first_seen) < TimeKey(row.first_seen)))
    row.first_seen = other.first_seen;
  row.seen_record = Later(a.seen_record, b.seen_record);
  if (!row.live() && TimeKey(other.gone_record) > TimeKey(row.gone_record)) {
    row.gone = other.gone;
    row.gone_record = other.gone_record;
    row.status = other.status;
  }
  return row;
}

// A record that a page is gone, or still there, is remembered, also of a page that never was there:
// an older one may still come.
bool IsRemembered(const CrawlEvent* event) {
  const bool says = event->kind == RecordKind::kGone || event->kind == RecordKind::kSeen;
  return says && !event->date.empty();
}
// Of a page that the store had and has not any more.
bool IsSaidToBeThere(const std::vector<const CrawlEvent*>& events, const CrawlRecord& row) {
  return std::any_of(events.begin(), events.end(), [&](const CrawlEvent* event) {
    return event->kind == RecordKind::kSeen &&
           (row.gone_record.empty() || TimeKey(event->date) > TimeKey(row.gone_record));
  });
}
bool SaysNothing(const CrawlEvent* event) { return event->kind == RecordKind::kNamed; }

class History {
 public:
  History(const HistoryInput& input, const std::string& file)
      : input_(input), table_(file, BaseOptions()) {}

  Result<UpdateReport> Run() {
    THRESH_RETURN_IF_ERROR(Open());
    THRESH_RETURN_IF_ERROR(Walk());
    THRESH_RETURN_IF_ERROR(CompareTemplates());
    report_.sites = input_.sites;
    report_.pages = input_.pages;
    report_.sites_judged = input_.after ? input_.after->sites().size() : 0;
    report_.older = input_.order->older();
    report_.undated = input_.order->undated();
    report_.moved = input_.order->moved();
    for (const auto& [host, pages] : input_.order->guarded()) {
      report_.guarded += pages;
      report_.guarded_hosts.push_back(host);
    }
    THRESH_RETURN_IF_ERROR(table_.Put(CrawlReportKey(), report_.Encode()));
    THRESH_RETURN_IF_ERROR(table_.Finish());
    return report_;
  }

 private:
  Status Open() {
    std::vector<const Store*> stores = input_.parts;
    if (input_.before != nullptr) stores.insert(stores.begin(), input_.before);
    for (const Store* store : stores) {
      HistoryRows& history = histories_.emplace_back();
      history.of_part = store != input_.before;
      THRESH_ASSIGN_OR_RETURN(history.table, store->OpenCrawlTable());
      history.rows = history.table->Scan();
    }
    return {};
  }

  Status Walk() {
    const std::vector<CrawlEvent>& events = input_.order->events();
    Docs before(input_.written ? SitesOf(input_.before, *input_.written)
                               : std::vector<Docs::Site>());
    Docs after(SitesOf(input_.after));
    for (std::size_t event = 0;;) {
      std::optional<Place> next;
      const auto offer = [&](const Place& place) { next = next ? std::min(*next, place) : place; };
      for (const HistoryRows& history : histories_)
        if (history.rows->Valid()) offer({history.rows->host(), history.rows->url()});
      if (before.Valid()) offer(before.place());
      if (after.Valid()) offer(after.place());
      if (event < events.size()) offer({events[event].host, events[event].url});
      if (!next) break;
      // A step moves what the place points into.
      const std::string host(next->host), url(next->url);
      const Place place{host, url};
      Known known;
      const bool was = before.Valid() && before.place() == place;
      const bool is = after.Valid() && after.place() == place;
      if (was) known.before = &before.doc();
      if (was) known.before_at = before.at();
      if (is) known.after = &after.doc();
      if (is) known.after_at = after.at();
      known.fetched = is && !input_.order->IsStored(after.at().doc);
      TakeRows(place, &known);
      if (IsWrittenAnew(host)) known.there_after = is;
      for (; event < events.size() && Place{events[event].host, events[event].url} == place;
           ++event)
        known.events.push_back(&events[event]);
      THRESH_RETURN_IF_ERROR(Put(place, known));
      if (was) before.Next();
      if (is) after.Next();
    }
    for (const HistoryRows& history : histories_) THRESH_RETURN_IF_ERROR(history.rows->status());
    THRESH_RETURN_IF_ERROR(before.status());
    return after.status();
  }

  // Pages of one host come one after the other.
  bool IsWrittenAnew(const std::string& host) {
    if (input_.written == nullptr) return true;
    if (host != host_) {
      host_ = host;
      written_anew_ = input_.written->contains(host);
    }
    return written_anew_;
  }

  // Takes the rows of the place off their tables. Unless its site was written anew, a page is there
  // if one of the tables says so.
  void TakeRows(const Place& place, Known* known) {
    for (const HistoryRows& history : histories_) {
      CrawlTable::Rows& rows = *history.rows;
      if (!rows.Valid() || Place{rows.host(), rows.url()} != place) continue;
      CrawlRecord row = rows.record();
      if (history.of_part) row.changed_by = 0;  // numbers of manifests are those of a store
      known->there_after |= row.live();
      known->there_before |= row.live() && !history.of_part;
      known->row = known->row ? Combined(*known->row, row) : std::move(row);
      rows.Next();
    }
  }

  Status Put(const Place& place, const Known& known) {
    const std::vector<const CrawlEvent*>& events = known.events;
    if (!known.row && !known.there_after && !known.there_before) {
      if (!std::all_of(events.begin(), events.end(), SaysNothing)) ++report_.unknown;
      if (std::none_of(events.begin(), events.end(), IsRemembered)) return {};
    }
    CrawlRecord row = known.row.value_or(CrawlRecord());
    for (const CrawlEvent* event : events) {
      if (event->kind == RecordKind::kSeen) row.seen_record = Later(row.seen_record, event->date);
    }
    if (known.after != nullptr) row.broken = input_.order->IsBroken(known.after_at.doc);
    if (known.there_after && known.after != nullptr) THRESH_RETURN_IF_ERROR(Compare(known, &row));
    if (known.there_after && known.after == nullptr && !known.there_before) {
      ++report_.added;  // with its site, out of a part
      Changed(PageChange::kNew, &row);
    }
    if (!known.there_after) TakeGone(known, &row);
    if (known.there_before && !known.there_after) {
      ++report_.gone;
      Changed(PageChange::kGone, &row);
    }
    if (known.there_after) TakeEvents(known, &row);
    if (!known.there_after && row.was_there() && IsSaidToBeThere(events, row)) ++report_.refetch;
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
    if (known.fetched || row->last_seen.empty()) row->last_seen = Later(row->last_seen, time);
    if (known.before == nullptr) {
      ++report_.added;
      // Of a page that comes out of another store the dates are known.
      const bool dated = !known.fetched && !row->first_seen.empty() && row->live();
      if (!dated) row->words_changed = row->content_changed = time;
      if (row->first_seen.empty()) row->first_seen = time;
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
      THRESH_ASSIGN_OR_RETURN(const bool differs, ContentDiffers(known.before_at, known.after_at));
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
      if (event->kind == RecordKind::kGone &&
          (!last || TimeKey(last->date) <= TimeKey(event->date)))
        last = event;
    }
    if (last != nullptr && (row->live() || TimeKey(last->date) > TimeKey(row->gone_record))) {
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
        row->last_seen = Later(row->last_seen, time);
        row->status = event->status;
        row->misses = 0;
      } else if (event->kind == RecordKind::kMissed && TimeKey(time) > TimeKey(row->last_missed)) {
        ++(event->broken ? report_.broken : report_.missed);
        ++row->misses;
        row->last_missed = time;
        row->status = event->status;
      }
    }
  }

  using Templates = std::map<std::pair<std::string, Hash128>, UpdateReport::Template>;
  static void Take(const std::string& host, const TemplateRecord& found,
                   std::uint64_t UpdateReport::Template::*pages, Templates* all) {
    UpdateReport::Template& entry = (*all)[{host, found.key}];
    entry.host = host;
    // The later text wins: what a person sees is the site as it is.
    entry.text = found.text.substr(0, kShownText);
    entry.*pages = found.support;
  }

  Status CompareTemplates() {
    if (!input_.before || !input_.after) return {};
    Templates all;
    const Store& before = *input_.before;
    THRESH_RETURN_IF_ERROR(ForEachTemplate(before, [&](TemplateId, const TemplateRecord& found) {
      const std::string& host = before.sites()[found.site.value].host;
      if (IsWrittenAnew(host)) Take(host, found, &UpdateReport::Template::before, &all);
      return Status();
    }));
    const std::unique_ptr<Segment::Rows> rows = input_.after->Scan(Family::kTemplates);
    for (TemplateRecord found; rows->Valid(); rows->Next()) {
      if (!found.Decode(rows->value()) || found.site.value >= input_.after->sites().size())
        continue;
      const std::string& host = input_.after->sites()[found.site.value].host;
      Take(host, found, &UpdateReport::Template::after, &all);
    }
    THRESH_RETURN_IF_ERROR(rows->status());
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
  std::vector<HistoryRows> histories_;
  std::string host_;  // that was looked up last
  bool written_anew_ = false;
  UpdateReport report_;
};

}  // namespace

Result<UpdateReport> WriteHistory(const HistoryInput& input, const std::string& file) {
  return History(input, file).Run();
}

}  // namespace thresh
