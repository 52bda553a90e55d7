#include "indexer/build/build.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "common/base/files.h"
#include "common/base/memory.h"
#include "common/base/times.h"
#include "common/base/version.h"
#include "common/cli/table.h"
#include "common/report/counter_report.h"
#include "indexer/build/kept_segments.h"
#include "indexer/merge/history.h"
#include "indexer/page/links.h"
#include "indexer/segment/masks.h"
#include "indexer/segment/publisher.h"
#include "indexer/segment/verify_files.h"
#include "indexer/sources/bytes/byte_stream.h"

namespace thresh {
namespace {

// Names a build by everything that its content depends on. A build in progress is continued only by
// a build with the same id, and so is a store replaced. Everything else may change between an
// interruption and its resumption.
std::string BuildId(const BuildOptions& options, const DetectorInfo& detector,
                    const std::string& fingerprint, const std::vector<Hash128>& stores) {
  Hasher128 hash;
  // Another version of the program must not continue files that it would read differently.
  hash.Number(kFormatVersion);
  hash.Number(kRunFormatVersion);
  hash.Number(kDetectorLogVersion);
  hash.Field(fingerprint);
  for (const std::string& input : options.pipeline.input.crawls) hash.Field(input);
  // The manifest of each store that goes in: it names all that the store holds.
  for (const Hash128& store : stores) hash.Field(store.Hex());
  hash.Number(options.update.rejudge ? 1 : 0);
  hash.Number(options.update.compact ? options.update.most_segments : 0);
  for (const SiteModel& model : options.models) hash.Field(EncodeModelFile(model));
  hash.Field(options.pipeline.learn_host);
  for (const std::string& host : options.update.left_out.hosts) hash.Field(host);
  for (const std::string& url : options.update.left_out.urls) hash.Field(url);
  for (const std::string& host : options.update.gone.complete) hash.Field(host);
  for (const Setting& setting : options.config) {
    // Where runs are cut matters only to a detector that counts in each run by itself.
    const bool counts =
        setting.affects == Affects::kContent ||
        (setting.affects == Affects::kRuns && detector.CountsRuns(options.parameters));
    if (!counts) continue;
    hash.Field(setting.name);
    hash.Field(setting.value);
  }
  return hash.Finish().Hex();
}

// How a build of the same store differs from this one: "with --stemmer none, not porter".
std::string WhatDiffers(const Manifest& live, const BuildOptions& options) {
  if (live.inputs != options.pipeline.input.crawls) return "from another input";
  for (const Setting& setting : options.config) {
    const auto there = std::find_if(live.config.begin(), live.config.end(),
                                    [&](const auto& row) { return row.first == setting.name; });
    if (setting.affects != Affects::kContent || there == live.config.end() ||
        there->second == setting.value)
      continue;
    const auto shown = [](const std::string& value) { return value.empty() ? "''" : value; };
    return "with --" + setting.name + " " + shown(there->second) + ", not " + shown(setting.value);
  }
  return "by another version, or from other stores";
}

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
}

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

double ProcessCpuSeconds() {
  std::timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Three run tables may exist at once (RunGate), and each digest thread has a parser. The three
// queues of pages take one and a half times queue_bytes, the pages that the stages hold get the
// other half. 64 MiB are for the rest of the process.
Status CheckMemory(const BuildOptions& options) {
  const PipelineOptions& p = options.pipeline;
  const std::uint64_t need =
      3 * p.run_bytes + 2 * p.queue_bytes + p.threads * p.digest.limits.memory_bytes + kOtherMemory;
  if (need <= options.memory_bytes) return {};
  return Status(
      Code::kUsage,
      "--memory is too small: three run tables, the queues and " + Counted(p.threads, "parser") +
          " may need " + std::to_string(need >> 20) +
          "M; raise it, or lower --run-memory, --queue-memory, --parse-memory or --threads");
}

// Standard input, a pipe or a device: what was read of it does not come again.
bool ComesOnce(const std::string& input) {
  std::error_code error;
  const std::filesystem::file_status is = std::filesystem::status(input, error);
  return input == "-" || (std::filesystem::exists(is) && !std::filesystem::is_regular_file(is) &&
                          !std::filesystem::is_directory(is));
}

FeedRules FeedOf(const UpdateOptions& update) {
  FeedRules rules;
  rules.most_segments = update.most_segments;
  rules.always = update.compact;
  rules.rejudge = update.rejudge;
  rules.touched = update.left_out.hosts;
  for (const std::string& url : update.left_out.urls) rules.touched.insert(HostOf(url));
  // Pages that a whole crawl does not name go, also where it has no page itself.
  rules.touched.insert(update.gone.complete.begin(), update.gone.complete.end());
  return rules;
}

// When the crawls that the stores are made of have seen a page unchanged.
class SeenBefore {
 public:
  static Result<SeenBefore> Open(const std::vector<StoreInput>& stores) {
    SeenBefore seen;
    for (const StoreInput& input : stores) {
      THRESH_ASSIGN_OR_RETURN(std::unique_ptr<CrawlTable> table, input.store->OpenCrawlTable());
      seen.tables_.push_back(std::move(table));
    }
    return seen;
  }
  // Empty if none has, or after an error, which status() tells.
  std::string Newest(std::string_view host, std::string_view url) {
    std::string newest;
    const auto by_time = [](const std::string& a, const std::string& b) {
      return TimeKey(a) < TimeKey(b);
    };
    for (const std::unique_ptr<CrawlTable>& table : tables_) {
      CrawlRecord row;
      Result<bool> found = table->Find(host, url, &row);
      if (!found.ok()) status_ = found.status();
      if (found.ok() && *found) newest = std::max(newest, row.seen_record, by_time);
    }
    return newest;
  }
  const Status& status() const { return status_; }

 private:
  std::vector<std::unique_ptr<CrawlTable>> tables_;
  Status status_;
};

std::string NothingIndexed(const Counters& counters) {
  const std::string counted = CountersLine(counters);
  return "0 pages indexed; nothing was published" + (counted.empty() ? "" : "; " + counted);
}

class Builder {
 public:
  Builder(const BuildOptions& options, const std::atomic<bool>& stop,
          const std::function<void(const BuildProgress&)>& progress)
      : options_(options), stop_(stop), progress_(progress) {}

  Result<BuildResult> Run() {
    THRESH_RETURN_IF_ERROR(Prepare());
    THRESH_ASSIGN_OR_RETURN(PipelineResult pages, ReadPages());
    if (pages.interrupted || stop_) return Interrupted();
    if (!options_.model_file.empty()) return WriteModel(std::move(pages));
    THRESH_RETURN_IF_ERROR(CheckComplete(pages.named));
    kept_ = KeepSegments(inputs_, pages.written);
    const bool empty = kept_.empty() && pages.counters[Counter::kIndexed] == 0;
    // A store may lose its last page. A build without a page is more often a mistake, and would
    // replace a good store.
    if (empty && inputs_.empty() && !options_.empty_ok) {
      THRESH_RETURN_IF_ERROR(writer_->ResetWork());
      return Status(Code::kUnusable, NothingIndexed(pages.counters));
    }
    GiveBackMemory();  // that of the pipeline
    // A store has at least one segment, so an empty one gets a segment without rows.
    if (pages.counters[Counter::kIndexed] == 0 && !empty)
      return Publish(std::move(pages), std::nullopt);
    Result<MergeResult> merged = Merge(pages);
    // The runs stay, so the same command merges them without reading a page again.
    if (!merged.ok() && merged.status().code() == Code::kInterrupted) return Interrupted();
    THRESH_RETURN_IF_ERROR(merged.status());
    return Publish(std::move(pages), std::move(*merged));
  }

 private:
  Status Prepare() {
    info_ = FindDetector(options_.detector);
    if (info_ == nullptr) return NoDetector(options_.detector);
    // All checks of flags come before StoreWriter::Open, which creates the folder of the store.
    THRESH_RETURN_IF_ERROR(CheckParameters({&info_, 1}, options_.parameters));
    if (!info_->learns && (!options_.models.empty() || !options_.model_file.empty()))
      return Status(Code::kUsage,
                    "detector " + options_.detector + " judges whole sites: it has no models");
    THRESH_RETURN_IF_ERROR(CheckMemory(options_));
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Analyzer> analyzer,
                            Analyzer::Make(options_.pipeline.digest.analyzer));
    fingerprint_ = analyzer->fingerprint();
    for (const SiteModel& model : options_.models) THRESH_RETURN_IF_ERROR(CheckModel(model));
    THRESH_RETURN_IF_ERROR(CheckInputs());
    const StoreWriter::Use use = options_.update.dry_run ? StoreWriter::Use::kTry
                                 : options_.replace      ? StoreWriter::Use::kReplace
                                                         : StoreWriter::Use::kPublish;
    THRESH_ASSIGN_OR_RETURN(writer_, StoreWriter::Open(options_.store, use));
    THRESH_RETURN_IF_ERROR(OpenStores());
    // A mistyped --store must not replace the store of another crawl.
    if (!options_.update.live && writer_->live() && writer_->live()->build_id != id_ &&
        !options_.replace) {
      return Status(Code::kCannotCreate, options_.store + " was built " +
                                             WhatDiffers(*writer_->live(), options_) +
                                             "; use --replace to replace it, or another --store");
    }
    THRESH_ASSIGN_OR_RETURN(std::optional<Ledger> ledger, Ledger::Load(writer_->work(), id_));
    // Whether an input begins with the pages of the runs is known when they are read. Another crawl
    // would have to be read again then, and that of a pipe would be lost.
    if (ledger && !CrawlComesOnce()) {
      ledger_ = std::move(*ledger);
      return {};
    }
    return StartAnew();
  }

  // A mistyped input leaves no folder of a store behind. Where there is one, a build may go on
  // that has read its inputs.
  Status CheckInputs() const {
    if (FileExists(options_.store)) return {};
    for (const std::string& input : options_.pipeline.input.crawls)
      if (input != "-" && access(input.c_str(), R_OK) != 0) return InputError(errno, input);
    return {};
  }

  // Texts are compared by their words, so both must cut words alike.
  Status CheckModel(const SiteModel& model) const {
    const std::string line = DetectorLine(*info_, options_.parameters);
    if (model.analyzer == fingerprint_ && model.detector == line) return {};
    const bool other_detector = model.detector != line;
    return Status(Code::kUsage, "the model of " + model.host + " was learnt with " +
                                    (other_detector ? "detector " + model.detector + ", not " + line
                                                    : "another --stemmer or --stop-words"));
  }

  // The live store first, then the parts. A store that goes in is named by its manifest.
  Status OpenStores() {
    std::vector<Hash128> named;
    const auto open = [&](const std::string& path, StoreInput input) -> Status {
      THRESH_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(path));
      // A part may have come over a network, and its segments become those of the store.
      const bool is_part = path != options_.store;
      if (is_part) THRESH_RETURN_IF_ERROR(CheckFiles(path, manifest));
      THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Store> store, Store::Open(path));
      if (is_part && store->manifest().number != manifest.number)
        return Status(Code::kTryAgain, path + " was published again: run the same command again");
      named.push_back(HashBytes(store->manifest().Encode()));
      input.store = stores_.emplace_back(std::move(store)).get();
      input.keeps_words = info_->texts_only && input.store->manifest().analyzer == fingerprint_;
      inputs_.push_back(std::move(input));
      return {};
    };
    const UpdateOptions& update = options_.update;
    if (update.live) THRESH_RETURN_IF_ERROR(open(options_.store, {nullptr, update.left_out}));
    for (const std::string& part : update.parts) THRESH_RETURN_IF_ERROR(open(part, {}));
    if (!update.rejudge) THRESH_RETURN_IF_ERROR(TakeModels());
    id_ = BuildId(options_, *info_, fingerprint_, named);
    return {};
  }
  // A site keeps the model that it was given, unless several stores have pages of the site: then it
  // is more than the part that the model was for.
  Status TakeModels() {
    std::map<std::string, std::size_t> stores;  // that have the site
    for (const StoreInput& input : inputs_)
      for (const SiteRecord& site : input.store->sites()) ++stores[site.host];
    for (const StoreInput& input : inputs_) {
      THRESH_ASSIGN_OR_RETURN(std::vector<SiteModel> models, ReadModels(*input.store));
      for (SiteModel& model : models)
        if (model.given && stores[model.host] == 1) models_.push_back(std::move(model));
    }
    return {};
  }

  // A name that nobody has is mistyped, and pages that are gone would stay.
  Status CheckComplete(const HostSet& named) const {
    if (options_.update.gone.complete.empty()) return {};
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<CrawlTable> history, before()->OpenCrawlTable());
    for (const std::string& host : options_.update.gone.complete) {
      THRESH_ASSIGN_OR_RETURN(const bool known, history->Knows(host));
      if (!known && !named.contains(host))
        return Status(Code::kMissing,
                      "--complete " + host + ": neither the store nor the crawl has that site");
    }
    return {};
  }

  const Store* before() const { return options_.update.live ? stores_.front().get() : nullptr; }

  // Empties the work folder before anything is written to it, so that no file of another build is
  // taken for one of this build.
  Status StartAnew() {
    ledger_ = Ledger();
    ledger_.build_id = id_;
    return writer_->ResetWork();
  }

  Result<PipelineResult> ReadPages() {
    PipelineOptions pipeline = options_.pipeline;
    pipeline.work = writer_->work();
    pipeline.input.stores = inputs_;
    pipeline.input.feed = FeedOf(options_.update);
    pipeline.gone = options_.update.gone;
    THRESH_ASSIGN_OR_RETURN(SeenBefore seen, SeenBefore::Open(inputs_));
    pipeline.gone.seen = [&seen](std::string_view host, std::string_view url) {
      return seen.Newest(host, url);
    };
    pipeline.digest.segmentation = info_->SegmentationFor(options_.parameters);
    pipeline.digest.words_by_field = info_->texts_only;
    if (!info_->learns) pipeline.learn_pages = 0;
    for (;;) {
      for (const LedgerRun& run : ledger_.runs) resumed_pages_ += run.docs;
      // A new detector for each round, because the first one may have seen pages of another input.
      const std::unique_ptr<SiteJudge> detector =
          MakeSiteJudge(*info_, options_.parameters,
                        {options_.memory_bytes, options_.judge_bytes, writer_->work()});
      for (const SiteModel& model : models_)
        THRESH_RETURN_IF_ERROR(detector->TakeModel(model.host, model.log));
      THRESH_ASSIGN_OR_RETURN(
          PipelineResult result,
          RunPipeline(pipeline, *detector, &ledger_, stop_, [this](const PipelineProgress& p) {
            // Standard input has no known size, so the share may be unknown.
            const double done = p.input_total > 0 ? static_cast<double>(p.input_done) /
                                                        static_cast<double>(p.input_total)
                                                  : -1;
            last_ = p;
            if (progress_) progress_({"read", p, done});
          }));
      THRESH_RETURN_IF_ERROR(seen.status());
      if (!result.input_changed) return result;
      // The finished runs are of other pages. The second round has an empty ledger, so it is the
      // last.
      resumed_pages_ = 0;
      THRESH_RETURN_IF_ERROR(StartAnew());
    }
  }

  bool CrawlComesOnce() const {
    const std::vector<std::string>& crawls = options_.pipeline.input.crawls;
    return std::any_of(crawls.begin(), crawls.end(), ComesOnce);
  }

  Status Interrupted() const {
    if (options_.update.dry_run) return Status(Code::kInterrupted, "interrupted");
    if (CrawlComesOnce()) {
      THRESH_RETURN_IF_ERROR(writer_->ResetWork());
      return Status(Code::kInterrupted,
                    "interrupted; nothing is saved of a crawl on standard input or from a pipe: "
                    "give the whole crawl again");
    }
    std::uint64_t pages = 0;
    for (const LedgerRun& run : ledger_.runs) pages += run.docs;
    return Status(Code::kInterrupted, "interrupted; " + Counted(pages, "page") + " in " +
                                          Counted(ledger_.runs.size(), "run") + " are saved in " +
                                          writer_->work() +
                                          "; run the same command again to continue");
  }

  // The models by which the sites of the new segment were judged, by host.
  std::vector<SiteModel> ModelsOf(const PipelineResult& pages) const {
    const PageOrder& order = pages.order;
    std::map<std::string_view, const SiteModel*> given;
    for (const SiteModel& model : models_) given.emplace(model.host, &model);
    std::vector<SiteModel> models;
    for (SiteId site; site.value < order.sites(); ++site.value) {
      if (order.Of(site) == PageOrder::kNoSite) continue;
      if (const auto at = given.find(order.Host(site)); at != given.end()) {
        models.push_back(*at->second);
      } else if (order.LearntFrom(site) > 0 || pages.sampled.contains(site)) {
        models.push_back(ModelOf(pages, site));
      }
    }
    std::sort(models.begin(), models.end(),
              [](const SiteModel& a, const SiteModel& b) { return a.host < b.host; });
    return models;
  }

  SiteModel ModelOf(const PipelineResult& pages, SiteId site) const {
    SiteModel model;
    const auto sampled = pages.sampled.find(site);
    model.host = pages.order.Host(site);
    model.analyzer = fingerprint_;
    model.detector = DetectorLine(*info_, options_.parameters);
    model.of = pages.order.Evidence(site);
    model.sample = sampled == pages.sampled.end() ? pages.order.LearntFrom(site) : sampled->second;
    if (model.sample == 0) model.sample = model.of;
    return model;
  }

  Result<BuildResult> WriteModel(PipelineResult pages) {
    BuildResult result;
    const std::string& host = options_.pipeline.learn_host;
    for (SiteId site; site.value < pages.order.sites(); ++site.value)
      if (pages.order.Host(site) == host) result.model = ModelOf(pages, site);
    if (result.model.sample == 0)
      return Status(Code::kUnusable, "the crawl has no page of the site " + host);
    result.model.given = true;
    result.model.log = std::move(pages.model);
    THRESH_RETURN_IF_ERROR(WriteFileDurably(options_.model_file, EncodeModelFile(result.model)));
    result.messages = std::move(pages.messages);
    return result;
  }

  Result<MergeResult> Merge(PipelineResult& pages) {
    MergeOptions merge;
    merge.models = ModelsOf(pages);
    for (const LedgerRun& run : ledger_.runs)
      merge.run_files.push_back(writer_->work() + "/" + run.file.path);
    merge.order = std::move(pages.order);
    merge.late = std::move(pages.late);
    for (const StoreInput& input : inputs_)
      for (std::uint32_t s = 0; s < input.store->segments(); ++s)
        merge.segments.push_back(&input.store->segment(s));
    merge.removal = options_.removal == "drop"    ? RemovalMode::kDrop
                    : options_.removal == "field" ? RemovalMode::kField
                                                  : RemovalMode::kKeepOne;
    merge.links = options_.links;
    merge.analyzer = fingerprint_;
    merge.detector = DetectorLine(*info_, options_.parameters);
    // What an update writes, the next one writes anew; builds and `compact` write what stays.
    const bool hasty = options_.update.live && !options_.update.compact;
    merge.packing = hasty ? SegmentWriter::Packing::kFast : SegmentWriter::Packing::kTight;
    merge.threads = options_.pipeline.threads;
    merge.stop = &stop_;
    merge.progress = [this](double done) {
      if (progress_) progress_({"merge", last_, done});
    };
    // The clock of the process, because the merge has threads of its own.
    const double cpu = ProcessCpuSeconds();
    Result<MergeResult> result = MergeRuns(merge, SegmentFolder());
    pages.order = std::move(merge.order);  // the history is written by it, too
    pages.seconds.emplace_back("merge", ProcessCpuSeconds() - cpu);
    return result;
  }

  // The pages and words of the store that will be published.
  Statistics Total(const std::optional<MergeResult>& merged) const {
    Statistics total;
    if (merged) total = merged->statistics;
    if (!kept_.empty()) total.terms = 0;  // nobody has counted those of all segments
    for (const KeptSites& kept : kept_) total.Add(kept.statistics);
    return total;
  }

  // By host.
  std::vector<SiteRecord> Sites(const std::optional<MergeResult>& merged) const {
    std::vector<SiteRecord> sites;
    if (merged) sites = merged->sites;
    for (const KeptSites& kept : kept_)
      sites.insert(sites.end(), kept.sites.begin(), kept.sites.end());
    std::sort(sites.begin(), sites.end(),
              [](const SiteRecord& a, const SiteRecord& b) { return a.host < b.host; });
    return sites;
  }

  Result<UpdateReport> Write(const PipelineResult& pages, bool merged, std::uint64_t sites,
                             std::uint64_t docs) const {
    HistoryInput history;
    history.before = before();
    for (const StoreInput& input : inputs_)
      if (input.store != before()) history.parts.push_back(input.store);
    history.order = &pages.order;
    if (!inputs_.empty()) history.written = &pages.written;
    history.now = Now();
    history.number = writer_->next_number();
    history.sites = sites;
    history.pages = docs;
    std::unique_ptr<Segment> segment;
    if (merged) {
      Result<std::unique_ptr<Segment>> opened = Segment::Open(SegmentFolder());
      // The segment was just written: whatever RocksDB calls the cause, it cannot be read back.
      if (!opened.ok()) return Status(Code::kIo, opened.status().message());
      segment = std::move(*opened);
    }
    history.after = segment.get();
    return WriteHistory(history, HistoryFile());
  }

  // Without `merged` there is no new segment.
  Result<BuildResult> Publish(PipelineResult pages, std::optional<MergeResult> merged) {
    if (progress_) progress_({"publish", last_, -1});
    BuildResult result;
    result.statistics = Total(merged);
    const std::vector<SiteRecord> sites = Sites(merged);
    THRESH_ASSIGN_OR_RETURN(result.update,
                            Write(pages, merged.has_value(), sites.size(), result.statistics.docs));
    result.update.copies = pages.counters[Counter::kSkippedRevisit];
    if (pages.lost) result.cut_off = options_.update.gone.complete;
    Manifest& m = result.manifest;
    m.digest = ContentDigestOf(fingerprint_, DetectorLine(*info_, options_.parameters), sites);
    m.created = Now();
    m.analyzer = fingerprint_;
    m.analyzer_options = options_.pipeline.digest.analyzer;
    m.build_id = id_;
    for (const Setting& setting : options_.config)
      m.config.emplace_back(setting.name, setting.value);
    m.inputs = options_.pipeline.input.crawls;
    m.inputs.insert(m.inputs.end(), options_.update.parts.begin(), options_.update.parts.end());
    m.counters = pages.counters;
    m.counters.Add(CountersOf(result.statistics));
    m.counters[Counter::kIndexed] = result.statistics.docs;
    m.counters[Counter::kDuplicate] = result.statistics.duplicates;
    if (merged) m.counters.Add(merged->counters);
    StoreWriter::Contents contents;
    THRESH_RETURN_IF_ERROR(FillIn(std::move(merged), &contents));
    m.seconds = std::move(pages.seconds);
    m.seconds.emplace_back("cpu", ProcessCpuSeconds());
    m.seconds.emplace_back("wall", clock_.seconds());
    result.messages = std::move(pages.messages);
    result.detector_memory = pages.detector_memory;
    result.resumed_pages = resumed_pages_;
    if (options_.update.dry_run) return result;
    // The manifest is one of the files that Publish writes, so its figures end here.
    THRESH_RETURN_IF_ERROR(writer_->Publish(std::move(contents), m));
    // Publish has filled in the number of the manifest and the names of its files.
    result.manifest = *writer_->live();
    return result;
  }

  // The segments that stay, those of the parts, and the new one.
  Status FillIn(std::optional<MergeResult> merged, StoreWriter::Contents* contents) {
    for (KeptSites& kept : kept_) {
      if (kept.store == before()) continue;
      // Files of a segment that comes in are named within it, as those of the new one.
      for (FileEntry& file : kept.entry.files) file.path.erase(0, kept.entry.name.size() + 1);
      THRESH_ASSIGN_OR_RETURN(kept.entry.name, writer_->NewSegmentName());
    }
    THRESH_ASSIGN_OR_RETURN(const bool masked, WriteMasks(MasksOf(kept_), MaskFile()));
    if (masked) contents->masks = MaskFile();
    contents->crawl = HistoryFile();
    for (KeptSites& kept : kept_) {
      if (kept.store == before()) {
        contents->kept.push_back(std::move(kept.entry));
      } else {
        const std::string folder = writer_->work() + "/" + kept.entry.name;
        if (!options_.update.dry_run) THRESH_RETURN_IF_ERROR(CopySegment(kept, folder));
        contents->added.push_back({folder, std::move(kept.entry)});
      }
    }
    if (!merged) return {};
    THRESH_ASSIGN_OR_RETURN(merged->segment.name, writer_->NewSegmentName());
    contents->added.push_back({SegmentFolder(), std::move(merged->segment)});
    return {};
  }

  std::string HistoryFile() const { return writer_->work() + "/crawl"; }
  std::string MaskFile() const { return writer_->work() + "/masks"; }
  std::string SegmentFolder() const { return writer_->work() + "/segment"; }

  const BuildOptions& options_;
  const std::atomic<bool>& stop_;
  const std::function<void(const BuildProgress&)>& progress_;
  const Stopwatch clock_;
  const DetectorInfo* info_ = nullptr;
  std::string fingerprint_, id_;
  std::unique_ptr<StoreWriter> writer_;
  std::vector<std::unique_ptr<Store>> stores_;
  std::vector<StoreInput> inputs_;  // the same
  std::vector<KeptSites> kept_;     // segments of theirs that stay
  std::vector<SiteModel> models_ = options_.models;
  Ledger ledger_;
  PipelineProgress last_;
  std::uint64_t resumed_pages_ = 0;
};

}  // namespace

Result<BuildResult> Build(const BuildOptions& options, const std::atomic<bool>& stop,
                          const std::function<void(const BuildProgress&)>& progress) {
  return Builder(options, stop, progress).Run();
}

}  // namespace thresh
