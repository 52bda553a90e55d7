// Segment: an immutable part of a store, one RocksDB database that is open read-only. It holds
// whole sites. Numbers of pages, sites and templates in its rows are its own; store.h gives those
// of the store. All const functions are safe on any number of threads at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/store/schema.h"

namespace thresh {

// Bytes of a column family as they lie on disk.
struct FamilyBytes {
  std::array<std::uint64_t, kFamilyCount> bytes{};
};

// One immutable RocksDB database, open read-only.
class Segment {
 public:
  struct Impl;
  // `segments`: how many are open together and share the memory for cached blocks.
  static Result<std::unique_ptr<Segment>> Open(const std::string& path, std::size_t segments = 1);
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
    // Moves forward to the first row from `key` on. Does nothing if the current one is there.
    void SeekTo(std::string_view key);
    std::string_view key() const;
    std::string_view value() const;
    Status status() const;

   private:
    friend class Segment;
    std::unique_ptr<Impl> impl_;
  };
  std::unique_ptr<Rows> Scan(Family family, std::string_view prefix = {}) const;
  // All rows from the key `first` on.
  std::unique_ptr<Rows> ScanFrom(Family family, std::string_view first) const;
  // The same for a query, which looks at a few rows: it keeps what it reads in the cache.
  std::unique_ptr<Rows> LookFrom(Family family, std::string_view first) const;

  const LengthsRecord& lengths() const;
  const Statistics& statistics() const;
  const std::vector<SiteRecord>& sites() const;
  Result<FamilyBytes> Sizes() const;

  // Reads every row and computes the content digest. Takes as long as reading the whole segment.
  Result<Hash128> ComputeDigest() const;

 private:
  std::unique_ptr<Rows> Iterate(Family family, bool fill_cache) const;
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

}  // namespace thresh
