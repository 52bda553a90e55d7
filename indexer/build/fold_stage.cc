#include <optional>
#include <utility>

#include "indexer/build/stages.h"

namespace thresh {

FoldStage::FoldStage(RunTable table, const GoneRules& rules, std::uint32_t learn_pages,
                     const Counters& before, ProgressBoard* board, OrderedQueue<Digested>* digested,
                     Out out)
    : board_(board),
      digested_(digested),
      out_(out),
      rules_(rules),
      learn_pages_(learn_pages),
      table_(std::move(table)) {
  entry_.counters = before;
}

void FoldStage::Restore(const RunDocRecord& record) {
  const bool has_words = record.doc.body_tokens_seen > 0;
  places_.Add(catalog_.Add(record.host, record.doc.token_hash, has_words),
              {record.host, record.doc.url, record.doc.date, record.doc.docno,
               record.doc.token_hash, has_words, record.stored, record.broken});
  board_->pages = catalog_.docs();
}

Status FoldStage::Run() {
  while (std::optional<Digested> digested = digested_->Pop()) {
    if (digested->page.kind != RecordKind::kPage) {
      AddEvent(digested->page);
    } else {
      ToJudge item;
      item.arrival = AddToRun(*digested);
      item.page = std::move(digested->page);
      const std::size_t bytes = BytesOf(item.page);
      if (!out_.judge->Push(std::move(item), bytes)) return {};
    }
    // Runs are cut between pages only: a run has every block of its pages.
    if (table_.full() && !HandOver()) return {};
  }
  // An aborted build throws the run that fills away. Cut here, it would be another run than that of
  // an uninterrupted build, and a detector that judges run by run would say something else.
  if (digested_->aborted()) return {};
  if (!table_.empty() && !HandOver()) return {};
  GoneRules rules = rules_;
  rules.lost = board_->lost;
  order_ = places_.Finish(rules, learn_pages_);
  catalog_ = {};  // judging needs the memory
  ToJudge end_of_input;
  end_of_input.order = &order_;
  if (!out_.judge->Push(std::move(end_of_input), 0)) return {};
  out_.judge->Close();
  out_.spill->Close();
  return {};
}

Arrival FoldStage::AddToRun(const Digested& digested) {
  const Page& page = digested.page;
  const bool has_words = page.body_tokens > 0;
  const Arrival who = catalog_.Add(page.site, page.token_hash, has_words);
  places_.Add(who, {page.site, page.url, page.date, page.docno, page.token_hash, has_words,
                    page.stored, page.broken});
  table_.Add(page, digested.rows, who.doc, who.site, who.duplicate_of);
  entry_.counters.Add(page.counters);
  ++entry_.docs;
  Count(page);
  ++board_->pages;
  return who;
}

void FoldStage::AddEvent(const Page& record) {
  places_.AddEvent({record.site, record.url, record.date, record.kind, record.status, record.stored,
                    false, places_.pages(), record.target});
  table_.AddEvent(record, places_.pages());
  entry_.counters.Add(record.counters);
  Count(record);
}

void FoldStage::Count(const Page& record) {
  entry_.next_sequence = record.sequence + 1;
  entry_.input_chain = record.origin.chain;
  board_->bytes += record.origin.bytes;
  board_->input_done = record.origin.input_done;
  board_->input_total = record.origin.input_total;
}

Counters FoldStage::counters() const {
  Counters counters = entry_.counters;
  counters[Counter::kIndexed] = order_.pages();
  counters[Counter::kSuperseded] = order_.superseded();
  counters[Counter::kDuplicate] = order_.duplicates();
  return counters;
}

// Returns false if the build was aborted.
bool FoldStage::HandOver() {
  // The gate comes before Freeze, because freezing makes room for one more table.
  if (!out_.gate->Enter()) return false;
  const bool full = table_.full();
  FrozenRun frozen{table_.Freeze(), entry_, full};
  entry_.docs = 0;
  ToJudge end_of_run;
  end_of_run.run = frozen.run.get();
  // The spill gets the run first: it owns it before the judge may look at it.
  if (!out_.spill->Push(std::move(frozen), 1)) return false;
  if (!out_.judge->Push(std::move(end_of_run), 0)) return false;
  return out_.overlap || out_.gate->WaitUntilEmpty();
}

}  // namespace thresh
