// Manifest: the text file manifest-NNNNNN, which lists everything that a store is made of. CURRENT
// names the live one. A value: any thread may use one. docs/FORMAT.md draws it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/counters.h"
#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/base/version.h"
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
  Hash128 digest;    // every key and value of every column family
  std::uint64_t docs = 0;
  std::vector<FileEntry> files;
  std::vector<std::string> masked;  // hosts of its sites that are no longer live, in byte order
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
  FileEntry crawl;                 // the crawl table (crawl_table.h)
  std::optional<FileEntry> masks;  // the mask table (mask_table.h), if any site is masked
  Counters counters;
  std::vector<std::pair<std::string, double>> seconds;  // build time: wall, cpu and by stage
  std::string Encode() const;
  // kUnusable if `text` is damaged, no manifest, or of a newer version. The message names `file`.
  static Result<Manifest> Decode(std::string_view text, const std::string& file);
  // A hash over the live sites: two stores with the same digest hold the same, however many
  // segments they have (ContentDigestOf).
  Hash128 digest;
};

// The content digest of a store: of its analyzer, its detector and its sites, by host.
Hash128 ContentDigestOf(std::string_view analyzer, std::string_view detector,
                        const std::vector<SiteRecord>& sites);

std::string ManifestName(std::uint64_t number);
std::string CrawlTableName(std::uint64_t number);
std::string MaskTableName(std::uint64_t number);

}  // namespace thresh
