#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/cli/options.h"
#include "common/cli/table.h"
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

// A folder whose folders are sites (directory.cc), so that its own name is not asked for.
bool HoldsHosts(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.is_directory(error) && IsHostName(entry.path().filename().string())) return true;
  return false;
}

// Those of the build, unless the update has its own. An empty one stands for none.
void SetGlobs(const std::vector<std::string>& known, std::vector<std::string>* globs) {
  if (globs->empty()) *globs = known;
  globs->erase(std::remove(globs->begin(), globs->end(), std::string()), globs->end());
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
    const std::uint64_t before = next_sequence_;
    THRESH_RETURN_IF_ERROR(ReadInput(*source));
    NoteLeftOut(input_.crawls[i], *source);
    // A folder that is named by mistake looks like a week without news.
    if (next_sequence_ == before && !input_.stores.empty())
      messages_.push_back(input_.crawls[i] + ": no page, and nothing said of one");
    if (source->lost()) board_->lost = true;
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
  THRESH_RETURN_IF_ERROR(SetAddress(input, &options));
  SetGlobs(input_.known.include, &options.include);
  SetGlobs(input_.known.exclude, &options.exclude);
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(input, error);
  if (options.base_url.empty() && is_folder && name != FolderName(input))
    messages_.push_back("several folders are called " + FolderName(input) + ": the pages of " +
                        input + " are those of " + BaseUrl("", name));
  return OpenSource(input, options);
}

// The address of the store is that of the folders it was given for. A folder of another name is
// another site, and one that is not named like a host would make a site that nobody has meant.
Status ReadStage::SetAddress(const std::string& input, SourceOptions* options) const {
  const KnownFolders& known = input_.known;
  if (!options->base_url.empty() || known.base_url.empty()) return {};
  const std::string name = FolderNames({input}).front();
  const auto& names = known.names;
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) {
    options->base_url = known.base_url;
    return {};
  }
  if (IsHostName(name) || HoldsHosts(input)) return {};
  return Status(Code::kUsage, input + ": give it a --base-url: that of the store, " +
                                  known.base_url + ", is for the folder " + ListText(names) +
                                  ", and " + name + " is no host");
}

// What an update leaves out because the build was told so nobody sees on its command line.
void ReadStage::NoteLeftOut(const std::string& input, const Source& source) {
  const bool by_build = (input_.source.include.empty() && !input_.known.include.empty()) ||
                        (input_.source.exclude.empty() && !input_.known.exclude.empty());
  const std::uint64_t left_out = source.counters()[Counter::kSkippedExcluded];
  if (!by_build || left_out == 0) return;
  messages_.push_back(input + ": " + Counted(left_out, "file") +
                      " left out by --include or --exclude of the build; --exclude '' or "
                      "--include '' reads them");
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

void ReadStage::NoteHost(const RawPage& record) {
  if (named_.size() == input_.feed.touched.size()) return;
  std::string host = HostOf(CanonicalUrl(record.url));
  if (input_.feed.touched.contains(host)) named_.insert(std::move(host));
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
    if (of_crawl_) NoteHost(page);
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
