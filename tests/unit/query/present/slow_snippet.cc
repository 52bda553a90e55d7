#include "tests/unit/query/present/slow_snippet.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "query/present/snippet_maker.h"

namespace thresh {
namespace {

struct SlowWord {
  std::size_t begin, end;
  int number;
};

class SlowText : public TokenSink {
 public:
  SlowText(std::span<const ShownSpan> page, const QueryWords& wanted, Analyzer& analyzer)
      : wanted_(wanted) {
    bool cut = false;
    for (std::size_t i = 0; i < page.size(); ++i) {
      if (!page[i].kept()) {
        cut = cut || page[i].tokens > 0;
        continue;
      }
      const bool apart = cut;
      if (cut && !text.empty() && !page[i].text.empty()) {
        cuts.insert(text.size());
        text += " \u2026";
      }
      cut = cut && page[i].text.empty();
      JoinSpan(page[i], page[i].glued && i > 0 && page[i - 1].kept() && !apart, &text);
      offset_ = text.size() - page[i].text.size();
      analyzer.Tokenise(page[i].text, *this);
    }
  }

  void Add(const Token& token) override {
    if (token.piece)
      words.push_back({offset_ + token.end, offset_ + token.end, -1});
    else
      words.push_back({offset_ + token.begin, offset_ + token.end, wanted_.Find(token.term)});
  }

  std::string text;
  std::set<std::size_t> cuts;  // where an ellipsis stands for struck words
  std::vector<SlowWord> words;

 private:
  const QueryWords& wanted_;
  std::size_t offset_ = 0;
};

using Range = std::pair<std::size_t, std::size_t>;  // of words

std::vector<Range> Choose(const std::vector<SlowWord>& words, std::size_t fragments) {
  const std::size_t width = std::max(kSnippetWords / fragments, kFragmentWords);
  std::vector<Range> chosen;
  std::vector<bool> taken(words.size());
  std::set<int> shown;
  for (;;) {
    std::tuple<std::size_t, std::size_t, std::size_t> best_value;
    Range best;
    for (std::size_t hit = 0; hit < words.size(); ++hit) {
      if (words[hit].number < 0) continue;
      std::size_t first = hit - std::min({hit, kSnippetLead, width / 3});
      if (first + width > words.size()) first = words.size() - std::min(words.size(), width);
      const std::size_t last = std::min(words.size(), first + width);
      std::set<int> all, fresh;
      std::size_t count = 0, overlap = 0;
      for (std::size_t i = first; i < last; ++i) {
        overlap += taken[i] ? 1U : 0U;
        if (words[i].number < 0) continue;
        ++count;
        all.insert(words[i].number);
        if (!shown.contains(words[i].number)) fresh.insert(words[i].number);
      }
      const std::tuple value(fresh.size(), all.size(), count);
      if (overlap == 0 && value > best_value)
        std::tie(best_value, best) = std::pair(value, Range(first, last));
    }
    if (best.first == best.second || chosen.size() == fragments) break;
    chosen.push_back(best);
    for (std::size_t i = best.first; i < best.second; ++i) {
      taken[i] = true;
      shown.insert(words[i].number);
    }
  }
  if (chosen.empty()) return {{0, std::min(kSnippetWords, words.size())}};
  if (chosen.size() < fragments) return Choose(words, chosen.size());
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

Snippet SlowSnippet(std::span<const ShownSpan> page, const QueryWords& wanted, Analyzer& analyzer,
                    std::size_t fragments) {
  const SlowText kept(page, wanted, analyzer);
  Snippet snippet;
  if (kept.words.empty()) return snippet;
  std::size_t end_of_last = 0;
  for (const auto& [first, last] :
       Choose(kept.words, std::clamp<std::size_t>(fragments, 1, kMaxFragments))) {
    if (!snippet.text.empty()) snippet.text += ' ';
    if (first > end_of_last) snippet.text += "\u2026 ";
    std::size_t begin = first == 0 ? 0 : kept.words[first].begin;
    const std::size_t end = last == kept.words.size() ? kept.text.size() : kept.words[last].begin;
    // A passage may begin behind a long word: with blanks, or with the ellipsis of what was struck.
    while (first > 0 && begin < end && kept.text[begin] == ' ')
      begin += kept.cuts.contains(begin) ? std::string_view(" \u2026").size() : 1;
    for (std::size_t i = first; i < last; ++i) {
      if (kept.words[i].number < 0) continue;
      const std::size_t at = snippet.text.size() + kept.words[i].begin - begin;
      snippet.highlights.emplace_back(at, at + kept.words[i].end - kept.words[i].begin);
    }
    std::size_t shown_end = end;
    while (shown_end > begin && kept.text[shown_end - 1] == ' ') --shown_end;
    // No passage ends with the ellipsis of what comes behind it.
    const std::size_t mark = std::string_view(" \u2026").size();
    if (shown_end >= begin + mark && kept.cuts.contains(shown_end - mark)) shown_end -= mark;
    snippet.text += kept.text.substr(begin, shown_end - begin);
    while (snippet.text.ends_with(' ')) snippet.text.pop_back();
    end_of_last = last;
  }
  if (end_of_last < kept.words.size()) snippet.text += " \u2026";
  return snippet;
}

}  // namespace thresh
