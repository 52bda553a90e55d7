// Store: a store on disk, open for reading. Both programs read stores through it; only
// indexer/segment writes them.
//
//   STORE/  CURRENT  manifest-000007  crawl-000007.sst  masks-000007.sst  seg-000003/  seg-000007/
//           LOCK  work/
//
// A store is the set of its sites. Each site lies whole in one of the immutable segments; where an
// update has written a site anew, the site is masked in the segment that had it before. A store
// gives its sites, pages and templates numbers of its own: sites by host, pages by host and URL, as
// if it had one segment. CURRENT names the live manifest. Store::Open() reads CURRENT, checks the
// checksum, the format version and the analyzer of the manifest, and opens every segment read-only.
// It refuses damaged, foreign, newer and half-copied stores with one line.
//
// Several stores that share no site may be joined to one, which nobody can tell from a store that
// has all their sites: `thresh-query search --store A --store B` reads one.
//
// A reader keeps what it opened: a build that publishes meanwhile changes nothing for it. All const
// functions are safe on any number of threads at the same time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "common/store/crawl_table.h"
#include "common/store/live_sites.h"
#include "common/store/manifest.h"
#include "common/store/mask_table.h"
#include "common/store/schema.h"
#include "common/store/segment.h"

namespace thresh {

// The live manifest of a store, without opening a segment. kMissing if there is no store, kUnusable
// if it is damaged or foreign.
Result<Manifest> ReadManifest(const std::string& store);

class Store {
 public:
  // kMissing if there is no store at `path`; kUnusable if it is damaged, foreign, newer, half
  // copied or made by another analyzer.
  // `stores`: how many are opened to be joined, and share the memory for cached blocks.
  static Result<std::unique_ptr<Store>> Open(const std::string& path, std::size_t stores = 1);
  // What a manifest of the store lists, whatever CURRENT names and whoever cut its words. Its files
  // are not compared with what the manifest says of them.
  static Result<std::unique_ptr<Store>> Open(const std::string& path, Manifest manifest,
                                             std::size_t stores = 1);

  // Joins stores to one. kUsage if two of them hold the same site, or were built with different
  // settings, with two stores and the difference in the message. REQUIRES: at least one store.
  static Result<std::unique_ptr<Store>> Join(std::vector<std::unique_ptr<Store>> stores);

  // Of joined stores: their settings, all segments, the newest date, and the content digest that
  // one store of all their sites has. Counters, seconds and files beside the segments are left out.
  const Manifest& manifest() const { return manifest_; }
  // The manifest of each store that was joined, in their order. Empty if none was.
  const std::vector<Manifest>& joined() const { return joined_; }
  // Which of them has the segment; 0 if none was joined.
  std::uint32_t joined_of(std::uint32_t segment) const { return joined_of_[segment]; }
  const std::string& path() const { return path_; }

  // By the numbers of the store.
  std::uint32_t docs() const { return live_.docs(); }
  const std::vector<SiteRecord>& sites() const;
  const LengthsRecord& lengths() const;
  // The totals of all sites. `terms` is 0 where the store has several segments: it would have to be
  // counted (common/postings/dictionary.h). Bytes are those of the segments, masked sites among
  // them.
  const Statistics& statistics() const { return statistics_; }
  Result<FamilyBytes> Sizes() const;
  Result<std::string> Detector() const;  // name and parameters

  // Which pages of the segments are those of the store. Segments are numbered as in the manifest.
  const LiveSites& live() const { return live_; }
  std::uint32_t segments() const { return static_cast<std::uint32_t>(segments_.size()); }
  const Segment& segment(std::uint32_t number) const { return *segments_[number]; }
  // The only segment, if none of its sites is masked: its numbers are those of the store. Else
  // null.
  const Segment* whole() const;
  // What the masked sites of a segment count for in the statistics of terms, in the rows of its
  // name. Null if its store masks no site.
  const MaskTable* masks(std::uint32_t segment) const { return masks_[joined_of_[segment]].get(); }
  // The number that the first template of a segment has in the store.
  std::uint32_t first_template(std::uint32_t segment) const { return first_template_[segment]; }

  // REQUIRES: the store was not joined. Stores that will be joined have a table each.
  Result<std::unique_ptr<CrawlTable>> OpenCrawlTable() const;
  // An analyzer of queries with the settings of the store, for one thread. Where pages have
  // stemmers of their own, it has all of them (StemmersOf).
  Result<std::unique_ptr<Analyzer>> MakeAnalyzer() const;

 private:
  Store(std::string path, Manifest manifest)
      : path_(std::move(path)), manifest_(std::move(manifest)) {}
  Status OpenSegments(std::size_t stores);
  Status FindSites();
  void JoinSegments();
  void TakeFrom(Store& store);
  std::string path_;
  Manifest manifest_;
  std::vector<Manifest> joined_;
  std::vector<std::unique_ptr<Segment>> segments_;
  std::vector<std::uint32_t> first_template_;
  std::vector<std::uint32_t> joined_of_;           // by segment
  std::vector<std::unique_ptr<MaskTable>> masks_;  // by store; one, unless stores were joined
  LiveSites live_;
  Statistics statistics_;
  // Of several segments. A single one has its own.
  std::vector<SiteRecord> sites_;
  LengthsRecord lengths_;
};

// The record of a page, or its text, with the numbers of the store. kUnusable if the row is missing
// or damaged. REQUIRES: doc < store.docs().
Result<DocRecord> ReadPage(const Store& store, DocId doc);
Result<TextRecord> ReadText(const Store& store, DocId doc);
// The links of a page with this address.
Result<LinksRecord> ReadLinks(const Store& store, DocId doc, std::string_view url);
// The text without shared texts, which are all struck. Reads only one row.
Result<TextRecord> ReadKeptText(const Store& store, DocId doc);

// The site of a host. kMissing if the store has none; the message of an address says what is
// wanted.
Result<SiteId> FindSite(const Store& store, std::string_view host);

// The page of a URL. Nothing if the store has none.
Result<std::optional<DocId>> FindUrl(const Store& store, std::string_view url);
// The page that a link to `url` leads to: that of the URL, else the file of the folder.
Result<std::optional<DocId>> FindTarget(const Store& store, std::string_view url);

// A template by its number in the store. Nothing if there is none, or if its site is masked.
Result<std::optional<TemplateRecord>> ReadTemplate(const Store& store, TemplateId id);
// All templates of the store, heaviest first. `visit` may stop the walk with an error of its own.
Status ForEachTemplate(const Store& store,
                       const std::function<Status(TemplateId, TemplateRecord)>& visit);

}  // namespace thresh
