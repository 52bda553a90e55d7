// The template of a site is found by tree mapping over sample pages (Vieira et al., CIKM 2006, 4
// and figure 5 of section 5) and taken out of all pages of the site (section 5, figure 6).
//
// All pages of a site wait until its sample is known; where they are too many, the sample is drawn
// from those that wait, and later pages are judged when they arrive. Nothing depends on runs.
#include <algorithm>
#include <cmath>

#include "common/base/check.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/rtdm_td/find_template.h"
#include "indexer/detect/rtdm_td/tree_match.h"
#include "indexer/detect/strike_list.h"
#include "indexer/detect/waiting_pages.h"

namespace thresh {
namespace {

constexpr std::uint32_t kMostSampleNodes = 50'000;    // larger pages are no sample pages
constexpr std::size_t kMostWaitingBytes = 64u << 20;  // of a site

struct RtdmParameters {
  std::uint32_t max_pages = 25;
  std::uint32_t replace_cost = 1;
  bool clusters = false;         // several templates a site
  std::uint32_t min_pages = 2;   // of a cluster
  std::uint32_t min_tokens = 0;  // of a sample page
};

struct SampledSite {
  bool ready = false;
  WaitingPages waiting;  // until it is ready
  std::vector<SiteTemplate> templates;
};

class RtdmTd final : public Detector {
 public:
  explicit RtdmTd(const RtdmParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return fresh_.Take(); }
  Strikes Conclude() override;
  std::size_t bytes() const override;

 private:
  std::uint64_t LotOf(const Page& page) const;
  void FindTemplatesOf(SampledSite* site, SiteId id);
  static void StrikePage(const SampledSite& site, SiteId id, const LabelTree& page, DocId doc,
                         StrikeList* strikes);

  RtdmParameters parameters_;
  std::vector<SampledSite> sites_;  // by SiteId
  StrikeList fresh_, late_;         // of pages of the current run, and of those that waited
};

std::uint64_t RtdmTd::LotOf(const Page& page) const {
  const bool fit =
      page.body_tokens >= parameters_.min_tokens && page.tree.nodes.size() <= kMostSampleNodes;
  // A page that does not fit waits and is judged like the others, but no sample draws it.
  return fit ? WaitingPages::LotOf(page) : WaitingPages::kNotDrawn;
}

LabelTree Unpacked(const WaitingPage& page) {
  LabelTree tree;
  THRESH_CHECK(UnpackTree(page.shape, &tree));
  return tree;
}

void RtdmTd::Observe(const Page& page, const Arrival& arrival) {
  if (arrival.duplicate()) return;
  if (sites_.size() <= arrival.site.value) sites_.resize(arrival.site.value + 1);
  SampledSite& site = sites_[arrival.site.value];
  const LabelTree tree = MakeLabelTree(page);
  if (site.ready) return StrikePage(site, arrival.site, tree, arrival.doc, &fresh_);
  site.waiting.Add({arrival.doc, LotOf(page), PackTree(tree), {}}, parameters_.max_pages);
  if (site.waiting.bytes() >= kMostWaitingBytes) FindTemplatesOf(&site, arrival.site);
}

void RtdmTd::FindTemplatesOf(SampledSite* site, SiteId id) {
  std::vector<LabelTree> sample;
  for (const WaitingPage* page : site->waiting.Sample()) sample.push_back(Unpacked(*page));
  site->templates = parameters_.clusters
                        ? FindTemplates(sample, parameters_.replace_cost, parameters_.min_pages)
                        : FindTemplate(sample, parameters_.replace_cost);
  site->ready = true;
  for (const WaitingPage& page : site->waiting.pages())
    StrikePage(*site, id, Unpacked(page), page.doc, &late_);
  site->waiting = {};
}

// Vieira et al. 5: mapped text nodes are deleted. They have no children, so nothing else goes with
// them.
void RtdmTd::StrikePage(const SampledSite& site, SiteId id, const LabelTree& page, DocId doc,
                        StrikeList* strikes) {
  const SiteTemplate* found = TemplateFor(page, site.templates);
  if (found == nullptr || found->tree.nodes.empty()) return;
  Hasher128 key;
  // The hash of the root's subtree stands for the whole template.
  key.Number(found->tree.nodes[0].subtree);
  const TemplateId name =
      strikes->Name({id, key.Finish(),
                     MakeRule("rtdm_td.tree", {RuleField::Count(found->tree.nodes.size()),
                                               RuleField::Count(found->pages)})});
  // Blocks are text nodes here, so the number of text nodes passed is the number of the block.
  std::uint32_t text = 0, node = 0;
  for (const std::uint32_t next : EmbedInPart(found->tree, page)) {
    for (; node < next; ++node) text += IsTextLabel(page.nodes[node].label) ? 1U : 0U;
    if (IsTextLabel(page.nodes[next].label)) strikes->Add(doc, BlockNo(text), name);
  }
}

Strikes RtdmTd::Conclude() {
  for (std::uint32_t id = 0; id < sites_.size(); ++id) {
    if (!sites_[id].ready) FindTemplatesOf(&sites_[id], SiteId(id));
  }
  return late_.Take();
}

std::size_t RtdmTd::bytes() const {
  std::size_t bytes = sizeof(*this) + fresh_.bytes() + late_.bytes();
  for (const SampledSite& site : sites_) {
    bytes += sizeof(site) + site.waiting.bytes();
    for (const SiteTemplate& found : site.templates)
      bytes += sizeof(found) + found.tree.bytes() + found.leader.capacity() * sizeof(std::uint64_t);
  }
  return bytes;
}

constexpr RtdmParameters kDefaults;
constexpr std::uint32_t kModernReplaceCost = 2;
using enum ParameterKind;
constexpr DetectorParameter kParameters[] = {
    {"rtdm_td.max_pages", kWhole, kDefaults.max_pages, 2, 1e4,
     "sample pages of a site, from which its template is found"},
    {"rtdm_td.replace_cost", kWhole, kDefaults.replace_cost, 1, 1e4,
     "cost of replacing a node, where deleting or inserting one costs 1; 2 with rtdm_td.modern"},
    {"rtdm_td.modern", kFlag, 0, 0, 1,
     "1: sample pages of 50 words and more are clustered, and each cluster has a template"},
};

}  // namespace

std::span<const DetectorParameter> RtdmTdParameterTable() { return kParameters; }

std::unique_ptr<Detector> MakeRtdmTd(const DetectorConfig& config) {
  const ParameterReader read(kParameters, config);
  RtdmParameters parameters;
  const bool modern = read.Flag("rtdm_td.modern");
  parameters.max_pages = read.Whole("rtdm_td.max_pages");
  parameters.replace_cost =
      read.Whole("rtdm_td.replace_cost", modern ? kModernReplaceCost : kDefaults.replace_cost);
  if (modern) {
    parameters.clusters = true;
    parameters.min_pages = 3;
    parameters.min_tokens = 50;
  }
  return std::make_unique<RtdmTd>(parameters);
}

}  // namespace thresh
