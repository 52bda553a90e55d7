#include "query/retrieve/index.h"

#include <algorithm>
#include <utility>

#include "common/postings/dictionary.h"
#include "common/store/page_names.h"

namespace thresh {
TermRow Index::Shown(std::optional<TermRecord> row, double template_share) {
  if (row && template_share == 0) row->DropTemplates();
  if (!row || (template_share == 0 && row->df == 0)) return nullptr;
  return std::make_shared<const TermRecord>(std::move(*row));
}

Result<std::shared_ptr<const PartRows>> Index::RowsOfParts(std::string_view term) const {
  auto rows = std::make_shared<PartRows>();
  THRESH_ASSIGN_OR_RETURN(rows->counts, Term(term));
  for (const Index* part : parts().indexes) {
    THRESH_ASSIGN_OR_RETURN(TermRow row, part->Term(term));
    rows->Add(std::move(row));
  }
  return std::shared_ptr<const PartRows>(std::move(rows));
}

SegmentIndex::SegmentIndex(const Segment& segment, PageDates* dates, double template_share)
    : SegmentIndex(segment, 0, template_share, std::make_shared<KeptChunks>()) {
  dates_ = dates;
}

SegmentIndex::SegmentIndex(const Segment& segment, std::uint32_t number, double template_share,
                           std::shared_ptr<KeptChunks> chunks)
    : segment_(segment),
      number_(number),
      template_share_(template_share),
      chunks_(std::move(chunks)) {
  if (template_share > 0) weighed_ = segment.lengths().Weigh(template_share);
}

Result<TermRow> SegmentIndex::Term(std::string_view term) const {
  if (const auto* kept = rows_.Find(term)) return *kept;
  THRESH_ASSIGN_OR_RETURN(TermRow row, ReadRow(term));
  const std::size_t bytes = BytesOf(row);
  return rows_.Keep(term, std::move(row), bytes);
}

Result<TermRow> SegmentIndex::ReadRow(std::string_view term) const {
  THRESH_ASSIGN_OR_RETURN(std::optional<TermRecord> row, ReadTerm(segment_, term));
  return Shown(std::move(row), template_share_);
}

std::unique_ptr<ChunkReader> SegmentIndex::Chunks(std::string_view term) const {
  return std::make_unique<KeptChunkReader>(
      chunks_.get(), KeptChunks::Owner{.segment = &segment_, .number = number_}, term);
}

Status SegmentIndex::VisitTerms(std::string_view prefix, const TermVisitor& visit) const {
  const auto rows = segment_.Scan(Family::kTerms, prefix);
  for (; rows->Valid(); rows->Next()) {
    // A prefix may visit 200,000 terms, so the rest of the row is not decoded.
    TermDf df;
    if (!DecodeTermDf(rows->value(), template_share_ > 0, &df)) return DamagedTerm(rows->key());
    const std::uint32_t pages = df.Rounded(template_share_);
    if (pages > 0 && !visit(rows->key(), pages)) break;
  }
  return rows->status();
}

Status Index::VisitRows(std::span<const std::string> terms, const RowVisitor& visit) const {
  for (const std::string& term : terms) {
    THRESH_ASSIGN_OR_RETURN(TermRow row, Term(term));
    if (row) THRESH_RETURN_IF_ERROR(visit(term, std::move(row)));
  }
  return {};
}

// The terms of a prefix stand close to each other, so one walk reads them with less work than a
// lookup for each, above all where the segment lacks most of them.
Status SegmentIndex::VisitRows(std::span<const std::string> terms, const RowVisitor& visit) const {
  if (terms.empty()) return {};
  const auto rows = segment_.LookFrom(Family::kTerms, terms.front());
  for (const std::string& term : terms) {
    rows->SeekTo(term);
    if (!rows->Valid()) break;
    if (rows->key() != term) continue;
    std::optional<TermRecord> row = TermRecord();
    if (!row->Decode(rows->value())) return DamagedTerm(term);
    TermRow shown = Shown(std::move(row), template_share_);
    if (shown) THRESH_RETURN_IF_ERROR(visit(term, std::move(shown)));
  }
  return rows->status();
}

// An index with parts has the spellings of all parts, and one made by hand has none.
Result<std::vector<std::string>> Index::Spellings(std::string_view plain) const {
  std::vector<std::string> all;
  for (const Index* part : parts().indexes) {
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> some, part->Spellings(plain));
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Result<std::vector<std::string>> SegmentIndex::Spellings(std::string_view plain) const {
  if (const auto* kept = spellings_.Find(plain)) return *kept;
  THRESH_ASSIGN_OR_RETURN(std::vector<std::string> terms, ReadSpellings(plain));
  const std::size_t bytes = BytesOf(terms);
  return spellings_.Keep(plain, std::move(terms), bytes);
}

Result<std::vector<std::string>> SegmentIndex::ReadSpellings(std::string_view plain) const {
  std::vector<std::string> terms;
  Segment::Value row;
  THRESH_ASSIGN_OR_RETURN(const bool found, segment_.Get(Family::kMeta, SpellingKey(plain), &row));
  if (found && !DecodeSpellings(row.bytes(), &terms))
    return Status(Code::kUnusable, "the store is damaged: the spellings of '" + std::string(plain) +
                                       "' cannot be decoded; run thresh-index verify");
  // What stands in templates alone is no word of an index without them.
  if (template_share_ > 0 || segment_.lengths().templates.words.empty()) return terms;
  std::vector<std::string> shown;
  for (std::string& term : terms) {
    THRESH_ASSIGN_OR_RETURN(const TermRow known, SegmentIndex::Term(term));
    if (known) shown.push_back(std::move(term));
  }
  return shown;
}

// An index with parts has the names of all parts, and one made by hand has none.
Result<std::vector<DocId>> Index::Named(std::uint64_t name) const {
  std::vector<DocId> all;
  const Parts of = parts();
  for (std::uint32_t i = 0; i < of.indexes.size(); ++i) {
    THRESH_ASSIGN_OR_RETURN(const std::vector<DocId> some, of.indexes[i]->Named(name));
    for (const DocId doc : some) {
      const std::optional<DocId> live = of.live->InStore(i, doc);
      if (live) all.push_back(*live);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

Result<std::vector<DocId>> SegmentIndex::Named(std::uint64_t name) const {
  std::vector<DocId> found;
  const NamePlace place = PlaceOf(name, segment_.lengths().docs());
  std::vector<NamedPage> pages;
  Segment::Value row;
  THRESH_ASSIGN_OR_RETURN(const bool any, segment_.Get(Family::kMeta, NamesKey(place.row), &row));
  if (any && !DecodeNames(row.bytes(), &pages))
    return Status(Code::kUnusable,
                  "the store is damaged: the names of pages cannot be decoded; run thresh-index "
                  "verify");
  for (const NamedPage& page : pages) {
    if (page.half == place.half && page.doc.value < segment_.lengths().docs())
      found.push_back(page.doc);
  }
  return found;
}

Result<const TimeColumn*> SegmentIndex::Times(CrawlTime time) const {
  THRESH_CHECK(dates_ != nullptr);
  return dates_->Times(time);
}

}  // namespace thresh
