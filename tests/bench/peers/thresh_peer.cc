// thresh-peer STORE QUERIES [PRESET]: Thresh among its peers (README.md). Without a preset it ranks
// as they do: BM25 with k1 .9 and b .4 over the text alone.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "query/retrieve/presets.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/searcher.h"

namespace thresh {
namespace {

// A line of the file is a kind, a tab and words.
std::string InQueryLanguage(const std::string& line) {
  const std::size_t tab = line.find('\t');
  const std::string kind = line.substr(0, tab), words = line.substr(tab + 1);
  if (kind == "any") return words;
  if (kind == "phrase") return '"' + words + '"';
  std::string all = "+";
  for (const char c : words) all += c == ' ' ? std::string(" +") : std::string(1, c);
  return all;
}

Result<std::string> Pages(Searcher& searcher, const std::string& query,
                          const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher.Search(query, options));
  std::string pages;
  for (const Hit& hit : ranking.hits) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, searcher.Page(hit.doc));
    pages += (pages.empty() ? "" : " ") + page.docno;
  }
  return pages;
}

Result<std::string> Nanoseconds(Searcher& searcher, const std::string& query,
                                const SearchOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  THRESH_RETURN_IF_ERROR(searcher.Search(query, options).status());
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
  return std::to_string(took.count());
}

// Whether all algorithms give the same pages with the same scores: 1, or an error.
Result<std::string> Agreement(Searcher& searcher, const std::string& query,
                              const SearchOptions& options) {
  SearchOptions other = options;
  other.algorithm = "exhaustive";
  THRESH_ASSIGN_OR_RETURN(const Ranking all, searcher.Search(query, other));
  std::vector<std::string> names = {std::string(kAutoAlgorithm)};
  for (const AlgorithmInfo& algorithm : AlgorithmTable()) names.emplace_back(algorithm.name);
  for (const std::string& name : names) {
    other.algorithm = name;
    THRESH_ASSIGN_OR_RETURN(const Ranking best, searcher.Search(query, other));
    if (best.hits != all.hits) return Status(Code::kBug, name + " gives other hits for " + query);
  }
  return std::string("1");
}

Status Answer(const std::string& store, const std::string& queries, const char* preset) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, Searcher::Open(store));
  SearchOptions options;
  options.weights.of = {1, 0, 0, 0, 0};
  if (preset != nullptr) {
    THRESH_ASSIGN_OR_RETURN(const PresetInfo* info, FindPreset(preset));
    info->apply(&options);
  }
  std::vector<std::string> asked;
  std::ifstream file(queries);
  for (std::string line; std::getline(file, line);) asked.push_back(InQueryLanguage(line));
  for (std::string order; std::getline(std::cin, order);) {
    std::string answer;
    const auto ask = order == "pages" ? Pages : order == "check" ? Agreement : Nanoseconds;
    for (const std::string& query : asked) {
      THRESH_ASSIGN_OR_RETURN(const std::string one, ask(*searcher, query, options));
      answer += (&query == asked.data() ? "" : "\t") + one;
    }
    std::puts(answer.c_str());
    std::fflush(stdout);
  }
  return {};
}

}  // namespace
}  // namespace thresh

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: thresh-peer STORE QUERIES [PRESET]\n");
    return 64;
  }
  const thresh::Status status = thresh::Answer(argv[1], argv[2], argc > 3 ? argv[3] : nullptr);
  if (!status.ok()) std::fprintf(stderr, "thresh-peer: %s\n", status.message().c_str());
  return static_cast<int>(status.code());
}
