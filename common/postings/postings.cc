#include "common/postings/postings.h"

#include <algorithm>

#include "common/base/bytes.h"
#include "common/base/coder.h"

namespace thresh {
namespace {

constexpr std::uint8_t kChunkHere = 0x80;  // in the byte of the field

// Fields are few, so the highest bit of their byte is free for a flag.
void DescribeField(RecordWriter& coder, const FieldList& list) {
  coder.Byte(static_cast<std::uint8_t>(static_cast<unsigned>(list.field) |
                                       (list.chunk_here ? kChunkHere : 0U)));
}

void DescribeField(RecordReader& coder, FieldList& list) {
  std::uint8_t byte = 0;
  coder.Byte(byte);
  list.chunk_here = (byte & kChunkHere) != 0;
  list.field = static_cast<Field>(byte & ~unsigned{kChunkHere});
  if (list.field >= Field::kCount) coder.Fail();
}

template <typename Coder, typename List>
void DescribeList(Coder& coder, List& list) {
  DescribeField(coder, list);
  coder.Number(list.df);
  coder.Number(list.cf);
  coder.Embedded(list.impacts);
  std::uint32_t last_doc = 0;
  coder.List(list.chunks, [&](auto& chunk) {
    coder.Ascending(chunk.last_doc, &last_doc);
    coder.Embedded(chunk.impacts);
  });
  if (list.chunks.empty() || list.chunk_here) coder.String(list.inline_postings);
  if (list.chunks.empty()) coder.String(list.inline_positions);
}

template <typename Coder, typename Record>
void DescribeTerm(Coder& coder, Record& term) {
  coder.Number(term.df);
  coder.Number(term.cf);
  coder.List(term.fields, [&](auto& list) { DescribeList(coder, list); });
  if (term.HasTemplates()) coder.Number(term.template_df);
}

}  // namespace

const FieldList* TermRecord::Find(Field field) const {
  const auto list = std::find_if(fields.begin(), fields.end(), [field](const FieldList& candidate) {
    return candidate.field == field;
  });
  return list == fields.end() ? nullptr : &*list;
}

void TermRecord::DropTemplates() {
  while (HasTemplates()) fields.pop_back();
  template_df = 0;
}

std::string TermRecord::Encode() const {
  std::string out;
  std::size_t bytes = 64;
  for (const FieldList& list : fields)
    bytes += 64 + list.inline_postings.size() + list.inline_positions.size();
  out.reserve(bytes);
  RecordWriter coder(&out);
  DescribeTerm(coder, *this);
  return out;
}

bool TermRecord::Decode(std::string_view bytes) {
  *this = TermRecord();
  if (!Decoded(bytes, [&](auto& coder) { DescribeTerm(coder, *this); })) return false;
  // The flag stands for the list's only chunk. With any other number it is damage.
  const auto here = [](const FieldList& list) {
    return list.chunk_here && list.chunks.size() != 1;
  };
  if (std::any_of(fields.begin(), fields.end(), here)) return false;
  // A field that stands twice would be damage that Find() does not see.
  const auto not_after = [](const FieldList& a, const FieldList& b) { return a.field >= b.field; };
  return std::adjacent_find(fields.begin(), fields.end(), not_after) == fields.end();
}

// The df is the first number of a term's row.
bool DecodeTermDf(std::string_view bytes, bool templates, TermDf* df) {
  if (templates) {
    TermRecord record;
    const bool whole = record.Decode(bytes);
    *df = DfOf(record);
    return whole;
  }
  ByteReader reader(bytes);
  *df = {.own = reader.Varint32(), .of_templates = 0};
  return reader.ok();
}

}  // namespace thresh
