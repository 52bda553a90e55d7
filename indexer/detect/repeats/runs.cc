#include "indexer/detect/repeats/runs.h"

#include <algorithm>
#include <string_view>

#include "common/base/hash.h"
#include "common/base/utf8.h"

namespace thresh::repeats {
namespace {

// Han and kana: the scripts without blanks of which a character counts as a word.
bool CountsAlone(char32_t c) {
  return (c >= 0x3005 && c <= 0x3007) || (c >= 0x3041 && c <= 0x30ff) ||
         (c >= 0x31f0 && c <= 0x31ff) || (c >= 0x3400 && c <= 0x9fff) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0x20000 && c <= 0x3ffff);
}

// A page while it is judged: its words, and which of them stand in a run.
struct PageWords {
  std::vector<std::uint32_t> words;
  std::vector<char> covered;

  void Read(const SiteLog& log, const LoggedPage& page) {
    words.clear();
    for (const LoggedPage::Piece& piece : page.pieces) {
      const auto more = log.WordsOf(piece.text);
      words.insert(words.end(), more.begin(), more.end());
    }
    covered.assign(words.size(), 0);
  }
};

// Finds the runs of a site. A common window has common words only, and few windows of a site do, so
// only these are counted.
class RunFinder {
 public:
  RunFinder(const SiteLog& log, const RunParameters& parameters)
      : window_(parameters.window),
        least_words_(parameters.words),
        least_pages_(LeastPages(parameters.share, log.pages(), /*over=*/false)),
        word_pages_(log.words()) {
    PageWords page;
    log.ForEachPage([&](std::uint32_t number, const LoggedPage& logged) {
      page.Read(log, logged);
      for (const std::uint32_t word : page.words) word_pages_[word].Add(number);
    });
    log.ForEachPage([&](std::uint32_t number, const LoggedPage& logged) {
      page.Read(log, logged);
      ForEachWindow(page.words, [&](std::size_t, std::uint32_t window) {
        if (window == window_pages_.size()) window_pages_.emplace_back();
        window_pages_[window].Add(number);
      });
    });
  }

  std::uint32_t least_pages() const { return least_pages_; }

  void Cover(PageWords* page) {
    ForEachWindow(page->words, [&](std::size_t end, std::uint32_t window) {
      if (window_pages_[window].pages < least_pages_) return;
      std::fill_n(page->covered.begin() + static_cast<std::ptrdiff_t>(end - window_), window_, 1);
    });
    for (auto begin = page->covered.begin(); begin != page->covered.end();) {
      const auto end = std::find(begin, page->covered.end(), *begin == 0 ? 1 : 0);
      if (static_cast<std::size_t>(end - begin) < least_words_) std::fill(begin, end, 0);
      begin = end;
    }
  }

 private:
  // Calls f(its end, its number) for every window of common words, from the left.
  template <typename F>
  void ForEachWindow(const std::vector<std::uint32_t>& words, F f) {
    std::size_t common = 0;
    for (std::size_t end = 1; end <= words.size(); ++end) {
      common = word_pages_[words[end - 1]].pages >= least_pages_ ? common + 1 : 0;
      if (common < window_) continue;
      const auto* first = reinterpret_cast<const char*>(words.data() + end - window_);
      f(end, windows_.Add(FastHash64({first, window_ * sizeof(words[0])})));
    }
  }

  const std::size_t window_, least_words_;
  const std::uint32_t least_pages_;
  std::vector<PageCount> word_pages_;
  DenseIds windows_;  // of hashes
  std::vector<PageCount> window_pages_;
};

// A text node that goes, and the percent of its words that stand in runs.
struct Struck {
  const LoggedPage::Piece* text;
  std::uint8_t percent;
};

std::vector<Struck> FindStruck(const SiteLog& log, const LoggedPage& page,
                               const std::vector<char>& covered, double share) {
  constexpr double kTolerance = 1e-9;
  std::vector<Struck> struck;
  auto begin = covered.begin();
  for (const LoggedPage::Piece& text : page.pieces) {
    const auto end = begin + static_cast<std::ptrdiff_t>(log.WordsOf(text.text).size());
    const auto words = end - begin, gone = std::count(begin, end, 1);
    begin = end;
    if (gone == 0 || static_cast<double>(gone) + kTolerance < share * static_cast<double>(words))
      continue;
    struck.push_back({&text, static_cast<std::uint8_t>(100 * gone / words)});
  }
  if (struck.size() == page.pieces.size()) struck.clear();
  return struck;
}

}  // namespace

void WordCutter::SplitTerms(const Page& page) {
  term_words_.clear();
  term_ends_.clear();
  for (const std::string_view term : page.terms) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < term.size();) {
      const std::size_t before = at;
      if (!CountsAlone(DecodeUtf8(term, &at))) continue;
      // What stands before the character is a word, and the character is one.
      if (begin < before) term_words_.push_back(FastHash64(term.substr(begin, before - begin)));
      term_words_.push_back(FastHash64(term.substr(before, at - before)));
      begin = at;
    }
    if (begin < term.size()) term_words_.push_back(FastHash64(term.substr(begin)));
    term_ends_.push_back(static_cast<std::uint32_t>(term_words_.size()));
  }
}

const std::vector<Piece>& WordCutter::Cut(const Page& page) {
  reader_.Read(page);
  SplitTerms(page);
  texts_.clear();
  words_.clear();
  std::vector<std::size_t> ends;
  for (std::uint32_t block = 0; block < reader_.blocks(); ++block) {
    const auto terms = reader_.of(BlockNo(block));
    if (terms.empty()) continue;
    for (const TermId term : terms) {
      const std::uint32_t first = term.value == 0 ? 0 : term_ends_[term.value - 1];
      for (std::uint32_t i = first; i < term_ends_[term.value]; ++i)
        words_.push_back(term_words_[i]);
    }
    texts_.push_back({page.blocks[block].text_hash.low, block, 1, {}});
    ends.push_back(words_.size());
  }
  // Only now do the words stand still.
  for (std::size_t i = 0, begin = 0; i < texts_.size(); begin = ends[i++])
    texts_[i].words = std::span(words_).subspan(begin, ends[i] - begin);
  return texts_;
}

std::size_t WordCutter::bytes() const {
  return reader_.bytes() + texts_.capacity() * sizeof(Piece) +
         (term_words_.capacity() + words_.capacity()) * sizeof(std::uint64_t) +
         term_ends_.capacity() * sizeof(std::uint32_t);
}

void JudgeRuns(const SiteLog& log, SiteId site, const RunParameters& parameters,
               StrikeList* strikes) {
  if (log.pages() < parameters.min_pages) return;
  RunFinder finder(log, parameters);
  const TemplateRule rule = MakeRule(
      "repeats.run", {RuleField::Count(parameters.words), RuleField::Count(parameters.window),
                      RuleField::Count(finder.least_pages()), RuleField::Count(log.pages())});
  PageWords words;
  log.ForEachPage([&](std::uint32_t, const LoggedPage& page) {
    words.Read(log, page);
    finder.Cover(&words);
    for (const Struck& struck : FindStruck(log, page, words.covered, parameters.covered)) {
      const TemplateId name = strikes->Name({site, KeyOf(log.HashOf(struck.text->text)), rule});
      strikes->Add(page.doc, BlockNo(struck.text->first_block), name, struck.percent);
    }
  });
}

}  // namespace thresh::repeats
