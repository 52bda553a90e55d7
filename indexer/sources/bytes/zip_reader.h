// Zip archives, as far as WACZ needs them (APPNOTE 6.3.10): entries from the central directory,
// with zip64; stored and deflated ones. The directory is read whole, up to a limit; entries are
// streams.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/sources/bytes/byte_stream.h"
#include "indexer/sources/source.h"

namespace thresh {

struct ZipEntry {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t header_offset = 0;
};

inline constexpr std::uint64_t kMaxZipDirectoryBytes = 64u << 20;

// The entries of the central directory in its order; kUnusable where `file` has none that can be
// read.
Result<std::vector<ZipEntry>> ReadZipDirectory(const std::string& file);

// The same for the bytes of a central directory: entries up to the first that is damaged.
std::vector<ZipEntry> ParseZipDirectory(std::string_view directory);

// The decompressed bytes of an entry. kUnusable: encrypted, another method than stored or deflate,
// or damaged.
Result<std::unique_ptr<ByteStream>> OpenZipEntry(const std::string& file, const ZipEntry& entry,
                                                 const SourceOptions& options, Journal* journal);

}  // namespace thresh
