#include "indexer/build/store_source.h"

#include <utility>

#include "indexer/page/harvest.h"

namespace thresh {
namespace {

class StoreSource final : public Source {
 public:
  StoreSource(const Store& store, std::unique_ptr<CrawlTable> history, LeftOut left_out)
      : store_(store),
        segment_(store.segment()),
        left_out_(std::move(left_out)),
        history_(std::move(history)),
        docs_(segment_.Scan(Family::kDocs)),
        texts_(segment_.Scan(Family::kText)),
        links_(segment_.Scan(Family::kLinks)),
        harvests_(segment_.Scan(Family::kHarvest)),
        gone_(history_->Scan()) {}

  Result<bool> Next(RawPage* page) override {
    ResetPage(page);
    for (; docs_->Valid(); Step()) {
      DocRecord doc;
      if (!doc.Decode(docs_->value()) || doc.site.value >= segment_.sites().size())
        return Damaged();
      if (left_out_.Has(segment_.sites()[doc.site.value].host, doc.url)) continue;
      THRESH_RETURN_IF_ERROR(Fill(std::move(doc), page));
      Step();
      return true;
    }
    THRESH_RETURN_IF_ERROR(docs_->status());
    return NextGone(page);
  }

  std::uint64_t bytes_done() const override { return done_; }
  std::uint64_t bytes_total() const override { return segment_.lengths().docs(); }

 private:
  void Step() {
    for (Segment::Rows* rows : {docs_.get(), texts_.get(), links_.get(), harvests_.get()})
      if (rows->Valid()) rows->Next();
    ++done_;
  }

  Status Damaged() const {
    return Status(Code::kUnusable,
                  "store " + store_.path() + " has a damaged page; thresh-index verify says more");
  }

  Status Fill(DocRecord doc, RawPage* page) const {
    for (const Segment::Rows* rows : {texts_.get(), links_.get(), harvests_.get()}) {
      THRESH_RETURN_IF_ERROR(rows->status());
      if (!rows->Valid() || rows->key() != docs_->key()) return Damaged();
    }
    HarvestedPage stored;
    if (!stored.text.Decode(texts_->value()) || !stored.links.Decode(links_->value(), doc.url))
      return Damaged();
    THRESH_ASSIGN_OR_RETURN(const bool whole, PutSharedTexts(segment_, &stored.text));
    if (!whole) return Damaged();
    page->url = doc.url;
    page->docno = doc.docno;
    page->form = PageForm::kStored;
    stored.text.verdicts.clear();  // they are found anew
    stored.doc = std::move(doc);
    stored.harvest = harvests_->value();
    page->bytes = EncodeHarvestedPage(stored);
    return {};
  }

  Result<bool> NextGone(RawPage* page) {
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
    return false;
  }

  const Store& store_;
  const Segment& segment_;
  const LeftOut left_out_;
  const std::unique_ptr<CrawlTable> history_;
  // One row a page each, in the order of pages.
  const std::unique_ptr<Segment::Rows> docs_, texts_, links_, harvests_;
  const std::unique_ptr<CrawlTable::Rows> gone_;
  std::uint64_t done_ = 0;
};

}  // namespace

Result<std::unique_ptr<Source>> OpenStoreSource(const Store& store, LeftOut left_out) {
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<CrawlTable> history, store.OpenCrawlTable());
  return std::unique_ptr<Source>(
      std::make_unique<StoreSource>(store, std::move(history), std::move(left_out)));
}

}  // namespace thresh
