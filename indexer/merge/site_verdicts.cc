#include "indexer/merge/site_verdicts.h"

#include <algorithm>
#include <compare>
#include <utility>

#include "common/base/check.h"
#include "common/base/hash.h"

namespace thresh {
namespace {

// A page with fewer words left could be found by its title only.
constexpr std::uint32_t kMinWordsKept = 10;
constexpr std::size_t kExamples = 5;  // of a template, in its row

// Instances of one block each, in block order, become instances of one template each.
void JoinInstances(std::vector<SiteVerdicts::Instance>* instances) {
  using Instance = SiteVerdicts::Instance;
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
  // Bit 0 is set because the key 0 is that of a page without heading.
  return record.heading_hash.low | 1;
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

// ---- feeding

SiteVerdicts::SiteVerdicts(RemovalMode m, DocId first, const std::vector<Strikes>& strikes)
    : mode(m), base(first.value) {
  std::size_t all = 0;
  for (const Strikes& some : strikes) all += some.strikes.size();
  join.Reserve(all);
  for (const Strikes& some : strikes) join.Add(some, first);
  join.Sort();
  first_text.resize(join.templates().size());
  found.resize(join.templates().size());
  for (std::size_t t = 0; t < found.size(); ++t) {
    found[t].site = join.templates()[t].site;
    found[t].key = join.templates()[t].key;
    found[t].rule = join.templates()[t].rule;
  }
}

std::span<SiteVerdicts::BlockVerdict> SiteVerdicts::BlocksOf(DocId doc) {
  const std::size_t next = doc.value + std::size_t{1};
  const std::size_t begin = pages[doc.value].first_block;
  const std::size_t end = next < pages.size() ? pages[next].first_block : verdicts.size();
  return std::span(verdicts).subspan(begin, end - begin);
}

void SiteVerdicts::AddPage(const RunDocRecord& record) {
  PageState& page = pages.emplace_back();
  page.first_block = verdicts.size();
  page.heading_key = HeadingKey(record);
  page.depth = UrlDepth(record.doc.url);
  page.url_bytes = UrlBytes(record.doc.url);
  page.body_tokens = record.doc.body_tokens_seen;
  page.heading = {record.heading_first, record.heading_last};
  for (const RunDocRecord::BlockShape& shape : record.blocks)
    verdicts.emplace_back().field = shape.field;
  // Mirrors of one page must not make its heading common.
  if (record.doc.duplicate) return;
  ++evidence;
  if (page.heading_key != 0) headings.push_back(page.heading_key);
}

void SiteVerdicts::Strike(const RunDocRecord& record) {
  instances.clear();
  for (const thresh::Strike& strike : join.Of(Local(record.id))) {
    // A detector has seen the blocks of this very page: another number is a bug of ours.
    THRESH_CHECK(strike.block.value < record.blocks.size());
    const RunDocRecord::BlockShape& shape = record.blocks[strike.block.value];
    // A duplicate takes its verdicts from its first copy below. Other fields are protected by
    // construction (docs/DECISIONS.md, "Fields are never struck").
    if (record.doc.duplicate || shape.field != Field::kBody || shape.tokens == 0) continue;
    At(Local(record.id), strike.block) = {Verdict::kTemplate, shape.field, strike.score,
                                          strike.template_id};
    instances.push_back(
        {strike.template_id, strike.block, shape.tokens, strike.score, shape.text_hash});
  }
  JoinInstances(&instances);
  for (const Instance& instance : instances) Witness(Local(record.id), instance);
  if (record.doc.duplicate) CopyVerdicts(record);
}

// A page's instance of a template is evidence of it: support, examples, representative.
void SiteVerdicts::Witness(DocId doc, const Instance& instance) {
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
void SiteVerdicts::CopyVerdicts(const RunDocRecord& record) {
  THRESH_CHECK(Local(record.doc.duplicate_of) < Local(record.id));
  for (const auto& [block, source] :
       CarryOver(struck_text.Of(Local(record.doc.duplicate_of)), record)) {
    At(Local(record.id), block) = At(Local(record.doc.duplicate_of), source);
  }
}

// ---- keep-one and protection (steps 3 and 4 of verdicts.h)

void SiteVerdicts::Keep() {
  if (mode != RemovalMode::kKeepOne) {
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

void SiteVerdicts::KeepRepresentatives() {
  for (std::uint32_t t = 0; t < found.size(); ++t) {
    // A template whose strikes are all on duplicates or empty blocks has no representative.
    if (found[t].support == 0) continue;
    for (BlockVerdict& block : BlocksOf(found[t].representative)) {
      const bool of_it = block.verdict == Verdict::kTemplate && block.template_id.value == t;
      if (of_it) block.verdict = Verdict::kKeptOne;
    }
  }
}

bool SiteVerdicts::HeadingIsCommon(const PageState& page) const {
  const auto [first, last] = std::equal_range(headings.begin(), headings.end(), page.heading_key);
  // A heading on more than half of the pages names the site and not the page.
  return 2 * static_cast<std::uint64_t>(last - first) > evidence;
}

// Words of the page's protected heading that lie in struck blocks.
std::uint32_t SiteVerdicts::HeadingStruck(DocId doc,
                                          const std::vector<StruckText::Stretch>& stretches) {
  const WordRange heading = pages[doc.value].heading;
  std::uint32_t words = 0;
  for (const StruckText::Stretch& stretch : stretches) {
    if (Struck(doc, stretch.block)) words += Overlap(stretch.words, heading);
  }
  return words;
}

std::uint32_t SiteVerdicts::WordsStruck(DocId doc,
                                        const std::vector<StruckText::Stretch>& stretches) {
  std::uint32_t words = 0;
  for (const StruckText::Stretch& stretch : stretches) {
    if (Struck(doc, stretch.block)) words += stretch.words.size();
  }
  return words - HeadingStruck(doc, stretches);
}

void SiteVerdicts::Protect(DocId doc) {
  PageState& page = pages[doc.value];
  if (HeadingIsCommon(page)) page.heading = {};
  const std::vector<StruckText::Stretch> stretches = struck_text.Of(doc);
  if (stretches.empty()) return;
  if (page.body_tokens < kMinWordsKept + WordsStruck(doc, stretches))
    ProtectRichest(doc, stretches);
}

void SiteVerdicts::ProtectRichest(DocId doc, const std::vector<StruckText::Stretch>& stretches) {
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

void SiteVerdicts::CountRemoved(DocId doc) {
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
void SiteVerdicts::RemoveAround(const WordRange& words, const WordRange& heading) {
  if (Overlap(words, heading) == 0) return RemoveWords(words);
  RemoveWords({words.first, heading.first});
  RemoveWords({heading.last, words.last});
}

void SiteVerdicts::RemoveWords(const WordRange& words) {
  if (words.empty()) return;
  const bool first = removed_begins.back() == removed_words.size();
  if (!first && removed_words.back().last == words.first) {
    removed_words.back().last = words.last;
  } else {
    removed_words.push_back(words);
  }
}

// ---- the whole

void SiteVerdicts::AddDoc(const RunDocRecord& record) {
  THRESH_CHECK(Local(record.id).value == pages.size());
  AddPage(record);
  Strike(record);
  // StruckText comes last, because Strike also copies the verdicts of a duplicate.
  const DocId doc = Local(record.id);
  struck_text.Add(record, [&](BlockNo block) { return Struck(doc, block); });
}

void SiteVerdicts::Decide() {
  THRESH_CHECK(join.done());
  Keep();
  for (std::uint32_t doc = 0; doc < pages.size(); ++doc) CountRemoved(DocId(doc));
  removed_begins.push_back(removed_words.size());
}

}  // namespace thresh
