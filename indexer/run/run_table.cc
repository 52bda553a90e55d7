#include <algorithm>
#include <bit>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/check.h"
#include "indexer/run/arena.h"
#include "indexer/run/column.h"
#include "indexer/run/field_postings.h"
#include "indexer/run/run.h"
#include "indexer/run/run_format.h"
#include "indexer/run/word_table.h"

namespace thresh {
namespace {

constexpr std::size_t kAhead = 8;  // of what is prefetched

// Where the words of a block stand among those of its page: in one piece, or in several with other
// blocks' words between them.
struct BlockPlace {
  std::uint32_t first =
      0;  // one piece: position of its first word; several: index of the first piece
  std::uint32_t pieces = 0;
  Run::Home home;
};
struct Piece {
  std::uint32_t offset = 0;    // 1-based, in the block, of its first word
  std::uint32_t position = 0;  // 0-based, in the page
};

// One bucket for each KiB of budget: 256 Ki for the paper's 256 MiB. Buckets must not eat up a tiny
// budget.
std::size_t BucketsFor(std::size_t budget_bytes) {
  return std::clamp<std::size_t>(std::bit_floor(budget_bytes / 1024), 64, kHashBuckets);
}

}  // namespace

// ---- Run
// -------------------------------------------------------------------------------------------------

struct Run::Impl {
  explicit Impl(bool has_blocks) : with_blocks(has_blocks) {}
  const bool with_blocks;
  Arena arena;
  Column<RunDocInfo> docs;
  Column<RunEvent> events;
  Column<RunBlockInfo> blocks;
  Column<BlockPlace> places;  // by RunBlock; none without blocks
  Column<Piece> pieces;
  Column<WordItem*> words;  // by TermId; none before Freeze

  std::size_t bytes() const {
    return arena.bytes() + docs.bytes() + events.bytes() + blocks.bytes() + places.bytes() +
           pieces.bytes() + words.bytes();
  }
};

Run::Run(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Run::~Run() = default;

std::span<const RunDocInfo> Run::docs() const { return impl_->docs.span(); }
std::span<const RunEvent> Run::events() const { return impl_->events.span(); }
std::span<const RunBlockInfo> Run::blocks() const { return impl_->blocks.span(); }

// Without blocks a number is that of a field of a page.
Run::Home Run::home(RunBlock block) const {
  if (impl_->with_blocks) return impl_->places[block.value].home;
  constexpr auto kFields = static_cast<std::uint32_t>(kOwnFieldCount);
  const std::uint32_t doc = impl_->docs[0].doc.value + block.value / kFields;
  return {DocId(doc), static_cast<Field>(block.value % kFields)};
}
std::size_t Run::bytes() const { return impl_->bytes(); }
std::size_t Run::terms() const { return impl_->words.size(); }
std::string_view Run::term(TermId id) const { return impl_->words[id.value]->term(); }

Run::PostingReader Run::Postings(TermId id) const {
  // Lists are read in order of terms but lie in order of appearance, so every one is a cache miss.
  // The prefetch of a later one hides it.
  const std::size_t ahead = id.value + kAhead;
  if (ahead < impl_->words.size()) __builtin_prefetch(impl_->words[ahead]);
  PostingReader reader;
  reader.Enter(*impl_->words[id.value]->first);
  return reader;
}

void Run::PostingReader::Enter(const WordChunk& chunk) {
  next_chunk_ = chunk.next;
  at_ = chunk.bytes();
  end_ = at_ + chunk.used;
}

bool Run::PostingReader::Next(RunPosting* posting) {
  if (at_ == end_) {
    if (next_chunk_ == nullptr) return false;
    Enter(*next_chunk_);
  }
  last_block_ += static_cast<std::uint32_t>(TakeVarint(&at_));
  posting->count = static_cast<std::uint32_t>(TakeVarint(&at_));
  posting->block = RunBlock(last_block_);
  posting->bytes = at_;
  // Skips the differences. Only the last byte of a varint is below 0x80.
  for (std::uint32_t left = posting->count; left > 0; ++at_) left -= *at_ < 0x80 ? 1 : 0;
  return true;
}

void RunPosting::Offsets(std::vector<std::uint32_t>* offsets) const {
  std::uint32_t offset = 0;
  Differences(
      [&](std::uint32_t, std::uint32_t difference) { offsets->push_back(offset += difference); });
}

std::uint32_t Run::Position(RunBlock block, std::uint32_t offset) const {
  if (!impl_->with_blocks) return offset - 1;
  const BlockPlace place = impl_->places[block.value];
  // Blocks of other fields have no piece and keep `first` at 0, where their positions start.
  if (place.pieces <= 1) return place.first + offset - 1;
  const auto pieces = impl_->pieces.span().subspan(place.first, place.pieces);
  const auto after =
      std::upper_bound(pieces.begin(), pieces.end(), offset,
                       [](std::uint32_t o, const Piece& piece) { return o < piece.offset; });
  // The first piece has offset 1, so `after` is never the first piece.
  const Piece& piece = *std::prev(after);
  return piece.position + (offset - piece.offset);
}

// ---- RunTable
// --------------------------------------------------------------------------------------------

struct RunTable::Fold {
  Fold(std::size_t buckets, bool for_detector)
      : run(std::make_unique<Run::Impl>(for_detector)), words(buckets) {}

  void AddDoc(const Page& page, const RunRows& rows, DocId doc, SiteId site,
              std::optional<DocId> duplicate_of);
  void AddBlocks(const Page& page);
  void AddPlaces(const Page& page);
  template <typename F>
  void ForEachPiece(const Page& page, F f);
  void FindWords(const Page& page);
  void AddPostings(std::span<const BlockPosting> postings, std::span<const std::uint32_t> offsets,
                   std::uint32_t first);
  void AddFields(const Page& page);
  void CheckCounts(const Page& page);
  std::size_t bytes() const { return run->bytes() + words.bytes(); }

  struct Seen {  // of a block while its page is taken in
    std::uint32_t distinct = 0;
    std::uint32_t tokens = 0;
    std::uint32_t next_position = 0;  // behind its last piece
    std::uint32_t filled = 0;         // pieces written
  };
  std::unique_ptr<Run::Impl> run;
  WordTable words;
  std::vector<WordItem*> page_words;  // scratch, by the page's TermId
  std::vector<Seen> seen;             // scratch, by BlockNo
  FieldPostings fields;               // scratch, of a run without blocks
};

void RunTable::Fold::AddDoc(const Page& page, const RunRows& rows, DocId doc, SiteId site,
                            std::optional<DocId> duplicate_of) {
  RunDocInfo& info = run->docs.Extend(1)[0];
  info.doc = doc;
  info.site = site;
  info.first_block = RunBlock(static_cast<std::uint32_t>(run->places.size()));
  info.blocks = static_cast<std::uint32_t>(page.blocks.size());
  info.duplicate = duplicate_of.has_value();
  // Everything goes into the arena, because the page itself is gone when the run is written.
  // Neighbours are mostly of one site.
  const std::span<const RunDocInfo> docs = run->docs.span();
  const bool same_host = docs.size() > 1 && docs[docs.size() - 2].host == page.site;
  info.host = same_host ? docs[docs.size() - 2].host : run->arena.Copy(page.site);
  info.url = run->arena.Copy(page.url);
  info.record = run->arena.Copy(EncodeRunDoc(page, rows.shape, doc, site, duplicate_of));
  info.text = run->arena.Copy(rows.text);
  info.links = run->arena.Copy(rows.links);
  info.harvest = run->arena.Copy(page.harvest);
}

void RunTable::Fold::AddBlocks(const Page& page) {
  const RunDocInfo& of = run->docs.span().back();
  std::uint32_t number = 0;
  for (RunBlockInfo& info : run->blocks.Extend(page.blocks.size())) {
    const Block& block = page.blocks[number];
    info.doc = of.doc;
    info.block = BlockNo(number++);
    info.field = block.field;
    info.duplicate = of.duplicate;
    info.tokens = block.tokens;
    info.distinct = block.distinct;
    info.site = of.site;
    info.style = block.style;
    info.text_hash = block.text_hash;
  }
}

// The pieces of a block are its spans, joined where no other block's words stand between them.
template <typename F>
void RunTable::Fold::ForEachPiece(const Page& page, F f) {
  seen.assign(page.blocks.size(), Seen());
  for (const Span& span : page.spans) {
    if (span.tokens == 0 || page.blocks[span.block.value].field != Field::kBody) continue;
    Seen& block = seen[span.block.value];
    if (block.tokens == 0 || block.next_position != span.first_token) {
      f(span.block, Piece{block.tokens + 1, span.first_token}, block.filled++);
    }
    block.tokens += span.tokens;
    block.next_position = span.first_token + span.tokens;
  }
  // Each cut word stands at a position of its own.
  if (page.cut_words.empty()) return;
  std::uint32_t cut = 0;
  while (page.blocks[cut].field != kCutWords) ++cut;
  for (std::uint32_t word = 0; word < page.cut_words.size(); ++word)
    f(BlockNo(cut), Piece{word + 1, page.cut_words[word]}, word);
}

void RunTable::Fold::AddPlaces(const Page& page) {
  const std::span<BlockPlace> places = run->places.Extend(page.blocks.size());
  for (std::size_t b = 0; b < places.size(); ++b) {
    const Field field = page.blocks[b].field;
    places[b].home = {run->docs.span().back().doc, field == kCutWords ? Field::kBody : field};
  }
  ForEachPiece(page, [&](BlockNo block, Piece piece, std::uint32_t) {
    BlockPlace& place = places[block.value];
    if (place.pieces++ == 0) place.first = piece.position;
  });

  // Most blocks stand in one piece, whose position is in the place itself. Only the others need
  // rows in `pieces`, which a second walk fills.
  const std::size_t before = run->pieces.size();
  std::size_t several = before;
  for (BlockPlace& place : places) {
    if (place.pieces < 2) continue;
    place.first = static_cast<std::uint32_t>(several);
    several += place.pieces;
  }
  if (several == before) return;
  run->pieces.Extend(several - before);
  ForEachPiece(page, [&](BlockNo block, Piece piece, std::uint32_t ordinal) {
    const BlockPlace& place = places[block.value];
    if (place.pieces > 1) run->pieces[place.first + ordinal] = piece;
  });
}

void RunTable::Fold::FindWords(const Page& page) {
  const std::size_t terms = page.terms.size();
  page_words.resize(terms);
  // A probe of 256 Ki buckets misses the cache twice, at the bucket and at the chain's head. Each
  // is asked for early enough that it has arrived.
  for (std::size_t t = 0; t < terms; ++t) {
    if (t + 2 * kAhead < terms) words.PrefetchBucket(page.term_hashes[t + 2 * kAhead]);
    if (t + kAhead < terms) words.PrefetchChain(page.term_hashes[t + kAhead]);
    page_words[t] = words.FindOrInsert(page.terms[t], page.term_hashes[t], &run->arena);
  }
}

// `first` is the number of the page's first block in the run, or of its first field.
void RunTable::Fold::AddPostings(std::span<const BlockPosting> postings,
                                 std::span<const std::uint32_t> offsets, std::uint32_t first) {
  for (std::size_t i = 0; i < postings.size(); ++i) {
    if (i + kAhead < postings.size()) {
      // The 1 asks for a cache line to write to, since Append writes at the end of the list. A new
      // word has no list yet, and a prefetch of null does nothing.
      __builtin_prefetch(page_words[postings[i + kAhead].term.value]->at, 1);
    }
    const BlockPosting& posting = postings[i];
    words.Append(page_words[posting.term.value], first + posting.block.value,
                 offsets.subspan(posting.first, posting.count), &run->arena);
  }
}

// The fields of the pages of a run are numbered page by page.
void RunTable::Fold::AddFields(const Page& page) {
  constexpr auto kFields = static_cast<std::uint32_t>(kOwnFieldCount);
  const std::uint32_t first = kFields * static_cast<std::uint32_t>(run->docs.size() - 1);
  if (page.words_by_field) return AddPostings(page.postings, page.offsets, first);
  fields.Make(page);
  AddPostings(fields.postings(), fields.offsets(), first);
}

// Detectors size their lists by what a block says of itself. Stop words are words without a
// posting.
void RunTable::Fold::CheckCounts(const Page& page) {
  seen.assign(page.blocks.size(), Seen());
  for (const BlockPosting& posting : page.postings) {
    ++seen[posting.block.value].distinct;
    seen[posting.block.value].tokens += posting.count;
  }
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    THRESH_CHECK(seen[i].distinct == page.blocks[i].distinct &&
                 seen[i].tokens <= page.blocks[i].tokens);
  }
}

RunTable::RunTable(std::size_t budget_bytes, bool for_detector)
    : fold_(std::make_unique<Fold>(BucketsFor(budget_bytes), for_detector)),
      budget_(budget_bytes) {}
RunTable::RunTable(RunTable&&) noexcept = default;
RunTable::~RunTable() = default;

void RunTable::Add(const Page& page, DocId doc, SiteId site, std::optional<DocId> duplicate_of) {
  Add(page, EncodeRunRows(page), doc, site, duplicate_of);
}

void RunTable::Add(const Page& page, const RunRows& rows, DocId doc, SiteId site,
                   std::optional<DocId> duplicate_of) {
  // AddDoc goes first: it takes `first_block` from the end of the blocks, and the others read its
  // row.
  fold_->AddDoc(page, rows, doc, site, duplicate_of);
  fold_->FindWords(page);
  const Run::Impl& run = *fold_->run;
  if (!run.with_blocks) return fold_->AddFields(page);
  THRESH_CHECK(!page.words_by_field);
  fold_->CheckCounts(page);
  fold_->AddBlocks(page);
  fold_->AddPlaces(page);
  fold_->AddPostings(page.postings, page.offsets, run.docs.span().back().first_block.value);
}

void RunTable::AddEvent(const Page& page, std::uint32_t pages_before) {
  Run::Impl& run = *fold_->run;
  RunEvent& event = run.events.Extend(1)[0];
  event.kind = page.kind;
  event.status = page.status;
  event.stored = page.stored;
  event.pages_before = pages_before;
  event.host = run.arena.Copy(page.site);
  event.url = run.arena.Copy(page.url);
  event.date = run.arena.Copy(page.date);
  event.target = run.arena.Copy(page.target);
}

bool RunTable::empty() const {
  return fold_->run->docs.size() == 0 && fold_->run->events.size() == 0;
}
// An empty table is never full, so a page above the budget gets a run of its own.
bool RunTable::full() const { return !empty() && bytes() >= budget_; }
std::size_t RunTable::bytes() const { return fold_->bytes(); }

std::unique_ptr<Run> RunTable::Freeze() {
  std::unique_ptr<Run::Impl> run = std::exchange(fold_->run, nullptr);
  fold_->run = std::make_unique<Run::Impl>(run->with_blocks);
  // Run files need their terms in byte order. Sorting once here is cheaper than an ordered table.
  run->words = fold_->words.TakeSorted();
  return std::make_unique<Run>(std::move(run));
}

}  // namespace thresh
