// Searcher: the query side as a library. It opens a store, ranks its pages, and reads and explains
// the hits.
//
//   THRESH_ASSIGN_OR_RETURN(auto searcher, Searcher::Open("crawl.store"));
//   THRESH_ASSIGN_OR_RETURN(const auto ranking,
//                           searcher->Search("+hash \"open addressing\"", DefaultSearch()));
//   for (const Hit& hit : ranking.hits) {
//     THRESH_ASSIGN_OR_RETURN(const DocRecord page, searcher->Page(hit.doc));
//     ...
//   }
//
// A page is its body, title, URL and description, after the removal of templates. A searcher keeps
// reading the version of the store that it opened, even if a build publishes a newer one meanwhile.
// Not thread-safe: each thread has its own searcher, which it opens or gets from Another().
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"
#include "query/retrieve/score_explanation.h"
#include "query/retrieve/scorer.h"

namespace thresh {

class Analyzer;
class CrawlTable;
class Index;
class PageAnalyzers;
class PageDates;
class PageFacets;
class StatisticsFile;
class Store;
struct CrawlRecord;

// What a searcher reads: one store, or several that share no site and are searched as one.
struct StoreNames {
  std::vector<std::string> stores;
  // A file of `thresh-query statistics`: the stores then rank as part of the whole that it counts.
  // Empty: they are the whole.
  std::string statistics = {};
  std::string synonyms = {};    // a file of synonyms (alternatives.h); empty: words have none
  std::string stop_words = {};  // a file of typed_stop_words.h; empty: every word counts
};
// "A, B".
std::string NamesText(const StoreNames& names);

class Searcher {
 public:
  // kMissing if there is no store. kUnusable if the store is damaged, of another program, of a
  // newer format, or built with another analyzer.
  static Result<std::unique_ptr<Searcher>> Open(const std::string& store) {
    return Open(StoreNames{.stores = {store}});
  }
  // kUsage if no store is named, if the stores share a site, if they were built with different
  // settings, or if the statistics are of other stores.
  static Result<std::unique_ptr<Searcher>> Open(const StoreNames& names);
  ~Searcher();
  // A searcher of the version that this one has open, for another thread. Opens no file, so it
  // works after the store has changed or gone. Any thread may call it while another one searches.
  Result<std::unique_ptr<Searcher>> Another() const;

  // A query whose words no page has gives an empty ranking, which is no error. kUsage for a bad
  // query (see query.h) or bad options, kFailed if the deadline passed, kUnusable for a damaged
  // list.
  Result<Ranking> Search(std::string_view query, const SearchOptions& options);

  // The two steps of the Search above, for callers that need the query's words afterwards.
  Result<Query> Parse(std::string_view query, Operator unsigned_pieces = Operator::kOr,
                      std::size_t* mistake = nullptr);
  Result<Ranking> Search(const Query& query, const SearchOptions& options) const;

  // The query with what its words may also stand for (alternatives.h).
  Result<Query> Vary(Query query, const SearchOptions& options) const;
  // The same, and with words of the best pages for it, if `options.expand` asks for some. Rank and
  // explain what Expand returns; show the words of the query itself.
  Result<Query> Expand(Query query, const SearchOptions& options);

  // The score of a page, unit by unit: the same score that Search gives with the same options.
  Result<ScoreExplanation> Explain(const Query& query, DocId doc,
                                   const SearchOptions& options) const;
  // A query for pages like this one. It has no units if no other page has any of its words.
  Result<Query> MoreLike(DocId doc);
  // The text of the query with unknown words corrected. Empty if there is nothing to correct.
  Result<std::string> Correct(std::string_view text, const Query& query) const;

  // kUsage if the store cannot be searched with this share of templates (FieldWeights).
  Status CheckTemplateShare(double share) const;

  Result<DocRecord> Page(DocId doc) const;
  // When the crawls saw the page and when it changed. A record without dates if nothing is known.
  Result<CrawlRecord> Dates(const DocRecord& page) const;
  PageFacets& facets() { return *facets_; }  // sites and years of pages
  // The page's text without templates (ReadKeptText in common/store/store.h).
  Result<TextRecord> KeptText(DocId doc) const;
  const Store& store() const;
  // Null if the store is the whole.
  const StatisticsFile* statistics() const;
  const Index& index() const { return *view_.index; }
  Analyzer& analyzer() { return *analyzer_; }  // of queries
  Analyzer& analyzer_of(const DocRecord& page);
  const TypedStopWords& stop_words() const;

 private:
  // The store as a search with this share of templates sees it.
  struct View {
    double template_share = 0;
    std::unique_ptr<Index> index;
    CollectionStatistics collection = {};
  };
  View MakeView(double template_share) const;
  Result<const View*> ViewOf(const SearchOptions& options) const;

  // What does not change while it is open: all searchers of a version share one.
  struct Opened;
  // `analyzer` is that of queries.
  static Result<std::unique_ptr<Searcher>> Of(std::shared_ptr<const Opened> opened,
                                              std::unique_ptr<Analyzer> analyzer);
  Searcher(std::shared_ptr<const Opened> opened, std::unique_ptr<Analyzer> analyzer,
           std::unique_ptr<PageAnalyzers> page_analyzers);

  const std::shared_ptr<const Opened> opened_;
  std::unique_ptr<Analyzer> analyzer_;
  std::unique_ptr<PageAnalyzers> page_analyzers_;
  std::unique_ptr<PageDates> dates_;
  std::unique_ptr<PageFacets> facets_;
  View view_;
  mutable View weighed_;  // that of the last search with a share; without an index at first
};

}  // namespace thresh
