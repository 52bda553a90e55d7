// PageOrder: which pages of a build are in its segment, and in what order. Pages stand by host and
// URL, whatever the order of the crawl. One URL is one page: the newest date wins, then the larger
// docno, then the later place in the input, where the store stands before the crawl; the others are
// superseded. A page whose transfer broke off counts only where no whole page is left; where one
// is, it is a miss (CrawlEvent). A page is a duplicate if an earlier page of its site, in this
// order, has the same words in the same order.
//
// A page goes if a record says so that is newer than the page, and if no still newer one has seen
// the page, in this crawl or in an earlier one. Where too much of a site would go in one step,
// nothing of it goes: a server that answers 404 to everything is more often broken than empty. A
// page that has moved does not count there: the crawl has its new address, and no other page of the
// site leads to the same one.
//
// A site of many pages is learnt from a sample of its evidence: the pages whose URLs have the
// smallest hashes. So the sample depends on the pages of the site alone, and pages that come or go
// change little of it.
//
// The fold makes one when the input has ended. After that it never changes, and any thread may
// read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/records.h"
#include "indexer/strikes.h"

namespace thresh {

// What a record of the crawl that is no page says of its URL.
struct CrawlEvent {
  std::string_view host, url, date;
  RecordKind kind = RecordKind::kSeen;
  std::uint32_t status = 0;
  bool stored = false;           // the store says it, and not the crawl
  bool broken = false;           // it was a page whose transfer broke off
  std::uint32_t after = 0;       // pages that arrived before
  std::string_view target = {};  // where a redirect leads to
};

class PageOrder {
 public:
  std::size_t pages() const { return first_copy_.size(); }  // of the segment
  std::size_t arrived() const { return doc_of_.size(); }
  // Pages of the crawl that are older than the page of their URL that counts.
  std::size_t superseded() const { return superseded_; }
  // These, pages that are older than a record that they are gone, and records that a page is gone
  // that are older than the page.
  std::size_t older() const { return superseded_ + older_; }
  // Of these, what has no date where the one that counts has a date.
  std::size_t undated() const { return undated_; }
  std::size_t sites() const { return site_of_.size(); }  // that arrived
  // Pages of the store that have moved to another page of the crawl.
  std::size_t moved() const { return moved_; }
  // Hosts of which the guard has kept pages, and how many.
  const std::vector<std::pair<std::string, std::size_t>>& guarded() const { return guarded_; }
  std::size_t duplicates() const;

  // By number of arrival. Nothing if the page is superseded.
  std::optional<DocId> Of(DocId arrival) const {
    const std::uint32_t doc = doc_of_[arrival.value];
    return doc == kNone ? std::nullopt : std::optional(DocId(doc));
  }
  // kNoSite if the site has no page left.
  SiteId Of(SiteId arrival) const { return site_of_[arrival.value]; }
  static constexpr SiteId kNoSite{0xffffffff};

  // By number in the segment. Nothing if the page is no duplicate.
  std::optional<DocId> FirstCopy(DocId doc) const {
    const std::uint32_t first = first_copy_[doc.value];
    return first == kNone ? std::nullopt : std::optional(DocId(first));
  }

  // A page of the segment that is no duplicate: evidence for a detector. By number of arrival.
  bool IsEvidence(DocId arrival) const {
    const std::uint32_t doc = doc_of_[arrival.value];
    return doc != kNone && first_copy_[doc] == kNone;
  }
  // The evidence of the site is what was no duplicate when it came.
  bool AsArrived(SiteId arrival) const { return as_arrived_[arrival.value]; }

  // How many pages of evidence the site is learnt from, or 0 if it is judged as a whole.
  std::uint32_t LearntFrom(SiteId arrival) const { return learnt_from_[arrival.value]; }
  bool IsSample(DocId arrival) const {
    return arrival.value < sample_.size() && sample_[arrival.value];
  }
  std::uint32_t Evidence(SiteId arrival) const { return evidence_[arrival.value]; }
  const std::string& Host(SiteId arrival) const { return hosts_[arrival.value]; }

  // A page that the store had, and not one of the crawl.
  bool IsStored(DocId doc) const { return doc.value < stored_.size() && stored_[doc.value]; }
  // A piece of a page: its transfer broke off.
  bool IsBroken(DocId doc) const { return doc.value < broken_.size() && broken_[doc.value]; }
  // What the records that are no pages say, by host and URL.
  const std::vector<CrawlEvent>& events() const { return events_; }

  // The strikes by numbers of the segment; strikes on superseded pages are left out.
  Strikes Renumbered(const Strikes& strikes) const;

 private:
  friend class PageOrderMaker;
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<std::uint32_t> doc_of_;       // by number of arrival
  std::vector<SiteId> site_of_;             // by number of arrival
  std::vector<bool> as_arrived_;            // by number of arrival, of sites
  std::vector<std::string> hosts_;          // by number of arrival, of sites
  std::vector<std::uint32_t> evidence_;     // pages, by number of arrival, of sites
  std::vector<std::uint32_t> learnt_from_;  // by number of arrival, of sites
  std::vector<bool> sample_;                // by number of arrival; empty if no site is learnt
  std::vector<std::uint32_t> first_copy_;   // by number in the segment
  std::vector<bool> stored_, broken_;       // by number in the segment
  std::vector<CrawlEvent> events_;
  std::deque<std::string> event_bytes_;
  std::size_t superseded_ = 0, older_ = 0, undated_ = 0, moved_ = 0;
  std::vector<std::pair<std::string, std::size_t>> guarded_;
};

// When pages of the store go.
struct GoneRules {
  double most_gone = 1;               // of a site, in one step
  std::vector<std::string> complete;  // hosts: a page that the crawl does not name is gone
  // The newest date at which an earlier crawl has seen the page unchanged, or an empty string.
  // Asked for few pages: those that would go.
  std::function<std::string(std::string_view host, std::string_view url)> seen = {};
  // Something of the crawl could not be read, so it does not say what it does not name.
  bool lost = false;
};

class PageOrderMaker {
 public:
  // What of a page decides where it stands.
  struct Place {
    std::string_view host, url, date, docno;
    Hash128 token_hash;
    bool has_words = false;
    bool stored = false;  // it came out of the store
    bool broken = false;  // Page::broken
  };
  // To be called for every page of the build as it arrives.
  void Add(const Arrival& arrival, const Place& place);
  void AddEvent(const CrawlEvent& event);
  std::uint32_t pages() const { return static_cast<std::uint32_t>(rows_.size()); }
  // Called once, after the last page. Sites with more pages of evidence than `learn_pages` are
  // learnt from that many; 0: none is.
  PageOrder Finish(const GoneRules& rules = {}, std::uint32_t learn_pages = 0);

 private:
  // Where the strings of a page stand in bytes_, one behind the other.
  struct Row {
    std::size_t begin = 0;
    std::uint32_t url = 0, date = 0, docno = 0;  // lengths
    SiteId site;
    bool duplicate = false, has_words = false, stored = false, broken = false;
    Hash128 token_hash;
  };
  // All records of one URL.
  struct Group {
    std::vector<std::uint32_t> pages;  // whole ones first, and the newest first
    std::vector<const CrawlEvent*> events;
    bool was_there = false;  // the store has it
  };
  // Whether the page of a group goes, and whether the guard has a say in it.
  enum class Fate { kStays, kGoesIfAllowed, kGoes };
  struct Chosen {
    std::uint32_t page = 0;
    Fate fate = Fate::kStays;
    const CrawlEvent* gone = nullptr;  // that says so
    bool was_there = false;            // Group::was_there
  };
  std::string_view Url(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin, row.url);
  }
  std::string_view Date(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin + row.url, row.date);
  }
  std::string_view Docno(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin + row.url + row.date, row.docno);
  }
  bool IsNewer(std::uint32_t a, std::uint32_t b) const;
  bool Counts(std::uint32_t a, std::uint32_t b) const;
  bool IsAfter(const CrawlEvent& event, std::uint32_t page) const;
  void CountSuperseded(const Group& group, std::uint32_t chosen, PageOrder* order);
  void CountOlder(const Group& group, const Chosen& chosen, PageOrder* order) const;
  Chosen FateOf(const Group& group, std::uint32_t page, bool complete,
                const GoneRules& rules) const;
  Chosen Choose(const Group& group, bool complete, const GoneRules& rules) const;
  bool WasSeenAfter(const Group& group, const CrawlEvent& gone, const GoneRules& rules) const;
  std::vector<std::uint32_t> SortedPages() const;
  void SortEvents();
  void AddMisses();
  void FindMoves();
  std::string_view NewAddress(const CrawlEvent& gone) const;
  std::size_t LetMoved(std::vector<Chosen>* fates) const;
  Group TakeGroup(std::span<const std::uint32_t>* sorted, std::size_t* event) const;
  std::vector<std::uint32_t> FindLive(std::span<const std::uint32_t> sorted, const GoneRules& rules,
                                      PageOrder* order);
  void RankSites();
  void NumberSites(const std::vector<std::uint32_t>& live, PageOrder* order) const;
  void FindCopies(const std::vector<std::uint32_t>& live, PageOrder* order) const;
  void CountEvidence(PageOrder* order) const;
  void DrawSamples(std::uint32_t learn_pages, PageOrder* order) const;

  std::string bytes_;
  std::vector<Row> rows_;  // by number of arrival
  std::deque<std::string> event_bytes_;
  std::vector<CrawlEvent> events_;
  std::unordered_map<std::string_view, std::string_view> moves_;  // URL to target
  std::unordered_set<std::string_view> there_;  // URLs that the crawl has, if any page has moved
  std::vector<std::uint32_t> misses_;  // pages whose transfer broke off, where a whole one counts
  std::vector<std::string> hosts_;     // by number of arrival, of sites
  std::vector<std::uint32_t> rank_;    // of the sites' hosts
};

}  // namespace thresh
