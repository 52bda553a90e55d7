#include "indexer/merge/text_sharing.h"

#include "common/base/bytes.h"
#include "common/base/coder.h"

namespace thresh {

std::optional<std::string> TextSharing::Row(std::string_view plain, std::size_t blocks,
                                            const TextRecord& decided) {
  if (!ReadSpans(plain, blocks)) return std::nullopt;
  verdict_of_.assign(blocks, nullptr);
  for (const TextRecord::BlockVerdict& verdict : decided.verdicts) {
    if (verdict.verdict == Verdict::kTemplate) verdict_of_[verdict.block.value] = &verdict;
  }
  CutStretches(plain, decided);
  return Join(decided);
}

// Where each span's numbers stand.
bool TextSharing::ReadSpans(std::string_view plain, std::size_t blocks) {
  ByteReader in(plain);
  const bool undecided = in.Varint() == 0 && in.Varint() == 0 && in.Varint() == 0;
  const std::uint64_t count = in.Varint();
  if (!undecided || count > in.left()) return false;
  spans_.resize(static_cast<std::size_t>(count));
  std::size_t text_bytes = 0;
  std::uint32_t block = 0;
  for (SpanAt& span : spans_) {
    span.begin = plain.size() - in.left();
    span.step = in.Varint32();
    block += Unzigzag32(span.step);
    span.rest = plain.size() - in.left();
    span.text_bytes = static_cast<std::size_t>(in.Varint() >> 1);
    span.tokens = in.Varint32();
    const bool is_text = span.text_bytes > 0 || in.Varint() == 0;
    span.end = plain.size() - in.left();
    if (block >= blocks || !is_text) return false;
    span.block = block;
    text_bytes += span.text_bytes;
  }
  text_begin_ = plain.size() - in.left();
  return in.ok() && text_bytes == in.left();
}

void TextSharing::CutStretches(std::string_view plain, const TextRecord& decided) {
  kept_.assign(verdict_of_.size(), false);
  gone_.assign(verdict_of_.size(), false);
  numbers_.clear();
  text_.clear();
  items_ = 0;
  next_number_ = 0;
  std::size_t text_at = text_begin_;
  Stretch stretch;
  for (; stretch.first < spans_.size(); stretch.first = stretch.last) {
    stretch.position += stretch.tokens;
    stretch.tokens = 0;
    const std::size_t text_first = text_at;
    const std::uint32_t block = spans_[stretch.first].block;
    for (stretch.last = stretch.first;
         stretch.last < spans_.size() && spans_[stretch.last].block == block; ++stretch.last) {
      stretch.tokens += spans_[stretch.last].tokens;
      text_at += spans_[stretch.last].text_bytes;
    }
    const std::size_t rest = spans_[stretch.first].rest;
    stretch.numbers = plain.substr(rest, spans_[stretch.last - 1].end - rest);
    stretch.text = plain.substr(text_first, text_at - text_first);
    const std::optional<SharedTexts::Place> place = Shared(stretch, decided);
    place ? AddToRun(plain, stretch, *place) : Keep(plain, stretch);
  }
  EndRun();
}

// Only where none of its words are kept: who asks for kept text need not look behind the pages.
std::optional<SharedTexts::Place> TextSharing::Shared(const Stretch& stretch,
                                                      const TextRecord& decided) {
  const TextRecord::BlockVerdict* verdict = verdict_of_[spans_[stretch.first].block];
  if (verdict == nullptr) return std::nullopt;
  if (stretch.position < decided.heading_last &&
      stretch.position + stretch.tokens > decided.heading_first)
    return std::nullopt;
  scratch_.clear();
  AppendEvidence(*verdict, &scratch_);
  PutVarint(&scratch_, stretch.last - stretch.first);
  PutVarint(&scratch_, 0);  // block 0
  scratch_.append(stretch.numbers).append(stretch.text);
  return shared_.Find(scratch_, spans_[stretch.first].step);
}

void TextSharing::Keep(std::string_view plain, const Stretch& stretch) {
  EndRun();
  const SpanAt& first = spans_[stretch.first];
  kept_[first.block] = true;
  numbers_.append(plain.substr(first.begin, spans_[stretch.last - 1].end - first.begin));
  text_ += stretch.text;
  items_ += stretch.last - stretch.first;
}

void TextSharing::AddToRun(std::string_view plain, const Stretch& stretch,
                           SharedTexts::Place place) {
  const SpanAt& first = spans_[stretch.first];
  gone_[first.block] = true;
  if (run_.count == 0 || place.number != run_.number + run_.count || place.step != first.step) {
    EndRun();
    run_ = {
        0, place.number, 0, first.block, 0, plain.substr(first.begin, first.rest - first.begin)};
  }
  ++run_.count;
  run_.tokens += stretch.tokens;
  run_.last_block = first.block;
}

void TextSharing::EndRun() {
  if (run_.count == 0) return;
  numbers_ += run_.block_number;
  RecordWriter writer(&numbers_);
  writer.Number(0U);  // no text, not glued
  writer.Number(run_.tokens);
  writer.Number(run_.count);
  writer.Near(run_.number, &next_number_);
  next_number_ += run_.count;
  writer.Near(run_.last_block, &run_.first_block);
  ++items_;
  run_.count = 0;
}

// A struck block all of which stands elsewhere has its verdict there.
std::string TextSharing::Join(const TextRecord& decided) {
  TextRecord here;
  here.heading_first = decided.heading_first;
  here.heading_last = decided.heading_last;
  for (const TextRecord::BlockVerdict& verdict : decided.verdicts) {
    if (kept_[verdict.block.value] || !gone_[verdict.block.value]) here.verdicts.push_back(verdict);
  }
  std::string row = EncodeDecisions(here);
  row.reserve(row.size() + kMostVarintBytes + numbers_.size() + text_.size());
  PutVarint(&row, items_);
  return row.append(numbers_).append(text_);
}

}  // namespace thresh
