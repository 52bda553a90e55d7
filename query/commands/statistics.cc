// thresh-query statistics.
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "common/postings/statistics_writer.h"
#include "query/commands/command_factories.h"
#include "query/commands/store_options.h"
#include "query/retrieve/searcher.h"

namespace thresh {
namespace {

Status WriteOut(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return {};
  return ErrnoStatus(errno, "cannot write", "standard output");
}

class StatisticsCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("store,s", &stores_, "DIR", "a store to count; may be given several times");
    options.Arguments(
        &files_, "FILES",
        "files of this command, which are added: where each server has its own store, "
        "each counts its own and one adds them up");
  }

  Status Run() override {
    if (stores_.empty() && files_.empty())
      return Status(Code::kUsage, "statistics takes --store DIR or FILES, or both");
    // The file is bytes, not text.
    if (StdoutTerminal().interactive)
      return Status(Code::kUsage, "statistics writes a file: thresh-query statistics ... > FILE");
    AllowDescriptors();
    std::vector<std::unique_ptr<StatisticsFile>> files;
    for (const std::string& file : files_) {
      THRESH_ASSIGN_OR_RETURN(files.emplace_back(), StatisticsFile::Open(file));
    }
    std::vector<std::unique_ptr<Store>> stores;
    for (const std::string& store : stores_) {
      THRESH_ASSIGN_OR_RETURN(stores.emplace_back(), Store::Open(store, stores_.size()));
    }
    std::unique_ptr<Store> store;
    if (!stores.empty()) {
      THRESH_ASSIGN_OR_RETURN(store, Store::Join(std::move(stores)));
    }
    THRESH_RETURN_IF_ERROR(WriteStatistics(store.get(), files, &WriteOut));
    return std::fflush(stdout) == 0 ? Status()
                                    : ErrnoStatus(errno, "cannot write", "standard output");
  }

 private:
  std::vector<std::string> stores_, files_;
};

}  // namespace

std::unique_ptr<Command> MakeStatisticsCommand() { return std::make_unique<StatisticsCommand>(); }

}  // namespace thresh
