// Ledger: the checksummed list of the finished runs of a build in progress, `work/ledger`. It is
// replaced atomically after each run; what it names is on disk. A crash loses at most the run that
// it does not name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

struct LedgerRun {
  FileEntry file;          // run file, relative to work/
  FileEntry state;         // detector state after this run; empty path if it keeps none
  std::uint32_t docs = 0;  // pages in this run
  std::uint64_t next_sequence =
      0;                // first page of the input that is not in this run or an earlier one
  Hash128 input_chain;  // of the input's pages before next_sequence (RawPage::input_chain)
  Counters counters;    // of all pages up to here (those of sources are not in it)
};

struct Ledger {
  std::string build_id;  // inputs and configuration; another id means another build
  std::vector<LedgerRun> runs;
  std::string Encode() const;
  static Result<Ledger> Decode(std::string_view text, const std::string& file);

  Status Save(const std::string& work) const;
  // The ledger of `work` if it is whole, belongs to `build_id` and every file it names is there
  // with its size and hash (later runs are dropped from the first bad one on); nullopt: start
  // afresh.
  static Result<std::optional<Ledger>> Load(const std::string& work, const std::string& build_id);
};

// Writes a small file durably under work/ (the state of a detector) and returns what a LedgerRun
// names it by.
Result<FileEntry> WriteWorkFile(const std::string& work, const std::string& name,
                                std::string_view bytes);

}  // namespace thresh
