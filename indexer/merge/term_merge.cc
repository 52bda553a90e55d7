#include "indexer/merge/term_merge.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "common/postings/postings.h"
#include "indexer/merge/carried_term.h"

namespace thresh {
namespace {

// A posting of the current term: a word in a field of a page.
struct Posting {
  DocId doc;
  Field field = Field::kBody;
  std::span<const std::uint32_t> positions;
};

// Calls f(position, kept) for the positions of a posting: does this one stay in the index?
// Positions and ranges ascend, so one pass over both is enough.
template <typename F>
void ForEachPosition(const Verdicts& verdicts, const Posting& posting, F f) {
  std::span<const WordRange> removed;
  if (posting.field == Field::kBody) removed = verdicts.removed_words(posting.doc);
  // A page has many ranges, and most words stand on it once.
  auto range = std::partition_point(
      removed.begin(), removed.end(),
      [first = posting.positions.front()](const WordRange& r) { return r.last <= first; });
  for (const std::uint32_t position : posting.positions) {
    while (range != removed.end() && range->last <= position) ++range;
    f(position, range == removed.end() || position < range->first);
  }
}

// Lists of one term, a field each.
class TermWriter {
 public:
  TermWriter(const std::vector<std::uint32_t>& lengths, const Verdicts& verdicts,
             SegmentWriter* segment, SiteDigests* digests, Spellings* spellings, TermTotals* totals)
      : lengths_(lengths),
        verdicts_(verdicts),
        segment_(segment),
        digests_(digests),
        spellings_(spellings),
        totals_(totals) {
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
    list_hash_ = SiteDigests::ListsOf(term);
    record_.df = record_.template_df = 0;
    record_.cf = 0;
    record_.fields.clear();
    started_.fill(false);
    docs_.clear();
    of_templates_.clear();
    for (Said& said : said_) said.clear();
  }

  void See(Field field) { seen_[static_cast<std::size_t>(field)] = true; }
  void Keep(Field field, std::span<const std::uint32_t> positions) {
    std::vector<std::uint32_t>& kept = positions_[static_cast<std::size_t>(field)];
    kept.insert(kept.end(), positions.begin(), positions.end());
  }
  void Keep(Field field, std::uint32_t position) {
    positions_[static_cast<std::size_t>(field)].push_back(position);
  }

  // The word stands at this position of the page's fields of anchors, in this one of them.
  void Say(DocId page, Field anchor, std::uint32_t position) {
    said_[static_cast<std::size_t>(anchor)].emplace_back(page, position);
  }

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
    if (!positions_[kTemplate].empty()) {
      if (!kept) ++page.of_templates;
      if (!kept) of_templates_.push_back(doc);
      THRESH_RETURN_IF_ERROR(AddPosting(kTemplate, doc));
    }
    if (!kept) return {};
    ++page.distinct;
    // df counts pages: a word in the title and in the body of a page counts once.
    ++record_.df;
    docs_.push_back(doc);
    return {};
  }

  Status EndTerm() {
    if (docs_.empty() && of_templates_.empty()) return {};  // no posting of the term is kept
    THRESH_RETURN_IF_ERROR(AddSaid());
    THRESH_RETURN_IF_ERROR(AddSaidOfTemplates());
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      if (started_[f]) THRESH_RETURN_IF_ERROR(EndField(f));
    }
    if (record_.df > 0) ++totals_->terms;
    THRESH_RETURN_IF_ERROR(spellings_->Add(term_));
    return segment_->Put(Family::kTerms, term_, record_.Encode());
  }

  // The term's row stays as the store has it.
  Status Carry(const CarriedTerm& term, std::string_view row) {
    for (const CarriedTerm::Posting& posting : term.postings()) {
      TermTotals::Page& page = totals_->pages[posting.doc.value];
      ++page.postings_seen;
      ++page.postings;
      page.distinct += posting.first ? 1U : 0U;
      digests_->AddPosting(posting.doc, list_hash_[static_cast<std::size_t>(posting.field)],
                           term.Positions(posting));
    }
    for (const StoredList& list : term.lists()) {
      totals_->postings_bytes += list.inline_postings.size();
      totals_->positions_bytes += list.inline_positions.size();
    }
    ++totals_->terms;
    THRESH_RETURN_IF_ERROR(spellings_->Add(term_));
    return segment_->Put(Family::kTerms, term_, row);
  }

  void CountBytes() {
    for (const PostingListWriter& writer : writers_) {
      totals_->postings_bytes += writer.postings_bytes();
      totals_->positions_bytes += writer.positions_bytes();
    }
  }

 private:
  static constexpr auto kTemplate = static_cast<std::size_t>(Field::kTemplate);
  using Said = std::vector<std::pair<DocId, std::uint32_t>>;  // page, position

  struct Chunk {
    std::uint32_t number = 0;
    std::string postings, positions;
  };

  Status AddPosting(std::size_t f, DocId doc) {
    std::vector<std::uint32_t>& positions = positions_[f];
    if (!started_[f]) writers_[f].Start(static_cast<Field>(f), &sinks_[f]);
    started_[f] = true;
    THRESH_RETURN_IF_ERROR(writers_[f].Add(doc, lengths_[doc.value], positions));
    digests_->AddPosting(doc, list_hash_[f], positions);
    positions.clear();
    return {};
  }

  // The words came in the order of the pages that write them, not of those that they are about.
  // Writes those of the pages that `keeps` lets in: keeps(page).
  template <typename Keeps>
  Status PutSaid(Field anchor, Keeps keeps) {
    const auto f = static_cast<std::size_t>(anchor);
    Said& said = said_[f];
    std::sort(said.begin(), said.end());
    for (auto next = said.begin(); next != said.end();) {
      const DocId page = next->first;
      const auto end =
          std::find_if(next, said.end(), [&](const auto& saying) { return saying.first != page; });
      if (keeps(page)) {
        for (auto at = next; at != end; ++at) positions_[f].push_back(at->second);
        THRESH_RETURN_IF_ERROR(AddPosting(f, page));
      }
      next = end;
    }
    return {};
  }

  Status AddSaid() {
    std::vector<DocId> more;
    THRESH_RETURN_IF_ERROR(PutSaid(Field::kAnchor, [&](DocId page) {
      if (!SiteKeeps(page)) return false;
      // df is over all fields, so a page that has the word itself is in it already.
      if (!std::binary_search(docs_.begin(), docs_.end(), page)) more.push_back(page);
      return true;
    }));
    record_.df += static_cast<std::uint32_t>(more.size());
    docs_.insert(docs_.end(), more.begin(), more.end());
    std::inplace_merge(docs_.begin(), docs_.end() - static_cast<std::ptrdiff_t>(more.size()),
                       docs_.end());
    return {};
  }

  // The page that says the word has it, struck or not, so its site needs no look.
  Status AddSaidOfTemplates() {
    THRESH_RETURN_IF_ERROR(PutSaid(Field::kTemplateAnchor, [&](DocId page) {
      of_templates_.push_back(page);
      return true;
    }));
    std::sort(of_templates_.begin(), of_templates_.end());
    const auto end = std::unique(of_templates_.begin(), of_templates_.end());
    record_.template_df =
        static_cast<std::uint32_t>(std::count_if(of_templates_.begin(), end, [this](DocId page) {
          return !std::binary_search(docs_.begin(), docs_.end(), page);
        }));
    return {};
  }

  // Does any page of this page's site keep the term in a field of its own? Other sites have no say:
  // what a store holds of a site does not depend on them.
  bool SiteKeeps(DocId page) const {
    const SiteId site = verdicts_.site(page);
    const auto after = std::lower_bound(docs_.begin(), docs_.end(), page);
    return (after != docs_.end() && verdicts_.site(*after) == site) ||
           (after != docs_.begin() && verdicts_.site(*(after - 1)) == site);
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
    if (!IsTemplateField(list.field)) record_.cf += list.cf;
    record_.fields.push_back(std::move(list));
    // Fields end in key order, so the chunks that waited may be written now.
    for (const Chunk& chunk : waiting_[f]) {
      THRESH_RETURN_IF_ERROR(PutChunk(f, chunk.number, chunk.postings, chunk.positions));
    }
    waiting_[f].clear();
    return {};
  }

  const std::vector<std::uint32_t>& lengths_;
  const Verdicts& verdicts_;
  SegmentWriter* segment_;
  SiteDigests* digests_;
  Spellings* spellings_;
  TermTotals* totals_;
  std::string term_;
  TermRecord record_;
  std::array<PostingListWriter, kFieldCount> writers_;
  std::array<PostingListWriter::ChunkSink, kFieldCount> sinks_;
  std::array<std::uint64_t, kFieldCount> list_hash_{};  // SiteDigests::ListsOf
  std::array<bool, kFieldCount> started_{}, seen_{};
  std::array<std::vector<std::uint32_t>, kFieldCount> positions_;  // of the page
  std::array<std::vector<Chunk>, kFieldCount> waiting_;
  std::vector<DocId> docs_;             // that have the term themselves, later in anchors too
  std::vector<DocId> of_templates_;     // that have it in fields of templates
  std::array<Said, kFieldCount> said_;  // by field of anchors
};

// Struck words too: Anchors has already decided which of them count.
void SayAll(const Anchors& anchors, const Posting& posting, TermWriter* writer) {
  anchors.ForEachSaid(
      posting.doc, posting.field, posting.positions,
      [&](DocId about, Field anchor, std::uint32_t place) { writer->Say(about, anchor, place); });
}

// The postings of a term in the order of the segment, out of the lists of all runs and of the
// segments of stores. Lives as long as the merge, and is given term after term.
class TermPostings {
 public:
  explicit TermPostings(const RunSet& runs) : runs_(runs) {
    for (const StoredWordsOf& of : runs.stored()) stored_.emplace_back(of);
  }

  Status Start(const RunSet::Terms& terms) {
    term_ = terms.term();
    lists_.clear();
    last_.clear();
    for (std::size_t i = 0; i < terms.lists(); ++i) {
      List& list = lists_.emplace_back();
      if (terms.run(i) < runs_.runs()) {
        list.run = terms.run(i);
        list.postings.emplace(terms.list(i));
      } else {
        list.stored = &stored_[terms.run(i) - runs_.runs()];
        THRESH_RETURN_IF_ERROR(list.stored->Start(terms.term(), terms.list(i)));
      }
      THRESH_ASSIGN_OR_RETURN(const bool more, Advance(&list));
      if (!more) lists_.pop_back();
    }
    return {};
  }

  // Returns false behind the last posting. A page of a store may have words in two lists, some of
  // them in both.
  Result<bool> Next(Posting* posting) {
    THRESH_RETURN_IF_ERROR(AdvanceLast());
    if (lists_.empty()) return false;
    if (lists_.size() == 1) {
      last_.push_back(0);
      *posting = {lists_[0].doc, lists_[0].field, lists_[0].positions()};
      return true;
    }
    const auto least = std::min_element(
        lists_.begin(), lists_.end(), [](const List& a, const List& b) { return a.At() < b.At(); });
    *posting = {least->doc, least->field, least->positions()};
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      if (lists_[i].At() != least->At()) continue;
      last_.push_back(i);
      if (last_.size() == 1) continue;
      united_.clear();
      const std::span<const std::uint32_t> more = lists_[i].positions();
      // What was united before is read while the next list is.
      std::set_union(posting->positions.begin(), posting->positions.end(), more.begin(), more.end(),
                     std::back_inserter(united_));
      united_.swap(positions_);
      posting->positions = positions_;
    }
    return true;
  }

 private:
  struct List {
    std::size_t run = 0;
    std::optional<RunPostingsReader> postings;  // of a run
    StoredPostings* stored = nullptr;           // of a segment
    DocId doc;
    Field field = Field::kBody;
    std::pair<DocId, Field> At() const { return {doc, field}; }
    std::span<const std::uint32_t> positions() const {
      if (stored != nullptr) return stored->positions();
      return postings->positions();
    }
  };

  // Moves the lists on that had the last posting. The later ones go first, so that the numbers of
  // the others stay true.
  Status AdvanceLast() {
    for (; !last_.empty(); last_.pop_back()) {
      const auto list = lists_.begin() + static_cast<std::ptrdiff_t>(last_.back());
      THRESH_ASSIGN_OR_RETURN(const bool more, Advance(&*list));
      if (!more) lists_.erase(list);
    }
    return {};
  }

  // Goes to the next posting of a page that is in the segment.
  Result<bool> Advance(List* list) {
    if (list->stored != nullptr) {
      THRESH_ASSIGN_OR_RETURN(const bool more, list->stored->Next());
      if (!more) return false;
      list->doc = list->stored->doc();
      list->field = list->stored->field();
      return true;
    }
    while (list->postings->Next()) {
      const RunSet::Place place = runs_.At(list->run, list->postings->doc().value);
      // Lists come from a file: a place that no page has would be read past the verdicts.
      if (!place.exists) return runs_.DamagedTerm(term_);
      if (place.superseded) continue;
      list->doc = place.doc;
      list->field = list->postings->field();
      return true;
    }
    return list->postings->ok() ? Result<bool>(false) : runs_.DamagedTerm(term_);
  }

  const RunSet& runs_;
  std::vector<StoredPostings> stored_;
  std::string term_;
  std::vector<List> lists_;
  std::vector<std::size_t> last_;  // lists that had the posting that was returned last
  std::vector<std::uint32_t> united_, positions_;  // of the posting that was returned last
};

// The words of a term that are struck on every page of a site so far. If they stay so, the site
// keeps those of the page that represents best (verdicts.h, step 4).
class Vanishing {
 public:
  explicit Vanishing(const Verdicts& verdicts) : verdicts_(verdicts) {}

  void StartSite() { best_.reset(); }
  // All of the posting is struck, and only bodies are ever struck.
  void Struck(DocId doc, std::span<const std::uint32_t> positions) {
    if (best_ && !verdicts_.RanksBefore(doc, *best_)) return;
    best_ = doc;
    positions_.assign(positions.begin(), positions.end());
  }
  Status Rescue(TermWriter* writer) const {
    if (!best_) return {};
    writer->Keep(Field::kBody, positions_);
    return writer->EndPage(*best_);
  }

 private:
  const Verdicts& verdicts_;
  std::optional<DocId> best_;
  std::vector<std::uint32_t> positions_;
};

// Merges the lists of one term.
class ListMerge {
 public:
  ListMerge(const RunSet& runs, const Verdicts& verdicts, const Anchors& anchors,
            TermWriter* writer)
      : postings_(runs),
        verdicts_(verdicts),
        anchors_(anchors),
        writer_(writer),
        vanishing_(verdicts) {}

  Status Merge(const RunSet::Terms& terms) {
    THRESH_RETURN_IF_ERROR(postings_.Start(terms));
    open_ = false;
    for (Posting posting;;) {
      THRESH_ASSIGN_OR_RETURN(const bool more, postings_.Next(&posting));
      if (!more) break;
      if (!open_ || posting.doc != page_) THRESH_RETURN_IF_ERROR(StartPage(posting.doc));
      Take(posting);
    }
    return open_ ? EndSite() : Status();
  }

 private:
  // The pages of a site stand together. What it keeps of a vanished word is the only posting that
  // it has of it, so the postings still ascend.
  Status StartPage(DocId doc) {
    if (open_) THRESH_RETURN_IF_ERROR(writer_->EndPage(page_));
    const bool new_site = !open_ || verdicts_.site(doc) != verdicts_.site(page_);
    if (open_ && new_site && !site_keeps_) THRESH_RETURN_IF_ERROR(vanishing_.Rescue(writer_));
    if (new_site) vanishing_.StartSite();
    site_keeps_ = site_keeps_ && !new_site;
    page_ = doc;
    open_ = true;
    return {};
  }

  Status EndSite() {
    THRESH_RETURN_IF_ERROR(writer_->EndPage(page_));
    const bool rescue = !std::exchange(site_keeps_, false);
    return rescue ? vanishing_.Rescue(writer_) : Status();
  }

  void Take(const Posting& posting) {
    const Field field = posting.field;
    writer_->See(field);
    // Only bodies are ever struck, and most words stand where none is.
    const WordRange clear = verdicts_.longest_kept(page_);
    bool keeps = field != Field::kBody || (posting.positions.front() >= clear.first &&
                                           posting.positions.back() < clear.last);
    if (keeps) {
      writer_->Keep(field, posting.positions);
    } else {
      ForEachPosition(verdicts_, posting, [&](std::uint32_t position, bool kept) {
        if (kept) writer_->Keep(field, position);
        if (!kept && verdicts_.mode() == RemovalMode::kField)
          writer_->Keep(Field::kTemplate, position);
        keeps = keeps || kept;
      });
    }
    site_keeps_ = site_keeps_ || keeps;
    if (!site_keeps_ && verdicts_.mode() == RemovalMode::kKeepOne)
      vanishing_.Struck(page_, posting.positions);
    if (!anchors_.empty()) SayAll(anchors_, posting, writer_);
  }

  TermPostings postings_;
  const Verdicts& verdicts_;
  const Anchors& anchors_;
  TermWriter* writer_;
  Vanishing vanishing_;
  DocId page_;
  bool open_ = false;        // page_ is that of a posting
  bool site_keeps_ = false;  // a posting of the page's site
};

}  // namespace

Result<TermTotals> MergeTerms(const RunSet& runs, const Verdicts& verdicts, const Anchors& anchors,
                              const std::vector<std::uint32_t>& lengths, SegmentWriter* segment,
                              SiteDigests* digests, Spellings* spellings) {
  TermTotals totals;
  totals.pages.resize(verdicts.pages());
  TermWriter writer(lengths, verdicts, segment, digests, spellings, &totals);
  RunSet::Terms terms = runs.terms();
  ListMerge merge(runs, verdicts, anchors, &writer);
  std::vector<CarriedTerm> carried;
  for (const StoredWordsOf& of : runs.stored())
    carried.emplace_back(of, lengths, verdicts, anchors);
  while (terms.Next()) {
    writer.Start(terms.term());
    const bool of_store = terms.lists() == 1 && terms.run(0) >= runs.runs();
    if (of_store && carried[terms.run(0) - runs.runs()].Stays(terms.list(0))) {
      THRESH_RETURN_IF_ERROR(writer.Carry(carried[terms.run(0) - runs.runs()], terms.list(0)));
      continue;
    }
    THRESH_RETURN_IF_ERROR(merge.Merge(terms));
    THRESH_RETURN_IF_ERROR(writer.EndTerm());
  }
  THRESH_RETURN_IF_ERROR(terms.status());
  writer.CountBytes();
  return totals;
}

}  // namespace thresh
