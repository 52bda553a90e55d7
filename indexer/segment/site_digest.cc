#include "indexer/segment/site_digest.h"

#include <utility>

namespace thresh {
namespace {

constexpr std::uint64_t kFnvPrime = 0x100000001b3;

}  // namespace

SiteDigests::SiteDigests(const std::vector<SiteRecord>& sites) {
  std::uint32_t docs = 0;
  for (std::uint32_t s = 0; s < sites.size(); ++s) {
    first_.push_back(docs);
    docs += static_cast<std::uint32_t>(sites[s].statistics.docs);
    site_of_.resize(docs, SiteId(s));
    for (std::uint32_t page = 0; seed_.size() < docs; ++page) seed_.push_back(Seed64(page));
  }
  first_.push_back(docs);
  for (std::vector<Hash128>& sums : sums_) sums.resize(sites.size());
}

void SiteDigests::Add(Kind kind, DocId doc, const Hash128& row) {
  Hash128& sum = sums_[kind][site_of_[doc.value].value];
  // The number of the page keeps equal rows of two pages apart.
  sum.high += Mix64(row.high ^ seed_[doc.value]);
  sum.low += Mix64(row.low + seed_[doc.value]);
}

void SiteDigests::AddDoc(DocId doc, DocRecord record) {
  record.site = SiteId();
  if (record.duplicate) record.duplicate_of.value -= first_[site_of_[doc.value].value];
  Add(kDocs, doc, HashBytes(record.Encode()));
}

void SiteDigests::AddText(DocId doc, std::string_view plain, const TextRecord& text,
                          const std::vector<Hash128>& templates) {
  const Hash128 spans = HashBytes(plain);
  if (text.verdicts.empty()) {
    Add(kTexts, doc, spans);
    return;
  }
  Hasher128 hash;
  hash.Number(spans.high);
  hash.Number(spans.low);
  hash.Number(text.heading_first);
  hash.Number(text.heading_last);
  for (const StoredVerdict& verdict : text.verdicts) {
    hash.Number(verdict.block.value);
    hash.Number(static_cast<std::uint64_t>(verdict.verdict));
    hash.Number(verdict.support);
    hash.Number(verdict.score);
    const Hash128& key = templates[verdict.template_id.value];
    hash.Number(key.high);
    hash.Number(key.low);
  }
  Add(kTexts, doc, hash.Finish());
}

void SiteDigests::AddTemplate(TemplateRecord record) {
  const DocId representative = record.representative;
  const std::uint32_t first = first_[record.site.value];
  record.site = SiteId();
  record.first.value -= first;
  record.representative.value -= first;
  for (DocId& example : record.examples) example.value -= first;
  Add(kTemplates, representative, HashBytes(record.Encode()));
}

std::array<std::uint64_t, kFieldCount> SiteDigests::ListsOf(std::string_view term) {
  std::array<std::uint64_t, kFieldCount> lists{};
  const std::uint64_t hash = HashBytes(term).low;
  for (std::size_t field = 0; field < kFieldCount; ++field) lists[field] = hash + field;
  return lists;
}

// There are more postings than all other rows together, so a posting takes few steps.
void SiteDigests::AddPosting(DocId doc, std::uint64_t list,
                             std::span<const std::uint32_t> positions) {
  std::uint64_t hash = list;
  for (const std::uint32_t position : positions) hash = (hash ^ position) * kFnvPrime;
  Add(kPostings, doc, {Mix64(hash), Mix64(~hash)});
}

Hash128 SiteDigests::Finish(SiteId site, const Statistics& statistics,
                            const LengthsRecord& lengths) const {
  Hasher128 hash;
  for (const std::vector<Hash128>& sums : sums_) {
    hash.Number(sums[site.value].high);
    hash.Number(sums[site.value].low);
  }
  hash.Field(statistics.Encode());
  for (std::uint32_t doc = first_[site.value]; doc < first_[site.value + 1]; ++doc) {
    for (const std::vector<std::uint32_t>& words : lengths.words) hash.Number(words[doc]);
    hash.Number(lengths.distinct[doc]);
    hash.Number(lengths.priors[doc]);
    if (lengths.templates.words.empty()) continue;
    hash.Number(lengths.templates.words[doc]);
    hash.Number(lengths.templates.distinct[doc]);
    hash.Number(lengths.templates.priors[doc]);
  }
  return hash.Finish();
}

}  // namespace thresh
