#include "query/retrieve/searcher.h"

#include <utility>

namespace thresh {

Searcher::Searcher(std::unique_ptr<Store> store, std::unique_ptr<Analyzer> analyzer)
    : store_(std::move(store)),
      analyzer_(std::move(analyzer)),
      index_(store_->segment()),
      collection_(CountCollection(index_.lengths())) {}

Result<std::unique_ptr<Searcher>> Searcher::Open(const std::string& path) {
  ASSIGN_OR_RETURN(std::unique_ptr<Store> store, Store::Open(path));
  ASSIGN_OR_RETURN(std::unique_ptr<Analyzer> analyzer, store->MakeAnalyzer());
  return std::make_unique<Searcher>(std::move(store), std::move(analyzer));
}

Result<Ranking> Searcher::Search(std::string_view text, const SearchOptions& options) {
  ASSIGN_OR_RETURN(const Query query, Parse(text));
  return Search(query, options);
}

Result<Ranking> Searcher::Search(const Query& query, const SearchOptions& options) const {
  return Rank(query, index_, collection_, options);
}

Result<DocRecord> Searcher::Page(DocId doc) const { return ReadPage(store_->segment(), doc); }
Result<TextRecord> Searcher::Text(DocId doc) const { return ReadText(store_->segment(), doc); }

}  // namespace thresh
