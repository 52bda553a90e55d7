#include "indexer/sources/bytes/zip_reader.h"

#include <algorithm>
#include <optional>

#include "indexer/sources/bytes/input.h"
#include "indexer/sources/bytes/member_stream.h"

namespace thresh {
namespace {

// Signatures and fixed sizes, with their sections in APPNOTE.TXT.
constexpr std::string_view kLocalMagic = "PK\3\4";      // 4.3.7
constexpr std::string_view kCentralMagic = "PK\1\2";    // 4.3.12
constexpr std::string_view kSignatureMagic = "PK\5\5";  // 4.3.13: behind the last row
constexpr std::string_view kEndMagic = "PK\5\6";        // 4.3.16
constexpr std::string_view kEnd64Magic = "PK\6\6";      // 4.3.14
constexpr std::string_view kLocator64Magic = "PK\6\7";  // 4.3.15
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kCentralBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kMaxCommentBytes = 65535;
constexpr std::uint64_t kIn64 = 0xffffffff;  // the value is in the zip64 field
constexpr std::uint16_t kZip64Field = 1;

// Little-endian number of `bytes` bytes at `at`. REQUIRES: the bytes are there.
std::uint64_t Little(std::string_view data, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(data[at + i]);
  return value;
}

std::uint16_t Little16(std::string_view data, std::size_t at) {
  return static_cast<std::uint16_t>(Little(data, at, 2));
}

// The slice is shorter than `size` where the file ends. Each caller checks what it got.
Result<std::string> ReadSlice(const std::string& file, std::uint64_t begin, std::uint64_t size) {
  THRESH_ASSIGN_OR_RETURN(auto stream, FileStream::OpenSlice(file, begin, size));
  Input input(std::move(stream));
  THRESH_RETURN_IF_ERROR(input.Fill(static_cast<std::size_t>(size)));
  return std::string(input.view());
}

Status Damaged(const std::string& file, const std::string& why) {
  return Status(Code::kUnusable, file + " is not a zip archive that can be read: " + why);
}

struct DirectoryPlace {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// 4.3.14: the zip64 record replaces what does not fit into the old one.
Result<DirectoryPlace> FindDirectory64(const std::string& file, std::string_view locator) {
  THRESH_ASSIGN_OR_RETURN(const std::string end,
                          ReadSlice(file, Little(locator, 8, 8), kEnd64Bytes));
  if (end.size() < kEnd64Bytes || !end.starts_with(kEnd64Magic))
    return Damaged(file, "zip64 record missing");
  return DirectoryPlace{Little(end, 48, 8), Little(end, 40, 8)};
}

Result<DirectoryPlace> FindDirectory(const std::string& file, std::uint64_t file_size) {
  // The end record has a comment of unknown length behind it, so its signature is searched from the
  // end of the file. The zip64 locator stands directly before it.
  const std::uint64_t tail_size =
      std::min<std::uint64_t>(file_size, kMaxCommentBytes + kEndBytes + kLocator64Bytes);
  THRESH_ASSIGN_OR_RETURN(const std::string tail,
                          ReadSlice(file, file_size - tail_size, tail_size));
  const std::size_t end = tail.rfind(kEndMagic);
  if (end == std::string::npos || tail.size() - end < kEndBytes)
    return Damaged(file, "no central directory");
  if (end >= kLocator64Bytes) {
    const std::string_view locator =
        std::string_view(tail).substr(end - kLocator64Bytes, kLocator64Bytes);
    if (locator.starts_with(kLocator64Magic)) return FindDirectory64(file, locator);
  }
  return DirectoryPlace{Little(tail, end + 16, 4), Little(tail, end + 12, 4)};
}

// 4.5.3: 8-byte values for exactly those fields that say kIn64, in this order.
void ReadZip64Field(std::string_view extra, std::uint64_t plain_size, ZipEntry* entry) {
  while (extra.size() >= 4) {
    const std::uint16_t id = Little16(extra, 0);
    std::string_view field = extra.substr(4, Little16(extra, 2));
    extra.remove_prefix(4 + field.size());
    if (id != kZip64Field) continue;
    // plain_size is not needed, but its value stands before the other two.
    for (std::uint64_t* value : {&plain_size, &entry->packed_size, &entry->header_offset}) {
      if (*value != kIn64 || field.size() < 8) continue;
      *value = Little(field, 0, 8);
      field.remove_prefix(8);
    }
  }
}

// The first row of a central directory, of `size` bytes. Nothing if it is damaged.
std::optional<ZipEntry> ReadRow(std::string_view directory, std::size_t* size) {
  if (directory.size() < kCentralBytes || !directory.starts_with(kCentralMagic)) return {};
  // The places of the fields in an entry are those of 4.3.12.
  const std::size_t name_size = Little16(directory, 28);
  const std::size_t extra_size = Little16(directory, 30);
  *size = kCentralBytes + name_size + extra_size + Little16(directory, 32);
  if (*size > directory.size()) return {};
  ZipEntry entry;
  entry.flags = Little16(directory, 8);
  entry.method = Little16(directory, 10);
  entry.packed_size = Little(directory, 20, 4);
  entry.header_offset = Little(directory, 42, 4);
  entry.name = directory.substr(kCentralBytes, name_size);
  ReadZip64Field(directory.substr(kCentralBytes + name_size, extra_size), Little(directory, 24, 4),
                 &entry);
  return entry;
}

}  // namespace

std::vector<ZipEntry> ParseZipDirectory(std::string_view directory) {
  std::vector<ZipEntry> entries;
  while (!directory.empty() && !directory.starts_with(kSignatureMagic)) {
    std::size_t size = 0;
    std::optional<ZipEntry> entry = ReadRow(directory, &size);
    if (!entry) {
      entry.emplace().damaged = true;
      size = std::min(directory.find(kCentralMagic, 1), directory.size());
    }
    // Damaged rows side by side are one entry: a directory may have millions of them.
    if (!entry->damaged || entries.empty() || !entries.back().damaged)
      entries.push_back(std::move(*entry));
    directory.remove_prefix(size);
  }
  return entries;
}

Result<std::vector<ZipEntry>> ReadZipDirectory(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(const auto whole, FileStream::Open(file));
  const std::uint64_t file_size = whole->bytes_total();
  THRESH_ASSIGN_OR_RETURN(const DirectoryPlace place, FindDirectory(file, file_size));
  if (place.offset > file_size || place.size > file_size - place.offset) {
    return Damaged(file, "its central directory is cut off");
  }
  // The size comes from the file, so it is bounded before memory is taken for it.
  if (place.size > kMaxZipDirectoryBytes)
    return Damaged(file, "its central directory is over 64 MB");
  THRESH_ASSIGN_OR_RETURN(const std::string directory, ReadSlice(file, place.offset, place.size));
  return ParseZipDirectory(directory);
}

Result<std::unique_ptr<ByteStream>> OpenZipEntry(const std::string& file, const ZipEntry& entry,
                                                 std::uint32_t max_ratio, Journal* journal) {
  // 4.4.4: bit 0 of the flags. 4.4.5: the numbers of the methods.
  constexpr std::uint16_t kEncrypted = 1;
  constexpr std::uint16_t kStored = 0;
  constexpr std::uint16_t kDeflated = 8;
  if (entry.damaged) return Damaged(file, "a row of its central directory is damaged");
  if ((entry.flags & kEncrypted) != 0) return Damaged(file, entry.name + " is encrypted");
  if (entry.method != kStored && entry.method != kDeflated) {
    return Damaged(file, entry.name + " is packed with method " + std::to_string(entry.method));
  }
  THRESH_ASSIGN_OR_RETURN(const std::string local,
                          ReadSlice(file, entry.header_offset, kLocalBytes + entry.name.size()));
  if (local.size() < kLocalBytes || !local.starts_with(kLocalMagic) ||
      Little16(local, 26) != entry.name.size() || local.substr(kLocalBytes) != entry.name) {
    return Damaged(file, entry.name + " is not where the central directory says");
  }
  // The local header repeats name and extra field with lengths of its own; only those tell where
  // the bytes start.
  const std::uint64_t begin =
      entry.header_offset + kLocalBytes + Little16(local, 26) + Little16(local, 28);
  THRESH_ASSIGN_OR_RETURN(auto stored, FileStream::OpenSlice(file, begin, entry.packed_size));
  if (entry.method == kStored) return std::unique_ptr<ByteStream>(std::move(stored));
  auto raw = std::make_unique<Input>(std::move(stored));
  return std::unique_ptr<ByteStream>(
      std::make_unique<MemberStream>(std::move(raw), Packing::kDeflate, max_ratio, journal));
}

}  // namespace thresh
