// The command that hands a store over to other tools: thresh-query export.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "common/cli/progress_bar.h"
#include "common/cli/table.h"
#include "query/commands/command_factories.h"
#include "query/commands/date_option.h"
#include "query/export/export.h"

namespace thresh {
namespace {

class ExportCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Add("store,s", &store_, "DIR", "the store to read");
    options.Require("store");
    options.AddChoice("format,f", &export_.format, FormatNames(), FormatHelp());
    options.Add("out,o", &export_.out, "FILE",
                "a file, packed by its name (.gz, .zst); or a folder, which is a name without a "
                "dot; - is standard output");
    options.Require("out");
    options.Add("since", &export_.since, "TIME",
                "only pages that are new or have other words since this time, in the time of the "
                "crawls; bulk also deletes those that are gone");
    options.Add("with-removed", &export_.with_removed, "",
                "adds the struck texts of each page, with rule and support");
    options.AddChoice("text", &text_, {"plain", "markdown"},
                      "markdown: with headings, lists, code and tables");
    options.Add(
        "sections", &export_.sections, "",
        "a line for each section of a page, as Markdown, with the headings above it and its "
        "anchor");
    options.Add("max-words", &export_.max_words, "N",
                "cuts a section of more words, between blocks where it can be");
    options.Add("shards", &export_.shards, "N", "files to write, with equal numbers of pages");
    options.Add("topics", &export_.topics, "FILE",
                "writes the words of these topics, as the index has them, beside it");
    options.AddChoice("progress", &progress_, ProgressBar::Modes(), "how progress is shown");
  }

  Status Run() override {
    THRESH_RETURN_IF_ERROR(CheckDate("since", export_.since));
    export_.text = text_ == "plain" ? ExportText::kPlain : ExportText::kMarkdown;
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const ExportReport report, WithProgress(*store));
    if (report.files.empty()) return {};
    std::string line = Counted(report.pages, "page");
    if (report.sections > 0) line += ", " + Counted(report.sections, "section");
    if (report.text_bytes > 0) line += ", " + HumanBytes(report.text_bytes) + " of text";
    if (report.gone > 0) line += ", " + Thousands(report.gone) + " gone";
    if (report.templates > 0) line += ", " + Counted(report.templates, "template") + " left out";
    Print(line + "\n");
    for (const std::string& file : report.files) Print("wrote " + file + "\n");
    return {};
  }

 private:
  Result<ExportReport> WithProgress(const Store& store) {
    ProgressBar bar(progress_);
    return Export(store, export_,
                  [&](std::uint64_t done, std::uint64_t all, std::string_view items) {
                    bar.Show(done, all, items);
                  });
  }

  static std::vector<std::string> FormatNames() {
    std::vector<std::string> names;
    for (const ExportFormat& format : ExportFormats()) names.emplace_back(format.name);
    return names;
  }
  static std::string FormatHelp() {
    std::string help = "the form in which the store is written; in a folder the file has this name";
    for (const ExportFormat& format : ExportFormats())
      help += "\n" + std::string(format.name) + ": " + std::string(format.help) + "; " +
              std::string(format.file);
    return help + "\n";
  }

  std::string store_, text_ = "plain", progress_ = "auto";
  ExportOptions export_;
};

}  // namespace

std::unique_ptr<Command> MakeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace thresh
