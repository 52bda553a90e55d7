// ParseLimits: the budgets around a reader of html (law 6). A page over any of them is read by the
// linear tag stripper instead, and is counted as degraded.
#pragma once

#include <cstdint>

namespace thresh {

struct ParseLimits {
  std::uint64_t html_bytes = 8u << 20;
  std::uint64_t memory_bytes = 192u << 20;  // of the tree
  std::uint32_t cpu_ms = 2000;
  std::uint32_t depth = 512;  // deeper elements open no block; no page is degraded for its depth
};

enum class ParseOutcome { kParsed, kOverBytes, kOverMemory, kOverTime };

}  // namespace thresh
