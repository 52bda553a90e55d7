// Digester: RawPage → Page. Decodes, parses, cuts into blocks, tokenises, resolves links, inverts.
// Each digesting thread of a build owns one; it remembers nothing from page to page but the memory
// of its buffers and what short texts say, so any number of threads give the same pages. A bad page
// is data: whatever the bytes, a Page comes out. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/status.h"
#include "common/text/page_analyzers.h"
#include "indexer/page/html_reader.h"
#include "indexer/records.h"

namespace thresh {

// How a page is cut into blocks. Each detector names one.
enum class Segmentation {
  // Layout elements (Chen et al. 2006, 3.1).
  kLayoutBlocks,
  // The same blocks. Block::style is the key of their style path (block_style.h), not of A and D.
  kStyledBlocks,
  // Block i is text node i. Page::tree says where it stands.
  kTextNodes,
  // A block is a line of the html with text in it. Page::lines has all lines.
  kSourceLines,
  // The same, with lines that also end before each '<', for html without line ends.
  kSourceTags,
};

// Whether pages have Page::lines.
inline bool HasLines(Segmentation segmentation) {
  return segmentation == Segmentation::kSourceLines || segmentation == Segmentation::kSourceTags;
}

struct DigestOptions {
  AnalyzerOptions analyzer;
  ParseLimits limits;
  Segmentation segmentation = Segmentation::kLayoutBlocks;
  ReaderOptions reader;
  bool respect_robots = false;  // withhold pages whose <meta name=robots> asks for no index
  // Nobody asks which words stand in a block (Page::words_by_field).
  bool words_by_field = false;
};

// What is stored of the title and the description of a page, at most.
inline constexpr std::size_t kMaxTitleBytes = 1024, kMaxDescriptionBytes = 4096;

// CPU nanoseconds by stage, for tests/bench and the report.
struct DigestTimes {
  std::uint64_t decode_ns = 0, parse_ns = 0, segment_ns = 0, tokenise_ns = 0, invert_ns = 0;
};

class Digester {
 public:
  // kUsage if the options of the analyzer name a language or rule that we do not have. kIo if the
  // system has no CPU timers.
  static Result<std::unique_ptr<Digester>> Make(const DigestOptions& options);
  struct Impl;
  explicit Digester(std::unique_ptr<Impl> impl);  // for Make
  ~Digester();
  // The page of `raw`, which did not come out of a store. Never fails.
  Page Digest(RawPage raw);
  // The page of a `raw` that did: the same as Digest made of its html, but for words that the store
  // keeps (Page::kept_words). kUnusable if it is damaged.
  Result<Page> Restore(RawPage raw);
  const DigestTimes& times() const;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
