#include "query/commands/commands.h"

#include <memory>

#include "common/base/files.h"
#include "common/cli/table.h"
#include "common/report/report.h"
#include "query/commands/evaluate_commands.h"
#include "query/commands/search_command.h"
#include "query/commands/serve_command.h"
#include "query/present/dump.h"
#include "query/present/explain.h"
#include "query/present/stats.h"
#include "query/present/templates.h"

namespace thresh {
namespace {

// What every command has: a store, and JSON instead of text.
class StoreCommand : public Command {
 public:
  void Declare(Options& options) final {
    options.Add("store,s", &store_, "DIR", "the store to read");
    options.Require("store");
    DeclareMore(options);
  }

 protected:
  virtual void DeclareMore(Options& options) = 0;
  void DeclareJson(Options& options) {
    options.Add("json", &json_, "", "one JSON object instead of text");
  }
  void DeclareVerbose(Options& options) {
    options.Add("verbose,v", &verbose_, "", "with the numbers behind each rule");
  }
  std::string store_;
  bool json_ = false, verbose_ = false;
};

class StatsCommand : public StoreCommand {
 public:
  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const StoreStats stats, ReadStats(*store));
    Print(json_ ? StatsJson(stats) : StatsText(stats, StdoutTerminal()));
    return {};
  }

 private:
  void DeclareMore(Options& options) override { DeclareJson(options); }
};

class ExplainCommand : public StoreCommand {
 public:
  Status Run() override {
    if (pages_.size() != 1) return Status(Code::kUsage, "explain takes one URL or docno");
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(StoredPage page, FindPage(store->segment(), pages_.front()));
    THRESH_ASSIGN_OR_RETURN(const Explanation explanation,
                            ExplainPage(store->segment(), std::move(page)));
    Print(json_ ? ExplanationJson(explanation)
                : ExplanationText(explanation, verbose_, StdoutTerminal()));
    return {};
  }

 private:
  void DeclareMore(Options& options) override {
    options.Arguments(&pages_, "PAGE", "URL, docno or path of the page");
    options.Require("PAGE");
    DeclareVerbose(options);
    DeclareJson(options);
  }
  std::vector<std::string> pages_;
};

class TemplatesCommand : public StoreCommand {
 public:
  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const TemplateCards cards,
                            HeaviestTemplates(store->segment(), site_, n_));
    Print(json_ ? TemplatesJson(cards) : TemplatesText(cards, verbose_, StdoutTerminal()));
    return {};
  }

 private:
  void DeclareMore(Options& options) override {
    options.Add("limit,n", &n_, "N", "templates to show, heaviest (pages x words) first");
    options.Add("site", &site_, "HOST", "only templates of this site");
    DeclareVerbose(options);
    DeclareJson(options);
  }
  std::uint64_t n_ = 20;
  std::string site_;
};

class DumpCommand : public StoreCommand {
 public:
  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    return Dump(store->segment(), Print);
  }

 private:
  void DeclareMore(Options&) override {}
};

class ReportCommand : public StoreCommand {
 public:
  Status Run() override {
    if (!out_.empty()) THRESH_RETURN_IF_ERROR(CheckWritable(out_));
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    std::unique_ptr<Store> without;
    if (!compare_.empty()) {
      THRESH_ASSIGN_OR_RETURN(without, Store::Open(compare_));
    }
    THRESH_ASSIGN_OR_RETURN(const StoreReport report, ReadReport(*store, without.get(), n_));
    const std::string html = ReportHtml(report);
    if (out_.empty()) {
      Print(html);
      return {};
    }
    THRESH_RETURN_IF_ERROR(WriteFileDurably(out_, html));
    Print("wrote " + out_ + ", " + HumanBytes(html.size()) + "\n");
    return {};
  }

 private:
  void DeclareMore(Options& options) override {
    options.Add("out,o", &out_, "FILE",
                "the file to write, whole or not at all; standard output without it");
    options.Add(
        "compare", &compare_, "DIR",
        "a store of the same pages built with --detector none: real bytes against real bytes");
    options.Add("limit,n", &n_, "N", "templates to show, heaviest (pages x words) first");
  }
  std::uint64_t n_ = kReportTemplates;
  std::string out_, compare_;
};

template <typename T>
std::unique_ptr<Command> Make() {
  return std::make_unique<T>();
}

constexpr CommandInfo kCommands[] = {
    {"search", "ranks the pages that match a query",
     "thresh-query search --store crawl.store +hash '\"open addressing\"'", &MakeSearchCommand},
    {"serve",
     "the store in a browser: search, pages with their templates tinted, rankings compared",
     "thresh-query serve --store crawl.store --port 8080", &MakeServeCommand},
    {"run", "searches the topics of a test collection; a TREC run file on stdout",
     "thresh-query run --store crawl.store --topics topics.txt > bm25.run", &MakeRunCommand},
    {"eval", "measures runs against judgments, as trec_eval does, and compares them",
     "thresh-query eval qrels.txt bm25.run dph.run", &MakeEvalCommand},
    {"experiment", "topics x stores x models x parameters in one go: one table, one plot",
     "thresh-query experiment plan.txt --markdown --plot b.svg", &MakeExperimentCommand},
    {"stats", "what was seen, indexed and removed, and the bytes it takes",
     "thresh-query stats --store crawl.store", &Make<StatsCommand>},
    {"templates", "the templates that were found, heaviest first: text, pages, what varies, rule",
     "thresh-query templates --store crawl.store -n 5", &Make<TemplatesCommand>},
    {"explain",
     "one page block by block: verdict, and of each template pages, what varies and rule",
     "thresh-query explain --store crawl.store http://example.org/index.html",
     &Make<ExplainCommand>},
    {"report",
     "a page of pictures to hand around: one HTML file, no script, no request to any host",
     "thresh-query report --store crawl.store --out report.html\n"
     "thresh-query report --store crawl.store --compare whole.store > report.html",
     &Make<ReportCommand>},
    {"dump", "every page as a line of JSON: its spans with their verdicts",
     "thresh-query dump --store crawl.store", &Make<DumpCommand>},
};

}  // namespace

std::span<const CommandInfo> QueryCommands() { return kCommands; }

}  // namespace thresh
