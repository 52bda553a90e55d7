#include "indexer/merge/page_merge.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

#include "common/base/check.h"
#include "indexer/merge/text_sharing.h"

namespace thresh {
namespace {

constexpr std::size_t kTemplateTextBytes = 2000;

std::size_t CutAtCodePoint(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text.size();
  std::size_t end = max_bytes;
  // Bytes of the form 10xxxxxx continue a code point of UTF-8.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return end;
}

// Equal to Number() of each: one call for all bytes costs a quarter of a call for each number.
void HashNumbers(std::span<const std::uint64_t> numbers, Hasher128* hash) {
  if constexpr (std::endian::native == std::endian::little) {
    hash->Bytes({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  } else {
    for (const std::uint64_t number : numbers) hash->Number(number);
  }
}

class TextMerge {
 public:
  TextMerge(const Verdicts& verdicts, SegmentWriter* segment, SiteDigests* digests)
      : verdicts_(verdicts),
        segment_(segment),
        digests_(digests),
        texts_(verdicts.templates().size()) {
    for (std::uint32_t t = 0; t < texts_.size(); ++t) {
      keys_.push_back(verdicts.templates()[t].key);
      representatives_.emplace_back(verdicts.templates()[t].representative, TemplateId(t));
    }
    std::sort(representatives_.begin(), representatives_.end());
  }

  // A page without verdicts is stored as the run has it: most of the pages of a site without
  // templates are copied byte for byte.
  Status Add(DocId doc, std::string_view bytes) {
    if (doc.value == 0 || verdicts_.site(doc) != verdicts_.site(DocId(doc.value - 1)))
      sharing_.StartSite();
    FindVerdicts(doc);
    if (!text_.verdicts.empty()) THRESH_RETURN_IF_ERROR(TakeTemplateTexts(doc, bytes));
    const WordRange heading = verdicts_.protected_heading(doc);
    text_.heading_first = heading.first;
    text_.heading_last = heading.last;
    digests_->AddText(doc, bytes, text_, keys_);
    if (text_.verdicts.empty()) return segment_->Put(Family::kText, DocKey(doc), bytes);
    const std::optional<std::string> row = sharing_.Row(bytes, verdicts_.blocks(doc), text_);
    if (!row) return DamagedPage(doc);
    return segment_->Put(Family::kText, DocKey(doc), *row);
  }

  Status Finish() {
    for (std::uint32_t t = 0; t < texts_.size(); ++t) {
      TemplateRecord found = verdicts_.templates()[t];
      found.text = std::move(texts_[t]);
      digests_->AddTemplate(found);
      THRESH_RETURN_IF_ERROR(
          segment_->Put(Family::kTemplates, TemplateKey(TemplateId(t)), found.Encode()));
    }
    return sharing_.Write(segment_);
  }

 private:
  void FindVerdicts(DocId doc) {
    text_.verdicts.clear();
    for (const BlockVerdict& verdict : verdicts_.Of(doc)) {
      const std::uint32_t support = verdicts_.templates()[verdict.template_id.value].support;
      text_.verdicts.push_back(
          {verdict.block, verdict.verdict, verdict.template_id, support, verdict.score});
    }
  }

  // Pages come in the order of representatives_.
  Status TakeTemplateTexts(DocId doc, std::string_view bytes) {
    std::vector<TemplateId> represented;
    for (; next_ < representatives_.size() && representatives_[next_].first == doc; ++next_) {
      represented.push_back(representatives_[next_].second);
    }
    if (represented.empty()) return {};
    // Decode overwrites the verdicts that FindVerdicts has made: the row of the run has none.
    std::vector<StoredVerdict> verdicts = std::move(text_.verdicts);
    if (!text_.Decode(bytes)) return DamagedPage(doc);
    text_.verdicts = std::move(verdicts);
    std::vector<std::string> texts = TemplateTexts(text_, represented, kTemplateTextBytes);
    for (std::size_t i = 0; i < texts.size(); ++i)
      texts_[represented[i].value] = std::move(texts[i]);
    return {};
  }

  const Verdicts& verdicts_;
  SegmentWriter* segment_;
  SiteDigests* digests_;
  std::vector<Hash128> keys_;  // of the templates
  TextSharing sharing_;
  std::vector<std::string> texts_;  // of the templates
  std::vector<std::pair<DocId, TemplateId>> representatives_;
  std::size_t next_ = 0;
  TextRecord text_;  // of the page; decoded where it represents a template
};

class RecordMerge {
 public:
  RecordMerge(const Verdicts& verdicts, const CanonicalCopies& copies, SegmentWriter* segment,
              SiteDigests* digests, NameRows* names)
      : verdicts_(verdicts), copies_(copies), segment_(segment), digests_(digests), names_(names) {}

  Status Add(const RunDocRecord& record, std::string_view links) {
    urls_.emplace_back(UrlKey(record.doc.url), record.id);
    THRESH_RETURN_IF_ERROR(names_->Add(record.id, record.doc.site, record.doc.title));
    THRESH_RETURN_IF_ERROR(PutDoc(record));
    digests_->AddLinks(record.id, links);
    return segment_->Put(Family::kLinks, DocKey(record.id), links);
  }

  // If several pages have one URL, it leads to the first.
  Status Finish() {
    // Rows of a family must be put in key order, and URLs come in page order.
    std::sort(urls_.begin(), urls_.end());
    const std::string* before = nullptr;
    for (const auto& [key, doc] : urls_) {
      if (before != nullptr && *before == key) continue;
      THRESH_RETURN_IF_ERROR(segment_->Put(Family::kUrls, key, DocKey(doc)));
      before = &key;
    }
    return {};
  }

 private:
  Status PutDoc(const RunDocRecord& record) {
    DocRecord doc = record.doc;
    const PageRemoval removed = verdicts_.removed(record.id);
    doc.body_tokens_indexed = doc.body_tokens_seen - removed.tokens_removed;
    doc.template_blocks = removed.blocks_template;
    doc.kept_hash = KeptHash(record);
    copies_.Mark(record.id, &doc);
    THRESH_RETURN_IF_ERROR(segment_->Put(Family::kDocs, DocKey(record.id), doc.Encode()));
    digests_->AddDoc(record.id, std::move(doc));
    return {};
  }

  // Words that stay on one page of a template's are template all the same: which page that is says
  // nothing about the content of either.
  Hash128 KeptHash(const RunDocRecord& record) {
    Hasher128 hash;
    hash.Field(record.doc.title);
    hash.Field(record.doc.description);
    const std::vector<BlockVerdict> verdicts = verdicts_.Of(record.id);
    auto next = verdicts.begin();
    kept_.clear();
    for (std::uint32_t b = 0; b < record.blocks.size(); ++b) {
      while (next != verdicts.end() && next->block.value < b) ++next;
      const bool judged = next != verdicts.end() && next->block.value == b;
      const RunDocRecord::BlockShape& shape = record.blocks[b];
      if (shape.tokens == 0 || shape.field != Field::kBody) continue;
      if (judged && IsOfTemplate(next->verdict)) continue;
      kept_.push_back(shape.text_hash.high);
      kept_.push_back(shape.text_hash.low);
    }
    HashNumbers(kept_, &hash);
    return hash.Finish();
  }

  const Verdicts& verdicts_;
  const CanonicalCopies& copies_;
  SegmentWriter* segment_;
  SiteDigests* digests_;
  NameRows* names_;
  std::vector<std::pair<std::string, DocId>> urls_;
  std::vector<std::uint64_t> kept_;  // of the page: hashes of its texts
};

}  // namespace

std::vector<std::string> TemplateTexts(const TextRecord& text,
                                       const std::vector<TemplateId>& templates,
                                       std::size_t max_bytes) {
  std::vector<std::string> texts(templates.size());
  for (const TextRecord::StoredSpan& span : text.spans) {
    const StoredVerdict* verdict = text.Find(span.block);
    if (verdict == nullptr) continue;
    const auto wanted = std::lower_bound(templates.begin(), templates.end(), verdict->template_id);
    if (wanted == templates.end() || *wanted != verdict->template_id) continue;
    std::string& out = texts[static_cast<std::size_t>(wanted - templates.begin())];
    // Spans are added whole. The cut below falls into the last one.
    if (out.size() > max_bytes) continue;
    if (!out.empty() && !span.glued) out += ' ';
    out += span.text;
  }
  for (std::string& out : texts) out.resize(CutAtCodePoint(out, max_bytes));
  return texts;
}

Status MergeTexts(const RunSet& runs, const Verdicts& verdicts, SegmentWriter* segment,
                  SiteDigests* digests, const std::function<void(DocId)>& done) {
  TextMerge merge(verdicts, segment, digests);
  THRESH_RETURN_IF_ERROR(runs.ForEachText([&](DocId doc, std::string_view bytes) {
    const Status added = merge.Add(doc, bytes);
    done(doc);
    return added;
  }));
  return merge.Finish();
}

Status MergeRecords(const RunSet& runs, const Verdicts& verdicts, const CanonicalCopies& copies,
                    SegmentWriter* segment, SiteDigests* digests, NameRows* names) {
  RecordMerge merge(verdicts, copies, segment, digests, names);
  THRESH_RETURN_IF_ERROR(runs.ForEachPage([&](const RunDocRecord& record, std::string_view links) {
    return merge.Add(record, links);
  }));
  THRESH_RETURN_IF_ERROR(runs.ForEachHarvest([&](DocId doc, std::string_view harvest) {
    digests->AddHarvest(doc, harvest);
    return segment->Put(Family::kHarvest, DocKey(doc), harvest);
  }));
  return merge.Finish();
}

}  // namespace thresh
