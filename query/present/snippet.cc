#include "query/present/snippet.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>

#include "common/page_text.h"

namespace thresh {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

// The kept text of a page, and where its words stand in it.
class KeptText : public TokenSink {
 public:
  struct Word {
    std::size_t begin, end;
    int number;  // of the query's word, -1 for any other
  };

  KeptText(const TextRecord& record, const QueryWords& wanted, Analyzer& analyzer) : wanted_(wanted) {
    bool joined = false;  // the span before stands here
    for (const ShownSpan& span : ShowSpans(record)) {
      if (span.kept()) {
        JoinSpan(span, span.glued && joined, &text);
        offset_ = text.size() - span.text.size();
        analyzer.Tokenise(span.text, *this);
      }
      joined = span.kept();
    }
  }

  void Add(const Token& token) override {
    if (!token.piece) words.push_back({offset_ + token.begin, offset_ + token.end, wanted_.Find(token.term)});
  }

  std::string text;
  std::vector<Word> words;

 private:
  const QueryWords& wanted_;
  std::size_t offset_ = 0;
};

using Words = std::vector<KeptText::Word>;

// Words [first, last) of the page.
struct Window {
  std::size_t first = 0, last = 0;
};

// A query has fewer words than this has bits; more words would only share them.
using WordSet = std::uint64_t;
static_assert(kMaxQueryTerms <= 64);

struct Contents {
  WordSet different = 0;
  std::size_t all = 0;
};

Contents ContentsOf(const Words& words, const Window& window) {
  Contents contents;
  for (std::size_t i = window.first; i < window.last; ++i) {
    if (words[i].number < 0) continue;
    contents.different |= WordSet{1} << (words[i].number % 64);
    ++contents.all;
  }
  return contents;
}

bool Overlaps(const Window& window, const std::vector<Window>& others) {
  return std::any_of(others.begin(), others.end(), [&](const Window& other) {
    return window.first < other.last && other.first < window.last;
  });
}

// The best window beside those that were chosen; an empty one: no other has a hit.
Window BestWindow(const Words& words, std::size_t width, const std::vector<Window>& chosen, WordSet shown) {
  Window best;
  std::tuple<int, int, std::size_t> best_value;
  const std::size_t lead = std::min(kSnippetLead, width / 3);
  for (std::size_t hit = 0; hit < words.size(); ++hit) {
    if (words[hit].number < 0) continue;
    Window window;
    window.first = std::min(hit - std::min(hit, lead), words.size() - std::min(words.size(), width));
    window.last = std::min(window.first + width, words.size());
    if (Overlaps(window, chosen)) continue;
    const Contents contents = ContentsOf(words, window);
    const std::tuple value(std::popcount(contents.different & ~shown), std::popcount(contents.different),
                           contents.all);
    if (value > best_value) {
      best = window;
      best_value = value;
    }
  }
  return best;
}

// In the order of the page.
std::vector<Window> ChooseWindows(const Words& words, std::size_t fragments) {
  const std::size_t width = std::max(kSnippetWords / fragments, kFragmentWords);
  std::vector<Window> chosen;
  WordSet shown = 0;
  while (chosen.size() < fragments) {
    const Window window = BestWindow(words, width, chosen, shown);
    if (window.first == window.last) break;
    shown |= ContentsOf(words, window).different;
    chosen.push_back(window);
  }
  if (chosen.empty()) return {{0, std::min(kSnippetWords, words.size())}};
  if (chosen.size() < fragments) return ChooseWindows(words, chosen.size());
  std::sort(chosen.begin(), chosen.end(), [](const Window& a, const Window& b) { return a.first < b.first; });
  return chosen;
}

// Appends a window's text and marks its words.
void AppendWindow(const KeptText& kept, const Window& window, Snippet* snippet) {
  const bool to_end = window.last == kept.words.size();
  const std::size_t begin = window.first == 0 ? 0 : kept.words[window.first].begin;
  std::size_t end = to_end ? kept.text.size() : kept.words[window.last].begin;
  while (end > begin && kept.text[end - 1] == ' ') --end;
  const std::size_t shift = snippet->text.size();
  snippet->text += kept.text.substr(begin, end - begin);
  for (std::size_t i = window.first; i < window.last; ++i) {
    const KeptText::Word& word = kept.words[i];
    if (word.number >= 0)
      snippet->highlights.emplace_back(word.begin - begin + shift, word.end - begin + shift);
  }
}

}  // namespace

QueryWords::QueryWords(const Query& query) {
  for (const QueryUnit& unit : query.units) {
    if (unit.frequency == 0) continue;
    const bool prefix = unit.kind == QueryUnit::Kind::kPrefix;
    for (const QueryUnit::Word& word : unit.words) {
      if (prefix) prefixes_.emplace_back(word.term, Number(word.term + "*"));
      if (!prefix) Number(word.term);
    }
  }
}

int QueryWords::Find(std::string_view term) const {
  if (const auto it = numbers_.find(term); it != numbers_.end()) return it->second;
  for (const auto& [prefix, number] : prefixes_) {
    if (term.starts_with(prefix)) return number;
  }
  return -1;
}

Snippet MakeSnippet(const TextRecord& record, const QueryWords& words, Analyzer& analyzer,
                    std::size_t fragments) {
  const KeptText kept(record, words, analyzer);
  Snippet snippet;
  if (kept.words.empty()) return snippet;
  std::size_t shown = 0;  // words up to here
  for (const Window& window :
       ChooseWindows(kept.words, std::clamp<std::size_t>(fragments, 1, kMaxFragments))) {
    if (!snippet.text.empty()) snippet.text += ' ';
    if (window.first > shown) snippet.text += std::string(kEllipsis) + " ";
    AppendWindow(kept, window, &snippet);
    shown = window.last;
  }
  if (shown < kept.words.size()) snippet.text += " " + std::string(kEllipsis);
  return snippet;
}

}  // namespace thresh
