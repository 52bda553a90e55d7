// The method that Chen, Ye, Li compare theirs with (CYL 4.3): blocks are compared by fingerprints
// of their text, whatever their layout (Broder et al., WWW 1997; Ma, Goharian, Chowdhury, Chung,
// CIKM 2003). A group of blocks that stands on enough pages of a site is template.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "indexer/detect/block_words.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/shingle/pairs.h"
#include "indexer/detect/strike_list.h"

namespace thresh {
namespace {

// What makes two blocks one group.
enum class Grouping : std::uint8_t {
  kExact0,  // the same minhash 0
  kSuper,   // the same minhashes 0 to 2, or 3 to 5
  kPairs,   // resemblance >= 0.9, or a chain of such pairs
};

struct ShingleParameters {
  std::uint32_t w = 4;
  std::uint32_t min_pages = 5;
  Grouping grouping = Grouping::kSuper;
};

using Keys = std::array<std::uint64_t, 2>;  // of a block's groups; equal where it has one

std::uint64_t SuperShingle(const ShingleSet& set, std::uint32_t first) {
  // The seed keeps the two kinds of super shingle apart, since both are keys of one map.
  std::uint64_t hash = Seed64(first);
  for (std::uint32_t i = first; i < first + 3; ++i) hash = Mix64(hash ^ MinHash(set, i));
  return hash;
}

std::uint64_t HashOfAll(const ShingleSet& set) {
  // A set is ascending, so equal sets have equal hashes.
  std::uint64_t hash = 0;
  for (const std::uint64_t shingle : set) hash = Mix64(hash ^ shingle);
  return hash;
}

Keys KeysOf(const ShingleSet& set, Grouping grouping) {
  if (grouping == Grouping::kSuper) return {SuperShingle(set, 0), SuperShingle(set, 3)};
  const std::uint64_t key = grouping == Grouping::kExact0 ? MinHash(set, 0) : HashOfAll(set);
  return {key, key};
}

// The blocks of a site and their groups.
class SiteBlocks {
 public:
  void Add(DocId doc, BlockNo block, const ShingleSet& set, Grouping grouping);
  void Strike(SiteId site, const ShingleParameters& parameters, StrikeList* strikes) const;
  std::size_t bytes() const;

 private:
  struct Member {
    DocId doc;
    BlockNo block;
    std::array<std::uint32_t, 2> groups{};
  };
  std::uint32_t GroupOf(std::uint64_t key, const ShingleSet& set, bool keep_set);
  std::vector<std::uint32_t> PagesOf(const std::vector<std::uint32_t>& groups) const;
  std::vector<std::uint64_t> keys_;                          // by group
  std::vector<ShingleSet> sets_;                             // by group; only with Grouping::kPairs
  std::vector<Member> members_;                              // by page
  std::unordered_map<std::uint64_t, std::uint32_t> groups_;  // by key
  std::size_t shingles_ = 0;
};

std::uint32_t SiteBlocks::GroupOf(std::uint64_t key, const ShingleSet& set, bool keep_set) {
  const auto next = static_cast<std::uint32_t>(keys_.size());
  const auto [group, is_new] = groups_.emplace(key, next);
  if (is_new) {
    keys_.push_back(key);
    if (keep_set) {
      sets_.push_back(set);
      shingles_ += set.size();
    }
  }
  return group->second;
}

void SiteBlocks::Add(DocId doc, BlockNo block, const ShingleSet& set, Grouping grouping) {
  Member& member = members_.emplace_back(Member{doc, block, {}});
  const Keys keys = KeysOf(set, grouping);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    member.groups[k] = GroupOf(keys[k], set, grouping == Grouping::kPairs);
  }
}

// By group: distinct pages. Members come page by page.
std::vector<std::uint32_t> SiteBlocks::PagesOf(const std::vector<std::uint32_t>& groups) const {
  std::vector<std::uint32_t> pages(keys_.size(), 0);
  // No page has this number.
  std::vector<DocId> last(keys_.size(), DocId(0xffffffff));
  for (const Member& member : members_) {
    for (const std::uint32_t of : member.groups) {
      const std::uint32_t group = groups[of];
      if (std::exchange(last[group], member.doc) != member.doc) ++pages[group];
    }
  }
  return pages;
}

void SiteBlocks::Strike(SiteId site, const ShingleParameters& parameters,
                        StrikeList* strikes) const {
  std::vector<std::uint32_t> groups(keys_.size());
  for (std::uint32_t g = 0; g < groups.size(); ++g) groups[g] = g;
  if (parameters.grouping == Grouping::kPairs) groups = GroupByResemblance(sets_);
  const std::vector<std::uint32_t> pages = PagesOf(groups);
  const std::string_view rule =
      parameters.grouping == Grouping::kPairs ? "shingle.pairs" : "shingle.sketch";
  for (const Member& member : members_) {
    for (const std::uint32_t of : member.groups) {
      const std::uint32_t group = groups[of];
      if (pages[group] < parameters.min_pages) continue;
      const Hash128 key{keys_[group], Mix64(keys_[group])};
      const TemplateId found =
          strikes->Name({site, key, MakeRule(rule, {RuleField::Count(pages[group])})});
      strikes->Add(member.doc, member.block, found);
      // The first group that is template names it (docs/DECISIONS.md, "A block has as many groups
      // as supershingles").
      break;
    }
  }
}

std::size_t SiteBlocks::bytes() const {
  constexpr std::size_t kGroup =
      3 * sizeof(std::uint64_t) + 32;  // key twice, number, link, bucket, malloc
  return sizeof(*this) + members_.capacity() * sizeof(Member) + keys_.size() * kGroup +
         sets_.size() * (sizeof(ShingleSet) + 16) + shingles_ * sizeof(std::uint64_t);
}

class Shingle final : public Detector {
 public:
  explicit Shingle(const ShingleParameters& parameters)
      : parameters_(parameters), shingler_(parameters.w) {}

  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return {}; }
  Strikes Conclude() override;
  std::size_t bytes() const override;

 private:
  ShingleParameters parameters_;
  std::vector<SiteBlocks> sites_;  // by SiteId
  // Of the current page.
  BlockWords words_;
  Shingler shingler_;
};

void Shingle::Observe(const Page& page, const Arrival& arrival) {
  if (arrival.duplicate()) return;
  if (sites_.size() <= arrival.site.value) sites_.resize(arrival.site.value + 1);
  words_.Read(page);
  for (std::uint32_t b = 0; b < words_.blocks(); ++b) {
    const std::span<const TermId> words = words_.of(BlockNo(b));
    if (words.empty()) continue;
    const ShingleSet& set = shingler_.Cut(words, page.terms);
    sites_[arrival.site.value].Add(arrival.doc, BlockNo(b), set, parameters_.grouping);
  }
}

Strikes Shingle::Conclude() {
  StrikeList strikes;
  for (std::uint32_t s = 0; s < sites_.size(); ++s)
    sites_[s].Strike(SiteId(s), parameters_, &strikes);
  return strikes.Take();
}

std::size_t Shingle::bytes() const {
  std::size_t bytes = sizeof(*this) + words_.bytes() + shingler_.bytes();
  for (const SiteBlocks& site : sites_) bytes += site.bytes();
  return bytes;
}

constexpr ShingleParameters kDefaults;
using enum ParameterKind;
constexpr DetectorParameter kParameters[] = {
    {"shingle.w", kWhole, kDefaults.w, 1, 100, "words of a shingle"},
    {"shingle.min_pages", kWhole, kDefaults.min_pages, 2, 1e9,
     "pages of a site on which a group of blocks is template"},
    {"shingle.grouping", kWhole, static_cast<double>(kDefaults.grouping), 0, 2,
     "what makes two blocks one group: 0 the same first minhash, 1 one of two equal super "
     "shingles, 2 a resemblance of at least 0.9"},
};

}  // namespace

std::span<const DetectorParameter> ShingleParameterTable() { return kParameters; }

std::unique_ptr<Detector> MakeShingle(const DetectorConfig& config) {
  const ParameterReader read(kParameters, config);
  ShingleParameters parameters;
  parameters.w = read.Whole("shingle.w");
  parameters.min_pages = read.Whole("shingle.min_pages");
  parameters.grouping = static_cast<Grouping>(read.Whole("shingle.grouping"));
  return std::make_unique<Shingle>(parameters);
}

}  // namespace thresh
