// Export: hands a store over to other tools, as `thresh-query export` does. Pages come one after
// the other, by host and URL, and none is kept in memory; the same store gives the same bytes.
// Files get their names when all of them are whole, so an export that fails leaves none behind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/export/format.h"
#include "query/export/page_text_writer.h"

namespace thresh {

struct ExportOptions {
  std::string format = "jsonl";  // of ExportFormats
  std::string out;               // a file, a folder, or - for standard output
  std::string since;             // only pages that changed at this time or later
  bool with_removed = false;
  ExportText text = ExportText::kPlain;
  bool sections = false;        // a record for each section of a page, in Markdown
  std::uint64_t max_words = 0;  // of a section, which is cut if it is longer; 0: none is
  std::uint64_t shards = 1;
  std::string topics;  // a file of them, whose analysed queries go beside the index
};

// kUsage if the options do not fit the format, the store's code if the store cannot be read,
// kCannotCreate or kIo if a file cannot be written.
Result<ExportReport> Export(const Store& store, const ExportOptions& options,
                            const ExportProgress& progress);

}  // namespace thresh
