#include "indexer/run/term_merge.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "common/postings.h"

namespace thresh {
namespace {

bool IsKnown(const Removal& removal, const RunPostingsReader& posting) {
  return posting.doc().value < removal.pages() && posting.block().value < removal.blocks(posting.doc());
}

// Positions of a posting that stay in the index.
template <typename F>
void ForEachKept(const Removal& removal, const RunPostingsReader& posting, F f) {
  if (!removal.struck(posting.doc(), posting.block())) {
    for (std::uint32_t position : posting.positions()) f(position);
    return;
  }
  const Removal::Range heading = removal.protected_heading(posting.doc());
  if (heading.first == heading.last) return;
  for (std::uint32_t position : posting.positions()) {
    if (heading.holds(position)) f(position);
  }
}

// Lists of one term, a field each.
class TermWriter {
 public:
  TermWriter(const std::vector<std::uint32_t>& lengths, SegmentWriter* segment, TermTotals* totals)
      : lengths_(lengths), segment_(segment), totals_(totals) {
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      sinks_[f] = [this, f](std::uint32_t chunk, std::string_view postings, std::string_view positions) {
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
  }

  void See(Field field) { seen_[static_cast<std::size_t>(field)] = true; }
  void Keep(Field field, std::uint32_t position) {
    positions_[static_cast<std::size_t>(field)].push_back(position);
  }

  // All blocks of the page were given.
  Status EndPage(DocId doc) {
    bool kept = false;
    TermTotals::Page& page = totals_->pages[doc.value];
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      if (seen_[f]) ++page.postings_seen;
      seen_[f] = false;
      if (positions_[f].empty()) continue;
      kept = true;
      ++page.postings;
      RETURN_IF_ERROR(AddPosting(f, doc));
    }
    if (!kept) return {};
    ++page.distinct;
    ++record_.df;
    return {};
  }

  bool empty() const { return record_.df == 0; }  // no posting of the term is kept

  Status EndTerm() {
    if (empty()) return {};
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      if (started_[f]) RETURN_IF_ERROR(EndField(f));
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
    // Blocks come in opening order; nested ones stand inside of their parents' text.
    if (!std::is_sorted(positions.begin(), positions.end())) std::sort(positions.begin(), positions.end());
    if (!started_[f]) writers_[f].Start(static_cast<Field>(f), &sinks_[f]);
    started_[f] = true;
    RETURN_IF_ERROR(writers_[f].Add(doc, lengths_[doc.value], positions));
    positions.clear();
    return {};
  }

  // Body comes first in key order and may be written at once; the others wait for the end of the term.
  Status TakeChunk(std::size_t f, std::uint32_t number, std::string_view postings,
                   std::string_view positions) {
    if (f == 0) return PutChunk(f, number, postings, positions);
    waiting_[f].push_back({number, std::string(postings), std::string(positions)});
    return {};
  }

  Status PutChunk(std::size_t f, std::uint32_t number, std::string_view postings,
                  std::string_view positions) {
    const std::string key = ChunkKey(term_, static_cast<Field>(f), number);
    RETURN_IF_ERROR(segment_->Put(Family::kPostings, key, postings));
    return segment_->Put(Family::kPositions, key, positions);
  }

  Status EndField(std::size_t f) {
    ASSIGN_OR_RETURN(FieldList list, writers_[f].Finish());
    record_.cf += list.cf;
    record_.fields.push_back(std::move(list));
    for (const Chunk& chunk : waiting_[f]) {
      RETURN_IF_ERROR(PutChunk(f, chunk.number, chunk.postings, chunk.positions));
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
};

// One run's list of the term. A page lies in one run, so it ends with the list at the latest.
Status MergeList(const Removal& removal, std::string_view list, TermWriter* writer, bool* whole) {
  RunPostingsReader posting(list);
  DocId page;
  bool open = false;
  *whole = false;
  while (posting.Next()) {
    if (!IsKnown(removal, posting)) return {};
    if (open && posting.doc() != page) RETURN_IF_ERROR(writer->EndPage(page));
    open = true;
    page = posting.doc();
    const Field field = removal.decision(page, posting.block()).field;
    writer->See(field);
    ForEachKept(removal, posting, [&](std::uint32_t position) { writer->Keep(field, position); });
  }
  *whole = posting.ok();
  return open ? writer->EndPage(page) : Status();
}

// All of the word is struck: its posting stays on the page that represents best. The lists have been read
// before, so they are whole.
Status Rescue(const Removal& removal, const RunSet::Terms& terms, TermWriter* writer) {
  std::optional<DocId> best;
  for (std::size_t i = 0; i < terms.lists(); ++i) {
    for (RunPostingsReader posting(terms.list(i)); posting.Next();) {
      if (!best || removal.RanksBefore(posting.doc(), *best)) best = posting.doc();
    }
  }
  if (!best) return {};
  for (std::size_t i = 0; i < terms.lists(); ++i) {
    for (RunPostingsReader posting(terms.list(i)); posting.Next();) {
      if (posting.doc() != *best) continue;
      for (std::uint32_t position : posting.positions()) writer->Keep(Field::kBody, position);
    }
  }
  return writer->EndPage(*best);
}

}  // namespace

Result<TermTotals> MergeTerms(const RunSet& runs, const Removal& removal,
                              const std::vector<std::uint32_t>& lengths, SegmentWriter* segment) {
  TermTotals totals;
  totals.pages.resize(removal.pages());
  TermWriter writer(lengths, segment, &totals);
  RunSet::Terms terms = runs.terms();
  while (terms.Next()) {
    writer.Start(terms.term());
    for (std::size_t i = 0; i < terms.lists(); ++i) {
      bool whole = false;
      RETURN_IF_ERROR(MergeList(removal, terms.list(i), &writer, &whole));
      if (!whole) return runs.DamagedTerm(terms.term());
    }
    if (writer.empty() && removal.mode() == RemovalMode::kKeepOne)
      RETURN_IF_ERROR(Rescue(removal, terms, &writer));
    RETURN_IF_ERROR(writer.EndTerm());
  }
  RETURN_IF_ERROR(terms.status());
  writer.CountBytes();
  return totals;
}

}  // namespace thresh
