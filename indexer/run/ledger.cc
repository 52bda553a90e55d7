#include "indexer/run/ledger.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "common/base/files.h"

namespace thresh {
namespace {

constexpr std::string_view kTitle = "thresh-ledger 1\n";
constexpr std::string_view kChecksum = "checksum ";

void PutFile(std::string* out, const char* key, const FileEntry& file) {
  *out += std::string(key) + ' ' + std::to_string(file.bytes) + ' ' + file.hash.Hex() + ' ' +
          file.path + '\n';
}

void PutRun(std::string* out, const LedgerRun& run) {
  *out += "run " + std::to_string(run.docs) + ' ' + std::to_string(run.next_sequence) + ' ' +
          run.input_chain.Hex() + '\n';
  PutFile(out, "file", run.file);
  if (!run.state.path.empty()) PutFile(out, "state", run.state);
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    if (run.counters.at(i) == 0) continue;
    *out += "counter " + std::string(kCounterTable[i].name) + ' ' +
            std::to_string(run.counters.at(i)) + '\n';
  }
}

std::string_view CutAt(std::string_view* text, char separator) {
  const std::size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

template <typename Number>
bool ParseNumber(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

// A plain name: nothing that a ledger says may reach outside of work/.
bool ParseFile(std::string_view line, FileEntry* file) {
  if (!ParseNumber(CutAt(&line, ' '), &file->bytes)) return false;
  if (!Hash128::FromHex(CutAt(&line, ' '), &file->hash)) return false;
  file->path = line;
  return !line.empty() && line[0] != '.' && line.find('/') == std::string_view::npos;
}

bool ParseCounter(std::string_view line, Counters* counters) {
  const std::string_view name = CutAt(&line, ' ');
  const auto row = std::find_if(kCounterTable.begin(), kCounterTable.end(),
                                [&](const CounterInfo& info) { return info.name == name; });
  std::uint64_t value = 0;
  if (row == kCounterTable.end() || !ParseNumber(line, &value)) return false;
  counters->set(static_cast<std::size_t>(row - kCounterTable.begin()), value);
  return true;
}

bool ParseRunLine(std::string_view key, std::string_view value, LedgerRun* run) {
  if (key == "file") return ParseFile(value, &run->file);
  if (key == "state") return ParseFile(value, &run->state);
  return key == "counter" && ParseCounter(value, &run->counters);
}

bool ParseLine(std::string_view line, Ledger* ledger) {
  const std::string_view key = CutAt(&line, ' ');
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
  if (!text.starts_with(kTitle)) return false;
  const std::size_t body = text.rfind(kChecksum);
  if (body == std::string_view::npos || text.back() != '\n') return false;
  const std::string_view hex = text.substr(body + kChecksum.size());
  Hash128 checksum;
  if (!Hash128::FromHex(hex.substr(0, hex.size() - 1), &checksum)) return false;
  if (checksum != HashBytes(text.substr(0, body))) return false;
  std::string_view lines = text.substr(kTitle.size(), body - kTitle.size());
  while (!lines.empty()) {
    if (!ParseLine(CutAt(&lines, '\n'), ledger)) return false;
  }
  return std::none_of(ledger->runs.begin(), ledger->runs.end(),
                      [](const LedgerRun& run) { return run.file.path.empty(); });
}

Result<bool> IsWhole(const std::string& work, const FileEntry& entry) {
  if (entry.path.empty()) return true;
  const std::string file = work + "/" + entry.path;
  if (!FileExists(file)) return false;
  std::uint64_t bytes = 0;
  THRESH_ASSIGN_OR_RETURN(const Hash128 hash, HashFile(file, &bytes));
  return bytes == entry.bytes && hash == entry.hash;
}

// Later runs were judged with what the detector learned from earlier ones: from the first bad one
// on all go.
Status DropFromFirstBad(const std::string& work, Ledger* ledger) {
  for (std::size_t i = 0; i < ledger->runs.size(); ++i) {
    THRESH_ASSIGN_OR_RETURN(const bool file_whole, IsWhole(work, ledger->runs[i].file));
    THRESH_ASSIGN_OR_RETURN(const bool state_whole, IsWhole(work, ledger->runs[i].state));
    if (file_whole && state_whole) continue;
    ledger->runs.resize(i);
  }
  return {};
}

Status RemoveStrays(const std::string& work, const Ledger& ledger) {
  std::set<std::string> named = {"ledger"};
  for (const LedgerRun& run : ledger.runs) named.insert({run.file.path, run.state.path});
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(work));
  for (const std::string& name : names) {
    if (!named.contains(name)) THRESH_RETURN_IF_ERROR(RemoveTree(work + "/" + name));
  }
  return {};
}

}  // namespace

std::string Ledger::Encode() const {
  std::string out(kTitle);
  out += "build " + build_id + '\n';
  for (const LedgerRun& run : runs) PutRun(&out, run);
  return out + std::string(kChecksum) + HashBytes(out).Hex() + '\n';
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
  if (!FileExists(file)) return std::optional<Ledger>();
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  Result<Ledger> ledger = Decode(text, file);
  if (!ledger.ok() || ledger->build_id != build_id) return std::optional<Ledger>();
  THRESH_RETURN_IF_ERROR(DropFromFirstBad(work, &*ledger));
  THRESH_RETURN_IF_ERROR(RemoveStrays(work, *ledger));
  return std::optional<Ledger>(std::move(*ledger));
}

Result<FileEntry> WriteWorkFile(const std::string& work, const std::string& name,
                                std::string_view bytes) {
  THRESH_RETURN_IF_ERROR(WriteFileDurably(work + "/" + name, bytes));
  return FileEntry{name, bytes.size(), HashBytes(bytes)};
}

}  // namespace thresh
