#include "indexer/merge/verdicts.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/check.h"

namespace thresh {

namespace {

// What stands behind the last range does not count: a page mostly ends in its template.
WordRange LongestKept(std::span<const WordRange> removed) {
  if (removed.empty()) return {0, 0xffffffff};
  WordRange longest;
  std::uint32_t at = 0;
  for (const WordRange& range : removed) {
    const WordRange kept{at, range.first};
    if (kept.size() > longest.size()) longest = kept;
    at = range.last;
  }
  return longest;
}

}  // namespace

void Verdicts::StartSite(DocId first, SiteId site, const std::vector<Strikes>& strikes) {
  EndSite();
  THRESH_CHECK(first.value == removed_.size());
  deciding_ = std::make_unique<SiteVerdicts>(mode_, first, strikes);
  site_ = site;
}

void Verdicts::AddDoc(const RunDocRecord& record) {
  THRESH_CHECK(deciding_ != nullptr && record.doc.site == site_);
  deciding_->AddDoc(record);
}

// Takes what was decided over, and frees the rest.
void Verdicts::EndSite() {
  if (deciding_ == nullptr) return;
  const std::unique_ptr<SiteVerdicts> site = std::move(deciding_);
  site->Decide();
  const std::size_t first_template = templates_.size(), first_range = removed_words_.size();
  const auto to_segment = [&](DocId* doc) { doc->value += site->base; };
  for (TemplateRecord& found : site->found) {
    to_segment(&found.first);
    to_segment(&found.representative);
    for (DocId& example : found.examples) to_segment(&example);
    templates_.push_back(std::move(found));
  }
  for (std::uint32_t d = 0; d < site->pages.size(); ++d) {
    const std::size_t begin = site->removed_begins[d], end = site->removed_begins[d + 1];
    const SiteVerdicts::PageState& page = site->pages[d];
    const std::span<const SiteVerdicts::BlockVerdict> blocks = site->BlocksOf(DocId(d));
    pages_.push_back({packed_.size(), first_range + begin, page.depth, page.url_bytes,
                      static_cast<std::uint32_t>(blocks.size()), site_, page.heading,
                      LongestKept(std::span(site->removed_words).subspan(begin, end - begin))});
    Pack(blocks, first_template);
  }
  removed_.insert(removed_.end(), site->removed.begin(), site->removed.end());
  removed_words_.insert(removed_words_.end(), site->removed_words.begin(),
                        site->removed_words.end());
}

void Verdicts::Pack(std::span<const SiteVerdicts::BlockVerdict> blocks,
                    std::size_t first_template) {
  std::size_t next = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].verdict == Verdict::kContent) continue;
    PutVarint(&packed_, (b - next) << 2U | static_cast<unsigned>(blocks[b].verdict));
    PutVarint(&packed_, first_template + blocks[b].template_id.value);
    PutU8(&packed_, blocks[b].score);
    next = b + 1;
  }
}

std::vector<BlockVerdict> Verdicts::Of(DocId doc) const {
  std::vector<BlockVerdict> verdicts;
  const std::uint64_t begin = pages_[doc.value].first_byte;
  const std::uint64_t end = pages_[doc.value + std::size_t{1}].first_byte;
  ByteReader in(std::string_view(packed_).substr(begin, end - begin));
  for (std::uint32_t next = 0; !in.done();) {
    BlockVerdict verdict;
    const std::uint32_t head = in.Varint32();
    verdict.block = BlockNo(next + (head >> 2U));
    verdict.verdict = static_cast<Verdict>(head & 3U);
    verdict.template_id = number_of_template_[in.Varint32()];
    verdict.score = in.U8();
    next = verdict.block.value + 1;
    verdicts.push_back(verdict);
  }
  return verdicts;
}

void Verdicts::Decide() {
  EndSite();
  pages_.push_back({packed_.size(), removed_words_.size(), 0, 0, 0, {}, {}, {}});
  SortTemplates();
}

// (site, key) is unique, so the order does not depend on the runs. A template whose strikes are all
// on duplicates or empty blocks has no support and goes.
void Verdicts::SortTemplates() {
  std::vector<std::uint32_t> order(templates_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [this](std::uint32_t t) { return templates_[t].support == 0; });
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    const TemplateRecord& x = templates_[a];
    const TemplateRecord& y = templates_[b];
    return std::tie(y.tokens_removed, x.site, x.key) < std::tie(x.tokens_removed, y.site, y.key);
  });
  number_of_template_.resize(templates_.size());
  std::vector<TemplateRecord> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    number_of_template_[order[i]] = TemplateId(i);
    sorted.push_back(std::move(templates_[order[i]]));
  }
  templates_ = std::move(sorted);
}

std::size_t Verdicts::bytes() const {
  return packed_.capacity() + pages_.capacity() * sizeof(PageState) +
         removed_words_.capacity() * sizeof(WordRange) + removed_.capacity() * sizeof(PageRemoval) +
         templates_.capacity() * sizeof(TemplateRecord);
}

}  // namespace thresh
