#include "common/store/text_record.h"

#include <algorithm>

#include "common/base/bytes.h"
#include "common/base/coder.h"

namespace thresh {
namespace {

// ---- records: the order of the fields here is their order on disk (docs/FORMAT.md)

template <typename Coder, typename Row>
void DescribeEvidence(Coder& coder, Row& verdict) {
  coder.Number(verdict.template_id.value);
  coder.Number(verdict.support);
  coder.Byte(verdict.score);
}

template <typename Coder, typename Record>
void DescribeVerdicts(Coder& coder, Record& r) {
  coder.Number(r.heading_first);
  coder.Number(r.heading_last);
  std::uint32_t block = 0;
  coder.List(r.verdicts, [&](auto& v) {
    coder.Ascending(v.block.value, &block);
    coder.Enum(v.verdict, Verdict::kCount);
    DescribeEvidence(coder, v);
  });
}

// `block` and `number` are where the span before ends, and then where this one does.
template <typename Coder, typename Span>
void DescribeReference(Coder& coder, Span& span, std::uint32_t* block, std::uint32_t* number) {
  coder.Number(span.shared.count);
  if (span.shared.count == 0) return;
  coder.Near(span.shared.first, number);
  *number += span.shared.count;
  coder.Near(span.shared.last_block.value, block);
}
template <typename Coder>
// A row of a run has no references. A span without text still needs the byte that says so.
void DescribeReference(Coder& coder, const SpanView&, std::uint32_t*, std::uint32_t*) {
  coder.Number(0U);
}

// All numbers stand before all text, because the text compresses better in one piece.
template <typename Coder, typename Spans>
void DescribeSpans(Coder& coder, Spans& spans) {
  std::uint32_t block = 0, number = 0;
  std::vector<std::uint64_t> sizes;
  coder.List(spans, [&](auto& span) {
    std::uint64_t size = span.text.size();
    coder.Near(span.block.value, &block);
    coder.NumberAndFlag(size, span.glued);
    coder.Number(span.tokens);
    // Only a span without text can be a reference, so all others save the byte.
    if (size == 0) DescribeReference(coder, span, &block, &number);
    sizes.push_back(size);
  });
  for (std::size_t i = 0; i < spans.size(); ++i) coder.Raw(spans[i].text, sizes[i]);
}

template <typename Coder, typename Record>
void DescribeText(Coder& coder, Record& r) {
  DescribeVerdicts(coder, r);
  DescribeSpans(coder, r.spans);
}

}  // namespace

std::string TextRecord::Encode() const {
  return Encoded([&](auto& coder) { DescribeText(coder, *this); });
}

// Readers of a whole store decode page after page into one record, so it keeps its memory.
bool TextRecord::Decode(std::string_view bytes) {
  spans.clear();
  verdicts.clear();
  heading_first = heading_last = 0;
  return Decoded(bytes, [&](auto& coder) { DescribeText(coder, *this); });
}

const StoredVerdict* TextRecord::Find(BlockNo block) const {
  const auto row = std::lower_bound(verdicts.begin(), verdicts.end(), block,
                                    [](const StoredVerdict& v, BlockNo b) { return v.block < b; });
  return row != verdicts.end() && row->block == block ? &*row : nullptr;
}

std::string EncodePlainText(std::span<const SpanView> spans) {
  const TextRecord undecided;
  return Encoded([&](auto& coder) {
    DescribeVerdicts(coder, undecided);
    DescribeSpans(coder, spans);
  });
}

bool DecodePlainText(std::string_view row, std::vector<PlainSpan>* spans, std::string_view* text) {
  spans->clear();
  ByteReader in(row);
  const bool undecided = in.Varint() == 0 && in.Varint() == 0 && in.Varint() == 0;
  const std::uint64_t count = in.Varint();
  // A span takes three bytes at least.
  if (!undecided || count > in.left()) return false;
  spans->reserve(static_cast<std::size_t>(count));
  std::uint32_t block = 0;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    PlainSpan& span = spans->emplace_back();
    block += Unzigzag32(in.Varint32());
    span.block = BlockNo(block);
    const std::uint64_t size = in.Varint();
    span.glued = (size & 1) != 0;
    if (size >> 1 > row.size()) return false;
    span.bytes = static_cast<std::uint32_t>(size >> 1);
    span.tokens = in.Varint32();
    // A span without text may be a reference, and a run has none.
    if (span.bytes == 0 && in.Varint() != 0) return false;
    bytes += span.bytes;
  }
  *text = row.substr(row.size() - in.left());
  return in.ok() && bytes == text->size();
}

// ---- shared texts

bool DecodeSharedTexts(std::string_view row, std::vector<SharedText>* texts) {
  texts->clear();
  RecordReader reader(row);
  // A row does not say how many texts it has, since the last row of a segment is short.
  while (reader.ok() && !reader.done() && texts->size() < kSharedPerRow) {
    SharedText& text = texts->emplace_back();
    text.verdict.verdict = Verdict::kTemplate;
    reader.Number(text.step);
    DescribeEvidence(reader, text.verdict);
    DescribeSpans(reader, text.spans);
    // A reference inside a shared text could refer to itself.
    for (const TextRecord::StoredSpan& span : text.spans) {
      if (span.shared.count > 0) return false;
    }
  }
  return reader.done();
}

// The list of spans that DescribeSpans would write, with the first span in block 0.
void AppendSharedText(const StoredVerdict& verdict, const TextStretch& stretch, std::string* out) {
  RecordWriter writer(out);
  DescribeEvidence(writer, verdict);
  writer.Number(stretch.spans);
  writer.Number(0U);
  out->append(stretch.numbers).append(stretch.text);
}

void AppendToSharedRow(std::uint32_t step, std::string_view shared, std::string* row) {
  PutVarint(row, step);
  row->append(shared);
}

// ---- rows by their bytes

bool PlainTextReader::Read(std::string_view row, std::size_t blocks) {
  stretches_.clear();
  text_bytes_.clear();
  std::size_t text_at = 0;
  if (!ReadSpans(row, blocks, &text_at)) return false;
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    stretches_[i].text = row.substr(text_at, text_bytes_[i]);
    text_at += text_bytes_[i];
  }
  return true;
}

// Where the text of a stretch stands is known only after the numbers of all spans.
bool PlainTextReader::ReadSpans(std::string_view row, std::size_t blocks, std::size_t* text_begin) {
  ByteReader in(row);
  const auto at = [&] { return row.size() - in.left(); };
  // In a row of a run, the bounds of the heading and the number of verdicts are all 0.
  const bool undecided = in.Varint() == 0 && in.Varint() == 0 && in.Varint() == 0;
  const std::uint64_t count = in.Varint();
  if (!undecided || count > in.left()) return false;
  std::uint32_t block = 0;
  std::size_t text_bytes = 0, first = 0;  // of the row so far; the current stretch's numbers
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t begin = at();
    const std::uint32_t step = in.Varint32();
    block += Unzigzag32(step);
    // A span of the block before it continues the stretch.
    if (i == 0 || step != 0) {
      TextStretch& next = stretches_.emplace_back();
      next.block = BlockNo(block);
      next.step = step;
      first = at();
      next.step_bytes = row.substr(begin, first - begin);
      text_bytes_.push_back(0);
    }
    TextStretch& stretch = stretches_.back();
    // The lowest bit says whether the span is glued, which a stretch need not know.
    const auto bytes = static_cast<std::size_t>(in.Varint() >> 1);
    stretch.tokens += in.Varint32();
    ++stretch.spans;
    // A span without text may be a reference, and a run has none.
    const bool is_text = bytes > 0 || in.Varint() == 0;
    stretch.numbers = row.substr(first, at() - first);
    // The caller takes block numbers for indexes, so a damaged one must not pass.
    if (block >= blocks || !is_text || bytes > in.left()) return false;
    text_bytes_.back() += bytes;
    text_bytes += bytes;
  }
  *text_begin = at();
  // The texts must fill the rest of the row exactly, or a size is wrong.
  return in.ok() && text_bytes == in.left();
}

void TextRowWriter::Clear() {
  numbers_.clear();
  text_.clear();
  items_ = 0;
  reference_.count = 0;
  next_number_ = 0;
}

// The near number of its first span stays true: the span before it ends where it did, whether it
// was copied or is in a reference.
void TextRowWriter::Copy(const TextStretch& stretch) {
  EndReference();
  numbers_.append(stretch.step_bytes).append(stretch.numbers);
  text_ += stretch.text;
  items_ += stretch.spans;
}

// A reference has only the block of its first text. The block of each other follows from the
// shared text's own step, so a stretch with another step here begins a new reference.
void TextRowWriter::Refer(const TextStretch& stretch, std::uint32_t number, std::uint32_t step) {
  if (reference_.count == 0 || number != reference_.number + reference_.count ||
      step != stretch.step) {
    EndReference();
    reference_ = {0, number, 0, stretch.block.value, 0, stretch.step_bytes};
  }
  ++reference_.count;
  reference_.tokens += stretch.tokens;
  reference_.last_block = stretch.block.value;
}

// The bytes that DescribeSpans would write.
void TextRowWriter::EndReference() {
  if (reference_.count == 0) return;
  numbers_ += reference_.step_bytes;
  RecordWriter writer(&numbers_);
  writer.Number(0U);  // no text, not glued
  writer.Number(reference_.tokens);
  writer.Number(reference_.count);
  writer.Near(reference_.number, &next_number_);
  next_number_ += reference_.count;
  writer.Near(reference_.last_block, &reference_.first_block);
  ++items_;
  reference_.count = 0;
}

std::string TextRowWriter::Finish(const TextRecord& record) {
  EndReference();
  std::string row = Encoded([&](auto& coder) { DescribeVerdicts(coder, record); });
  // A row is mostly text, so growing it step by step would copy the text again.
  row.reserve(row.size() + kMostVarintBytes + numbers_.size() + text_.size());
  PutVarint(&row, items_);
  return row.append(numbers_).append(text_);
}

// ---- the row of a run out of that of a segment

namespace {

// What AppendSharedText has written, behind the evidence.
bool CutSharedText(ByteReader* in, std::string_view row, SharedBytes* shared) {
  const auto at = [&] { return row.size() - in->left(); };
  const std::uint64_t spans = in->Varint();
  if (spans == 0 || spans > in->left()) return false;
  shared->spans = static_cast<std::uint32_t>(spans);
  std::size_t begin = at();
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < shared->spans; ++i) {
    if (in->Varint() != 0) return false;  // all spans are of block 0
    if (i == 0) begin = at();
    const std::uint64_t size = in->Varint() >> 1;
    shared->tokens += in->Varint32();
    const bool is_text = size > 0 || in->Varint() == 0;
    // A reference inside a shared text could refer to itself.
    if (!is_text || size > in->left()) return false;
    bytes += size;
  }
  shared->numbers = row.substr(begin, at() - begin);
  shared->text = in->Bytes(static_cast<std::size_t>(bytes));
  return in->ok();
}

}  // namespace

bool CutSharedTexts(std::string_view row, std::vector<SharedBytes>* texts) {
  texts->clear();
  RecordReader reader(row);
  StoredVerdict evidence;
  while (reader.ok() && !reader.done() && texts->size() < kSharedPerRow) {
    SharedBytes& shared = texts->emplace_back();
    reader.Number(shared.step);
    DescribeEvidence(reader, evidence);
    if (!reader.ok() || !CutSharedText(reader.bytes(), row, &shared)) return false;
  }
  return reader.done();
}

bool PlainRowMaker::Make(std::string_view row, const FindShared& find) {
  spans_ = 0;
  numbers_.clear();
  pieces_.clear();
  struck_.clear();
  std::size_t text_begin = 0;
  if (!ReadNumbers(row, &text_begin, find)) return false;
  Assemble(row.substr(text_begin));
  return true;
}

// Copies the numbers of the page's own spans as they are. The near number behind a reference stays
// true: the last of its texts ends in the block that the reference says.
bool PlainRowMaker::ReadNumbers(std::string_view row, std::size_t* text_begin,
                                const FindShared& find) {
  RecordReader reader(row);
  head_.verdicts.clear();
  DescribeVerdicts(reader, head_);
  for (const StoredVerdict& verdict : head_.verdicts)
    if (verdict.verdict == Verdict::kTemplate) struck_.push_back(verdict.block);
  ByteReader& in = *reader.bytes();
  const auto at = [&] { return row.size() - in.left(); };
  const std::uint64_t count = in.Varint();
  if (count > in.left()) return false;
  std::size_t copied = at(), own_text = 0;
  std::uint32_t block = 0, next = 0;
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i, ++spans_) {
    block += Unzigzag32(in.Varint32());
    const std::size_t behind_block = at();
    const std::uint64_t bytes = in.Varint() >> 1;
    Reference reference{{}, BlockNo(block), in.Varint32(), own_text};
    if (bytes > row.size()) return false;
    own_text += static_cast<std::size_t>(bytes);
    // As DescribeReference has it.
    if (bytes == 0) reader.Number(reference.shared.count);
    if (reference.shared.count == 0) continue;
    numbers_.append(row.substr(copied, behind_block - copied));
    reader.Near(reference.shared.first, &next);
    next += reference.shared.count;
    reader.Near(reference.shared.last_block.value, &block);
    copied = at();
    if (!reader.ok() || !PutShared(reference, find)) return false;
    --spans_;
  }
  *text_begin = at();
  numbers_.append(row.substr(copied, *text_begin - copied));
  return reader.ok() && own_text == in.left();
}

// The near number of the first span stands there already.
bool PlainRowMaker::PutShared(const Reference& reference, const FindShared& find) {
  std::uint32_t block = reference.block.value, tokens = 0;
  for (std::uint32_t i = 0; i < reference.shared.count; ++i) {
    const SharedBytes* shared = find(reference.shared.first + i);
    if (shared == nullptr) return false;
    if (i > 0) {
      block += Unzigzag32(shared->step);
      PutVarint(&numbers_, shared->step);
    }
    numbers_ += shared->numbers;
    pieces_.push_back({reference.own_text, shared->text});
    struck_.emplace_back(block);
    spans_ += shared->spans;
    tokens += shared->tokens;
  }
  // As PutSharedTexts (segment.h): shared rows that do not belong to this page are noticed.
  return block == reference.shared.last_block.value && tokens == reference.tokens;
}

void PlainRowMaker::Assemble(std::string_view own_text) {
  std::size_t bytes = own_text.size();
  for (const Piece& piece : pieces_) bytes += piece.text.size();
  plain_.clear();
  plain_.reserve(3 + kMostVarintBytes + numbers_.size() + bytes);
  plain_.append(3, '\0');  // no heading, no verdicts
  PutVarint(&plain_, spans_);
  plain_ += numbers_;
  std::size_t copied = 0;
  for (const Piece& piece : pieces_) {
    plain_.append(own_text.substr(copied, piece.behind - copied)).append(piece.text);
    copied = piece.behind;
  }
  plain_.append(own_text.substr(copied));
}

}  // namespace thresh
