#include "common/store/rocks.h"

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace thresh {
namespace {

constexpr std::size_t kKiB = 1024;
constexpr int kFastLevel = 1;   // ZSTD: rows that are read often
constexpr int kTightLevel = 3;  // ZSTD: rows that are read for ten results of a query
constexpr int kTextLevel = 3;  // ZSTD: level 5 made stores 2 % smaller for up to a tenth of a build
constexpr std::uint32_t kDictionaryBytes = 64 * kKiB;

// RocksDB's own logger writes beside the database and aborts the process when the disk is full.
class SilentLogger : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

class ThreadlessEnv : public rocksdb::EnvWrapper {
 public:
  ThreadlessEnv() : rocksdb::EnvWrapper(rocksdb::Env::Default()) {}
  const char* Name() const override { return "threadless"; }
  void IncBackgroundThreadsIfNeeded(int, Priority) override {}
};

rocksdb::BlockBasedTableOptions TableOptions(std::size_t block_bytes) {
  rocksdb::BlockBasedTableOptions table;
  table.checksum = rocksdb::kXXH3;
  // Pinned, because newer versions of RocksDB raise their default and older ones cannot read it.
  table.format_version = 5;
  table.block_size = block_bytes;
  table.enable_index_compression = false;  // a reader unpacks all indexes when it starts
  return table;
}

void Compress(rocksdb::ColumnFamilyOptions* options, rocksdb::CompressionType type, int level) {
  options->compression = type;
  if (type == rocksdb::kZSTD) options->compression_opts.level = level;
}

// Gives a family a dictionary: blocks taken from its first megabytes, as they are. It helps because
// pages of one site look alike, while a block holds only a few of them. Half as much, trained by
// ZSTD, makes large stores 2 % smaller and takes a twelfth of the time of a build of 1,000 pages.
void TakeDictionary(rocksdb::ColumnFamilyOptions* options) {
  options->compression_opts.max_dict_bytes = kDictionaryBytes;
  options->compression_opts.zstd_max_train_bytes = 0;
  // Without this bound SstFileWriter keeps a whole file in memory before it takes the blocks.
  options->compression_opts.max_dict_buffer_bytes = 128 * kDictionaryBytes;
}

}  // namespace

rocksdb::Options BaseOptions() {
  rocksdb::Options options;
  options.info_log = std::make_shared<SilentLogger>();
  options.create_missing_column_families = true;
  options.max_open_files = -1;  // a reader keeps every file open: a publish may delete them
  // There is nothing to compact: SstFileWriter writes every table once and sorted.
  options.disable_auto_compactions = true;
  options.max_background_jobs = 2;
  options.max_file_opening_threads = 1;  // a segment has a handful of files
  // These statistics guide compactions only.
  options.skip_stats_update_on_db_open = true;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.avoid_flush_during_shutdown = true;
  // An I/O error in a memory map is a signal that ends the process. A read gives a Status.
  options.allow_mmap_reads = false;
  options.allow_mmap_writes = false;
  options.db_host_id.clear();  // no machine names in table files
  // These two are for run files. FamilyOptions sets its own for segments.
  options.compression = rocksdb::kLZ4Compression;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(TableOptions(64 * kKiB)));
  return options;
}

std::unique_ptr<rocksdb::Env> ReaderEnv() { return std::make_unique<ThreadlessEnv>(); }

rocksdb::ColumnFamilyOptions FamilyOptions(Family family, std::shared_ptr<rocksdb::Cache> cache) {
  rocksdb::ColumnFamilyOptions options;
  options.disable_auto_compactions = true;
  std::size_t block_bytes = 16 * kKiB;
  Compress(&options, rocksdb::kZSTD, kTightLevel);
  switch (family) {
    case Family::kTerms:  // a query reads one row for each word, so blocks are small
      block_bytes = 4 * kKiB;
      Compress(&options, rocksdb::kZSTD, kFastLevel);
      break;
    case Family::kPostings:
    case Family::kPositions:
    case Family::kLengths:  // packed already
      Compress(&options, rocksdb::kNoCompression, 0);
      break;
    case Family::kUrls:  // keys are hashes, which do not compress
      block_bytes = 4 * kKiB;
      Compress(&options, rocksdb::kNoCompression, 0);
      break;
    case Family::kDocs:
      block_bytes = 8 * kKiB;
      break;
    case Family::kText:  // half of a store
      Compress(&options, rocksdb::kZSTD, kTextLevel);
      TakeDictionary(&options);
      break;
    case Family::kHarvest:  // read from front to back, by an update; pages of a site are alike
      block_bytes = 256 * kKiB;
      Compress(&options, rocksdb::kZSTD, kFastLevel);
      break;
    default:
      break;
  }
  rocksdb::BlockBasedTableOptions table = TableOptions(block_bytes);
  // Files have a filter, and readers do not load it: most words of a query exist, and loading takes
  // longer than it saves.
  if (family == Family::kTerms && cache == nullptr)
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  // Restart points every 4 rows instead of 16: one more step of a binary search is cheaper than
  // decoding up to 15 rows in sequence.
  if (family == Family::kTerms || family == Family::kPostings) table.block_restart_interval = 4;
  table.block_cache = std::move(cache);
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

void PackFast(rocksdb::ColumnFamilyOptions* options) {
  if (options->compression == rocksdb::kZSTD) options->compression_opts.level = kFastLevel;
}

Status FromRocks(const rocksdb::Status& status, const std::string& what, const std::string& file) {
  if (status.ok()) return {};
  Code code = Code::kIo;
  // A database without our families is an invalid argument to RocksDB, and one of a newer format
  // is not supported. To a user both are stores that cannot be used.
  if (status.IsCorruption() || status.IsInvalidArgument() || status.IsNotSupported())
    code = Code::kUnusable;
  std::string cause = status.ToString();
  // RocksDB calls it corruption, too, if it cannot ask for the size of a file.
  const bool cannot_ask = cause.find("Can't access") != std::string::npos &&
                          cause.find("No such file") == std::string::npos;
  if (cannot_ask) code = Code::kIo;
  if (status.IsNotFound() || status.IsPathNotFound()) code = Code::kMissing;
  // A Status is printed on one line.
  std::replace(cause.begin(), cause.end(), '\n', ' ');
  return Status(code, what + " " + file + ": " + cause);
}

}  // namespace thresh
