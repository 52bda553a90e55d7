#include "indexer/merge/removal.h"

#include <algorithm>
#include <compare>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "common/base/check.h"
#include "common/base/hash.h"
#include "indexer/merge/strike_join.h"
#include "indexer/merge/struck_text.h"

namespace thresh {
namespace {

constexpr std::uint32_t kMinWordsKept = 10;
constexpr std::size_t kExamples = 5;

// Where a representative should stand: near the root, under a short name or none, early in the
// input.
struct PageRank {
  std::uint32_t depth = 0, length = 0;
  DocId doc;
  friend auto operator<=>(const PageRank&, const PageRank&) = default;
};

struct PageState {
  std::uint64_t first_block = 0;  // in Impl::decisions
  std::uint64_t heading_key = 0;  // site and text of its first heading; 0 without one
  std::uint32_t depth = 0, url_bytes = 0;
  std::uint32_t body_tokens = 0;
  SiteId site;
  Removal::Range heading;
};

// A template while its witnesses come in.
struct TemplateState {
  TemplateRecord record;
  Hash128 text_hash;  // of the first witness
};

// The blocks of a page that are of one template.
struct Instance {
  TemplateId id;
  BlockNo first;
  std::uint32_t tokens = 0;
  std::uint8_t score = 0;  // of its first block
  Hash128 text_hash;       // of all of them
};

// Of one block each, in block order → of one template each.
void JoinInstances(std::vector<Instance>* instances) {
  std::stable_sort(instances->begin(), instances->end(),
                   [](const Instance& a, const Instance& b) { return a.id < b.id; });
  std::size_t kept = 0;
  for (const Instance& next : *instances) {
    if (kept > 0 && (*instances)[kept - 1].id == next.id) {
      Instance& whole = (*instances)[kept - 1];
      whole.tokens += next.tokens;
      whole.text_hash.high = Mix64(whole.text_hash.high ^ next.text_hash.low);
      whole.text_hash.low = Mix64(whole.text_hash.low ^ next.text_hash.high);
    } else {
      (*instances)[kept++] = next;
    }
  }
  instances->resize(kept);
}

std::uint64_t HeadingKey(const RunDocRecord& record) {
  if (record.heading_first >= record.heading_last) return 0;
  return Mix64(record.heading_hash.low ^ Mix64(record.doc.site.value)) | 1;
}

// http://host/a/index.html is the page of http://host/a/, whatever its extension.
std::uint32_t UrlBytes(std::string_view url) {
  const std::size_t name = url.rfind('/') + 1;
  if (url.substr(name).starts_with("index.")) url = url.substr(0, name);
  return static_cast<std::uint32_t>(url.size());
}

}  // namespace

std::uint32_t UrlDepth(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) {
    url.remove_prefix(scheme + 3);
    url.remove_prefix(std::min(url.find('/'), url.size()));
  }
  std::uint32_t depth = 0;
  char before = '/';
  for (char c : url) {
    if (before == '/' && c != '/') ++depth;
    before = c;
  }
  return depth;
}

struct Removal::Impl {
  explicit Impl(RemovalMode m) : mode(m) {}

  BlockDecision& At(DocId doc, BlockNo block) {
    return decisions[pages[doc.value].first_block + block.value];
  }
  bool Struck(DocId doc, BlockNo block) { return At(doc, block).verdict == Verdict::kTemplate; }
  std::span<BlockDecision> BlocksOf(DocId doc);
  PageRank Rank(DocId doc) const {
    return {pages[doc.value].depth, pages[doc.value].url_bytes, doc};
  }

  void Begin();
  void AddPage(const RunDocRecord& record);
  void Strike(const RunDocRecord& record);
  void Witness(DocId doc, const Instance& instance);
  void Project(const RunDocRecord& record);

  void Keep();
  void KeepRepresentatives();
  bool HeadingIsCommon(const PageState& page) const;
  std::uint32_t HeadingStruck(DocId doc, const std::vector<StruckStretch>& stretches);
  std::uint32_t WordsStruck(DocId doc, const std::vector<StruckStretch>& stretches);
  void Protect(DocId doc);
  void ProtectRichest(DocId doc, const std::vector<StruckStretch>& stretches);

  void CountRemoved(DocId doc);
  void SortTemplates();

  const RemovalMode mode;
  StrikeJoin join;
  StruckText struck_text;
  std::vector<PageState> pages;
  std::vector<BlockDecision> decisions;      // of all blocks of all pages
  std::vector<TemplateState> states;         // by the id that StrikeJoin gave
  std::vector<Instance> instances;           // of the page at hand
  std::vector<std::uint64_t> headings;       // keys, of pages that are no duplicates
  std::vector<std::uint32_t> pages_of_site;  // that are no duplicates
  std::vector<PageRemoval> removed;
  std::vector<TemplateRecord> templates;
};

// ---- feeding

// All strikes are known when the first page comes.
void Removal::Impl::Begin() {
  join.Sort();
  states.resize(join.templates().size());
  for (std::size_t t = 0; t < states.size(); ++t) {
    const FoundTemplate& found = join.templates()[t];
    states[t].record.site = found.site;
    states[t].record.key = found.key;
    states[t].record.rule = found.rule;
  }
}

std::span<BlockDecision> Removal::Impl::BlocksOf(DocId doc) {
  const std::size_t next = doc.value + std::size_t{1};
  const std::size_t begin = pages[doc.value].first_block;
  const std::size_t end = next < pages.size() ? pages[next].first_block : decisions.size();
  return std::span(decisions).subspan(begin, end - begin);
}

void Removal::Impl::AddPage(const RunDocRecord& record) {
  PageState& page = pages.emplace_back();
  page.first_block = decisions.size();
  page.heading_key = HeadingKey(record);
  page.depth = UrlDepth(record.doc.url);
  page.url_bytes = UrlBytes(record.doc.url);
  page.body_tokens = record.doc.body_tokens_seen;
  page.site = record.doc.site;
  page.heading = {record.heading_first, record.heading_last};
  for (const RunDocRecord::BlockShape& shape : record.blocks)
    decisions.emplace_back().field = shape.field;
  if (pages_of_site.size() <= page.site.value)
    pages_of_site.resize(page.site.value + std::size_t{1});
  if (record.doc.duplicate) return;
  ++pages_of_site[page.site.value];
  if (page.heading_key != 0) headings.push_back(page.heading_key);
}

void Removal::Impl::Strike(const RunDocRecord& record) {
  instances.clear();
  for (const thresh::Strike& strike : join.Of(record.id)) {
    THRESH_CHECK(strike.block.value < record.blocks.size());
    const RunDocRecord::BlockShape& shape = record.blocks[strike.block.value];
    if (record.doc.duplicate || shape.field != Field::kBody || shape.tokens == 0) continue;
    At(record.id, strike.block) = {Verdict::kTemplate, shape.field, strike.score,
                                   strike.template_id};
    instances.push_back(
        {strike.template_id, strike.block, shape.tokens, strike.score, shape.text_hash});
  }
  JoinInstances(&instances);
  for (const Instance& instance : instances) Witness(record.id, instance);
  if (record.doc.duplicate) Project(record);
}

// A page's instance of a template is evidence of it: support, examples, representative.
void Removal::Impl::Witness(DocId doc, const Instance& instance) {
  TemplateState& state = states[instance.id.value];
  TemplateRecord& found = state.record;
  if (found.support == 0) {
    found.first = doc;
    found.exact = true;
    state.text_hash = instance.text_hash;
  }
  found.exact = found.exact && instance.text_hash == state.text_hash;
  if (found.support == 0 || Rank(doc) < Rank(found.representative)) {
    found.representative = doc;
    found.representative_block = instance.first;
    found.tokens = instance.tokens;
    found.score = instance.score;
  }
  if (found.examples.size() < kExamples) found.examples.push_back(doc);
  ++found.support;
}

void Removal::Impl::Project(const RunDocRecord& record) {
  THRESH_CHECK(record.doc.duplicate_of < record.id);
  for (const auto& [block, source] :
       ProjectStrikes(struck_text.Of(record.doc.duplicate_of), record)) {
    At(record.id, block) = At(record.doc.duplicate_of, source);
  }
}

// ---- keep-one and protection (docs/DESIGN.md)

void Removal::Impl::Keep() {
  if (mode == RemovalMode::kDrop) {
    for (PageState& page : pages) page.heading = {};
    return;
  }
  std::sort(headings.begin(), headings.end());
  KeepRepresentatives();
  for (std::uint32_t doc = 0; doc < pages.size(); ++doc) Protect(DocId(doc));
}

void Removal::Impl::KeepRepresentatives() {
  for (std::uint32_t t = 0; t < states.size(); ++t) {
    if (states[t].record.support == 0) continue;
    for (BlockDecision& decision : BlocksOf(states[t].record.representative)) {
      const bool of_it = decision.verdict == Verdict::kTemplate && decision.template_id.value == t;
      if (of_it) decision.verdict = Verdict::kKeptOne;
    }
  }
}

bool Removal::Impl::HeadingIsCommon(const PageState& page) const {
  const auto [first, last] = std::equal_range(headings.begin(), headings.end(), page.heading_key);
  return 2 * static_cast<std::uint64_t>(last - first) > pages_of_site[page.site.value];
}

// Words of the page's protected heading that lie in struck blocks.
std::uint32_t Removal::Impl::HeadingStruck(DocId doc, const std::vector<StruckStretch>& stretches) {
  const Range heading = pages[doc.value].heading;
  std::uint32_t words = 0;
  for (const StruckStretch& stretch : stretches) {
    if (Struck(doc, stretch.block)) words += Overlap(stretch, heading.first, heading.last);
  }
  return words;
}

std::uint32_t Removal::Impl::WordsStruck(DocId doc, const std::vector<StruckStretch>& stretches) {
  std::uint32_t words = 0;
  for (const StruckStretch& stretch : stretches) {
    if (Struck(doc, stretch.block)) words += stretch.tokens();
  }
  return words - HeadingStruck(doc, stretches);
}

void Removal::Impl::Protect(DocId doc) {
  PageState& page = pages[doc.value];
  if (HeadingIsCommon(page)) page.heading = {};
  const std::vector<StruckStretch> stretches = struck_text.Of(doc);
  if (stretches.empty()) return;
  if (page.body_tokens < kMinWordsKept + WordsStruck(doc, stretches))
    ProtectRichest(doc, stretches);
}

void Removal::Impl::ProtectRichest(DocId doc, const std::vector<StruckStretch>& stretches) {
  std::vector<std::uint64_t> content(
      BlocksOf(doc).size());  // 100 times the words that are no template words
  for (const StruckStretch& stretch : stretches) {
    if (!Struck(doc, stretch.block)) continue;
    const std::uint32_t percent = 100U - std::min<std::uint32_t>(At(doc, stretch.block).score, 100);
    content[stretch.block.value] += std::uint64_t{stretch.tokens()} * percent;
  }
  const auto richest = std::max_element(content.begin(), content.end());
  if (*richest == 0) return;
  At(doc, BlockNo(static_cast<std::uint32_t>(richest - content.begin()))).verdict =
      Verdict::kProtected;
}

// ---- the end

void Removal::Impl::CountRemoved(DocId doc) {
  PageState& page = pages[doc.value];
  PageRemoval& count = removed.emplace_back();
  const std::vector<StruckStretch> stretches = struck_text.Of(doc);
  if (HeadingStruck(doc, stretches) == 0) page.heading = {};
  for (const StruckStretch& stretch : stretches) {
    if (!Struck(doc, stretch.block)) continue;
    const std::uint32_t words =
        stretch.tokens() - Overlap(stretch, page.heading.first, page.heading.last);
    count.tokens_removed += words;
    states[At(doc, stretch.block).template_id.value].record.tokens_removed += words;
  }
  for (const BlockDecision& decision : BlocksOf(doc)) {
    count.blocks_template += decision.verdict == Verdict::kTemplate ? 1 : 0;
    count.blocks_kept_one += decision.verdict == Verdict::kKeptOne ? 1 : 0;
    count.blocks_protected += decision.verdict == Verdict::kProtected ? 1 : 0;
  }
}

// Heaviest first. (site, key) is unique, so the order says nothing about runs.
void Removal::Impl::SortTemplates() {
  std::vector<std::uint32_t> order(states.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [this](std::uint32_t t) { return states[t].record.support == 0; });
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    const TemplateRecord& x = states[a].record;
    const TemplateRecord& y = states[b].record;
    return std::tie(y.tokens_removed, x.site, x.key) < std::tie(x.tokens_removed, y.site, y.key);
  });
  std::vector<TemplateId> ids(states.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    ids[order[i]] = TemplateId(i);
    templates.push_back(std::move(states[order[i]].record));
  }
  for (BlockDecision& decision : decisions) {
    if (decision.verdict != Verdict::kContent)
      decision.template_id = ids[decision.template_id.value];
  }
}

Removal::Removal(RemovalMode mode) : impl_(std::make_unique<Impl>(mode)) {}
Removal::~Removal() = default;

void Removal::AddStrikes(const Strikes& strikes) {
  THRESH_CHECK(impl_->pages.empty());
  impl_->join.Add(strikes);
}

void Removal::AddDoc(const RunDocRecord& record) {
  THRESH_CHECK(record.id.value == impl_->pages.size());
  if (impl_->pages.empty()) impl_->Begin();
  impl_->AddPage(record);
  impl_->Strike(record);
  impl_->struck_text.Add(record, [&](BlockNo block) { return impl_->Struck(record.id, block); });
}

void Removal::Decide() {
  THRESH_CHECK(impl_->join.done());
  impl_->Keep();
  impl_->removed.reserve(impl_->pages.size());
  for (std::uint32_t doc = 0; doc < impl_->pages.size(); ++doc) impl_->CountRemoved(DocId(doc));
  impl_->SortTemplates();
}

RemovalMode Removal::mode() const { return impl_->mode; }
bool Removal::RanksBefore(DocId a, DocId b) const { return impl_->Rank(a) < impl_->Rank(b); }
const BlockDecision& Removal::decision(DocId doc, BlockNo block) const {
  return impl_->At(doc, block);
}
Removal::Range Removal::protected_heading(DocId doc) const {
  return impl_->pages[doc.value].heading;
}
std::size_t Removal::pages() const { return impl_->pages.size(); }
std::size_t Removal::blocks(DocId doc) const { return impl_->BlocksOf(doc).size(); }
PageRemoval Removal::removed(DocId doc) const { return impl_->removed[doc.value]; }
const std::vector<TemplateRecord>& Removal::templates() const { return impl_->templates; }

std::size_t Removal::bytes() const {
  return impl_->join.bytes() + impl_->struck_text.bytes() +
         impl_->pages.capacity() * sizeof(PageState) +
         impl_->decisions.capacity() * sizeof(BlockDecision) +
         impl_->headings.capacity() * sizeof(std::uint64_t) +
         impl_->removed.capacity() * sizeof(PageRemoval) +
         impl_->states.capacity() * sizeof(TemplateState);
}

}  // namespace thresh
