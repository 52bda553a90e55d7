#include "common/store/template_record.h"

#include "common/base/coder.h"

namespace thresh {
namespace {

// The order of the fields here is their order on disk (docs/FORMAT.md).
template <typename Coder, typename Record>
void Describe(Coder& coder, Record& r) {
  coder.Number(r.site.value);
  coder.Number(r.support);
  coder.Number(r.tokens);
  coder.Number(r.tokens_removed);
  coder.Number(r.first.value);
  coder.Number(r.representative.value);
  coder.Number(r.representative_block.value);
  coder.Byte(r.score);
  coder.Flag(r.exact);
  coder.Hash(r.key);
  CodeRule(coder, r.rule);
  coder.String(r.text);
  std::uint32_t doc = 0;
  coder.List(r.examples, [&](auto& example) { coder.Ascending(example.value, &doc); });
}

}  // namespace

std::string TemplateRecord::Encode() const {
  return Encoded([&](auto& coder) { Describe(coder, *this); });
}

bool TemplateRecord::Decode(std::string_view bytes) {
  *this = TemplateRecord();
  return Decoded(bytes, [&](auto& coder) { Describe(coder, *this); });
}

}  // namespace thresh
