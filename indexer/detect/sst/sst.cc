// Site style tree: sample pages make a tree, and the noise in it is taken out of all pages of the
// site (Yi, Liu, Li, KDD 2003).
//
// All pages of a site wait until its sample is known; where they are too many, the sample is drawn
// from those that wait, and later pages are judged when they arrive. Nothing depends on runs.
#include <algorithm>
#include <cmath>

#include "common/base/check.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/sst/marked_styles.h"
#include "indexer/detect/sst/style_tree.h"
#include "indexer/detect/sst/styled_page.h"
#include "indexer/detect/strike_list.h"
#include "indexer/detect/waiting_pages.h"

namespace thresh {
namespace {

constexpr std::size_t kMostWaitingBytes = 64u << 20;  // of a site
constexpr std::size_t kMostTreeBytes = 64u << 20;     // of a site; its sample ends there

struct SstParameters {
  std::uint32_t sample_pages = 500;
  double threshold = 0.2;
  bool attributes = true;  // display attributes are part of a style
};

struct StyledSite {
  bool ready = false;
  WaitingPages waiting;  // until it is ready
  MarkedStyles marked;   // from then on
};

class Sst final : public Detector {
 public:
  explicit Sst(const SstParameters& parameters)
      : parameters_(parameters), reader_(parameters.attributes) {}
  void Observe(const Page& page, const Arrival& arrival) override;
  Strikes EndOfRun() override { return fresh_.Take(); }
  Strikes Conclude() override;
  std::size_t bytes() const override;

 private:
  void Mark(StyledSite* site, SiteId id);
  static void StrikePage(const MarkedStyles& marked, SiteId id, const StyledPage& page, DocId doc,
                         StrikeList* strikes);

  SstParameters parameters_;
  StyledPageReader reader_;
  std::vector<StyledSite> sites_;  // by SiteId
  StrikeList fresh_, late_;        // of pages of the current run, and of those that waited
  std::size_t mark_bytes_ = 0;     // most that a style tree has needed
};

void Sst::Observe(const Page& page, const Arrival& arrival) {
  if (arrival.duplicate()) return;
  if (sites_.size() <= arrival.site.value) sites_.resize(arrival.site.value + 1);
  StyledSite& site = sites_[arrival.site.value];
  const StyledPage& styled = reader_.Read(page);
  if (site.ready) return StrikePage(site.marked, arrival.site, styled, arrival.doc, &fresh_);
  // Every page comes with its features. Add drops those of pages that leave the sample.
  site.waiting.Add(
      {arrival.doc, WaitingPages::LotOf(page), PackShape(styled), PackFeatures(styled)},
      parameters_.sample_pages);
  if (site.waiting.bytes() >= kMostWaitingBytes) Mark(&site, arrival.site);
}

void Sst::Mark(StyledSite* site, SiteId id) {
  StyleTree tree;
  StyledPage page;
  for (const WaitingPage* drawn : site->waiting.Sample()) {
    THRESH_CHECK(UnpackShape(drawn->shape, &page) && UnpackFeatures(drawn->content, &page));
    tree.Add(page);
    // Lots are random, so the pages in the tree are still a random sample.
    if (tree.bytes() >= kMostTreeBytes) break;
  }
  mark_bytes_ = std::max(mark_bytes_, tree.bytes());
  site->marked = MarkedStyles(tree, parameters_.threshold);
  site->ready = true;
  for (const WaitingPage& waiting : site->waiting.pages()) {
    THRESH_CHECK(UnpackShape(waiting.shape, &page));
    StrikePage(site->marked, id, page, waiting.doc, &late_);
  }
  site->waiting = {};
}

void Sst::StrikePage(const MarkedStyles& marked, SiteId id, const StyledPage& page, DocId doc,
                     StrikeList* strikes) {
  const std::vector<std::uint32_t> noise = marked.FindNoise(page);
  for (std::size_t node = 0; node < noise.size(); ++node) {
    if (noise[node] == MarkedStyles::kNone || page.nodes[node].texts == 0) continue;
    const MarkedStyles::Element& element = marked.element(noise[node]);
    const TemplateId name =
        strikes->Name({id, element.path,
                       MakeRule("sst.element", {RuleField::Count(element.pages),
                                                RuleField::Share(element.percent / 100.0)})});
    for (std::uint32_t i = 0; i < page.nodes[node].texts; ++i)
      strikes->Add(doc, BlockNo(page.nodes[node].first_text + i), name);
  }
}

Strikes Sst::Conclude() {
  for (std::uint32_t id = 0; id < sites_.size(); ++id) {
    if (!sites_[id].ready) Mark(&sites_[id], SiteId(id));
  }
  return late_.Take();
}

std::size_t Sst::bytes() const {
  std::size_t bytes =
      sizeof(*this) + mark_bytes_ + reader_.bytes() + fresh_.bytes() + late_.bytes();
  for (const StyledSite& site : sites_) {
    bytes += sizeof(site) + site.waiting.bytes() + site.marked.bytes();
  }
  return bytes;
}

constexpr SstParameters kDefaults;
using enum ParameterKind;
constexpr DetectorParameter kParameters[] = {
    {"sst.sample_pages", kWhole, kDefaults.sample_pages, 1, 1e5,
     "pages of a site that make its style tree"},
    {"sst.threshold", kNumber, kDefaults.threshold, 0, 1,
     "an element whose composite importance is at most this is noise"},
    {"sst.attributes", kFlag, kDefaults.attributes ? 1 : 0, 0, 1,
     "1: display attributes are part of a style"},
};

}  // namespace

std::span<const DetectorParameter> SstParameterTable() { return kParameters; }

std::unique_ptr<Detector> MakeSst(const DetectorConfig& config) {
  const ParameterReader read(kParameters, config);
  SstParameters parameters;
  parameters.sample_pages = read.Whole("sst.sample_pages");
  parameters.threshold = read.Number("sst.threshold");
  parameters.attributes = read.Flag("sst.attributes");
  return std::make_unique<Sst>(parameters);
}

}  // namespace thresh
