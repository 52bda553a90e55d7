// Router: walks through crawls record by record and copies each into the shard of its site, or
// counts what each site has. README.md says whose record is whose. `thresh-index route` makes one
// for each call.
//
// The files of an input are published when the input has ended. An input that is routed again gives
// the same files under the same names, so a task may be killed, repeated or run twice at a time.
// Bad records are counted and copied. A failed read or write is a Status; inputs that were
// published before it stay.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/base/counters.h"
#include "indexer/route/part_copier.h"
#include "indexer/route/shard_plan.h"

namespace thresh {

struct RouteProgress {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // unpacked
  double done = -1;         // share of the bytes of all inputs; negative: unknown
};

struct RouteOptions {
  std::vector<std::string> inputs;  // "-" is standard input
  std::string name;                 // of standard input
  PageLimits limits;
};

struct RouteResult {
  std::uint64_t parts = 0;        // inputs, and archives inside a WACZ
  std::uint64_t records = 0;      // that were found
  std::uint64_t without_url = 0;  // of these: they went with a neighbour
  std::uint64_t bytes = 0;        // unpacked
  std::uint64_t bytes_written = 0, files = 0, largest_shard = 0;
  CopyCounts copied;
  Counters counters;
  std::vector<std::string> messages;
};

class Router {
 public:
  using Report = std::function<void(const RouteProgress&)>;
  // `stop` must outlive the router. `report` is called often, on the calling thread.
  Router(RouteOptions options, const std::atomic<bool>& stop, Report report);

  // Writes OUT/SHARD/NAME. kUnusable if the plan lacks a site, kInterrupted after `stop` was set.
  Result<RouteResult> Route(const ShardPlan& plan, const std::string& out);
  // Adds the sites of the inputs to *sizes.
  Result<RouteResult> Count(SiteSizes* sizes);

 private:
  // A stretch of records of one site ends at `end`.
  using Take =
      std::function<Status(std::uint64_t end, const std::string& site, std::uint64_t records)>;
  Status FindParts(const std::string& spool);
  Result<std::string> Follow(const InputPart& part, PartRecords* records, const Take& take);
  Status RoutePart(const InputPart& part, const ShardPlan& plan, ShardWriter* writer);
  Status CountPart(const InputPart& part, SiteSizes* sizes);
  void ShowProgress(const InputPart& part, const PartRecords& records);
  void EndPart(const InputPart& part, const PartRecords& records, Journal journal);

  RouteOptions options_;
  const std::atomic<bool>& stop_;
  Report report_;
  std::vector<InputPart> parts_;
  std::uint64_t bytes_total_ = 0, bytes_done_ = 0;  // packed
  std::uint64_t waiting_ = 0;  // records of the last stretch, which has no end yet
  RouteResult result_;
};

}  // namespace thresh
