// Counters: what a build counts, as one table. Nothing is dropped silently: every record, page,
// block and byte that does not reach the index increments a counter. The final report of a build,
// `thresh-query stats` and the HTML report print them (`common/report/counter_report.h`).
//
// Every stage, source and digest thread counts in a `Counters` of its own. The pipeline adds them
// up when its threads have ended, and the manifest stores the sum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace thresh {

// What a counter counts. The reports group by it.
enum class CounterKind : std::uint8_t {
  kInput,    // all that was read
  kPage,     // pages of the index, and some of them for a reason
  kSkipped,  // records that did not become a page, by reason
  kChanged,  // what a page lost or had replaced on its way into the index
  kContent,  // words, blocks and links of the pages, with and without templates
  kReader,   // which reader of html read the pages, and why
};

// A row is (enum, kind, name, help). The manifest and the ledger store names: append rows, never
// rename one.
// clang-format off
#define THRESH_COUNTERS(X)                                                                                            \
  X(kRecordsRead,        kInput,   "records_read",         "records or files found in the input")                     \
  X(kBytesRead,          kInput,   "bytes_read",           "bytes of the pages that were handed to the indexer")      \
  X(kIndexed,            kPage,    "indexed",              "pages in the index")                                      \
  X(kEmpty,              kPage,    "empty",                "indexed pages without a word in their body")              \
  X(kDuplicate,          kPage,    "duplicate",            "indexed pages that are copies of another page")           \
  X(kSuperseded,         kPage,    "superseded",           "pages left out: the input has a newer one of their URL")  \
  X(kDegraded,           kPage,    "degraded",             "indexed pages over a parser budget, read as plain text")  \
  X(kNoindex,            kPage,    "noindex",              "pages that ask for no index; see --respect-robots")       \
  X(kWithheld,           kPage,    "withheld",             "pages left out by --respect-robots")                      \
  X(kCanonicalSite,      kPage,    "canonical_site",       "pages whose rel=canonical names another page of the site") \
  X(kCanonicalAway,      kPage,    "canonical_away",       "pages whose rel=canonical names no page of the site")     \
  X(kCanonicalCopy,      kPage,    "canonical_copy",       "copies by rel=canonical: their words are on the page it names") \
  X(kSkippedSymlink,     kSkipped, "skipped_symlink",      "symbolic links (not followed)")                           \
  X(kSkippedSpecial,     kSkipped, "skipped_special",      "sockets, devices and pipes")                              \
  X(kSkippedUnreadable,  kSkipped, "skipped_unreadable",   "files or folders without permission to read")             \
  X(kSkippedExcluded,    kSkipped, "skipped_excluded",     "files excluded by --include or --exclude")                \
  X(kSkippedNotHtml,     kSkipped, "skipped_not_html",     "records or files that are not HTML")                      \
  X(kSkippedStatus,      kSkipped, "skipped_status",       "HTTP responses with a status other than 2xx")             \
  X(kSkippedRecordType,  kSkipped, "skipped_record_type",  "archive records of other types (request, metadata, ...)") \
  X(kSkippedRevisit,     kSkipped, "skipped_revisit",      "revisit records of the bytes of another URL")             \
  X(kSkippedUnchanged,   kSkipped, "skipped_unchanged",    "revisit records: the page has not changed")               \
  X(kSkippedMalformed,   kSkipped, "skipped_malformed",    "records that could not be read")                          \
  X(kSkippedNoUrl,       kSkipped, "skipped_no_url",       "records without a URL")                                   \
  X(kSkippedBomb,        kSkipped, "skipped_bomb",         "payloads over the limit of decompression or nesting")     \
  X(kSkippedEmptyFile,   kSkipped, "skipped_empty_file",   "empty payloads")                                          \
  X(kSkippedBinary,      kSkipped, "skipped_binary",       "pages by name or type whose bytes are no text")           \
  X(kSkippedLongUrl,     kSkipped, "skipped_long_url",     "pages whose URL is longer than 4 KB")                     \
  X(kResynchronised,     kChanged, "resynchronised",       "searches for the next record after damage in an archive") \
  X(kTruncatedRecords,   kChanged, "truncated_records",    "incomplete records, indexed as far as they go")           \
  X(kPayloadCapped,      kChanged, "payload_capped",       "payloads cut at --max-page-bytes")                        \
  X(kBodyUndecoded,      kChanged, "body_undecoded",       "bodies without the declared encoding, taken as they are") \
  X(kUnreadDate,         kChanged, "unread_date",          "dates that are no dates, taken for none")                 \
  X(kCharsetGuessed,     kChanged, "charset_guessed",      "pages without a declared or provable charset")            \
  X(kSubstitutions,      kChanged, "substitutions",        "malformed byte sequences replaced by U+FFFD")             \
  X(kDegradedBytes,      kChanged, "degraded_bytes",       "pages degraded by the parser's byte budget")              \
  X(kDegradedMemory,     kChanged, "degraded_memory",      "pages degraded by the parser's memory budget")            \
  X(kDegradedTime,       kChanged, "degraded_time",        "pages degraded by the parser's time budget")              \
  X(kDepthCut,           kChanged, "depth_cut",            "pages whose element tree was cut at the depth limit")     \
  X(kLanguageGuessed,    kChanged, "language_guessed",     "pages whose language their text says, for --stemmer auto") \
  X(kLanguageCorrected,  kChanged, "language_corrected",   "pages in another language than they say, for --stemmer auto") \
  X(kTokensLong,         kChanged, "tokens_long",          "words over the length limit, indexed in pieces")          \
  X(kSvgText,            kChanged, "svg_text",             "pages with words in drawings (svg), not indexed")         \
  X(kNoscriptText,       kChanged, "noscript_text",        "pages with words in a <noscript>, not indexed")           \
  X(kAttributeText,      kChanged, "attribute_text",       "pages with words in alt, title=, ..., not indexed")       \
  X(kTitlesCut,          kChanged, "titles_cut",           "titles over 1 KB and descriptions over 4 KB, cut there")  \
  X(kLinksDropped,       kChanged, "links_dropped",        "links that are not valid http(s) or file URLs")           \
  X(kTokensSeen,         kContent, "tokens_seen",          "words of page bodies")                                    \
  X(kTokensIndexed,      kContent, "tokens_indexed",       "words of page bodies that are in the index")              \
  X(kBlocksSeen,         kContent, "blocks_seen",          "blocks with words")                                       \
  X(kBlocksTemplate,     kContent, "blocks_template",      "template blocks removed from the index")                  \
  X(kBlocksKeptOne,      kContent, "blocks_kept_one",      "template blocks kept on their representative page")       \
  X(kBlocksProtected,    kContent, "blocks_protected",     "template blocks kept by a protection rule")               \
  X(kAnchors,            kContent, "anchors",              "links whose text is indexed for the page they lead to")   \
  X(kAnchorsDropped,     kContent, "anchors_dropped",      "links and titles over the limit of texts for a page")     \
  X(kParsedStraight,     kReader,  "parsed_straight",      "pages read by the straight reader")                       \
  X(kParsedGumbo,        kReader,  "parsed_gumbo",         "pages read by gumbo")                                     \
  X(kGumboNul,           kReader,  "gumbo_nul",            "pages left to gumbo: NUL bytes")                          \
  X(kGumboForeign,       kReader,  "gumbo_foreign",        "pages left to gumbo: math, or svg with html in it")       \
  X(kGumboTemplate,      kReader,  "gumbo_template",       "pages left to gumbo: a <template>")                       \
  X(kGumboFrames,        kReader,  "gumbo_frames",         "pages left to gumbo: a <frameset>")                       \
  X(kGumboRareTag,       kReader,  "gumbo_rare_tag",       "pages left to gumbo: <plaintext>, <isindex> or <image>")  \
  X(kGumboReference,     kReader,  "gumbo_reference",      "pages left to gumbo: odd references or attributes")       \
  X(kGumboQuirks,        kReader,  "gumbo_quirks",         "pages left to gumbo: a table in <p>, an odd doctype")     \
  X(kGumboEffort,        kReader,  "gumbo_effort",         "pages left to gumbo: too deep, or too much to repair")    \
  X(kParserChecked,      kReader,  "parser_checked",       "pages that both readers read, for --check-parser")        \
  X(kParserDiffers,      kReader,  "parser_differs",       "pages that the two readers read differently: gumbo's way counts")
// clang-format on

enum class Counter : std::size_t {
#define X(id, kind, name, help) id,
  THRESH_COUNTERS(X)
#undef X
      kCount
};

struct CounterInfo {
  CounterKind kind;
  std::string_view name;
  std::string_view help;  // one line
};

inline constexpr std::size_t kCounterCount = static_cast<std::size_t>(Counter::kCount);
inline constexpr std::array<CounterInfo, kCounterCount> kCounterTable = {{
#define X(id, kind, name, help) {CounterKind::kind, name, help},
    THRESH_COUNTERS(X)
#undef X
}};

// A value for each row of the table, 0 at first. Not thread-safe.
class Counters {
 public:
  std::uint64_t& operator[](Counter c) { return values_[static_cast<std::size_t>(c)]; }
  std::uint64_t operator[](Counter c) const { return values_[static_cast<std::size_t>(c)]; }
  // By row of kCounterTable; `i` must be below kCounterCount.
  std::uint64_t at(std::size_t i) const { return values_.at(i); }
  void set(std::size_t i, std::uint64_t v) { values_.at(i) = v; }
  // Sets the counter of this name. Returns false and changes nothing if no counter has it.
  [[nodiscard]] bool SetByName(std::string_view name, std::uint64_t value) {
    for (std::size_t i = 0; i < kCounterCount; ++i) {
      if (kCounterTable[i].name != name) continue;
      values_[i] = value;
      return true;
    }
    return false;
  }
  void Add(const Counters& other) {
    for (std::size_t i = 0; i < kCounterCount; ++i) values_[i] += other.values_[i];
  }
  // Records that did not become a page, for whatever reason. No record is skipped for two reasons,
  // so the counters of this kind add up.
  std::uint64_t Skipped() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kCounterCount; ++i) {
      if (kCounterTable[i].kind == CounterKind::kSkipped) sum += values_[i];
    }
    return sum;
  }
  friend bool operator==(const Counters&, const Counters&) = default;

 private:
  std::array<std::uint64_t, kCounterCount> values_{};
};

}  // namespace thresh
