// thresh-bench-query STORE [PROGRAM]: queries drawn from a store, by every algorithm of retrieval
// and, where it was found, by Xapian over the same postings; unpacking of posting blocks; start and
// memory of PROGRAM, a thresh-query. docs/PERFORMANCE.md holds what it printed.
//
// Queries are drawn with a fixed seed from the words of a-z that stand on at least one page in a
// thousand: each of their two or three different words is of one of four bands of document
// frequency, all equally likely.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "common/store/page_text.h"
#include "query/retrieve/index.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/searcher.h"
#include "tests/bench/bench_start.h"
#include "tests/bench/bench_unpack.h"
#include "tests/bench/bench_xapian.h"

namespace thresh {
namespace {

constexpr std::size_t kQueries = 400;  // of each length
constexpr int kRounds = 5;
constexpr std::array<double, 4> kBands = {0.001, 0.01, 0.05,
                                          0.2};  // from this part of the pages on

constexpr std::size_t kFewestWords = 100;

using Words = std::vector<std::vector<std::string>>;  // by band

Result<Words> DrawableWords(const Index& index) {
  Words words(kBands.size());
  const auto docs = static_cast<double>(index.lengths().docs());
  THRESH_RETURN_IF_ERROR(index.VisitTerms("", [&](std::string_view term, std::uint32_t df) {
    if (!std::all_of(term.begin(), term.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
      return true;
    const auto band = std::upper_bound(kBands.begin(), kBands.end(), df / docs) - kBands.begin();
    if (band > 0) words[static_cast<std::size_t>(band - 1)].emplace_back(term);
    return true;
  }));
  const auto found =
      std::accumulate(words.begin(), words.end(), std::size_t{0},
                      [](std::size_t n, const auto& band) { return n + band.size(); });
  if (found < kFewestWords)
    return Status(Code::kFailed, "too few words of a-z to draw queries from");
  return words;
}

std::vector<std::string> DrawQueries(const Words& words, std::size_t length) {
  std::mt19937 random(2006);
  std::vector<std::string> queries;
  while (queries.size() < kQueries) {
    std::vector<std::string> query;
    while (query.size() < length) {
      const auto& band = words[random() % words.size()];
      if (band.empty()) continue;
      const std::string& word = band[random() % band.size()];
      if (std::find(query.begin(), query.end(), word) == query.end()) query.push_back(word);
    }
    queries.push_back(
        std::accumulate(query.begin() + 1, query.end(), query.front(),
                        [](const std::string& a, const std::string& b) { return a + " " + b; }));
  }
  return queries;
}

// Microseconds a query, the best of the rounds for each, so that what else the machine does counts
// little.
std::vector<double> Time(const std::vector<std::string>& queries,
                         const std::function<void(const std::string&)>& search) {
  std::vector<double> best(queries.size(), 1e18);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      search(queries[i]);
      const std::chrono::duration<double, std::micro> took =
          std::chrono::steady_clock::now() - start;
      best[i] = std::min(best[i], took.count());
    }
  }
  return best;
}

double Sum(const std::vector<double>& micros) {
  return std::accumulate(micros.begin(), micros.end(), 0.0);
}

void PrintTimes(const std::string& name, std::vector<double> micros) {
  std::sort(micros.begin(), micros.end());
  const auto at = [&](double part) {
    return micros[static_cast<std::size_t>(part * double(micros.size()))];
  };
  std::printf("  %-11s %9.1f us a query, p50 %8.1f, p95 %8.1f, p99 %8.1f", name.c_str(),
              Sum(micros) / double(micros.size()), at(0.5), at(0.95), at(0.99));
}

void PrintRow(const std::string& name, const std::vector<double>& micros, double exhaustive) {
  PrintTimes(name, micros);
  std::printf(", %6.2f x as fast as exhaustive\n", exhaustive / Sum(micros));
}

Status TimeQueries(Searcher& searcher, XapianTwin& xapian,
                   const std::vector<std::string>& queries) {
  double exhaustive = 0;
  std::vector<std::vector<Hit>> answers;
  for (const AlgorithmInfo& algorithm : AlgorithmTable()) {
    SearchOptions options;
    options.algorithm = algorithm.name;
    std::vector<std::vector<Hit>> found;
    for (const std::string& query : queries) {
      THRESH_ASSIGN_OR_RETURN(Ranking ranking, searcher.Search(query, options));
      found.push_back(std::move(ranking.hits));
    }
    if (answers.empty()) answers = found;
    if (found != answers)
      return Status(Code::kBug, std::string(algorithm.name) + " gives other hits");
    const auto micros = Time(queries, [&](const std::string& query) {
      THRESH_CHECK(searcher.Search(query, options).ok());
    });
    if (exhaustive == 0) exhaustive = Sum(micros);
    PrintRow(std::string(algorithm.name), micros, exhaustive);
  }
  if (xapian.present())
    PrintRow("xapian", Time(queries, [&](const std::string& query) { xapian.Search(query); }),
             exhaustive);
  return {};
}

// What the query language makes of two words.
struct Form {
  const char* name;
  std::string (*of)(const std::string& a, const std::string& b);
};
constexpr std::array<Form, 5> kForms = {{
    {"+a +b", [](const std::string& a, const std::string& b) { return "+" + a + " +" + b; }},
    {"+a -b", [](const std::string& a, const std::string& b) { return "+" + a + " -" + b; }},
    {"\"a b\"",
     [](const std::string& a, const std::string& b) { return "\"" + a + " " + b + "\""; }},
    {"\"a b\"~10",
     [](const std::string& a, const std::string& b) { return "\"" + a + " " + b + "\"~10"; }},
    {"a* b", [](const std::string& a, const std::string& b) { return a.substr(0, 4) + "* " + b; }},
}};

// The beginning of a word of a-z at `from` or after it, and the word.
std::string_view NextWord(std::string_view text, std::size_t from) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  const std::size_t begin = text.find_first_of(kLetters, text.find(' ', from));
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_first_not_of(kLetters, begin) - begin);
}

// Two neighbouring words of a page drawn at random, in quotes.
Result<std::vector<std::string>> DrawPhrases(Searcher& searcher) {
  std::mt19937 random(2006);
  std::vector<std::string> phrases;
  while (phrases.size() < kQueries) {
    const DocId doc(static_cast<std::uint32_t>(random() % searcher.store().docs()));
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, searcher.KeptText(doc));
    for (const ShownSpan& span : ShowSpans(text)) {
      if (!span.kept() || span.text.size() < 100) continue;
      const std::string_view first = NextWord(span.text, random() % span.text.size());
      if (first.size() < 2) break;
      const std::string_view rest = span.text.substr(
          static_cast<std::size_t>(first.data() - span.text.data()) + first.size());
      const std::string_view second = NextWord(rest, 0);
      if (second.size() < 2 || second.data() != rest.data() + 1) break;
      phrases.push_back("\"" + std::string(first) + " " + std::string(second) + "\"");
      break;
    }
  }
  return phrases;
}

Status TimeForms(Searcher& searcher, const std::vector<std::string>& pairs) {
  std::printf("the same %zu pairs of words in the query language\n", pairs.size());
  for (const Form& form : kForms) {
    std::vector<std::string> queries;
    for (const std::string& pair : pairs)
      queries.push_back(form.of(pair.substr(0, pair.find(' ')), pair.substr(pair.find(' ') + 1)));
    for (const std::string& query : queries)
      THRESH_RETURN_IF_ERROR(searcher.Search(query, {}).status());
    PrintTimes(form.name, Time(queries, [&](const std::string& query) {
                 THRESH_CHECK(searcher.Search(query, {}).ok());
               }));
    std::printf("\n");
  }
  return {};
}

Status Bench(const std::string& store, const std::string& program) {
  // First, while this process is small: a child's peak memory is not below that of its parent.
  if (!program.empty()) PrintStart(program, store, "index");
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, Searcher::Open(store));
  const Store& opened = searcher->store();
  THRESH_ASSIGN_OR_RETURN(const Words words, DrawableWords(searcher->index()));
  std::printf("%u pages in %u segments; words to draw from, by band:", opened.docs(),
              opened.segments());
  for (const auto& band : words) std::printf(" %zu", band.size());
  std::printf("\n");
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<XapianTwin> xapian,
                          XapianTwin::Make(opened.segment(0)));
  for (const std::size_t length : {2U, 3U}) {
    std::printf("%zu queries of %zu words, the 10 best pages\n", kQueries, length);
    THRESH_RETURN_IF_ERROR(TimeQueries(*searcher, *xapian, DrawQueries(words, length)));
  }
  THRESH_RETURN_IF_ERROR(TimeForms(*searcher, DrawQueries(words, 2)));
  THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> phrases, DrawPhrases(*searcher));
  PrintTimes("stands", Time(phrases, [&](const std::string& phrase) {
               THRESH_CHECK(searcher->Search(phrase, {}).ok());
             }));
  std::printf(" (phrases that stand on a page)\n");
  PrintUnpackSpeed();
  return {};
}

}  // namespace
}  // namespace thresh

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: thresh-bench-query STORE [thresh-query]\n");
    return 64;
  }
  const thresh::Status status = thresh::Bench(argv[1], argc > 2 ? argv[2] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.message().c_str());
  return static_cast<int>(status.code());
}
