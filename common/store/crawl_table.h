// CrawlTable: the history of a store's pages, URL by URL: when a page was seen first and last, when
// and how it changed, and since when it is gone. One table file beside the segments,
// `crawl-NNNNNN.sst`; each publish writes it anew. It says what happened and not what the store
// holds, so no content digest covers it. indexer/build writes it, and both programs read it.
//
// A table is open as long as its object lives, also when a later publish removes the file. Any
// thread may read.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

// What an update did to a page.
enum class PageChange : std::uint8_t {
  kNone,
  kNew,        // it was not in the store
  kFurniture,  // other words, and none of them is content: templates changed around it
  kContent,
  kGone,
  kCount
};
inline constexpr std::array<std::string_view, 5> kPageChangeNames = {
    "unchanged", "new", "furniture", "content", "gone"};

// Times are those of the crawl, ISO 8601, UTC; of a crawl that tells none, the time of the update.
struct CrawlRecord {
  std::string first_seen, last_seen;
  std::string words_changed;    // any words, templates among them
  std::string content_changed;  // words that are no template
  std::string gone;             // since when; empty for a page that is there
  std::string gone_record;      // the date of the record that says so; empty if none does
  std::string seen_record;      // the newest date of a 304 or revisit; empty if there is none
  std::string last_missed;      // when the server did not answer
  PageChange change = PageChange::kNone;  // the last one that was any
  std::uint64_t changed_by = 0;           // number of the manifest that published it
  std::uint32_t status = 200;             // of the last answer
  std::uint32_t misses = 0;               // since it was seen last
  bool broken = false;                    // the store has a piece: the transfer broke off

  bool live() const { return gone.empty(); }
  // The store has or had the page. Of others only that they are gone is known.
  bool was_there() const { return !first_seen.empty(); }
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

// What the update that published the table has done.
struct UpdateReport {
  // A template whose pages became more or fewer.
  struct Template {
    std::string host, text;
    std::uint64_t before = 0, after = 0;  // pages
  };
  std::uint64_t fetched = 0;     // pages of the crawl that the store took
  std::uint64_t same_bytes = 0;  // of these, pages as they were
  std::uint64_t same_words = 0;  // other bytes, the same words
  std::uint64_t furniture = 0, content = 0, added = 0;
  std::uint64_t gone = 0;
  std::uint64_t moved = 0;           // of these, to a page of the crawl; is not stored
  std::uint64_t seen = 0;            // told to be unchanged, without a fetch
  std::uint64_t missed = 0;          // the server did not answer
  std::uint64_t broken = 0;          // the transfer broke off; is not stored
  std::uint64_t unknown = 0;         // told of, and not in the store
  std::uint64_t refetch = 0;         // told to be there, and the store has lost it; is not stored
  std::uint64_t copies = 0;          // told to be copies of other URLs; is not stored
  std::uint64_t older = 0;           // records of the crawl older than what counts
  std::uint64_t undated = 0;         // of these, without a date; is not stored
  std::uint64_t guarded = 0;         // pages that would have gone, kept by the guard
  std::uint64_t verdicts_moved = 0;  // the same words, and others of them are templates
  std::uint64_t sites_judged = 0, sites = 0, pages = 0;
  std::vector<std::string> guarded_hosts;
  std::vector<Template> templates;  // the largest changes first, at most kMostTemplates
  static constexpr std::size_t kMostTemplates = 50;
  std::uint64_t templates_came = 0, templates_went = 0;

  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

// Keys of the table. No host holds a byte 0.
std::string CrawlKey(std::string_view host, std::string_view url);
std::string CrawlReportKey();

class CrawlTable {
 public:
  static Result<std::unique_ptr<CrawlTable>> Open(const std::string& file);
  ~CrawlTable();

  // Returns false if the store has never had the page.
  Result<bool> Find(std::string_view host, std::string_view url, CrawlRecord* record) const;
  // Whether the store has, or once had, a page of the site.
  Result<bool> Knows(std::string_view host) const;
  Result<UpdateReport> Report() const;

  // The records by host and URL; all of them, or those of one host. Stands on the first one.
  // `record`, `host` and `url` may be asked while Valid(), and are valid until Next.
  class Rows {
   public:
    ~Rows();
    bool Valid() const;
    void Next();
    std::string_view host() const;
    std::string_view url() const;
    const CrawlRecord& record() const;
    // Of reading so far: a damaged row ends the rows.
    Status status() const;

   private:
    friend class CrawlTable;
    struct Impl;
    explicit Rows(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };
  std::unique_ptr<Rows> Scan(std::string_view host = {}) const;

 private:
  struct Impl;
  explicit CrawlTable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
