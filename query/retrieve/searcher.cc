#include "query/retrieve/searcher.h"

#include <utility>

#include "common/store/store.h"
#include "common/text/analyzer.h"
#include "query/retrieve/deadline.h"
#include "query/retrieve/index.h"
#include "query/retrieve/more_like.h"
#include "query/retrieve/page_dates.h"
#include "query/retrieve/rank.h"
#include "query/retrieve/spelling.h"

namespace thresh {

namespace {

constexpr int kTries = 10;  // publishes that may overtake one Open()

}  // namespace

Searcher::Searcher(std::unique_ptr<Store> store, std::unique_ptr<Analyzer> analyzer,
                   std::unique_ptr<CrawlTable> history)
    : store_(std::move(store)),
      analyzer_(std::move(analyzer)),
      dates_(std::make_unique<PageDates>(std::move(history), store_->segment().sites())),
      index_(std::make_unique<SegmentIndex>(store_->segment(), dates_.get())),
      collection_(CountCollection(index_->lengths())) {}

Searcher::~Searcher() = default;

Result<std::unique_ptr<Searcher>> Searcher::Open(const std::string& path) {
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Store> store, Store::Open(path));
  Result<std::unique_ptr<CrawlTable>> history = store->OpenCrawlTable();
  // The table is opened with the store, since the next publish removes it. A publish between the
  // two steps has left another store to open.
  for (int i = 1; !history.ok() && i < kTries; ++i) {
    const std::uint64_t number = store->manifest().number;
    THRESH_ASSIGN_OR_RETURN(store, Store::Open(path));
    if (store->manifest().number == number) break;
    history = store->OpenCrawlTable();
  }
  if (!history.ok()) return history.status();
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Analyzer> analyzer, store->MakeAnalyzer());
  return std::make_unique<Searcher>(std::move(store), std::move(analyzer),
                                    std::move(history.value()));
}

Result<Query> Searcher::Parse(std::string_view query, Operator unsigned_pieces,
                              std::size_t* mistake) {
  return ParseQuery(query, *analyzer_, unsigned_pieces, mistake);
}

Result<Ranking> Searcher::Search(std::string_view text, const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(const Query query, Parse(text));
  return Search(query, options);
}

Result<Ranking> Searcher::Search(const Query& query, const SearchOptions& options) const {
  if (options.deadline_ms <= 0) return Rank(query, *index_, collection_, options);
  return Rank(query, DeadlineIndex(*index_, options.deadline_ms), collection_, options);
}

Result<ScoreExplanation> Searcher::Explain(const Query& query, DocId doc,
                                           const SearchOptions& options) const {
  return ExplainScore(query, doc, *index_, collection_, options);
}

Result<Query> Searcher::MoreLike(DocId doc) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, KeptText(doc));
  return MoreLikePage(doc, text, *index_, *analyzer_);
}

Result<std::string> Searcher::Correct(std::string_view text, const Query& query) const {
  return CorrectedText(text, query, *index_);
}

Result<DocRecord> Searcher::Page(DocId doc) const { return ReadPage(store_->segment(), doc); }
Result<CrawlRecord> Searcher::Dates(const DocRecord& page) const { return dates_->Of(page); }
Result<TextRecord> Searcher::KeptText(DocId doc) const {
  return ReadKeptText(store_->segment(), doc);
}

}  // namespace thresh
