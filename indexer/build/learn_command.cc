// thresh-index learn: reads a crawl as a build does, up to the judgement of one site, and writes
// what its sample teaches into a file. Nothing is merged and no store is published.
#include <nlohmann/json.hpp>

#include "common/base/files.h"
#include "common/base/memory.h"
#include "common/cli/table.h"
#include "indexer/build/build_flags.h"
#include "indexer/build/commands.h"
#include "indexer/build/source_flags.h"

namespace thresh {
namespace {

std::string LearnText(const BuildResult& result, const Terminal&) {
  std::string out;
  for (const std::string& message : result.messages) out += "note: " + SafeText(message) + "\n";
  const SiteModel& model = result.model;
  return out + SafeText(model.host) + " learnt from " + Counted(model.sample, "page") + " of " +
         Thousands(model.of) + "\n";
}

std::string LearnJson(const BuildResult& result) {
  const SiteModel& model = result.model;
  nlohmann::ordered_json json = {{"host", model.host},
                                 {"sample", model.sample},
                                 {"pages", model.of},
                                 {"model_bytes", EncodeModelFile(model).size()},
                                 {"peak_memory", PeakMemoryBytes()},
                                 {"messages", result.messages}};
  return JsonLine(json);
}

class LearnCommand final : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("site", &build_.pipeline.learn_host, "HOST", "the site to learn",
                Affects::kNothing);
    options.Add("out,o", &build_.model_file, "FILE",
                "the model. Runs of pages stand beside it, in FILE.work, until it is whole",
                Affects::kNothing);
    options.Add("name", &name_, "NAME", "what the crawl on standard input is called",
                Affects::kNothing);
    DeclareSource(options, &build_.pipeline.input.source);
    content_.Declare(options);
    manner_.Declare(options);
    options.Arguments(&build_.pipeline.input.crawls, "INPUT...",
                      "folders, archives or files; - reads standard input");
    options.Require("site");
    options.Require("out");
    options.Require("INPUT...");
    options_ = &options;
  }

  Status Run() override {
    THRESH_RETURN_IF_ERROR(CheckName(build_.pipeline.input.crawls, name_));
    THRESH_RETURN_IF_ERROR(CheckSource(build_.pipeline.input.source));
    THRESH_RETURN_IF_ERROR(CheckWritable(build_.model_file));
    THRESH_RETURN_IF_ERROR(content_.Fill(&build_));
    THRESH_RETURN_IF_ERROR(manner_.Fill(&build_));
    build_.config = options_->Effective();
    build_.store = build_.model_file + ".work";
    THRESH_RETURN_IF_ERROR(manner_.Run(build_, {LearnText, LearnJson}));
    return RemoveTree(build_.store);
  }

 private:
  const Options* options_ = nullptr;
  BuildOptions build_;
  ContentFlags content_;
  MannerFlags manner_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Command> MakeLearnCommand() { return std::make_unique<LearnCommand>(); }

}  // namespace thresh
