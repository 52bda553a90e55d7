#include "indexer/build/store_source.h"

#include <map>
#include <memory>
#include <utility>

namespace thresh {
namespace {

// The shared texts of one segment. Keeps the rows that were read, because the pages of a site have
// the same ones, up to a bound.
class SharedRows {
 public:
  explicit SharedRows(const Segment& segment) : segment_(segment) {}

  // Null if there is no text of that number, or if it cannot be read, which status() tells apart.
  // What it gives stays until the next EndPage.
  const SharedBytes* Find(std::uint32_t number) {
    const auto [at, is_new] = rows_.try_emplace(number / kSharedPerRow);
    Row& row = at->second;
    if (is_new) Read(at->first, &row);
    const std::uint32_t place = number % kSharedPerRow;
    return place < row.texts.size() ? &row.texts[place] : nullptr;
  }
  void EndPage() {
    if (bytes_ < kMostBytes) return;
    rows_.clear();
    bytes_ = 0;
  }
  const Status& status() const { return status_; }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20U;
  struct Row {
    std::string bytes;
    std::vector<SharedBytes> texts;
  };

  // A row that is missing or damaged has no text.
  void Read(std::uint32_t number, Row* row) {
    Result<bool> found = segment_.Get(Family::kText, SharedKey(number), &row->bytes);
    if (!found.ok()) status_ = found.status();
    if (!found.ok() || !*found || !CutSharedTexts(row->bytes, &row->texts)) row->texts.clear();
    bytes_ += row->bytes.size() + row->texts.size() * sizeof(SharedBytes);
  }

  const Segment& segment_;
  std::map<std::uint32_t, Row> rows_;
  std::size_t bytes_ = 0;
  Status status_;
};

// The rows of the pages of one segment, in the order of pages.
class PageRows {
 public:
  explicit PageRows(const Segment& segment) : segment_(segment), shared_(segment) {}

  // Stands on the page of this number.
  void SeekTo(DocId doc) {
    if (docs_ != nullptr && doc == at_) return;
    const std::string key = DocKey(doc);
    docs_ = segment_.ScanFrom(Family::kDocs, key);
    texts_ = segment_.ScanFrom(Family::kText, key);
    links_ = segment_.ScanFrom(Family::kLinks, key);
    harvests_ = segment_.ScanFrom(Family::kHarvest, key);
    at_ = doc;
  }
  void Next() {
    for (Segment::Rows* rows : {docs_.get(), texts_.get(), links_.get(), harvests_.get()})
      if (rows->Valid()) rows->Next();
    shared_.EndPage();
    ++at_.value;
  }
  // Returns false if a row is missing or damaged.
  Result<bool> Doc(DocRecord* doc) const {
    THRESH_RETURN_IF_ERROR(docs_->status());
    return docs_->Valid() && docs_->key() == DocKey(at_) && doc->Decode(docs_->value());
  }
  Result<bool> Page(HarvestedPage* page) {
    for (const Segment::Rows* rows : {texts_.get(), links_.get(), harvests_.get()}) {
      THRESH_RETURN_IF_ERROR(rows->status());
      if (!rows->Valid() || rows->key() != docs_->key()) return false;
    }
    if (!texts_of_.Make(texts_->value(), [this](std::uint32_t text) { return shared_.Find(text); }))
      return shared_.status().ok() ? Result<bool>(false) : shared_.status();
    page->text = texts_of_.TakePlain();
    page->struck = texts_of_.struck();
    page->links = links_->value();
    page->harvest = harvests_->value();
    return true;
  }

 private:
  const Segment& segment_;
  DocId at_;
  std::unique_ptr<Segment::Rows> docs_, texts_, links_, harvests_;
  PlainRowMaker texts_of_;
  SharedRows shared_;
};

class StoreSource final : public Source {
 public:
  StoreSource(const StoreInput& input, const HostSet& hosts, std::uint32_t first_segment,
              std::unique_ptr<CrawlTable> history)
      : store_(*input.store),
        left_out_(input.left_out),
        hosts_(hosts),
        first_segment_(first_segment),
        history_(std::move(history)),
        host_(hosts.begin()) {
    std::vector<std::uint64_t> read(store_.segments());  // pages
    for (std::size_t s = 0; s < store_.sites().size(); ++s) {
      const SiteRecord& site = store_.sites()[s];
      if (!hosts.contains(site.host)) continue;
      read[store_.live().sites()[s].segment] += site.statistics.docs;
      total_ += site.statistics.docs;
    }
    for (std::uint32_t s = 0; s < store_.segments(); ++s) {
      rows_.emplace_back(store_.segment(s));
      // Whoever takes lists over reads all lists of the segment.
      takes_over_.push_back(input.keeps_words && 2 * read[s] >= store_.segment(s).lengths().docs());
    }
  }

  Result<bool> Next(RawPage* page) override {
    ResetPage(page);
    for (; site_ < store_.sites().size(); EndSite()) {
      const SiteRecord& site = store_.sites()[site_];
      if (!hosts_.contains(site.host)) continue;
      while (page_ < site.statistics.docs) {
        THRESH_ASSIGN_OR_RETURN(const bool there, ReadPage(site, page));
        if (there) return true;
      }
    }
    return NextGone(page);
  }

  std::uint64_t bytes_done() const override { return done_; }
  std::uint64_t bytes_total() const override { return total_; }

 private:
  void EndSite() {
    first_ += static_cast<std::uint32_t>(store_.sites()[site_].statistics.docs);
    ++site_;
    page_ = 0;
  }

  Status Damaged() const {
    return Status(Code::kUnusable,
                  "store " + store_.path() + " has a damaged page; thresh-index verify says more");
  }

  // The next page of the site. Returns false if it is left out.
  Result<bool> ReadPage(const SiteRecord& site, RawPage* page) {
    const LiveSites::Place place =
        store_.live().Of(DocId(first_ + static_cast<std::uint32_t>(page_)));
    PageRows& rows = rows_[place.segment];
    rows.SeekTo(place.doc);
    HarvestedPage stored;
    THRESH_ASSIGN_OR_RETURN(const bool whole, rows.Doc(&stored.doc));
    if (!whole) return Damaged();
    const bool there = !left_out_.Has(site.host, stored.doc.url);
    if (takes_over_[place.segment])
      stored.place = StoredPlace{first_segment_ + place.segment, place.doc};
    if (there) {
      THRESH_ASSIGN_OR_RETURN(page->broken, CameBroken(site.host, stored.doc.url));
      THRESH_RETURN_IF_ERROR(Fill(&rows, std::move(stored), page));
    }
    rows.Next();
    ++page_;
    ++done_;
    return there;
  }

  // Pages and their histories stand in the same order.
  Result<bool> CameBroken(const std::string& host, const std::string& url) {
    if (page_ == 0 || past_ == nullptr) past_ = history_->Scan(host);
    while (past_->Valid() && past_->url() < url) past_->Next();
    THRESH_RETURN_IF_ERROR(past_->status());
    return past_->Valid() && past_->url() == url && past_->record().broken;
  }

  Status Fill(PageRows* rows, HarvestedPage stored, RawPage* page) const {
    THRESH_ASSIGN_OR_RETURN(const bool whole, rows->Page(&stored));
    if (!whole) return Damaged();
    page->url = stored.doc.url;
    page->docno = stored.doc.docno;
    page->form = PageForm::kStored;
    page->stored = std::make_unique<HarvestedPage>(std::move(stored));
    return {};
  }

  // Host by host, also of hosts that have no page any more.
  Result<bool> NextGone(RawPage* page) {
    for (; host_ != hosts_.end(); ++host_, gone_.reset()) {
      if (gone_ == nullptr) gone_ = history_->Scan(*host_);
      for (; gone_->Valid(); gone_->Next()) {
        const CrawlRecord& record = gone_->record();
        if (record.live() || record.gone_record.empty()) continue;
        page->url = gone_->url();
        page->date = record.gone_record;
        page->status = record.status;
        page->kind = RecordKind::kGone;
        page->form = PageForm::kStored;
        gone_->Next();
        return true;
      }
      THRESH_RETURN_IF_ERROR(gone_->status());
    }
    return false;
  }

  const Store& store_;
  const LeftOut& left_out_;
  const HostSet& hosts_;
  const std::uint32_t first_segment_;
  const std::unique_ptr<CrawlTable> history_;
  std::vector<PageRows> rows_;              // by segment
  std::vector<bool> takes_over_;            // by segment: its lists are read by the merge
  std::size_t site_ = 0;                    // of the store
  std::uint32_t first_ = 0;                 // the first page of the site
  std::uint64_t page_ = 0;                  // of the site
  std::unique_ptr<CrawlTable::Rows> past_;  // of the site
  HostSet::const_iterator host_;            // whose gone pages come next
  std::unique_ptr<CrawlTable::Rows> gone_;
  std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace

Result<std::unique_ptr<Source>> OpenStoreSource(const StoreInput& input, const HostSet& hosts,
                                                std::uint32_t first_segment) {
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<CrawlTable> history, input.store->OpenCrawlTable());
  return std::unique_ptr<Source>(
      std::make_unique<StoreSource>(input, hosts, first_segment, std::move(history)));
}

}  // namespace thresh
