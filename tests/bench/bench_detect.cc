// thresh-bench-detect FOLDER GOLD [FOLDER GOLD]...: what other numbers of `spine` would do. It
// reads each site once and judges it for every line of standard input. A line is a set of numbers,
// KEY=NUMBER with blanks between them; an empty line is the defaults. For each line it prints a row
// for each site, with tabs:
//
//   line (from 1 on), folder, F1, precision, recall, content kept, share of damaged pages, share of
//   template in the gold
//
// The scores are those of `thresh-index compare --gold`. A line is answered before the next one is
// read, so that another program may choose the next numbers by the answer.
#include <array>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "indexer/detect/detector.h"
#include "indexer/detect/spine/parameters.h"
#include "tests/bench/detect_site.h"

namespace thresh {
namespace {

Result<SpineParameters> ReadNumbers(const std::string& line) {
  DetectorConfig config;
  std::istringstream in(line);
  for (std::string entry; in >> entry;) {
    THRESH_ASSIGN_OR_RETURN(const auto number, ParseParameter(entry));
    config.Set(number.first, number.second);
  }
  const std::array<const DetectorInfo*, 1> chosen = {FindDetector("spine")};
  THRESH_RETURN_IF_ERROR(CheckParameters(chosen, config));
  return ReadSpineParameters(config);
}

void Print(std::size_t line, const BenchSite& site, const Score& score) {
  std::printf("%zu\t%s", line, site.folder().c_str());
  for (const double value : {score.F1(), score.Precision(), score.Recall(), score.Kept(),
                             score.Damaged(), score.TemplateShare()}) {
    std::printf("\t%.17g", value);
  }
  std::printf("\n");
}

Status Bench(const std::vector<std::string>& places) {
  std::vector<BenchSite> sites;
  for (std::size_t i = 0; i < places.size(); i += 2) {
    THRESH_ASSIGN_OR_RETURN(BenchSite site, BenchSite::Read(places[i], places[i + 1]));
    if (site.missing() > 0) {
      std::fprintf(stderr, "%s lacks %llu pages of the gold\n", places[i].c_str(),
                   static_cast<unsigned long long>(site.missing()));
    }
    sites.push_back(std::move(site));
  }
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    THRESH_ASSIGN_OR_RETURN(const SpineParameters parameters, ReadNumbers(line));
    for (const BenchSite& site : sites) Print(number, site, site.Judge(parameters));
    std::fflush(stdout);
  }
  return {};
}

}  // namespace
}  // namespace thresh

int main(int argc, char** argv) {
  const std::vector<std::string> places(argv + 1, argv + argc);
  if (places.empty() || places.size() % 2 != 0) {
    std::fprintf(stderr, "usage: thresh-bench-detect FOLDER GOLD [FOLDER GOLD]...\n");
    return 64;
  }
  const thresh::Status status = thresh::Bench(places);
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.message().c_str());
  return status.ok() ? 0 : static_cast<int>(status.code());
}
