#include "query/retrieve/searcher.h"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "common/postings/statistics_file.h"
#include "common/store/page_text.h"
#include "common/store/store.h"
#include "common/text/analyzer.h"
#include "common/text/page_analyzers.h"
#include "query/retrieve/alternatives.h"
#include "query/retrieve/deadline.h"
#include "query/retrieve/expansion.h"
#include "query/retrieve/index.h"
#include "query/retrieve/more_like.h"
#include "query/retrieve/page_dates.h"
#include "query/retrieve/page_facets.h"
#include "query/retrieve/rank.h"
#include "query/retrieve/spelling.h"
#include "query/retrieve/store_index.h"

namespace thresh {

namespace {

constexpr int kTries = 10;  // publishes that may overtake one Open()

// A store of one whole segment is searched as that segment: its numbers need no change. Where
// counts are those of another whole, they and the lists do not stand in one row.
std::unique_ptr<Index> MakeIndex(const Store& store, PageDates* dates,
                                 const StatisticsFile* statistics, double template_share) {
  const Segment* const whole = store.whole();
  if (whole != nullptr && statistics == nullptr)
    return std::make_unique<SegmentIndex>(*whole, dates, template_share);
  return std::make_unique<StoreIndex>(store, dates, statistics, template_share);
}

// Whole numbers are added up before the share comes in, so that a store and the statistics of a
// whole round alike.
CollectionStatistics CollectionOf(const Index& index, const LengthsRecord& lengths) {
  const double share = index.template_share();
  if (const StatisticsFile* whole = index.whole())
    return {.docs = whole->docs(), .average_length = whole->average_length(share)};
  CollectionStatistics collection = CountCollection(lengths);
  if (share == 0 || lengths.docs() == 0) return collection;
  const auto& struck = lengths.templates.words;
  const double words = collection.average_length * collection.docs,
               of_templates = static_cast<double>(
                   std::accumulate(struck.begin(), struck.end(), std::uint64_t{0}));
  collection.average_length = (std::round(words) + share * of_templates) / collection.docs;
  return collection;
}

// Which of the stores that were joined has each site.
std::vector<std::uint32_t> StoreOfSites(const Store& store) {
  std::vector<std::uint32_t> of;
  for (const LiveSites::Site& site : store.live().sites())
    of.push_back(store.joined_of(site.segment));
  return of;
}

// A store with its crawl table. The table is opened with the store, since the next publish removes
// it. A publish between the two steps has left another store to open.
struct OpenedStore {
  std::unique_ptr<Store> store;
  std::unique_ptr<CrawlTable> history;
};

Result<OpenedStore> OpenStore(const std::string& path, std::size_t stores) {
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Store> store, Store::Open(path, stores));
  Result<std::unique_ptr<CrawlTable>> history = store->OpenCrawlTable();
  for (int i = 1; !history.ok() && i < kTries; ++i) {
    const std::uint64_t number = store->manifest().number;
    THRESH_ASSIGN_OR_RETURN(store, Store::Open(path, stores));
    if (store->manifest().number == number) break;
    history = store->OpenCrawlTable();
  }
  if (!history.ok()) return history.status();
  return OpenedStore{std::move(store), std::move(history.value())};
}

}  // namespace

std::string NamesText(const StoreNames& names) {
  std::string text;
  for (const std::string& store : names.stores) text += (text.empty() ? "" : ", ") + store;
  return text;
}

struct Searcher::Opened {
  std::unique_ptr<Store> store;
  std::vector<std::shared_ptr<const CrawlTable>> histories;  // of the stores that were joined
  std::unique_ptr<StatisticsFile> statistics;
  std::unique_ptr<Synonyms> synonyms;  // null if words have none
  TypedStopWords stop_words;

  Result<std::unique_ptr<Analyzer>> MakeAnalyzer() const {
    return Analyzer::Make(store->manifest().analyzer_options,
                          statistics ? statistics->summary().stemmers : StemmersOf(store->sites()));
  }
};

Searcher::Searcher(std::shared_ptr<const Opened> opened, std::unique_ptr<Analyzer> analyzer,
                   std::unique_ptr<PageAnalyzers> page_analyzers)
    : opened_(std::move(opened)),
      analyzer_(std::move(analyzer)),
      page_analyzers_(std::move(page_analyzers)),
      dates_(
          std::make_unique<PageDates>(opened_->histories, store().sites(), StoreOfSites(store()))),
      facets_(std::make_unique<PageFacets>(store())),
      view_(MakeView(0)) {}

Searcher::~Searcher() = default;

const Store& Searcher::store() const { return *opened_->store; }
const StatisticsFile* Searcher::statistics() const { return opened_->statistics.get(); }
const TypedStopWords& Searcher::stop_words() const { return opened_->stop_words; }

Searcher::View Searcher::MakeView(double template_share) const {
  View view{template_share, MakeIndex(store(), dates_.get(), statistics(), template_share)};
  view.collection = CollectionOf(*view.index, store().lengths());
  return view;
}

Status Searcher::CheckTemplateShare(double share) const {
  if (!(share >= 0 && share <= 1))
    return Status(Code::kUsage, "template-weight must be a number from 0 to 1");
  if (share > 0 && store().docs() > 0 && store().lengths().templates.words.empty())
    return Status(Code::kUsage, store().path() +
                                    " keeps no words of templates: template-weight needs a store "
                                    "of thresh-index build --removal field");
  return {};
}

// Topics of a run share their weights, so the last view with a share mostly serves the next search.
Result<const Searcher::View*> Searcher::ViewOf(const SearchOptions& options) const {
  const double share = options.weights.template_share();
  if (share == 0) return &view_;
  THRESH_RETURN_IF_ERROR(CheckTemplateShare(share));
  if (weighed_.index == nullptr || weighed_.template_share != share) weighed_ = MakeView(share);
  return &weighed_;
}

Result<std::unique_ptr<Searcher>> Searcher::Open(const StoreNames& names) {
  if (names.stores.empty()) return Status(Code::kUsage, "no store is named");
  auto opened = std::make_shared<Opened>();
  std::vector<std::unique_ptr<Store>> stores;
  for (const std::string& path : names.stores) {
    THRESH_ASSIGN_OR_RETURN(OpenedStore one, OpenStore(path, names.stores.size()));
    stores.push_back(std::move(one.store));
    opened->histories.push_back(std::move(one.history));
  }
  THRESH_ASSIGN_OR_RETURN(opened->store, Store::Join(std::move(stores)));
  if (!names.statistics.empty()) {
    THRESH_ASSIGN_OR_RETURN(opened->statistics, StatisticsFile::Open(names.statistics));
    THRESH_RETURN_IF_ERROR(opened->statistics->CheckHas(*opened->store));
  }
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Analyzer> analyzer, opened->MakeAnalyzer());
  if (!names.synonyms.empty()) {
    THRESH_ASSIGN_OR_RETURN(Synonyms read, Synonyms::Read(names.synonyms, *analyzer));
    opened->synonyms = std::make_unique<Synonyms>(std::move(read));
  }
  if (!names.stop_words.empty()) {
    THRESH_ASSIGN_OR_RETURN(opened->stop_words, ReadStopWords(names.stop_words, *analyzer));
  }
  return Of(std::move(opened), std::move(analyzer));
}

Result<std::unique_ptr<Searcher>> Searcher::Of(std::shared_ptr<const Opened> opened,
                                               std::unique_ptr<Analyzer> analyzer) {
  THRESH_ASSIGN_OR_RETURN(PageAnalyzers page_analyzers,
                          PageAnalyzers::Make(opened->store->manifest().analyzer_options));
  return std::unique_ptr<Searcher>(
      new Searcher(std::move(opened), std::move(analyzer),
                   std::make_unique<PageAnalyzers>(std::move(page_analyzers))));
}

Result<std::unique_ptr<Searcher>> Searcher::Another() const {
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Analyzer> analyzer, opened_->MakeAnalyzer());
  return Of(opened_, std::move(analyzer));
}

Analyzer& Searcher::analyzer_of(const DocRecord& page) { return page_analyzers_->Of(page.stemmer); }

Result<Query> Searcher::Parse(std::string_view query, Operator unsigned_pieces,
                              std::size_t* mistake) {
  return ParseQuery(query, *analyzer_, unsigned_pieces, mistake, &stop_words());
}

Result<Ranking> Searcher::Search(std::string_view text, const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(Query query, Parse(text));
  THRESH_ASSIGN_OR_RETURN(query, Expand(std::move(query), options));
  return Search(query, options);
}

Result<Query> Searcher::Vary(Query query, const SearchOptions& options) const {
  THRESH_RETURN_IF_ERROR(CheckParameters(options.parameters));
  THRESH_ASSIGN_OR_RETURN(const View* view, ViewOf(options));
  return AddAlternatives(std::move(query), *view->index, opened_->synonyms.get(),
                         options.parameters);
}

Result<Query> Searcher::Expand(Query query, const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(query, Vary(std::move(query), options));
  THRESH_ASSIGN_OR_RETURN(const ExpansionInfo* expansion, FindExpansion(options.expand));
  if (expansion->weigh == nullptr) return query;
  const Deadline deadline = Deadline::Of(options.deadline_ms);
  SearchOptions first = options;
  const auto asked = static_cast<std::size_t>(options.parameters.feedback_pages);
  first.n = asked > 0 ? asked : expansion->pages;
  first.order = HitOrder::kRelevance;
  THRESH_ASSIGN_OR_RETURN(const Ranking found, Search(query, first));
  THRESH_ASSIGN_OR_RETURN(const View* view, ViewOf(options));
  std::vector<FeedbackPage> pages;
  for (const Hit& hit : found.hits) {
    THRESH_RETURN_IF_ERROR(deadline.Check());
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, Page(hit.doc));
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, view->template_share > 0
                                                       ? ReadText(store(), hit.doc)
                                                       : KeptText(hit.doc));
    FeedbackPage& feedback =
        pages.emplace_back(FeedbackPage{.score = hit.score, .stemmer = page.stemmer});
    feedback.texts.push_back(page.title);
    for (const ShownSpan& span : ShowSpans(text)) {
      (span.kept() ? feedback.texts : feedback.struck).emplace_back(span.text);
    }
  }
  THRESH_ASSIGN_OR_RETURN(
      query, ExpandQuery(std::move(query), pages, *view->index, *page_analyzers_, options));
  // Words that nobody means who types them say nothing about the best pages either.
  std::erase_if(query.units, [this](const QueryUnit& unit) {
    return unit.added && stop_words().contains(unit.words.front().term);
  });
  return query;
}

Result<Ranking> Searcher::Search(const Query& query, const SearchOptions& options) const {
  THRESH_ASSIGN_OR_RETURN(const View* view, ViewOf(options));
  if (!(options.deadline_ms >= 0)) return Status(Code::kUsage, "deadline must be a number from 0");
  if (options.deadline_ms == 0) return Rank(query, *view->index, view->collection, options);
  return Rank(query, DeadlineIndex(*view->index, options.deadline_ms), view->collection, options);
}

Result<ScoreExplanation> Searcher::Explain(const Query& query, DocId doc,
                                           const SearchOptions& options) const {
  THRESH_ASSIGN_OR_RETURN(const View* view, ViewOf(options));
  return ExplainScore(query, doc, *view->index, view->collection, options);
}

Result<Query> Searcher::MoreLike(DocId doc) {
  THRESH_ASSIGN_OR_RETURN(const DocRecord page, Page(doc));
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, KeptText(doc));
  return MoreLikePage(doc, text, *view_.index, analyzer_of(page));
}

Result<std::string> Searcher::Correct(std::string_view text, const Query& query) const {
  return CorrectedText(text, query, *view_.index);
}

Result<DocRecord> Searcher::Page(DocId doc) const { return ReadPage(store(), doc); }
Result<CrawlRecord> Searcher::Dates(const DocRecord& page) const { return dates_->Of(page); }
Result<TextRecord> Searcher::KeptText(DocId doc) const { return ReadKeptText(store(), doc); }

}  // namespace thresh
