// `thresh-index route`: the records of a crawl into shards, site by site, or the sizes of its
// sites.
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "common/base/files.h"
#include "common/base/memory.h"
#include "common/cli/table.h"
#include "common/report/counter_report.h"
#include "indexer/build/build_flags.h"
#include "indexer/build/commands.h"
#include "indexer/build/progress.h"
#include "indexer/route/router.h"

namespace thresh {
namespace {

class RouteCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("shards", &shards_, "N", "how many shards the sites are divided among");
    options.Add("out,o", &out_, "DIR",
                "the folder of the shards: their files are DIR/00000/*, DIR/00001/* and so on");
    options.Add("plan", &plan_, "FILE",
                "a table of --count of the whole crawl: the largest site first, each to the shard "
                "with the fewest bytes; without it the hash of the site decides");
    options.Add("count", &count_, "",
                "copy nothing: print a line for each site: site, records, bytes");
    options.Add("name", &options_.name, "NAME", "what the crawl on standard input is called");
    options.AddChoice("progress", &progress_, {"auto", "bar", "plain", "json", "none"},
                      "how progress is shown on standard error");
    options.Add("quiet,q", &quiet_, "", "show neither progress nor report");
    options.Add("json", &json_, "", "print the report as JSON");
    options.Arguments(&options_.inputs, "INPUT...",
                      "archives or JSON lines, packed or not; - reads standard input");
    options.Require("INPUT...");
  }

  Status Run() override {
    if (!count_) return RouteAll();
    if (!out_.empty() || !plan_.empty() || shards_ > 0)
      return Status(Code::kUsage, "--count copies nothing: leave out --shards, --plan and --out");
    SiteSizes sizes;
    THRESH_ASSIGN_OR_RETURN(const RouteResult result,
                            Run("count", [&](Router* router) { return router->Count(&sizes); }));
    Print(SizesText(sizes));
    return {};
  }

 private:
  Status RouteAll() {
    if (shards_ == 0 || shards_ > ShardPlan::kMostShards || out_.empty()) {
      return Status(Code::kUsage, "--out DIR and --shards of 1 to " +
                                      std::to_string(ShardPlan::kMostShards) + " are needed");
    }
    THRESH_RETURN_IF_ERROR(CheckName(options_.inputs, options_.name));
    ShardPlan plan(shards_);
    if (!plan_.empty()) {
      THRESH_ASSIGN_OR_RETURN(const std::string text, ReadFile(plan_));
      THRESH_ASSIGN_OR_RETURN(const SiteSizes sizes, ParseSizes(text, plan_));
      plan = ShardPlan(sizes, shards_);
    }
    THRESH_ASSIGN_OR_RETURN(const RouteResult result, Run("route", [&](Router* router) {
                              return router->Route(plan, out_);
                            }));
    if (json_) {
      Print(Json(result));
    } else if (!quiet_) {
      Print(Text(result));
    }
    return {};
  }

  template <typename Work>
  Result<RouteResult> Run(std::string_view phase, Work work) {
    ProgressPrinter printer(quiet_ ? "none" : progress_);
    Router router(options_, StopOnSignals(), [&](const RouteProgress& p) {
      BuildProgress shown{phase, {}, p.done, "records"};
      shown.pages.pages = p.records;
      shown.pages.bytes = p.bytes;
      printer.Show(shown);
    });
    return work(&router);
  }

  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  static double CpuSeconds() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
  }

  static std::string Text(const RouteResult& r) {
    std::string out;
    for (const std::string& message : r.messages) out += "note: " + SafeText(message) + "\n";
    const std::string counted = CountersLine(r.counters);
    if (!counted.empty()) out += counted + "\n";
    return out + Counted(r.records, "record") + " in, " + Thousands(r.copied.records) + " out, " +
           Thousands(r.without_url) + " of them without a URL; " + Counted(r.files, "file") +
           ", largest shard " + Thousands(r.largest_shard) + " of " + Thousands(r.bytes_written) +
           " bytes; CPU " + Decimal(CpuSeconds(), 1) + " s\n";
  }

  std::string Json(const RouteResult& r) const {
    nlohmann::ordered_json json;
    json["records"] = r.records;
    json["records_written"] = r.copied.records;
    json["without_url"] = r.without_url;
    json["parts"] = r.parts;
    json["files"] = r.files;
    json["members_copied"] = r.copied.members_copied;
    json["members_cut"] = r.copied.members_cut;
    json["bytes"] = r.bytes;
    json["bytes_written"] = r.bytes_written;
    json["largest_shard"] = r.largest_shard;
    json["counters"] = CountersJson(r.counters);
    json["seconds"] = {{"wall", Seconds()}, {"cpu", CpuSeconds()}};
    json["peak_memory"] = PeakMemoryBytes();
    json["messages"] = r.messages;
    return JsonLine(json);
  }

  RouteOptions options_;
  std::uint32_t shards_ = 0;
  std::string out_, plan_, progress_ = "auto";
  bool count_ = false, quiet_ = false, json_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

std::unique_ptr<Command> MakeRouteCommand() { return std::make_unique<RouteCommand>(); }

}  // namespace thresh
