// Ledger: the checksummed list of the finished runs of a build in progress, `work/ledger`. The
// build replaces it by rename after each run, when the files that it names are on disk. So a crash
// loses at most the run that is not yet in it. Load reads it back when the same command resumes. A
// value; the judge's thread saves it.
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
  // The ledger of `work`, without its runs from the first one on whose files are missing or
  // changed. Returns nullopt, which means to start afresh, if there is no ledger, it is damaged, or
  // it is that of another build.
  static Result<std::optional<Ledger>> Load(const std::string& work, const std::string& build_id);
};

}  // namespace thresh
