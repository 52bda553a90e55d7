#include "indexer/merge/run_set.h"

#include <algorithm>
#include <utility>

#include "common/base/bytes.h"

namespace thresh {
namespace {

Status Damaged(const std::string& file) {
  return Status(Code::kUnusable,
                "damaged run " + file + ": remove the work folder of the store to start afresh");
}

bool StandsAt(const RunFile::Rows& rows, std::uint32_t place) {
  ByteReader key(rows.key());
  return key.Big32() == place && key.ok() && key.done();
}

}  // namespace

// The rows of one kind, page by page in the order of the segment. Every run has its pages in this
// order, so each cursor goes from front to back.
class RunSet::Walk {
 public:
  Walk(const RunSet& set, char kind) : set_(set), places_(set.files_.size(), 0) {
    for (const std::unique_ptr<RunFile>& file : set.files_)
      rows_.push_back(file->Scan(kind, set.ReadAhead()));
  }

  // Steps to the next page. False behind the last one.
  bool Next() {
    if (started_) Step(set_.run_of_[doc_]);
    doc_ += started_ ? 1 : 0;
    started_ = true;
    return doc_ < set_.pages();
  }
  DocId doc() const { return DocId(doc_); }

  // The row of the current page.
  Result<std::string_view> Row() {
    THRESH_RETURN_IF_ERROR(Going(set_.stop_));
    const std::uint32_t run = set_.run_of_[doc_];
    const std::vector<std::uint32_t>& docs = set_.docs_[run];
    while (places_[run] < docs.size() && docs[places_[run]] != doc_) Step(run);
    THRESH_RETURN_IF_ERROR(rows_[run]->status());
    if (!rows_[run]->Valid() || !StandsAt(*rows_[run], places_[run]))
      return Damaged(set_.names_[run]);
    return rows_[run]->value();
  }

 private:
  void Step(std::size_t run) {
    if (rows_[run]->Valid()) rows_[run]->Next();
    ++places_[run];
  }

  const RunSet& set_;
  std::vector<std::unique_ptr<RunFile::Rows>> rows_;
  std::vector<std::uint32_t> places_;  // of the cursors
  std::uint32_t doc_ = 0;
  bool started_ = false;
};

// A walk has a cursor in every run, and a merge does several walks at once.
std::size_t RunSet::ReadAhead() const {
  constexpr std::size_t kOfAWalk = std::size_t{4} << 20, kLeast = std::size_t{64} << 10;
  return std::clamp(kOfAWalk / files_.size(), kLeast, RunFile::kReadAhead);
}

Result<RunSet> RunSet::Open(const std::vector<std::string>& files, const PageOrder& order,
                            StopFlag stop, const std::vector<const Segment*>& segments) {
  RunSet set;
  set.order_ = &order;
  set.stop_ = stop;
  for (const std::string& file : files) {
    THRESH_ASSIGN_OR_RETURN(std::unique_ptr<RunFile> run, RunFile::Open(file));
    set.files_.push_back(std::move(run));
    set.names_.push_back(file);
  }
  THRESH_RETURN_IF_ERROR(set.FindPlaces(segments));
  return set;
}

// Pages keep their order, so the numbers of a segment's pages ascend in the new one. Returns false
// if two pages of the runs stand at one place.
bool RunSet::TakeOver(const StoredPlace& place, DocId doc) {
  if (place.segment >= stored_.size()) return false;
  StoredWordsOf& of = stored_[place.segment];
  const std::size_t docs = of.segment->lengths().docs();
  if (place.doc.value >= docs) return false;
  if (of.doc_of.empty()) of.doc_of.assign(docs, StoredWordsOf::kNoDoc);
  return std::exchange(of.doc_of[place.doc.value], doc.value) == StoredWordsOf::kNoDoc;
}

// Reads which page stands where. A page that is missing, foreign, twice or out of order is damage.
Status RunSet::FindPlaces(const std::vector<const Segment*>& segments) {
  constexpr std::uint32_t kNoRun = 0xffffffff;
  for (const Segment* segment : segments) stored_.push_back({segment, {}});
  RunDocRecord record;
  run_of_.assign(order_->pages(), kNoRun);
  docs_.resize(files_.size());
  for (std::uint32_t run = 0; run < files_.size(); ++run) {
    const std::unique_ptr<RunFile::Rows> rows = files_[run]->Scan(kRunDocs);
    std::uint32_t next = 0;  // the least number that a page may have
    for (; rows->Valid(); rows->Next()) {
      ByteReader in(rows->value());
      if (!record.DecodeHead(&in) || record.id.value >= order_->arrived())
        return Damaged(names_[run]);
      const std::optional<DocId> doc = order_->Of(record.id);
      docs_[run].push_back(doc ? doc->value : kSuperseded);
      if (!doc) continue;
      if (doc->value < next || run_of_[doc->value] != kNoRun) return Damaged(names_[run]);
      if (record.kept_words && !TakeOver(*record.kept_words, *doc)) return Damaged(names_[run]);
      next = doc->value + 1;
      run_of_[doc->value] = run;
    }
    THRESH_RETURN_IF_ERROR(rows->status());
  }
  std::erase_if(stored_, [](const StoredWordsOf& of) { return of.doc_of.empty(); });
  const bool whole = std::find(run_of_.begin(), run_of_.end(), kNoRun) == run_of_.end();
  return whole ? Status() : Damaged(names_.empty() ? "" : names_.back());
}

Status RunSet::Decode(std::string_view row, DocId doc, RunDocRecord* record) const {
  return record->Decode(row) ? Renumber(doc, record) : DamagedPage(doc);
}

Status RunSet::Renumber(DocId doc, RunDocRecord* record) const {
  if (record->doc.site.value >= order_->sites()) return DamagedPage(doc);
  record->id = doc;
  record->doc.site = order_->Of(record->doc.site);
  const std::optional<DocId> first = order_->FirstCopy(doc);
  record->doc.duplicate = first.has_value();
  record->doc.duplicate_of = first.value_or(DocId());
  return {};
}

Status RunSet::ForEachStrikes(const std::function<void(const Strikes&)>& f) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::unique_ptr<RunFile::Rows> rows = files_[i]->Scan(kRunStrikes);
    THRESH_RETURN_IF_ERROR(rows->status());
    Strikes strikes;
    // RunWriter puts this row even if the run has no strikes, so a run without it is damaged.
    if (!rows->Valid() || !DecodeStrikes(rows->value(), &strikes)) return Damaged(names_[i]);
    // Renumbering takes both numbers for granted.
    for (const FoundTemplate& found : strikes.templates) {
      if (found.site.value >= order_->sites()) return Damaged(names_[i]);
    }
    for (const Strike& strike : strikes.strikes) {
      if (strike.doc.value >= order_->arrived()) return Damaged(names_[i]);
    }
    f(order_->Renumbered(strikes));
  }
  return {};
}

Status RunSet::ForEachRecord(const std::function<void(const RunDocRecord&)>& f) const {
  RunDocRecord record;
  for (Walk docs(*this, kRunDocs); docs.Next();) {
    THRESH_ASSIGN_OR_RETURN(const std::string_view row, docs.Row());
    THRESH_RETURN_IF_ERROR(Decode(row, docs.doc(), &record));
    f(record);
  }
  return {};
}

Status RunSet::ForEachPage(
    const std::function<Status(const RunDocRecord& record, std::string_view links)>& f) const {
  RunDocRecord record;
  Walk docs(*this, kRunDocs), links(*this, kRunLinks);
  while (docs.Next() && links.Next()) {
    THRESH_ASSIGN_OR_RETURN(const std::string_view row, docs.Row());
    THRESH_RETURN_IF_ERROR(Decode(row, docs.doc(), &record));
    THRESH_ASSIGN_OR_RETURN(const std::string_view link_row, links.Row());
    THRESH_RETURN_IF_ERROR(f(record, link_row));
  }
  return {};
}

Status RunSet::ForEachRow(char kind,
                          const std::function<Status(DocId doc, std::string_view row)>& f) const {
  for (Walk walk(*this, kind); walk.Next();) {
    THRESH_ASSIGN_OR_RETURN(const std::string_view row, walk.Row());
    THRESH_RETURN_IF_ERROR(f(walk.doc(), row));
  }
  return {};
}

Status RunSet::ForEachText(const std::function<Status(DocId doc, std::string_view text)>& f) const {
  return ForEachRow(kRunTexts, f);
}

Status RunSet::ForEachHarvest(
    const std::function<Status(DocId doc, std::string_view harvest)>& f) const {
  return ForEachRow(kRunHarvest, f);
}

Status RunSet::ForEachWholePage(const std::function<Status(const PageRow& page)>& f) const {
  RunDocRecord record;
  Walk docs(*this, kRunDocs), links(*this, kRunLinks), texts(*this, kRunTexts);
  while (docs.Next() && links.Next() && texts.Next()) {
    THRESH_ASSIGN_OR_RETURN(const std::string_view row, docs.Row());
    ByteReader in(row);
    if (!record.DecodeDoc(&in)) return DamagedPage(docs.doc());
    THRESH_RETURN_IF_ERROR(Renumber(docs.doc(), &record));
    THRESH_ASSIGN_OR_RETURN(const std::string_view link_row, links.Row());
    THRESH_ASSIGN_OR_RETURN(const std::string_view text, texts.Row());
    THRESH_RETURN_IF_ERROR(f({record, link_row, text}));
  }
  return {};
}

RunSet::Terms RunSet::terms() const {
  Terms terms;
  terms.stop_ = stop_;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    terms.rows_.push_back(files_[i]->Scan(kRunTerms, ReadAhead()));
    terms.Push(i);
  }
  for (std::size_t i = 0; i < stored_.size(); ++i) {
    terms.stored_.push_back(stored_[i].segment->Scan(Family::kTerms));
    terms.Push(files_.size() + i);
  }
  return terms;
}

Status RunSet::DamagedTerm(std::string_view term) const {
  return Damaged((names_.empty() ? "" : names_.front()) + " or a later one (word `" +
                 std::string(term) + "`)");
}

// The heap has the smallest term on top. Among equal terms it is that of the earliest run.
bool RunSet::Terms::After(std::size_t a, std::size_t b) const {
  const int order = Key(a).compare(Key(b));
  return order > 0 || (order == 0 && a > b);
}

std::string_view RunSet::Terms::Key(std::size_t run) const {
  return run < rows_.size() ? rows_[run]->key() : stored_[run - rows_.size()]->key();
}

std::string_view RunSet::Terms::list(std::size_t i) const {
  const std::size_t run = lists_[i];
  return run < rows_.size() ? rows_[run]->value() : stored_[run - rows_.size()]->value();
}

void RunSet::Terms::Push(std::size_t run) {
  const bool valid =
      run < rows_.size() ? rows_[run]->Valid() : stored_[run - rows_.size()]->Valid();
  if (!valid) return;
  heap_.push_back(run);
  std::push_heap(heap_.begin(), heap_.end(),
                 [this](std::size_t a, std::size_t b) { return After(a, b); });
}

std::size_t RunSet::Terms::Pop() {
  std::pop_heap(heap_.begin(), heap_.end(),
                [this](std::size_t a, std::size_t b) { return After(a, b); });
  const std::size_t run = heap_.back();
  heap_.pop_back();
  return run;
}

bool RunSet::Terms::Next() {
  // Cursors of the current term move only now, because the caller reads their rows until it calls.
  for (std::size_t run : lists_) {
    if (run < rows_.size()) {
      rows_[run]->Next();
    } else {
      stored_[run - rows_.size()]->Next();
    }
    Push(run);
  }
  lists_.clear();
  // A cursor that failed looks like a cursor at its end. Going on would drop its terms in silence.
  if (heap_.empty() || !status().ok()) return false;
  lists_.push_back(Pop());
  while (!heap_.empty() && Key(heap_.front()) == term()) lists_.push_back(Pop());
  return true;
}

Status RunSet::Terms::status() const {
  THRESH_RETURN_IF_ERROR(Going(stop_));
  for (const auto& rows : rows_) THRESH_RETURN_IF_ERROR(rows->status());
  for (const auto& rows : stored_) THRESH_RETURN_IF_ERROR(rows->status());
  return {};
}

Status DamagedPage(DocId doc) {
  return Status(Code::kUnusable,
                "damaged run: page " + std::to_string(doc.value) +
                    " does not decode; remove the work folder of the store to start afresh");
}

}  // namespace thresh
