// Source: crawl in, RawPages out, in a deterministic order. Most of them are pages; the others say
// that a page is gone, or still there (RecordKind). The reader thread of a build opens one
// for each input, drains it and drops it. README.md says how to add a format.
//
// A bad record is data: the source counts it under a named reason and goes on. Only an input that
// cannot be opened or read is a Status (kMissing, kIo, kUnusable), and it names the file.
//
// A resumed build reads its inputs from the start and throws away the pages that it has indexed
// already. So a source has no state to save.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "indexer/records.h"
#include "indexer/sources/bytes/journal.h"
#include "indexer/sources/page_reader.h"
#include "indexer/sources/record_walk.h"

namespace thresh {

struct SourceOptions {
  std::string format = "auto";       // a name of the table, or auto
  std::string base_url;              // of pages without a URL; default http://NAME/
  std::string name;                  // of the folder; empty: as it is called
  std::vector<std::string> include;  // directory: globs on the path; empty means all html files
  std::vector<std::string> exclude;
  PageLimits limits;
};

class Source {
 public:
  virtual ~Source() = default;

  // Fills *page with the next record that says something of a page, and returns true. The first
  // call delivers the first one. The source leaves page->sequence as it is and overwrites
  // everything else. At the end of the input: returns false, and does so again when called again.
  // On a bad record: counts it, notes a message if a person can do something about it, and goes on.
  // On an I/O error: returns a Status that names the file. The source must not be used again, but
  // counters and messages stay valid.
  virtual Result<bool> Next(RawPage* page) = 0;

  const Counters& counters() const { return journal_.counters; }
  // One line for each thing that a person should know ("truncated at byte 1234"), at most
  // Journal::kMaxMessages.
  const std::vector<std::string>& messages() const { return journal_.messages; }
  // Something of the input could not be read, so it may have named more pages.
  bool lost() const { return journal_.lost; }
  // Bytes of the input that were consumed, and all of them, for the progress bar. 0 means unknown.
  virtual std::uint64_t bytes_done() const { return 0; }
  virtual std::uint64_t bytes_total() const { return 0; }

 protected:
  Journal journal_;
};

// A row of the table of formats (registry.cc). A format that is a stream of pages has a reader, and
// then a plain or compressed file and standard input all work. Any other format opens its input
// itself.
struct SourceInfo {
  std::string_view name;
  std::string_view help;  // one line

  Result<std::unique_ptr<Source>> (*open)(const std::string& input,
                                          const SourceOptions& options) = nullptr;

  std::unique_ptr<PageReader> (*make_reader)(ReaderContext context) = nullptr;
  // If its records can be copied one by one (record_walk.h).
  std::unique_ptr<RecordWalk> (*make_walk)(ReaderContext context) = nullptr;
  // For `--format auto`: whether a stream of the format starts like this. The bytes are unpacked,
  // and a byte order mark and blanks before them are gone. Else the name of the file decides.
  bool (*looks_like)(std::string_view bytes) = nullptr;
  std::string_view extension = {};
};

std::span<const SourceInfo> SourceTable();

// Opens an input: a path, or "-" for standard input. Format `auto` looks at the path and the first
// bytes. kMissing, kIo or kUnusable (no format fits) name the input; kUsage is an unknown format.
Result<std::unique_ptr<Source>> OpenSource(const std::string& input, const SourceOptions& options);

}  // namespace thresh
