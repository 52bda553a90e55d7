#include "indexer/build/carry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <vector>

#include "common/store/store.h"

namespace thresh {
namespace {

Status Useless(const std::string& store, const std::string& why) {
  return Status(Code::kUnusable, "cannot carry over the state of " + store + ": " + why);
}

// The shortest text that reads back as the same number, so equal parameters make equal lines.
std::string Spelled(double number) {
  // The longest such text of a double has 24 characters.
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::string(text.data(), end) : std::string();
}

}  // namespace

std::string DetectorLine(const DetectorInfo& info, const DetectorConfig& config) {
  std::vector<std::string> parameters;
  for (const auto& [key, value] : config.values())
    parameters.push_back(" " + key + "=" + Spelled(value));
  // Sorted, so that the line does not depend on the order of the flags.
  std::sort(parameters.begin(), parameters.end());
  std::string line(info.name);
  for (const std::string& parameter : parameters) line += parameter;
  return line;
}

Status CheckCarries(const DetectorInfo& info) {
  if (info.carries) return {};
  std::string names;
  for (const DetectorInfo& row : DetectorTable())
    if (row.carries) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return Status(Code::kUsage,
                "--keep-state and --carry-from need a detector whose state outlives a crawl (" +
                    names + "); that of `" + std::string(info.name) + "` does not");
}

Result<Carried> ReadCarried(const std::string& store, std::string_view detector_line,
                            std::string_view analyzer) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> earlier, Store::Open(store));
  std::string line, bytes;
  THRESH_ASSIGN_OR_RETURN(const bool named,
                          earlier->segment().Get(Family::kMeta, kMetaDetector, &line));
  // A state under other parameters has other evidence, so verdicts would be those of neither build.
  if (!named || line != detector_line)
    return Useless(store, "it was built with detector `" + line + "`, not `" +
                              std::string(detector_line) + "`");
  // The state holds words and hashes of words: another analyzer would match none of them.
  if (earlier->manifest().analyzer != analyzer)
    return Useless(store, "it was built with other settings for words");
  THRESH_ASSIGN_OR_RETURN(const bool kept,
                          earlier->segment().Get(Family::kMeta, kMetaState, &bytes));
  if (!kept) return Useless(store, "it has none; build it with --keep-state");
  Carried carried;
  // The digest goes into the build's identity, so a resumed build cannot go on with another state.
  carried.digest = earlier->manifest().Digest();
  if (!carried.state.Decode(bytes))
    return Useless(store, "it is damaged or of another version of thresh-index");
  return carried;
}

}  // namespace thresh
