#include <filesystem>
#include <system_error>
#include <utility>

#include "indexer/build/stages.h"
#include "indexer/page/links.h"
#include "indexer/sources/page_names.h"

namespace thresh {
namespace {

// The chain of a page covers the page and all before it, so one comparison at the end of the
// finished runs tells whether any page of theirs has changed.
Hash128 Chain(const Hash128& before, const RawPage& page, const Hash128& payload) {
  Hasher128 hash;
  hash.Number(before.high);
  hash.Number(before.low);
  hash.Field(page.url);
  hash.Field(page.docno);
  hash.Field(page.date);
  hash.Number(static_cast<std::uint64_t>(page.kind));
  hash.Number(payload.high);
  hash.Number(payload.low);
  return hash.Finish();
}

}  // namespace

ReadStage::ReadStage(const PipelineInput& input, ResumePoint resume, ProgressBoard* board,
                     BoundedQueue<RawPage>* pages)
    : input_(input), resume_(resume), board_(board), pages_(pages) {}

Status ReadStage::Run() {
  const std::vector<std::string> names = FolderNames(input_.crawls);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (input_changed_) return {};
    // An aborted build has not read all pages, so it can tell nothing of the inputs that are left.
    if (pages_->aborted()) return {};
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenCrawl(i, names[i]));
    THRESH_RETURN_IF_ERROR(ReadInput(*source));
    counters_.Add(source->counters());
    for (const std::string& message : source->messages()) messages_.push_back(message);
  }
  counters_[Counter::kSkippedRevisit] -= spellings_;
  counters_[Counter::kSkippedUnchanged] += spellings_;
  THRESH_RETURN_IF_ERROR(ReadStores());
  // A shorter input never came to the page at which CheckResumed compares.
  if (next_sequence_ < resume_.sequence) input_changed_ = true;
  // Close would say that all pages have come. After a change the pipeline aborts the queue.
  if (!input_changed_) pages_->Close();
  return {};
}

Result<std::unique_ptr<Source>> ReadStage::OpenCrawl(std::size_t number, const std::string& name) {
  const std::string& input = input_.crawls[number];
  SourceOptions options = input_.source;
  options.name = name;
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(input, error);
  if (options.base_url.empty() && is_folder && name != FolderName(input))
    messages_.push_back("several folders are called " + FolderName(input) + ": the pages of " +
                        input + " are those of " + BaseUrl("", name));
  return OpenSource(input, options);
}

Status ReadStage::ReadStores() {
  of_crawl_ = false;
  if (input_.stores.empty() || input_changed_ || pages_->aborted()) return {};
  THRESH_ASSIGN_OR_RETURN(written_, PlanFeed(input_.stores, input_.feed, std::move(crawl_)));
  if (written_.empty()) return {};
  std::uint32_t segments = 0;  // of the stores so far
  for (const StoreInput& input : input_.stores) {
    if (input_changed_ || pages_->aborted()) return {};
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source,
                            OpenStoreSource(input, written_, segments));
    THRESH_RETURN_IF_ERROR(ReadInput(*source));
    segments += input.store->segments();
  }
  return {};
}

// A record that only names its URL says something only of a whole crawl, and most of a crawl may be
// pictures.
bool ReadStage::Matters(const RawPage& record) const {
  if (record.kind != RecordKind::kNamed) return true;
  const HostSet& touched = input_.feed.touched;
  return !touched.empty() && touched.contains(HostOf(CanonicalUrl(record.url)));
}

// A revisit of another spelling of its URL is one of the page itself.
void ReadStage::TakeSpelling(RawPage* record) {
  if (record->kind != RecordKind::kNamed || record->refers_to.empty()) return;
  if (CanonicalUrl(record->refers_to) != CanonicalUrl(record->url)) return;
  record->kind = RecordKind::kSeen;
  ++spellings_;
}

// A page touches its site, and so does a record that says that a page of a store is gone. Most
// crawls tell of pages that are gone and never were in the store.
Status ReadStage::LookAt(const RawPage& record) {
  if (input_.stores.empty()) return {};
  const bool is_page = record.kind == RecordKind::kPage;
  if (is_page) ++crawl_.pages;
  if (!is_page && record.kind != RecordKind::kGone) return {};
  const std::string url = CanonicalUrl(record.url);
  const std::string host = HostOf(url);
  if (crawl_.touched.contains(host)) return {};
  bool touches = is_page;
  for (const StoreInput& input : input_.stores) {
    if (touches) break;
    THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> page, FindUrl(*input.store, url));
    touches = page.has_value();
  }
  if (touches) crawl_.touched.insert(host);
  return {};
}

Status ReadStage::ReadInput(Source& source) {
  while (!input_changed_) {
    RawPage page;
    THRESH_ASSIGN_OR_RETURN(const bool more, source.Next(&page));
    if (!more) return {};
    TakeSpelling(&page);
    if (of_crawl_ && !Matters(page)) continue;
    if (of_crawl_) THRESH_RETURN_IF_ERROR(LookAt(page));
    page.sequence = next_sequence_++;
    const Hash128 payload = HashBytes(page.bytes);
    chain_ = Chain(chain_, page, payload);
    page.origin = {chain_, page.bytes.size(), payload.low, source.bytes_done(),
                   source.bytes_total()};
    // The counters of this source are added to the sum only when the source has ended.
    board_->skipped = counters_.Skipped() + source.counters().Skipped();
    if (page.sequence < resume_.sequence) {
      CheckResumed(page);
      continue;
    }
    const std::size_t bytes = BytesOf(page);
    if (!pages_->Push(std::move(page), bytes)) return {};
  }
  return {};
}

void ReadStage::CheckResumed(const RawPage& page) {
  const bool is_last = page.sequence + 1 == resume_.sequence;
  if (is_last && chain_ != resume_.chain) input_changed_ = true;
}

}  // namespace thresh
