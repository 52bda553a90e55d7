// Store: a store on disk, open for reading. Both programs read stores through it; only
// indexer/segment writes them.
//
//   STORE/  CURRENT  manifest-000007  LOCK  seg-000003/  work/
//
// A store is a list of immutable segments, and CURRENT names the live manifest. Store::Open() reads
// CURRENT, checks the checksum, the format version and the analyzer of the manifest, and opens
// every segment read-only. It refuses damaged, foreign, newer and half-copied stores with one line.
//
// A reader keeps what it opened: a build that publishes meanwhile changes nothing for it. All const
// functions are safe on any number of threads at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/counters.h"
#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/base/version.h"
#include "common/store/crawl_table.h"
#include "common/store/schema.h"
#include "common/text/analyzer.h"

namespace thresh {

// A file that a manifest (paths relative to the store) or a ledger (relative to work/) lists.
struct FileEntry {
  std::string path;
  std::uint64_t bytes = 0;
  Hash128 hash;
  std::string Line() const;           // "BYTES HASH PATH"
  bool Parse(std::string_view line);  // false: not such a line; says nothing about the path
};

struct SegmentEntry {
  std::string name;  // "seg-000003"
  Hash128 digest;    // content digest: every key and value of every column family
  std::uint64_t docs = 0;
  std::vector<FileEntry> files;
};

// The text file manifest-NNNNNN, a line file (line_file.h): everything that a store says about
// itself.
struct Manifest {
  std::uint32_t format = kFormatVersion;
  std::uint64_t number = 0;
  std::string created;   // ISO 8601, UTC
  std::string analyzer;  // fingerprint
  AnalyzerOptions analyzer_options;
  std::string build_id;  // hash of inputs and configuration: same command
  std::vector<std::pair<std::string, std::string>>
      config;  // the effective configuration, in table order
  std::vector<std::string> inputs;
  std::vector<SegmentEntry> segments;
  FileEntry crawl;  // the crawl table (crawl_table.h)
  Counters counters;
  std::vector<std::pair<std::string, double>> seconds;  // build time: wall, cpu and by stage
  std::string Encode() const;
  // kUnusable if `text` is damaged, no manifest, or of a newer version. The message names `file`.
  static Result<Manifest> Decode(std::string_view text, const std::string& file);
  Hash128 Digest() const;  // content digest of the store
};

std::string ManifestName(std::uint64_t number);
std::string CrawlTableName(std::uint64_t number);

// The live manifest of a store, without opening a segment. kMissing if there is no store, kUnusable
// if it is damaged or foreign.
Result<Manifest> ReadManifest(const std::string& store);

// Bytes of a column family as they lie on disk.
struct FamilyBytes {
  std::array<std::uint64_t, kFamilyCount> bytes{};
};

// One immutable RocksDB database, open read-only.
class Segment {
 public:
  struct Impl;
  static Result<std::unique_ptr<Segment>> Open(const std::string& path);
  explicit Segment(std::unique_ptr<Impl> impl);
  ~Segment();

  // The value of a row. It points into the segment's cache and keeps it there, without a copy.
  class Value {
   public:
    struct Impl;
    Value();
    ~Value();
    Value(Value&&) noexcept;
    Value& operator=(Value&&) noexcept;
    std::string_view bytes() const { return bytes_; }

   private:
    friend class Segment;
    std::unique_ptr<Impl> impl_;
    std::string_view bytes_;
  };
  // Reads the value of a row. Returns false if there is no such key, and a Status on a wrong
  // checksum or an I/O error. `value` must not outlive the segment.
  Result<bool> Get(Family family, std::string_view key, Value* value) const;
  Result<bool> Get(Family family, std::string_view key, std::string* value) const;

  // A cursor over the rows of a family whose key starts with a prefix, in key order. A new one
  // stands on the first row. REQUIRES for Next(), key() and value(): Valid(). After the last row,
  // and at a damaged row or a read error, Valid() is false: ask status() after every loop. The
  // views stay valid until the next Next(). Not thread-safe; must not outlive the segment.
  class Rows {
   public:
    struct Impl;
    explicit Rows(std::unique_ptr<Impl> impl);
    ~Rows();
    bool Valid() const;
    void Next();
    std::string_view key() const;
    std::string_view value() const;
    Status status() const;

   private:
    std::unique_ptr<Impl> impl_;
  };
  std::unique_ptr<Rows> Scan(Family family, std::string_view prefix = {}) const;

  const LengthsRecord& lengths() const;
  const Statistics& statistics() const;
  const std::vector<SiteRecord>& sites() const;
  Result<FamilyBytes> Sizes() const;

  // Reads every row and computes the content digest. Takes as long as reading the whole segment.
  Result<Hash128> ComputeDigest() const;

 private:
  Status Load();
  std::unique_ptr<Impl> impl_;
};

// The record of a page, or its text. kUnusable if the row is missing or damaged.
Result<DocRecord> ReadPage(const Segment& segment, DocId doc);
Result<TextRecord> ReadText(const Segment& segment, DocId doc);
// The text without shared texts, which are all struck. Reads only one row.
Result<TextRecord> ReadKeptText(const Segment& segment, DocId doc);
// Replaces the references to shared texts in `text` by the texts. Returns false if one is missing,
// or if their blocks or words are not those that `text` says.
Result<bool> PutSharedTexts(const Segment& segment, TextRecord* text);

// The content digest of a segment: a hash over the rows of each family in key order, then over the
// families. The writer feeds it while it writes, verify while it reads. Different families may be
// fed by different threads at the same time.
class ContentDigest {
 public:
  void Row(Family family, std::string_view key, std::string_view value);
  Hash128 Of(Family family) const;  // of its rows so far
  Hash128 Finish() const;

 private:
  std::array<Hasher128, kFamilyCount> families_;
};

class Store {
 public:
  // kMissing if there is no store at `path`; kUnusable if it is damaged, foreign, newer, half
  // copied or made by another analyzer.
  static Result<std::unique_ptr<Store>> Open(const std::string& path);
  Store(std::string path, Manifest manifest, std::unique_ptr<Segment> segment)
      : path_(std::move(path)), manifest_(std::move(manifest)), segment_(std::move(segment)) {}

  const Manifest& manifest() const { return manifest_; }
  const std::string& path() const { return path_; }
  // The only segment: this version writes and reads stores of one.
  const Segment& segment() const { return *segment_; }
  Result<std::unique_ptr<CrawlTable>> OpenCrawlTable() const;
  // An analyzer with the settings of the store, for one thread.
  Result<std::unique_ptr<Analyzer>> MakeAnalyzer() const;

 private:
  std::string path_;
  Manifest manifest_;
  std::unique_ptr<Segment> segment_;
};

}  // namespace thresh
