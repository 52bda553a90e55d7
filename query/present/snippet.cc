
#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>

#include "common/base/utf8.h"
#include "query/present/snippet_maker.h"
#include "query/retrieve/stems.h"

namespace thresh {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

// Words [first, last) of the kept text, pieces of long words counted each.
struct Window {
  std::size_t first = 0, last = 0;
};

// A word of the query.
struct Hit {
  std::size_t word;  // of the kept text
  int number;        // of the query's word
  std::size_t part;
  std::size_t begin, end;  // bytes of the part
};

// Reports the word with a number: where it begins, and of a later piece the end of the word.
class PlaceOfWord : public TokenSink {
 public:
  PlaceOfWord(std::size_t word, std::size_t otherwise) : place(otherwise), left_(word) {}
  void Add(const Token& token) override {
    // The counter wraps around after 0 and does not come back to 0, so one word is reported.
    if (left_-- == 0) place = token.piece ? token.end : token.begin;
  }
  std::size_t place;

 private:
  std::size_t left_;
};

// The kept text of a page, in the parts that the store has, and where the words of the query stand
// in it.
class KeptText : public TokenSink {
 public:
  KeptText(std::span<const ShownSpan> page, const QueryWords& wanted, Analyzer& analyzer)
      : wanted_(wanted), analyzer_(analyzer) {
    bool joined = false;  // the span before stands here
    bool cut = false;     // words were left out since the last span that stands here
    for (const ShownSpan& span : page) {
      if (span.kept()) Take(span, joined, cut);
      if (!span.kept() && span.tokens > 0) cut = true;
      if (span.kept() && !span.text.empty()) cut = false;
      joined = span.kept();
    }
  }

  std::size_t words() const { return words_; }
  const std::vector<Hit>& hits() const { return hits_; }

  // Of the current part.
  void Add(const Token& token) override {
    // The count in the store wins if the analyzer finds more words. Otherwise the numbers of all
    // later words would be wrong.
    const int number = token.piece || word_ == words_ ? -1 : wanted_.Find(token.term);
    if (number >= 0) hits_.push_back({word_, number, parts_.size() - 1, token.begin, token.end});
    if (word_ < words_) ++word_;
  }

  // Appends a window's text and marks its words.
  void Show(const Window& window, Snippet* snippet);

 private:
  struct Part {
    std::string_view text;
    bool glued;
    std::size_t first;  // word
    BlockNo block;
    bool cut;  // struck words stand between the part before and this one
  };
  struct Place {
    std::size_t part, byte;
  };

  void Take(const ShownSpan& span, bool joined, bool cut) {
    // What follows a part that is not read to its end stands behind an ellipsis.
    const bool behind = cut || unread_;
    const std::string_view text = CutText(span.text, kSpanBytesRead);
    unread_ = text.size() < span.text.size();
    parts_.push_back({text, span.glued && joined && !behind, words_, span.block, behind});
    word_ = words_;
    words_ += span.tokens;
    if (span.tokens == 0 || !wanted_.MayStandIn(text, analyzer_)) return;
    read_ += text.size();
    if (read_ <= kPageBytesRead) analyzer_.Tokenise(text, *this);
  }

  // Where a word begins; the ends of the text are those of its first and last word.
  Place PlaceOf(std::size_t word) {
    if (word == 0) return {0, 0};
    if (word == words_) return {parts_.size() - 1, parts_.back().text.size()};
    const auto after =
        std::upper_bound(parts_.begin(), parts_.end(), word,
                         [](std::size_t w, const Part& part) { return w < part.first; });
    const Part& part = *(after - 1);
    PlaceOfWord place(word - part.first, part.text.size());
    analyzer_.Tokenise(part.text, place);
    // A blank may follow the end of a long word, and no passage begins with one.
    const std::size_t byte =
        std::min(part.text.find_first_not_of(' ', place.place), part.text.size());
    return {static_cast<std::size_t>(after - 1 - parts_.begin()), byte};
  }

  const QueryWords& wanted_;
  Analyzer& analyzer_;
  std::vector<Part> parts_;
  std::size_t words_ = 0;  // of all parts
  std::size_t word_ = 0;   // the next of the part that is being cut
  std::size_t read_ = 0;   // bytes that were cut into words
  bool unread_ = false;    // the end of the last part
  std::vector<Hit> hits_;
};

using Hits = std::vector<Hit>;

// The first hit at or behind a word.
Hits::const_iterator HitAt(const Hits& hits, std::size_t word) {
  return std::lower_bound(hits.begin(), hits.end(), word,
                          [](const Hit& hit, std::size_t w) { return hit.word < w; });
}

// A query has fewer words than this has bits; more words would only share them.
using WordSet = std::uint64_t;
static_assert(kMaxQueryTerms <= 64);

struct Contents {
  WordSet different = 0;
  std::size_t all = 0;
};

Contents ContentsOf(const Hits& hits, const Window& window) {
  Contents contents;
  for (auto hit = HitAt(hits, window.first); hit != hits.end() && hit->word < window.last; ++hit) {
    contents.different |= WordSet{1} << (hit->number % 64);
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
Window BestWindow(const KeptText& kept, std::size_t width, const std::vector<Window>& chosen,
                  WordSet shown) {
  Window best;
  std::tuple<int, int, std::size_t> best_value;
  // A short fragment gives the lead a third of its words, so that most of them follow the hit.
  const std::size_t lead = std::min(kSnippetLead, width / 3);
  const std::size_t latest = kept.words() - std::min(kept.words(), width);
  for (const Hit& hit : kept.hits()) {
    Window window;
    window.first = std::min(hit.word - std::min(hit.word, lead), latest);
    window.last = std::min(window.first + width, kept.words());
    if (Overlaps(window, chosen)) continue;
    const Contents contents = ContentsOf(kept.hits(), window);
    const std::tuple value(std::popcount(contents.different & ~shown),
                           std::popcount(contents.different), contents.all);
    // Only a greater value wins, so a tie goes to the earlier window.
    if (value > best_value) {
      best = window;
      best_value = value;
    }
  }
  return best;
}

// In the order of the page.
std::vector<Window> ChooseWindows(const KeptText& kept, std::size_t fragments) {
  const std::size_t width = std::max(kSnippetWords / fragments, kFragmentWords);
  std::vector<Window> chosen;
  WordSet shown = 0;
  while (chosen.size() < fragments) {
    const Window window = BestWindow(kept, width, chosen, shown);
    if (window.first == window.last) break;
    shown |= ContentsOf(kept.hits(), window).different;
    chosen.push_back(window);
  }
  if (chosen.empty()) return {{0, std::min(kSnippetWords, kept.words())}};
  // Fewer fragments may be wider, so that the snippet keeps its length.
  if (chosen.size() < fragments) return ChooseWindows(kept, chosen.size());
  std::sort(chosen.begin(), chosen.end(),
            [](const Window& a, const Window& b) { return a.first < b.first; });
  return chosen;
}

void KeptText::Show(const Window& window, Snippet* snippet) {
  const Place begin = PlaceOf(window.first), end = PlaceOf(window.last);
  std::string text;
  auto hit = HitAt(hits_, window.first);
  for (std::size_t p = begin.part; p <= end.part; ++p) {
    const Part& part = parts_[p];
    const std::size_t from = p == begin.part ? begin.byte : 0;
    const std::size_t size = (p == end.part ? end.byte : part.text.size()) - from;
    if (!text.empty() && !part.glued) text += ' ';
    if (!text.empty() && part.cut && size > 0) text += std::string(kEllipsis) + " ";
    // The difference may wrap around. A hit of the window begins at `from` or later, so adding its
    // place wraps the sum back.
    const std::size_t shift = snippet->text.size() + text.size() - from;
    text += part.text.substr(from, size);
    for (; hit != hits_.end() && hit->word < window.last && hit->part == p; ++hit) {
      if (!snippet->block) snippet->block = part.block;
      snippet->highlights.emplace_back(hit->begin + shift, hit->end + shift);
    }
  }
  while (text.ends_with(' ')) text.pop_back();
  snippet->text += text;
}

void Cut(Snippet* snippet) {
  if (snippet->text.size() <= kSnippetBytes) return;
  snippet->text.resize(CutText(snippet->text, kSnippetBytes).size());
  const std::size_t end = snippet->text.size();
  std::erase_if(snippet->highlights, [end](const auto& range) { return range.first >= end; });
  for (auto& range : snippet->highlights) range.second = std::min(range.second, end);
  snippet->text += " " + std::string(kEllipsis);
}

}  // namespace

QueryWords::QueryWords(const Query& query) {
  std::vector<AsciiSearch::Word> searched;
  for (const QueryUnit& unit : query.units) {
    // A unit behind a minus sign only says nothing for a page, and what an expansion added was not
    // asked for.
    if (unit.frequency == 0 || unit.added) continue;
    for (const QueryUnit::Word& word : unit.words) {
      const int number = Number(word.term);
      for (const std::string& other : word.others) numbers_.try_emplace(other, number);
      const auto search = [&](const std::string& text, bool prefix) {
        searched.push_back({text, prefix});
        begin_[static_cast<unsigned char>(text.front())] = true;
      };
      if (unit.kind != QueryUnit::Kind::kPattern) {
        for (const std::string& term : TermsOf(word)) search(term, false);
        continue;
      }
      patterns_.emplace_back(TermPattern(word.term), number);
      for (const std::string& beginning : patterns_.back().first.beginnings())
        search(beginning, true);
    }
  }
  search_ = AsciiSearch(std::move(searched));
}

int QueryWords::Find(std::string_view term) const {
  // The first byte rules most words of a page out without a lookup in the map.
  if (!begin_[static_cast<unsigned char>(term.front())]) return -1;
  if (const auto it = numbers_.find(term); it != numbers_.end()) return it->second;
  for (const auto& [pattern, number] : patterns_) {
    if (pattern.Matches(term)) return number;
  }
  return -1;
}

// Searching for letters is right only where a word looks like its term. Stemmers change ASCII
// words, and folding changes the bytes of other text.
bool QueryWords::MayStandIn(std::string_view text, const Analyzer& analyzer) const {
  return !analyzer.KeepsAscii() || AsciiEnd(text, 0) < text.size() || search_.MayFind(text);
}

Snippet MakeSnippet(std::span<const ShownSpan> page, const QueryWords& words, Analyzer& analyzer,
                    std::size_t fragments) {
  KeptText kept(page, words, analyzer);
  Snippet snippet;
  if (kept.words() == 0) return snippet;
  std::size_t shown = 0;  // words up to here
  // At least 1, because the length of a snippet is divided by the number of its fragments.
  for (const Window& window :
       ChooseWindows(kept, std::clamp<std::size_t>(fragments, 1, kMaxFragments))) {
    if (!snippet.text.empty()) snippet.text += ' ';
    if (window.first > shown) snippet.text += std::string(kEllipsis) + " ";
    kept.Show(window, &snippet);
    shown = window.last;
  }
  if (shown < kept.words()) snippet.text += " " + std::string(kEllipsis);
  Cut(&snippet);
  return snippet;
}

}  // namespace thresh
