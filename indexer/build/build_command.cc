#include "common/base/files.h"
#include "indexer/build/build_flags.h"
#include "indexer/build/build_report.h"
#include "indexer/build/commands.h"
#include "indexer/build/source_flags.h"

namespace thresh {
namespace {

class BuildCommand : public Command {
 public:
  void Declare(Options& options) override {
    options_ = &options;
    options.Add("store,s", &build_.store, "DIR", "the store to write", Affects::kNothing);
    options.Add("name", &name_, "NAME",
                "the name of the build in its report; also what the crawl on standard input is "
                "called");
    DeclareSource(options, &build_.pipeline.input.source, SourceFor::kBuild);
    content_.Declare(options);
    // The model itself is part of the build's identity, whatever its file is called.
    options.Add("model", &models_, "FILE",
                "judge a site by what thresh-index learn has learnt of it, for example a part of a "
                "site that is too large for one task; may be repeated",
                Affects::kNothing);
    // The file itself decides nothing about the store: the flags that it sets do.
    options.Add(
        "config,c", &config_, "FILE",
        "read flags from lines `flag = value`; flags and THRESH_FLAG variables win over them",
        Affects::kNothing);
    options.Add("replace", &build_.replace, "",
                "replace a store that was built from another input or configuration",
                Affects::kNothing);
    options.Add("empty-ok", &build_.empty_ok, "",
                "a crawl without a page, or no INPUT at all, is no error: the store is empty",
                Affects::kNothing);
    manner_.Declare(options);
    options.Arguments(&build_.pipeline.input.crawls, "INPUT...",
                      "folders, archives or files; - reads standard input");
    options.Require("store");
  }

  Status Run() override {
    if (build_.pipeline.input.crawls.empty() && !build_.empty_ok)
      return Status(Code::kUsage, "INPUT... is missing (a task that may have none: --empty-ok)");
    THRESH_RETURN_IF_ERROR(CheckName(build_.pipeline.input.crawls, name_));
    THRESH_RETURN_IF_ERROR(CheckSource(build_.pipeline.input.source));
    THRESH_RETURN_IF_ERROR(content_.Fill(&build_));
    for (const std::string& file : models_) {
      THRESH_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(file));
      THRESH_ASSIGN_OR_RETURN(build_.models.emplace_back(), DecodeModelFile(bytes, file));
    }
    THRESH_RETURN_IF_ERROR(manner_.Fill(&build_));
    content_.ShareMemory(&build_);
    // With the shares of --memory: Build records it in the manifest and identifies the build by it.
    build_.config = options_->Effective();
    const std::vector<std::string>& inputs = build_.pipeline.input.crawls;
    KeepFolders({NamesOfFolders(inputs), build_.pipeline.input.source.base_url, {}, {}},
                &build_.config);
    return manner_.Run(build_, {BuildReportText, BuildReportJson});
  }

 private:
  const Options* options_ = nullptr;
  BuildOptions build_;
  ContentFlags content_;
  MannerFlags manner_;
  std::string name_, config_;
  std::vector<std::string> models_;
};

}  // namespace

std::unique_ptr<Command> MakeBuildCommand() { return std::make_unique<BuildCommand>(); }

}  // namespace thresh
