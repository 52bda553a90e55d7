#include "common/postings.h"

#include <algorithm>

#include "common/bytes.h"
#include "common/coder.h"

namespace thresh {
namespace {

template <typename Coder, typename List>
void DescribeList(Coder& coder, List& list) {
  coder.Enum(list.field, Field::kCount);
  coder.Number(list.df);
  coder.Number(list.cf);
  coder.Embedded(list.impacts);
  std::uint32_t last_doc = 0;
  coder.List(list.chunks, [&](auto& chunk) {
    coder.Ascending(chunk.last_doc, &last_doc);
    coder.Embedded(chunk.impacts);
  });
  if (!list.chunks.empty()) return;
  coder.String(list.inline_postings);
  coder.String(list.inline_positions);
}

template <typename Coder, typename Record>
void DescribeTerm(Coder& coder, Record& term) {
  coder.Number(term.df);
  coder.Number(term.cf);
  coder.List(term.fields, [&](auto& list) { DescribeList(coder, list); });
}

}  // namespace

const FieldList* TermRecord::Find(Field field) const {
  const auto list = std::find_if(fields.begin(), fields.end(),
                                 [field](const FieldList& candidate) { return candidate.field == field; });
  return list == fields.end() ? nullptr : &*list;
}

std::string TermRecord::Encode() const {
  return Encoded([&](auto& coder) { DescribeTerm(coder, *this); });
}

bool TermRecord::Decode(std::string_view bytes) {
  *this = TermRecord();
  if (!Decoded(bytes, [&](auto& coder) { DescribeTerm(coder, *this); })) return false;
  const auto not_after = [](const FieldList& a, const FieldList& b) { return a.field >= b.field; };
  return std::adjacent_find(fields.begin(), fields.end(), not_after) == fields.end();
}

bool DecodeTermDf(std::string_view bytes, std::uint32_t* df) {
  ByteReader reader(bytes);
  *df = reader.Varint32();
  return reader.ok();
}

}  // namespace thresh
