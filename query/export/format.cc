#include "query/export/format.h"

#include <algorithm>
#include <array>

namespace thresh {
namespace {

constexpr std::array<std::string_view, 5> kJsonlTakes = {"since", "with-removed", "text",
                                                         "sections", "shards"};
constexpr std::array<std::string_view, 2> kPagesTake = {"since", "shards"};
constexpr std::array<std::string_view, 1> kCiffTakes = {"topics"};

constexpr ExportFormat kFormats[] = {
    {.name = "jsonl",
     .help = "a page a line, {\"id\", \"text\", \"metadata\"}: datatrove, datasets, pyarrow",
     .file = "pages.jsonl.gz",
     .takes = kJsonlTakes,
     .page = &AppendJsonlPage,
     .section = &AppendJsonlSection},
    {.name = "bulk",
     .help = "requests of the _bulk API of OpenSearch and Elasticsearch, and an index mapping",
     .file = "pages.bulk.ndjson.gz",
     .takes = kPagesTake,
     .page = &AppendBulkPage,
     .gone = &AppendBulkGone,
     .reads_times = true,
     .beside = ".mapping.json",
     .beside_text = &BulkMapping},
    {.name = "ciff",
     .help = "the index in the Common Index File Format: PISA, Anserini, ciff-toolkit",
     .file = "index.ciff",
     .takes = kCiffTakes,
     .whole = &WriteCiff},
    {.name = "wet",
     .help = "WARC records of type conversion, one gzip member each",
     .file = "pages.warc.wet.gz",
     .takes = kPagesTake,
     .page = &AppendWetPage,
     .member_per_record = true},
    {.name = "anserini",
     .help = "a page a line, {\"id\", \"contents\"}: tools built on Lucene",
     .file = "pages.jsonl.gz",
     .takes = kPagesTake,
     .page = &AppendAnseriniPage},
    {.name = "llms",
     .help = "a folder for assistants: a list of the pages, all of them, and each as Markdown",
     .file = "llms.txt",
     .takes = {},
     .folder = &WriteLlms},
};

}  // namespace

bool ExportFormat::Takes(std::string_view option) const {
  return std::find(takes.begin(), takes.end(), option) != takes.end();
}

std::span<const ExportFormat> ExportFormats() { return kFormats; }

const std::string& ExportId(const DocRecord& doc) {
  if (!doc.docno.empty()) return doc.docno;
  return doc.path.empty() ? doc.url : doc.path;
}

}  // namespace thresh
