// PageReader: one format of pages in a stream (warc, arc, trec, jsonl, a single html file). Each is
// one row of the table in stream_source.cc. What it cannot read it counts in the journal; a Status
// is a failed read.
#pragma once

#include <memory>
#include <string>

#include "indexer/sources/bytes/input.h"
#include "indexer/sources/source.h"

namespace thresh {

class PageReader {
 public:
  virtual ~PageReader() = default;
  virtual Result<bool> Next(RawPage* page) = 0;  // as Source::Next
};

// What every reader is made of. The journal outlives it.
struct ReaderContext {
  std::unique_ptr<Input> input;
  std::string name;  // of the input: a path or "-"
  SourceOptions options;
  Journal* journal = nullptr;
};

std::unique_ptr<PageReader> MakeWarcReader(ReaderContext context);
std::unique_ptr<PageReader> MakeArcReader(ReaderContext context);
std::unique_ptr<PageReader> MakeTrecReader(ReaderContext context);
std::unique_ptr<PageReader> MakeJsonlReader(ReaderContext context);
std::unique_ptr<PageReader> MakeHtmlReader(ReaderContext context);

// Whether a stream of the format starts so; blanks and a byte order mark were taken off.
bool LooksLikeWarc(std::string_view bytes);
bool LooksLikeArc(std::string_view bytes);
bool LooksLikeTrec(std::string_view bytes);
bool LooksLikeJsonl(std::string_view bytes);

// An empty page that keeps what belongs to the pipeline.
void ResetPage(RawPage* page);
// The last step of every reader: false (and counted) where `bytes` are empty, cut where they are
// over the cap.
bool AcceptPayload(std::string bytes, const SourceOptions& options, Journal* journal,
                   RawPage* page);

}  // namespace thresh
