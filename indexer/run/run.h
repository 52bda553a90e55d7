// Run: the pages that fit into --run-memory, frozen. The detector judges it if its row asks for
// runs, RunWriter writes it, and it is thrown away. RunTable is the same while it fills: the hash
// table of Chen et al. 2006, 3.3.
//
// The table has 256 Ki buckets (one a KiB if the budget is below 256 MiB). Each term heads a list
// of (block, offsets). The lists, and the pages' texts and links, lie in one arena whose bytes are
// counted. The table is full when they reach the budget, which is checked between pages only: a run
// has at least one page.
//
// The fold owns the RunTable, which is not thread-safe. A Run never changes, so any thread may
// read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/ids.h"
#include "common/store/schema.h"
#include "indexer/records.h"

namespace thresh {

struct RunRows;    // run_format.h
struct WordChunk;  // word_table.h: a piece of a term's list

inline constexpr std::size_t kHashBuckets = 256 * 1024;

// A block of a run, as a detector sees it that counts in runs.
struct RunBlockInfo {
  DocId doc;
  BlockNo block;  // in its page
  Field field = Field::kBody;
  bool duplicate = false;  // of a page with an earlier page's token sequence: adds no support
  std::uint32_t tokens = 0;
  std::uint32_t distinct = 0;
  SiteId site;
  Hash128 style;
  Hash128 text_hash;
};

// A page of a run. Blocks [first_block, first_block + blocks) are its own, body blocks first.
struct RunDocInfo {
  DocId doc;
  SiteId site;
  RunBlock first_block;
  std::uint32_t blocks = 0;
  bool duplicate = false;
  std::string_view host, url;
  std::string_view
      record;  // encoded RunDocRecord (run_format.h): what the run writer stores of the page
  std::string_view text;   // encoded spans
  std::string_view links;  // encoded links
  std::string_view harvest;
};

// A record of the crawl that is no page: what it says of its URL.
struct RunEvent {
  RecordKind kind = RecordKind::kSeen;
  std::uint32_t status = 0;
  bool stored = false;             // Page::stored
  std::uint32_t pages_before = 0;  // of the build
  std::string_view host, url, date, target;
};

// One (word, block) pair of a term's list. It is valid as long as the run.
class RunPosting {
 public:
  RunBlock block;
  std::uint32_t count = 0;
  // 1-based offsets in the block, ascending; appended to *offsets.
  void Offsets(std::vector<std::uint32_t>* offsets) const;
  // The same as differences d1 = o1, dk = ok - o(k-1): calls f(k, dk) for k = 0..count-1.
  template <typename F>
  void Differences(F f) const {
    const unsigned char* at = bytes;
    for (std::uint32_t k = 0; k < count; ++k) f(k, static_cast<std::uint32_t>(TakeVarint(&at)));
  }
  const unsigned char* bytes = nullptr;  // varints of the differences; lives as long as the run
};

class Run {
 public:
  struct Impl;
  explicit Run(std::unique_ptr<Impl> impl);
  ~Run();

  std::span<const RunDocInfo> docs() const;
  std::span<const RunEvent> events() const;  // in the order of the crawl
  // Indexed by RunBlock. Empty if the RunTable was told that nobody reads them.
  std::span<const RunBlockInfo> blocks() const;
  struct Home {
    DocId doc;
    Field field = Field::kBody;
  };
  Home home(RunBlock block) const;
  std::size_t bytes() const;  // counted arena bytes

  // Distinct terms in byte order; TermId is the rank.
  std::size_t terms() const;
  std::string_view term(TermId id) const;
  // Calls f(const RunPosting&) for each block that has the term, in ascending order.
  template <typename F>
  void ForEachPosting(TermId id, F f) const {
    PostingReader reader = Postings(id);
    RunPosting posting;
    while (reader.Next(&posting)) f(posting);
  }

  // Walks the list of a term.
  class PostingReader {
   public:
    // Steps to the first posting, then to each next one. Returns false after the last one, and
    // again if called again.
    bool Next(RunPosting* posting);

   private:
    friend class Run;
    void Enter(const WordChunk& chunk);
    const WordChunk* next_chunk_ = nullptr;
    const unsigned char* at_ = nullptr;
    const unsigned char* end_ = nullptr;
    std::uint32_t last_block_ = 0;
  };
  PostingReader Postings(TermId id) const;

  // Body position (0-based, in the page's token sequence) of an offset (1-based, in a block). In
  // any other field the position is offset - 1.
  std::uint32_t Position(RunBlock block, std::uint32_t offset) const;

 private:
  std::unique_ptr<Impl> impl_;
};

class RunTable {
 public:
  // `for_detector`: Run::blocks is wanted. It takes more memory than all else that a run knows of
  // its blocks.
  explicit RunTable(std::size_t budget_bytes, bool for_detector = true);
  RunTable(RunTable&&) noexcept;
  ~RunTable();

  // Takes a page in, even into a full table. `duplicate_of` is the first page of the site with the
  // same token sequence, if any.
  void Add(const Page& page, const RunRows& rows, DocId doc, SiteId site,
           std::optional<DocId> duplicate_of);
  void Add(const Page& page, DocId doc, SiteId site,
           std::optional<DocId> duplicate_of);  // makes the rows
  // Takes in a record that is no page.
  void AddEvent(const Page& record, std::uint32_t pages_before);
  bool empty() const;
  bool full() const;  // counted bytes have reached the budget
  std::size_t bytes() const;
  // Sorts the terms and hands everything over. The table is empty afterwards and may be filled
  // again.
  std::unique_ptr<Run> Freeze();

 private:
  struct Fold;
  std::unique_ptr<Fold> fold_;
  std::size_t budget_;
};

}  // namespace thresh
