#include "indexer/segment/masks.h"

#include <algorithm>
#include <utility>

#include "common/postings/dictionary.h"
#include "common/postings/term_chunks.h"
#include "common/store/rocks.h"
#include "indexer/segment/table_writer.h"

namespace thresh {
namespace {

// Pages of masked sites, in the order of the segment. Neighbours are one range.
struct Range {
  std::uint32_t begin = 0, end = 0;
};

std::vector<Range> RangesOf(const Segment& segment, const std::vector<std::string>& masked) {
  std::vector<Range> ranges;
  std::uint32_t first = 0;
  for (const SiteRecord& site : segment.sites()) {
    const std::uint32_t end = first + static_cast<std::uint32_t>(site.statistics.docs);
    if (std::binary_search(masked.begin(), masked.end(), site.host)) {
      if (ranges.empty() || ranges.back().end != first) ranges.push_back({first, first});
      ranges.back().end = end;
    }
    first = end;
  }
  return ranges;
}

// Counts the postings of a list that lie in the ranges, and adds their pages to `docs`.
Result<FieldList> CountList(const FieldList& list, ChunkReader* chunks,
                            const std::vector<Range>& ranges, std::vector<std::uint32_t>* docs) {
  FieldList counted;
  counted.field = list.field;
  PostingCursor cursor(&list, chunks);
  for (const Range& range : ranges) {
    cursor.SeekTo(range.begin);
    for (; cursor.doc() < range.end; cursor.Next()) {
      ++counted.df;
      counted.cf += cursor.tf();
      docs->push_back(cursor.doc());
    }
  }
  THRESH_RETURN_IF_ERROR(cursor.status());
  return counted;
}

// Pages that are not among these others. A page that has the term in two fields counts once.
std::uint32_t CountOnce(std::vector<std::uint32_t>* docs,
                        const std::vector<std::uint32_t>& others = {}) {
  std::sort(docs->begin(), docs->end());
  docs->erase(std::unique(docs->begin(), docs->end()), docs->end());
  std::erase_if(*docs, [&](std::uint32_t doc) {
    return std::binary_search(others.begin(), others.end(), doc);
  });
  return static_cast<std::uint32_t>(docs->size());
}

}  // namespace

Status CountMasked(const Segment& segment, const std::vector<std::string>& masked,
                   const std::function<Status(std::string_view, const TermRecord&)>& visit) {
  const std::vector<Range> ranges = RangesOf(segment, masked);
  const std::unique_ptr<Segment::Rows> rows = segment.Scan(Family::kTerms);
  TermRecord record;
  std::vector<std::uint32_t> docs, of_templates;
  for (; rows->Valid(); rows->Next()) {
    if (!record.Decode(rows->value())) return DamagedTerm(rows->key());
    TermChunks chunks(segment, rows->key());
    TermRecord counted;
    docs.clear();
    of_templates.clear();
    for (const FieldList& list : record.fields) {
      const bool of_template = IsTemplateField(list.field);
      THRESH_ASSIGN_OR_RETURN(
          FieldList own, CountList(list, &chunks, ranges, of_template ? &of_templates : &docs));
      if (!of_template) counted.cf += own.cf;
      if (own.df > 0) counted.fields.push_back(std::move(own));
    }
    if (counted.fields.empty()) continue;
    counted.df = CountOnce(&docs);
    counted.template_df = CountOnce(&of_templates, docs);
    THRESH_RETURN_IF_ERROR(visit(rows->key(), counted));
  }
  return rows->status();
}

Result<bool> WriteMasks(std::vector<MaskedSegment> segments, const std::string& file) {
  std::erase_if(segments, [](const MaskedSegment& s) { return s.entry->masked.empty(); });
  if (segments.empty()) return false;
  std::sort(segments.begin(), segments.end(), [](const MaskedSegment& a, const MaskedSegment& b) {
    return a.entry->name < b.entry->name;
  });
  TableWriter table(file, BaseOptions());
  for (const MaskedSegment& masked : segments) {
    const std::string& name = masked.entry->name;
    if (masked.known != nullptr) {
      const auto rows = masked.known->Scan(masked.known_name);
      for (; rows->Valid(); rows->Next())
        THRESH_RETURN_IF_ERROR(table.Put(MaskKey(name, rows->term()), rows->value()));
      THRESH_RETURN_IF_ERROR(rows->status());
      continue;
    }
    THRESH_RETURN_IF_ERROR(CountMasked(*masked.segment, masked.entry->masked,
                                       [&](std::string_view term, const TermRecord& counted) {
                                         return table.Put(MaskKey(name, term), counted.Encode());
                                       }));
  }
  if (table.rows() == 0) return false;  // the masked pages have no words
  THRESH_RETURN_IF_ERROR(table.Finish());
  return true;
}

}  // namespace thresh
