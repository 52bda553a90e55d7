// The Common Index File Format (github.com/osirrc/ciff): a Header, a PostingsList for each term and
// a DocRecord for each page, each with its length in front. Numbers of pages in a list are gaps. A
// page's frequency is the sum over its own fields, as in our BM25; anchors of other pages count
// neither here nor in its length.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "common/postings/dictionary.h"
#include "query/export/format.h"
#include "query/export/protobuf.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/store_index.h"

namespace thresh {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr FieldWeights kOwnFields = {{1, 1, 1, 1, 0, 0}};
static_assert(kOwnFieldCount == 4, "kOwnFields names them");

// What the header says, which comes before the lists.
struct Totals {
  std::uint64_t lists = 0;
  std::uint64_t occurrences = 0;  // in the lists
  // A term may stand in anchors alone: pages that are masked were the only others that had it.
  void Add(const TermRecord& term) {
    std::uint64_t own = 0;
    for (const FieldList& list : term.fields) own += list.field < Field::kAnchor ? list.cf : 0;
    occurrences += own;
    lists += own > 0 ? 1 : 0;
  }
};

Result<Totals> CountTerms(const Segment& whole) {
  Totals totals;
  const std::unique_ptr<Segment::Rows> rows = whole.Scan(Family::kTerms);
  for (; rows->Valid(); rows->Next()) {
    TermRecord term;
    if (!term.Decode(rows->value())) return DamagedTerm(rows->key());
    totals.Add(term);
  }
  THRESH_RETURN_IF_ERROR(rows->status());
  return totals;
}

Result<Totals> CountAll(const Store& store) {
  if (const Segment* whole = store.whole()) return CountTerms(*whole);
  Totals totals;
  Status status;
  THRESH_RETURN_IF_ERROR(VisitTerms(store, "", [&](std::string_view term, std::uint32_t) {
    const Result<std::optional<FoundTerm>> found = FindTerm(store, term);
    status = found.status();
    if (found.ok() && found.value()) totals.Add(found.value()->counts);
    return status.ok();
  }));
  THRESH_RETURN_IF_ERROR(status);
  return totals;
}

std::uint64_t CountWords(const LengthsRecord& lengths) {
  std::uint64_t words = 0;
  for (std::uint32_t doc = 0; doc < lengths.docs(); ++doc) words += lengths.Total(DocId(doc));
  return words;
}

// A word that would vanish from a site keeps one posting (indexer/merge/verdicts.h) and does not
// count in the length of its page, so these are the occurrences that no length counts. Stop words
// count in lengths and have no postings: with them the number cannot be told.
std::string Description(const Store& store, const Totals& totals, std::uint64_t words) {
  const Statistics& statistics = store.statistics();
  std::string text = "Thresh; " + store.manifest().analyzer + "; template words removed: " +
                     std::to_string(statistics.tokens_seen - statistics.tokens_indexed);
  if (totals.occurrences >= words)
    text += "; of these rescued, for else their site had lost them: " +
            std::to_string(totals.occurrences - words);
  return text;
}

std::string Header(const Store& store, const Totals& totals, std::uint64_t words) {
  const std::uint64_t docs = store.docs(), lists = totals.lists;
  std::string out;
  PutVarintField(&out, 1, kVersion);
  PutVarintField(&out, 2, lists);
  PutVarintField(&out, 3, docs);
  PutVarintField(&out, 4, lists);
  PutVarintField(&out, 5, docs);
  PutVarintField(&out, 6, words);
  PutDoubleField(&out, 7, docs == 0 ? 0 : static_cast<double>(words) / static_cast<double>(docs));
  PutStringField(&out, 8, Description(store, totals, words));
  return out;
}

// The list of a term, walked once.
class PostingsList {
 public:
  Status Read(Cursor* cursor) {
    df_ = cf_ = 0;
    postings_.clear();
    std::uint32_t before = 0;
    for (; cursor->doc() != Cursor::kEnd; cursor->Next()) {
      const auto tf = static_cast<std::uint64_t>(cursor->tf());
      posting_.clear();
      PutVarintField(&posting_, 1, cursor->doc() - before);
      PutVarintField(&posting_, 2, tf);
      PutStringField(&postings_, 4, posting_);
      before = cursor->doc();
      cf_ += tf;
      ++df_;
    }
    return cursor->status();
  }
  bool empty() const { return df_ == 0; }
  // As a message of a term, without its length.
  void AppendTo(std::string_view term, std::string* out) const {
    PutStringField(out, 1, term);
    PutVarintField(out, 2, df_);
    PutVarintField(out, 3, cf_);
    *out += postings_;
  }

 private:
  std::uint64_t df_ = 0, cf_ = 0;
  std::string posting_, postings_;
};

Status AppendMessage(std::string_view message, OutFile* out) {
  std::string length;
  PutVarint(&length, message.size());
  THRESH_RETURN_IF_ERROR(out->Append(length));
  return out->Append(message);
}

Status WriteLists(const Store& store, std::uint64_t lists, const ExportProgress& progress,
                  OutFile* out) {
  std::unique_ptr<const Index> index;
  if (const Segment* whole = store.whole()) {
    index = std::make_unique<SegmentIndex>(*whole);
  } else {
    index = std::make_unique<StoreIndex>(store);
  }
  QueryUnit unit;
  unit.words.emplace_back();
  PostingsList list;
  std::string message;
  std::uint64_t done = 0;
  const auto write = [&](std::string_view term) -> Status {
    unit.words.front().term = term;
    THRESH_ASSIGN_OR_RETURN(const UnitCursor walk, MakeCursor(unit, *index, kOwnFields));
    THRESH_RETURN_IF_ERROR(list.Read(walk.cursor.get()));
    if (list.empty()) return {};
    message.clear();
    list.AppendTo(term, &message);
    progress(++done, lists, "terms");
    return AppendMessage(message, out);
  };
  Status status;
  THRESH_RETURN_IF_ERROR(VisitTerms(store, "", [&](std::string_view term, std::uint32_t) {
    status = write(term);
    return status.ok();
  }));
  THRESH_RETURN_IF_ERROR(status);
  if (done == lists) return {};
  return Status(Code::kUnusable, "the store is damaged: it has " + std::to_string(done) +
                                     " terms and says " + std::to_string(lists) +
                                     "; run thresh-index verify");
}

Status WriteDocs(const Store& store, OutFile* out) {
  std::string message;
  for (std::uint32_t doc = 0; doc < store.docs(); ++doc) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, DocId(doc)));
    message.clear();
    PutVarintField(&message, 1, doc);
    PutStringField(&message, 2, ExportId(page));
    PutVarintField(&message, 3, store.lengths().Total(DocId(doc)));
    THRESH_RETURN_IF_ERROR(AppendMessage(message, out));
  }
  return {};
}

}  // namespace

Status WriteCiff(const Store& store, const ExportProgress& progress, OutFile* out) {
  THRESH_ASSIGN_OR_RETURN(const Totals totals, CountAll(store));
  const std::uint64_t words = CountWords(store.lengths());
  THRESH_RETURN_IF_ERROR(AppendMessage(Header(store, totals, words), out));
  THRESH_RETURN_IF_ERROR(WriteLists(store, totals.lists, progress, out));
  return WriteDocs(store, out);
}

}  // namespace thresh
