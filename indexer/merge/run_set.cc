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

// Does the current row belong to this page? Texts and links are walked in step with the records, so
// any other key is damage.
bool StandsAt(const RunFile::Rows& rows, DocId doc) {
  if (!rows.Valid()) return false;
  ByteReader key(rows.key());
  return key.Big32() == doc.value && key.ok() && key.done();
}

}  // namespace

Result<RunSet> RunSet::Open(const std::vector<std::string>& files) {
  RunSet set;
  for (const std::string& file : files) {
    THRESH_ASSIGN_OR_RETURN(std::unique_ptr<RunFile> run, RunFile::Open(file));
    set.files_.push_back(std::move(run));
    set.names_.push_back(file);
  }
  return set;
}

Status RunSet::ForEachStrikes(const std::function<void(const Strikes&)>& f) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::unique_ptr<RunFile::Rows> rows = files_[i]->Scan(kRunStrikes);
    THRESH_RETURN_IF_ERROR(rows->status());
    Strikes strikes;
    // RunWriter puts this row even if the run has no strikes, so a run without it is damaged.
    if (!rows->Valid() || !DecodeStrikes(rows->value(), &strikes)) return Damaged(names_[i]);
    f(strikes);
  }
  return {};
}

Status RunSet::ForEachRecord(const std::function<void(const RunDocRecord&)>& f) const {
  RunDocRecord record;
  DocId next;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    // Pages are numbered over all runs without a gap. So a missing or foreign row shows at once.
    const std::unique_ptr<RunFile::Rows> rows = files_[i]->Scan(kRunDocs);
    for (; rows->Valid(); rows->Next(), ++next.value) {
      if (!StandsAt(*rows, next) || !record.Decode(rows->value()) || record.id != next)
        return Damaged(names_[i]);
      f(record);
    }
    THRESH_RETURN_IF_ERROR(rows->status());
  }
  return {};
}

Status RunSet::ForEachPage(
    const std::function<Status(const RunDocRecord& record, std::string_view links)>& f) const {
  RunDocRecord record;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::unique_ptr<RunFile::Rows> docs = files_[i]->Scan(kRunDocs);
    const std::unique_ptr<RunFile::Rows> links = files_[i]->Scan(kRunLinks);
    for (; docs->Valid(); docs->Next(), links->Next()) {
      THRESH_RETURN_IF_ERROR(links->status());
      if (!record.Decode(docs->value()) || !StandsAt(*links, record.id)) return Damaged(names_[i]);
      THRESH_RETURN_IF_ERROR(f(record, links->value()));
    }
    THRESH_RETURN_IF_ERROR(docs->status());
  }
  return {};
}

Status RunSet::ForEachText(std::size_t pages,
                           const std::function<Status(DocId doc, std::string_view text)>& f) const {
  DocId next;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::unique_ptr<RunFile::Rows> texts = files_[i]->Scan(kRunTexts);
    for (; texts->Valid(); texts->Next(), ++next.value) {
      if (next.value >= pages || !StandsAt(*texts, next)) return Damaged(names_[i]);
      THRESH_RETURN_IF_ERROR(f(next, texts->value()));
    }
    THRESH_RETURN_IF_ERROR(texts->status());
  }
  return next.value == pages ? Status() : Damaged(names_.empty() ? "" : names_.back());
}

Status RunSet::ForEachWholePage(const std::function<Status(const PageRow& page)>& f) const {
  std::size_t file = 0;
  std::unique_ptr<RunFile::Rows> texts;
  return ForEachPage([&](const RunDocRecord& record, std::string_view links) -> Status {
    // ForEachPage steps from file to file by itself; the cursor of texts has to follow it.
    while (texts == nullptr || (!texts->Valid() && file < files_.size())) {
      if (texts != nullptr) THRESH_RETURN_IF_ERROR(texts->status());
      texts = files_[file++]->Scan(kRunTexts);
    }
    if (!StandsAt(*texts, record.id)) return Damaged(names_[file - 1]);
    THRESH_RETURN_IF_ERROR(f({record, links, texts->value()}));
    texts->Next();
    return {};
  });
}

RunSet::Terms RunSet::terms() const {
  Terms terms;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    terms.rows_.push_back(files_[i]->Scan(kRunTerms));
    terms.Push(i);
  }
  return terms;
}

Status RunSet::DamagedTerm(std::string_view term) const {
  return Damaged((names_.empty() ? "" : names_.front()) + " or a later one (word `" +
                 std::string(term) + "`)");
}

// The heap has the smallest term on top. Among equal terms it is that of the earliest run, so lists
// come out with ascending docs.
bool RunSet::Terms::After(std::size_t a, std::size_t b) const {
  const int order = rows_[a]->key().compare(rows_[b]->key());
  return order > 0 || (order == 0 && a > b);
}

void RunSet::Terms::Push(std::size_t run) {
  if (!rows_[run]->Valid()) return;
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
    rows_[run]->Next();
    Push(run);
  }
  lists_.clear();
  // A cursor that failed looks like a cursor at its end. Going on would drop its terms in silence.
  if (heap_.empty() || !status().ok()) return false;
  lists_.push_back(Pop());
  while (!heap_.empty() && rows_[heap_.front()]->key() == term()) lists_.push_back(Pop());
  return true;
}

Status RunSet::Terms::status() const {
  for (const auto& rows : rows_) THRESH_RETURN_IF_ERROR(rows->status());
  return {};
}

Status DamagedPage(DocId doc) {
  return Status(Code::kUnusable,
                "damaged run: page " + std::to_string(doc.value) +
                    " does not decode; remove the work folder of the store to start afresh");
}

}  // namespace thresh
