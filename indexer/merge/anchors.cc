#include "indexer/merge/anchors.h"

#include <algorithm>

#include "common/base/folder_file.h"

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
  title_words_.push_back(TitleWords(record));
  said_.push_back(0);
}

Status Anchors::Gather(const RunSet& runs, const Verdicts& verdicts,
                       const CanonicalCopies& copies) {
  for (DocId& first : first_copy_) first = copies.Original(first);
  keeps_struck_ = verdicts.mode() == RemovalMode::kField;
  std::sort(by_url_.begin(), by_url_.end());
  THRESH_RETURN_IF_ERROR(
      runs.ForEachWholePage([&](const RunSet::PageRow& page) { return AddPage(page, verdicts); }));
  // The terms are merged next and need none of these.
  by_url_ = {};
  first_copy_ = {};
  title_words_ = {};
  of_templates_ = {};
  said_ = {};
  return {};
}

bool Anchors::FindTarget(std::string_view url, DocId* page) const {
  return Find(url, page) || (url.ends_with('/') && Find(FileOfFolder(url), page));
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
  struck_targets_.clear();
  if (first_copy_[doc.value] == doc) {
    if (!stored_.Decode(page.links, page.record.doc.url) ||
        !DecodePlainText(page.text, &spans_, &text_))
      return DamagedPage(doc);
    // These numbers come from a file. A block or span that the page lacks would be read past the
    // end.
    for (const LinksRecord::StoredLink& link : stored_.links) {
      if (link.block.value >= verdicts.blocks(doc)) return DamagedPage(doc);
      if (std::uint64_t{link.first_span} + link.spans > spans_.size()) return DamagedPage(doc);
    }
    AddLinks(page, verdicts);
    AddTitles(doc);
  }
  AddToGraph(doc, page.record.doc.site);
  // A duplicate says nothing but still ends, because Of finds a page by its number.
  for (Voice& voice : voices_) {
    voice.links.EndDoc();
    voice.titles.EndDoc();
  }
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
  text_first_.assign(1, 0);
  for (const PlainSpan& span : spans_) {
    span_first_.push_back(span_first_.back() + span.tokens);
    text_first_.push_back(text_first_.back() + span.bytes);
  }
  for (const LinksRecord::StoredLink& link : stored_.links) {
    DocId target;
    const bool of_template = of_template_block(link.block);
    if (!FindTarget(link.target, &target) || target == doc) continue;
    if (verdicts.site(target) != verdicts.site(doc)) continue;
    const bool struck = of_template && verdicts.mode() != RemovalMode::kKeepOne;
    // Titles go to targets of content only: a menu links every page of the site.
    if (!of_template) targets_.push_back(target);
    if (struck) struck_targets_.push_back(target);
    if (!of_template || struck || IsNew(link, target)) AddLink(link, target, struck);
  }
}

// Has no template said this text about the target?
bool Anchors::IsNew(const LinksRecord::StoredLink& link, DocId target) {
  Hasher128 hash;
  hash.Number(target.value);
  for (std::uint32_t s = link.first_span; s < link.first_span + link.spans; ++s)
    hash.Field(text_.substr(text_first_[s], spans_[s].bytes));
  const Hash128 said = hash.Finish();
  if (of_templates_.contains(said)) return false;
  if (of_templates_.size() == kMostOfTemplates) {
    ++dropped_;
    return false;
  }
  of_templates_.insert(said);
  return true;
}

void Anchors::AddLink(const LinksRecord::StoredLink& link, DocId target, bool struck) {
  const std::uint32_t first = span_first_[link.first_span];
  const std::uint32_t last = span_first_[link.first_span + link.spans];
  if (first >= last) return;
  if (struck) return SayStruck(first, last, target, &voices_[1].links);
  if (Say(first, last, target, &voices_[0].links)) ++links_counted_;
}

void Anchors::AddTitles(DocId doc) {
  // A page that links to another one ten times says its title once.
  OnceEach(&targets_, doc);
  OnceEach(&struck_targets_, doc);
  std::erase_if(struck_targets_, [this](DocId target) {
    return std::binary_search(targets_.begin(), targets_.end(), target);
  });
  const std::uint32_t words = title_words_[doc.value];
  if (words == 0) return;
  for (const DocId target : targets_) Say(0, words, target, &voices_[0].titles);
  for (const DocId target : struck_targets_) SayStruck(0, words, target, &voices_[1].titles);
}

void Anchors::OnceEach(std::vector<DocId>* targets, DocId doc) const {
  std::sort(targets->begin(), targets->end());
  targets->erase(std::unique(targets->begin(), targets->end()), targets->end());
  std::erase(*targets, doc);
}

// A copy of a page is no page of its own: links to it count for the first copy.
void Anchors::AddToGraph(DocId doc, SiteId site) {
  for (DocId& target : targets_) target = first_copy_[target.value];
  OnceEach(&targets_, doc);
  priors_.Add(doc, site, targets_);
  if (!keeps_struck_) return;
  for (const DocId target : struck_targets_) targets_.push_back(first_copy_[target.value]);
  OnceEach(&targets_, doc);
  all_priors_.Add(doc, site, targets_);
}

bool Anchors::Say(std::uint32_t first, std::uint32_t last, DocId target, Sayings* sayings) {
  std::uint32_t& words = said_[target.value];
  const bool room = voices_[0].rows() < kMostSayings;
  // The gap behind the piece counts as a word, hence >=.
  if (!room || last - first >= kMostWords - words) {
    ++dropped_;
    return false;
  }
  sayings->rows.push_back({first, last, target, words});
  words += last - first + 1;
  return true;
}

// What stands in templates takes its room whether it is kept or not. So what pages say outside of
// templates has the same places under drop as with the field.
void Anchors::SayStruck(std::uint32_t first, std::uint32_t last, DocId target, Sayings* sayings) {
  std::uint32_t& words = said_[target.value];
  if (last - first >= kMostWords - words) return;
  if (keeps_struck_ && voices_[1].rows() < kMostSayings) {
    sayings->rows.push_back({first, last, target, words});
  } else if (keeps_struck_) {
    ++dropped_;
  }
  words += last - first + 1;
}

}  // namespace thresh
