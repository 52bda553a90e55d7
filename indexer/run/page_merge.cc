#include "indexer/run/page_merge.h"

#include <algorithm>

#include "common/check.h"

namespace thresh {
namespace {

constexpr std::size_t kTemplateTextBytes = 2000;

Status Damaged(DocId doc) {
  return Status(Code::kUnusable, "damaged run: page " + std::to_string(doc.value) +
                                     " does not decode; remove the work folder of the store to start afresh");
}

std::size_t CutAtCodePoint(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text.size();
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return end;
}

class PageWriter {
 public:
  PageWriter(Removal* removal, SegmentWriter* segment) : removal_(*removal), segment_(segment) {
    std::vector<TemplateRecord>& templates = removal_.templates();
    for (std::uint32_t t = 0; t < templates.size(); ++t) {
      representatives_.emplace_back(templates[t].representative, TemplateId(t));
    }
    std::sort(representatives_.begin(), representatives_.end());
  }

  Status Add(const RunSet::PageRow& page) {
    const DocId doc = page.record.id;
    FindVerdicts(doc);
    urls_.emplace_back(UrlKey(page.record.doc.url), doc);
    RETURN_IF_ERROR(PutDoc(page.record));
    RETURN_IF_ERROR(PutText(doc, page.text));
    return PutLinks(page);
  }

  Status Finish() {
    RETURN_IF_ERROR(PutUrls());
    const std::vector<TemplateRecord>& templates = removal_.templates();
    for (std::uint32_t t = 0; t < templates.size(); ++t) {
      RETURN_IF_ERROR(segment_->Put(Family::kTemplates, TemplateKey(TemplateId(t)), templates[t].Encode()));
    }
    return {};
  }

 private:
  void FindVerdicts(DocId doc) {
    verdicts_.clear();
    for (std::uint32_t b = 0; b < removal_.blocks(doc); ++b) {
      const BlockDecision& decision = removal_.decision(doc, BlockNo(b));
      if (decision.verdict == Verdict::kContent) continue;
      const std::uint32_t support = removal_.templates()[decision.template_id.value].support;
      verdicts_.push_back({BlockNo(b), decision.verdict, decision.template_id, support, decision.score});
    }
  }

  Status PutDoc(const RunDocRecord& record) {
    DocRecord doc = record.doc;
    const PageRemoval removed = removal_.removed(record.id);
    doc.body_tokens_indexed = doc.body_tokens_seen - removed.tokens_removed;
    doc.template_blocks = removed.blocks_template;
    return segment_->Put(Family::kDocs, DocKey(record.id), doc.Encode());
  }

  // A page without verdicts is stored as the run has it.
  Status PutText(DocId doc, std::string_view bytes) {
    if (verdicts_.empty()) return segment_->Put(Family::kText, DocKey(doc), bytes);
    const bool represents = next_ < representatives_.size() && representatives_[next_].first == doc;
    if (represents && !text_.Decode(bytes)) return Damaged(doc);
    text_.verdicts = verdicts_;
    const Removal::Range heading = removal_.protected_heading(doc);
    text_.heading_first = heading.first;
    text_.heading_last = heading.last;
    TakeTemplateTexts(doc);
    return segment_->Put(Family::kText, DocKey(doc), DecidePlainText(bytes, text_));
  }

  // Pages come in the order of representatives_.
  void TakeTemplateTexts(DocId doc) {
    const std::size_t first = next_;
    while (next_ < representatives_.size() && representatives_[next_].first == doc) ++next_;
    if (first == next_) return;
    std::map<TemplateId, std::string> texts = TemplateTexts(text_, kTemplateTextBytes);
    for (std::size_t i = first; i < next_; ++i) {
      const TemplateId id = representatives_[i].second;
      removal_.templates()[id.value].text = std::move(texts[id]);
    }
  }

  Status PutLinks(const RunSet::PageRow& page) {
    const DocId doc = page.record.id;
    if (verdicts_.empty()) return segment_->Put(Family::kLinks, DocKey(doc), page.links);
    if (!links_.Decode(page.links, page.record.doc.url)) return Damaged(doc);
    for (LinksRecord::StoredLink& link : links_.links) {
      if (link.block.value >= removal_.blocks(doc)) return Damaged(doc);
      const Verdict verdict = removal_.decision(doc, link.block).verdict;
      link.in_template = verdict == Verdict::kTemplate || verdict == Verdict::kKeptOne;
    }
    return segment_->Put(Family::kLinks, DocKey(doc), links_.Encode(page.record.doc.url));
  }

  // Of pages with one URL the first is found by it.
  Status PutUrls() {
    std::sort(urls_.begin(), urls_.end());
    const std::string* before = nullptr;
    for (const auto& [key, doc] : urls_) {
      if (before != nullptr && *before == key) continue;
      RETURN_IF_ERROR(segment_->Put(Family::kUrls, key, DocKey(doc)));
      before = &key;
    }
    return {};
  }

  Removal& removal_;
  SegmentWriter* segment_;
  std::vector<std::pair<DocId, TemplateId>> representatives_;
  std::size_t next_ = 0;
  std::vector<std::pair<std::string, DocId>> urls_;
  std::vector<TextRecord::BlockVerdict> verdicts_;  // of the page
  TextRecord text_;
  LinksRecord links_;
};

}  // namespace

std::map<TemplateId, std::string> TemplateTexts(const TextRecord& text, std::size_t max_bytes) {
  std::map<TemplateId, std::string> texts;
  for (const TextRecord::StoredSpan& span : text.spans) {
    const TextRecord::BlockVerdict* verdict = text.Find(span.block);
    if (verdict == nullptr) continue;
    std::string& out = texts[verdict->template_id];
    if (out.size() > max_bytes) continue;
    if (!out.empty() && !span.glued) out += ' ';
    out += span.text;
  }
  for (auto& [id, out] : texts) out.resize(CutAtCodePoint(out, max_bytes));
  return texts;
}

Status MergePages(const RunSet& runs, Removal* removal, SegmentWriter* segment,
                  const std::function<void(DocId)>& done) {
  PageWriter writer(removal, segment);
  const auto add = [&](const RunSet::PageRow& page) {
    const Status added = writer.Add(page);
    done(page.record.id);
    return added;
  };
  RETURN_IF_ERROR(runs.ForEachPage(add));
  return writer.Finish();
}

}  // namespace thresh
