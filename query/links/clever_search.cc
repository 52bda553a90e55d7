#include "query/links/clever_search.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "common/page_graph/link_analysis.h"
#include "common/page_graph/page_graph_reader.h"
#include "common/store/page_text.h"
#include "common/store/store.h"
#include "common/text/analyzer.h"
#include "query/retrieve/pattern.h"
#include "query/retrieve/presets.h"

namespace thresh {
namespace {

// The words of a query, each of which a text may have.
class WantedWords {
 public:
  explicit WantedWords(const Query& query) {
    for (const QueryUnit& unit : query.units) {
      if (unit.frequency == 0) continue;
      for (const QueryUnit::Word& word : unit.words) {
        if (unit.kind == QueryUnit::Kind::kPattern) {
          patterns_.emplace_back(word.term);
        } else {
          // The terms of a word in other languages are the same word.
          const auto [at, fresh] = terms_.emplace(word.term, words_);
          words_ += fresh ? 1U : 0U;
          for (const std::string& other : word.others) terms_.emplace(other, at->second);
        }
      }
    }
  }
  std::size_t size() const { return words_ + patterns_.size(); }

  // Adds the numbers of the words that the term is.
  void Find(std::string_view term, std::set<std::size_t>* found) const {
    if (const auto at = terms_.find(term); at != terms_.end()) found->insert(at->second);
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (patterns_[i].Matches(term)) found->insert(words_ + i);
    }
  }

 private:
  std::map<std::string, std::size_t, std::less<>> terms_;  // with the number of the word
  std::size_t words_ = 0;
  std::vector<TermPattern> patterns_;
};

class Finder : public TokenSink {
 public:
  Finder(const WantedWords& wanted, std::set<std::size_t>* found)
      : wanted_(wanted), found_(found) {}
  void Add(const Token& token) override { wanted_.Find(token.term, found_); }

 private:
  const WantedWords& wanted_;
  std::set<std::size_t>* found_;
};

using Found = std::set<std::size_t>;

// The words of each pagelet of a page, and of its title with all pagelets.
struct FoundOnPage {
  std::map<BlockNo, Found> pagelets;
  Found all;
};

Result<FoundOnPage> FindOnPage(Searcher& searcher, DocId doc, const WantedWords& wanted) {
  THRESH_ASSIGN_OR_RETURN(const DocRecord page, searcher.Page(doc));
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(searcher.store(), doc));
  Analyzer& analyzer = searcher.analyzer_of(page);
  const PageletCuts cuts(text);
  std::map<BlockNo, std::string> texts;
  for (const ShownSpan& span : ShowSpans(text))
    JoinSpan(span, span.glued, &texts[cuts.PageletOf(span.block)]);
  FoundOnPage found;
  for (const auto& [pagelet, words] : texts) {
    Found& of_pagelet = found.pagelets[pagelet];
    Finder finder(wanted, &of_pagelet);
    analyzer.Tokenise(words, finder);
    found.all.insert(of_pagelet.begin(), of_pagelet.end());
  }
  Finder finder(wanted, &found.all);
  analyzer.Tokenise(page.title, finder);
  return found;
}

Result<QueryMatches> ReadMatches(Searcher& searcher, const PageGraph& graph,
                                 const std::vector<DocId>& base, const Query& query) {
  const WantedWords wanted(query);
  QueryMatches matches{std::vector<bool>(graph.pages()),
                       std::vector<bool>(graph.pagelets().size())};
  std::size_t at = 0;
  for (const DocId page : base) {
    THRESH_ASSIGN_OR_RETURN(const FoundOnPage found, FindOnPage(searcher, page, wanted));
    matches.pages[page.value] = found.all.size() == wanted.size();
    while (at < graph.pagelets().size() && graph.pagelets()[at].page < page) ++at;
    for (; at < graph.pagelets().size() && graph.pagelets()[at].page == page; ++at) {
      const auto words = found.pagelets.find(graph.pagelets()[at].block);
      matches.pagelets[at] = words != found.pagelets.end() && words->second.size() == wanted.size();
    }
  }
  return matches;
}

}  // namespace

Result<CleverAnswer> SearchClever(Searcher& searcher, const PageGraph& graph, std::string_view text,
                                  const CleverVariant& variant, bool between_sites) {
  THRESH_ASSIGN_OR_RETURN(const Query query, searcher.Parse(text));
  SearchOptions options = DefaultSearch();
  options.n = kCleverRoot;
  THRESH_ASSIGN_OR_RETURN(const Ranking found, searcher.Search(query, options));
  std::vector<DocId> root;
  for (const Hit& hit : found.hits) root.push_back(hit.doc);
  const std::vector<DocId> base = CleverBase(graph, root);
  QueryMatches matches;
  if (variant.matching) {
    THRESH_ASSIGN_OR_RETURN(matches, ReadMatches(searcher, graph, base, query));
  }
  const std::vector<double> authorities =
      CleverAuthorities(graph, base, variant, matches, between_sites);
  CleverAnswer answer{.root = root.size(), .base = base.size()};
  for (const DocId page : BestFirst(authorities)) {
    if (authorities[page.value] > 0) answer.pages.push_back({page, authorities[page.value]});
  }
  return answer;
}

}  // namespace thresh
