// Digest: RawPage → Page. Decode, parse, segment, tokenise, links, invert; remembers nothing from
// page to page, so that any number of threads may each have one. A bad page is data: whatever the
// bytes, a Page comes out.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/status.h"
#include "common/text/analyzer.h"
#include "indexer/records.h"

namespace thresh {

// Budgets around the html parser: over any of them the page is read by the linear tag stripper
// instead.
struct ParseLimits {
  std::uint64_t html_bytes = 8u << 20;
  std::uint64_t memory_bytes = 192u << 20;
  std::uint32_t cpu_ms = 2000;
  std::uint32_t depth = 512;
};

// How a page is cut into blocks. A detector names one.
//   kLayoutBlocks  layout elements (Chen et al. 2006, 3.1)
//   kStyledBlocks  the same blocks; Block::style is of their style path (style_path.h) instead of A
//   and D kTextNodes     block i is text node i; Page::tree says where it stands kSourceLines   a
//   block is a line of the html with text in it; Page::lines has them all kSourceTags    the same
//   with lines that also end before every '<', for html without line ends
enum class Segmentation { kLayoutBlocks, kStyledBlocks, kTextNodes, kSourceLines, kSourceTags };

// Page::lines are there.
inline bool HasLines(Segmentation segmentation) {
  return segmentation == Segmentation::kSourceLines || segmentation == Segmentation::kSourceTags;
}

struct DigestOptions {
  AnalyzerOptions analyzer;
  ParseLimits limits;
  Segmentation segmentation = Segmentation::kLayoutBlocks;
};

// CPU nanoseconds by stage, for tests/bench and the report.
struct DigestTimes {
  std::uint64_t decode_ns = 0, parse_ns = 0, segment_ns = 0, tokenise_ns = 0, invert_ns = 0;
};

class Digester {
 public:
  // kUsage where the analyzer's options name what we do not have; kIo where the system has no CPU
  // timers.
  static Result<std::unique_ptr<Digester>> Make(const DigestOptions& options);
  struct Impl;
  explicit Digester(std::unique_ptr<Impl> impl);  // Make's
  ~Digester();
  Page Digest(RawPage raw);
  const DigestTimes& times() const;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
