// What the rows of the table of formats (registry.cc) point at: one opener or one reader for each
// format, and how to recognise a stream. Nobody else needs them but wacz.cc, which reads the
// archives inside its zip, and tests. The interfaces are source.h and page_reader.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "indexer/sources/page_reader.h"
#include "indexer/sources/source.h"

namespace thresh {

// A mirror of a site (wget, an unpacked package): each html file below the folder is a page. Its
// URL is the base URL and the path below the folder, percent-encoded. Without a base URL, a folder
// whose html files all lie below folders named like hosts is a mirror of these hosts.
Result<std::unique_ptr<Source>> OpenDirectory(const std::string& folder,
                                              const SourceOptions& options);
// WACZ 1.1: a zip archive with the WARC or ARC files of a crawl under archive/. Its indexes and
// page lists are not read, because the archives hold everything that they name.
Result<std::unique_ptr<Source>> OpenWacz(const std::string& file, const SourceOptions& options);

std::unique_ptr<PageReader> MakeWarcReader(ReaderContext context);
std::unique_ptr<PageReader> MakeArcReader(ReaderContext context);
std::unique_ptr<PageReader> MakeTrecReader(ReaderContext context);
std::unique_ptr<PageReader> MakeJsonlReader(ReaderContext context);
std::unique_ptr<PageReader> MakeHtmlReader(ReaderContext context);

std::unique_ptr<RecordWalk> MakeWarcWalk(ReaderContext context);
std::unique_ptr<RecordWalk> MakeArcWalk(ReaderContext context);
std::unique_ptr<RecordWalk> MakeJsonlWalk(ReaderContext context);

// The archives in a WACZ (record_walk.h).
Result<std::vector<InputPart>> WaczParts(const std::string& file);
// The row of an unpacked stream by its first bytes, or by its name; null if neither tells.
Result<const SourceInfo*> RecogniseStream(Input* input, const std::string& name);

// SourceInfo::looks_like of each stream; that of html is LooksLikeHtml (html_sniff.h).
bool LooksLikeWarc(std::string_view bytes);
bool LooksLikeArc(std::string_view bytes);
bool LooksLikeTrec(std::string_view bytes);
bool LooksLikeJsonl(std::string_view bytes);

}  // namespace thresh
