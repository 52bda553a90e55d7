// The commands that tell what became of a store's pages: thresh-query sites and changes.
#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "common/base/ascii.h"
#include "query/commands/command_factories.h"
#include "query/commands/date_option.h"
#include "query/present/changes.h"
#include "query/present/site_list.h"

namespace thresh {
namespace {

class SitesCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("store,s", &store_, "DIR", "the store to read");
    options.Require("store");
    options.Add("json", &json_, "", "prints one JSON object instead of text");
  }

  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const std::vector<ListedSite> sites, ListSites(*store));
    Print(json_ ? SitesJson(sites) : SitesText(sites, StdoutTerminal()));
    return {};
  }

 private:
  std::string store_;
  bool json_ = false;
};

constexpr std::string_view kAllKinds = "all";

// "all", and what may become of a page.
std::vector<std::string> KindNames() {
  std::vector<std::string> names = {std::string(kAllKinds)};
  // The first name is that of a page to which nothing happened.
  names.insert(names.end(), kPageChangeNames.begin() + 1, kPageChangeNames.end());
  return names;
}

class ChangesCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("store,s", &store_, "DIR", "the store to read");
    options.Require("store");
    options.Add("since", &since_, "TIME",
                "everything that changed at this time or later, in the time of the crawls: 2024, "
                "2024-06-01 or 2024-06-01T08:30 (default: what the last publish changed)");
    options.Add("site", &site_, "HOST", "only pages of this site (default: all)");
    options.AddChoice(
        "kind", &kind_, KindNames(),
        "lists only changes of this kind; furniture: other words, and none of them is "
        "content");
    options.Add("limit,n", &limit_, "N", "pages to list; --json lists all");
    options.Add("json", &json_, "", "prints one JSON object instead of text");
  }

  Status Run() override {
    THRESH_RETURN_IF_ERROR(CheckDate("since", since_));
    // Host names know no letter case (RFC 3986, section 3.2.2).
    ChangeQuestion question{.since = since_, .site = LowerAscii(site_)};
    if (kind_ != kAllKinds) {
      const auto name = std::find(kPageChangeNames.begin(), kPageChangeNames.end(), kind_);
      question.kind = static_cast<PageChange>(std::distance(kPageChangeNames.begin(), name));
    }
    question.most = json_ ? std::numeric_limits<std::size_t>::max() : limit_;
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const ChangeList list, ListChanges(*store, question));
    Print(json_ ? ChangesJson(list) : ChangesText(list, StdoutTerminal()));
    return {};
  }

 private:
  std::string store_, since_, site_, kind_ = std::string(kAllKinds);
  std::uint64_t limit_ = 100;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSitesCommand() { return std::make_unique<SitesCommand>(); }
std::unique_ptr<Command> MakeChangesCommand() { return std::make_unique<ChangesCommand>(); }

}  // namespace thresh
