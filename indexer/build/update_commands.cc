// The commands that change a store: update, delete, compact and merge. Each is a build whose input
// is, besides a crawl, what the store holds already (build.h).
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "common/base/files.h"
#include "common/store/line_file.h"
#include "indexer/build/build_flags.h"
#include "indexer/build/commands.h"
#include "indexer/build/source_flags.h"
#include "indexer/build/update_report.h"
#include "indexer/page/links.h"
#include "indexer/sources/page_names.h"

namespace thresh {
namespace {

// "50%" or "0.5".
Result<double> ParseShare(const std::string& text) {
  double share = 0;
  const bool percent = text.ends_with('%');
  const char* const end = text.data() + text.size() - (percent ? 1 : 0);
  const auto [at, error] = std::from_chars(text.data(), end, share);
  if (percent) share /= 100;
  if (error != std::errc() || at != end || share < 0 || share > 1)
    return Status(Code::kUsage, "--most-gone " + text + " is no share: write 50% or 0.5");
  return share;
}

// A host as a store names it: HOST, or the URL of its first page.
Result<std::string> HostName(const std::string& text) {
  const bool is_url = text.find("://") != std::string::npos;
  const std::string url = CanonicalUrl(CleanUrl(is_url ? text : "http://" + text));
  std::string host = HostOf(url);
  const std::size_t path = url.find('/', url.find("://") + 3);
  if (!host.empty() && (path == std::string::npos || path + 1 == url.size())) return host;
  return Status(Code::kUsage, "'" + text + "' is no host");
}

// What these commands have in common: a store that says itself what it holds.
class StoreCommand : public Command {
 protected:
  void DeclareStore(Options& options) {
    options.Add("store,s", &build_.store, "DIR", "the store to change", Affects::kNothing);
    options.Require("store");
  }
  void DeclareDryRun(Options& options) {
    options.Add("dry-run", &build_.update.dry_run, "", "show what would change, and change nothing",
                Affects::kNothing);
  }

  // Flags that decide the content are those of `store`.
  Status TakeContent(const std::string& store) {
    THRESH_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(store));
    THRESH_RETURN_IF_ERROR(content_.TakeFrom(manifest));
    THRESH_RETURN_IF_ERROR(content_.Fill(&build_));
    build_.config = content_.settings();
    KnownFolders& known = build_.pipeline.input.known;
    known = FoldersOf(manifest);
    KeepFolders(known, &build_.config);
    return {};
  }

  Status ChangeStore() {
    THRESH_RETURN_IF_ERROR(manner_.Fill(&build_));
    build_.update.live = true;
    return manner_.Run(build_, kUpdateReports);
  }

  BuildOptions build_;
  ContentFlags content_;
  MannerFlags manner_;
};

class UpdateCommand final : public StoreCommand {
 public:
  void Declare(Options& options) override {
    DeclareStore(options);
    options.Add("name", &name_, "NAME",
                "what the crawl on standard input is called; an update does without");
    options.Add(
        "complete", &build_.update.gone.complete, "HOST",
        "the crawl has every page of this host: pages that it does not name are gone, unless "
        "a part of the crawl is lost; may be repeated");
    options.OnlyAsFlag("complete");
    options.Add("most-gone", &most_gone_, "SHARE",
                "if more than this share of a site would go at once, nothing of it goes");
    DeclareDryRun(options);
    DeclareSource(options, &build_.pipeline.input.source, SourceFor::kUpdate);
    manner_.Declare(options);
    options.Arguments(&build_.pipeline.input.crawls, "INPUT...",
                      "folders, archives or files; - reads standard input");
    options.Require("INPUT...");
  }

  Status Run() override {
    THRESH_RETURN_IF_ERROR(CheckSource(build_.pipeline.input.source));
    THRESH_ASSIGN_OR_RETURN(build_.update.gone.most_gone, ParseShare(most_gone_));
    for (std::string& host : build_.update.gone.complete) {
      THRESH_ASSIGN_OR_RETURN(host, HostName(host));
    }
    THRESH_RETURN_IF_ERROR(TakeContent(build_.store));
    return ChangeStore();
  }

 private:
  std::string name_, most_gone_ = "50%";
};

class DeleteCommand final : public StoreCommand {
 public:
  void Declare(Options& options) override {
    DeclareStore(options);
    options.Add("url", &urls_, "URL", "a page to delete; may be repeated");
    options.Add("site", &hosts_, "HOST", "a site to delete; may be repeated");
    options.Add("from", &from_, "FILE", "URLs of pages to delete, one on each line");
    for (const char* name : {"url", "site", "from"}) options.OnlyAsFlag(name);
    DeclareDryRun(options);
    manner_.Declare(options);
  }

  Status Run() override {
    if (!from_.empty()) THRESH_RETURN_IF_ERROR(ReadUrls());
    if (urls_.empty() && hosts_.empty())
      return Status(Code::kUsage, "nothing to delete: name it with --url, --site or --from");
    THRESH_RETURN_IF_ERROR(TakeContent(build_.store));
    LeftOut& out = build_.update.left_out;
    for (const std::string& url : urls_) out.urls.insert(CanonicalUrl(CleanUrl(url)));
    for (const std::string& text : hosts_) {
      THRESH_ASSIGN_OR_RETURN(std::string host, HostName(text));
      out.hosts.insert(std::move(host));
    }
    THRESH_RETURN_IF_ERROR(CheckNames(out));
    return ChangeStore();
  }

 private:
  Status ReadUrls() {
    THRESH_ASSIGN_OR_RETURN(const std::string text, ReadFile(from_));
    for (std::string_view rest = text; !rest.empty();) {
      std::string_view line = CutAt(&rest, '\n');
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty()) urls_.emplace_back(line);
    }
    return {};
  }

  // A name that the store never had is mistyped. One that is gone already may come from the same
  // command, which was interrupted behind its end.
  Status CheckNames(const LeftOut& out) const {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(build_.store));
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<CrawlTable> history, store->OpenCrawlTable());
    for (const std::string& host : out.hosts) {
      THRESH_ASSIGN_OR_RETURN(const bool known, history->Knows(host));
      if (!known) return Status(Code::kMissing, "the store has no site " + host);
    }
    for (const std::string& url : out.urls) {
      CrawlRecord record;
      THRESH_ASSIGN_OR_RETURN(const bool known, history->Find(HostOf(url), url, &record));
      if (!known || !record.was_there())
        return Status(Code::kMissing, "the store has no page " + url);
    }
    return {};
  }

  std::vector<std::string> urls_, hosts_;
  std::string from_;
};

class CompactCommand final : public StoreCommand {
 public:
  void Declare(Options& options) override {
    build_.update.most_segments = 1;
    DeclareStore(options);
    options.Add("segments", &build_.update.most_segments, "N", "the most segments that stay");
    options.Add("rejudge", &build_.update.rejudge, "",
                "judge all sites anew, also those that stay, and without the models that they were "
                "given");
    options.Add("learn", &learn_, "PAGES",
                "with --rejudge: from now on, a site of more pages is judged by a sample of that "
                "many; 0: every site is judged as a whole. Without this flag as in the build");
    options.OnlyAsFlag("rejudge");
    options.OnlyAsFlag("learn");
    options.Add(
        "judge-memory", &judge_memory_, "SIZE",
        "with --rejudge: from now on, the memory to judge one site. Without this flag as in "
        "the build");
    options.OnlyAsFlag("judge-memory");
    DeclareDryRun(options);
    manner_.Declare(options);
  }
  Status Run() override {
    if (build_.update.most_segments == 0)
      return Status(Code::kUsage, "--segments 0: a store has at least one segment");
    const char* const needs = !learn_.empty()           ? "--learn"
                              : judge_memory_.bytes > 0 ? "--judge-memory"
                                                        : nullptr;
    if (needs != nullptr && !build_.update.rejudge)
      return Status(Code::kUsage,
                    std::string(needs) + " needs --rejudge: sites that stay were judged before");
    THRESH_RETURN_IF_ERROR(TakeContent(build_.store));
    if (!learn_.empty()) THRESH_RETURN_IF_ERROR(SetLearn());
    if (judge_memory_.bytes > 0) {
      build_.judge_bytes = judge_memory_.bytes;
      Record("judge-memory", std::to_string(judge_memory_.bytes));
    }
    build_.update.compact = true;
    return ChangeStore();
  }

 private:
  // The setting of the store changes with its sites.
  Status SetLearn() {
    std::uint32_t& pages = build_.pipeline.learn_pages;
    const char* const end = learn_.data() + learn_.size();
    const auto [at, error] = std::from_chars(learn_.data(), end, pages);
    if (error != std::errc() || at != end)
      return Status(Code::kUsage, "--learn " + learn_ + " is no number of pages");
    Record("learn", std::to_string(pages));
    return {};
  }
  void Record(std::string_view name, const std::string& value) {
    for (Setting& setting : build_.config)
      if (setting.name == name) setting.value = value;
  }
  std::string learn_;
  ByteSize judge_memory_;
};

class MergeCommand final : public StoreCommand {
 public:
  void Declare(Options& options) override {
    DeclareStore(options);
    DeclareDryRun(options);
    manner_.Declare(options);
    options.Arguments(&build_.update.parts, "PART...", "stores whose pages come in");
    options.Require("PART...");
  }
  Status Run() override {
    const bool exists = ReadManifest(build_.store).ok();
    const std::string& first = exists ? build_.store : build_.update.parts.front();
    THRESH_RETURN_IF_ERROR(CheckParts(exists));
    THRESH_RETURN_IF_ERROR(TakeContent(first));
    for (const std::string& part : build_.update.parts)
      THRESH_RETURN_IF_ERROR(CheckSettings(first, part));
    THRESH_RETURN_IF_ERROR(manner_.Fill(&build_));
    build_.update.live = exists;
    build_.empty_ok = true;  // tasks without a page publish empty parts
    return manner_.Run(build_, kUpdateReports);
  }

 private:
  // A folder that is named twice is mistyped.
  Status CheckParts(bool exists) const {
    std::vector<std::string> stores = build_.update.parts;
    if (exists) stores.push_back(build_.store);
    std::error_code error;
    for (auto one = stores.begin(); one != stores.end(); ++one)
      for (auto other = stores.begin(); other != one; ++other)
        if (std::filesystem::equivalent(*one, *other, error))
          return Status(Code::kUsage, *other + " and " + *one + " are one store");
    return {};
  }

  // A store has one detector and one analyzer.
  static Status CheckSettings(const std::string& first, const std::string& part) {
    ContentFlags a, b;
    THRESH_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(part));
    THRESH_ASSIGN_OR_RETURN(const Manifest other, ReadManifest(first));
    THRESH_RETURN_IF_ERROR(a.TakeFrom(other));
    THRESH_RETURN_IF_ERROR(b.TakeFrom(manifest));
    for (std::size_t i = 0; i < a.settings().size(); ++i) {
      const Setting &here = a.settings()[i], &there = b.settings()[i];
      if (here == there) continue;
      return Status(Code::kUsage, first + " and " + part + " were built with another --" +
                                      here.name + " (" + here.value + " and " + there.value +
                                      "): build one of them anew");
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<Command> MakeUpdateCommand() { return std::make_unique<UpdateCommand>(); }
std::unique_ptr<Command> MakeDeleteCommand() { return std::make_unique<DeleteCommand>(); }
std::unique_ptr<Command> MakeCompactCommand() { return std::make_unique<CompactCommand>(); }
std::unique_ptr<Command> MakeMergeCommand() { return std::make_unique<MergeCommand>(); }

}  // namespace thresh
