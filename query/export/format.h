// ExportFormat: one form in which a store is handed over to other tools. ExportFormats has a row
// for each; export.h writes what the rows say. A new format of pages is a function that writes one
// record, and a row.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/crawl_table.h"
#include "common/store/store.h"
#include "query/export/out_file.h"
#include "query/export/sections.h"

namespace thresh {

// A struck text with the reason why it is a template.
struct RemovedText {
  std::string text;
  std::string rule;           // its name, "spine.O1"
  std::uint32_t support = 0;  // pages that have the template
  std::string reason = {};    // the rule as a sentence
};

// What a format may say of a page.
struct ExportPage {
  const DocRecord& doc;
  std::string_view host;
  std::string_view text;                 // without templates
  std::span<const RemovedText> removed;  // empty unless asked for
  bool with_removed = false;             // --with-removed
  const CrawlRecord* seen = nullptr;     // null unless the format reads times
  std::string_view published;            // when the store was, ISO 8601
};

// Shown how far an export is: pages or terms done, all of them, and which of the two.
using ExportProgress =
    std::function<void(std::uint64_t done, std::uint64_t all, std::string_view items)>;

struct ExportReport {
  std::uint64_t pages = 0, gone = 0;
  std::uint64_t sections = 0;      // 0 unless asked for
  std::uint64_t text_bytes = 0;    // of the pages
  std::uint64_t templates = 0;     // that were left out; 0 if the format does not tell
  std::vector<std::string> files;  // with their paths; none if it went to standard output
};

struct ExportFormat {
  std::string_view name;
  std::string_view help;  // one line
  std::string_view file;  // in a folder
  // Names of the options that make sense: since, with-removed, text, sections, shards, topics.
  std::span<const std::string_view> takes;
  // Appends the record of a page. Null for a format that is no list of pages.
  void (*page)(const ExportPage& page, std::string* out) = nullptr;
  // Appends a section of a page, which is its `number`th. Null for a format without sections.
  void (*section)(const ExportPage& page, const PageSection& section, std::size_t number,
                  std::string* out) = nullptr;
  // Appends what is to be done for a page that is gone. Null if nothing is.
  void (*gone)(std::string_view url, const CrawlRecord& seen, std::string* out) = nullptr;
  bool reads_times = false;        // ExportPage::seen
  bool member_per_record = false;  // each record can be unpacked without the others
  // Writes the whole file, instead of `page`.
  Status (*whole)(const Store& store, const ExportProgress& progress, OutFile* out) = nullptr;
  // Writes a folder of many files, instead of `page` and `whole`.
  Status (*folder)(const Store& store, const ExportProgress& progress, const std::string& out,
                   ExportReport* report) = nullptr;
  // A file that goes beside the first one: the ending of its name, and its text.
  std::string_view beside = {};
  std::string (*beside_text)() = nullptr;

  bool Takes(std::string_view option) const;
};

std::span<const ExportFormat> ExportFormats();

// The rows' functions.
void AppendJsonlPage(const ExportPage& page, std::string* out);  // jsonl.cc
void AppendJsonlSection(const ExportPage& page, const PageSection& section, std::size_t number,
                        std::string* out);                                             // jsonl.cc
void AppendAnseriniPage(const ExportPage& page, std::string* out);                     // jsonl.cc
void AppendBulkPage(const ExportPage& page, std::string* out);                         // bulk.cc
void AppendBulkGone(std::string_view url, const CrawlRecord& seen, std::string* out);  // bulk.cc
std::string BulkMapping();                                                             // bulk.cc
void AppendWetPage(const ExportPage& page, std::string* out);                          // wet.cc
Status WriteCiff(const Store& store, const ExportProgress& progress, OutFile* out);    // ciff.cc
Status WriteLlms(const Store& store, const ExportProgress& progress, const std::string& out,
                 ExportReport* report);  // llms_folder.cc

// The name of a page in run files: its docno, else its path, else its URL.
const std::string& ExportId(const DocRecord& doc);

}  // namespace thresh
