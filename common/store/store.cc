#include "common/store/store.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/base/files.h"
#include "common/base/numbers.h"

namespace thresh {
namespace {

constexpr std::string_view kManifestPrefix = "manifest-";
constexpr int kTries = 10;  // publishes that may overtake one Open()

Status Refused(const std::string& message) { return Status(Code::kUnusable, message); }

// Says why there is no CURRENT in `store`. A missing or empty folder and a build that was begun are
// not an error of the store; any other folder is somebody else's.
Status NoCurrent(const std::string& store) {
  std::error_code error;
  if (!std::filesystem::exists(store, error))
    return Status(Code::kMissing, "no store at " + store + ": build one with thresh-index build");
  Result<std::vector<std::string>> names = ListDirectory(store);
  if (!names.ok()) return Refused(store + " is not a store of thresh: it is no folder");
  const bool ours = std::all_of(names->begin(), names->end(), [](const std::string& name) {
    // A build that has published nothing yet leaves only these two.
    return name == "LOCK" || name == "work";
  });
  if (!ours) return Status(Code::kMissing, store + " is not a store of thresh: it has no CURRENT");
  if (names->empty())
    return Status(Code::kMissing, "no store in " + store + ": build one with thresh-index build");
  return Status(Code::kMissing,
                "no store in " + store +
                    " yet: a build was begun there; the same thresh-index build command goes on");
}

// The name of the live manifest.
Result<std::string> ReadCurrent(const std::string& store) {
  const std::string file = store + "/CURRENT";
  Result<std::string> line = ReadFile(file);
  // A CURRENT that exists and cannot be read is an error of its own, not a missing store.
  if (!line.ok()) return FileExists(file) ? line.status() : NoCurrent(store);
  std::string_view name = *line;
  if (name.ends_with('\n')) name.remove_suffix(1);
  std::uint64_t number = 0;
  // The comparison refuses another spelling of the number: zeros in front, no line end.
  if (name.starts_with(kManifestPrefix) &&
      ParseNumber(name.substr(kManifestPrefix.size()), &number) &&
      *line == ManifestName(number) + '\n') {
    return std::string(name);
  }
  return Refused(
      file +
      " is damaged or not of thresh: it names no manifest; copy the store again or rebuild it");
}

// Opens what CURRENT names. A publish may remove it between the two steps, so a failure counts only
// if CURRENT is still the same.
template <typename Open>
auto FollowCurrent(const std::string& store, Open open) -> decltype(open(std::string())) {
  THRESH_ASSIGN_OR_RETURN(std::string current, ReadCurrent(store));
  for (int i = 1;; ++i) {
    auto opened = open(current);
    // Without a bound a writer that publishes all the time could keep a reader here.
    if (opened.ok() || i == kTries) return opened;
    THRESH_ASSIGN_OR_RETURN(std::string now, ReadCurrent(store));
    if (now == current) return opened;
    current = std::move(now);
  }
}

Result<Manifest> LoadManifest(const std::string& store, const std::string& name) {
  const std::string file = store + "/" + name;
  Result<std::string> text = ReadFile(file);
  if (!text.ok() && !FileExists(file)) {
    return Refused("store " + store + " is incomplete: CURRENT names " + name +
                   ", which is missing; copy the store again or rebuild it");
  }
  if (!text.ok()) return text.status();
  THRESH_ASSIGN_OR_RETURN(Manifest manifest, Manifest::Decode(*text, file));
  if (manifest.segments.empty()) return Refused(file + " is damaged: it names no segment");
  // A manifest that was copied over another one has a correct checksum, so the number is compared
  // as well.
  if (ManifestName(manifest.number) != name)
    return Refused(file + " is damaged: it says that it is " + ManifestName(manifest.number));
  return manifest;
}

// Compares sizes only, because hashing would read the whole store at every start. `thresh-index
// verify` compares the hashes.
Status CheckFiles(const std::string& store, const std::vector<FileEntry>& files) {
  for (const FileEntry& entry : files) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(store + "/" + entry.path, error);
    if (error && error != std::errc::no_such_file_or_directory)
      return ErrnoStatus(error.value(), "cannot read", store + "/" + entry.path);
    const std::string what =
        error ? "is missing"
              : "has " + std::to_string(bytes) + " bytes instead of " + std::to_string(entry.bytes);
    if (error || bytes != entry.bytes)
      return Refused("store " + store + " is incomplete: " + entry.path + " " + what +
                     "; copy the store again or rebuild it");
  }
  return {};
}

// The analyzer joins the parts of a fingerprint with "; ".
std::vector<std::string> Parts(const std::string& fingerprint) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= fingerprint.size();) {
    const std::size_t end = std::min(fingerprint.find("; ", begin), fingerprint.size());
    parts.push_back(fingerprint.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

// "icu 71.1 there, icu 72.1 here": the first part that differs.
std::string Difference(const std::string& there, const std::string& here) {
  std::vector<std::string> a = Parts(there), b = Parts(here);
  // The shorter list is filled up, so that mismatch() also finds a part that only one side has.
  a.resize(std::max(a.size(), b.size()), "nothing");
  b.resize(a.size(), "nothing");
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin());
  return x == a.end() ? "nothing" : *x + " there, " + *y + " here";
}

// Words of a query must be cut as words of the pages were.
Status CheckAnalyzer(const std::string& store, const Manifest& manifest) {
  Result<std::unique_ptr<Analyzer>> analyzer = Analyzer::Make(manifest.analyzer_options);
  if (!analyzer.ok())
    return Refused("store " + store +
                   " cannot be searched by this build: " + analyzer.status().message());
  const std::string& here = (*analyzer)->fingerprint();
  if (here == manifest.analyzer) return {};
  return Refused("store " + store + " was built with another analyzer (" +
                 Difference(manifest.analyzer, here) + "): rebuild it");
}

}  // namespace

Result<Manifest> ReadManifest(const std::string& store) {
  return FollowCurrent(store, [&](const std::string& name) { return LoadManifest(store, name); });
}

Result<std::unique_ptr<Store>> Store::Open(const std::string& path, std::size_t stores) {
  return FollowCurrent(path, [&](const std::string& name) -> Result<std::unique_ptr<Store>> {
    THRESH_ASSIGN_OR_RETURN(Manifest manifest, LoadManifest(path, name));
    // RocksDB comes last, because these checks say what to do and its messages do not.
    THRESH_RETURN_IF_ERROR(CheckAnalyzer(path, manifest));
    for (const SegmentEntry& segment : manifest.segments)
      THRESH_RETURN_IF_ERROR(CheckFiles(path, segment.files));
    THRESH_RETURN_IF_ERROR(CheckFiles(path, {manifest.crawl}));
    if (manifest.masks) THRESH_RETURN_IF_ERROR(CheckFiles(path, {*manifest.masks}));
    return Open(path, std::move(manifest), stores);
  });
}

Result<std::unique_ptr<Store>> Store::Open(const std::string& path, Manifest manifest,
                                           std::size_t stores) {
  std::unique_ptr<Store> store(new Store(path, std::move(manifest)));  // private constructor
  THRESH_RETURN_IF_ERROR(store->OpenSegments(stores));
  return store;
}

Status Store::OpenSegments(std::size_t stores) {
  const std::size_t together = manifest_.segments.size() * stores;
  for (const SegmentEntry& entry : manifest_.segments) {
    THRESH_ASSIGN_OR_RETURN(segments_.emplace_back(),
                            Segment::Open(path_ + "/" + entry.name, together));
    joined_of_.push_back(0);
  }
  masks_.emplace_back();
  if (manifest_.masks) {
    THRESH_ASSIGN_OR_RETURN(masks_[0], MaskTable::Open(path_ + "/" + manifest_.masks->path));
  }
  return FindSites();
}

// Fills what says which pages of the segments are those of the store.
Status Store::FindSites() {
  std::vector<LiveSites::SegmentSites> sites;
  std::uint32_t templates = 0;
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    sites.push_back({&segments_[s]->sites(), &manifest_.segments[s].masked});
    first_template_.push_back(templates);
    templates += static_cast<std::uint32_t>(segments_[s]->statistics().templates);
  }
  THRESH_ASSIGN_OR_RETURN(live_, LiveSites::Of(sites));
  if (whole() != nullptr) {
    statistics_ = whole()->statistics();
  } else {
    JoinSegments();
  }
  return {};
}

// The sites of all segments as those of one.
void Store::JoinSegments() {
  for (const LiveSites::Site& site : live_.sites()) {
    sites_.push_back(segments_[site.segment]->sites()[site.in_segment.value]);
    statistics_.Add(sites_.back().statistics);
  }
  for (const std::unique_ptr<Segment>& segment : segments_) {
    statistics_.postings_bytes += segment->statistics().postings_bytes;
    statistics_.positions_bytes += segment->statistics().positions_bytes;
  }
  for (const LiveSites::Stretch& stretch : live_.stretches()) {
    const LengthsRecord& from = segments_[stretch.segment]->lengths();
    const auto copy = [&](const std::vector<std::uint32_t>& column,
                          std::vector<std::uint32_t>* to) {
      const auto first = column.begin() + stretch.first_in_segment;
      to->insert(to->end(), first, first + stretch.docs);
    };
    copy(from.totals, &lengths_.totals);
    copy(from.distinct, &lengths_.distinct);
    copy(from.priors, &lengths_.priors);
    if (from.templates.words.empty()) continue;
    copy(from.templates.words, &lengths_.templates.words);
    copy(from.templates.distinct, &lengths_.templates.distinct);
    copy(from.templates.priors, &lengths_.templates.priors);
  }
}

const Segment* Store::whole() const {
  const bool one = segments_.size() == 1 && manifest_.segments[0].masked.empty();
  return one ? segments_[0].get() : nullptr;
}

const std::vector<SiteRecord>& Store::sites() const { return whole() ? whole()->sites() : sites_; }
const LengthsRecord& Store::lengths() const { return whole() ? whole()->lengths() : lengths_; }

Result<FamilyBytes> Store::Sizes() const {
  FamilyBytes all;
  for (const std::unique_ptr<Segment>& segment : segments_) {
    THRESH_ASSIGN_OR_RETURN(const FamilyBytes own, segment->Sizes());
    for (std::size_t f = 0; f < kFamilyCount; ++f) all.bytes[f] += own.bytes[f];
  }
  return all;
}

// All segments of a store have one detector.
Result<std::string> Store::Detector() const {
  std::string detector;
  THRESH_ASSIGN_OR_RETURN(const bool found,
                          segments_.front()->Get(Family::kMeta, kMetaDetector, &detector));
  return found ? detector : "none";
}

Result<std::unique_ptr<CrawlTable>> Store::OpenCrawlTable() const {
  return CrawlTable::Open(path_ + "/" + manifest_.crawl.path);
}

Result<std::unique_ptr<Analyzer>> Store::MakeAnalyzer() const {
  return Analyzer::Make(manifest_.analyzer_options, StemmersOf(sites()));
}

}  // namespace thresh
