#include "common/store/segment.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/iterator.h>
#include <rocksdb/metadata.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/files.h"
#include "common/store/rocks.h"

namespace thresh {
namespace {

// Of each store that is opened, shared out among its segments. Searchers of Another() share it.
constexpr std::size_t kCacheBytes = 64 << 20;
constexpr std::uint64_t kMostDocs = 0xffffffff;  // no number of pages is above
constexpr int kCacheShardBits = 2;               // few threads share a segment

rocksdb::Slice ToSlice(std::string_view s) { return {s.data(), s.size()}; }
std::string_view ToView(const rocksdb::Slice& s) { return {s.data(), s.size()}; }

std::vector<rocksdb::ColumnFamilyDescriptor> Families(std::size_t segments) {
  const std::shared_ptr<rocksdb::Cache> cache =
      rocksdb::NewLRUCache(kCacheBytes / segments, kCacheShardBits);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    families.emplace_back(std::string(kFamilyNames[f]),
                          FamilyOptions(static_cast<Family>(f), cache));
  }
  // RocksDB opens no database without its default family, which Thresh does not use.
  families.emplace_back(rocksdb::kDefaultColumnFamilyName, rocksdb::ColumnFamilyOptions());
  return families;
}

}  // namespace

struct Segment::Impl {
  std::string path;
  std::unique_ptr<rocksdb::Env> env = ReaderEnv();
  std::unique_ptr<rocksdb::DB> db;
  // Stands behind the database, because RocksDB wants handles to be deleted first.
  std::vector<std::unique_ptr<rocksdb::ColumnFamilyHandle>> families;
  LengthsRecord lengths;
  Statistics statistics;
  std::vector<SiteRecord> sites;

  rocksdb::ColumnFamilyHandle* handle(Family family) const {
    return families[static_cast<std::size_t>(family)].get();
  }
  Status Damaged(const std::string& what) const {
    return Status(Code::kUnusable,
                  "segment " + path + " is damaged: " + what + "; run thresh-index verify");
  }
};

Segment::Segment(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Segment::~Segment() = default;

const LengthsRecord& Segment::lengths() const { return impl_->lengths; }
const Statistics& Segment::statistics() const { return impl_->statistics; }
const std::vector<SiteRecord>& Segment::sites() const { return impl_->sites; }

Result<std::unique_ptr<Segment>> Segment::Open(const std::string& path, std::size_t segments) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  rocksdb::DB* db = nullptr;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::Options options = BaseOptions();
  options.env = impl->env.get();
  // A folder that cannot be listed is one that RocksDB cannot open.
  if (const auto files = ListDirectory(path); files.ok()) {
    for (const std::string& name : files.value()) {
      if (name.ends_with(".sst")) THRESH_RETURN_IF_ERROR(CheckTable(path + "/" + name));
    }
  }
  const rocksdb::Status opened =
      rocksdb::DB::OpenForReadOnly(options, path, Families(segments), &handles, &db);
  impl->db.reset(db);
  for (rocksdb::ColumnFamilyHandle* handle : handles) impl->families.emplace_back(handle);
  THRESH_RETURN_IF_ERROR(FromRocks(opened, "cannot open segment", path));
  auto segment = std::make_unique<Segment>(std::move(impl));
  THRESH_RETURN_IF_ERROR(segment->Load());
  return segment;
}

// Loads what every query needs, and checks that the database is a segment of Thresh: RocksDB opens
// any database, and a copy that stopped halfway may open too.
Status Segment::Load() {
  Value value;
  const auto row = [&](Family family, std::string_view key) -> Status {
    THRESH_ASSIGN_OR_RETURN(const bool found, Get(family, key, &value));
    return found ? Status() : impl_->Damaged("it has no " + std::string(key));
  };
  THRESH_RETURN_IF_ERROR(row(Family::kMeta, kMetaFormat));
  if (!ReadsFormat(value.bytes()))
    return impl_->Damaged("its format is '" + std::string(value.bytes()) + "'");
  THRESH_RETURN_IF_ERROR(row(Family::kMeta, kMetaStatistics));
  if (!impl_->statistics.Decode(value.bytes()))
    return impl_->Damaged("its statistics cannot be read");
  THRESH_RETURN_IF_ERROR(row(Family::kMeta, kMetaSites));
  if (!DecodeSites(value.bytes(), &impl_->sites)) return impl_->Damaged("its sites cannot be read");
  THRESH_RETURN_IF_ERROR(row(Family::kLengths, kLengthsKey));
  if (!impl_->lengths.DecodeTotals(value.bytes()))
    return impl_->Damaged("its lengths cannot be read");
  if (impl_->lengths.docs() != impl_->statistics.docs)
    return impl_->Damaged("its lengths are not those of its docs");
  std::uint64_t docs = 0;
  for (const SiteRecord& site : impl_->sites) docs += std::min(site.statistics.docs, kMostDocs);
  if (docs != impl_->statistics.docs) return impl_->Damaged("its sites have not its pages");
  return {};
}

struct Segment::Value::Impl {
  rocksdb::PinnableSlice slice;
};

Segment::Value::Value() = default;
Segment::Value::~Value() = default;
Segment::Value::Value(Value&&) noexcept = default;
Segment::Value& Segment::Value::operator=(Value&&) noexcept = default;

Result<bool> Segment::Get(Family family, std::string_view key, Value* value) const {
  // Made with the first row, so that a Value that is used for many rows allocates once.
  if (value->impl_ == nullptr) value->impl_ = std::make_unique<Value::Impl>();
  rocksdb::PinnableSlice& slice = value->impl_->slice;
  // Releases the cached block of the row that this Value held before.
  slice.Reset();
  const rocksdb::Status status =
      impl_->db->Get(rocksdb::ReadOptions(), impl_->handle(family), ToSlice(key), &slice);
  value->bytes_ = status.ok() ? ToView(slice) : std::string_view();
  if (status.IsNotFound()) return false;
  if (!status.ok()) return FromRocks(status, "cannot read segment", impl_->path);
  return true;
}

Result<bool> Segment::Get(Family family, std::string_view key, std::string* value) const {
  Value read;
  THRESH_ASSIGN_OR_RETURN(const bool found, Get(family, key, &read));
  value->assign(read.bytes());
  return found;
}

// ---- rows

struct Segment::Rows::Impl {
  std::string path;
  std::string prefix;
  std::unique_ptr<rocksdb::Iterator> at;
};

Segment::Rows::Rows(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Segment::Rows::~Rows() = default;
bool Segment::Rows::Valid() const {
  // Rows with one prefix lie together, so the first other key ends the scan.
  return impl_->at->Valid() && impl_->at->key().starts_with(impl_->prefix);
}
void Segment::Rows::Next() { impl_->at->Next(); }
std::string_view Segment::Rows::key() const { return ToView(impl_->at->key()); }
std::string_view Segment::Rows::value() const { return ToView(impl_->at->value()); }
Status Segment::Rows::status() const {
  const rocksdb::Status status = impl_->at->status();
  // A merge asks for each word: the texts of an error are made only where there is one.
  return status.ok() ? Status() : FromRocks(status, "cannot read segment", impl_->path);
}

// Most keys that a query seeks stand close behind the one before, and a step costs less than a
// seek.
void Segment::Rows::SeekTo(std::string_view key) {
  constexpr int kSteps = 4;
  rocksdb::Iterator& at = *impl_->at;
  for (int i = 0; i < kSteps && at.Valid() && ToView(at.key()) < key; ++i) at.Next();
  if (at.Valid() && ToView(at.key()) < key) at.Seek(ToSlice(key));
}

std::unique_ptr<Segment::Rows> Segment::Iterate(Family family, bool fill_cache) const {
  rocksdb::ReadOptions options;
  options.fill_cache = fill_cache;
  auto rows = std::make_unique<Rows::Impl>();
  rows->path = impl_->path;
  rows->at.reset(impl_->db->NewIterator(options, impl_->handle(family)));
  return std::make_unique<Rows>(std::move(rows));
}

// A scan must not push out of the cache what queries need.
std::unique_ptr<Segment::Rows> Segment::Scan(Family family, std::string_view prefix) const {
  std::unique_ptr<Rows> rows = Iterate(family, false);
  rows->impl_->prefix = prefix;
  rows->impl_->at->Seek(ToSlice(prefix));
  return rows;
}

std::unique_ptr<Segment::Rows> Segment::ScanFrom(Family family, std::string_view first) const {
  std::unique_ptr<Rows> rows = Iterate(family, false);
  rows->impl_->at->Seek(ToSlice(first));
  return rows;
}

std::unique_ptr<Segment::Rows> Segment::LookFrom(Family family, std::string_view first) const {
  std::unique_ptr<Rows> rows = Iterate(family, true);
  rows->impl_->at->Seek(ToSlice(first));
  return rows;
}

Result<FamilyBytes> Segment::Sizes() const {
  FamilyBytes sizes;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    rocksdb::ColumnFamilyMetaData data;
    impl_->db->GetColumnFamilyMetaData(impl_->families[f].get(), &data);
    sizes.bytes[f] = data.size;
  }
  return sizes;
}

// ---- records

namespace {

Status DamagedRow(Family family, DocId doc, const char* how) {
  return Status(Code::kUnusable, "the store is damaged: page " + std::to_string(doc.value) +
                                     " in '" +
                                     std::string(kFamilyNames[static_cast<std::size_t>(family)]) +
                                     "' " + how + "; run thresh-index verify");
}

template <typename Record>
Result<Record> ReadRecord(const Segment& segment, Family family, DocId doc) {
  Segment::Value value;
  THRESH_ASSIGN_OR_RETURN(const bool found, segment.Get(family, DocKey(doc), &value));
  Record record;
  if (found && record.Decode(value.bytes())) return record;
  return DamagedRow(family, doc, found ? "cannot be decoded" : "is missing");
}

// Shared texts by number. Keeps the rows that were read, because the texts of a page mostly stand
// in a few rows.
class SharedRows {
 public:
  explicit SharedRows(const Segment& segment) : segment_(segment) {}
  // Null if there is no text of that number.
  Result<const SharedText*> Find(std::uint32_t number) {
    const auto [row, is_new] = rows_.try_emplace(number / kSharedPerRow);
    if (is_new) {
      Segment::Value value;
      THRESH_ASSIGN_OR_RETURN(const bool found,
                              segment_.Get(Family::kText, SharedKey(row->first), &value));
      // A missing or damaged row is kept as an empty one. All its texts are then missing, which
      // the caller reports.
      if (!found || !DecodeSharedTexts(value.bytes(), &row->second)) row->second.clear();
    }
    const std::uint32_t place = number % kSharedPerRow;
    return place < row->second.size() ? &row->second[place] : nullptr;
  }

 private:
  const Segment& segment_;
  std::map<std::uint32_t, std::vector<SharedText>> rows_;
};

// Sorts verdicts by block. A block that stands in several pieces was given one for each.
void SortVerdicts(std::vector<StoredVerdict>* verdicts) {
  const auto before = [](const auto& a, const auto& b) { return a.block < b.block; };
  const auto same = [](const auto& a, const auto& b) { return a.block == b.block; };
  std::stable_sort(verdicts->begin(), verdicts->end(), before);
  verdicts->erase(std::unique(verdicts->begin(), verdicts->end(), same), verdicts->end());
}

}  // namespace

Result<DocRecord> ReadPage(const Segment& segment, DocId doc) {
  return ReadRecord<DocRecord>(segment, Family::kDocs, doc);
}

Result<TextRecord> ReadKeptText(const Segment& segment, DocId doc) {
  return ReadRecord<TextRecord>(segment, Family::kText, doc);
}

Result<bool> PutSharedTexts(const Segment& segment, TextRecord* text) {
  SharedRows rows(segment);
  std::vector<TextRecord::StoredSpan> spans;
  for (TextRecord::StoredSpan& span : text->spans) {
    if (span.shared.count == 0) {
      spans.push_back(std::move(span));
      continue;
    }
    BlockNo block = span.block;
    std::uint32_t words = 0;
    for (std::uint32_t i = 0; i < span.shared.count; ++i) {
      THRESH_ASSIGN_OR_RETURN(const SharedText* shared, rows.Find(span.shared.first + i));
      if (shared == nullptr) return false;
      // The first text stands in the span's own block, and each other one a step behind it.
      if (i > 0) block.value += Unzigzag32(shared->step);
      for (const TextRecord::StoredSpan& piece : shared->spans) {
        spans.emplace_back(piece).block = block;
        words += piece.tokens;
      }
      text->verdicts.emplace_back(shared->verdict).block = block;
    }
    // The page's row repeats the last block and the number of words. So shared rows that do not
    // belong to this page are noticed.
    if (block != span.shared.last_block || words != span.tokens) return false;
  }
  text->spans = std::move(spans);
  SortVerdicts(&text->verdicts);
  return true;
}

Result<TextRecord> ReadText(const Segment& segment, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(TextRecord text, ReadKeptText(segment, doc));
  THRESH_ASSIGN_OR_RETURN(const bool whole, PutSharedTexts(segment, &text));
  if (!whole)
    return DamagedRow(Family::kText, doc, "names shared texts that are missing, or are others");
  return text;
}

// ---- digest

void ContentDigest::Row(Family family, std::string_view key, std::string_view value) {
  Hasher128& hasher = families_[static_cast<std::size_t>(family)];
  // Field() adds the lengths, so that no byte can move from a key to its value unnoticed.
  hasher.Field(key);
  hasher.Field(value);
}

Hash128 ContentDigest::Of(Family family) const {
  return families_[static_cast<std::size_t>(family)].Finish();
}

Hash128 ContentDigest::Finish() const {
  Hasher128 all;
  for (const Hasher128& family : families_) {
    // Families are hashed apart, because different threads may feed them.
    const Hash128 hash = family.Finish();
    all.Number(hash.high);
    all.Number(hash.low);
  }
  return all.Finish();
}

Result<Hash128> Segment::ComputeDigest() const {
  ContentDigest digest;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    const auto family = static_cast<Family>(f);
    // Rows come in key order, as the writer fed its digest.
    const std::unique_ptr<Rows> rows = Scan(family);
    for (; rows->Valid(); rows->Next()) digest.Row(family, rows->key(), rows->value());
    THRESH_RETURN_IF_ERROR(rows->status());
  }
  return digest.Finish();
}

}  // namespace thresh
