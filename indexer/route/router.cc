#include "indexer/route/router.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "common/base/ascii.h"
#include "common/base/files.h"
#include "common/base/hash.h"
#include "indexer/sources/source.h"

namespace thresh {
namespace {

constexpr std::uint64_t kReportEvery = 256;  // records

// The name of a part's files in the shards. Inputs of one name in several folders must not replace
// each other, so the hash of the path comes first; the end of the name shows people and readers
// what the file is.
std::string NameOf(const InputPart& part, const PartRecords& records) {
  constexpr std::size_t kMostBytes = 200;
  const std::string path = std::filesystem::path(part.name).lexically_normal().string();
  std::string name = path.substr(path.rfind('/') + 1);
  if (name.size() > kMostBytes) name.erase(0, name.size() - kMostBytes);
  if (records.form == PartForm::kLayers) {
    for (const std::string_view packing : {".gz", ".zst"}) {
      if (name.ends_with(packing)) name.resize(name.size() - packing.size());
    }
  }
  // A file of a shard need not begin with what tells the format, as the description in ARC.
  const std::string_view extension = records.format->extension;
  if (LowerAscii(name).find(extension) == std::string::npos) name += extension;
  return HashBytes(path).Hex().substr(0, 16) + "-" + name;
}

// A part is read twice, and a pipe gives its bytes once.
Status CheckPlain(const std::string& input) {
  struct stat info {};
  if (stat(input.c_str(), &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)) return {};
  return Status(Code::kUsage,
                input + " is no plain file: give it on standard input, as - with a --name");
}

// Copies standard input to a file.
Status Spool(const std::string& file) {
  constexpr std::size_t kStep = 1U << 20;
  THRESH_ASSIGN_OR_RETURN(const auto input, FileStream::Open("-"));
  std::string buffer(kStep, '\0');
  while (true) {
    THRESH_ASSIGN_OR_RETURN(const Chunk chunk, input->Read(buffer.data(), buffer.size()));
    if (chunk.size == 0) return AppendToFile(file, {});
    THRESH_RETURN_IF_ERROR(AppendToFile(file, std::string_view(buffer).substr(0, chunk.size)));
  }
}

}  // namespace

Router::Router(RouteOptions options, const std::atomic<bool>& stop, Report report)
    : options_(std::move(options)), stop_(stop), report_(std::move(report)) {}

// All inputs are looked at before the first is read, because a name may be mistyped.
Status Router::FindParts(const std::string& spool) {
  for (const std::string& input : options_.inputs) {
    const bool piped = input == "-";
    std::string file = input;
    if (piped && !spool.empty()) {
      THRESH_RETURN_IF_ERROR(Spool(spool));
      file = spool;
    }
    THRESH_RETURN_IF_ERROR(CheckPlain(file));
    THRESH_ASSIGN_OR_RETURN(std::vector<InputPart> parts, PartsOf(file));
    for (InputPart& part : parts) {
      if (piped) part.name.replace(0, file.size(), options_.name);
      bytes_total_ += part.size;
      parts_.push_back(std::move(part));
    }
  }
  return {};
}

Result<RouteResult> Router::Route(const ShardPlan& plan, const std::string& out) {
  THRESH_ASSIGN_OR_RETURN(const auto writer, ShardWriter::Open(out, plan.shards()));
  THRESH_RETURN_IF_ERROR(FindParts(writer->work() + "/input"));
  for (const InputPart& part : parts_) THRESH_RETURN_IF_ERROR(RoutePart(part, plan, writer.get()));
  result_.bytes_written = writer->bytes();
  result_.files = writer->files();
  result_.largest_shard = writer->largest();
  return result_;
}

Status Router::RoutePart(const InputPart& part, const ShardPlan& plan, ShardWriter* writer) {
  Journal journal;
  THRESH_ASSIGN_OR_RETURN(PartRecords records, OpenRecords(part, options_.limits, &journal));
  THRESH_ASSIGN_OR_RETURN(const auto copier,
                          MakePartCopier(part, records, options_.limits, writer));
  writer->Start(NameOf(part, records));
  THRESH_ASSIGN_OR_RETURN(
      const std::string last,
      Follow(part, &records,
             [&](std::uint64_t end, const std::string& site, std::uint64_t count) -> Status {
               THRESH_ASSIGN_OR_RETURN(const std::uint32_t shard, plan.Of(site));
               return copier->Take(end, shard, count);
             }));
  // An input without any URL has no site, and a plan need not know it.
  std::uint32_t shard = 0;
  if (!last.empty()) {
    THRESH_ASSIGN_OR_RETURN(shard, plan.Of(last));
  }
  THRESH_RETURN_IF_ERROR(copier->Finish(shard, waiting_));
  THRESH_RETURN_IF_ERROR(writer->Publish());
  result_.copied.records += copier->counts().records;
  result_.copied.members_copied += copier->counts().members_copied;
  result_.copied.members_cut += copier->counts().members_cut;
  EndPart(part, records, std::move(journal));
  return {};
}

Result<RouteResult> Router::Count(SiteSizes* sizes) {
  // Counting reads an input once, so standard input needs no file.
  THRESH_RETURN_IF_ERROR(FindParts({}));
  for (const InputPart& part : parts_) THRESH_RETURN_IF_ERROR(CountPart(part, sizes));
  return result_;
}

Status Router::CountPart(const InputPart& part, SiteSizes* sizes) {
  Journal journal;
  THRESH_ASSIGN_OR_RETURN(PartRecords records, OpenRecords(part, options_.limits, &journal));
  std::uint64_t begin = 0;
  const auto add = [&](std::uint64_t end, const std::string& site, std::uint64_t count) -> Status {
    SiteSize& size = (*sizes)[site];
    size.records += count;
    size.bytes += end - begin;
    begin = end;
    return {};
  };
  THRESH_ASSIGN_OR_RETURN(const std::string last, Follow(part, &records, add));
  if (!last.empty()) THRESH_RETURN_IF_ERROR(add(records.walk->offset(), last, waiting_));
  EndPart(part, records, std::move(journal));
  return {};
}

// Returns the site of the last stretch, which ends with the part; empty if no record has a URL.
Result<std::string> Router::Follow(const InputPart& part, PartRecords* records, const Take& take) {
  std::string site;
  waiting_ = 0;
  RecordPlace place;
  while (true) {
    THRESH_ASSIGN_OR_RETURN(const bool found, records->walk->Next(&place));
    if (!found) return site;
    if (stop_) return Status(Code::kInterrupted, "interrupted; run the same command again");
    // Records at the front that have no URL wait for the first one that has.
    if (waiting_ > 0 && !site.empty()) {
      THRESH_RETURN_IF_ERROR(take(place.offset, site, waiting_));
      waiting_ = 0;
    }
    ++waiting_;
    if (place.url.empty()) {
      ++result_.without_url;
    } else {
      site = SiteOfUrl(place.url);
    }
    if (++result_.records % kReportEvery == 0) ShowProgress(part, *records);
  }
}

void Router::ShowProgress(const InputPart& part, const PartRecords& records) {
  if (!report_) return;
  RouteProgress progress{result_.records, result_.bytes + records.walk->offset(), -1};
  const auto left = records.packed->bytes_left();
  if (bytes_total_ > 0 && left) {
    progress.done = static_cast<double>(bytes_done_ + part.size - std::min(*left, part.size)) /
                    static_cast<double>(bytes_total_);
  }
  report_(progress);
}

void Router::EndPart(const InputPart& part, const PartRecords& records, Journal journal) {
  ++result_.parts;
  result_.bytes += records.walk->offset();
  bytes_done_ += part.size;
  result_.counters.Add(journal.counters);
  for (std::string& message : journal.messages)
    result_.messages.push_back(part.name + ": " + std::move(message));
}

}  // namespace thresh
