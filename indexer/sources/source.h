// Source: crawl in, RawPages out, in a deterministic order. One file a format: directory, warc (and
// arc), trec (web and text), jsonl, wacz. Each is one row of the table in registry.cc.
//
// A bad record is data: it is counted under a named reason and the source goes on. Only an input
// that cannot be opened or read at all is a Status (kMissing, kIo), and it names the file.
//
// Resuming re-reads an input from its start and throws away what was indexed before; so counters of
// a source need no saving.
//
// Thread rule: one owner, the reader thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "indexer/records.h"

namespace thresh {

struct SourceOptions {
  std::string format = "auto";  // a name of the table, or auto
  std::string base_url;         // directory: prefix of every URL; default http://NAME-OF-FOLDER/
  std::vector<std::string>
      include;  // directory: globs on the path below the root; empty = all html
  std::vector<std::string> exclude;
  std::uint64_t max_page_bytes = 8u << 20;  // decoded payload cap
  std::uint32_t max_ratio = 200;            // decompression: output per input byte, once past 1 MB
  std::uint32_t max_nesting = 3;            // layers of Content-Encoding
};

// What a source met on its way. The readers and streams that it is made of write here too.
struct Journal {
  static constexpr std::size_t kMaxMessages = 100;

  Counters counters;
  std::vector<std::string> messages;

  std::uint64_t& operator[](Counter counter) { return counters[counter]; }
  void Note(std::string message) {
    if (messages.size() < kMaxMessages) messages.push_back(std::move(message));
  }
};

class Source {
 public:
  virtual ~Source() = default;

  // The next page; false at the end of the input. `page` keeps its sequence and input untouched.
  virtual Result<bool> Next(RawPage* page) = 0;

  const Counters& counters() const { return journal_.counters; }
  // One line a thing that a person should know ("truncated at byte 1234"), at most 100.
  const std::vector<std::string>& messages() const { return journal_.messages; }
  // Bytes of the input consumed and in total (0 where unknown): for the progress bar.
  virtual std::uint64_t bytes_done() const { return 0; }
  virtual std::uint64_t bytes_total() const { return 0; }

 protected:
  Journal journal_;
};

struct SourceInfo {
  std::string_view name;
  std::string_view help;
  std::function<Result<std::unique_ptr<Source>>(const std::string& input,
                                                const SourceOptions& options)>
      open;
};

std::span<const SourceInfo> SourceTable();

// Opens one input: a path, or "-" for standard input. `auto` looks at the path and the first bytes.
Result<std::unique_ptr<Source>> OpenSource(const std::string& input, const SourceOptions& options);

}  // namespace thresh
