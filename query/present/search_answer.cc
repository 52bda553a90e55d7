#include "query/present/search_answer.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "common/cli/table.h"
#include "common/store/crawl_table.h"
#include "query/present/find_page.h"
#include "query/present/snippet_maker.h"
#include "query/retrieve/condition.h"
#include "query/retrieve/deadline.h"
#include "query/retrieve/pattern.h"

namespace thresh {
namespace {

// A hit, and the lower hits that are copies of one page.
struct Group {
  Hit hit;
  DocRecord page;
  std::vector<std::string> same_text = {};
  std::uint64_t copies = 0;
};

// What copies have in common: the words of the page that they are copies of, on whatever site. A
// page without words has no copies.
using Words = std::pair<Hash128, DocId>;
Result<Words> WordsOf(const Store& store, DocId doc, const DocRecord& page) {
  if (page.body_tokens_seen == 0) return Words({}, doc);
  if (!page.duplicate) return Words(page.token_hash, {});
  THRESH_ASSIGN_OR_RETURN(const DocRecord original, ReadPage(store, page.duplicate_of));
  return Words(original.token_hash, {});
}

class Answerer {
 public:
  Answerer(Searcher& searcher, const AnswerOptions& options, const PageVisitor& visit = {})
      : searcher_(searcher),
        options_(options),
        visit_(visit),
        deadline_(Deadline::Of(options.search.deadline_ms)) {}

  // Pages with these words are left out.
  void LeaveOut(const Words& words) { left_out_ = words; }

  Status Fill(const Query& query, SearchAnswer* answer) {
    const std::size_t wanted = options_.offset + options_.search.n;
    if (wanted > kMaxHits) {
      return Status(Code::kUsage, "at most " + std::to_string(kMaxHits) + " hits can be asked for");
    }
    SearchOptions expanded = options_.search;
    expanded.deadline_ms = deadline_.Left();
    THRESH_ASSIGN_OR_RETURN(const Query ranked, searcher_.Expand(query, expanded));
    THRESH_ASSIGN_OR_RETURN(std::vector<Group> groups, RankGroups(ranked, wanted, answer));
    answer->different = groups.size();
    const QueryWords words(ranked);
    // Only the pages that are shown get a snippet, because each snippet reads the text of a page.
    for (std::size_t i = options_.offset; i < std::min(groups.size(), wanted); ++i) {
      THRESH_RETURN_IF_ERROR(deadline_.Check());
      THRESH_ASSIGN_OR_RETURN(FoundPage found, Show(ranked, words, std::move(groups[i])));
      answer->pages.push_back(std::move(found));
    }
    return AddNotes(query, answer);
  }

 private:
  // Copies take places in a ranking. So it asks for a few more hits than wanted, and doubles the
  // number until enough hits are different or there are no more.
  Result<std::vector<Group>> RankGroups(const Query& query, std::size_t wanted,
                                        SearchAnswer* answer) {
    SearchOptions search = options_.search;
    search.counts = true;
    search.n = std::min(wanted + (options_.duplicates ? 0 : kSpare), kMaxHits);
    for (;; search.n = std::min(2 * search.n, kMaxHits)) {
      search.deadline_ms = deadline_.Left();
      THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher_.Search(query, search));
      answer->matches = ranking.matches;
      answer->more = ranking.more;
      THRESH_ASSIGN_OR_RETURN(std::vector<Group> groups, Collapse(ranking.hits));
      // The ranking has ended if it is shorter than asked for. Search refuses more than kMaxHits.
      const bool all = ranking.hits.size() < search.n || search.n == kMaxHits;
      if (groups.size() >= wanted || all) return groups;
    }
  }

  Result<std::vector<Group>> Collapse(const std::vector<Hit>& hits) const {
    std::vector<Group> groups;
    std::map<Words, std::size_t> by_words;
    for (const Hit& hit : hits) {
      THRESH_ASSIGN_OR_RETURN(DocRecord page, searcher_.Page(hit.doc));
      THRESH_ASSIGN_OR_RETURN(const Words its_words, WordsOf(searcher_.store(), hit.doc, page));
      if (left_out_ == its_words) continue;
      const Words key = options_.duplicates ? Words({}, hit.doc) : its_words;
      const auto [it, fresh] = by_words.try_emplace(key, groups.size());
      if (fresh) {
        groups.push_back({hit, std::move(page)});
      } else {
        Join(hit, std::move(page), &groups[it->second]);
      }
    }
    return groups;
  }

  // Hits come best first, so the best copy has the place of all. The page that the others are
  // copies of is shown there if it is a hit.
  void Join(const Hit& hit, DocRecord page, Group* group) const {
    std::string other = page.url;
    if (options_.search.order == HitOrder::kRelevance && group->page.duplicate && !page.duplicate) {
      other = std::exchange(group->page, std::move(page)).url;
      group->hit = hit;
    }
    if (group->copies++ < kMostCopies) group->same_text.push_back(std::move(other));
  }

  Result<FoundPage> Show(const Query& query, const QueryWords& words, Group group) {
    FoundPage found{.page = std::move(group.page),
                    .score = group.hit.score,
                    .same_text = std::move(group.same_text),
                    .copies = group.copies};
    const auto& sites = searcher_.index().sites();
    if (found.page.site.value < sites.size()) found.site = sites[found.page.site.value].host;
    THRESH_ASSIGN_OR_RETURN(CrawlRecord dates, searcher_.Dates(found.page));
    found.last_seen = std::move(dates.last_seen);
    found.last_changed = std::move(dates.content_changed);
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, searcher_.KeptText(group.hit.doc));
    found.snippet = MakeSnippet(SnippetSpans(ShowSpans(text), found.page.title), words,
                                searcher_.analyzer_of(found.page), options_.fragments);
    if (visit_) THRESH_RETURN_IF_ERROR(visit_(group.hit.doc, found.page, text, words));
    if (options_.explain_scores) {
      THRESH_ASSIGN_OR_RETURN(found.explanation,
                              searcher_.Explain(query, group.hit.doc, options_.search));
    }
    return found;
  }

  Status AddNotes(const Query& query, SearchAnswer* answer) const {
    for (const QueryUnit& unit : query.units) {
      if (unit.frequency > 0 && IsEstimated(unit, searcher_.index()))
        answer->notes.push_back("the score of " + UnitText(unit) +
                                " is an estimate: --statistics counts words, and no patterns");
      if (unit.kind != QueryUnit::Kind::kPattern) continue;
      const std::string& pattern = unit.words.front().term;
      THRESH_ASSIGN_OR_RETURN(const Expansion expansion,
                              ExpandPattern(TermPattern(pattern), searcher_.index()));
      if (!expansion.cut()) continue;
      answer->notes.push_back(pattern + " stands for " + (expansion.all ? "" : "more than ") +
                              Thousands(expansion.seen) + " words; the " +
                              Thousands(kMaxExpansion) +
                              " that are on the most pages were searched for");
    }
    return {};
  }

  static constexpr std::size_t kSpare = 20;  // hits that may be copies without a second search
  Searcher& searcher_;
  const AnswerOptions& options_;
  const PageVisitor visit_;
  const Deadline deadline_;  // of the search, its feedback, and all that is shown of its hits
  std::optional<Words> left_out_;
};

// The steady clock does not jump when somebody sets the time of day.
class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Names the default variant of the model, so that an answer always says what ranked it.
Result<AnswerOptions> Named(AnswerOptions options) {
  THRESH_ASSIGN_OR_RETURN(const ScorerInfo* scorer,
                          FindScorer(options.search.model, options.search.variant));
  options.search.variant = scorer->variant;
  return options;
}

}  // namespace

Result<SearchAnswer> AnswerQuery(Searcher& searcher, const std::string& text,
                                 const AnswerOptions& options, std::size_t* mistake,
                                 const PageVisitor& visit) {
  const Stopwatch watch;
  SearchAnswer answer;
  answer.query = text;
  THRESH_ASSIGN_OR_RETURN(answer.options, Named(options));
  THRESH_ASSIGN_OR_RETURN(const Query query,
                          searcher.Parse(text, options.unsigned_pieces, mistake));
  THRESH_RETURN_IF_ERROR(
      Answerer(searcher, answer.options, visit).Fill(Within(query, options.within), &answer));
  // Corrects the query as it was typed: the conditions beside it are no part of its text.
  THRESH_ASSIGN_OR_RETURN(answer.did_you_mean, searcher.Correct(text, query));
  answer.milliseconds = watch.milliseconds();
  return answer;
}

Result<SearchAnswer> AnswerMoreLike(Searcher& searcher, const std::string& name,
                                    const AnswerOptions& options) {
  const Stopwatch watch;
  SearchAnswer answer;
  THRESH_ASSIGN_OR_RETURN(answer.options, Named(options));
  THRESH_ASSIGN_OR_RETURN(const StoredPage page, FindPage(searcher.store(), name));
  answer.like = page.record.url;
  THRESH_ASSIGN_OR_RETURN(const Query query, searcher.MoreLike(page.doc));
  // MoreLike leaves out the words that stand on no other page, so nothing may be left.
  if (query.units.empty()) {
    return Status(Code::kMissing, "no other page has a word of " + page.record.url);
  }
  Answerer answerer(searcher, answer.options);
  THRESH_ASSIGN_OR_RETURN(const Words words, WordsOf(searcher.store(), page.doc, page.record));
  answerer.LeaveOut(words);
  THRESH_RETURN_IF_ERROR(answerer.Fill(Within(query, options.within), &answer));
  answer.milliseconds = watch.milliseconds();
  return answer;
}

}  // namespace thresh
