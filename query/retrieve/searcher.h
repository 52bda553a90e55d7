// Searcher: the library face of the query side. Opens a store and ranks its pages.
//
//   THRESH_ASSIGN_OR_RETURN(auto searcher, Searcher::Open("crawl.store"));
//   THRESH_ASSIGN_OR_RETURN(const auto ranking, searcher->Search("+hash \"open addressing\"", {}));
//   for (const Hit& hit : ranking.hits) {
//     THRESH_ASSIGN_OR_RETURN(const DocRecord page, searcher->Page(hit.doc));
//     ...
//   }
//
// A page is its body, title, URL and description, after the removal of templates. A searcher keeps
// what it opened: a build that publishes meanwhile changes nothing for it. Thread rule: one
// Searcher a thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"
#include "common/text/analyzer.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"
#include "query/retrieve/rank.h"
#include "query/retrieve/score_explanation.h"

namespace thresh {

class Searcher {
 public:
  // kMissing, kUnusable: no store, or a damaged, foreign or newer one.
  static Result<std::unique_ptr<Searcher>> Open(const std::string& store);
  // The analyzer must be the store's own.
  Searcher(std::unique_ptr<Store> store, std::unique_ptr<Analyzer> analyzer);

  // kUsage: a bad query (see query.h) or bad options. kFailed: its deadline passed. A query whose
  // words stand nowhere has no hits and is no error.
  Result<Ranking> Search(std::string_view query, const SearchOptions& options);

  // The steps of Search, for who needs the query's words afterwards.
  Result<Query> Parse(std::string_view query, Operator unsigned_pieces = Operator::kOr,
                      std::size_t* mistake = nullptr) {
    return ParseQuery(query, *analyzer_, unsigned_pieces, mistake);
  }
  Result<Ranking> Search(const Query& query, const SearchOptions& options) const;

  // A page's score term by term, as Search gives it with the same options.
  Result<ScoreExplanation> Explain(const Query& query, DocId doc,
                                   const SearchOptions& options) const;
  // A query for pages like this one; without units where no other page has any of its words.
  Result<Query> MoreLike(DocId doc);
  // The text of a query with words that stand nowhere corrected; empty: nothing to correct.
  Result<std::string> Correct(std::string_view text, const Query& query) const;

  Result<DocRecord> Page(DocId doc) const;
  Result<TextRecord> KeptText(DocId doc) const;  // as ReadKeptText (common/store/store.h)
  const Store& store() const { return *store_; }
  const Index& index() const { return index_; }
  Analyzer& analyzer() { return *analyzer_; }

 private:
  std::unique_ptr<Store> store_;
  std::unique_ptr<Analyzer> analyzer_;
  SegmentIndex index_;
  CollectionStatistics collection_;
};

}  // namespace thresh
