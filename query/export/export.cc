#include "query/export/export.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "query/evaluate/topics.h"
#include "query/export/out_files.h"
#include "query/export/page_text_writer.h"
#include "query/export/page_walk.h"
#include "query/export/removed_texts.h"
#include "query/retrieve/condition.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

// The crawl table in step with the pages, which stand in the same order.
class History {
 public:
  static Result<std::unique_ptr<History>> Open(const Store& store) {
    auto history = std::make_unique<History>();
    THRESH_ASSIGN_OR_RETURN(history->table_, store.OpenCrawlTable());
    history->rows_ = history->table_->Scan();
    return history;
  }

  // Goes on to the record of a page, and calls `gone` for each URL before it that is gone.
  template <typename Gone>
  Result<const CrawlRecord*> Find(std::string_view host, std::string_view url, Gone gone) {
    const auto is_before = [&] {
      return rows_->host() != host ? rows_->host() < host : rows_->url() < url;
    };
    for (; rows_->Valid() && is_before(); rows_->Next()) THRESH_RETURN_IF_ERROR(Visit(gone));
    THRESH_RETURN_IF_ERROR(rows_->status());
    if (!rows_->Valid() || rows_->host() != host || rows_->url() != url)
      return Status(Code::kUnusable, "the store is damaged: its crawl table lacks " +
                                         std::string(url) + "; run thresh-index verify");
    return &rows_->record();
  }
  // The same behind the last page.
  template <typename Gone>
  Status Finish(Gone gone) {
    for (; rows_->Valid(); rows_->Next()) THRESH_RETURN_IF_ERROR(Visit(gone));
    return rows_->status();
  }

 private:
  template <typename Gone>
  Status Visit(Gone& gone) {
    const CrawlRecord& record = rows_->record();
    return record.was_there() && !record.live() ? gone(rows_->url(), record) : Status();
  }
  std::unique_ptr<CrawlTable> table_;
  std::unique_ptr<CrawlTable::Rows> rows_;
};

bool ChangedSince(const CrawlRecord& record, const std::string& since) {
  return IsDateWithin(record.first_seen, since, "") ||
         IsDateWithin(record.words_changed, since, "") ||
         IsDateWithin(record.content_changed, since, "");
}

// Writes the pages of a store in one format.
class PageExport {
 public:
  PageExport(const Store& store, const ExportFormat& format, const ExportOptions& options,
             OutFiles* files)
      : store_(store),
        format_(format),
        options_(options),
        files_(*files),
        walk_(store, options.with_removed),
        writer_(options.sections ? ExportText::kMarkdown : options.text),
        removed_(store) {}

  Result<ExportReport> Run(const ExportProgress& progress) {
    if (format_.reads_times || !options_.since.empty()) {
      THRESH_ASSIGN_OR_RETURN(history_, History::Open(store_));
    }
    for (std::uint64_t shard = 0; shard < options_.shards; ++shard) {
      THRESH_RETURN_IF_ERROR(files_.Begin());
      // Shards are equal parts of the pages, in their order.
      const std::uint64_t end = store_.docs() * (shard + 1) / options_.shards;
      while (page_ < end) {
        THRESH_RETURN_IF_ERROR(Page());
        progress(++page_, store_.docs(), "pages");
      }
    }
    if (history_ != nullptr)
      THRESH_RETURN_IF_ERROR(history_->Finish([this](auto... gone) { return Gone(gone...); }));
    return report_;
  }

 private:
  Status Page() {
    THRESH_ASSIGN_OR_RETURN(const bool more, walk_.Next());
    THRESH_CHECK(more);
    const CrawlRecord* seen = nullptr;
    if (history_ != nullptr) {
      THRESH_ASSIGN_OR_RETURN(seen, history_->Find(walk_.host(), walk_.doc().url,
                                                   [this](auto... gone) { return Gone(gone...); }));
      if (!options_.since.empty() && !ChangedSince(*seen, options_.since)) return {};
    }
    headings_.clear();
    THRESH_RETURN_IF_ERROR(writer_.Write(walk_.text(), walk_.harvest(), &text_, &headings_));
    if (options_.with_removed) THRESH_RETURN_IF_ERROR(removed_.Read(walk_, writer_.spans()));
    record_.clear();
    const ExportPage page{walk_.doc(),
                          walk_.host(),
                          text_,
                          removed_.texts(),
                          options_.with_removed,
                          seen,
                          store_.manifest().created};
    if (options_.sections) {
      AppendSections(page);
    } else {
      format_.page(page, &record_);
    }
    ++report_.pages;
    report_.text_bytes += text_.size();
    return Append();
  }

  void AppendSections(const ExportPage& page) {
    std::size_t number = 0;
    for (const PageSection& section :
         CutSections(page.text, headings_, static_cast<std::size_t>(options_.max_words)))
      format_.section(page, section, ++number, &record_);
    report_.sections += number;
  }

  Status Gone(std::string_view url, const CrawlRecord& seen) {
    const bool wanted = format_.gone != nullptr && !options_.since.empty() &&
                        IsDateWithin(seen.gone, options_.since, "");
    if (!wanted) return {};
    record_.clear();
    format_.gone(url, seen, &record_);
    ++report_.gone;
    return Append();
  }

  Status Append() {
    THRESH_RETURN_IF_ERROR(files_.current()->Append(record_));
    if (format_.member_per_record) files_.current()->EndMember();
    return {};
  }

  const Store& store_;
  const ExportFormat& format_;
  const ExportOptions& options_;
  OutFiles& files_;
  PageWalk walk_;
  PageTextWriter writer_;
  RemovedTexts removed_;
  std::unique_ptr<History> history_;
  std::string text_, record_;
  std::vector<MarkdownHeading> headings_;
  std::uint64_t page_ = 0;
  ExportReport report_;
};

const ExportFormat* FindFormat(const std::string& name) {
  const auto formats = ExportFormats();
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const ExportFormat& format) { return format.name == name; });
  return found == formats.end() ? nullptr : &*found;
}

Status CheckOptions(const ExportFormat& format, const ExportOptions& options) {
  const std::pair<std::string_view, bool> given[] = {
      {"since", !options.since.empty()},
      {"with-removed", options.with_removed},
      {"text", options.text != ExportText::kPlain},
      {"sections", options.sections},
      {"shards", options.shards != 1},
      {"topics", !options.topics.empty()},
  };
  for (const auto& [option, is_given] : given) {
    if (is_given && !format.Takes(option))
      return Status(Code::kUsage, "--" + std::string(option) + " does not go with --format " +
                                      std::string(format.name));
  }
  if (options.sections && options.with_removed)
    return Status(Code::kUsage, "--with-removed does not go with --sections");
  if (options.max_words > 0 && !options.sections)
    return Status(Code::kUsage, "--max-words needs --sections");
  if (options.shards == 0 || options.shards > 99'999)
    return Status(Code::kUsage, "--shards must be between 1 and 99999");
  if (options.out == "-" && (options.shards > 1 || !options.topics.empty()))
    return Status(Code::kUsage, "standard output is one file: give --out a folder");
  return {};
}

// Writes the words that have posting lists, with a blank between them.
class WordLine : public TokenSink {
 public:
  explicit WordLine(std::string* line) : line_(*line) {}
  void Add(const Token& token) override {
    if (token.stop) return;
    for (const std::string& term : TermsOf(WordOf(token)))
      line_ += (line_.ends_with(':') ? "" : " ") + term;
  }

 private:
  std::string& line_;
};

// A line a topic: its id, a colon, the words that the index has to be asked for.
Result<std::string> AnalysedTopics(const Store& store, const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(std::vector<Topic> topics, ReadTopics(file, "auto"));
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Analyzer> analyzer, store.MakeAnalyzer());
  std::string lines;
  for (Topic& topic : topics) {
    std::string line = topic.id + ":";
    WordLine words(&line);
    analyzer->Tokenise(topic[TopicField::kTitle], words);
    lines += line + "\n";
  }
  return lines;
}

}  // namespace

Result<ExportReport> Export(const Store& store, const ExportOptions& options,
                            const ExportProgress& progress) {
  const ExportFormat* format = FindFormat(options.format);
  if (format == nullptr) return Status(Code::kUsage, "no format '" + options.format + "'");
  THRESH_RETURN_IF_ERROR(CheckOptions(*format, options));
  ExportReport report;
  if (format->folder != nullptr) {
    THRESH_RETURN_IF_ERROR(format->folder(store, progress, options.out, &report));
    return report;
  }
  std::string topics;
  if (!options.topics.empty()) {
    THRESH_ASSIGN_OR_RETURN(topics, AnalysedTopics(store, options.topics));
  }
  THRESH_ASSIGN_OR_RETURN(OutFiles files,
                          OutFiles::Make(options.out, format->file, options.shards));
  if (format->whole != nullptr) {
    THRESH_RETURN_IF_ERROR(files.Begin());
    THRESH_RETURN_IF_ERROR(format->whole(store, progress, files.current()));
    report.pages = store.docs();
  } else {
    THRESH_ASSIGN_OR_RETURN(report, PageExport(store, *format, options, &files).Run(progress));
  }
  if (!topics.empty()) THRESH_RETURN_IF_ERROR(files.Beside(".topics.txt", topics));
  if (format->beside_text != nullptr && !files.is_stdout())
    THRESH_RETURN_IF_ERROR(files.Beside(format->beside, format->beside_text()));
  THRESH_RETURN_IF_ERROR(files.Commit());
  if (!files.is_stdout()) report.files = files.names();
  return report;
}

}  // namespace thresh
