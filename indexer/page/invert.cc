#include "indexer/page/invert.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "common/base/hash.h"
#include "common/text/word.h"

namespace thresh {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

}  // namespace

void Inverter::Begin(std::size_t blocks, Analyzer* analyzer) {
  analyzer_ = analyzer;
  vocabulary_.Clear();
  occurrences_.clear();
  block_tokens_.assign(blocks, 0);
  block_ = 0;
  blocks_ascend_ = true;
  long_words_ = 0;
}

std::uint32_t Inverter::AddText(std::string_view text, BlockNo block) {
  const std::size_t before = occurrences_.size();
  blocks_ascend_ = blocks_ascend_ && block.value >= block_;
  block_ = block.value;
  in_long_word_ = false;
  text_begins_ = true;
  analyzer_->Tokenise(text, *this);
  const auto added = static_cast<std::uint32_t>(occurrences_.size() - before);
  block_tokens_[block_] += added;
  return added;
}

std::uint32_t Inverter::AddCutWords(std::string_view text, std::span<const std::uint32_t> cuts,
                                    std::uint32_t position, BlockNo block,
                                    std::vector<std::uint32_t>* last) {
  cuts_ = cuts;
  cut_position_ = position;
  cut_last_ = last;
  const std::uint32_t added = AddText(text, block);
  cut_last_ = nullptr;
  return added;
}

void Inverter::Add(const Token& token) {
  if (text_begins_) {
    ends_.first_begin = token.begin;
    ends_.first_end = token.end;
  }
  text_begins_ = false;
  ends_.last_begin = token.begin;
  ends_.last_end = token.end;
  // A long word arrives in pieces and is counted once.
  if (token.piece && !in_long_word_) ++long_words_;
  in_long_word_ = token.piece;
  if (cut_last_ != nullptr) {
    AddCut(token);
  } else {
    const std::uint32_t word = vocabulary_.Add(token.term);
    occurrences_.push_back({word & 0x7fffffffU, token.stop, block_});
  }
}

void Inverter::AddCut(const Token& token) {
  const auto behind = std::lower_bound(cuts_.begin(), cuts_.end(), token.end);
  if (behind == cuts_.begin() || *std::prev(behind) <= token.begin) return;
  const auto position = cut_position_ + static_cast<std::uint32_t>(behind - cuts_.begin());
  const std::uint32_t word = vocabulary_.Add(token.term);
  const Occurrence cut{word & 0x7fffffffU, token.stop, block_}, part = occurrences_[position];
  if (part.word == cut.word && part.stop == 0) return;
  cut_last_->push_back(position);
  occurrences_.push_back(cut);
}

void Inverter::Finish(Page* page) {
  SortByBlock();
  HashSequences(page);
  if (page->words_by_field) {
    MakeFieldPostings(page);
  } else {
    MakePostings(page);
  }
  CopyTerms(page);
  for (const Block& block : page->blocks) {
    if (block.field == Field::kBody) page->body_tokens += block.tokens;
  }
  page->counters[Counter::kTokensLong] += long_words_;
  if (page->body_tokens == 0) ++page->counters[Counter::kEmpty];
}

void Inverter::FinishPostings(Page* page) {
  SortByBlock();
  MakePostings(page);
  CopyTerms(page);
}

// A counting sort. Blocks nest, so the words of a block need not stand together in the page; those
// of text nodes do.
void Inverter::SortByBlock() {
  if (blocks_ascend_) {
    std::partial_sum(block_tokens_.begin(), block_tokens_.end(), block_tokens_.begin());
    by_block_ = occurrences_;
    return;
  }
  // The counts are replaced by the places where the blocks begin, so no second array is needed.
  std::vector<std::uint32_t>& next = block_tokens_;
  std::uint32_t begin = 0;
  for (std::uint32_t& tokens : next) begin += std::exchange(tokens, begin);
  sorted_.resize(occurrences_.size());
  for (const Occurrence& occurrence : occurrences_) sorted_[next[occurrence.block]++] = occurrence;
  // Each cursor now stands at the end of its block.
  by_block_ = sorted_;
}

void Inverter::HashSequences(Page* page) {
  const std::vector<std::uint64_t>& words = vocabulary_.hashes();
  hashes_.resize(occurrences_.size());
  std::transform(by_block_.begin(), by_block_.end(), hashes_.begin(),
                 [&words](const Occurrence& o) { return words[o.word]; });
  is_number_.resize(vocabulary_.size());
  // Once for each distinct word, because words repeat.
  for (std::uint32_t word = 0; word < vocabulary_.size(); ++word)
    is_number_[word] = IsNumber(vocabulary_.word(word));
  std::uint32_t begin = 0, body_end = 0;
  for (std::size_t b = 0; b < page->blocks.size(); ++b) {
    Block& block = page->blocks[b];
    const std::uint32_t end = block_tokens_[b];
    sums_.SumUp(
        std::span(hashes_).subspan(begin, end - begin),
        [&](std::size_t i) { return static_cast<bool>(is_number_[by_block_[begin + i].word]); },
        &block);
    if (block.field == Field::kBody) body_end = end;
    begin = end;
  }
  MarkTitles(page);
  // Body blocks come before fields in both orders. The hash of the page goes by document order, so
  // it does not depend on how the page was cut.
  if (!blocks_ascend_)
    std::transform(occurrences_.begin(), occurrences_.begin() + body_end, hashes_.begin(),
                   [&words](const Occurrence& o) { return words[o.word]; });
  page->token_hash = HashSequence(std::span(hashes_).first(body_end));
  const std::uint32_t heading = page->heading_last - page->heading_first;
  if (heading > 0)
    page->heading_hash = HashSequence(std::span(hashes_).subspan(page->heading_first, heading));
}

// A block whose words stand in the title in a row, and are a third of it, says the title again. The
// words of fields come behind those of all body blocks.
void Inverter::MarkTitles(Page* page) {
  constexpr std::uint32_t kThird = 3;
  const auto is_title = [](const Block& block) { return block.field == Field::kTitle; };
  const auto title = std::find_if(page->blocks.begin(), page->blocks.end(), is_title);
  if (title == page->blocks.end() || title->tokens == 0) return;
  const auto title_end =
      hashes_.begin() + block_tokens_[static_cast<std::size_t>(title - page->blocks.begin())];
  const auto title_begin = title_end - title->tokens;
  auto begin = hashes_.begin();
  for (Block& block : page->blocks) {
    const auto end = begin + block.tokens;
    block.in_title = block.field == Field::kBody && kThird * block.tokens >= title->tokens &&
                     block.tokens <= title->tokens &&
                     std::search(title_begin, title_end, begin, end) != title_end;
    begin = end;
  }
}

// A counting sort by word of occurrences that are sorted by block. It is stable, so the postings
// come out ordered by (word, block) in linear time.
void Inverter::MakePostings(Page* page) {
  // Counted first, so that the vectors of the page are allocated once and are no larger than
  // needed.
  CountPostings();
  PlaceCursors(page);
  std::uint32_t block = kNone, offset = 0;
  for (const Occurrence& occurrence : by_block_) {
    // Offsets begin at 1, so the first difference offset (DECISIONS) is never 0.
    offset = occurrence.block == block ? offset + 1 : 1;
    block = occurrence.block;
    if (occurrence.stop) continue;
    Cursor& cursor = cursors_[occurrence.word];
    if (cursor.block != block) {
      cursor.block = block;
      page->postings[cursor.posting++] = {TermId(occurrence.word), BlockNo(block), cursor.offset,
                                          0};
      ++page->blocks[block].distinct;
    }
    ++page->postings[cursor.posting - 1].count;
    page->offsets[cursor.offset++] = offset;
  }
}

// From what was counted to where it goes.
void Inverter::PlaceCursors(Page* page) {
  Cursor total;
  for (Cursor& cursor : cursors_) {
    total.posting += std::exchange(cursor.posting, total.posting);
    total.offset += std::exchange(cursor.offset, total.offset);
    cursor.block = kNone;
  }
  page->postings.resize(total.posting);
  page->offsets.resize(total.offset);
}

// The words of the body come first and are numbered through. Cut words stand at positions of it,
// and the words of another field are those of one block.
void Inverter::FindStretches(const Page& page) {
  const std::span<const Occurrence> all = occurrences_;
  std::size_t end = all.size();
  stretches_.clear();
  for (auto block = page.blocks.rbegin();
       block != page.blocks.rend() && block->field != Field::kBody; ++block) {
    end -= block->tokens;
    const bool cut = block->field == kCutWords;
    stretches_.push_back({all.subspan(end, block->tokens), cut ? Field::kBody : block->field,
                          cut ? page.cut_words.data() : nullptr});
  }
  stretches_.push_back({all.first(end)});
  std::reverse(stretches_.begin(), stretches_.end());
}

// As MakePostings, by word and field. Only a cut word may stand before words that were put there.
void Inverter::MakeFieldPostings(Page* page) {
  FindStretches(*page);
  CountFieldPostings();
  PlaceCursors(page);
  for (const Stretch& stretch : stretches_) {
    const auto field = static_cast<std::uint32_t>(stretch.field);
    for (std::uint32_t i = 0; i < stretch.words.size(); ++i) {
      const Occurrence& occurrence = stretch.words[i];
      if (occurrence.stop) continue;
      Cursor& cursor = cursors_[occurrence.word];
      if (cursor.block != field) {
        cursor.block = field;
        page->postings[cursor.posting++] = {TermId(occurrence.word), BlockNo(field), cursor.offset,
                                            0};
      }
      BlockPosting& posting = page->postings[cursor.posting - 1];
      ++posting.count;
      std::uint32_t* at = page->offsets.data() + cursor.offset++;
      *at = (stretch.cut != nullptr ? stretch.cut[i] : i) + 1;
      for (; at != page->offsets.data() + posting.first && *(at - 1) > *at; --at)
        std::swap(*(at - 1), *at);
    }
  }
}

void Inverter::CountFieldPostings() {
  cursors_.assign(vocabulary_.size(), Cursor{0, 0, kNone});
  for (const Stretch& stretch : stretches_) {
    const auto field = static_cast<std::uint32_t>(stretch.field);
    for (const Occurrence& occurrence : stretch.words) {
      if (occurrence.stop) continue;
      Cursor& cursor = cursors_[occurrence.word];
      ++cursor.offset;
      cursor.posting += cursor.block != field ? 1 : 0;
      cursor.block = field;
    }
  }
}

void Inverter::CopyTerms(Page* page) const {
  page->term_hashes = vocabulary_.hashes();
  // page->terms point into term_bytes, and pages are moved. A short string keeps its bytes in
  // itself and would take them along, so it is made long.
  page->term_bytes.reserve(std::max<std::size_t>(vocabulary_.bytes().size(), sizeof(std::string)));
  page->term_bytes = vocabulary_.bytes();
  page->terms.reserve(vocabulary_.size());
  const std::string_view bytes = page->term_bytes;
  for (std::uint32_t i = 0; i < vocabulary_.size(); ++i) {
    const std::string_view word = vocabulary_.word(i);
    page->terms.push_back(bytes.substr(
        static_cast<std::size_t>(word.data() - vocabulary_.bytes().data()), word.size()));
  }
}

void Inverter::CountPostings() {
  cursors_.assign(vocabulary_.size(), Cursor{0, 0, kNone});
  for (const Occurrence& occurrence : by_block_) {
    if (occurrence.stop) continue;
    Cursor& cursor = cursors_[occurrence.word];
    ++cursor.offset;
    if (cursor.block == occurrence.block) continue;
    cursor.block = occurrence.block;
    ++cursor.posting;
  }
}

}  // namespace thresh
