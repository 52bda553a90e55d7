// The commands that look into a store: stats, templates, explain, report and dump.
#include <memory>
#include <string>
#include <vector>

#include "common/base/files.h"
#include "common/cli/table.h"
#include "common/report/report.h"
#include "query/commands/command_factories.h"
#include "query/present/dump.h"
#include "query/present/explain.h"
#include "query/present/stats.h"
#include "query/present/templates.h"

namespace thresh {
namespace {

// What all of these commands have: a store, and for most of them JSON instead of text.
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
    options.Add("json", &json_, "", "prints one JSON object instead of text");
  }
  void DeclareVerbose(Options& options) {
    options.Add("verbose,v", &verbose_, "", "shows the numbers behind each rule");
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

class TemplatesCommand : public StoreCommand {
 public:
  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const TemplateCards cards, HeaviestTemplates(*store, site_, n_));
    Print(json_ ? TemplatesJson(cards) : TemplatesText(cards, verbose_, StdoutTerminal()));
    return {};
  }

 private:
  void DeclareMore(Options& options) override {
    options.Add("limit,n", &n_, "N", "templates to show, heaviest (pages x words) first");
    options.Add("site", &site_, "HOST", "shows only the templates of this site (default: all)");
    DeclareVerbose(options);
    DeclareJson(options);
  }
  std::uint64_t n_ = 20;
  std::string site_;
};

class ExplainCommand : public StoreCommand {
 public:
  Status Run() override {
    if (pages_.size() != 1)
      return Status(Code::kUsage, "explain takes exactly one page: its URL, docno or path");
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(StoredPage page, FindPage(*store, pages_.front()));
    THRESH_ASSIGN_OR_RETURN(const Explanation explanation, ExplainPage(*store, std::move(page)));
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

class ReportCommand : public StoreCommand {
 public:
  Status Run() override {
    // Reading a large store takes a while: a file that cannot be written should fail before that.
    if (!out_.empty()) THRESH_RETURN_IF_ERROR(CheckWritable(out_));
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    std::unique_ptr<Store> without;
    if (!compare_.empty()) {
      THRESH_ASSIGN_OR_RETURN(without, Store::Open(compare_));
    }
    THRESH_ASSIGN_OR_RETURN(const StoreReport report, ReadReport(*store, without.get(), n_));
    const std::string html = ReportHtml(report);
    // Nothing but the report goes to standard output, so that it can be redirected into a file.
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
                "the file to write; it is written whole or not at all (default: standard output)");
    options.Add("compare", &compare_, "DIR",
                "a store of the same pages built with --detector none, to show what removal saves");
    options.Add("limit,n", &n_, "N", "templates to show, heaviest (pages x words) first");
  }
  std::uint64_t n_ = kReportTemplates;
  std::string out_, compare_;
};

class DumpCommand : public StoreCommand {
 public:
  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    const DumpedWords words = words_ == "kept" ? DumpedWords::kKept : DumpedWords::kAll;
    return Dump(*store, [&](const DumpedPage& page) {
      Print(format_ == "json" ? DumpLine(page) : DumpTextLine(page, words));
    });
  }

 private:
  void DeclareMore(Options& options) override {
    options.AddChoice("format", &format_, {"json", "tsv"},
                      "json: the whole page with its spans, verdicts and links\n"
                      "tsv: docno, title and text\n");
    options.AddChoice("words", &words_, {"kept", "all"},
                      "of the text of tsv: without the templates, or all of it");
  }
  std::string format_ = "json", words_ = "kept";
};

}  // namespace

std::unique_ptr<Command> MakeStatsCommand() { return std::make_unique<StatsCommand>(); }
std::unique_ptr<Command> MakeTemplatesCommand() { return std::make_unique<TemplatesCommand>(); }
std::unique_ptr<Command> MakeExplainCommand() { return std::make_unique<ExplainCommand>(); }
std::unique_ptr<Command> MakeReportCommand() { return std::make_unique<ReportCommand>(); }
std::unique_ptr<Command> MakeDumpCommand() { return std::make_unique<DumpCommand>(); }

}  // namespace thresh
