#include "query/present/snippet.h"

#include <algorithm>
#include <string_view>

#include "common/page_text.h"
#include "common/table.h"

namespace thresh {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

// The kept text of a page, and where its words stand in it.
class KeptText : public TokenSink {
 public:
  struct Word {
    std::size_t begin, end;
    int term;  // number of the query's word, -1 for any other
  };

  KeptText(const TextRecord& record, const std::set<std::string>& terms, Analyzer& analyzer) : terms_(terms) {
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
    const auto it = terms_.find(std::string(token.term));
    const int term = it == terms_.end() ? -1 : static_cast<int>(std::distance(terms_.begin(), it));
    if (!token.piece) words.push_back({offset_ + token.begin, offset_ + token.end, term});
  }

  std::string text;
  std::vector<Word> words;

 private:
  const std::set<std::string>& terms_;
  std::size_t offset_ = 0;
};

// First word of the best window.
std::size_t BestWindow(const std::vector<KeptText::Word>& words) {
  std::size_t best = 0;
  std::pair<std::size_t, std::size_t> best_value;  // different words, all of them
  for (std::size_t hit = 0; hit < words.size(); ++hit) {
    if (words[hit].term < 0) continue;
    const std::size_t begin = hit - std::min(hit, kSnippetLead);
    const std::size_t end = std::min(begin + kSnippetWords, words.size());
    std::set<int> different;
    std::size_t all = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (words[i].term < 0) continue;
      different.insert(words[i].term);
      ++all;
    }
    if (const std::pair value(different.size(), all); value > best_value) {
      best = begin;
      best_value = value;
    }
  }
  return std::min(best, words.size() - std::min(words.size(), kSnippetWords));
}

// One blank-separated piece of the snippet with its highlights bold.
std::string StyledWord(const Snippet& snippet, std::size_t begin, std::size_t end, const Terminal& terminal) {
  const std::string_view text = snippet.text;
  std::string out;
  std::size_t at = begin;
  for (const auto& [from, to] : snippet.highlights) {
    if (from < at || to > end) continue;
    out += SafeText(text.substr(at, from - at)) + Bold(SafeText(text.substr(from, to - from)), terminal);
    at = to;
  }
  return out + SafeText(text.substr(at, end - at));
}

}  // namespace

std::set<std::string> QueryTerms(const Query& query) {
  std::set<std::string> terms;
  for (const QueryUnit& unit : query.units) {
    for (const QueryUnit::Word& word : unit.words) terms.insert(word.term);
  }
  return terms;
}

Snippet MakeSnippet(const TextRecord& record, const std::set<std::string>& terms, Analyzer& analyzer) {
  const KeptText kept(record, terms, analyzer);
  Snippet snippet;
  if (kept.words.empty()) return snippet;
  const std::size_t first = BestWindow(kept.words);
  const std::size_t last = std::min(first + kSnippetWords, kept.words.size());
  const bool from_start = first == 0, to_end = last == kept.words.size();
  const std::size_t begin = from_start ? 0 : kept.words[first].begin;
  std::size_t end = to_end ? kept.text.size() : kept.words[last].begin;
  while (end > begin && kept.text[end - 1] == ' ') --end;
  if (!from_start) snippet.text = std::string(kEllipsis) + " ";
  const std::size_t shift = snippet.text.size();
  snippet.text += kept.text.substr(begin, end - begin);
  if (!to_end) snippet.text += " " + std::string(kEllipsis);
  for (std::size_t i = first; i < last; ++i) {
    const KeptText::Word& word = kept.words[i];
    if (word.term >= 0) snippet.highlights.emplace_back(word.begin - begin + shift, word.end - begin + shift);
  }
  return snippet;
}

std::string SnippetText(const Snippet& snippet, const Terminal& terminal, std::size_t indent,
                        std::size_t width) {
  const std::string_view text = snippet.text;
  const std::string margin(indent, ' ');
  std::string out;
  std::size_t column = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t columns = DisplayWidth(SafeText(text.substr(begin, end - begin)));
    const bool new_line = column > 0 && width > 0 && indent + column + 1 + columns > width;
    if (column == 0 || new_line) {
      out += (new_line ? "\n" : "") + margin;
      column = 0;
    } else {
      out += ' ';
      ++column;
    }
    out += StyledWord(snippet, begin, end, terminal);
    column += columns;
    begin = end + 1;
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace thresh
