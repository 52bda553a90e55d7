// The end of a table of RocksDB, format 5: blocks, among them that of its properties; the block of
// names, which says where the properties are; the footer, which says where the names are. A block
// is followed by a byte for its compression, and by its checksum.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "common/base/bytes.h"
#include "common/base/files.h"
#include "common/base/hash.h"
#include "common/store/rocks.h"

namespace thresh {
namespace {

constexpr std::size_t kFooter = 53, kTrailer = 5;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;  // of a block; a large one has 1 KB
constexpr std::size_t kEnd = 4096;                            // which mostly has all of them
constexpr char kXxh3 = 4;
constexpr std::string_view kProperties = "rocksdb.properties";

// A table's last bytes are read at once, others when they are asked for.
class Table {
 public:
  explicit Table(const PlacedFile& file)
      : file_(file), begin_(file.bytes() - std::min<std::uint64_t>(file.bytes(), kEnd)) {}

  // Nothing if the file has no such bytes, or cannot be read.
  std::optional<std::string> Bytes(std::uint64_t at, std::uint64_t n) {
    if (n > kMostBytes || at > file_.bytes() || n > file_.bytes() - at) return std::nullopt;
    if (at < begin_) return ReadAt(at, n);
    if (!end_) end_ = ReadAt(begin_, file_.bytes() - begin_);
    if (!end_) return std::nullopt;
    return end_->substr(static_cast<std::size_t>(at - begin_), static_cast<std::size_t>(n));
  }

 private:
  std::optional<std::string> ReadAt(std::uint64_t at, std::uint64_t n) const {
    Result<std::string> bytes = file_.Read(at, static_cast<std::size_t>(n));
    return bytes.ok() ? std::optional(std::move(bytes.value())) : std::nullopt;
  }

  const PlacedFile& file_;
  const std::uint64_t begin_;  // of end_
  std::optional<std::string> end_;
};

// Where a block is, as a place and a number of bytes, and the block.
std::optional<std::string> BlockAt(std::string_view place, Table* table) {
  ByteReader reader(place);
  const std::uint64_t at = reader.Varint(), bytes = reader.Varint();
  if (!reader.ok() || bytes > kMostBytes) return std::nullopt;
  return table->Bytes(at, bytes + kTrailer);
}

// XXH3 of the block, mixed with the byte for its compression as RocksDB does.
std::string ChecksumOf(std::string_view block, char compression) {
  constexpr std::uint32_t kMix = 0x6b9083d9;
  std::uint32_t sum = static_cast<std::uint32_t>(FastHash64(block)) ^
                      (static_cast<unsigned char>(compression) * kMix);
  std::string bytes;
  for (int i = 0; i < 4; ++i, sum >>= 8) bytes.push_back(static_cast<char>(sum));
  return bytes;
}

}  // namespace

Status CheckTable(const std::string& file) {
  const Result<PlacedFile> opened = PlacedFile::Open(file);
  if (!opened.ok() || opened.value().bytes() < kFooter) return {};
  Table table(opened.value());
  const auto footer = table.Bytes(opened.value().bytes() - kFooter, kFooter);
  if (!footer || footer->front() != kXxh3) return {};
  const auto names = BlockAt(std::string_view(*footer).substr(1), &table);
  const std::size_t name = names ? names->find(kProperties) : std::string::npos;
  if (name == std::string::npos) return {};
  const auto block = BlockAt(std::string_view(*names).substr(name + kProperties.size()), &table);
  if (!block) return {};
  const std::string_view all = *block;
  const std::string_view properties = all.substr(0, all.size() - kTrailer);
  if (ChecksumOf(properties, all[properties.size()]) == all.substr(properties.size() + 1))
    return {};
  return Status(Code::kUnusable, file + " is damaged: its properties have another checksum");
}

}  // namespace thresh
