#include "indexer/merge/anchors.h"

#include <algorithm>

namespace thresh {
namespace {

std::uint32_t TitleWords(const RunDocRecord& record) {
  std::uint32_t words = 0;
  for (const RunDocRecord::BlockShape& shape : record.blocks) {
    if (shape.field == Field::kTitle) words += shape.tokens;
  }
  return words;
}

}  // namespace

void Anchors::AddDoc(const RunDocRecord& record) {
  // A hash of 16 bytes takes the place of the URL, which is mostly longer.
  by_url_.emplace_back(HashBytes(record.doc.url), record.id);
  first_copy_.push_back(record.doc.duplicate ? record.doc.duplicate_of : record.id);
  said_.push_back(0);
}

Status Anchors::Gather(const RunSet& runs, const Verdicts& verdicts) {
  std::sort(by_url_.begin(), by_url_.end());
  THRESH_RETURN_IF_ERROR(
      runs.ForEachWholePage([&](const RunSet::PageRow& page) { return AddPage(page, verdicts); }));
  // The terms are merged next and need none of these.
  by_url_ = {};
  first_copy_ = {};
  of_templates_ = {};
  said_ = {};
  return {};
}

bool Anchors::Find(std::string_view url, DocId* page) const {
  const Hash128 key = HashBytes(url);
  const auto row = std::lower_bound(by_url_.begin(), by_url_.end(), std::pair(key, DocId(0)));
  if (row == by_url_.end() || row->first != key) return false;
  *page = row->second;
  return true;
}

Status Anchors::AddPage(const RunSet::PageRow& page, const Verdicts& verdicts) {
  const DocId doc = page.record.id;
  targets_.clear();
  if (!page.record.doc.duplicate) {
    if (!stored_.Decode(page.links, page.record.doc.url) || !text_.Decode(page.text))
      return DamagedPage(doc);
    // These numbers come from a file. A block or span that the page lacks would be read past the
    // end.
    for (const LinksRecord::StoredLink& link : stored_.links) {
      if (link.block.value >= verdicts.blocks(doc)) return DamagedPage(doc);
      if (std::uint64_t{link.first_span} + link.spans > text_.spans.size()) return DamagedPage(doc);
    }
    AddLinks(page, verdicts);
    AddTitles(page.record);
  }
  AddToGraph(doc, page.record.doc.site);
  // A duplicate says nothing but still ends, because Of finds a page by its number.
  links_.EndDoc();
  titles_.EndDoc();
  return {};
}

void Anchors::AddLinks(const RunSet::PageRow& page, const Verdicts& verdicts) {
  const DocId doc = page.record.id;
  const std::vector<BlockVerdict> decided = verdicts.Of(doc);
  const auto of_template_block = [&](BlockNo block) {
    const auto at = std::lower_bound(
        decided.begin(), decided.end(), block,
        [](const BlockVerdict& verdict, BlockNo wanted) { return verdict.block < wanted; });
    return at != decided.end() && at->block == block && IsOfTemplate(at->verdict);
  };
  span_first_.assign(1, 0);
  for (const TextRecord::StoredSpan& span : text_.spans)
    span_first_.push_back(span_first_.back() + span.tokens);
  for (const LinksRecord::StoredLink& link : stored_.links) {
    DocId target;
    const bool of_template = of_template_block(link.block);
    if (of_template && verdicts.mode() == RemovalMode::kDrop) continue;
    if (!Find(link.target, &target) || target == doc) continue;
    if (verdicts.site(target) != verdicts.site(doc)) continue;
    // Titles go to targets of content only: a menu links every page of the site.
    if (!of_template) targets_.push_back(target);
    if (!of_template || IsNew(link, target)) AddLink(link, target);
  }
}

// Has no template said this text about the target?
bool Anchors::IsNew(const LinksRecord::StoredLink& link, DocId target) {
  Hasher128 hash;
  hash.Number(target.value);
  for (std::uint32_t s = 0; s < link.spans; ++s) hash.Field(text_.spans[link.first_span + s].text);
  const Hash128 said = hash.Finish();
  if (of_templates_.contains(said)) return false;
  if (of_templates_.size() == kMostOfTemplates) {
    ++dropped_;
    return false;
  }
  of_templates_.insert(said);
  return true;
}

void Anchors::AddLink(const LinksRecord::StoredLink& link, DocId target) {
  const std::uint32_t first = span_first_[link.first_span];
  const std::uint32_t last = span_first_[link.first_span + link.spans];
  if (first < last && Say(first, last, target, &links_)) ++links_counted_;
}

void Anchors::AddTitles(const RunDocRecord& record) {
  std::sort(targets_.begin(), targets_.end());
  // A page that links to another one ten times says its title once.
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
  const std::uint32_t words = TitleWords(record);
  if (words == 0) return;
  for (const DocId target : targets_) Say(0, words, target, &titles_);
}

// A copy of a page is no page of its own: links to it count for the first copy.
void Anchors::AddToGraph(DocId doc, SiteId site) {
  for (DocId& target : targets_) target = first_copy_[target.value];
  std::sort(targets_.begin(), targets_.end());
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
  std::erase(targets_, doc);
  priors_.Add(doc, site, targets_);
}

bool Anchors::Say(std::uint32_t first, std::uint32_t last, DocId target, Sayings* sayings) {
  std::uint32_t& words = said_[target.value];
  const bool room = links_.rows.size() + titles_.rows.size() < kMostSayings;
  // The gap behind the piece counts as a word, hence >=.
  if (!room || last - first >= kMostWords - words) {
    ++dropped_;
    return false;
  }
  sayings->rows.push_back({first, last, target, words});
  words += last - first + 1;
  return true;
}

}  // namespace thresh
