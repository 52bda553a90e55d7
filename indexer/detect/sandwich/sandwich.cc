// Lines that a page has in common with a peer are template, and what lies between them is the
// page's own (Rowlands, Thomas, Wan, ADCS 2009, section 3).
#include <algorithm>
#include <map>
#include <vector>

#include "indexer/detect/methods.h"
#include "indexer/detect/sandwich/line_match.h"
#include "indexer/detect/sandwich/near_names.h"
#include "indexer/detect/strike_list.h"

namespace thresh {
namespace {

enum class Peer : std::uint8_t { kNearestName, kPreviousPage };  // of the same directory
enum class Vote : std::uint8_t {
  kOnePeer,
  kEither,
  kBoth
};  // the last two: of two peers, where it has two

struct SandwichParameters {
  Peer peer = Peer::kNearestName;
  Vote vote = Vote::kOnePeer;
  // A line takes 12 bytes, so 16 Mi lines take 192 MiB.
  std::size_t max_lines =
      16u << 20;  // that are kept; over it, directories not seen for long are closed
  std::size_t peers() const { return vote == Vote::kOnePeer ? 1 : 2; }
};

struct PageLines {
  DocId doc;
  std::string name;
  std::vector<std::uint64_t> lines;
  std::vector<BlockNo> blocks;  // by line
};

struct Directory {
  std::uint64_t last_page = 0;  // when it was seen last
  std::vector<PageLines>
      pages;  // with Peer::kPreviousPage only those that are peers of the next one
  std::size_t lines = 0;
};

class Sandwich final : public Detector {
 public:
  explicit Sandwich(const SandwichParameters& parameters) : parameters_(parameters) {}

  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return strikes_.Take(); }
  Strikes Conclude() override;
  std::size_t bytes() const override;

 private:
  using Key = std::pair<SiteId, std::string>;

  void Compare(const PageLines& page, std::span<const PageLines* const> peers, SiteId site,
               StrikeList* strikes) const;
  void CompareWithPrevious(SiteId site, Directory* directory);
  void Close(const Key& key, Directory* directory);
  void MakeRoom();

  SandwichParameters parameters_;
  std::uint64_t page_ = 0;
  std::map<Key, Directory> directories_;
  std::size_t lines_ = 0;  // in directories_
  StrikeList strikes_;     // of the current run
  StrikeList late_;        // of directories that are closed
};

PageLines LinesOf(const Page& page, DocId doc) {
  PageLines lines{doc, std::string(NameOf(page.url)), {}, {}};
  lines.lines.reserve(page.lines.size());
  lines.blocks.reserve(page.lines.size());
  for (const SourceLine& line : page.lines) {
    lines.lines.push_back(line.hash);
    lines.blocks.push_back(line.block);
  }
  return lines;
}

// A copy has all lines in common with its original and would lose everything, so copies are no
// peers and have no peers. Pages without lines were not read as html.
void Sandwich::Observe(const Page& page, const Arrival& arrival) {
  if (arrival.duplicate() || page.body_tokens == 0 || page.lines.empty()) return;
  Directory& directory = directories_[{arrival.site, std::string(DirectoryOf(page.url))}];
  directory.last_page = ++page_;
  directory.lines += page.lines.size();
  lines_ += page.lines.size();
  directory.pages.push_back(LinesOf(page, arrival.doc));
  if (parameters_.peer == Peer::kPreviousPage) CompareWithPrevious(arrival.site, &directory);
  if (lines_ > parameters_.max_lines) MakeRoom();
}

// RTW 3: a line is template if enough peers have it, in the same order.
void Sandwich::Compare(const PageLines& page, std::span<const PageLines* const> peers, SiteId site,
                       StrikeList* strikes) const {
  std::vector<std::size_t> votes(page.lines.size(), 0);
  for (const PageLines* peer : peers) {
    const std::vector<bool> common = CommonLines(page.lines, peer->lines);
    for (std::size_t i = 0; i < common.size(); ++i) votes[i] += common[i] ? 1U : 0U;
  }
  // A page without a peer needs no vote under kBoth. The maximum below keeps its lines from being
  // template.
  const std::size_t needed = parameters_.vote == Vote::kBoth ? peers.size() : 1;
  const TemplateRule rule =
      MakeRule(parameters_.peer == Peer::kNearestName ? "sandwich.nearest" : "sandwich.previous");
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (page.blocks[i] == kNoBlock || votes[i] < std::max<std::size_t>(needed, 1)) continue;
    // A line has a hash of 64 bits, so the other half of the key is derived from it.
    const Hash128 key{page.lines[i], Mix64(page.lines[i])};
    strikes->Add(page.doc, page.blocks[i], strikes->Name({site, key, rule}));
  }
}

void Sandwich::CompareWithPrevious(SiteId site, Directory* directory) {
  std::vector<const PageLines*> peers;
  for (const PageLines& page : directory->pages) peers.push_back(&page);
  // The newest page comes last. It is no peer of itself.
  peers.pop_back();
  Compare(directory->pages.back(), peers, site, &strikes_);
  if (directory->pages.size() <= parameters_.peers()) return;
  const std::size_t lines = directory->pages.front().lines.size();
  directory->pages.erase(directory->pages.begin());
  directory->lines -= lines;
  lines_ -= lines;
}

// Compares the pages of a directory among themselves and forgets them.
void Sandwich::Close(const Key& key, Directory* directory) {
  // With kPreviousPage every page was compared when it came, and only its memory is left.
  if (parameters_.peer == Peer::kNearestName) {
    std::vector<std::string> names;
    for (const PageLines& page : directory->pages) names.push_back(page.name);
    const auto nearest = NearestNames(names, parameters_.peers());
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<const PageLines*> peers;
      for (const std::uint32_t peer : nearest[i]) peers.push_back(&directory->pages[peer]);
      Compare(directory->pages[i], peers, key.first, &late_);
    }
  }
  lines_ -= directory->lines;
  directory->lines = 0;
  directory->pages.clear();
}

// Crawls go from directory to directory: the one that was left first is most likely complete. Half
// of the lines stay, so that directories are not sorted by age on every page.
void Sandwich::MakeRoom() {
  // Each page raises the clock for one directory, so no two directories have one age.
  std::map<std::uint64_t, Key> by_age;
  for (const auto& [key, directory] : directories_) by_age.emplace(directory.last_page, key);
  for (const auto& [age, key] : by_age) {
    if (lines_ <= parameters_.max_lines / 2) return;
    const auto oldest = directories_.find(key);
    Close(key, &oldest->second);
    directories_.erase(oldest);
  }
}

Strikes Sandwich::Conclude() {
  for (auto& [key, directory] : directories_) Close(key, &directory);
  directories_.clear();
  return late_.Take();
}

std::size_t Sandwich::bytes() const {
  constexpr std::size_t kLine = sizeof(std::uint64_t) + sizeof(BlockNo);
  constexpr std::size_t kName = 64;  // of a page or a directory, with what malloc adds
  std::size_t bytes = sizeof(*this) + strikes_.bytes() + late_.bytes() + lines_ * kLine;
  for (const auto& [key, directory] : directories_) {
    bytes += sizeof(Key) + sizeof(Directory) + kName +
             directory.pages.size() * (sizeof(PageLines) + kName);
  }
  return bytes;
}

constexpr SandwichParameters kDefaults;
using enum ParameterKind;
constexpr DetectorParameter kParameters[] = {
    {"sandwich.peer", kFlag, static_cast<double>(kDefaults.peer), 0, 1,
     "0: a page is compared with that of the nearest name in its directory; 1: with the one before "
     "it"},
    {"sandwich.vote", kWhole, static_cast<double>(kDefaults.vote), 0, 2,
     "0: one peer; 1: a line in common with one of two peers is template; 2: with both; 2 with "
     "sandwich.modern"},
    {"sandwich.max_lines", kNumber, kDefaults.max_lines, 1, 1e12,
     "lines in memory; over it the directories that were left first are closed"},
    {"sandwich.modern", kFlag, 0, 0, 1,
     "1: lines are cut at tags as well, and two peers must agree"},
};

bool IsModern(const DetectorConfig& config) {
  return ParameterReader(kParameters, config).Flag("sandwich.modern");
}

}  // namespace

std::span<const DetectorParameter> SandwichParameterTable() { return kParameters; }

Segmentation SandwichSegmentation(const DetectorConfig& config) {
  return IsModern(config) ? Segmentation::kSourceTags : Segmentation::kSourceLines;
}

std::unique_ptr<Detector> MakeSandwich(const DetectorConfig& config) {
  const ParameterReader read(kParameters, config);
  SandwichParameters parameters;
  parameters.peer = static_cast<Peer>(read.Whole("sandwich.peer"));
  const Vote vote = IsModern(config) ? Vote::kBoth : kDefaults.vote;
  parameters.vote = static_cast<Vote>(read.Whole("sandwich.vote", static_cast<double>(vote)));
  parameters.max_lines = static_cast<std::size_t>(read.Number("sandwich.max_lines"));
  return std::make_unique<Sandwich>(parameters);
}

}  // namespace thresh
