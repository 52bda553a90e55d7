// A store on disk, and reading it. Only indexer/run/ can write one.
//
//   STORE/  CURRENT  manifest-000007  LOCK  seg-000003/  work/
//
// A store is a list of immutable segments; CURRENT names the live manifest. Open() reads CURRENT,
// checks the manifest's checksum, format version and analyzer, and opens every segment read-only. A
// reader keeps what it opened: a build that publishes meanwhile changes nothing for it. Damaged,
// foreign, newer or half-copied stores are refused with one line.
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
  Counters counters;
  std::vector<std::pair<std::string, double>> seconds;  // build time: wall, cpu and by stage
  std::string Encode() const;
  // kUnusable where `text` is damaged, no manifest, or of a newer version; `file` is for the
  // message.
  static Result<Manifest> Decode(std::string_view text, const std::string& file);
  Hash128 Digest() const;  // content digest of the store
};

std::string ManifestName(std::uint64_t number);

// The live manifest of a store, without opening a segment. kMissing where there is no store at all.
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

  // The value of a row where it lies in the segment's cache, which it stays in for as long.
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
  // false: no such key. A checksum mismatch or I/O error is a Status. `value` must not outlive the
  // segment.
  Result<bool> Get(Family family, std::string_view key, Value* value) const;
  Result<bool> Get(Family family, std::string_view key, std::string* value) const;

  // All rows of a family whose key starts with `prefix`, in key order.
  class Rows {
   public:
    struct Impl;
    explicit Rows(std::unique_ptr<Impl> impl);
    ~Rows();
    bool Valid() const;
    void Next();
    std::string_view key() const;
    std::string_view value() const;
    Status status() const;  // to be asked after every loop

   private:
    std::unique_ptr<Impl> impl_;
  };
  std::unique_ptr<Rows> Scan(Family family, std::string_view prefix = {}) const;

  const LengthsRecord& lengths() const;
  const Statistics& statistics() const;
  const std::vector<SiteRecord>& sites() const;
  Result<FamilyBytes> Sizes() const;

  // Reads every row and computes the content digest.
  Result<Hash128> ComputeDigest() const;

 private:
  Status Load();
  std::unique_ptr<Impl> impl_;
};

// A page's record, or its text. kUnusable where the segment has none.
Result<DocRecord> ReadPage(const Segment& segment, DocId doc);
Result<TextRecord> ReadText(const Segment& segment, DocId doc);
// Without shared texts, all of which are struck: one row is read.
Result<TextRecord> ReadKeptText(const Segment& segment, DocId doc);
// Puts the shared texts that `text` names into it. false: one is missing, or blocks or words are
// others.
Result<bool> PutSharedTexts(const Segment& segment, TextRecord* text);

// Digest of the rows of a segment: each family's rows in key order, then the families in order. The
// writer feeds it while writing; families may be fed side by side, each by one thread.
class ContentDigest {
 public:
  void Row(Family family, std::string_view key, std::string_view value);
  Hash128 Finish() const;

 private:
  std::array<Hasher128, kFamilyCount> families_;
};

class Store {
 public:
  static Result<std::unique_ptr<Store>> Open(const std::string& path);
  Store(std::string path, Manifest manifest, std::unique_ptr<Segment> segment)
      : path_(std::move(path)), manifest_(std::move(manifest)), segment_(std::move(segment)) {}

  const Manifest& manifest() const { return manifest_; }
  const std::string& path() const { return path_; }
  // This version writes and reads stores of one segment.
  const Segment& segment() const { return *segment_; }
  // An analyzer with the store's own settings.
  Result<std::unique_ptr<Analyzer>> MakeAnalyzer() const;

 private:
  std::string path_;
  Manifest manifest_;
  std::unique_ptr<Segment> segment_;
};

}  // namespace thresh
