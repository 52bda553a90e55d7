// The rows of a store with the numbers of the store: a segment numbers its pages, sites and
// templates by itself.
#include <algorithm>
#include <tuple>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/folder_file.h"
#include "common/store/store.h"

namespace thresh {
namespace {

Status Damaged(const std::string& what) {
  return Status(Code::kUnusable, "the store is damaged: " + what + "; run thresh-index verify");
}

void RenumberTemplates(std::uint32_t first, TextRecord* text) {
  for (StoredVerdict& verdict : text->verdicts) verdict.template_id.value += first;
}

// A template names pages and a site. Returns false if its site is masked.
Result<bool> Renumber(const LiveSites& live, std::uint32_t segment, TemplateRecord* record) {
  const std::optional<SiteId> site = live.InStore(segment, record->site);
  if (!site) return false;
  record->site = *site;
  std::vector<DocId*> docs = {&record->first, &record->representative};
  for (DocId& example : record->examples) docs.push_back(&example);
  for (DocId* doc : docs) {
    const std::optional<DocId> in_store = live.InStore(segment, *doc);
    if (!in_store) return Damaged("a template names a page that is not there");
    *doc = *in_store;
  }
  return true;
}

// The templates of one segment, heaviest first.
class TemplatesOf {
 public:
  TemplatesOf(const Store& store, std::uint32_t segment)
      : store_(store),
        segment_(segment),
        rows_(store.segment(segment).Scan(Family::kTemplates)),
        id_(store.first_template(segment)) {}

  // Stands on the next template whose site is live.
  Status Find() {
    for (; rows_->Valid(); Step()) {
      if (!record_.Decode(rows_->value()))
        return Damaged("template " + std::to_string(id_.value) + " cannot be read");
      THRESH_ASSIGN_OR_RETURN(const bool live, Renumber(store_.live(), segment_, &record_));
      if (live) return {};
    }
    return rows_->status();
  }
  bool Valid() const { return rows_->Valid(); }
  void Step() {
    rows_->Next();
    ++id_.value;
  }
  TemplateId id() const { return id_; }
  TemplateRecord& record() { return record_; }
  bool IsBefore(const TemplatesOf& other) const {
    const TemplateRecord &a = record_, &b = other.record_;
    return std::tie(b.tokens_removed, a.site, a.key) < std::tie(a.tokens_removed, b.site, b.key);
  }

 private:
  const Store& store_;
  const std::uint32_t segment_;
  std::unique_ptr<Segment::Rows> rows_;
  TemplateId id_;
  TemplateRecord record_;
};

}  // namespace

Result<SiteId> FindSite(const Store& store, std::string_view host) {
  const std::vector<SiteRecord>& sites = store.sites();
  const auto found = std::ranges::find(sites, host, &SiteRecord::host);
  if (found != sites.end()) return SiteId(static_cast<std::uint32_t>(found - sites.begin()));
  std::string message = "no site '" + std::string(host) + "' in the store";
  if (host.find('/') != std::string_view::npos && !sites.empty())
    message += ": a site is a host, such as " + sites.front().host;
  return Status(Code::kMissing, message);
}

Result<DocRecord> ReadPage(const Store& store, DocId doc) {
  const LiveSites::Place place = store.live().Of(doc);
  THRESH_ASSIGN_OR_RETURN(DocRecord page, ReadPage(store.segment(place.segment), place.doc));
  const std::optional<SiteId> site = store.live().InStore(place.segment, page.site);
  if (!site) return Damaged("page " + std::to_string(doc.value) + " names no site");
  page.site = *site;
  // Copies are of one site, which is one range of pages.
  if (page.duplicate) page.duplicate_of.value += doc.value - place.doc.value;
  return page;
}

Result<TextRecord> ReadText(const Store& store, DocId doc) {
  const LiveSites::Place place = store.live().Of(doc);
  THRESH_ASSIGN_OR_RETURN(TextRecord text, ReadText(store.segment(place.segment), place.doc));
  RenumberTemplates(store.first_template(place.segment), &text);
  return text;
}

Result<LinksRecord> ReadLinks(const Store& store, DocId doc, std::string_view url) {
  const LiveSites::Place place = store.live().Of(doc);
  LinksRecord links;
  Segment::Value row;
  THRESH_ASSIGN_OR_RETURN(
      const bool found, store.segment(place.segment).Get(Family::kLinks, DocKey(place.doc), &row));
  if (!found || !links.Decode(row.bytes(), url))
    return Damaged("the links of " + std::string(url) + " cannot be read");
  return links;
}

Result<TextRecord> ReadKeptText(const Store& store, DocId doc) {
  const LiveSites::Place place = store.live().Of(doc);
  THRESH_ASSIGN_OR_RETURN(TextRecord text, ReadKeptText(store.segment(place.segment), place.doc));
  RenumberTemplates(store.first_template(place.segment), &text);
  return text;
}

Result<std::optional<DocId>> FindUrl(const Store& store, std::string_view url) {
  const std::string key = UrlKey(url);
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    Segment::Value row;
    THRESH_ASSIGN_OR_RETURN(const bool found, store.segment(s).Get(Family::kUrls, key, &row));
    if (!found) continue;
    ByteReader reader(row.bytes());
    const DocId doc(reader.Big32());
    if (!reader.ok()) return Damaged("urls");
    const std::optional<DocId> live = store.live().InStore(s, doc);
    if (live) return live;
  }
  return std::optional<DocId>();
}

Result<std::optional<DocId>> FindTarget(const Store& store, std::string_view url) {
  THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> page, FindUrl(store, url));
  if (page || !url.ends_with('/')) return page;
  return FindUrl(store, FileOfFolder(url));
}

Result<std::optional<TemplateRecord>> ReadTemplate(const Store& store, TemplateId id) {
  std::uint32_t segment = store.segments();
  while (segment > 0 && store.first_template(segment - 1) > id.value) --segment;
  if (segment == 0) return std::optional<TemplateRecord>();
  --segment;
  Segment::Value row;
  const TemplateId own(id.value - store.first_template(segment));
  THRESH_ASSIGN_OR_RETURN(const bool found,
                          store.segment(segment).Get(Family::kTemplates, TemplateKey(own), &row));
  if (!found) return std::optional<TemplateRecord>();
  TemplateRecord record;
  if (!record.Decode(row.bytes()))
    return Damaged("template " + std::to_string(id.value) + " cannot be read");
  THRESH_ASSIGN_OR_RETURN(const bool live, Renumber(store.live(), segment, &record));
  return live ? std::optional(std::move(record)) : std::nullopt;
}

Status ForEachTemplate(const Store& store,
                       const std::function<Status(TemplateId, TemplateRecord)>& visit) {
  std::vector<TemplatesOf> segments;
  segments.reserve(store.segments());
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    segments.emplace_back(store, s);
    THRESH_RETURN_IF_ERROR(segments.back().Find());
  }
  for (;;) {
    TemplatesOf* heaviest = nullptr;
    for (TemplatesOf& segment : segments) {
      if (segment.Valid() && (heaviest == nullptr || segment.IsBefore(*heaviest)))
        heaviest = &segment;
    }
    if (heaviest == nullptr) return {};
    THRESH_RETURN_IF_ERROR(visit(heaviest->id(), std::move(heaviest->record())));
    heaviest->Step();
    THRESH_RETURN_IF_ERROR(heaviest->Find());
  }
}

}  // namespace thresh
