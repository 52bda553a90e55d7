// Counters: the law "nothing is dropped silently" as one table. Every record, page, block and byte
// that does not reach the index increments a counter that the final report and `stats` print.
//
// A row is (enum, name, help). Names are stored in manifests: append, never rename.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace thresh {

// clang-format off
#define THRESH_COUNTERS(X)                                                                                   \
  X(kRecordsRead,        "records_read",         "records or files seen in the input")                       \
  X(kBytesRead,          "bytes_read",           "bytes of page payload handed to the indexer")              \
  X(kIndexed,            "indexed",              "pages in the index")                                       \
  X(kEmpty,              "empty",                "indexed pages without a word in their body")               \
  X(kDuplicate,          "duplicate",            "indexed pages with the token sequence of an earlier page") \
  X(kDegraded,           "degraded",             "indexed pages over a parse budget, read as plain text")    \
  X(kSkippedSymlink,     "skipped_symlink",      "symbolic links (not followed)")                            \
  X(kSkippedSpecial,     "skipped_special",      "sockets, devices, pipes")                                  \
  X(kSkippedUnreadable,  "skipped_unreadable",   "files or folders that may not be read")                    \
  X(kSkippedExcluded,    "skipped_excluded",     "excluded by --include/--exclude")                          \
  X(kSkippedNotHtml,     "skipped_not_html",     "records or files that are not html")                       \
  X(kSkippedStatus,      "skipped_status",       "responses with a status other than 2xx")                   \
  X(kSkippedRecordType,  "skipped_record_type",  "archive records of other types (request, metadata, ...)")  \
  X(kSkippedRevisit,     "skipped_revisit",      "revisit records: duplicates of an earlier fetch")          \
  X(kSkippedMalformed,   "skipped_malformed",    "records that could not be read")                           \
  X(kSkippedNoUrl,       "skipped_no_url",       "records without a URL")                                    \
  X(kSkippedBomb,        "skipped_bomb",         "payloads over the decompression ratio or nesting limit")   \
  X(kSkippedEmptyFile,   "skipped_empty_file",   "empty payloads")                                           \
  X(kResynchronised,     "resynchronised",       "times an archive reader searched for the next record")     \
  X(kTruncatedRecords,   "truncated_records",    "records cut short; what was there is indexed")             \
  X(kPayloadCapped,      "payload_capped",       "payloads cut at --max-page-bytes")                         \
  X(kBodyUndecoded,      "body_undecoded",       "bodies whose announced encoding was wrong; taken as is")   \
  X(kCharsetGuessed,     "charset_guessed",      "pages without any declared or provable charset")           \
  X(kSubstitutions,      "substitutions",        "malformed byte sequences replaced by U+FFFD")              \
  X(kDegradedBytes,      "degraded_bytes",       "pages degraded: html byte budget")                         \
  X(kDegradedMemory,     "degraded_memory",      "pages degraded: parser memory budget")                     \
  X(kDegradedTime,       "degraded_time",        "pages degraded: parser time budget")                       \
  X(kDepthCut,           "depth_cut",            "pages whose tree was cut at the depth limit")              \
  X(kTokensLong,         "tokens_long",          "words over the length limit, indexed in pieces")           \
  X(kLinksDropped,       "links_dropped",        "links that are no absolute or relative http(s)/file URL")  \
  X(kTokensSeen,         "tokens_seen",          "words of page bodies")                                     \
  X(kTokensIndexed,      "tokens_indexed",       "words of page bodies that are in the index")               \
  X(kBlocksSeen,         "blocks_seen",          "blocks with words")                                        \
  X(kBlocksTemplate,     "blocks_template",      "template blocks struck from the index")                    \
  X(kBlocksKeptOne,      "blocks_kept_one",      "template blocks kept on their representative page")        \
  X(kBlocksProtected,    "blocks_protected",     "template blocks kept by a protection rule")                \
  X(kAnchors,            "anchors",              "links that say something about a page")                    \
  X(kAnchorsDropped,     "anchors_dropped",      "links and titles over the bounds of what pages say")
// clang-format on

enum class Counter : std::size_t {
#define X(id, name, help) id,
  THRESH_COUNTERS(X)
#undef X
      kCount
};

struct CounterInfo {
  std::string_view name;
  std::string_view help;
};

inline constexpr std::size_t kCounterCount = static_cast<std::size_t>(Counter::kCount);
inline constexpr std::array<CounterInfo, kCounterCount> kCounterTable = {{
#define X(id, name, help) {name, help},
    THRESH_COUNTERS(X)
#undef X
}};

// A value per counter. Not thread-safe: every owner has its own and they are added up.
class Counters {
 public:
  std::uint64_t& operator[](Counter c) { return values_[static_cast<std::size_t>(c)]; }
  std::uint64_t operator[](Counter c) const { return values_[static_cast<std::size_t>(c)]; }
  std::uint64_t at(std::size_t i) const { return values_.at(i); }
  void set(std::size_t i, std::uint64_t v) { values_.at(i) = v; }
  void Add(const Counters& other) {
    for (std::size_t i = 0; i < kCounterCount; ++i) values_[i] += other.values_[i];
  }
  // Records and files that did not become a page, whatever the reason.
  std::uint64_t Skipped() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kCounterCount; ++i) {
      if (kCounterTable[i].name.starts_with("skipped_")) sum += values_[i];
    }
    return sum;
  }
  friend bool operator==(const Counters&, const Counters&) = default;

 private:
  std::array<std::uint64_t, kCounterCount> values_{};
};

}  // namespace thresh
