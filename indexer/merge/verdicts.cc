#include "indexer/merge/verdicts.h"

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

// A page with fewer words left could be found by its title only.
constexpr std::uint32_t kMinWordsKept = 10;
constexpr std::size_t kExamples = 5;  // of a template, in its row

// Where a representative should stand: near the root, under a short name or none, early in the
// input.
struct PageRank {
  std::uint32_t depth = 0, length = 0;
  DocId doc;
  friend auto operator<=>(const PageRank&, const PageRank&) = default;
};

// What is known of a page from its record on. One for each page of the build, so every byte counts.
struct PageState {
  std::uint64_t first_block = 0;  // in Impl::verdicts
  std::uint64_t heading_key = 0;  // site and text of its first heading; 0 without one
  std::uint32_t depth = 0, url_bytes = 0;
  std::uint32_t body_tokens = 0;
  SiteId site;
  WordRange heading;  // the first one, while it may be protected
};

// The blocks of a page that are of one template.
struct Instance {
  TemplateId id;
  BlockNo first;
  std::uint32_t tokens = 0;
  std::uint8_t score = 0;  // of its first block
  Hash128 text_hash;       // of all of them
};

// Instances of one block each, in block order, become instances of one template each.
void JoinInstances(std::vector<Instance>* instances) {
  // Stable, so that the blocks of a template stay in page order. `first` and the hash need it.
  std::stable_sort(instances->begin(), instances->end(),
                   [](const Instance& a, const Instance& b) { return a.id < b.id; });
  std::size_t kept = 0;
  for (const Instance& next : *instances) {
    if (kept > 0 && (*instances)[kept - 1].id == next.id) {
      Instance& whole = (*instances)[kept - 1];
      whole.tokens += next.tokens;
      // The order of the blocks counts: another order is another text.
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
  // The site is part of the key, so one sorted list serves all sites. Bit 0 is set because the key
  // 0 is that of a page without heading.
  return Mix64(record.heading_hash.low ^ Mix64(record.doc.site.value)) | 1;
}

// http://host/a/index.html is the page of http://host/a/, whatever its extension.
std::uint32_t UrlBytes(std::string_view url) {
  // Without a slash npos + 1 is 0, and the whole URL is the name.
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
    // A component counts at its first character, so doubled slashes add no depth.
    if (before == '/' && c != '/') ++depth;
    before = c;
  }
  return depth;
}

struct Verdicts::Impl {
  explicit Impl(RemovalMode m) : mode(m) {}

  BlockVerdict& At(DocId doc, BlockNo block) {
    return verdicts[pages[doc.value].first_block + block.value];
  }
  bool Struck(DocId doc, BlockNo block) { return At(doc, block).verdict == Verdict::kTemplate; }
  std::span<BlockVerdict> BlocksOf(DocId doc);
  PageRank Rank(DocId doc) const {
    return {pages[doc.value].depth, pages[doc.value].url_bytes, doc};
  }

  void Begin();
  void AddPage(const RunDocRecord& record);
  void Strike(const RunDocRecord& record);
  void Witness(DocId doc, const Instance& instance);
  void CopyVerdicts(const RunDocRecord& record);

  void Keep();
  void KeepRepresentatives();
  bool HeadingIsCommon(const PageState& page) const;
  std::uint32_t HeadingStruck(DocId doc, const std::vector<StruckText::Stretch>& stretches);
  std::uint32_t WordsStruck(DocId doc, const std::vector<StruckText::Stretch>& stretches);
  void Protect(DocId doc);
  void ProtectRichest(DocId doc, const std::vector<StruckText::Stretch>& stretches);

  void CountRemoved(DocId doc);
  void RemoveAround(const WordRange& words, const WordRange& heading);
  void RemoveWords(const WordRange& words);
  void SortTemplates();

  const RemovalMode mode;
  StrikeJoin join;
  StruckText struck_text;
  std::vector<PageState> pages;
  std::vector<BlockVerdict> verdicts;        // of all blocks of all pages
  std::vector<TemplateRecord> found;         // by the id that StrikeJoin gave, as pages come in
  std::vector<Hash128> first_text;           // of the first instance of each template found
  std::vector<Instance> instances;           // of the current page
  std::vector<std::uint64_t> headings;       // keys, of pages that are no duplicates
  std::vector<std::uint32_t> pages_of_site;  // that are no duplicates
  std::vector<PageRemoval> removed;
  std::vector<WordRange> removed_words;     // page by page
  std::vector<std::size_t> removed_begins;  // of each page, and the end
  std::vector<TemplateRecord> templates;
};

// ---- feeding

// All strikes are known when the first page comes.
void Verdicts::Impl::Begin() {
  join.Sort();
  first_text.resize(join.templates().size());
  found.resize(join.templates().size());
  for (std::size_t t = 0; t < found.size(); ++t) {
    found[t].site = join.templates()[t].site;
    found[t].key = join.templates()[t].key;
    found[t].rule = join.templates()[t].rule;
  }
}

std::span<BlockVerdict> Verdicts::Impl::BlocksOf(DocId doc) {
  const std::size_t next = doc.value + std::size_t{1};
  const std::size_t begin = pages[doc.value].first_block;
  const std::size_t end = next < pages.size() ? pages[next].first_block : verdicts.size();
  return std::span(verdicts).subspan(begin, end - begin);
}

void Verdicts::Impl::AddPage(const RunDocRecord& record) {
  PageState& page = pages.emplace_back();
  page.first_block = verdicts.size();
  page.heading_key = HeadingKey(record);
  page.depth = UrlDepth(record.doc.url);
  page.url_bytes = UrlBytes(record.doc.url);
  page.body_tokens = record.doc.body_tokens_seen;
  page.site = record.doc.site;
  page.heading = {record.heading_first, record.heading_last};
  for (const RunDocRecord::BlockShape& shape : record.blocks)
    verdicts.emplace_back().field = shape.field;
  if (pages_of_site.size() <= page.site.value)
    pages_of_site.resize(page.site.value + std::size_t{1});
  // Mirrors of one page must not make its heading common.
  if (record.doc.duplicate) return;
  ++pages_of_site[page.site.value];
  if (page.heading_key != 0) headings.push_back(page.heading_key);
}

void Verdicts::Impl::Strike(const RunDocRecord& record) {
  instances.clear();
  for (const thresh::Strike& strike : join.Of(record.id)) {
    // A detector has seen the blocks of this very page: another number is a bug of ours.
    THRESH_CHECK(strike.block.value < record.blocks.size());
    const RunDocRecord::BlockShape& shape = record.blocks[strike.block.value];
    // A duplicate takes its verdicts from its first copy below. Other fields are protected by
    // construction (docs/DECISIONS.md, "Fields are never struck").
    if (record.doc.duplicate || shape.field != Field::kBody || shape.tokens == 0) continue;
    At(record.id, strike.block) = {Verdict::kTemplate, shape.field, strike.score,
                                   strike.template_id};
    instances.push_back(
        {strike.template_id, strike.block, shape.tokens, strike.score, shape.text_hash});
  }
  JoinInstances(&instances);
  for (const Instance& instance : instances) Witness(record.id, instance);
  if (record.doc.duplicate) CopyVerdicts(record);
}

// A page's instance of a template is evidence of it: support, examples, representative.
void Verdicts::Impl::Witness(DocId doc, const Instance& instance) {
  TemplateRecord& record = found[instance.id.value];
  Hash128& text = first_text[instance.id.value];
  if (record.support == 0) {
    record.first = doc;
    record.exact = true;
    text = instance.text_hash;
  }
  record.exact = record.exact && instance.text_hash == text;
  if (record.support == 0 || Rank(doc) < Rank(record.representative)) {
    record.representative = doc;
    record.representative_block = instance.first;
    record.tokens = instance.tokens;
    record.score = instance.score;
  }
  if (record.examples.size() < kExamples) record.examples.push_back(doc);
  ++record.support;
}

// The first copy came before, so its own strikes are in. Detectors see a duplicate only once in a
// while, and their strikes on it are dropped: two pages with the same words have the same verdicts.
void Verdicts::Impl::CopyVerdicts(const RunDocRecord& record) {
  THRESH_CHECK(record.doc.duplicate_of < record.id);
  for (const auto& [block, source] : CarryOver(struck_text.Of(record.doc.duplicate_of), record)) {
    At(record.id, block) = At(record.doc.duplicate_of, source);
  }
}

// ---- keep-one and protection (steps 3 and 4 of verdicts.h)

void Verdicts::Impl::Keep() {
  if (mode == RemovalMode::kDrop) {
    // Drop is the papers' mode, which protects nothing.
    for (PageState& page : pages) page.heading = {};
    return;
  }
  // Sorted, so that HeadingIsCommon counts a heading by binary search.
  std::sort(headings.begin(), headings.end());
  // Representatives come first: a page keeps more words if it represents a template.
  KeepRepresentatives();
  for (std::uint32_t doc = 0; doc < pages.size(); ++doc) Protect(DocId(doc));
}

void Verdicts::Impl::KeepRepresentatives() {
  for (std::uint32_t t = 0; t < found.size(); ++t) {
    // A template whose strikes are all on duplicates or empty blocks has no representative.
    if (found[t].support == 0) continue;
    for (BlockVerdict& block : BlocksOf(found[t].representative)) {
      const bool of_it = block.verdict == Verdict::kTemplate && block.template_id.value == t;
      if (of_it) block.verdict = Verdict::kKeptOne;
    }
  }
}

bool Verdicts::Impl::HeadingIsCommon(const PageState& page) const {
  const auto [first, last] = std::equal_range(headings.begin(), headings.end(), page.heading_key);
  // A heading on more than half of the pages names the site and not the page.
  return 2 * static_cast<std::uint64_t>(last - first) > pages_of_site[page.site.value];
}

// Words of the page's protected heading that lie in struck blocks.
std::uint32_t Verdicts::Impl::HeadingStruck(DocId doc,
                                            const std::vector<StruckText::Stretch>& stretches) {
  const WordRange heading = pages[doc.value].heading;
  std::uint32_t words = 0;
  for (const StruckText::Stretch& stretch : stretches) {
    if (Struck(doc, stretch.block)) words += Overlap(stretch.words, heading);
  }
  return words;
}

std::uint32_t Verdicts::Impl::WordsStruck(DocId doc,
                                          const std::vector<StruckText::Stretch>& stretches) {
  std::uint32_t words = 0;
  for (const StruckText::Stretch& stretch : stretches) {
    if (Struck(doc, stretch.block)) words += stretch.words.size();
  }
  return words - HeadingStruck(doc, stretches);
}

void Verdicts::Impl::Protect(DocId doc) {
  PageState& page = pages[doc.value];
  if (HeadingIsCommon(page)) page.heading = {};
  const std::vector<StruckText::Stretch> stretches = struck_text.Of(doc);
  if (stretches.empty()) return;
  if (page.body_tokens < kMinWordsKept + WordsStruck(doc, stretches))
    ProtectRichest(doc, stretches);
}

void Verdicts::Impl::ProtectRichest(DocId doc, const std::vector<StruckText::Stretch>& stretches) {
  // 100 times the words of each block that are no template words. Whole percents keep it in
  // integers, so equal blocks tie and the first one wins on every machine.
  std::vector<std::uint64_t> content(BlocksOf(doc).size());
  for (const StruckText::Stretch& stretch : stretches) {
    if (!Struck(doc, stretch.block)) continue;
    const std::uint32_t percent = 100U - std::min<std::uint32_t>(At(doc, stretch.block).score, 100);
    content[stretch.block.value] += std::uint64_t{stretch.words.size()} * percent;
  }
  const auto richest = std::max_element(content.begin(), content.end());
  // Every struck block is template to its last word, so none would keep content.
  if (*richest == 0) return;
  At(doc, BlockNo(static_cast<std::uint32_t>(richest - content.begin()))).verdict =
      Verdict::kProtected;
}

// ---- the end

void Verdicts::Impl::CountRemoved(DocId doc) {
  PageState& page = pages[doc.value];
  PageRemoval& count = removed.emplace_back();
  removed_begins.push_back(removed_words.size());
  const std::vector<StruckText::Stretch> stretches = struck_text.Of(doc);
  // Verdicts are final here: a heading that stands in a kept block needs no protection.
  if (HeadingStruck(doc, stretches) == 0) page.heading = {};
  for (const StruckText::Stretch& stretch : stretches) {
    if (!Struck(doc, stretch.block)) continue;
    const std::uint32_t words = stretch.words.size() - Overlap(stretch.words, page.heading);
    count.tokens_removed += words;
    // SortTemplates comes later, so the number is still that of StrikeJoin.
    found[At(doc, stretch.block).template_id.value].tokens_removed += words;
    RemoveAround(stretch.words, page.heading);
  }
  for (const BlockVerdict& block : BlocksOf(doc)) {
    count.blocks_template += block.verdict == Verdict::kTemplate ? 1 : 0;
    count.blocks_kept_one += block.verdict == Verdict::kKeptOne ? 1 : 0;
    count.blocks_protected += block.verdict == Verdict::kProtected ? 1 : 0;
  }
}

// What of `words` is no word of the heading, which is kept.
void Verdicts::Impl::RemoveAround(const WordRange& words, const WordRange& heading) {
  if (Overlap(words, heading) == 0) return RemoveWords(words);
  RemoveWords({words.first, heading.first});
  RemoveWords({heading.last, words.last});
}

void Verdicts::Impl::RemoveWords(const WordRange& words) {
  if (words.empty()) return;
  const bool first = removed_begins.back() == removed_words.size();
  if (!first && removed_words.back().last == words.first) {
    removed_words.back().last = words.last;
  } else {
    removed_words.push_back(words);
  }
}

// Heaviest first. (site, key) is unique, so the order does not depend on the runs.
void Verdicts::Impl::SortTemplates() {
  std::vector<std::uint32_t> order(found.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [this](std::uint32_t t) { return found[t].support == 0; });
  std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    const TemplateRecord& x = found[a];
    const TemplateRecord& y = found[b];
    return std::tie(y.tokens_removed, x.site, x.key) < std::tie(x.tokens_removed, y.site, y.key);
  });
  std::vector<TemplateId> ids(found.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    ids[order[i]] = TemplateId(i);
    templates.push_back(std::move(found[order[i]]));
  }
  for (BlockVerdict& block : verdicts) {
    if (block.verdict != Verdict::kContent) block.template_id = ids[block.template_id.value];
  }
}

Verdicts::Verdicts(RemovalMode mode) : impl_(std::make_unique<Impl>(mode)) {}
Verdicts::~Verdicts() = default;

void Verdicts::AddStrikes(const Strikes& strikes) {
  THRESH_CHECK(impl_->pages.empty());
  impl_->join.Add(strikes);
}

void Verdicts::AddDoc(const RunDocRecord& record) {
  THRESH_CHECK(record.id.value == impl_->pages.size());
  if (impl_->pages.empty()) impl_->Begin();
  impl_->AddPage(record);
  impl_->Strike(record);
  // StruckText comes last, because Strike also copies the verdicts of a duplicate.
  impl_->struck_text.Add(record, [&](BlockNo block) { return impl_->Struck(record.id, block); });
}

void Verdicts::Decide() {
  THRESH_CHECK(impl_->join.done());
  impl_->Keep();
  impl_->removed.reserve(impl_->pages.size());
  for (std::uint32_t doc = 0; doc < impl_->pages.size(); ++doc) impl_->CountRemoved(DocId(doc));
  impl_->removed_begins.push_back(impl_->removed_words.size());
  // The ranges say all of it that is asked from here on.
  impl_->struck_text = {};
  // Templates are ordered by the words that CountRemoved has added up.
  impl_->SortTemplates();
}

RemovalMode Verdicts::mode() const { return impl_->mode; }
bool Verdicts::RanksBefore(DocId a, DocId b) const { return impl_->Rank(a) < impl_->Rank(b); }
const BlockVerdict& Verdicts::of(DocId doc, BlockNo block) const { return impl_->At(doc, block); }
WordRange Verdicts::protected_heading(DocId doc) const { return impl_->pages[doc.value].heading; }
std::span<const WordRange> Verdicts::removed_words(DocId doc) const {
  const std::size_t begin = impl_->removed_begins[doc.value];
  return std::span(impl_->removed_words)
      .subspan(begin, impl_->removed_begins[doc.value + std::size_t{1}] - begin);
}
std::size_t Verdicts::pages() const { return impl_->pages.size(); }
std::size_t Verdicts::blocks(DocId doc) const { return impl_->BlocksOf(doc).size(); }
PageRemoval Verdicts::removed(DocId doc) const { return impl_->removed[doc.value]; }
const std::vector<TemplateRecord>& Verdicts::templates() const { return impl_->templates; }

std::size_t Verdicts::bytes() const {
  return impl_->join.bytes() + impl_->struck_text.bytes() +
         impl_->pages.capacity() * sizeof(PageState) +
         impl_->verdicts.capacity() * sizeof(BlockVerdict) +
         impl_->headings.capacity() * sizeof(std::uint64_t) +
         impl_->removed.capacity() * sizeof(PageRemoval) +
         impl_->removed_words.capacity() * sizeof(WordRange) +
         impl_->removed_begins.capacity() * sizeof(std::size_t) +
         impl_->found.capacity() * (sizeof(TemplateRecord) + sizeof(Hash128));
}

}  // namespace thresh
