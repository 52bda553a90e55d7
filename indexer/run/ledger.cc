#include "indexer/run/ledger.h"

#include <algorithm>
#include <set>

#include "common/base/files.h"
#include "common/base/numbers.h"
#include "common/store/line_file.h"

namespace thresh {
namespace {

constexpr std::string_view kTitle = "thresh-ledger";
constexpr std::uint64_t kLedgerVersion = 2;

void PutRun(LineFileWriter* out, const LedgerRun& run) {
  out->Put("run", std::to_string(run.docs) + ' ' + std::to_string(run.next_sequence) + ' ' +
                      run.input_chain.Hex());
  out->Put("file", run.file.Line());
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    // A counter without a line reads back as 0.
    if (run.counters.at(i) == 0) continue;
    out->Put("counter",
             std::string(kCounterTable[i].name) + ' ' + std::to_string(run.counters.at(i)));
  }
}

// Accepts a plain name only: nothing that a ledger says may reach outside of work/.
bool ParseFile(std::string_view line, FileEntry* file) {
  return file->Parse(line) && !file->path.empty() && file->path[0] != '.' &&
         file->path.find('/') == std::string::npos;
}

bool ParseCounter(std::string_view line, Counters* counters) {
  const std::string_view name = CutAt(&line, ' ');
  std::uint64_t count = 0;
  return ParseNumber(line, &count) && counters->SetByName(name, count);
}

bool ParseRunLine(std::string_view key, std::string_view value, LedgerRun* run) {
  if (key == "file") return ParseFile(value, &run->file);
  return key == "counter" && ParseCounter(value, &run->counters);
}

bool ParseLine(std::string_view key, std::string_view line, Ledger* ledger) {
  if (key == "build") {
    ledger->build_id = line;
    return true;
  }
  if (key == "run") {
    LedgerRun& run = ledger->runs.emplace_back();
    return ParseNumber(CutAt(&line, ' '), &run.docs) &&
           ParseNumber(CutAt(&line, ' '), &run.next_sequence) &&
           Hash128::FromHex(line, &run.input_chain);
  }
  return !ledger->runs.empty() && ParseRunLine(key, line, &ledger->runs.back());
}

bool ParseLedger(std::string_view text, Ledger* ledger) {
  LineFileReader lines(text, kTitle);
  if (lines.version() != std::to_string(kLedgerVersion)) return false;
  while (lines.Next()) {
    if (!ParseLine(lines.key(), lines.value(), ledger)) return false;
  }
  // PutRun writes a file for each run. A run without one has lost lines.
  return lines.ok() && std::none_of(ledger->runs.begin(), ledger->runs.end(),
                                    [](const LedgerRun& run) { return run.file.path.empty(); });
}

Result<bool> IsWhole(const std::string& work, const FileEntry& entry) {
  const std::string file = work + "/" + entry.path;
  if (!FileExists(file)) return false;
  // The whole file is hashed, because its size alone would not show changed bytes.
  std::uint64_t bytes = 0;
  THRESH_ASSIGN_OR_RETURN(const Hash128 hash, HashFile(file, &bytes));
  return bytes == entry.bytes && hash == entry.hash;
}

// Pages are numbered over all runs. So the first bad run and all later ones are dropped.
Status DropFromFirstBad(const std::string& work, Ledger* ledger) {
  for (std::size_t i = 0; i < ledger->runs.size(); ++i) {
    THRESH_ASSIGN_OR_RETURN(const bool whole, IsWhole(work, ledger->runs[i].file));
    if (whole) continue;
    // The loop ends here, because i is now the number of runs.
    ledger->runs.resize(i);
  }
  return {};
}

// Files that the ledger does not name are those of the run in which the build was killed.
Status RemoveStrays(const std::string& work, const Ledger& ledger) {
  std::set<std::string> named = {"ledger"};
  for (const LedgerRun& run : ledger.runs) named.insert(run.file.path);
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(work));
  for (const std::string& name : names) {
    if (!named.contains(name)) THRESH_RETURN_IF_ERROR(RemoveTree(work + "/" + name));
  }
  return {};
}

}  // namespace

std::string Ledger::Encode() const {
  LineFileWriter out(kTitle, kLedgerVersion);
  out.Put("build", build_id);
  for (const LedgerRun& run : runs) PutRun(&out, run);
  return out.Finish();
}

Result<Ledger> Ledger::Decode(std::string_view text, const std::string& file) {
  Ledger ledger;
  if (ParseLedger(text, &ledger)) return ledger;
  return Status(Code::kUnusable,
                "ledger " + file + " is damaged or of another version; remove it to start afresh");
}

Status Ledger::Save(const std::string& work) const {
  return WriteFileDurably(work + "/ledger", Encode());
}

Result<std::optional<Ledger>> Ledger::Load(const std::string& work, const std::string& build_id) {
  const std::string file = work + "/ledger";
  THRESH_ASSIGN_OR_RETURN(const std::optional<std::string> text, ReadFileIfThere(file));
  if (!text) return std::optional<Ledger>();
  Result<Ledger> ledger = Decode(*text, file);
  // A ledger of other inputs or settings is no error: that build starts afresh.
  if (!ledger.ok() || ledger->build_id != build_id) return std::optional<Ledger>();
  THRESH_RETURN_IF_ERROR(DropFromFirstBad(work, &*ledger));
  // Strays go last, so that the files of the dropped runs are strays, too.
  THRESH_RETURN_IF_ERROR(RemoveStrays(work, *ledger));
  return std::optional<Ledger>(std::move(*ledger));
}

}  // namespace thresh
