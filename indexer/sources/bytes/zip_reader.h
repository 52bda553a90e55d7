// Zip archives as far as WACZ needs them (APPNOTE.TXT 6.3.10): the entries of the central
// directory, zip64 included, stored or deflated. The directory is read whole, up to a limit.
// Entries are read as streams. Functions without state: any thread may call them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/sources/bytes/byte_stream.h"
#include "indexer/sources/bytes/journal.h"

namespace thresh {

struct ZipEntry {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t header_offset = 0;
  bool damaged = false;  // its row of the directory, so that nothing else is known of it
};

inline constexpr std::uint64_t kMaxZipDirectoryBytes = 64u << 20;

// The entries of the central directory in its order. kUnusable if `file` has no directory that can
// be read.
Result<std::vector<ZipEntry>> ReadZipDirectory(const std::string& file);

// The same for the bytes of a central directory. Behind damaged rows, which are one entry, it goes
// on at the next row that can be read.
std::vector<ZipEntry> ParseZipDirectory(std::string_view directory);

// The decompressed bytes of an entry. kUnusable if the entry or its row is damaged, or if it is
// encrypted or compressed with another method than deflate.
Result<std::unique_ptr<ByteStream>> OpenZipEntry(const std::string& file, const ZipEntry& entry,
                                                 std::uint32_t max_ratio, Journal* journal);

}  // namespace thresh
