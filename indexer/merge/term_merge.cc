#include "indexer/merge/term_merge.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "common/postings/postings.h"

namespace thresh {
namespace {

// Positions of a posting that stay in the index. Positions and ranges ascend, so one pass over both
// is enough.
template <typename F>
void ForEachKept(const Verdicts& verdicts, const RunPostingsReader& posting, F f) {
  std::span<const WordRange> removed;
  if (posting.field() == Field::kBody) removed = verdicts.removed_words(posting.doc());
  auto range = removed.begin();
  for (const std::uint32_t position : posting.positions()) {
    while (range != removed.end() && range->last <= position) ++range;
    if (range == removed.end() || position < range->first) f(position);
  }
}

// Lists of one term, a field each.
class TermWriter {
 public:
  TermWriter(const std::vector<std::uint32_t>& lengths, SegmentWriter* segment, TermTotals* totals)
      : lengths_(lengths), segment_(segment), totals_(totals) {
    // Made once, because every list of every term passes its sink by pointer.
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      sinks_[f] = [this, f](std::uint32_t chunk, std::string_view postings,
                            std::string_view positions) {
        return TakeChunk(f, chunk, postings, positions);
      };
    }
  }

  void Start(std::string_view term) {
    term_ = term;
    record_.df = 0;
    record_.cf = 0;
    record_.fields.clear();
    started_.fill(false);
    docs_.clear();
    said_.clear();
  }

  void See(Field field) { seen_[static_cast<std::size_t>(field)] = true; }
  void Keep(Field field, std::uint32_t position) {
    positions_[static_cast<std::size_t>(field)].push_back(position);
  }

  // The word stands at this position of the page's field of anchors.
  void Say(DocId page, std::uint32_t position) { said_.emplace_back(page, position); }

  // All blocks of the page were given.
  Status EndPage(DocId doc) {
    bool kept = false;
    TermTotals::Page& page = totals_->pages[doc.value];
    for (std::size_t f = 0; f < kOwnFieldCount; ++f) {
      if (seen_[f]) ++page.postings_seen;
      seen_[f] = false;
      if (positions_[f].empty()) continue;
      kept = true;
      ++page.postings;
      THRESH_RETURN_IF_ERROR(AddPosting(f, doc));
    }
    if (!kept) return {};
    ++page.distinct;
    // df counts pages: a word in the title and in the body of a page counts once.
    ++record_.df;
    docs_.push_back(doc);
    return {};
  }

  bool empty() const { return record_.df == 0; }  // no posting of the term is kept

  Status EndTerm() {
    if (empty()) return {};
    THRESH_RETURN_IF_ERROR(AddSaid());
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      if (started_[f]) THRESH_RETURN_IF_ERROR(EndField(f));
    }
    ++totals_->terms;
    return segment_->Put(Family::kTerms, term_, record_.Encode());
  }

  void CountBytes() {
    for (const PostingListWriter& writer : writers_) {
      totals_->postings_bytes += writer.postings_bytes();
      totals_->positions_bytes += writer.positions_bytes();
    }
  }

 private:
  struct Chunk {
    std::uint32_t number = 0;
    std::string postings, positions;
  };

  Status AddPosting(std::size_t f, DocId doc) {
    std::vector<std::uint32_t>& positions = positions_[f];
    if (!started_[f]) writers_[f].Start(static_cast<Field>(f), &sinks_[f]);
    started_[f] = true;
    THRESH_RETURN_IF_ERROR(writers_[f].Add(doc, lengths_[doc.value], positions));
    positions.clear();
    return {};
  }

  // The words came in the order of the pages that write them, not of those that they are about.
  Status AddSaid() {
    constexpr auto kAnchor = static_cast<std::size_t>(Field::kAnchor);
    std::sort(said_.begin(), said_.end());
    for (auto next = said_.begin(); next != said_.end();) {
      const DocId page = next->first;
      for (; next != said_.end() && next->first == page; ++next)
        positions_[kAnchor].push_back(next->second);
      // df is over all fields, so a page that has the word itself is in it already.
      if (!std::binary_search(docs_.begin(), docs_.end(), page)) ++record_.df;
      THRESH_RETURN_IF_ERROR(AddPosting(kAnchor, page));
    }
    return {};
  }

  // Body comes first in key order and may be written at once; the others wait for the end of the
  // term.
  Status TakeChunk(std::size_t f, std::uint32_t number, std::string_view postings,
                   std::string_view positions) {
    if (f == 0) return PutChunk(f, number, postings, positions);
    waiting_[f].push_back({number, std::string(postings), std::string(positions)});
    return {};
  }

  Status PutChunk(std::size_t f, std::uint32_t number, std::string_view postings,
                  std::string_view positions) {
    const std::string key = ChunkKey(term_, static_cast<Field>(f), number);
    // A short chunk has no row here: its postings stand in the term's row (docs/DECISIONS.md, "A
    // query reads little before it walks").
    if (!postings.empty()) THRESH_RETURN_IF_ERROR(segment_->Put(Family::kPostings, key, postings));
    return segment_->Put(Family::kPositions, key, positions);
  }

  Status EndField(std::size_t f) {
    THRESH_ASSIGN_OR_RETURN(FieldList list, writers_[f].Finish());
    record_.cf += list.cf;
    record_.fields.push_back(std::move(list));
    // Fields end in key order, so the chunks that waited may be written now.
    for (const Chunk& chunk : waiting_[f]) {
      THRESH_RETURN_IF_ERROR(PutChunk(f, chunk.number, chunk.postings, chunk.positions));
    }
    waiting_[f].clear();
    return {};
  }

  const std::vector<std::uint32_t>& lengths_;
  SegmentWriter* segment_;
  TermTotals* totals_;
  std::string term_;
  TermRecord record_;
  std::array<PostingListWriter, kFieldCount> writers_;
  std::array<PostingListWriter::ChunkSink, kFieldCount> sinks_;
  std::array<bool, kFieldCount> started_{}, seen_{};
  std::array<std::vector<std::uint32_t>, kFieldCount> positions_;  // of the page
  std::array<std::vector<Chunk>, kFieldCount> waiting_;
  std::vector<DocId> docs_;                            // that have the term themselves
  std::vector<std::pair<DocId, std::uint32_t>> said_;  // page, position in its field of anchors
};

// Struck words too: Anchors has already decided which of them count.
void SayAll(const Anchors& anchors, const RunPostingsReader& posting, Field field,
            TermWriter* writer) {
  for (const std::uint32_t position : posting.positions()) {
    anchors.ForEachSaid(posting.doc(), field, position,
                        [&](DocId about, std::uint32_t place) { writer->Say(about, place); });
  }
}

// One run's list of the term. A page lies in one run, so it ends with the list at the latest.
Status MergeList(const Verdicts& verdicts, const Anchors& anchors, std::string_view list,
                 TermWriter* writer, bool* whole) {
  RunPostingsReader posting(list);
  DocId page;
  bool open = false;
  *whole = false;
  while (posting.Next()) {
    // Lists come from a file: a number that no page has would be read past the verdicts. `whole`
    // stays false, which the caller reports as damage.
    if (posting.doc().value >= verdicts.pages()) return {};
    if (open && posting.doc() != page) THRESH_RETURN_IF_ERROR(writer->EndPage(page));
    open = true;
    page = posting.doc();
    const Field field = posting.field();
    writer->See(field);
    ForEachKept(verdicts, posting, [&](std::uint32_t position) { writer->Keep(field, position); });
    if (!anchors.empty()) SayAll(anchors, posting, field, writer);
  }
  *whole = posting.ok();
  return open ? writer->EndPage(page) : Status();
}

// All of the word is struck: its posting stays on the page that represents best. The lists have
// been read before, so they are whole.
Status Rescue(const Verdicts& verdicts, const RunSet::Terms& terms, TermWriter* writer) {
  std::optional<DocId> best;
  for (std::size_t i = 0; i < terms.lists(); ++i) {
    for (RunPostingsReader posting(terms.list(i)); posting.Next();) {
      if (!best || verdicts.RanksBefore(posting.doc(), *best)) best = posting.doc();
    }
  }
  if (!best) return {};
  for (std::size_t i = 0; i < terms.lists(); ++i) {
    for (RunPostingsReader posting(terms.list(i)); posting.Next();) {
      if (posting.doc() != *best) continue;
      // Only the body is ever struck, so all postings of a vanished word are of the body.
      // MergeList has called See for them.
      for (std::uint32_t position : posting.positions()) writer->Keep(Field::kBody, position);
    }
  }
  return writer->EndPage(*best);
}

}  // namespace

Result<TermTotals> MergeTerms(const RunSet& runs, const Verdicts& verdicts, const Anchors& anchors,
                              const std::vector<std::uint32_t>& lengths, SegmentWriter* segment) {
  TermTotals totals;
  totals.pages.resize(verdicts.pages());
  TermWriter writer(lengths, segment, &totals);
  RunSet::Terms terms = runs.terms();
  while (terms.Next()) {
    writer.Start(terms.term());
    for (std::size_t i = 0; i < terms.lists(); ++i) {
      bool whole = false;
      THRESH_RETURN_IF_ERROR(MergeList(verdicts, anchors, terms.list(i), &writer, &whole));
      if (!whole) return runs.DamagedTerm(terms.term());
    }
    // No page kept the word: step 4 of verdicts.h.
    if (writer.empty() && verdicts.mode() == RemovalMode::kKeepOne)
      THRESH_RETURN_IF_ERROR(Rescue(verdicts, terms, &writer));
    THRESH_RETURN_IF_ERROR(writer.EndTerm());
  }
  THRESH_RETURN_IF_ERROR(terms.status());
  writer.CountBytes();
  return totals;
}

}  // namespace thresh
