#include "tests/fuzz/twin_campaign.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "tests/fuzz/html_tokens.h"

namespace thresh::fuzz {
namespace {

constexpr std::size_t kHeadPieces = 12, kBodyPieces = 50;
constexpr std::uint64_t kReported = 8;

std::string Join(const std::vector<std::string>& pieces) {
  std::string page;
  for (const std::string& piece : pieces) page += piece;
  return page;
}

// A piece begins at each '<'.
std::vector<std::string> CutIntoPieces(const std::string& page) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t end = std::min(page.find('<', at + 1), page.size());
    pieces.push_back(page.substr(at, end - at));
    at = end;
  }
  return pieces;
}

std::ptrdiff_t Offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

}  // namespace

void TwinTally::Count(std::string_view page, const TwinReaders::Answer& answer) {
  ++pages;
  bytes += page.size();
  ++reasons[static_cast<std::size_t>(answer.why)];
  if (answer.why == straight::GiveUp::kNone) straight_bytes += page.size();
  if (answer.outcome != ParseOutcome::kParsed) ++over_budget;
  if (!answer.difference.empty()) ++differences;
}

void TwinTally::Add(const TwinTally& other) {
  pages += other.pages;
  bytes += other.bytes;
  straight_bytes += other.straight_bytes;
  differences += other.differences;
  over_budget += other.over_budget;
  for (std::size_t i = 0; i < kReasons; ++i) reasons[i] += other.reasons[i];
}

void TwinTally::Print(const char* name) const {
  const double share =
      bytes == 0 ? 0 : 100 * static_cast<double>(straight_bytes) / static_cast<double>(bytes);
  std::printf("%s: pages %llu, %.1f MB, straight %llu (%.2f %% of bytes), differences %llu", name,
              static_cast<unsigned long long>(pages), static_cast<double>(bytes) / 1e6,
              static_cast<unsigned long long>(reasons[0]), share,
              static_cast<unsigned long long>(differences));
  for (std::size_t i = 1; i < kReasons; ++i) {
    if (reasons[i] == 0) continue;
    const std::string_view reason = NameOf(static_cast<straight::GiveUp>(i));
    std::printf(", %.*s %llu", static_cast<int>(reason.size()), reason.data(),
                static_cast<unsigned long long>(reasons[i]));
  }
  if (over_budget != 0)
    std::printf(", not compared %llu", static_cast<unsigned long long>(over_budget));
  std::printf("\n");
  std::fflush(stdout);
}

std::vector<std::string> Shrink(std::vector<std::string> pieces,
                                const std::function<bool(const std::string&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t step = std::max<std::size_t>(1, pieces.size() / 2); step > 0; step /= 2) {
      for (std::size_t at = 0; at + step <= pieces.size();) {
        std::vector<std::string> fewer = pieces;
        fewer.erase(fewer.begin() + Offset(at), fewer.begin() + Offset(at + step));
        if (fails(Join(fewer))) {
          pieces = std::move(fewer);
          smaller = true;
        } else {
          at += step;
        }
      }
    }
  }
  return pieces;
}

void TwinCampaign::AddPage(const std::string& page) {
  Pieces pieces = CutIntoPieces(page);
  if (pieces.size() > kHeadPieces + kBodyPieces) {
    const std::size_t from = kHeadPieces + Below(pieces.size() - kHeadPieces - kBodyPieces + 1);
    pieces.erase(pieces.begin() + Offset(from + kBodyPieces), pieces.end());
    pieces.erase(pieces.begin() + Offset(kHeadPieces), pieces.begin() + Offset(from));
  }
  if (!pieces.empty()) pages_.push_back(std::move(pieces));
}

std::string TwinCampaign::AnyToken() { return std::string(kHtmlTokens[Below(kHtmlTokens.size())]); }

TwinCampaign::Pieces TwinCampaign::MadeOfTokens() {
  Pieces pieces;
  for (std::size_t n = 1 + Below(16); n > 0; --n) pieces.push_back(AnyToken());
  return pieces;
}

TwinCampaign::Pieces TwinCampaign::Mutated() {
  Pieces pieces = pages_[Below(pages_.size())];
  for (std::size_t n = 1 + Below(5); n > 0 && pieces.size() > 4; --n) Mutate(&pieces);
  return pieces;
}

void TwinCampaign::Mutate(Pieces* pieces) {
  const std::size_t at = Below(pieces->size()), other = Below(pieces->size());
  const auto here = pieces->begin() + Offset(at);
  switch (Below(8)) {
    case 0:
      pieces->erase(here);
      break;
    case 1: {
      std::string copy = (*pieces)[other];
      pieces->insert(here, std::move(copy));
      break;
    }
    case 2:
      std::swap((*pieces)[at], (*pieces)[other]);
      break;
    case 3:  // a byte less; what is left of a longer character becomes U+FFFD
      if (!here->empty()) here->erase(Below(here->size()), 1);
      break;
    case 4: {  // a part of another page
      const Pieces& from = pages_[Below(pages_.size())];
      const std::size_t first = Below(from.size());
      const std::size_t last = std::min(from.size(), first + 1 + Below(12));
      pieces->insert(here, from.begin() + Offset(first), from.begin() + Offset(last));
      break;
    }
    default:
      pieces->insert(here, AnyToken());
  }
}

void TwinCampaign::Report(const Pieces& pieces, const std::string& difference) {
  const auto differs = [this](const std::string& page) {
    return !readers_.Read(ToPage(page, "utf-8")).difference.empty();
  };
  const std::string fewer = Join(Shrink(pieces, differs));
  Pieces characters;
  for (const char c : fewer) characters.emplace_back(1, c);
  const std::string least = Join(Shrink(characters, differs));
  std::printf("DIFFERENCE %s\n  shrunk to %zu bytes: %s\n", difference.c_str(), least.size(),
              least.substr(0, 400).c_str());
}

TwinTally TwinCampaign::Run(std::uint64_t cases) {
  TwinTally tally;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const Pieces pieces = pages_.empty() || Below(3) == 0 ? MadeOfTokens() : Mutated();
    const std::string page = ToPage(Join(pieces), "utf-8");
    const TwinReaders::Answer answer = readers_.Read(page);
    tally.Count(page, answer);
    if (!answer.difference.empty() && tally.differences <= kReported)
      Report(pieces, answer.difference);
  }
  return tally;
}

}  // namespace thresh::fuzz
